"""GCG of every table whose moves are in the journal; for the others, why there is none."""

from pathlib import Path

from crash.games import recorded_game
from service.houses import DORA, club_day, round_begun
from wordwaiter.game import commands as g
from wordwaiter.game.result import scores
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.game_files import GameFile, game_files
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch
from wordwaiter.service.tournaments.snapshots import Snapshot, load_tournament
from wordwaiter.tournament import commands as c


def files_of(context: Context, stream: str) -> list[GameFile]:
    return list(game_files(context.journal, load_tournament(context.journal, stream)))


def test_a_table_that_was_played_is_written_and_one_with_totals_alone_says_why_not(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    sides = context.states.of(table).state.sides
    for command in recorded_game(1):
        execute(context, DORA, TABLES, table, command)
    played, other = files_of(context, stream)
    assert (played.name, played.why_not) == ("open-round-1-table-1.gcg", "")
    assert played.content is not None
    assert b"#title Club day, Open, round 1, table 1" in played.content
    record = read_gcg(played.content, Path(played.name)).record
    assert [player.name for player in record.players] == list(sides)
    last = {move.player: move.total for move in record.moves}
    assert tuple(last[side] for side in (0, 1)) == scores(context.states.of(table).state)
    assert (other.content, other.why_not) == (None, "no move was entered at this table")


def test_a_table_with_points_alone_says_why_not(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)
    table = f"{stream}/1/1/2.1"
    for seat in range(2):
        execute(context, DORA, TABLES, table, g.DrawFirst(seat, "AB"[seat]))
    execute(context, DORA, TABLES, table, g.ReportPoints(0, 22))
    (file,) = (each for each in files_of(context, stream) if each.sitting.table == 2)
    assert file.content is None
    assert "have only points" in file.why_not


def test_divisions_of_nearly_the_same_name_do_not_share_a_file(context: Context) -> None:
    stream = club_day(context)
    round_begun(context, stream)

    def second(snapshot: Snapshot, _rng: object) -> list[c.Command]:
        division = snapshot.tournament.division("Open")
        return [c.OpenDivision("Dora", "Open!", division.format)]

    execute(context, DORA, TOURNAMENTS, stream, Batch(second))
    assert {each.name for each in files_of(context, stream)} == {
        "open-1-round-1-table-1.gcg",
        "open-1-round-1-table-2.gcg",
    }
