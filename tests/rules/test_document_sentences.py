"""Every prescribing sentence of the five documents is on the rule sheet of its event."""

from collections import Counter
from pathlib import Path

import pytest

from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.document_sentences import (
    NotForSoftware,
    Printed,
    SaidBySetting,
    document_sentences,
)
from wordwaiter.rules.rulebooks.english import rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.tournament.formats.format import TOPICS
from wordwaiter.tournament.formats.reading import shipped_format, shipped_formats

DOCS = Path(__file__).parents[2] / "docs"


def sheet_text(name: str, changed: frozenset[str] = frozenset()) -> list[str]:
    sheet = rule_sheet(shipped_rulebook(name), changed)
    return [each.text for section in sheet.sections for each in section.sentences]


def test_no_sentence_of_a_document_was_lost() -> None:
    counted = Counter(catalogue()[each.clause].source for each in document_sentences())
    assert counted == {"iowa": 58, "grand-island": 63, "ontario": 71, "androscoggin": 57, "bee": 107}
    sentences = [each for each in document_sentences() if not each.continues]
    found = Counter(catalogue()[each.clause].source for each in sentences)
    assert found == {"iowa": 55, "grand-island": 58, "ontario": 54, "androscoggin": 54, "bee": 94}
    assert f"**{len(sentences)} of 315**" in (DOCS / "rules.md").read_text("utf-8")
    documents = {source.id for source in catalogue().sources if not source.is_rated_play}
    clauses = {clause.id for clause in catalogue().clauses if clause.source in documents}
    assert {each.clause for each in document_sentences()} == clauses


@pytest.mark.parametrize("name", shipped_rulebooks())
def test_every_sentence_is_on_the_sheet_of_its_event(name: str) -> None:
    rulebook = shipped_rulebook(name)
    sentences = [each for section in rule_sheet(rulebook).sections for each in section.sentences]
    settings, texts = {each.setting for each in sentences}, {each.text for each in sentences}
    for each in document_sentences():
        if not each.is_for(rulebook):
            continue
        match each.place:
            case SaidBySetting(setting):
                assert setting in settings, each
            case Printed(text=text):
                assert text in texts, each
            case NotForSoftware(reason):
                assert reason.endswith(".")


def test_each_sentence_is_for_a_shipped_rulebook() -> None:
    rulebooks = [shipped_rulebook(name) for name in shipped_rulebooks()]
    for each in document_sentences():
        assert any(each.is_for(rulebook) for rulebook in rulebooks), each


def test_what_a_format_carries_is_fixed_by_the_clause_of_the_sentence() -> None:
    fixed = {
        (key, clause)
        for name in shipped_formats()
        for key, origin in shipped_format(name).origins.items()
        for clause in origin.clauses
    }
    for each in document_sentences():
        if isinstance(each.place, Printed) and each.place.format_setting is not None:
            assert each.place.format_setting.partition(".")[0] in TOPICS
            assert (each.place.format_setting, each.clause) in fixed, each


@pytest.mark.clause("ontario-1")
@pytest.mark.clause("ontario-3")
@pytest.mark.clause("ontario-a-default")
@pytest.mark.clause("ontario-b-points")
def test_ontarios_sheet_has_conduct_drawing_default_points_and_tie_breaks() -> None:
    # "All players are honour-bound not to cheat, distract or mislead their opponents, collude with other
    # players or interfere in other games." "Look away to draw tiles from the bag." "If a competitor defaults
    # part way ..., the results of that competitor will be removed from the standings."
    # "Each win per team player will score 2 points." "... the highest game scores of the teams ..."
    sheet = " ".join(sheet_text("ontario"))
    assert "do not cheat, do not distract or mislead your opponent" in sheet
    assert "Look away while you draw." in sheet
    assert "The results of a competitor who defaults part way are taken out of the standings." in sheet
    assert "Each game a partner wins gives the pair 2 points." in sheet
    assert "The highest game scores decide between pairs that are level on points." in sheet


@pytest.mark.clause("bee-phones")
@pytest.mark.parametrize("name", ["bee-hare", "bee-tortoise"])
def test_the_bees_sheet_forbids_phones_and_word_lists(name: str) -> None:
    # "Phones may NOT be used as a dictionary nor for word lists and must be SILENCED."
    sections = {section.title: section for section in rule_sheet(shipped_rulebook(name)).sections}
    said = [each.text for each in sections["Phones and word lists"].sentences]
    assert said[:2] == ["Phones may not be used as a dictionary or for word lists.", "Phones are silenced."]
    assert len(said) == 3


def test_a_sheet_has_only_what_is_for_its_division() -> None:
    hare, tortoise = sheet_text("bee-hare"), sheet_text("bee-tortoise")
    assert "The team goes on connecting words until all tiles are used." in hare
    assert "The team goes on connecting words until all tiles are used." not in tortoise
    assert "Teams may play more games for fun." in tortoise
    assert "Teams may play more games for fun." not in hare


def test_a_sheet_leaves_out_what_the_organiser_has_changed() -> None:
    changed = sheet_text("ontario", frozenset({"rounds.count"}))
    assert "Everyone plays three games." in sheet_text("ontario")
    assert set(sheet_text("ontario")) - set(changed) == {"Everyone plays three games."}


def test_a_sentence_that_the_document_says_twice_is_printed_once() -> None:
    said = sheet_text("ontario")
    assert said.count("The officials are one convenor and one scorekeeper.") == 1
