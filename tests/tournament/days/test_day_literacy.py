"""The days of Grand Island and Androscoggin: teams, rounds that end on a bell, a table that plays on."""

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk, team
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.choices import Prize
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.rounds.running import missing_lines
from wordwaiter.tournament.standings.awards import awards
from wordwaiter.tournament.state import Feat

# ---------------------------------------------------------------- Grand Island: fourteen teams


def test_grand_island_two_rounds_with_a_corrected_result_and_a_shared_place() -> None:
    day = Desk("Grand Island")
    day.open("Teams", "grand-island")
    day.enter("Teams", [team(f"T{number}") for number in range(1, 15)])
    day.play(
        "Teams",
        [
            "T1 300 T2 280", "T3 258 T4 240", "T5 310 T6 250", "T7 200 T8 190",
            "T9 222 T10 221", "T11 265 T12 237", "T13 150 T14 260",
        ],
    )  # fmt: skip
    # The volunteer at table 6 had entered both racks: 274 - 9 and 251 - 14. At table 2 a team was out.
    day.do(
        c.CorrectResult(DIRECTOR, "Teams", 1, 2, (265, 233), "7 for the team that was out, 7 off the other")
    )
    assert day.values("Teams", "T3") == ((2,), (32,), (265,))
    assert day.values("Teams", "T11") == ((2,), (28,), (265,))
    assert day.ranks("Teams")[:7] == [
        (1, "T14"), (2, "T5"), (3, "T3"), (4, "T11"), (5, "T1"), (6, "T7"), (7, "T9"),
    ]  # fmt: skip
    command = propose_round(day.tournament, "Teams", DIRECTOR, day.rng).command
    winners = {day.number(f"T{number}") for number in (1, 3, 5, 7, 9, 11, 14)}
    # Seven winners: three games among them, and one floats down to the best of the others.
    assert sum(set(each.sides) <= winners for each in command.seatings) == 3
    day.do(command)
    day.do(c.StartRound(DIRECTOR, "Teams"))
    clock = day.tournament.round("Teams", 2).clock
    assert clock is not None
    assert clock.limit_ms == 30 * MINUTE
    day.do(c.CallRoundTime("the bell", "Teams"))
    for seating in command.seatings:
        day.do(c.TakeTableResult("volunteer", "Teams", 2, seating.table, (250, 250)))
    day.do(c.CloseRound(DIRECTOR, "Teams"))
    # All tied, so that everybody has half a win more and the spread of round 1 still separates.
    assert day.ranks("Teams")[:2] == [(1, "T14"), (2, "T5")]
    assert day.values("Teams", "T14") == ((3,), (110,), (510,))
    day.do(c.NoteFeat("volunteer", Feat.HIGH_PLAY, day.number("T14"), 95, "QUARTZ"))
    day.do(c.NoteFeat("volunteer", Feat.HIGH_PLAY, day.number("T2"), 80, "JOYFUL"))
    won = {award.what: award.name for award in awards(day.tournament, "Teams")}
    # T14 is first and T5, with 310 the highest game, second. Nobody wins twice: T1's 300 and T2's play win.
    assert won[Prize.HIGH_GAME] == "T1"
    assert won[Prize.HIGH_PLAY] == "T2"


# ---------------------------------------------------------------- Androscoggin: eight tables


@pytest.fixture
def evening() -> Desk:
    desk = Desk("Androscoggin")
    desk.open("Teams", "androscoggin")
    desk.enter("Teams", [team(f"T{number}") for number in range(1, 17)])
    return desk


@pytest.mark.clause("androscoggin-3")
def test_one_table_plays_on_and_the_round_closes_with_it(evening: Desk) -> None:
    evening.publish("Teams", [(f"T{number}", f"T{number + 1}") for number in range(1, 17, 2)])
    evening.do(c.StartRound(DIRECTOR, "Teams"))
    began = evening.now_ms
    clock = evening.tournament.round("Teams", 1).clock
    assert clock is not None
    assert clock.remaining_ms(began) == 30 * MINUTE
    evening.do(c.CallRoundTime("Tim", "Teams"))
    for table in (1, 2, 3, 5, 6, 7, 8):
        evening.do(c.TakeTableResult("scorekeeper", "Teams", 1, table, (200 + table, 200)))
    # Table 4 had its clock stopped for a ruling and still plays.
    latest = evening.tournament.round("Teams", 1)
    assert missing_lines(evening.tournament, latest) == ("table 4 (T7 and T8): no result",)
    evening.refused(c.CloseRound(DIRECTOR, "Teams"), "results-missing")
    evening.do(c.TakeTableResult("scorekeeper", "Teams", 1, 4, (190, 230)))
    evening.do(c.CloseRound(DIRECTOR, "Teams"))
    assert evening.tournament.round("Teams", 1).stage is RoundStage.CLOSED
    # Winners by their points: T8 230, then T15 208, T13 207, T11 206, T9 205, T5 203, T3 202, T1 201.
    assert [name for _, name in evening.ranks("Teams")[:8]] == [
        "T8", "T15", "T13", "T11", "T9", "T5", "T3", "T1",
    ]  # fmt: skip
    # The king of the hill: first against second, third against fourth.
    command = propose_round(evening.tournament, "Teams", DIRECTOR, evening.rng).command
    met = {
        frozenset(evening.tournament.contender(side).name for side in each.sides) for each in command.seatings
    }
    assert {frozenset({"T8", "T15"}), frozenset({"T13", "T11"}), frozenset({"T9", "T5"})} <= met
