"""Paper in French: everything that the program says is told in French, and what people typed stays."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

import pytest

from paper.reading import example, printed
from wordwaiter.errors import WordwaiterError
from wordwaiter.paper import Document, Event, Printable, Wish, document_for
from wordwaiter.paper.languages import IN_TEMPLATES, in_language
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.web.words.sentences import on_paper, sentences

ENGLISH = re.compile(
    r"\b(the|of|and|by|for|with|round|first|letters|words|against|rules|is|are|not)\b",
    re.IGNORECASE,
)
"""Words that no French sentence of a document has."""

STILL_ENGLISH = {Printable.TREASURER, Printable.SPONSORS, Printable.RULES}
"""Reports of the organisers, and rules: their sentences are there in English alone."""

NOT_SAID = {"event", "rulebook", "key", "text", "alt", "board-alt", "tone"}
"""Fields that hold names, sentences of rulebooks, or words for templates."""

WITH_RULES = {Printable.SCORE_CARDS, Printable.SCORE_SHEETS, Printable.TALLY_SHEETS}
"""What has sentences of rules at its foot."""

FRENCH = partial(on_paper, "fr")


def documents(example_: Example) -> Iterator[tuple[Printable, Document]]:
    event = Event(example(example_))
    for division in event.tournament.divisions:
        for what in Printable:
            try:
                yield what, document_for(event, Wish(what, division))
            except WordwaiterError:
                continue  # nothing of that kind at this event


def told(value: object, left_out: set[str], key: str = "") -> Iterator[str]:
    """Every text of a document but for pictures."""
    match value:
        case str():
            if not value.startswith("<svg") and key not in left_out:
                yield value
        case Mapping():
            for name, each in value.items():
                yield from told(each, left_out, name)
        case list() | tuple():
            for each in value:
                yield from told(each, left_out, key)
        case _:
            pass


@pytest.mark.parametrize("example_", Example)
def test_a_document_in_french_has_no_english_besides_names(example_: Example) -> None:
    seen = set()
    tournament = example(example_)
    names = {tournament.name, tournament.venue, *tournament.divisions}
    for entrant in tournament.entrants.values():
        names |= {entrant.name, *(each.profile.club for each in entrant.contenders)}
        names |= {each.name for each in entrant.contenders}
    names |= {line.payment.note for line in tournament.ledger}
    for what, document in documents(example_):
        if what in STILL_ENGLISH:
            continue
        seen.add(what)
        french = in_language(document, "fr", FRENCH)
        for text in told(french.data, NOT_SAID | ({"notes"} if what in WITH_RULES else set())):
            bare = text
            for name in sorted(filter(None, names), key=len, reverse=True):
                bare = bare.replace(name, "")
            assert not ENGLISH.search(bare), (what, text)
    assert {Printable.STANDINGS, Printable.PAIRINGS_BY_NAME, Printable.BADGES} <= seen


def test_words_of_templates_are_those_that_are_told() -> None:
    from wordwaiter.paper.typesetting import _TEMPLATES

    used = {
        word
        for file in _TEMPLATES.glob("*.typ")
        for word in re.findall(r'\btr\("([^"]+)"\)', file.read_text("utf-8"))
    }
    assert used == set(map(str, IN_TEMPLATES))
    assert used <= sentences("fr").texts.keys()


def test_a_score_sheet_and_the_standings_can_be_read_in_french() -> None:
    event = Event(example(Example.ONTARIO))
    sheet = printed(in_language(document_for(event, Wish(Printable.SCORE_SHEETS, "Open")), "fr", FRENCH)).text
    for words in ("Feuille de score", "Ronde", "La fin de la partie", "Lettres", "Paraphes"):
        assert words in sheet, words
    assert "Score sheet" not in sheet
    standings = printed(in_language(document_for(event, Wish(Printable.STANDINGS)), "fr", FRENCH)).text
    assert "Classement" in standings
    assert "après la ronde" in standings
