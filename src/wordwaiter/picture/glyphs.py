"""Which letters a font has, read from its own table (cmap), and which fonts this machine has.

The shipped fonts have Latin, Greek and Cyrillic letters. For others a font of the machine is looked for, and
where there is none it can be said before anything is printed: such letters come out as empty boxes.
"""

import struct
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from wordwaiter.platform import font_folders

SHIPPED: Final = tuple(sorted((Path(__file__).parent / "fonts").glob("*.otf")))
"""The fonts that come with the package."""

_ENDINGS: Final = frozenset({".ttf", ".otf", ".ttc", ".otc"})
_UNICODE: Final = frozenset({(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)})
"""Tables of a font, by platform and encoding, that are told in Unicode."""
_INVISIBLE: Final = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0e\ufe0f\n\r\t")
"""Signs that need no glyph: they join, part or turn their neighbours."""


def missing_letters(words: Iterable[str]) -> str:
    """The letters for which no font on this machine has a glyph, each once, in their order."""
    wanted = dict.fromkeys(sign for each in words for sign in each if sign not in _INVISIBLE)
    lacking = [sign for sign in wanted if not is_shipped(sign)]
    if not lacking:
        return ""
    return "".join(sign for sign in lacking if font_for(sign) is None)


def is_shipped(sign: str) -> bool:
    """Checks whether the shipped fonts have that letter."""
    return ord(sign) in letters_of(SHIPPED[0])


@cache
def font_for(sign: str) -> Path | None:
    """A font of this machine that has that letter, if there is one."""
    return next((path for path in machine_fonts() if ord(sign) in letters_of(path)), None)


def fonts_for(words: Iterable[str]) -> tuple[Path, ...]:
    """The fonts of this machine that words need besides the shipped ones."""
    others = {sign for each in words for sign in each if sign not in _INVISIBLE and not is_shipped(sign)}
    found = {font_for(sign) for sign in sorted(others)}
    return tuple(sorted(path for path in found if path is not None))


@cache
def machine_fonts() -> tuple[Path, ...]:
    """The fonts of this machine: plain ones first, and Noto before others, since its scripts match ours."""
    paths = [
        path
        for folder in font_folders()
        for path in folder.rglob("*")
        if path.suffix.lower() in _ENDINGS and path.is_file()
    ]
    return tuple(sorted(paths, key=_liking))


def _liking(path: Path) -> tuple[bool, bool, bool, str]:
    name = path.stem
    return (
        not name.startswith("NotoSans"),
        not name.startswith("Noto"),
        "-" in name and not name.endswith("-Regular"),
        str(path),
    )


# ---------------------------------------------------------------- reading a font


class Letters:
    """The code points that a font has a glyph for, as ranges."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        self._ranges = tuple(ranges)

    def __contains__(self, code: int) -> bool:
        return any(first <= code <= last for first, last in self._ranges)


@cache
def letters_of(path: Path) -> Letters:
    """Returns the letters a font can show; none for a file that is damaged or not a font."""
    try:
        return Letters(_ranges(path.read_bytes()))
    except (OSError, struct.error, IndexError):
        return Letters(())


def _ranges(font: bytes) -> list[tuple[int, int]]:
    begin = struct.unpack_from(">I", font, 12)[0] if font[:4] == b"ttcf" else 0
    (tables,) = struct.unpack_from(">H", font, begin + 4)
    found: list[tuple[int, int]] = []
    for number in range(tables):
        tag, _, offset, _ = struct.unpack_from(">4sIII", font, begin + 12 + 16 * number)
        if tag == b"cmap":
            (count,) = struct.unpack_from(">H", font, offset + 2)
            for entry in range(count):
                platform, encoding, part = struct.unpack_from(">HHI", font, offset + 4 + 8 * entry)
                if (platform, encoding) in _UNICODE:
                    found += _subtable(font, offset + part)
    return found


def _subtable(font: bytes, at: int) -> Iterator[tuple[int, int]]:
    (form,) = struct.unpack_from(">H", font, at)
    if form == 12:
        (groups,) = struct.unpack_from(">I", font, at + 12)
        for group in range(groups):
            first, last, _ = struct.unpack_from(">III", font, at + 16 + 12 * group)
            yield first, last
    elif form == 4:
        (doubled,) = struct.unpack_from(">H", font, at + 6)
        count = doubled // 2
        ends = struct.unpack_from(f">{count}H", font, at + 14)
        starts = struct.unpack_from(f">{count}H", font, at + 16 + doubled)
        yield from zip(starts, ends, strict=True)
