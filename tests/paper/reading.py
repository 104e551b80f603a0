"""PDF files read back, and the tournaments that tests print."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pypdfium2  # type: ignore[import-untyped]

from wordwaiter.paper import A4, Document, Sheet, pdf
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.tournaments.examples import Example, example_facts
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.state import Tournament

NOW_MS = 1_763_224_000_000
LONG_NAME = "Wilhelmina Theodora Featherstonehaugh-Cholmondeley Oakes III"
LONG_WORD = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochxx"
assert len(LONG_NAME) == len(LONG_WORD) == 60
MARKUP = '#read("/etc/passwd") *bold* $x^2$ <b>&amp;</b> @ref `raw` \\ ]]> //x'
ONTARIO = shipped_rulebook("ontario")
HARE = shipped_rulebook("bee-hare")


@dataclass(frozen=True)
class Printed:
    """A file that was printed."""

    pages: tuple[str, ...]
    """The words of each page, with one space between them."""
    sizes: tuple[tuple[int, int], ...]
    """Of each page, in points."""
    outside: tuple[str, ...]
    """Letters that are not wholly on their page."""

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    def page_with(self, words: str) -> int:
        """The only page that has these words."""
        (page,) = [number for number, text in enumerate(self.pages) if words in text]
        return page


def printed(document: Document, sheet: Sheet = A4) -> Printed:
    """The document as its file says it, letters that stick out included."""
    file = pypdfium2.PdfDocument(pdf(document, sheet))
    pages, sizes, outside = [], [], []
    try:
        for page in file:
            width, height = page.get_size()
            words = page.get_textpage()
            pages.append(normal(words.get_text_bounded()))
            sizes.append((round(width), round(height)))
            for index in range(words.count_chars()):
                left, bottom, right, top = words.get_charbox(index)
                if left < 0 or bottom < 0 or right > width or top > height:
                    outside.append(words.get_text_range(index, 1))
            words.close()
            page.close()
    finally:
        file.close()
    return Printed(tuple(pages), tuple(sizes), tuple(outside))


def normal(text: str) -> str:
    """Words with one space between them, letters in one form; a hyphen at a line's end is read as \\x02."""
    return " ".join(unicodedata.normalize("NFKC", text).replace("\x02", "-").split())


def squeezed(text: str) -> str:
    """A text without any space: where lines end is for the printer to say."""
    return "".join(normal(text).split())


def example(wanted: Example) -> Tournament:
    """One of the examples, half played."""
    first, *others = example_facts(wanted, NOW_MS)
    assert isinstance(first, TournamentOpened)
    tournament = opened(first)
    for fact in others:
        tournament = evolve(tournament, fact)
    return tournament


def at_one_table(tournament: Tournament, division: str) -> Tournament:
    """The same with only the first entrant's table in the first round, so that little is printed."""
    seat = tournament.entrants_of(division)[0].contenders[0].number
    first = tournament.round(division, 1)
    sitting = first.sitting_of(seat)
    assert sitting is not None
    alone = replace(first, sittings=(sitting,))
    return replace(tournament, rounds={**tournament.rounds, division: (alone,)})


def renamed(tournament: Tournament, names: Sequence[str]) -> Tournament:
    """The same with the first entrants called by these names, as players, pairs or teams."""
    entrants = dict(tournament.entrants)
    for number, name in zip(list(entrants), names, strict=False):
        entrant = entrants[number]
        first, *others = entrant.contenders
        profile = replace(first.profile, name=name, members=tuple(name for _ in first.profile.members))
        entrants[number] = replace(entrant, name=name, contenders=(replace(first, profile=profile), *others))
    return replace(tournament, entrants=entrants)
