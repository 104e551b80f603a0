"""The result: who won, and who has signed."""

import pytest

from game.vocabulary import ann_and_ben, late_in_the_game, refused
from wordwaiter.game import commands as c
from wordwaiter.game.result import Tied, Won, outcome, scores
from wordwaiter.game.table import EndReason


@pytest.mark.parametrize(
    ("scores", "winner"), [((200, 100), "Ann"), ((100, 200), "Ben"), ((100, 129), "tie")]
)
def test_the_side_with_more_points_wins_and_equal_points_are_a_tie(
    scores: tuple[int, int], winner: str
) -> None:
    # Ann gains 7 for RETINAS and 22 for Ben's Q and E.
    game = late_in_the_game("iowa", "S" + "QE", ann="S", scores=scores).plays("Ann", "8D RETINAS")
    assert game.winner == winner


def test_there_is_no_outcome_before_the_count_is_made() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA")
    assert outcome(game.table) is None
    game.passes("Ben").ends().has("Ann", "AEIOUST")
    assert outcome(game.table) is None
    with refused(game, "not-counted"):
        game.signs("Ann")
    game.has("Ben", "AEIOULN")
    result = outcome(game.table)
    assert result is not None
    assert (result.reason, result.note, result.scores) == (EndReason.AGREED, "the hall closes", (7, -7))
    assert result.verdict == Won(0)


@pytest.mark.clause("ontario-8")
@pytest.mark.clause("ontario-7")
def test_both_players_sign_and_an_unsigned_result_is_marked_until_it_is_accepted() -> None:
    game = late_in_the_game("ontario", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    for signed, missing in (("Ben", (0,)), ("Ann", ())):
        result = outcome(game.signs(signed).table)
        assert result is not None
        assert result.unsigned == missing
    unsigned = late_in_the_game("ontario", "S" + "QE", ann="S").plays("Ann", "8D RETINAS").signs("Ben").ends()
    result = outcome(unsigned.table)
    assert result is not None
    assert (result.unsigned, result.accepted_by) == ((0,), "director")


def test_a_result_that_was_given_back_is_signed_again() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    with refused(game, "no-result"):
        game.returns()
    before = outcome(game.table)
    game.signs("Ann").signs("Ben").returns()
    assert outcome(game.table) == before
    assert game.table.returned == "turn 1 was misheard"
    result = outcome(game.signs("Ann").signs("Ben").table)
    assert result is not None
    assert result.unsigned == ()


def test_nobody_signs_twice_for_others_or_while_a_ruling_is_awaited() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    game.challenges("Ben", "RETINAS")
    with refused(game, "ruling-awaited"):
        game.signs("Ann")
    game.rules_good().signs("Ann")
    with refused(game, "already-signed"):
        game.signs("Ann")
    with refused(game, "no-such-signer"):
        game.signs("Cy")


def test_nobody_signs_totals_that_they_have_not_seen() -> None:
    """A signature may wait in a phone, while the scorekeeper puts a play right."""
    game = late_in_the_game("iowa", "S" + "QE", ann="S").plays("Ann", "8D RETINAS")
    one, other = scores(game.table)
    with refused(game, "other-totals"):
        game.does(c.Sign(0, "Ann", scores=(one + 1, other)))
    assert game.does(c.Sign(0, "Ann", scores=(one, other))).table.signatures == (0,)


def test_a_tie_is_no_win() -> None:
    game = late_in_the_game("androscoggin", "S" + "QE", ann="S", scores=(93, 100)).plays("Ann", "8D RETINAS")
    result = outcome(game.table)
    assert result is not None
    assert (result.scores, result.verdict) == ((100, 100), Tied())
