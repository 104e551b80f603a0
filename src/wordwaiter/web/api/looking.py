"""Looking at a tournament through the API, and what all its routes share."""

from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.visibility import tournament_for, visible_fact
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of
from wordwaiter.service.tournaments.tournaments import room_clock_ms
from wordwaiter.store.facts import Fact
from wordwaiter.tournament.facts import OfficialCalled
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.responses.tournament import RoomClock
from wordwaiter.web.api.sent import etag
from wordwaiter.web.http.guards import Who, only, only_in_part

DIRECTORS: Final = only(of="tournament")
JUDGES: Final = only(Role.JUDGE, of="tournament")
TREASURERS: Final = only(Role.TREASURER, of="tournament")
PEOPLE: Final = only_in_part(*(role for role in Role if role is not Role.PUBLIC), of="tournament")
"""Everybody with a role in the tournament that the path names."""
UNDOERS: Final = only_in_part(Role.JUDGE, Role.SCOREKEEPER, Role.TREASURER, Role.EMCEE, of="tournament")
"""Whoever may give a command that takes back another one; what that is, all facts before it tell."""
HELPERS: Final[Who] = only_in_part(
    Role.JUDGE,
    Role.SCOREKEEPER,
    Role.TABLE_SCOREKEEPER,
    Role.TREASURER,
    Role.EMCEE,
    of="tournament",
)


class Given(msgspec.Struct):
    """The result of a command: the version now, and the facts that it brought about."""

    tournament: str
    version: int
    facts: list[dict[str, Any]]


def look(context: Context, caller: Caller, stream: str) -> Snapshot:
    """A tournament as the caller may see it."""
    snapshot = snapshot_of(context, stream)
    return replace(snapshot, tournament=tournament_for(caller, snapshot.stream, snapshot.tournament))


def room_clock(context: Context, tournament: Tournament) -> RoomClock:
    """Returns a function for the time on the room's clocks now."""
    return partial(_room_clock, tournament, context.watch())


def _room_clock(tournament: Tournament, now_ms: int, division: str) -> int | None:
    return room_clock_ms(tournament, division, now_ms)


def the_division(tournament: Tournament, named: str | None) -> str:
    """The division of that name, or the only one."""
    if named is not None:
        return tournament.division(named).name
    if len(tournament.divisions) != 1:
        known = ", ".join(tournament.divisions) or "none yet"
        raise MalformedError("which-division", f"choose a division: {known}")
    return next(iter(tournament.divisions))


def given(caller: Caller, done: TournamentOutcome) -> Response[Given]:
    """The answer to a command: of what it brought about, what its sender may see of anything that happens."""
    told = Given(done.stream, done.version, [_seen(caller, fact) for fact in done.written])
    return Response(told, headers=etag(done.version))


def _seen(caller: Caller, fact: Fact) -> dict[str, Any]:
    # Whoever calls typed all of the call; its number is told so that they can speak of it.
    body: Any = fact.body if fact.kind == OfficialCalled.KIND else None
    if body is None:
        body = (visible_fact(caller, fact) or {}).get("body", {})
    return {"kind": fact.kind, **body}
