"""The audit log: what anybody did, searched by who, from which device, when, why and by which clause."""

from datetime import datetime
from typing import Annotated

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access.audit_log import MOST, AuditLine, AuditSearch, search_log
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.store.facts import write_time
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.routes import Routes


class AuditResponse(msgspec.Struct):
    """Something that was done: who, from which device, when, what, why, and by which clause."""

    position: int
    time: str
    stream: str
    kind: str
    by: str
    device: str
    sentence: str
    reason: str
    clause: str | None


@get("/audit", sync_to_thread=True, who=only(Role.JUDGE, Role.SCOREKEEPER))
def search_audit(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: Annotated[
        str | None,
        QueryParameter(
            max_length=200,
            description="A tournament with its tables, or a table; without it everything, "
            "for the director of the house.",
        ),
    ] = None,
    text: Annotated[str, QueryParameter(max_length=200, description="Words anywhere in the line.")] = "",
    by: Annotated[str, QueryParameter(max_length=200, description="Part of a name.")] = "",
    device: Annotated[str, QueryParameter(max_length=200)] = "",
    kind: Annotated[
        str, QueryParameter(max_length=200, description="A kind of fact, or the beginning of one.")
    ] = "",
    reason: Annotated[str, QueryParameter(max_length=200, description="Words in the reason.")] = "",
    clause: Annotated[
        str, QueryParameter(max_length=200, description="A clause, or the beginning of one.")
    ] = "",
    since: Annotated[
        str | None, QueryParameter(max_length=40, description="As 2026-11-15T14:30:00Z.")
    ] = None,
    until: Annotated[
        str | None, QueryParameter(max_length=40, description="As 2026-11-15T14:30:00Z.")
    ] = None,
    before: Annotated[
        int | None,
        QueryParameter(ge=1, le=2**62, description="Only what is older than that position: the next page."),
    ] = None,
    most: Annotated[int, QueryParameter(ge=1, le=MOST, description="So many lines at most.")] = 200,
) -> list[AuditResponse]:
    """Returns what was done, newest first."""
    found = search_log(
        context,
        caller,
        AuditSearch(
            stream=stream,
            actor=by,
            device=device,
            kind=kind,
            since=_moment(since),
            until=_moment(until),
            reason=reason,
            clause=clause,
            text=text,
            before=before,
            most=most,
        ),
    )
    return [_audit_response(line) for line in found]


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise MalformedError(
            "bad-time", f"write a time with its time zone, as 2026-11-15T14:30:00Z, not {text!r}"
        )
    return moment


def _audit_response(line: AuditLine) -> AuditResponse:
    return AuditResponse(
        line.position,
        write_time(line.time),
        line.stream,
        line.kind,
        line.actor,
        line.device,
        line.sentence,
        line.reason,
        line.clause,
    )


audit_routes = Routes("/", route_handlers=[search_audit], tags=["audit"])
