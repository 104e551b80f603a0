"""GCG of every table whose moves are in the journal; for the others, why there is none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.games import OPENING, recorded_game
from wordwaiter.game import commands as g
from wordwaiter.game.result import scores
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.service.context import House
from wordwaiter.service.tables import tables
from wordwaiter.service.tables.game_files import GameFile, game_files
from wordwaiter.service.tournaments import tournaments
from wordwaiter.tournament import commands as c

from .houses import DORA, Computer, club_day, round_begun, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with serving(tmp_path / "wordwaiter.db", Computer()) as house:
        yield house


def files_of(house: House, stream: str) -> list[GameFile]:
    return list(game_files(house.journal, tournaments.load_tournament(house.journal, stream)))


def test_a_table_that_was_played_is_written_and_one_with_totals_alone_says_why_not(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/1.1"
    sides = house.states.of(table).state.sides
    renamed = dict(zip(OPENING.sides, sides, strict=True))
    for command in recorded_game(1):
        told = g.Sign(renamed[command.by]) if isinstance(command, g.Sign) else command
        tables.give(house, DORA, table, told)
    played, other = files_of(house, stream)
    assert (played.name, played.why_not) == ("open-round-1-table-1.gcg", "")
    assert played.content is not None
    assert b"#title Club day, Open, round 1, table 1" in played.content
    record = read_gcg(played.content, Path(played.name)).record
    assert [player.name for player in record.players] == list(sides)
    last = {move.player: move.total for move in record.moves}
    assert tuple(last[side] for side in (0, 1)) == scores(house.states.of(table).state)
    assert (other.content, other.why_not) == (None, "no move was entered at this table")


def test_a_table_with_points_alone_says_why_not(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)
    table = f"{stream}/1/1/2.1"
    for seat in range(2):
        tables.give(house, DORA, table, g.DrawFirst(seat, "AB"[seat]))
    tables.give(house, DORA, table, g.ReportPoints(0, 22))
    (file,) = (each for each in files_of(house, stream) if each.sitting.table == 2)
    assert file.content is None
    assert "points only" in file.why_not


def test_divisions_of_nearly_the_same_name_do_not_share_a_file(house: House) -> None:
    stream = club_day(house)
    round_begun(house, stream)

    def second(kept: tournaments.Kept, _rng: object) -> list[c.Command]:
        division = kept.tournament.division("Open")
        return [c.OpenDivision("Dora", "Open!", division.format)]

    tournaments.carry_out(house, DORA, stream, second)
    assert {each.name for each in files_of(house, stream)} == {
        "open-1-round-1-table-1.gcg",
        "open-1-round-1-table-2.gcg",
    }
