"""A round whose start is taken back: its tables stand still, and go on with the room's clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import DORA, Computer, entered, library_night, round_begun, serving
from wordwaiter.game import commands as g
from wordwaiter.game.clock import remaining
from wordwaiter.game.hare.round import remaining_ms
from wordwaiter.game.table import EndReason, Table
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format

MINUTE_MS = 60_000


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with serving(tmp_path / "house.db", computer) as context:
        yield context


def table_at(context: Context, stream: str) -> Table:
    table: Table = context.states.of(stream).state
    return table


def draw(context: Context, stream: str) -> None:
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))


def room_ms(context: Context, stream: str) -> int | None:
    return remaining(table_at(context, stream).clocks, context.watch()).room_ms


def test_tables_of_a_halted_round_stand_still_and_have_the_whole_time_when_it_starts_again(
    context: Context, computer: Computer
) -> None:
    night = library_night(context)
    round_begun(context, night, 50 * MINUTE_MS)
    begun, drawing = f"{night}/1/1/1.1", f"{night}/1/1/2.1"
    draw(context, begun)
    computer.passes(2 * MINUTE_MS)
    assert room_ms(context, begun) == 48 * MINUTE_MS
    execute(context, DORA, TOURNAMENTS, night, c.HaltRound("", "Open", "the Bees are in the other hall"))
    assert table_at(context, begun).pause == "the Bees are in the other hall"
    turn_ms = remaining(table_at(context, begun).clocks, context.watch()).turn_ms
    computer.passes(7 * MINUTE_MS)
    assert remaining(table_at(context, begun).clocks, context.watch()).turn_ms == turn_ms
    execute(context, DORA, TOURNAMENTS, night, c.StartRound("", "Open", 50 * MINUTE_MS))
    assert table_at(context, begun).pause is None
    assert [room_ms(context, each) for each in (begun, drawing)] == [50 * MINUTE_MS] * 2
    computer.passes(MINUTE_MS)
    assert [room_ms(context, each) for each in (begun, drawing)] == [49 * MINUTE_MS] * 2
    execute(context, DORA, TABLES, begun, g.Pass(table_at(context, begun).position.to_move))


def test_a_teams_board_has_the_whole_time_when_its_round_starts_again(
    context: Context, computer: Computer
) -> None:
    bee = entered(context, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
    tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest("Open", "Dora"))
    execute(
        context,
        DORA,
        TOURNAMENTS,
        bee,
        c.AnnounceWords("", "Open", 1, "LITERACY", without=tuple(AnnouncedKind)),
    )
    execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
    board = f"{bee}/1/1/1.1"
    whole_ms = remaining_ms(context.states.of(board).state, context.watch())
    computer.passes(3 * MINUTE_MS)
    execute(context, DORA, TOURNAMENTS, bee, c.HaltRound("", "Open", "the wrong word was read out"))
    computer.passes(MINUTE_MS)
    execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
    assert remaining_ms(context.states.of(board).state, context.watch()) == whole_ms


def test_where_each_table_has_its_own_time_all_get_the_minutes_that_the_room_gets(context: Context) -> None:
    teams = [Profile(name, members=(f"{name} 1", f"{name} 2")) for name in ("Owls", "Larks")]
    day = entered(context, "Day", "androscoggin", *teams)
    round_begun(context, day)
    table = f"{day}/1/1/1.1"
    draw(context, table)
    before = remaining(table_at(context, table).clocks, context.watch()).table_ms
    assert before is not None
    execute(
        context, DORA, TOURNAMENTS, day, c.AdjustRoomClock("", "Open", 5 * MINUTE_MS, "the coffee came late")
    )
    assert remaining(table_at(context, table).clocks, context.watch()).table_ms == before + 5 * MINUTE_MS


def a_second_division_begun(context: Context, stream: str) -> None:
    """A division named Late, of two teams, whose first round is started."""
    execute(context, DORA, TOURNAMENTS, stream, c.OpenDivision("", "Late", shipped_format("grand-island")))
    teams = [Profile(name, members=(f"{name} 1", f"{name} 2", f"{name} 3")) for name in ("Elks", "Foxes")]
    execute(context, DORA, TOURNAMENTS, stream, c.Register("", "Late", tuple(map(single, teams))))
    execute(context, DORA, TOURNAMENTS, stream, c.CheckIn("", (5, 6)))
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Late", "Dora"))
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Late", 50 * MINUTE_MS))


def test_a_restart_of_the_program_repeats_no_halt_from_before_a_divisions_own_start(
    context: Context, computer: Computer
) -> None:
    night = library_night(context)
    a_second_division_begun(context, night)
    round_begun(context, night, 50 * MINUTE_MS)
    table = f"{night}/1/1/2.1"
    draw(context, table)
    execute(context, DORA, TABLES, table, g.Pause("Dora", "a glass of water was spilled"))
    execute(context, DORA, TOURNAMENTS, night, c.HaltRound("", "Open", "the wrong round was started"))
    computer.passes(MINUTE_MS)
    execute(context, DORA, TOURNAMENTS, night, c.StartRound("", "Open", 50 * MINUTE_MS))
    assert table_at(context, table).pause is None
    catch_up(context)
    assert table_at(context, table).pause is None
    execute(context, DORA, TABLES, table, g.Pass(table_at(context, table).position.to_move))


def test_when_a_round_goes_on_only_games_that_time_ended_are_opened_again(context: Context) -> None:
    night = library_night(context)
    round_begun(context, night, 50 * MINUTE_MS)
    agreed, timed = f"{night}/1/1/1.1", f"{night}/1/1/2.1"
    for table in (agreed, timed):
        draw(context, table)
    execute(context, DORA, TABLES, agreed, g.End("Dora", EndReason.AGREED, "a player fell ill"))
    execute(context, DORA, TOURNAMENTS, night, c.CallRoundTime("", "Open"))
    assert table_at(context, timed).ending is not None
    execute(context, DORA, TOURNAMENTS, night, c.ResumeRound("", "Open", "it was the wrong bell"))
    assert table_at(context, timed).ending is None
    ending = table_at(context, agreed).ending
    assert ending is not None
    assert ending.reason is EndReason.AGREED
