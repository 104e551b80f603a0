"""Challenges of words on boards: their points come from the board, they can be void, and rulings undone."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, team
from wordwaiter.game.hare.challenge import ChallengedWord, PlacedWord
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import BoardChallengeVoided, BoardPointsProposed
from wordwaiter.tournament.undoing import undo_command

JUDGE, SECOND = "Judith", "Jules"

CHANGES_HANDS = (
    "If the judges declare the word illegal, the challenging team will get to add the word point total to "
    "their score while the challenged team will lose the points of the illegal word."
)
COSTS_25 = (
    "If the judges declare that the challenged word is legal, the challenging team will be assessed a 25 "
    "point penalty."
)
FINAL = "The challenge is taken to the judges who will make the final decision."
ON_A_BOARD = (
    "A challenge occurs when a team believes a word on an opponent's board is not a word or that it may be "
    "spelled incorrectly. A team may challenge one time per round."
)


def word(text: str, points: int) -> ChallengedWord:
    return ChallengedWord(text, parse_square("8H"), Direction.ACROSS, points)


def by_jays(text: str = "ZORP") -> c.ChallengeBoardWord:
    """The Jays, who are entrant 2, challenge a word of the Owls, who are 1."""
    return c.ChallengeBoardWord("Jays 1", 1, 2, 1, PlacedWord(text, parse_square("8H"), Direction.ACROSS))


@pytest.fixture(params=["bee-hare", "bee-tortoise"])
def bee(request: pytest.FixtureRequest) -> Desk:
    """A round has ended, of Hares or Tortoises: Owls 700, Jays 650, Wrens 800."""
    desk = Desk()
    desk.open("Bee", request.param)
    desk.enter("Bee", [team("Owls"), team("Jays"), team("Wrens")])
    desk.do(c.ListSponsors("Emmy", ("ROTARY",)))
    desk.do(c.AnnounceWords("Emmy", "Bee", 1, "LITERACY", "TURTLE", ("ROTARY",)))
    desk.publish("Bee", [("Owls",), ("Jays",), ("Wrens",)])
    desk.do(c.StartRound(DIRECTOR, "Bee"))
    desk.do(c.CallRoundTime("Emmy", "Bee"))
    return desk


def totals(desk: Desk) -> None:
    for table, (name, total) in enumerate((("Owls", 700), ("Jays", 650), ("Wrens", 800)), start=1):
        desk.sheet("Bee", table, (total,), [name])


def scores(desk: Desk) -> list[int]:
    return [desk.values("Bee", name)[0][0] for name in ("Owls", "Jays", "Wrens")]


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_the_points_are_those_on_the_board_when_the_judges_rule(bee: Desk) -> None:
    totals(bee)
    bee.board("Bee", "Owls", word("ZORP", 16))
    bee.do(by_jays())
    # The board was entered wrongly: its P was a blank, and the word is worth 13.
    bee.board("Bee", "Owls", word("ZORP", 13))
    typed = c.RuleBoardWord(JUDGE, 1, 2, good=False, points=999)
    bee.refused(typed, "points-from-board", "bee-challenge")
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False))
    assert scores(bee) == [700 - 13, 650 + 13, 800]
    bee.check_told_again()


@pytest.mark.clause("bee-challenge", ON_A_BOARD)
def test_a_word_that_is_not_on_the_board_is_refused_at_once(bee: Desk) -> None:
    totals(bee)
    bee.board("Bee", "Owls", word("ZORPS", 17))
    refusal = bee.refused(by_jays(), "no-such-word", "bee-challenge")
    assert "8H ZORP is not on the board of Owls; challenge a word that is" in refusal.sentence
    bee.do(by_jays("ZORPS"))


@pytest.mark.clause("bee-challenge", ON_A_BOARD)
def test_a_challenge_is_void_and_costs_nothing_if_the_board_comes_later_without_the_word(bee: Desk) -> None:
    bee.do(by_jays())
    bee.refused(c.RuleBoardWord(JUDGE, 1, 2, good=False), "board-awaited")
    totals(bee)
    bee.board("Bee", "Owls", word("ZORPS", 17))
    (void,) = bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False))
    assert isinstance(void, BoardChallengeVoided)
    assert void.reason == "8H ZORP is not on the board of Owls"
    assert scores(bee) == [700, 650, 800]
    for command in (
        c.RuleBoardWord(JUDGE, 1, 2, good=False),
        c.RuleBoardWord(JUDGE, 1, 2, good=True),
        c.VoidBoardChallenge(JUDGE, 1, 2, "again"),
    ):
        assert "8H ZORP is not on the board of Owls" in bee.refused(command, "void").sentence
    assert scores(bee) == [700, 650, 800]
    # It was no challenge: the team still has its one, and the round can be closed.
    bee.do(by_jays("ZORPS"))
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=True))
    assert scores(bee) == [700, 650 - 25, 800]
    bee.do(c.CloseRound(DIRECTOR, "Bee"))
    bee.check_told_again()


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_where_only_a_total_was_handed_in_a_second_official_confirms_the_points(bee: Desk) -> None:
    totals(bee)
    bee.do(by_jays())
    for points in (-14, 1_000):
        bee.refused(c.RuleBoardWord(JUDGE, 1, 2, good=False, points=points), "bad-points")
    bee.refused(c.RuleBoardWord(JUDGE, 1, 2, good=False), "no-points")
    bee.refused(c.ConfirmBoardPoints(SECOND, 1, 2), "nothing-to-confirm")
    (proposed,) = bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False, points=14))
    assert isinstance(proposed, BoardPointsProposed)
    assert scores(bee) == [700, 650, 800]
    bee.refused(c.CloseRound(DIRECTOR, "Bee"), "ruling-awaited")
    bee.refused(c.ConfirmBoardPoints(JUDGE, 1, 2), "same-official", "bee-challenge")
    bee.refused(c.ConfirmBoardPoints(SECOND, 1, 2, points=41), "other-points")
    bee.do(c.ConfirmBoardPoints(SECOND, 1, 2, points=14))
    assert scores(bee) == [686, 664, 800]
    bee.check_told_again()


def test_points_that_were_typed_are_not_confirmed_once_the_board_is_here(bee: Desk) -> None:
    totals(bee)
    bee.do(by_jays())
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False, points=140))
    bee.board("Bee", "Owls", word("ZORP", 16))
    bee.refused(c.ConfirmBoardPoints(SECOND, 1, 2), "board-here")
    bee.do(c.RuleBoardWord(SECOND, 1, 2, good=False))
    assert scores(bee) == [684, 666, 800]


@pytest.mark.clause("bee-challenge", COSTS_25)
def test_a_ruling_pressed_by_mistake_is_undone_and_the_totals_follow(bee: Desk) -> None:
    totals(bee)
    bee.board("Bee", "Owls", word("ZORP", 16))
    bee.do(by_jays())
    bee.refused(c.UndoBoardRuling(JUDGE, 1, 2, "a slip"), "not-ruled")
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=True))
    assert scores(bee) == [700, 625, 800]
    bee.refused(c.UndoBoardRuling(JUDGE, 1, 2, " "), "no-reason")
    bee.do(c.UndoBoardRuling(JUDGE, 1, 2, "the wrong key"))
    assert scores(bee) == [700, 650, 800]
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False))
    assert scores(bee) == [684, 666, 800]
    bee.check_told_again()


@pytest.mark.clause("bee-challenge", FINAL)
def test_a_ruling_of_a_closed_round_stands_until_the_director_reopens_it(bee: Desk) -> None:
    totals(bee)
    bee.board("Bee", "Owls", word("ZORP", 16))
    bee.do(by_jays())
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=True))
    bee.do(c.CloseRound(DIRECTOR, "Bee"))
    undo = c.UndoBoardRuling(JUDGE, 1, 2, "the wrong key")
    refusal = bee.refused(undo, "round-closed")
    assert "the director can reopen it, or correct the result" in refusal.sentence
    assert scores(bee) == [700, 625, 800]
    bee.do(c.ReopenRound(DIRECTOR, "Bee", "the wrong key"))
    bee.do(undo)
    assert scores(bee) == [700, 650, 800]
    bee.refused(c.CloseRound(DIRECTOR, "Bee"), "ruling-awaited")


def test_every_step_of_a_challenge_can_be_undone_from_the_log(bee: Desk) -> None:
    def undo() -> None:
        bee.do(undo_command(bee.facts, DIRECTOR, "a slip"))

    totals(bee)
    bee.do(by_jays())
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=False, points=14))
    undo()
    bee.refused(c.ConfirmBoardPoints(SECOND, 1, 2), "nothing-to-confirm")
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=True))
    undo()
    bee.do(c.VoidBoardChallenge(JUDGE, 1, 2, "the Jays meant another board"))
    bee.refused(c.RuleBoardWord(JUDGE, 1, 2, good=True), "void")
    undo()
    bee.do(c.RuleBoardWord(JUDGE, 1, 2, good=True))
    assert scores(bee) == [700, 625, 800]
    undo()
    assert scores(bee) == [700, 650, 800]
    bee.refused(c.VoidBoardChallenge(JUDGE, 1, 2, ""), "no-reason")


def test_a_challenge_that_was_entered_by_mistake_is_taken_back_as_void(bee: Desk) -> None:
    totals(bee)
    bee.do(by_jays())
    bee.do(undo_command(bee.facts, DIRECTOR, "typed for the wrong team"))
    bee.do(by_jays("OTHER"))
    assert [each.void for each in bee.tournament.round("Bee", 1).challenges] == [
        "typed for the wrong team",
        "",
    ]
