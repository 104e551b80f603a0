"""Where each key of a TOML text stands, for errors that name the line: `tomllib` gives values alone."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

Path = tuple[str, ...]

_BLANK_OR_COMMENT: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_COMMENT: Final = re.compile(r"#[^\n]*")
_KEY_PART: Final = re.compile(r"""[ \t]*(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*""")
_STRING: Final = re.compile(
    r'''"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*\'''', re.DOTALL
)
_VALUE_PART: Final = re.compile(r"""[^"'#\[\]{}\n]+""")


def key_lines(text: str) -> Mapping[Path, int]:
    """The line (from 1) of every key and table header of `text`, which must be valid TOML.

    A key that opens several tables, such as `a` in `[a.b]` and `[a.c]`, has the line of the first. Keys
    inside a value in braces share the line of the key that the value belongs to.
    """
    lines: dict[Path, int] = {}
    line, counted = 1, 0
    for path, place in _statements(text):
        line += text.count("\n", counted, place)
        counted = place
        for length in range(1, len(path) + 1):
            lines.setdefault(path[:length], line)
    return lines


def _statements(text: str) -> Iterator[tuple[Path, int]]:
    """Each header and each key with its full path, and where it begins in `text`."""
    table: Path = ()
    place = _skip(_BLANK_OR_COMMENT, text, 0)
    while place < len(text):
        begin = place
        brackets = 2 if text.startswith("[[", place) else 1 if text[place] == "[" else 0
        path, place = _read_key(text, place + brackets)
        if brackets:
            table = path
            place += brackets
            yield table, begin
        else:
            yield table + path, begin
            place = _skip_value(text, place + 1)
        place = _skip(_BLANK_OR_COMMENT, text, place)


def _read_key(text: str, place: int) -> tuple[Path, int]:
    parts: list[str] = []
    while True:
        part = _KEY_PART.match(text, place)
        if part is None:
            raise ValueError(f"no key at character {place}: the text is not valid TOML")
        parts.append(next(group for group in part.groups() if group is not None))
        place = part.end()
        if not text.startswith(".", place):
            return tuple(parts), place
        place += 1


def _skip_value(text: str, place: int) -> int:
    """Returns where the value that begins at `place` ends: a line's end outside brackets and strings."""
    depth = 0
    while place < len(text):
        sign = text[place]
        if sign in "\"'":
            place = _skip(_STRING, text, place)
        elif sign == "#":
            place = _skip(_COMMENT, text, place)
        elif sign in "[{":
            depth += 1
            place += 1
        elif sign in "]}":
            depth -= 1
            place += 1
        elif sign == "\n":
            if depth == 0:
                return place
            place += 1
        else:
            place = _skip(_VALUE_PART, text, place)
    return place


def _skip(pattern: re.Pattern[str], text: str, place: int) -> int:
    found = pattern.match(text, place)
    if found is None:
        raise ValueError(f"an open string at character {place}: the text is not valid TOML")
    return found.end()
