"""What a round needs on paper: cards, sheets, pairings."""

import re
from dataclasses import replace
from typing import Any, cast

import pytest
import segno

from paper.reading import (
    HARE,
    LONG_NAME,
    LONG_WORD,
    MARKUP,
    ONTARIO,
    at_one_table,
    example,
    printed,
    renamed,
    squeezed,
)
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.paper import (
    Paper,
    Sheet,
    blank_score_sheet,
    blank_tally_sheet,
    pairings_by_name,
    pairings_by_table,
    score_cards,
    score_sheets,
    table_pages,
    tally_sheets,
)
from wordwaiter.paper.codes import qr_svg
from wordwaiter.paper.typesetting import Document
from wordwaiter.rules.rulebooks.english import rule_sentences
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.tournament.rounds.rounds import Forfeited
from wordwaiter.tournament.rounds.table_results import Place

SHEETS = [Sheet(paper, large) for paper in Paper for large in (False, True)]
ADDRESS = table_pages("http://192.168.1.20:8080/", "tournament-3", example(Example.ONTARIO))


def test_a_score_card_names_its_rules_without_the_year_of_their_source() -> None:
    iowa = example(Example.IOWA)
    division = next(iter(iowa.divisions))
    (card, *_) = printed(score_cards(iowa, division, 1, shipped_rulebook("iowa"))).pages
    assert "Rules: Iowa Senior Olympics " in card
    assert "2011" not in card


@pytest.mark.clause("ontario-d")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_score_card_prints_for_each_table_and_round(number: int) -> None:
    ontario = example(Example.ONTARIO)
    cards = printed(score_cards(ontario, "Open", number, ONTARIO, ADDRESS))
    sittings = ontario.round("Open", number).sittings
    assert len(sittings) >= 11
    assert len(cards.pages) == -(-len(sittings) // 2)
    for place, sitting in enumerate(sittings):
        page = cards.pages[place // 2]
        assert f"Table {sitting.table} Round {number}" in page
        for side in sitting.sides:
            assert ontario.contender(side).name in page
        assert f"/tables/tournament-3/1/{number}/{sitting.table}.1" in page
        assert page.count("Ontario 55+ Games, Open Doubles") == min(2, len(sittings) - place // 2 * 2)
    assert not cards.outside


@pytest.mark.clause("ontario-8")
def test_a_card_has_room_for_the_end_of_the_game_and_both_initials() -> None:
    ontario = example(Example.ONTARIO)
    (card, *_) = printed(score_cards(ontario, "Open", 3, ONTARIO), Sheet(large=True)).pages
    for label in ("Plays first", "Score in play", "Unplayed tiles", "Total", "Initials"):
        assert label in card


@pytest.mark.parametrize("rulebook", shipped_rulebooks())
def test_no_code_of_a_clause_is_on_what_is_filled_in(rulebook: str) -> None:
    rules = shipped_rulebook(rulebook)
    blank = blank_tally_sheet(rules) if isinstance(rules.play, Building) else blank_score_sheet(rules)
    text = " ".join(printed(blank).pages)
    codes = [clause for sentence in rule_sentences(rules).values() for clause in sentence.clauses]
    assert not [code for code in codes if code in text]
    assert f"({rulebook})" not in text


def test_a_result_that_stands_is_on_the_card() -> None:
    ontario = example(Example.ONTARIO)
    cards = printed(score_cards(ontario, "Open", 2, ONTARIO), Sheet(large=True))
    for page, sitting in zip(cards.pages, ontario.round("Open", 2).sittings, strict=True):
        outcome = sitting.outcome
        assert outcome is not None
        assert f"Total {outcome.scores[0]} {outcome.scores[1]}" in page  # type: ignore[union-attr]


def test_the_code_on_a_card_is_that_of_the_tables_page() -> None:
    address = ADDRESS(Place("Open", 2, 7))
    assert address == "http://192.168.1.20:8080/tables/tournament-3/1/2/7.1"
    matrix = segno.make(address, error="m", micro=False).matrix
    drawn = [[0] * len(matrix) for _ in matrix]
    for col, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", qr_svg(address)):
        for step in range(int(length)):
            drawn[int(row) - 2][int(col) - 2 + step] += 1
    assert drawn == [list(map(int, row)) for row in matrix]


@pytest.mark.long
@pytest.mark.parametrize("sheet", [Sheet(), Sheet(Paper.LETTER, large=True)], ids=["A4", "large"])
@pytest.mark.parametrize("name", [LONG_NAME, LONG_WORD, MARKUP], ids=["words", "one word", "mark-up"])
def test_a_long_or_strange_name_is_whole_on_everything_that_a_round_prints(name: str, sheet: Sheet) -> None:
    ontario = at_one_table(renamed(example(Example.ONTARIO), [name]), "Open")
    bee = at_one_table(renamed(example(Example.BEE), [name]), "Hare")
    for document in (
        score_cards(ontario, "Open", 1, ONTARIO, ADDRESS),
        pairings_by_name(ontario, "Open", 1),
        pairings_by_table(ontario, "Open", 1),
        score_sheets(ontario, "Open", 1, ONTARIO),
        tally_sheets(bee, "Hare", 1, HARE),
    ):
        paper = printed(document, sheet)
        assert squeezed(name) in squeezed(paper.text), document.title
        assert not paper.outside, document.title


@pytest.mark.parametrize("sheet", SHEETS, ids=str)
def test_cards_and_sheets_take_the_pages_that_they_should(sheet: Sheet) -> None:
    ontario = at_one_table(example(Example.ONTARIO), "Open")
    bee = at_one_table(example(Example.BEE), "Hare")
    size = (595, 842) if sheet.paper is Paper.A4 else (612, 792)
    assert printed(score_cards(ontario, "Open", 1, ONTARIO, ADDRESS), sheet).sizes == (size,)
    assert printed(score_sheets(ontario, "Open", 1, ONTARIO), sheet).sizes == (size,) * 2
    assert printed(tally_sheets(bee, "Hare", 1, HARE), sheet).sizes == (size,) * 2


@pytest.mark.parametrize("name", shipped_rulebooks())
@pytest.mark.parametrize("paper", Paper)
def test_every_rulebook_has_a_sheet_of_one_page_or_a_tally_of_two(name: str, paper: Paper) -> None:
    rulebook = shipped_rulebook(name)
    builds = isinstance(rulebook.play, Building)
    document = blank_tally_sheet(rulebook) if builds else blank_score_sheet(rulebook)
    for large in (False, True):
        found = printed(document, Sheet(paper, large))
        assert len(found.pages) == (2 if builds else 1)
        assert not found.outside


@pytest.mark.clause("ontario-8")
def test_the_score_sheet_has_every_tile_to_cross_off_and_room_for_initials() -> None:
    (page,) = printed(blank_score_sheet(ONTARIO)).pages
    for tile in ONTARIO.table.tile_set.tiles:
        row = f"{tile.value} {' '.join([tile.label] * tile.count)}"
        assert row in page
    assert "0 □ □" in page
    assert "Initials" in page
    assert [str(turn) in page.split() for turn in range(1, 19)] == [True] * 18


@pytest.mark.clause("grand-island-s9")
def test_the_score_sheet_says_that_racks_are_filled_when_time_is_up_where_they_are() -> None:
    """9: "If there are tiles left in the bag when time expires, players MUST fill their rack"."""
    (sheet,) = printed(blank_score_sheet(shipped_rulebook("grand-island"))).pages
    assert "racks are filled before the final count" in sheet
    for name in ("iowa", "ontario", "androscoggin"):
        (sheet,) = printed(blank_score_sheet(shipped_rulebook(name))).pages
        assert "filled" not in sheet


EACH_TURN = "should be scored after each turn by the Word Waiter."


@pytest.mark.clause("bee-tortoise-1")
@pytest.mark.clause("bee-tortoise-9", EACH_TURN)
def test_the_score_sheet_of_a_team_that_plays_alone_has_all_its_turns_and_no_opponent() -> None:
    (page,) = printed(blank_score_sheet(shipped_rulebook("bee-tortoise"))).pages
    assert page.count("Name") == 2, "above the turns, and at the end of the game"
    assert "Starting word" in page
    assert {str(turn) for turn in range(1, 36)} <= set(page.split())
    (ontario,) = printed(blank_score_sheet(ONTARIO)).pages
    assert ontario.count("Name") == 4
    assert "Starting word" not in ontario


def test_each_player_has_a_sheet_of_their_own() -> None:
    ontario = at_one_table(example(Example.ONTARIO), "Open")
    mine, theirs = printed(score_sheets(ontario, "Open", 1, ONTARIO)).pages
    (sitting,) = ontario.round("Open", 1).sittings
    for side in sitting.sides:
        assert ontario.contender(side).name in mine
    assert mine.replace("1 / 2", "") == theirs.replace("2 / 2", "")


def test_the_tally_sheet_has_letters_premiums_and_the_words_of_the_round() -> None:
    bee = example(Example.BEE)
    tally = printed(tally_sheets(bee, "Hare", 1, HARE))
    board, words = tally.pages[:2]
    labels = [board.split().count(label) for label in ("2L", "3L", "2W", "3W")]
    assert labels == [24, 12, 16, 8]
    for tile in HARE.table.tile_set.tiles:
        assert f"{tile.label}{tile.value} ×{tile.count}" in board
    assert "Owls" in board
    assert "Surprise word TURTLE, 50 points +" in words
    assert "Sponsors (ROTARY, ACME), 100 points each +" in words
    assert "Word Waiter" in words
    assert "Member of the team" in words


def test_a_team_that_has_left_gets_no_tally_sheet() -> None:
    bee = example(Example.BEE)
    (first, *others) = bee.round("Hare", 2).sittings
    gone = replace(first, outcome=Forfeited(first.sides, "Dora", "went home"))
    left = bee.with_round(replace(bee.round("Hare", 2), sittings=(gone, *others)))
    words = list(tally_sheets(left, "Hare", 2, HARE).words())
    assert bee.contender(first.sides[0]).name not in words
    assert bee.contender(others[0].sides[0]).name in words


def test_a_tally_sheet_for_rules_of_turns_is_refused() -> None:
    with pytest.raises(IllegalError) as refused:
        blank_tally_sheet(ONTARIO)
    assert refused.value.code == "no-tally"
    assert refused.value.clause == "ontario-7"


def test_a_score_sheet_for_rules_without_turns_is_refused() -> None:
    with pytest.raises(IllegalError) as refused:
        blank_score_sheet(HARE)
    assert refused.value.code == "no-turns"
    assert "print tally sheets" in refused.value.sentence


def test_a_tally_sheet_in_large_print_has_room_for_a_full_board_too() -> None:
    words = printed(blank_tally_sheet(HARE), Sheet(large=True)).pages[1]
    assert [str(line) in words.split() for line in range(1, 51)] == [True] * 50


def test_a_name_with_an_accent_stands_where_people_look_for_it() -> None:
    iowa = renamed(example(Example.IOWA), ["Zoe", "Émile", "eva", "Östen"])
    (page,) = printed(pairings_by_name(iowa, "55-64", 1)).pages
    names = re.findall(r"(Émile|eva|Östen|Zoe) \d", page)
    assert names == ["Émile", "eva", "Östen", "Zoe"]


def test_pairings_by_name_are_in_the_order_of_the_alphabet() -> None:
    iowa = example(Example.IOWA)
    (page,) = printed(pairings_by_name(iowa, "65+", 2)).pages
    played = iowa.round("65+", 2)
    rows = []
    for sitting in played.sittings:
        one, other = (iowa.contender(side).name for side in sitting.sides)
        rows += [f"{one} {sitting.table} {other}", f"{other} {sitting.table} {one}"]
    (rest,) = played.rests
    rows.append(f"{iowa.contender(rest.contender).name} has a bye")
    assert " ".join(sorted(rows)) in page


def test_a_team_that_sits_alone_has_the_whole_line() -> None:
    bee, ontario = example(Example.BEE), example(Example.ONTARIO)
    for event, division, sides in ((bee, "Hare", 1), (ontario, "Open", 2)):
        (section,) = cast(
            "list[dict[str, list[object]]]", pairings_by_table(event, division, 1).data["sections"]
        )
        assert len(section["columns"]) == 1 + sides


def test_pairings_by_table_are_in_the_order_of_the_tables() -> None:
    iowa = example(Example.IOWA)
    (page,) = printed(pairings_by_table(iowa, "65+", 2)).pages
    played = iowa.round("65+", 2)
    rows = [
        " ".join((str(sitting.table), *(iowa.contender(side).name for side in sitting.sides)))
        for sitting in sorted(played.sittings, key=lambda each: each.table)
    ]
    assert " ".join(rows) in page.replace("▶ ", "")
    assert f"{iowa.contender(played.rests[0].contender).name} has a bye." in page


def test_a_round_that_is_not_there_cannot_be_printed() -> None:
    with pytest.raises(MalformedError) as refused:
        pairings_by_name(example(Example.IOWA), "65+", 9)
    assert refused.value.code == "no-such-round"


def test_a_long_name_goes_on_in_the_next_line_after_its_hyphens() -> None:
    name = "Anne-Marie Saint-Jean-sur-Richelieu-Beauchemin"
    iowa = renamed(example(Example.IOWA), [name, LONG_NAME])
    by_table = printed(pairings_by_table(iowa, next(iter(iowa.divisions)), 1), Sheet(Paper.A4, large=True))
    for part in ("Richelieu-", "Beauchemin", "Featherstonehaugh-", "Cholmondeley"):
        assert part in by_table.text


def test_nobody_is_sent_to_a_game_that_is_not_played() -> None:
    ontario = example(Example.ONTARIO)
    played = ontario.round("Open", 1)
    sitting = played.sittings[0]
    gone = replace(sitting, outcome=Forfeited((sitting.sides[0],), "Dora", "missed the bus"))
    rounds = (replace(played, sittings=(gone, *played.sittings[1:])), *ontario.rounds_of("Open")[1:])
    there = replace(ontario, rounds={**ontario.rounds, "Open": rounds})
    absent, left = (there.contender(side).name for side in sitting.sides)
    found = [cells for cells in _cells(pairings_by_name(there, "Open", 1)) if cells[0] in (absent, left)]
    assert sorted(found) == sorted([[absent, "", "is not here"], [left, "", "has a bye"]])


def _cells(document: Document) -> list[list[str]]:
    sections: Any = document.data["sections"]
    return [row["cells"] for section in sections for row in section["rows"]]


def test_where_teams_play_by_themselves_no_column_names_others() -> None:
    text = printed(pairings_by_name(example(Example.BEE), "Hare", 1)).text
    assert "Name Table" in text
    assert "Against" not in text
