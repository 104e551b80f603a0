"""Two devices paint one board: neither overwrites what the other has saved."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.hare.rounds import TILES, Round, board_of
from wordwaiter.game.hare.commands import OpenRound, PaintBoard
from wordwaiter.game.hare.merge import merge
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.layout import Square, parse_square

SEEN: Final = board_of("8H GLOW")


def painting() -> Round:
    return Round(OpenRound("Emcee", "Owls", 1, TableKind.PHYSICAL, announce(TILES, "GLOW")))


def lies_at(played: Round, square: str) -> str:
    return str(played.state.board.at(parse_square(square)) or ".")


def test_what_two_devices_paint_on_different_squares_lies_there_together() -> None:
    played = painting()
    played.does(PaintBoard("Ann", board_of("8H GLOW", "H8 GO"), (SEEN,)))
    played.does(PaintBoard("Waiter", board_of("8H GLOW", "K8 WE"), (SEEN,)))
    assert played.state.board == board_of("8H GLOW", "H8 GO", "K8 WE")


def test_a_tile_that_one_device_lifts_is_not_laid_again_by_the_other() -> None:
    played = painting()
    full = board_of("8H GLOW", "H8 GO")
    played.does(PaintBoard("Ann", full, (SEEN,)))
    played.does(PaintBoard("Ann", SEEN, (full,)))
    played.does(PaintBoard("Waiter", board_of("8H GLOW", "H8 GO", "K8 WE"), (full,)))
    assert played.state.board == board_of("8H GLOW", "K8 WE")


def test_different_tiles_on_one_square_are_refused_by_its_name_until_they_are_meant() -> None:
    played = painting()
    played.does(PaintBoard("Ann", board_of("8H GLOW", "H8 GO", "K8 WE"), (SEEN,)))
    ours = board_of("8H GLOW", "H8 GAS")
    refusal = played.refuses(PaintBoard("Waiter", ours, (SEEN,)))
    assert refusal.code == "painted-elsewhere"
    assert refusal.facts == {"squares": "H9", "mine": "A", "theirs": "O"}
    assert "H9: yours A, theirs O" in refusal.sentence

    played.does(PaintBoard("Waiter", ours, (SEEN,), over_others=True))
    assert played.state.board == board_of("8H GLOW", "H8 GAS", "K8 WE")


def test_what_a_device_has_sent_and_not_heard_of_is_not_somebody_elses() -> None:
    played = painting()
    first = board_of("8H GLOW", "H8 GO")
    played.does(PaintBoard("Waiter", first, (SEEN,)))  # its answer is lost
    played.does(PaintBoard("Waiter", board_of("8H GLOW", "H8 GAS"), (SEEN, first)))
    assert lies_at(played, "9H") == "A"


def test_a_board_that_says_nothing_of_another_is_meant_as_a_whole() -> None:
    played = painting()
    played.does(PaintBoard("Ann", board_of("8H GLOW", "H8 GO")))
    played.does(PaintBoard("Waiter", board_of("8H GLOW", "K8 WE")))
    assert played.state.board == board_of("8H GLOW", "K8 WE")


_CELLS: Final = st.dictionaries(
    st.builds(Square, st.integers(0, 1), st.integers(0, 1)), st.sampled_from("AB").map(PlacedTile)
)
BOARDS: Final = _CELLS.map(lambda cells: SEEN.with_tiles(cells.items()))


@pytest.mark.long
@given(BOARDS, BOARDS, BOARDS)
def test_a_merge_keeps_what_either_side_changed_and_names_what_both_did(
    seen: Board, ours: Board, theirs: Board
) -> None:
    merged = merge(ours, [seen], theirs)
    for square in seen.layout.squares():
        before, mine, there = (each.at(square) for each in (seen, ours, theirs))
        assert merged.board.at(square) == (there if mine == before else mine)
        assert (square in merged.contested) == (mine != before and there not in (before, mine))
