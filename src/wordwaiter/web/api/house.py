"""The house itself: the gaps in which the program was not there, and whether clocks ran in them."""

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.lifecycle import Gap
from wordwaiter.service.rounds.downtime import decide_gap, gaps
from wordwaiter.web.api.sent import json_body
from wordwaiter.web.http.guards import the_house
from wordwaiter.web.http.routes import Routes


class GapDecision(msgspec.Struct, forbid_unknown_fields=True):
    """Whether clocks ran on while the program was not there."""

    ran: bool


@get("/gaps", sync_to_thread=True, who=the_house)
def list_gaps(context: NamedDependency[Context], caller: NamedDependency[Caller]) -> list[Gap]:
    """The times in which the program was not there while clocks ran, decided or not."""
    return list(gaps(context, caller))


@post(
    "/gaps/{number:int}",
    dependencies={"sent": json_body(GapDecision)},
    status_code=200,
    sync_to_thread=True,
    who=the_house,
)
def decide_on_gap(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    number: FromPath[int],
    sent: NamedDependency[GapDecision],
) -> Gap:
    """Decide once whether clocks ran in a gap; where they stood, each is given its time back."""
    return decide_gap(context, caller, number, ran=sent.ran)


house_routes = Routes("/", route_handlers=[list_gaps, decide_on_gap], tags=["house"])
