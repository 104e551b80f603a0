"""Paper in French: everything that the program says is told in French, and what people typed stays."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

import pytest

from paper.reading import example, printed
from wordwaiter.errors import WordwaiterError
from wordwaiter.paper import Document, Event, Printable, Wish, document_for
from wordwaiter.paper.languages import IN_TEMPLATES, in_language, rule_wording
from wordwaiter.paper.money import treasurers_report
from wordwaiter.paper.rule_sheets import rule_sheet_document
from wordwaiter.rules.rulebooks.english import rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.sentences import HOLE
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.tournament.formats.open_choices import open_choices
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, dollars
from wordwaiter.web.words.sentences import on_paper, rule_patterns, sentences

ENGLISH = re.compile(
    r"\b(the|of|and|by|for|with|round|first|letters|words|against|rules|is|are|not"
    r"|January|February|March|April|June|July|August|September|October|November|December)\b",
    re.IGNORECASE,
)
"""Words that no French sentence of a document has."""

A_DAY_IN_FIGURES = re.compile(r"\b20\d\d-\d\d-\d\d\b")

STILL_ENGLISH = {Printable.RULES}
"""Rules of which there is no French: those of other events than Ontario's."""

NOT_SAID = {"rulebook", "key", "text", "alt", "board-alt", "tone"}
"""Fields that hold names, sentences of rulebooks, or words for templates."""

WITH_RULES = {Printable.SCORE_CARDS, Printable.SCORE_SHEETS, Printable.TALLY_SHEETS}
"""What has sentences of rules at its foot."""

FRENCH = partial(on_paper, "fr")


def documents(example_: Example) -> Iterator[tuple[Printable, Document]]:
    event = Event(replace(example(example_), date="2026-11-18"))
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
    tournament = replace(example(example_), date="2026-11-18")
    names = {tournament.name, tournament.venue, *tournament.divisions}
    for entrant in tournament.entrants.values():
        names |= {entrant.name, *(each.profile.club for each in entrant.contenders)}
        names |= {each.name for each in entrant.contenders}
    sales = {Fund.TILES, Fund.ALL_TILES}
    names |= {each.payment.note for each in tournament.ledger if each.payment.fund not in sales}
    for what, document in documents(example_):
        if what in STILL_ENGLISH and example_ is not Example.ONTARIO:
            continue
        seen.add(what)
        french = in_language(document, "fr", FRENCH)
        for text in told(
            french.data,
            NOT_SAID | ({"notes"} if what in WITH_RULES and example_ is not Example.ONTARIO else set()),
        ):
            bare = text
            for name in sorted(filter(None, names), key=len, reverse=True):
                bare = bare.replace(name, "")
            assert not ENGLISH.search(bare), (what, text)
            assert not A_DAY_IN_FIGURES.search(text), (what, text)
            assert not re.search(r"[^\W\d][:;] ", bare.replace("Example:", "")), (what, text)
    assert {Printable.STANDINGS, Printable.PAIRINGS_BY_NAME, Printable.BADGES} <= seen
    assert example_ is not Example.BEE or {Printable.TREASURER, Printable.SPONSORS} <= seen


def test_words_of_templates_are_those_that_are_told() -> None:
    from wordwaiter.paper.typesetting import _TEMPLATES

    used = {
        word
        for file in _TEMPLATES.glob("*.typ")
        for word in re.findall(r'\btr\("([^"]+)"\)', file.read_text("utf-8"))
    }
    assert used == set(map(str, IN_TEMPLATES))
    assert used <= sentences("fr").texts.keys()


@pytest.mark.long
def test_a_score_sheet_and_the_standings_can_be_read_in_french() -> None:
    event = Event(example(Example.ONTARIO))
    sheet = printed(in_language(document_for(event, Wish(Printable.SCORE_SHEETS, "Open")), "fr", FRENCH)).text
    for words in ("Feuille de score", "Ronde", "La fin de la partie", "Lettres", "Paraphes"):
        assert words in sheet, words
    assert "Score sheet" not in sheet
    standings = printed(in_language(document_for(event, Wish(Printable.STANDINGS)), "fr", FRENCH)).text
    assert "Classement" in standings
    assert "après la ronde" in standings


# ---------------------------------------------------------------- Ontario, sheet by sheet as it is printed


def english_phrases() -> dict[str, str]:
    """What the program says in English, in parts of three words or more, each with its French."""
    phrases = {}
    for known in (sentences("fr"), rule_patterns("fr")):
        for pattern in known.texts:
            for part in HOLE.split(pattern)[::2]:
                squeezed = " ".join(part.split())
                if squeezed.count(" ") >= 2 and len(squeezed) > 12:
                    phrases[squeezed] = pattern
    return phrases


@pytest.mark.long
def test_no_paper_of_an_ontario_event_has_an_english_sentence() -> None:
    """Every kind of paper that the event prints, read back from its PDF as pdftotext tells it."""
    phrases, read = english_phrases(), set()
    assert len(phrases) > 300
    for what, document in documents(Example.ONTARIO):
        paper = printed(in_language(document, "fr", FRENCH))
        text = " ".join(paper.text.split())
        read.add(what)
        assert [phrase for phrase in phrases if phrase in text] == [], what
        for name in ("Example: ", *NAMES_OF_ENGLISH_WORDS):
            text = text.replace(name, "")
        assert [text[max(0, each.start() - 60) : each.end() + 60] for each in ENGLISH.finditer(text)] == []
    assert {Printable.RULES, Printable.SCORE_CARDS, Printable.SCORE_SHEETS, Printable.STANDINGS} <= read


NAMES_OF_ENGLISH_WORDS = ("The Official SCRABBLE Players Dictionary", "Official SCRABBLE Players Dictionary")


def chosen_by_convenors() -> list[str]:
    """What the sheet says of each choice that a convenor has."""
    return [
        option.sentence for choice in open_choices(shipped_format("ontario")) for option in choice.options
    ]


def test_the_rules_of_ontario_are_told_in_french_whatever_the_convenor_chose() -> None:
    rulebook, known = shipped_rulebook("ontario"), rule_patterns("fr").texts.keys()
    sheet = rule_sheet(rulebook)
    said_there = [section.title for section in sheet.sections]
    for each in (sentence for section in sheet.sections for sentence in section.sentences):
        said_there += filter(None, (each.text, each.note, each.choice))
    said_there += [each.text for each in sheet.readings]
    said_there += [
        option.sentence for choice in open_choices(shipped_format("ontario")) for option in choice.options
    ]
    missing = {rule_wording(text).pattern for text in said_there} - known
    assert missing == set()


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_a_rule_sheet_is_in_one_language(name: str) -> None:
    document = rule_sheet_document(shipped_rulebook(name))
    french = in_language(document, "fr", FRENCH)
    english, told_there = (list(told(each.data["sections"], {"marks"})) for each in (document, french))
    same = [text for text, other in zip(english, told_there, strict=True) if text == other]
    assert same == ([] if name == "ontario" else english)


def test_no_french_of_a_rule_is_left_over() -> None:
    told_somewhere = {
        option.sentence for choice in open_choices(shipped_format("ontario")) for option in choice.options
    }
    for name in shipped_rulebooks():
        sheet = rule_sheet(shipped_rulebook(name))
        told_somewhere |= {section.title for section in sheet.sections}
        told_somewhere |= {each.text for each in sheet.readings}
        for section in sheet.sections:
            for each in section.sentences:
                told_somewhere |= set(filter(None, (each.text, each.note, each.choice)))
    left_over = rule_patterns("fr").texts.keys() - {rule_wording(text).pattern for text in told_somewhere}
    assert left_over == set()


def test_a_rule_of_ones_own_may_have_any_signs_and_any_number_of_numbers() -> None:
    """A reason in a rulebook of one's own is text that anybody may have written."""
    for text in ("Use {x} or {}, not {7}.", " ".join(map(str, range(1000)))):
        assert str(rule_wording(text)) == FRENCH(rule_wording(text)) == text


def test_a_french_rule_has_the_numbers_of_the_english_one() -> None:
    for pattern, text in rule_patterns("fr").texts.items():
        assert sorted(HOLE.findall(str(text))) == sorted(HOLE.findall(pattern)), pattern
    wording = rule_wording("A rack holds 8 tiles.")
    assert FRENCH(wording) == "Un chevalet porte 8 lettres."
    assert FRENCH(rule_wording("A rack holds no tiles.")) == "A rack holds no tiles."


@pytest.mark.parametrize(
    ("cents", "french"),
    [(150_000, "1 500 $"), (150_005, "1 500,05 $"), (-250, "\N{MINUS SIGN}2,50 $"), (10, "0,10 $")],
)
def test_an_amount_is_written_as_in_french(cents: int, french: str) -> None:
    told = FRENCH(dollars(cents))
    assert " ".join(told.split()) == french


def test_the_chart_of_the_funds_is_told_in_french() -> None:
    tournament = replace(example(Example.BEE), target_cents=300_000)
    report = treasurers_report(tournament)
    drawn = str(in_language(report, "fr", FRENCH).data)
    picture = drawn.partition("<svg")[2].partition("</svg")[0]
    assert "Les fonds au fil du temps" in picture
    assert "espérés" in picture
    assert "raised" not in drawn
    assert "hoped" not in drawn
    assert "raised of $3,000 hoped for" in str(report.data)
    assert not re.search(r"\$\d", drawn)
