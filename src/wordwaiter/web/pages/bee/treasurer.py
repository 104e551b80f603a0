"""The treasurer's page: money that comes in, tabs, purchases, pledges, the cash, and the target."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.roles import Role
from wordwaiter.service.bee.treasury import treasury_desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method, dollars
from wordwaiter.tournament.money.treasury import BOUGHT_FUNDS
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.money import counted_text, money_text, pledge_text
from wordwaiter.web.render.numbers import money
from wordwaiter.web.render.templates import page, reader_of
from wordwaiter.web.words import catalogue


@get("/treasurer/{stream:str}", who=only(Role.TREASURER, of="stream"))
async def show_treasury(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The money of the day."""
    return await asyncio.to_thread(_page, page_request)


def _page(page_request: TournamentRequest, *, problem: str = "", status: int = 200) -> Response[str]:
    desk = treasury_desk(page_request.context, page_request.caller, page_request.stream)
    words = catalogue(reader_of(page_request.request).language)
    return page(
        page_request.request,
        "treasurer.html",
        status=status,
        problem=problem,
        desk=desk,
        tournament=desk.tournament,
        taken_for=[fund for fund in Fund if fund not in BOUGHT_FUNDS],
        methods=tuple(Method),
        paid_by=[method for method in Method if method is not Method.TAB],
        dollars=partial(money, language=words.language),
        amount=_in_a_field,
        terms=partial(pledge_text, desk.tournament, words),
        counted=partial(counted_text, words=words),
        time_of=time_of_day,
        directs=page_request.caller.holds(page_request.stream),
        key=new_key(),
    )


def _in_a_field(cents: int) -> str:
    """`1,234.50`, as somebody would type it."""
    return dollars(cents).removeprefix("$")


def time_of_day(ms: int) -> str:
    """`19:45`, as the clock on the wall has it where the program runs."""
    return f"{datetime.fromtimestamp(ms / 1000).astimezone():%H:%M}"


@post("/treasurer/{stream:str}", status_code=200, who=only(Role.TREASURER, of="stream"))
async def act_as_treasurer(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Carries out one form of the page; shows the page again, or why not."""
    fields = await Fields.of(page_request.request)
    act, show = partial(_act, page_request, fields), partial(_page, page_request)
    return await handle_form(page_request, act, show, f"/treasurer/{page_request.stream}")


def _act(page_request: TournamentRequest, fields: Fields) -> str:
    """Carry a form out; what is said of it."""
    answer = page_request.give(command_from_form(fields, fields.action(COMMANDS)), fields)
    words = catalogue(reader_of(page_request.request).language)
    return money_text(answer, words) or words.say(f"treasurer.did-{fields.text('do')}")


COMMANDS: Final[dict[str, Callable[..., c.Command]]] = {
    "take": c.TakeMoney,
    "correct": c.CorrectMoney,
    "reverse": c.ReverseMoney,
    "pay-tab": c.PayTab,
    "pledge": c.MakePledge,
    "change-pledge": c.ChangePledge,
    "withdraw-pledge": c.WithdrawPledge,
    "pay-pledge": c.PayPledge,
    "target": c.SetTarget,
    "count": c.CountCash,
    "peek": c.BuyPeek,
    "tiles": c.BuyTiles,
    "all-tiles": c.BuyAllTiles,
}
"""The actions of the page's forms, by name."""

treasurer_routes: Final = (show_treasury, act_as_treasurer)
