"""A record's bytes as lines of text: what it declares, what it leaves out, and any line ends.

The format's own rule is ISO-8859-1 unless the first line declares UTF-8. Programs of today write UTF-8 and
forget to say so, older ones wrote Windows-1252 and called it ISO-8859-1; both are read as they were meant.
"""

import codecs
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.notation.oddity import OddityCode, OddityList

LARGEST_RECORD: Final = 1_000_000
"""Bytes a record may have. A game with long notes has some ten thousand, so more than this is no game."""

_DECLARATION: Final = re.compile(rb"^[ \t]*#character-encoding[ \t]+([^\s]+)", re.IGNORECASE | re.MULTILINE)

_ENCODINGS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "ascii": "iso-8859-1",
    "us-ascii": "iso-8859-1",
    "iso-8859-1": "iso-8859-1",
    "iso8859-1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "windows-1252": "cp1252",
    "cp1252": "cp1252",
    "iso-8859-2": "iso-8859-2",
    "windows-1250": "cp1250",
}
"""Encodings a record may declare. A list of ours, since Python's has codecs that are no text encodings."""

_WIDE_MARKS: Final = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class RecordLines:
    """The lines of a record, without their ends and without control characters."""

    lines: tuple[str, ...]
    ends_cleanly: bool
    """Whether the last line has its line end; where it has not, the file may have been cut off."""


def record_lines(content: bytes, path: Path | str, oddities: OddityList) -> RecordLines:
    """The lines that `content` holds, in whatever encoding it turns out to be."""
    if len(content) > LARGEST_RECORD:
        raise MalformedFileError(
            "file-too-large",
            path,
            f"is over {LARGEST_RECORD // 1000000} MB, far too large for a game record; check the file",
            line=_line_of(content, LARGEST_RECORD),
        )
    text = _decode(content, path, oddities)
    if "\r" in text:
        ends = "Windows" if "\r\n" in text else "old Macintosh"
        oddities.note(1, OddityCode.FOREIGN_LINE_ENDS, f"the lines end as {ends} files do")
    lines = re.split(r"\r\n|\r|\n", text)
    ends_cleanly = not lines[-1]
    if ends_cleanly:
        lines.pop()
    return RecordLines(
        tuple(_without_controls(line, number, oddities) for number, line in enumerate(lines, 1)), ends_cleanly
    )


def one_line(text: str) -> str:
    """`text` as it can stand on one line of a record: no line ends or control characters."""
    return "".join(" " if _breaks_a_line(sign) else sign for sign in text).strip()


def _decode(content: bytes, path: Path | str, oddities: OddityList) -> str:
    if content.startswith(_WIDE_MARKS):
        raise MalformedFileError("wrong-encoding", path, "is UTF-16 or UTF-32 text; save it as UTF-8", line=1)
    if (place := content.find(b"\0")) >= 0:
        raise MalformedFileError(
            "not-text",
            path,
            "is not text; is this a game record?",
            line=_line_of(content, place),
        )
    marked = content.startswith(codecs.BOM_UTF8)
    if marked:
        oddities.note(1, OddityCode.BYTE_ORDER_MARK, "the file begins with a byte order mark")
        content = content.removeprefix(codecs.BOM_UTF8)
    declaration = _DECLARATION.search(content)
    if declaration is None:
        return _decode_utf8(content, path) if marked else _decode_undeclared(content, oddities)
    line = _line_of(content, declaration.start(1))
    if line > 1:
        oddities.note(line, OddityCode.LATE_ENCODING, "the encoding is declared after the first line")
    declared = declaration[1].decode("ascii", "replace")
    encoding = _ENCODINGS.get(declared.lower())
    if encoding is None:
        raise MalformedFileError(
            "unknown-encoding", path, f"declares the encoding {quoted(declared)}; save it as UTF-8", line=line
        )
    if encoding == "utf-8" or marked:
        return _decode_utf8(content, path)
    return content.decode(encoding, "replace")


def _decode_utf8(content: bytes, path: Path | str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise MalformedFileError(
            "wrong-encoding",
            path,
            "declares UTF-8, but this line is not; save it as UTF-8 or remove the declaration",
            line=_line_of(content, error.start),
        ) from error


def _decode_undeclared(content: bytes, oddities: OddityList) -> str:
    if content.isascii():
        return content.decode("ascii")
    line = next(number for number, each in enumerate(content.splitlines(), 1) if not each.isascii())
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        oddities.note(line, OddityCode.UNDECLARED_UTF_8, "the file is UTF-8 and does not declare it")
        return text
    # Bytes 80 to 9F are quotation marks and dashes in Windows-1252, and nothing in print in ISO-8859-1.
    if re.search(rb"[\x80-\x9f]", content):
        oddities.note(
            line, OddityCode.UNDECLARED_WINDOWS, "the file is read as Windows-1252; it declares nothing"
        )
        return content.decode("cp1252", "replace")
    oddities.note(line, OddityCode.UNDECLARED_LATIN_1, "the file is read as ISO-8859-1; it declares nothing")
    return content.decode("iso-8859-1")


def _line_of(content: bytes, place: int) -> int:
    return len(re.findall(rb"\r\n|\r|\n", content[:place])) + 1


def _without_controls(line: str, number: int, oddities: OddityList) -> str:
    tidy = "".join(sign if sign == "\t" or not _breaks_a_line(sign) else " " for sign in line)
    if tidy != line:
        oddities.note_habit(number, OddityCode.CONTROL_CHARACTERS, "control characters were left out")
    return tidy


def _breaks_a_line(sign: str) -> bool:
    return unicodedata.category(sign) in {"Cc", "Zl", "Zp", "Cs"}
