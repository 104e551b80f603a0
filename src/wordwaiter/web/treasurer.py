"""The treasurer's page: money that comes in, tabs, purchases, pledges, the cash, and the target."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.access import Caller
from wordwaiter.service.house import House
from wordwaiter.service.tournaments import give
from wordwaiter.service.treasury_desk import treasury_desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money import Fund, Method, cents_of, dollars
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.treasury import BOUGHT_FUNDS
from wordwaiter.web.answers import done, wants_json
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only
from wordwaiter.web.words import catalogue


@get("/treasurer/{tournament:str}", who=only(Role.TREASURER, of="tournament"))
async def show_treasury(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
) -> Response[str]:
    """The money of the day."""
    return await asyncio.to_thread(_page, request, house, caller, tournament)


def _page(
    request: AnyRequest, house: House, caller: Caller, stream: str, *, problem: str = "", status: int = 200
) -> Response[str]:
    desk = treasury_desk(house, caller, stream)
    return page(
        request,
        "treasurer.html",
        status=status,
        problem=problem,
        desk=desk,
        tournament=desk.tournament,
        taken_for=[fund for fund in Fund if fund not in BOUGHT_FUNDS],
        methods=tuple(Method),
        paid_by=[method for method in Method if method is not Method.TAB],
        dollars=dollars,
        time_of=time_of_day,
        directs=caller.holds(stream),
        key=new_key(),
    )


def time_of_day(ms: int) -> str:
    """`19:45`, as the clock on the wall has it where the program runs."""
    return f"{datetime.fromtimestamp(ms / 1000).astimezone():%H:%M}"


@post("/treasurer/{tournament:str}", status_code=200, who=only(Role.TREASURER, of="tournament"))
async def act_as_treasurer(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
) -> Response[Any]:
    """What one form of the page asks for; the page again, or why not."""
    fields = await Fields.of(request)
    try:
        asked = fields.text("do")
        make = _COMMANDS.get(asked)
        if make is None:
            raise MalformedError("no-such-step", "this form is not known here; load the page again")
        command = make(caller.name, fields)
        await asyncio.to_thread(give, house, caller, tournament, command, fields.sending)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return await asyncio.to_thread(
            _page,
            request,
            house,
            caller,
            tournament,
            problem=refusal_text(request, error),
            status=status_of(error),
        )
    said = catalogue(reader_of(request).language).say(f"treasurer.did-{asked}")
    return done(request, f"/treasurer/{tournament}", said)


def _fund(fields: Fields) -> Fund:
    found = next((fund for fund in Fund if fund.value == fields.text("fund")), None)
    if found is None:
        raise MalformedError("no-such-fund", "choose what the money is for")
    return found


def _method(fields: Fields) -> Method:
    found = next((method for method in Method if method.value == fields.text("method")), None)
    if found is None:
        raise MalformedError("no-such-method", "choose how it is paid")
    return found


def _team(fields: Fields) -> int | None:
    return fields.number("team") if fields.text("team") else None


def _pledge(by: str, fields: Fields) -> c.Command:
    most = fields.text("most")
    return c.MakePledge(
        by,
        fields.number("team"),
        fields.text("donor"),
        cents_of(fields.text("per-point")),
        cents_of(most) if most else None,
    )


_COMMANDS: Final[dict[str, Callable[[str, Fields], c.Command]]] = {
    "take": lambda by, fields: c.TakeMoney(
        by,
        _fund(fields),
        cents_of(fields.text("amount")),
        _method(fields),
        _team(fields),
        fields.text("note"),
    ),
    "reverse": lambda by, fields: c.ReverseMoney(by, fields.number("line"), fields.text("reason")),
    "pay-tab": lambda by, fields: c.PayTab(by, fields.number("team"), _method(fields)),
    "pledge": _pledge,
    "target": lambda by, fields: c.SetTarget(by, cents_of(fields.text("amount"))),
    "count": lambda by, fields: c.CountCash(by, cents_of(fields.text("amount"))),
    "peek": lambda by, fields: c.BuyPeek(by, fields.number("team"), fields.text("word"), _method(fields)),
    "tiles": lambda by, fields: c.BuyTiles(
        by, fields.number("team"), fields.number("count"), _method(fields)
    ),
    "all-tiles": lambda by, fields: c.BuyAllTiles(by, fields.number("team"), _method(fields)),
}
"""What a form of the page may ask for, by its name there."""

treasurer_routes: Final = (show_treasury, act_as_treasurer)
