"""Which tables a division sits at: who keeps to one, and which are free.

A Word Waiter is assigned to a team, and their device to a table by its number. So a team that has a table to
itself keeps it for the whole event: across rounds, and whoever leaves or joins.
"""

from collections.abc import Iterable
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.entrants.entrants import Contender, Need
from wordwaiter.tournament.pairing.seating import Room, RoomTable
from wordwaiter.tournament.rounds.rounds import Round, RoundStage, Seating
from wordwaiter.tournament.state import Tournament

MOST_TABLES: Final = 1000
"""The highest number of a table: pages offer all numbers up to the highest one that is used."""


def numbers_of_tables(tournament: Tournament, boards: int) -> tuple[int, ...]:
    """Returns the numbers of tables for which there can be devices; before a round, of so many boards."""
    rounds = (each for played in tournament.rounds.values() for each in played)
    used = {sitting.table for each in rounds for sitting in each.sittings}
    # An earlier version took any number.
    high = {number for number in used if number > MOST_TABLES}
    last = min(max(used, default=boards), MOST_TABLES)
    return (*range(1, last + 1), *sorted(high))


def tables_alone(tournament: Tournament, division: str, room: Room) -> tuple[Seating, ...]:
    """Returns a table for each team: its own, or the lowest free one for a team that has none yet."""
    teams = tournament.playing(division)
    numbers = sorted(table.number for table in room.tables)
    if len(numbers) < len(teams):
        raise IllegalError(
            "too-few-tables", f"{len(teams)} teams need {len(teams)} tables; only {len(numbers)} are free"
        )
    own = {each.number: tournament.own_tables.get(each.number) for each in teams}
    kept = {number: table for number, table in own.items() if table in numbers}
    free = iter(number for number in numbers if number not in kept.values())
    return tuple(Seating(kept.get(each.number) or next(free), (each.number,)) for each in teams)


def free_room(tournament: Tournament, division: str) -> Room:
    """Returns enough tables for a division, numbered from 1, without those that others sit at or keep."""
    playing = tournament.playing(division)
    own = {each.number for each in playing}
    taken = {
        sitting.table
        for other in tournament.divisions
        if other != division and (busy := tournament.open_round(other)) is not None
        for sitting in busy.sittings
    }
    taken.update(table for team, table in tournament.own_tables.items() if team not in own)
    kept = {table for team, table in tournament.own_tables.items() if team in own}
    kept.update(kept_tables(tournament.rounds_of(division), playing).values())
    most = len(playing) + len(taken) + max(kept, default=0)
    tables = [number for number in range(1, most + 1) if number not in taken]
    return Room(tuple(RoomTable(number) for number in tables), boards=len(tables))


def kept_tables(rounds: tuple[Round, ...], contenders: Iterable[Contender]) -> dict[int, int]:
    """Returns the table of each who needs to stay at one: the first that they sat at."""
    kept: dict[int, int] = {}
    for each in contenders:
        if Need.ONE_TABLE not in each.profile.needs:
            continue
        sittings = (played.sitting_of(each.number) for played in rounds)
        first = next((sitting for sitting in sittings if sitting is not None), None)
        if first is not None and first.table not in kept.values():
            kept[each.number] = first.table
    return kept


def divisions_at(tournament: Tournament, table: int) -> frozenset[int]:
    """Returns the numbers of the divisions that sit at a table; between rounds, of those that sat there.

    Divisions may use the same tables one after the other: whoever plays there now comes first.
    """
    latest = ((each.number, tournament.latest_round(name)) for name, each in tournament.divisions.items())
    there = [
        (number, played.stage is not RoundStage.CLOSED)
        for number, played in latest
        if played is not None and any(each.table == table for each in played.sittings)
    ]
    return frozenset(number for number, is_open in there if is_open) or frozenset(
        number for number, _ in there
    )
