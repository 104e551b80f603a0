"""Iowa: the organiser sets minutes for a round; the tables' clocks show them, and time ends the games."""

from pathlib import Path

import pytest

from wordwaiter.game import commands as g
from wordwaiter.game.result import scores
from wordwaiter.game.table import EndReason, Table
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.rounds.rounds import Seating

DORA = director_of_everything("Dora")
TABLE = "tournament-1/1/1/1.1"
MINUTES_MS = 40 * 60_000
SIDE_MS = 25 * 60_000


@pytest.mark.clause("iowa-format")
@pytest.mark.clause("iowa-18")
def test_round_minutes_run_at_the_tables_and_calling_time_counts_the_racks(tmp_path: Path) -> None:
    """Format, 1: "ISO reserves the right to change the tournament format for any age division"."""
    timed = changed_format(
        shipped_format("iowa"), "the hall closes", rounds_lengths=(MINUTES_MS,), rounds_side_clock=SIDE_MS
    )
    with Context.open(tmp_path / "wordwaiter.db") as context:
        begun = begin_tournament(
            context,
            DORA,
            c.OpenTournament("", "Games", names=PublicNames.FULL),
            [c.OpenDivision("", "65-74", timed)],
        )
        people = tuple(single(Profile(name, age=70)) for name in ("Ann", "Ben"))
        for command in (
            c.Register("", "65-74", people),
            c.CheckIn("", (1, 2)),
            c.PublishRound("", "65-74", (Seating(1, (1, 2)),)),
            c.StartRound("", "65-74"),
        ):
            execute(context, DORA, TOURNAMENTS, begun.stream, command)

        def table() -> Table:
            state: Table = context.states.of(TABLE).state
            return state

        room = table().clocks.room
        assert room is not None
        assert room.limit_ms == MINUTES_MS
        assert [side.limit_ms for side in table().clocks.sides] == [SIDE_MS, SIDE_MS]
        play = parse_play("8D RETINA", table().position.board)
        for act in (g.DrawFirst(0, "A"), g.DrawFirst(1, "B"), g.Play(0, play), g.Fill(0)):
            execute(context, DORA, TABLES, TABLE, act)
        execute(context, DORA, TOURNAMENTS, begun.stream, c.CallRoundTime("", "65-74"))
        ending = table().ending
        assert ending is not None
        assert ending.reason is EndReason.TIME
        for seat, tiles in enumerate(("AEIOUST", "QAEIORT")):
            execute(context, DORA, TABLES, TABLE, g.DeclareRack(seat, tuple(tiles)))
        assert scores(table()) == (14 - 7, -16)
