"""The tally against boards with known totals, and against a second tally that shares no code with it."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.plain_tally import PIECES, SIZE, plain_tally
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.tally import Tally, tally_board

HARE = shipped_rulebook("bee-hare")
TILES, LAYOUT = HARE.table.tile_set, HARE.table.layout
BOARDS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "tally_boards.toml").read_text("utf-8")
)["board"]


def tally_rows(
    rows: list[str], start: str | None, surprise: str | None, sponsors: list[str], removed: str
) -> Tally:
    return tally_board(
        parse_board("\n".join(rows), LAYOUT, TILES),
        HARE,
        announce(TILES, start, surprise, sponsors),
        RemovedTiles(tuple(removed)),
    )


@pytest.mark.clause("bee-7")
@pytest.mark.clause("bee-tiles")
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board["name"])
def test_a_dense_board_has_the_total_that_a_separate_scorer_gave_it(board: dict[str, Any]) -> None:
    tally = tally_rows(
        board["rows"].split(),
        board["start"],
        board.get("surprise"),
        board.get("sponsors", []),
        board.get("removed", ""),
    )
    assert tally.total == board["total"]
    assert tally.bonus_points == board["bonus"]
    assert len(tally.words) == board["words"]
    assert tally.unplayed.points == 0
    assert tally.problems == ()


LETTERS = st.sampled_from("AEIOUTRSNLDGBMPQZXK")


@st.composite
def painted_rows(draw: st.DrawFn) -> list[str]:
    """A board of words thrown on it in both directions, with single tiles and blanks; rarely a tidy one."""
    cells: dict[tuple[int, int], str] = {}
    for _ in range(draw(st.integers(0, 9))):
        word = draw(st.text(LETTERS | st.sampled_from("aeq"), min_size=1, max_size=12))
        row, col, down = draw(st.integers(0, 14)), draw(st.integers(0, 14)), draw(st.booleans())
        for step, letter in enumerate(word):
            cells.setdefault((row + step, col) if down else (row, col + step), letter)
    return ["".join(cells.get((row, col), ".") for col in range(SIZE)) for row in range(SIZE)]


@pytest.mark.long
@settings(deadline=None)
@given(st.data())
def test_two_tallies_that_share_no_code_agree(data: st.DataObject) -> None:
    rows = data.draw(painted_rows())
    on_board = sorted({word for word, *_ in plain_tally(rows, None, None, [], "").words})
    parts = sorted({word[:-1] for word in on_board if len(word) > 2})
    names = st.sampled_from([*on_board, *parts, "ROTARY", "ACME"])
    surprise = data.draw(st.none() | names)
    sponsors = data.draw(st.lists(names, max_size=3, unique=True))
    lies_there = rows[7][7:].split(".")[0].upper()
    can_be_announced = len(lies_there) > 1 and (Counter(lies_there) - PIECES).total() <= 2
    start = data.draw(st.sampled_from([None, "LITERACY", *([lies_there] if can_be_announced else [])]))
    removed = data.draw(st.sampled_from(["", "Q", "AEIOU", "??Z", "EEEEEEEEEEEE"]))

    tally = tally_rows(rows, start, surprise, sponsors, removed)
    plain = plain_tally(rows, start, surprise, sponsors, removed)

    found = [(each.word, str(each.square), each.direction.value, each.points) for each in tally.words]
    assert sorted(found) == sorted(plain.words)
    assert tally.bonus_points == plain.bonus
    assert tally.unplayed.points == plain.unplayed
    assert tally.total == plain.total
    assert {problem.code.value for problem in tally.problems} == plain.problems
