"""Documents as PDF, typeset by Typst on this machine alone.

What people typed reaches Typst as data, never as source: it is printed as it is, and nothing in it can be run
or reach a file. The templates are files of this package, and no other file is open to them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Final, Literal

import typst

from wordwaiter.errors import MalformedError
from wordwaiter.picture.glyphs import SHIPPED, missing_letters
from wordwaiter.picture.svg import plain

_TEMPLATES: Final = Path(__file__).parent / "templates"
_SANS: Final = "Inter"
_SERIF: Final = "Libertinus Serif"
"""The fonts of our own: one is shipped with the package, the other is part of Typst."""
_SCRIPTS: Final = (
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai",
    "Noto Sans Armenian", "Noto Sans Georgian", "Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR",
    "Noto Color Emoji", "DejaVu Sans",
)  # fmt: skip
"""Fonts tried first for letters that our own fonts lack; after these, whatever the machine has."""

_IN_TYPST: Final = (
    range(0x0531, 0x0557), range(0x0561, 0x0588), range(0x05D0, 0x05EB), range(0x0621, 0x063B),
    range(0x0640, 0x0653), range(0x0905, 0x093A), range(0x093E, 0x094E), range(0x10D0, 0x10FD),
    range(0x2190, 0x2214), range(0x2500, 0x2630),
)  # fmt: skip
"""Armenian, Hebrew, Arabic, Devanagari, Georgian, arrows and signs: in the fonts that are part of Typst."""

_ONE_AT_A_TIME: Final = Lock()


class Paper(Enum):
    """The sizes of paper."""

    A4 = "a4"
    LETTER = "us-letter"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The paper size of a document, and whether it is in large print."""

    paper: Paper = Paper.A4
    large: bool = False


A4: Final = Sheet()


@dataclass(frozen=True, slots=True)
class Form:
    """The kind of file that is made."""

    kind: Literal["pdf", "png"]
    ppi: float | None = None
    standards: tuple[Literal["ua-1"], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A document to print: a template of this package, and the values for it."""

    template: str
    title: str
    data: Mapping[str, object]
    notes: tuple[str, ...] = ()
    """Notes at the foot of every page, or of every card."""
    language: str = "en"
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Words of the templates themselves in another language, by the English ones; see `paper.languages`."""

    def words(self) -> Iterator[str]:
        """All that is written in it, but for pictures."""
        yield self.title
        yield from self.notes
        yield from _strings(self.data)


def pdf(document: Document, sheet: Sheet = A4) -> bytes:
    """The document as a PDF file that a screen reader can read out (PDF/UA-1)."""
    try:
        (file,) = _compiled(document, sheet, Form("pdf", standards=("ua-1",)))
    except typst.TypstError:
        # The standard forbids letters that mean nothing to a reader, such as those for private use.
        (file,) = _compiled(document, sheet, Form("pdf"))
    return file


def page_pictures(document: Document, sheet: Sheet = A4, ppi: int = 96) -> tuple[bytes, ...]:
    """Each page as PNG, at so many pixels an inch."""
    return tuple(_compiled(document, sheet, Form("png", float(ppi))))


def unprintable(document: Document) -> str:
    """The letters of a document that no font on this machine has: they come out as empty boxes."""
    lacking = missing_letters(document.words())
    return "".join(sign for sign in lacking if not any(ord(sign) in letters for letters in _IN_TYPST))


def _compiled(document: Document, sheet: Sheet, form: Form) -> list[bytes]:
    template = _TEMPLATES / f"{document.template}.typ"
    if not template.is_file():
        raise MalformedError("no-such-template", f"there is no template {document.template!r}")
    inputs = {
        "title": plain(document.title),
        "data": json.dumps(_cleaned(document.data)),
        "notes": json.dumps(_cleaned(document.notes)),
        "language": document.language,
        "fixed": json.dumps(_cleaned(document.fixed)),
        "paper": sheet.paper.value,
        "large": "yes" if sheet.large else "no",
        "sans": json.dumps([_SANS, *_families()]),
        "serif": json.dumps([_SERIF, *_families()]),
    }
    # Typst keeps what it has laid out before, which makes the next document fast; it is not for two at once.
    with _ONE_AT_A_TIME:
        answer = _compiler().compile(
            template,
            format=form.kind,
            ppi=form.ppi,
            sys_inputs=inputs,
            pdf_standards=[*form.standards],
        )
    return [answer] if isinstance(answer, bytes) else answer or []


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(font_paths=[str(SHIPPED[0].parent)])


@cache
def _families() -> tuple[str, ...]:
    """The fonts for other scripts that are here."""
    here = set(_fonts().families())
    return tuple(family for family in _SCRIPTS if family in here)


@cache
def _compiler() -> typst.Compiler:
    """Typst, to which no file is open but the templates."""
    return typst.Compiler(font_paths=_fonts(), root=str(_TEMPLATES))


def _cleaned(value: object) -> object:
    """Returns the text without signs that no file may hold."""
    match value:
        case str():
            return plain(value)
        case Mapping():
            return {str(key): _cleaned(each) for key, each in value.items()}
        case list() | tuple():
            return [_cleaned(each) for each in value]
        case _:
            return value


def _strings(value: object) -> Iterator[str]:
    match value:
        case str():
            if not value.startswith("<svg"):
                yield value
        case Mapping():
            for each in value.values():
                yield from _strings(each)
        case list() | tuple():
            for each in value:
                yield from _strings(each)
        case _:
            pass
