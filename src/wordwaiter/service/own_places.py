"""Where a device is at work: what its roles are for, and the tables that it keeps in the rounds that run."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.service.access import Caller, Grant
from wordwaiter.service.places import is_free_table, place_of
from wordwaiter.service.round_tables import is_built, stream_at
from wordwaiter.service.tables import streams_of_tables
from wordwaiter.service.tournament_steps import kept_in, streams_in
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds import RoundStage
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.house import House


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table that a device keeps in a round that runs."""

    stream: str
    number: int
    is_built: bool
    """Whether a team builds its board there, instead of playing in turns."""


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """What a device does at a tournament or at a free table."""

    role: Role
    stream: str
    name: str
    """Of the tournament; empty at a free table."""
    tables: tuple[OwnTable, ...] = ()


def own_places(house: "House", caller: Caller) -> tuple[OwnPlace, ...]:
    """What the caller's roles are for, one line for each role at each place."""
    here = {stream: kept_in(house, stream).tournament for stream in streams_in(house)}
    found: dict[tuple[Role, str], OwnPlace] = {}
    for grant in sorted(caller.grants, key=repr):
        for stream in [grant.stream] if grant.stream in here else []:
            known = found.get((grant.role, stream))
            tables = _kept_tables(house, here[stream], grant, stream)
            merged = tables if known is None else tuple(dict.fromkeys((*known.tables, *tables)))
            found[grant.role, stream] = OwnPlace(grant.role, stream, here[stream].name, merged)
        if is_free_table(grant.stream) and grant.role is Role.PLAYER and house.states.knows(grant.stream):
            found[grant.role, grant.stream] = OwnPlace(grant.role, grant.stream, "")
    return tuple(found.values())


def _kept_tables(house: "House", tournament: Tournament, grant: Grant, stream: str) -> tuple[OwnTable, ...]:
    """The tables of the rounds that run which somebody with that grant keeps."""
    if grant.role is not Role.TABLE_SCOREKEEPER:
        return ()
    running = {
        (tournament.division(division).number, played.number)
        for division in tournament.divisions
        if grant.division in (None, division)
        if (played := tournament.open_round(division)) is not None and played.stage is RoundStage.RUNNING
    }
    tables = []
    for each in streams_of_tables(house, stream):
        place = place_of(each)
        if place is None or (place.division, place.round) not in running:
            continue
        if grant.table in (None, place.table) and stream_at(house, place) == each:
            tables.append(OwnTable(each, place.table, is_built(house, each)))
    return tuple(sorted(tables, key=lambda table: table.number))
