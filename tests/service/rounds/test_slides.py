"""The big screen follows the day: each moment has its slides, and none of them is empty."""

from dataclasses import replace
from pathlib import Path

import pytest

from web.room import CUP, OWNER, begin_cup
from wordwaiter.errors import ConflictError
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.public_view import TIME_UP_MS, public_room, room_at
from wordwaiter.service.rounds.slides import slides
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Screen, ScreenTurn, Slot, SlotKind

HOUR_MS = 3_600_000


def test_the_screen_goes_from_tables_to_clock_time_results_standings_and_what_is_next(tmp_path: Path) -> None:
    with Context.open(tmp_path / "day.db") as context:
        begin_cup(context)

        def do(command: c.Command) -> None:
            execute(context, OWNER, TOURNAMENTS, CUP, command)

        def shown() -> tuple[Screen, ...]:
            return slides(public_room(context, CUP))

        assert shown() == (Screen.PAIRINGS,)
        do(c.StartRound("Cora", "A"))
        assert shown() == (Screen.CLOCK,)
        do(c.CallRoundTime("Cora", "A"))
        assert shown() == (Screen.CLOCK,)  # TIME! Hands off
        room = public_room(context, CUP)
        assert [each.is_time_up for each in room.divisions] == [True]
        ended_ms = room.tournament.at_ms
        assert room.changes_ms == ended_ms + TIME_UP_MS
        # Twenty seconds later the room waits for results, of which there are none yet.
        assert slides(room_at(room, ended_ms + TIME_UP_MS, ())) == (Screen.NEXT,)
        do(c.DecideResult("Cora", "A", 1, 1, (401, 388), "by hand"))
        later = room_at(public_room(context, CUP), ended_ms + TIME_UP_MS, ())
        assert slides(later) == (Screen.RESULTS,)
        do(c.CloseRound("Cora", "A"))
        assert shown() == (Screen.RESULTS, Screen.STANDINGS, Screen.NEXT)


def test_what_comes_next_is_the_round_that_has_not_begun_whatever_the_plan_says(tmp_path: Path) -> None:
    with Context.open(tmp_path / "late.db") as context:
        begin_cup(context)
        now_ms = public_room(context, CUP).tournament.at_ms
        day = tuple(
            Slot(f"Round {number}", SlotKind.ROUND, now_ms + (number - 3) * HOUR_MS, HOUR_MS)
            for number in range(1, 5)
        )
        execute(context, OWNER, TOURNAMENTS, CUP, c.SetTimetable("Cora", day))
        # By the plan round 3 should begin now; round 1 has not, so nobody can tell when it does.
        late = public_room(context, CUP).next
        assert late is not None
        assert (late.part.name, late.starts_ms) == ("Round 1", None)
        execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
        coming = public_room(context, CUP).coming
        assert [(each.part.name, each.starts_ms is None) for each in coming] == [
            ("Round 2", True),
            ("Round 3", True),
            ("Round 4", False),
        ]


def test_who_has_closed_a_round_reads_what_comes_next_beside_tables_without_a_clock(tmp_path: Path) -> None:
    with Context.open(tmp_path / "evening.db") as context:
        begin_cup(context)
        execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
        (running,) = public_room(context, CUP).divisions
        tortoises = replace(running, remaining_ms=None)
        for command in (
            c.CallRoundTime("Cora", "A"),
            c.DecideResult("Cora", "A", 1, 1, (401, 388), "by hand"),
            c.CloseRound("Cora", "A"),
        ):
            execute(context, OWNER, TOURNAMENTS, CUP, command)
        room = public_room(context, CUP)
        hares_rest = replace(room, divisions=(*room.divisions, tortoises))
        assert slides(hares_rest) == (Screen.CLOCK, Screen.RESULTS, Screen.STANDINGS, Screen.NEXT)
        # Where all of them play, nothing comes next that anybody waits for.
        assert Screen.NEXT not in slides(replace(room, divisions=(tortoises,)))


def test_slides_are_paused_and_skipped_and_no_medal_is_shown_before_the_end(tmp_path: Path) -> None:
    with Context.open(tmp_path / "turns.db") as context:
        begin_cup(context)

        def do(command: c.Command) -> None:
            execute(context, OWNER, TOURNAMENTS, CUP, command)

        do(c.TurnScreen("Cora", ScreenTurn.PAUSE))
        do(c.TurnScreen("Cora", ScreenTurn.SKIP))
        tournament = public_room(context, CUP).tournament
        assert (tournament.screen_paused, tournament.slides_skipped) == (True, 1)
        for command in (c.ChooseScreen("Cora", Screen.CEREMONY), c.ShowAward("Cora", 1)):
            with pytest.raises(ConflictError) as refused:
                do(command)
            assert refused.value.code == "not-final"
