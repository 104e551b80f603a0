"""One door to all documents, for pages and commands; and the pages to which codes lead."""

from dataclasses import replace
from datetime import timedelta, timezone

import pytest

from paper.reading import HARE, example, printed, squeezed
from wordwaiter.errors import MalformedError
from wordwaiter.paper import ABOUT_WORDS, Event, Printable, Wish, document_for, score_cards, table_pages
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.tournament.formats.reading import changed_format
from wordwaiter.tournament.money.ledger import Method
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.pages.bee.hare_board import show_board
from wordwaiter.web.pages.table.page import show_table

BEE = Event(example(Example.BEE))
IOWA = Event(example(Example.IOWA))
EMPTY = Event(Tournament("Empty", "", "", 0, 0, 0))


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        (Wish(Printable.SCORE_CARDS, "hare", 1), "score cards, Hare, round 1"),
        (Wish(Printable.SCORE_SHEETS, "Tortoise"), "score sheets, Tortoise, round 1"),
        (Wish(Printable.TALLY_SHEETS, "Hare"), "tally sheets, Hare, round 2"),
        (Wish(Printable.PAIRINGS_BY_NAME, "Hare"), "round 2, Hare, by name"),
        (Wish(Printable.PAIRINGS_BY_TABLE, "Hare", 1), "round 1, Hare, by table"),
        (Wish(Printable.STANDINGS), "standings"),
        (Wish(Printable.RULES, "Tortoise"), f"{BEE.tournament.name}: the rules"),
        (Wish(Printable.TENTS), "table tents"),
        (Wish(Printable.BADGES), "name badges"),
        (Wish(Printable.CERTIFICATES, "HARE"), "certificates"),
        (Wish(Printable.RECEIPTS), "receipts"),
        (Wish(Printable.TREASURER, zone=timezone(timedelta(hours=-6))), "treasurer's report"),
        (Wish(Printable.SPONSORS), "sponsors"),
    ],
)
def test_what_is_wished_for_is_what_is_printed(wish: Wish, told: str) -> None:
    assert document_for(BEE, wish).title.endswith(told)


@pytest.mark.clause("ontario-b-games")
def test_a_division_of_two_games_is_not_told_that_it_plays_three() -> None:
    ontario = example(Example.ONTARIO)
    ((name, division),) = ontario.divisions.items()
    shorter = changed_format(division.format, "The hall closes early.", rounds_count=2)
    changed = replace(ontario, divisions={name: replace(division, format=shorter)})
    usual, short = (
        squeezed(printed(document_for(Event(each), Wish(Printable.RULES))).text)
        for each in (ontario, changed)
    )
    assert squeezed("Everyone plays three games.") in usual
    assert squeezed("Everyone plays three games.") not in short
    assert squeezed("Each game a partner wins gives the pair 2 points.") in short


def test_a_rule_sheet_names_the_event_that_prints_it_and_not_another_year() -> None:
    text = printed(document_for(IOWA, Wish(Printable.RULES, next(iter(IOWA.tournament.divisions))))).text
    assert IOWA.tournament.name in text
    assert IOWA.tournament.venue in text
    assert "2011" not in text


def test_tents_are_for_all_tables_at_which_somebody_sat() -> None:
    rounds = [played for name in IOWA.tournament.divisions for played in IOWA.tournament.rounds_of(name)]
    tables = sorted({each.table for played in rounds for each in played.sittings})
    tents = printed(document_for(IOWA, Wish(Printable.TENTS)))
    assert len(tents.pages) == len(tables) > 5
    for page, table in zip(tents.pages, tables, strict=True):
        assert page.count(str(table)) == 2


def test_all_receipts_are_meant_where_no_line_is_named() -> None:
    text = printed(document_for(BEE, Wish(Printable.RECEIPTS))).text
    for line in BEE.tournament.ledger:
        kind = "Bill" if line.payment.method is Method.TAB else "Receipt"
        assert f"{kind} {line.number}" in text


@pytest.mark.parametrize("what", Printable)
def test_a_tournament_of_nobody_has_nothing_to_print_and_says_so(what: Printable) -> None:
    if what is Printable.STANDINGS:
        assert "Standings" in printed(document_for(EMPTY, Wish(what))).text
        return
    with pytest.raises(MalformedError) as refused:
        document_for(EMPTY, Wish(what))
    assert refused.value.sentence


def test_a_division_has_to_be_named_where_there_are_several() -> None:
    with pytest.raises(MalformedError) as refused:
        document_for(BEE, Wish(Printable.SCORE_CARDS))
    assert refused.value.code == "which-division"


def test_a_code_leads_to_the_table_that_was_opened_last() -> None:
    opened = ["example-1/2/1/2.1~2", "example-1/2/1/2.1", "example-1/2/1/2.1~10", "example-1/2/1/3.1"]
    address = table_pages("http://h:1", "example-1", BEE.tournament, opened)
    assert address(Place("Tortoise", 1, 2)) == "http://h:1/tables/example-1/2/1/2.1~10"
    assert address(Place("Tortoise", 1, 3)) == "http://h:1/tables/example-1/2/1/3.1"


def test_codes_lead_to_pages_that_are_there() -> None:
    address = table_pages("http://h:1", "example-1", BEE.tournament)
    hare, tortoise = address(Place("Hare", 1, 3)), address(Place("Tortoise", 1, 2))
    assert (hare, tortoise) == ("http://h:1/hare/example-1/1/1/3.1", "http://h:1/tables/example-1/2/1/2.1")
    assert "/hare/{stream:path}" in show_board.paths
    assert "/tables/{stream:path}" in show_table.paths
    text = printed(score_cards(BEE.tournament, "Hare", 1, HARE, address)).text
    assert hare in text


def test_the_rule_sheet_says_that_the_word_list_is_missing() -> None:
    told = "This event uses TWL06, which is not on this computer."
    wish = Wish(Printable.RULES, next(iter(IOWA.tournament.divisions)), notes=(told,))
    text = str(document_for(IOWA, wish).data)
    assert told in text
    # The software's own list is not named beside it as the one that decides.
    assert "Which word list decides at this event stands under “The word list”." in text
    assert "In the software, the matching word list is" not in text


@pytest.mark.parametrize("what", [each for each in Printable if each in ABOUT_WORDS - {Printable.GAMES}])
def test_every_paper_about_words_says_that_the_word_list_is_missing(what: Printable) -> None:
    told = "This event uses MW11, which is not on this computer."
    division = "Hare" if what is Printable.TALLY_SHEETS else "Tortoise"
    wish = Wish(what, division, notes=(told,))
    assert told in printed(document_for(BEE, wish)).text


def test_certificates_and_pairings_say_nothing_of_it() -> None:
    for what in (Printable.PAIRINGS_BY_NAME, Printable.STANDINGS):
        assert document_for(BEE, Wish(what, "Tortoise", notes=("missing",))).notes == ()
    for what in (Printable.CERTIFICATES, Printable.BADGES):
        assert document_for(IOWA, Wish(what, notes=("missing",))).notes == ()
