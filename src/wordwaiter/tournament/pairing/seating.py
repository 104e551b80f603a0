"""Seating: a table for each game, with the needs of those who play kept.

Partners of a pair never meet, and a table has one game, so they never sit at one table (ontario-b-teams).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from wordwaiter.errors import IllegalError
from wordwaiter.sentences import listed, said
from wordwaiter.tournament.pairing.contenders import PairingContender, by_id
from wordwaiter.tournament.pairing.pairings import Game


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table of the room, by the number on its sign."""

    number: int
    step_free: bool = True
    """Can be reached without a step."""


@dataclass(frozen=True, slots=True)
class Room:
    """The tables that can be used, and how many boards are at hand."""

    tables: tuple[RoomTable, ...]
    boards: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A game and its table."""

    table: int
    game: Game


@dataclass(frozen=True, slots=True)
class SeatedGames:
    """Every game at its table, by the number of the table, and what could not be kept."""

    seats: tuple[Seat, ...]
    moved: tuple[str, ...] = ()
    """For each who has to leave a fixed table, a sentence that says so."""


def seat(games: Sequence[Game], contenders: Sequence[PairingContender], room: Room) -> SeatedGames:
    """A table for each game: fixed tables first, then step-free ones for those who need them, then by number.

    The top game gets the lowest number that is free. Refuses, with what to find, if the room is too small.
    """
    _refuse_a_small_room(games, room)
    known = by_id(contenders)
    free = {table.number: table for table in sorted(room.tables, key=lambda table: table.number)}
    taken: dict[int, Game] = {}
    moved: list[str] = []
    for game in games:
        fixed = _fixed_table(game, known, moved)
        if fixed is None:
            continue
        if fixed in taken:
            raise _two_games_at(fixed, taken[fixed], game, known)
        if fixed not in free:
            raise IllegalError(
                "no-such-table",
                f"{_names(game, known)} need table {fixed}, which is not in the room; add it, or "
                "change their fixed table",
                table=fixed,
            )
        taken[fixed] = game
        del free[fixed]
    waiting = [game for game in games if game not in taken.values()]
    for game in sorted(waiting, key=lambda game: not _needs_step_free(game, known)):
        number = _lowest(free, step_free=_needs_step_free(game, known))
        if number is None:
            raise IllegalError(
                "no-step-free-table",
                f"{_names(game, known)} need a step-free table and none is free; add one, or move "
                "another game",
            )
        taken[number] = game
        del free[number]
    return SeatedGames(tuple(Seat(number, taken[number]) for number in sorted(taken)), tuple(moved))


def _refuse_a_small_room(games: Sequence[Game], room: Room) -> None:
    numbers = [table.number for table in room.tables]
    if len(set(numbers)) < len(numbers):
        raise IllegalError("table-number-twice", "two tables have the same number; change one of them")
    for what, at_hand in (("tables", len(numbers)), ("boards", room.boards)):
        if at_hand < len(games):
            raise IllegalError(
                f"too-few-{what}",
                f"{len(games)} games need {len(games)} {what}, but there are {at_hand}; find "
                f"{len(games) - at_hand} more, or split the round",
                needed=len(games),
                at_hand=at_hand,
            )


def _fixed_table(game: Game, known: Mapping[str, PairingContender], moved: list[str]) -> int | None:
    """Returns where this game has to be; of two who would each stay elsewhere, the second moves."""
    first, second = known[game.first], known[game.second]
    if first.fixed_table is None:
        return second.fixed_table
    if second.fixed_table not in (None, first.fixed_table):
        moved.append(
            said(
                "{who} leaves table {left} to meet {other}, who stays at table {table}",
                who=second.called,
                left=second.fixed_table,
                other=first.called,
                table=first.fixed_table,
            )
        )
    return first.fixed_table


def _needs_step_free(game: Game, known: Mapping[str, PairingContender]) -> bool:
    return known[game.first].step_free or known[game.second].step_free


def _lowest(free: Mapping[int, RoomTable], *, step_free: bool) -> int | None:
    return next((number for number, table in free.items() if table.step_free or not step_free), None)


def _names(game: Game, known: Mapping[str, PairingContender]) -> str:
    return listed([known[game.first].called, known[game.second].called])


def _two_games_at(table: int, one: Game, other: Game, known: Mapping[str, PairingContender]) -> IllegalError:
    return IllegalError(
        "fixed-table-taken",
        f"{_names(one, known)} and {_names(other, known)} both need table {table}; change one fixed table",
        table=table,
    )
