"""The play after which a game ends can be challenged until both sides have signed.

Ontario, 8.d: "Ensure the recorded scores are agreeable to each player and each initial the score sheet/s
to be handed in." Iowa, 8: "Any word may be challenged after the player's turn has ended and before he draws
one or more tiles from the sack for his next turn." Grand Island, 9: "Any word may be challenged before the
next team starts a turn by notifying a word judge." Androscoggin, 9: "Any word may be challenged before the
next team starts their turn." After the last play nobody draws and no turn starts; the signatures close it.
"""

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game, refused
from wordwaiter.game.table import TableKind

CLAUSE = {
    "iowa": "iowa-8",
    "grand-island": "grand-island-9",
    "ontario": "ontario-8",
    "androscoggin": "androscoggin-9",
    "club": "club:challenge.last_play",
}

every_rulebook = pytest.mark.parametrize(
    "rulebook",
    [pytest.param(name, marks=() if name == "club" else pytest.mark.clause(CLAUSE[name])) for name in CLAUSE],
)

COUNTED = {"iowa": (129, 90), "grand-island": (118, 79), "ontario": (129, 90), "androscoggin": (107, 90)}
"""100 and 7 for RETINAS; Ben has 90 and holds Q and E, 11: Ann gains twice 11, or 11 from Ben, or nothing."""


def ann_is_out(rulebook: str) -> Told:
    """Ann has gone out with RETINAS, and Ben has told that he holds Q and E."""
    game = late_in_the_game(rulebook, "S" + "QE", ann="S", scores=(100, 90)).plays("Ann", "8D RETINAS")
    return game.has("Ben", "QE")


def totals(game: Told) -> tuple[int, int]:
    return game.score("Ann"), game.score("Ben")


@every_rulebook
@pytest.mark.parametrize("signed", ["", "Ann", "Ben"])
def test_racks_and_one_signature_leave_the_last_play_open_and_a_ruling_reverses_the_count(
    rulebook: str, signed: str
) -> None:
    game = ann_is_out(rulebook)
    assert totals(game) == COUNTED.get(rulebook, (129, 90))
    if signed:
        game.signs(signed)
    game.challenges("Ben", "RETINAS")
    with refused(game, "ruling-awaited"):
        game.signs("Ann" if signed == "Ben" else "Ben")
    game.rules_bad()
    assert (game.ended, totals(game), game.turn) == (None, (100, 90), "Ben")
    assert (game.table.count, game.table.signatures) == (None, ())
    # Both count again: Ben passes, Ann lays the S elsewhere (SA, 3) and goes out.
    game.passes("Ben").plays("Ann", "I7 S.").has("Ben", "QE").signs("Ann").signs("Ben")
    assert game.ended == "out"
    assert game.winner == "Ann"


@every_rulebook
def test_a_last_play_that_is_ruled_good_leaves_count_and_signature_as_they_were(rulebook: str) -> None:
    game = ann_is_out(rulebook).signs("Ann")
    before = totals(game)
    game.challenges("Ben", "RETINAS").rules_good()
    assert (game.ended, totals(game), game.table.signatures) == ("out", before, (0,))
    game.signs("Ben")
    with refused(game, "already-ruled"):
        game.challenges("Ben", "RETINAS")


def test_points_of_a_ruling_after_a_signature_make_both_sign_the_new_totals() -> None:
    game = ann_is_out("club-5").signs("Ann").challenges("Ben", "RETINAS").rules_good()
    assert totals(game) == (134, 90)  # five points for Ann
    assert game.table.signatures == ()


@every_rulebook
@pytest.mark.parametrize("agreed_by", ["signatures", "director"])
def test_both_signatures_or_an_officials_close_the_window(rulebook: str, agreed_by: str) -> None:
    game = ann_is_out(rulebook)
    if agreed_by == "director":
        game.ends()
    else:
        game.signs("Ann").signs("Ben")
    with refused(game, "too-late", CLAUSE[rulebook]):
        game.challenges("Ben", "RETINAS")


@pytest.mark.clause("ontario-8")
def test_a_result_that_the_director_returns_is_unsigned_and_can_be_challenged() -> None:
    game = ann_is_out("ontario").signs("Ann").signs("Ben").returns().challenges("Ben", "RETINAS").rules_bad()
    assert (game.ended, totals(game)) == (None, (100, 90))


@every_rulebook
def test_a_ruling_on_the_last_play_can_be_undone_with_its_turn(rulebook: str) -> None:
    game = ann_is_out(rulebook).signs("Ben").challenges("Ben", "RETINAS").rules_bad().undoes()
    assert (game.turn, totals(game)) == ("Ann", (100, 90))
    game.plays("Ann", "8D RETINAS").has("Ben", "QE")
    assert totals(game) == COUNTED.get(rulebook, (129, 90))


@pytest.mark.clause("ontario-8")
@pytest.mark.clause("ontario-6")
def test_at_time_racks_of_both_leave_the_last_play_open() -> None:
    game = ann_and_ben("ontario").plays("Ann", "8D RETINA").fills("Ann").at("50:00").time()
    # A, E, I, O, U, S and T are 7 points; Ben holds Q, 10, and six more.
    game.has("Ann", "AEIOUST").has("Ben", "QAEIORT")
    assert totals(game) == (14 - 7, -16)
    game.challenges("Ben", "RETINA").rules_bad()
    assert (game.ended, game.score("Ann")) == ("time", 0)  # the racks are to be counted again
    assert game.board.is_empty


@pytest.mark.clause("iowa-8")
def test_at_a_virtual_table_the_count_is_reversed_and_the_tiles_come_back() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S", ben="QE", kind=TableKind.VIRTUAL)
    game.plays("Ann", "8D RETINAS").signs("Ben").challenges("Ben", "RETINAS").rules_bad()
    assert (game.rack("Ann"), game.rack("Ben"), game.turn) == ("S", "EQ", "Ben")
