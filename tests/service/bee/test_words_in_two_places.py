"""An announced word that stands twice on a board: its bonus goes with the last place, and comes back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import bees
from aside import aside
from service.houses import DORA, Computer, serving
from wordwaiter.errors import ConflictError
from wordwaiter.game.hare import commands as h
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.bee.board_challenges import ChallengeRequest, challenge_board_word
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.board_faults import ruled_faults, undo_fault_ruling
from wordwaiter.service.judging.board_words import ruled_words, undo_ruling
from wordwaiter.service.judging.queue import Matter, Settling, judge_queue, settle
from wordwaiter.service.judging.refused_words import ruled_refused, undo_refused
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.standings.standings import standings

FINAL = "They will have the final answer!"


class Evening:
    """Owls and Foxes in a round with the surprise word ZED, which the Owls lay twice."""

    def __init__(self, context: Context, *plays: str, peeked: bool = True) -> None:
        self.context, self.bee = context, bees.evening(context)
        self.give(c.AnnounceWords("", bees.HARE, 1, "read", "zed", without=tuple(AnnouncedKind)))
        tournaments.publish_next_round(context, DORA, self.bee, tournaments.RoundRequest(bees.HARE, "Dora"))
        self.give(c.StartRound("", bees.HARE, draw_tiles=True))
        if peeked:
            self.give(c.BuyPeek("Walt", 1, "zed"), c.AnswerPeek("Judith", 1, good=False))
        bees.paint(context, bees.boards(context, self.bee)["Owls"], *plays)
        self.give(c.CallRoundTime("", bees.HARE))
        bees.hand_in_all(context, self.bee)

    def give(self, *commands: c.Command) -> None:
        for command in commands:
            execute(self.context, DORA, TOURNAMENTS, self.bee, command)

    def challenge(self, place: str) -> None:
        challenge_board_word(self.context, DORA, self.bee, ChallengeRequest(2, 1, "Ann", place, "zed"))

    def rule(self, matter: Matter, answer: str) -> None:
        (waiting,) = (each for each in judge_queue(self.context, DORA) if each.matter is matter)
        aside(settle(self.context, DORA, Settling(waiting.id, answer, "looked up")))

    def undo_challenge(self) -> None:
        (ruled,) = ruled_words(self.context, DORA)
        undo_ruling(self.context, DORA, ruled.id, "a slip")

    def undo_strike(self) -> None:
        (ruled,) = ruled_refused(self.context, DORA)
        undo_refused(self.context, DORA, ruled.id, "a slip")

    def strike_loose_words(self) -> None:
        (faulty,) = (each.fault for each in judge_queue(self.context, DORA) if each.fault is not None)
        owls = bees.boards(self.context, self.bee)["Owls"]
        execute(self.context, DORA, BOARDS, owls, h.StrikeWords("Dora", faulty.key, faulty.words, "loose"))

    @property
    def owls(self) -> int:
        lines = standings(snapshot_of(self.context, self.bee).tournament, bees.HARE).lines
        return next(line.values[0][0] for line in lines if line.name == "Owls")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Context]:
    with serving(tmp_path / "house.db", Computer()) as context:
        yield context


@pytest.mark.clause("bee-surprise", FINAL)
def test_rulings_on_two_places_of_a_bonus_word_are_undone_newest_first(house: Context) -> None:
    # Z 10 × 2 at I7, E 1, D 2 × 2 at I9: 25. With a blank for the Z at K6, E 1 and D 2: 3.
    evening = Evening(house, "I7 ZED", "K6 zED")
    before = evening.owls
    evening.challenge("I7")
    evening.rule(Matter.BOARD_WORD, "bad")
    assert evening.owls == before - 25
    evening.rule(Matter.REFUSED, "strike")
    assert evening.owls == before - 25 - 3 - 50
    with pytest.raises(ConflictError, match=r"ruled on K6 ZED later; undo that ruling first"):
        evening.undo_challenge()
    evening.undo_strike()
    assert evening.owls == before - 25
    evening.undo_challenge()
    assert evening.owls == before


@pytest.mark.clause("bee-surprise", FINAL)
def test_a_strike_is_not_undone_before_the_challenge_that_took_the_bonus(house: Context) -> None:
    evening = Evening(house, "I7 ZED", "K6 zED")
    before = evening.owls
    evening.challenge("I7")
    evening.rule(Matter.REFUSED, "strike")
    assert evening.owls == before - 3
    evening.rule(Matter.BOARD_WORD, "bad")
    assert evening.owls == before - 3 - 25 - 50
    with pytest.raises(ConflictError, match="undo that ruling first"):
        evening.undo_strike()
    with pytest.raises(ConflictError, match="undo that ruling first"):
        evening.give(c.UndoPeekAnswer("Judith", 1, "a slip"))
    evening.undo_challenge()
    evening.undo_strike()
    assert evening.owls == before


@pytest.mark.clause("bee-surprise", FINAL)
def test_a_loose_word_is_struck_before_its_double_is_ruled_on_and_undone_after_it(house: Context) -> None:
    evening = Evening(house, "I7 ZED", "1A zED", peeked=False)
    evening.challenge("I7")
    evening.rule(Matter.BOARD_WORD, "bad")
    with pytest.raises(ConflictError, match="ruled on I7 ZED of this board; undo that first"):
        evening.strike_loose_words()
    evening.undo_challenge()
    evening.strike_loose_words()
    struck = evening.owls
    evening.rule(Matter.BOARD_WORD, "bad")
    assert evening.owls == struck - 25 - 50
    (ruled,) = ruled_faults(house, DORA)
    with pytest.raises(ConflictError, match="ruled on I7 ZED later; undo that ruling first"):
        undo_fault_ruling(house, DORA, ruled.id, "a slip")
    evening.undo_challenge()
    assert evening.owls == struck
    assert undo_fault_ruling(house, DORA, ruled.id, "a slip") == "Owls"
