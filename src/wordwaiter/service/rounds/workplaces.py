"""Where a device is at work: what its roles are for, and the tables that it keeps in the rounds that run."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.round_tables import is_built, stream_at
from wordwaiter.service.tables.stream_names import is_free_table, place_of
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.rounds.rounds import Forfeited, RoundStage
from wordwaiter.tournament.state import Tournament

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


@dataclass(frozen=True, slots=True)
class UnplayedTable:
    """A table of a round that is open at which nobody plays, since somebody is not there."""

    number: int
    round: int
    absent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptTables:
    """What a table's scorekeeper has before them between and during rounds."""

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
    """What a device does at a tournament or at a free table."""

    role: Role
    stream: str
    name: str
    """Of the tournament; empty at a free table."""
    tables: tuple[OwnTable, ...] = ()


def own_places(context: "Context", caller: Caller) -> tuple[OwnPlace, ...]:
    """What the caller's roles are for, one line for each role at each place."""
    here = {stream: snapshot_of(context, stream).tournament for stream in streams_in(context)}
    found: dict[tuple[Role, str], OwnPlace] = {}
    for grant in sorted(caller.grants, key=repr):
        for stream in [grant.stream] if grant.stream in here else []:
            known = found.get((grant.role, stream))
            tables = _kept_tables(context, here[stream], grant, stream)
            merged = tables if known is None else tuple(dict.fromkeys((*known.tables, *tables)))
            found[grant.role, stream] = OwnPlace(grant.role, stream, here[stream].name, merged)
        if is_free_table(grant.stream) and grant.role is Role.PLAYER and context.states.knows(grant.stream):
            found[grant.role, grant.stream] = OwnPlace(grant.role, grant.stream, "")
    return tuple(found.values())


def kept_tables(context: "Context", caller: Caller, stream: str) -> KeptTables:
    """The tables that the caller keeps at a tournament: those that are played, and those that are next."""
    tournament = tournament_for(caller, stream, snapshot_of(context, stream).tournament)
    grants = sorted(caller.grants_for(stream, Role.TABLE_SCOREKEEPER), key=repr)
    tables = dict.fromkeys(
        table for grant in grants for table in _kept_tables(context, tournament, grant, stream)
    )
    numbers = {grant.table for grant in grants}
    coming, unplayed = [], []
    for division in tournament.divisions:
        played = tournament.open_round(division)
        if played is None or all(grant.division not in (None, division) for grant in grants):
            continue
        for sitting in played.sittings:
            absent = not_there(tournament, played, sitting)
            if absent and sitting.table in numbers:
                unplayed.append(UnplayedTable(sitting.table, played.number, _names(tournament, absent)))
            if absent or played.stage is not RoundStage.PUBLISHED or not numbers & {None, sitting.table}:
                continue
            coming.append(ComingTable(sitting.table, played.number, _names(tournament, sitting.sides)))
    only = next(iter(numbers)) if len(numbers) == 1 else None
    return KeptTables(tournament.name, only, tuple(tables), tuple(coming), tuple(unplayed))


def _names(tournament: Tournament, contenders: Iterable[int]) -> tuple[str, ...]:
    return tuple(tournament.contender(number).name for number in contenders)


def _kept_tables(
    context: "Context", tournament: Tournament, grant: Grant, stream: str
) -> tuple[OwnTable, ...]:
    """The tables of the rounds that run which somebody with that grant keeps."""
    if grant.role is not Role.TABLE_SCOREKEEPER:
        return ()
    running = {
        (tournament.division(division).number, played.number): played
        for division in tournament.divisions
        if grant.division in (None, division)
        if (played := tournament.open_round(division)) is not None and played.stage in _AT_TABLES
    }
    tables = []
    for each in streams_of_tables(context, stream):
        place = place_of(each)
        if place is None or (place.division, place.round) not in running:
            continue
        if grant.table in (None, place.table) and stream_at(context, place) == each:
            sitting = running[place.division, place.round].sitting_at(place.table, place.board)
            if sitting is not None and isinstance(sitting.outcome, Forfeited):
                continue  # nobody plays there
            is_done = sitting is not None and sitting.outcome is not None
            tables.append(OwnTable(each, place.table, place.round, is_built(context, each), is_done))
    return tuple(sorted(tables, key=lambda table: table.number))
