"""The treasurer's page: money that comes in, tabs, purchases, pledges, the cash, and the target."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.bee.treasury import treasury_desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method, cents_of
from wordwaiter.tournament.money.treasury import BOUGHT_FUNDS
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import Asked, carried_out
from wordwaiter.web.render.money import told_money
from wordwaiter.web.render.numbers import money
from wordwaiter.web.render.templates import page, reader_of
from wordwaiter.web.words import catalogue


@get("/treasurer/{stream:str}", who=only(Role.TREASURER, of="stream"))
async def show_treasury(asked: NamedDependency[Asked]) -> Response[str]:
    """The money of the day."""
    return await asyncio.to_thread(_page, asked)


def _page(asked: Asked, *, problem: str = "", status: int = 200) -> Response[str]:
    desk = treasury_desk(asked.context, asked.caller, asked.stream)
    return page(
        asked.request,
        "treasurer.html",
        status=status,
        problem=problem,
        desk=desk,
        tournament=desk.tournament,
        taken_for=[fund for fund in Fund if fund not in BOUGHT_FUNDS],
        methods=tuple(Method),
        paid_by=[method for method in Method if method is not Method.TAB],
        dollars=partial(money, language=reader_of(asked.request).language),
        time_of=time_of_day,
        directs=asked.caller.holds(asked.stream),
        key=new_key(),
    )


def time_of_day(ms: int) -> str:
    """`19:45`, as the clock on the wall has it where the program runs."""
    return f"{datetime.fromtimestamp(ms / 1000).astimezone():%H:%M}"


@post("/treasurer/{stream:str}", status_code=200, who=only(Role.TREASURER, of="stream"))
async def act_as_treasurer(asked: NamedDependency[Asked]) -> Response[Any]:
    """What one form of the page asks for; the page again, or why not."""
    fields = await Fields.of(asked.request)
    act, show = partial(_act, asked, fields), partial(_page, asked)
    return await carried_out(asked, act, show, f"/treasurer/{asked.stream}")


def _act(asked: Asked, fields: Fields) -> str:
    """Carry a form out; what is said of it."""
    wanted = fields.text("do")
    make = COMMANDS.get(wanted)
    if make is None:
        raise MalformedError("no-such-step", "this form is not known here; load the page again")
    answer = asked.give(make(asked.caller.name, fields), fields)
    words = catalogue(reader_of(asked.request).language)
    return told_money(answer, words) or words.say(f"treasurer.did-{wanted}")


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


COMMANDS: Final[dict[str, Callable[[str, Fields], c.Command]]] = {
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
