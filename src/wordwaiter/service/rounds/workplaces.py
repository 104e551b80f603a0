"""Where a device is at work: what its roles are for, and the tables that it keeps in the rounds that run."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.game.deciders.free_endings import LEFT_AFTER_MS
from wordwaiter.game.signers import is_agreed
from wordwaiter.game.table import Table, TableKind
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.bee.tiles_to_take import TilesToTake, tiles_to_take
from wordwaiter.service.rounds.round_view import RoundView, names_in, round_view
from wordwaiter.service.tables.free_games import count_is_open
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.rounds.rounds import RoundStage

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


_AT_TABLES: Final = (RoundStage.RUNNING, RoundStage.ENDED)
"""When there is something to do at a table: after the bell, racks are counted and results signed."""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that a device keeps in a round that runs."""

    stream: str
    number: int
    round: int
    is_built: bool
    """Whether a team builds its board there, instead of playing in turns."""
    is_done: bool
    """Whether its result stands in the tournament."""


@dataclass(frozen=True, slots=True)
class ComingTable:
    """A table of a round that is published and not yet started."""

    number: int
    round: int
    names: tuple[str, ...]
    to_take: TilesToTake | None = None
    """The tiles that its team takes out before the clock starts."""


@dataclass(frozen=True, slots=True)
class UnplayedTable:
    """A table of a round that is open at which nobody plays, since somebody is not there."""

    number: int
    round: int
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScorekeeperTables:
    """A table scorekeeper's view between and during rounds."""

    tournament: str
    """Its name."""
    number: int | None
    """The table that the device was invited for; nothing where it is for any."""
    tables: tuple[OwnTable, ...]
    coming: tuple[ComingTable, ...]
    unplayed: tuple[UnplayedTable, ...] = ()
    """Where the device was invited for one of them."""

    def next_after(self, stream: str) -> OwnTable | None:
        """The only table that waits for its scorekeeper, other than the one that they come from."""
        waiting = [table for table in self.tables if not table.is_done and table.stream != stream]
        return waiting[0] if len(self.tables) == 1 and waiting else None


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """A device's task at a tournament or at a free table."""

    role: Role
    stream: str
    name: str
    """Of the tournament; empty at a free table."""
    tables: tuple[OwnTable, ...] = ()
    opponents: str = ""
    """Who else plays at a free table."""
    idle_minutes: int = 0
    """How long nothing has happened at a free table."""


def own_places(context: "Context", caller: Caller) -> tuple[OwnPlace, ...]:
    """Returns the caller's tasks, one for each role at each place."""
    here = {stream: snapshot_of(context, stream).tournament for stream in streams_in(context)}
    found: dict[tuple[Role, str], OwnPlace] = {}
    for grant in sorted(caller.grants, key=repr):
        for stream in [grant.stream] if grant.stream in here else []:
            known = found.get((grant.role, stream))
            tables = _kept_tables(context, grant, stream)
            merged = tables if known is None else tuple(dict.fromkeys((*known.tables, *tables)))
            found[grant.role, stream] = OwnPlace(grant.role, stream, here[stream].name, merged)
        if is_free_table(grant.stream) and grant.role is Role.PLAYER and context.states.knows(grant.stream):
            found |= _own_game(context, caller, grant.stream)
    return tuple(found.values())


def _own_game(context: "Context", caller: Caller, stream: str) -> dict[tuple[Role, str], OwnPlace]:
    """Returns a free game that goes on; one that is over is left out once nobody can challenge or waits."""
    table: Table = context.states.of(stream).state
    idle_ms = max(context.watch() - table.at_ms, 0)
    if table.ending is not None and (_is_final(table, context.watch()) or idle_ms >= LEFT_AFTER_MS):
        return {}
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    sides = {table.seats[seat].side for seat in range(len(table.seats)) if seat in own}
    others = [name for side, name in enumerate(table.sides) if side not in sides]
    names = ", ".join(others or table.sides)
    place = OwnPlace(Role.PLAYER, stream, "", opponents=names, idle_minutes=idle_ms // 60_000)
    return {(Role.PLAYER, stream): place}


def _is_final(table: Table, now_ms: int) -> bool:
    """Checks whether a game ended for good: it is agreed, or nobody can challenge its last play."""
    waits = table.challenge is not None or count_is_open(table, now_ms)
    return is_agreed(table) or (table.kind is TableKind.VIRTUAL and not waits)


def scorekeeper_tables(context: "Context", caller: Caller, stream: str) -> ScorekeeperTables:
    """The tables that the caller keeps at a tournament: those that are played, and those that are next."""
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    grants = sorted(caller.grants_for(stream, Role.TABLE_SCOREKEEPER), key=repr)
    tables = dict.fromkeys(table for grant in grants for table in _kept_tables(context, grant, stream))
    numbers = {grant.table for grant in grants}
    coming, unplayed = [], []
    for view in _open_rounds(context, stream, grants):
        played = view.played
        for board in view.boards:
            number, absent = board.sitting.table, board.absent
            if absent and number in numbers:
                unplayed.append(UnplayedTable(number, played.number, names_in(tournament, absent)))
            if absent or played.stage is not RoundStage.PUBLISHED or not numbers & {None, number}:
                continue
            sides = board.sitting.sides
            to_take = tiles_to_take(tournament, played, sides[0])
            coming.append(ComingTable(number, played.number, names_in(tournament, sides), to_take))
    only = next(iter(numbers)) if len(numbers) == 1 else None
    return ScorekeeperTables(tournament.name, only, tuple(tables), tuple(coming), tuple(unplayed))


def _open_rounds(context: "Context", stream: str, grants: Iterable[Grant]) -> Iterator[RoundView]:
    """The open rounds of the divisions that these grants are for."""
    tournament = snapshot_of(context, stream).tournament
    for division in tournament.divisions:
        played = tournament.open_round(division)
        if played is not None and any(grant.division in (None, division) for grant in grants):
            yield round_view(context, stream, tournament, played)


def _kept_tables(context: "Context", grant: Grant, stream: str) -> tuple[OwnTable, ...]:
    """The tables of the rounds that run which somebody with that grant keeps."""
    if grant.role is not Role.TABLE_SCOREKEEPER:
        return ()
    tables = [
        OwnTable(board.stream, board.sitting.table, view.played.number, board.is_built, board.is_settled)
        for view in _open_rounds(context, stream, (grant,))
        if view.played.stage in _AT_TABLES
        for board in view.boards
        if board.stream is not None and not board.absent and grant.table in (None, board.sitting.table)
    ]
    return tuple(sorted(tables, key=lambda table: table.number))
