"""The one large button: pressing what it says leads each event from the first entry to the medals."""

from collections.abc import Callable

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk, seniors, team
from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Application, Profile, single
from wordwaiter.tournament.formats.reading import changed_format
from wordwaiter.tournament.next_step import NextStep, Step, division_steps, next_step, round_for_fun
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.standings.standings import standings

TEAMS = [team(name) for name in ("Owls", "Larks", "Wrens", "Finches")]
PLAYERS = [single(Profile(name)) for name in ("Ann", "Bob", "Cy", "Dee")]
PAIRS = [seniors(f"{letter}1", f"{letter}2", letter) for letter in "ABCD"]
ENTRANTS = {
    "iowa": PLAYERS,
    "grand-island": TEAMS,
    "ontario": PAIRS,
    "androscoggin": TEAMS,
    "bee-hare": TEAMS,
    "bee-tortoise": TEAMS,
    "club": PLAYERS,
}


def advice(desk: Desk) -> NextStep:
    found = next_step(desk.tournament, desk.now_ms)
    assert found is not None
    return found


class Button:
    """Somebody who does what the button says and nothing else."""

    def __init__(self, desk: Desk, applications: list[Application]) -> None:
        self.desk = desk
        self.applications = applications
        self.pressed: list[Step] = []

    def press(self) -> None:
        wanted = advice(self.desk)
        self.pressed.append(wanted.step)
        self._actions()[wanted.step](wanted)

    def _actions(self) -> dict[Step, Callable[[NextStep], object]]:
        do = self.desk.do
        return {
            Step.ENTER: lambda wanted: self.desk.enter(wanted.division, self.applications, here=False),
            Step.CHECK_IN: lambda _: do(
                c.CheckIn(DIRECTOR, tuple(set(self.desk.tournament.owners()) - self.desk.tournament.here))
            ),
            Step.PAIR_ROUND: lambda wanted: do(
                propose_round(self.desk.tournament, wanted.division, DIRECTOR, self.desk.rng).command
            ),
            Step.ANNOUNCE_WORDS: lambda wanted: do(
                c.AnnounceWords(
                    DIRECTOR, wanted.division, wanted.round, "LITERACY", without=tuple(AnnouncedKind)
                )
            ),
            Step.START_ROUND: lambda wanted: do(c.StartRound(DIRECTOR, wanted.division)),
            Step.WAIT: self._play,
            Step.COLLECT_RESULTS: self._play,
            Step.CALL_TIME: lambda wanted: do(c.CallRoundTime(DIRECTOR, wanted.division)),
            Step.CLOSE_ROUND: lambda wanted: do(c.CloseRound(DIRECTOR, wanted.division)),
        }

    def _play(self, wanted: NextStep) -> None:
        """One table comes in; the room's clock goes on meanwhile."""
        played = self.desk.tournament.round(wanted.division, wanted.round)
        sitting = played.outstanding[0]
        assert sitting.table in wanted.tables
        self.desk.now_ms += 9 * MINUTE
        scores = tuple(400 - 10 * side for side in range(len(sitting.sides)))
        self.desk.do(
            c.HandInSheet(
                DIRECTOR, wanted.division, wanted.round, sitting.table, scores, sitting.sides, sitting.board
            )
        )


@pytest.mark.parametrize("name", ENTRANTS)
def test_the_button_leads_from_the_first_entry_to_the_medals(name: str) -> None:
    desk = Desk(name)
    desk.open("Open", name)
    button = Button(desk, ENTRANTS[name])
    while advice(desk).step is not Step.AWARD:
        button.press()

    rounds = desk.tournament.division("Open").format.counted_rounds
    assert button.pressed[:3] == [Step.ENTER, Step.CHECK_IN, Step.PAIR_ROUND]
    assert button.pressed.count(Step.CLOSE_ROUND) == rounds == len(desk.tournament.rounds_of("Open"))
    assert (Step.ANNOUNCE_WORDS in button.pressed) == name.startswith("bee")


def test_a_division_in_which_too_few_are_left_is_ended_with_fewer_rounds() -> None:
    desk = Desk()
    desk.open("Open", "androscoggin")
    desk.enter("Open", TEAMS[:2])
    desk.publish("Open", [("Owls", "Larks")])
    desk.do(c.StartRound(DIRECTOR, "Open"))
    desk.sheet("Open", 1, (274, 251), ["Owls", "Larks"])
    desk.do(c.CloseRound(DIRECTOR, "Open"))
    desk.do(c.Withdraw(DIRECTOR, desk.number("Larks"), "their bus goes"))
    assert advice(desk) == NextStep(Step.FEW_LEFT, "Open", 2)
    one = changed_format(desk.tournament.division("Open").format, "their bus goes", rounds_count=1)
    desk.do(c.ChangeFormat(DIRECTOR, "Open", one, "their bus goes"))
    assert advice(desk).step is Step.AWARD


def test_before_a_division_is_opened_there_is_no_next_step() -> None:
    assert next_step(Desk().tournament, 0) is None


def test_a_clock_that_has_run_out_comes_before_sheets_that_differ() -> None:
    desk = Desk()
    desk.open("Open", "grand-island")
    desk.enter("Open", TEAMS)
    desk.publish("Open", [("Owls", "Larks"), ("Wrens", "Finches")])
    desk.do(c.StartRound(DIRECTOR, "Open"))
    desk.sheet("Open", 1, (274, 251), ["Owls"])
    desk.sheet("Open", 1, (264, 251), ["Larks"])
    assert advice(desk) == NextStep(Step.DECIDE_RESULTS, "Open", 1, (1,))

    clock = desk.tournament.rounds_of("Open")[0].clock
    assert clock is not None
    desk.now_ms += clock.remaining_ms(desk.now_ms)
    assert advice(desk) == NextStep(Step.CALL_TIME, "Open", 1, (1, 2))


def test_a_challenged_word_keeps_a_round_open_until_the_judges_have_ruled() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", TEAMS[:2])
    desk.publish("Hare", [("Owls",), ("Larks",)])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "LITERACY", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.CallRoundTime(DIRECTOR, "Hare"))
    desk.sheet("Hare", 1, (700,), ["Owls"])
    desk.sheet("Hare", 2, (650,), ["Larks"])
    assert advice(desk).step is Step.CLOSE_ROUND

    owls, larks = desk.number("Owls"), desk.number("Larks")
    word = ChallengedWord("IRREGARDS", Square(0, 0), Direction.ACROSS, 14)
    desk.do(c.ChallengeBoardWord("Larks 1", 1, larks, owls, word))
    assert advice(desk).step is Step.RULE
    desk.do(c.RuleBoardWord("Judge", 1, larks, good=False, points=14))
    assert advice(desk).step is Step.RULE
    desk.do(c.ConfirmBoardPoints("Dora", 1, larks))
    assert advice(desk).step is Step.CLOSE_ROUND


def test_medals_of_one_division_wait_for_the_others() -> None:
    desk = Desk()
    desk.open("Tortoise", "bee-tortoise")
    desk.open("Hare", "bee-hare")
    desk.enter("Tortoise", TEAMS[:2])
    desk.do(c.AnnounceWords(DIRECTOR, "Tortoise", 1, "READ", without=tuple(AnnouncedKind)))
    button = Button(desk, TEAMS[2:])
    while {each.step for each in division_steps(desk.tournament, desk.now_ms)} != {Step.AWARD}:
        assert advice(desk).step is not Step.AWARD
        button.press()
    assert advice(desk).step is Step.AWARD


@pytest.mark.clause("bee-tortoise-7-8")
def test_a_round_for_fun_may_be_played_and_keeps_no_medals_back() -> None:
    desk = Desk()
    desk.open("Tortoise", "bee-tortoise")
    button = Button(desk, TEAMS[:2])
    while advice(desk).step is not Step.AWARD:
        assert not desk.tournament.is_decided("Tortoise")
        assert round_for_fun(desk.tournament, desk.tournament.division("Tortoise")) is None
        button.press()
    assert len(desk.tournament.rounds_of("Tortoise")) == 1
    assert round_for_fun(desk.tournament, desk.tournament.division("Tortoise")) == 2

    desk.publish("Tortoise", [("Owls",), ("Larks",)])
    assert advice(desk) == NextStep(Step.START_ROUND, "Tortoise", 2)
    desk.do(c.StartRound(DIRECTOR, "Tortoise"))
    assert division_steps(desk.tournament, desk.now_ms)[0].step is Step.WAIT
    assert advice(desk).step is Step.AWARD
    assert round_for_fun(desk.tournament, desk.tournament.division("Tortoise")) is None
    assert not standings(desk.tournament, "Tortoise").is_provisional


def test_a_division_that_nobody_entered_keeps_no_medals_back() -> None:
    desk = Desk()
    desk.open("Open", "club")
    desk.enter("Open", PLAYERS)
    button = Button(desk, [])
    while division_steps(desk.tournament, desk.now_ms)[0].step is not Step.AWARD:
        button.press()
    desk.open("Juniors", "club")
    assert advice(desk) == NextStep(Step.AWARD, "Open", advice(desk).round)
