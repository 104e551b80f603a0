"""The day for the director: its timetable, laid out from the rounds, moved in one step when it runs late."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.command_fields import Readers
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.director_view import Overview
from wordwaiter.service.tournaments.times_of_day import times_in
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import SlotKind
from wordwaiter.tournament.timetable import DayWish, PartWish, laid_out, next_part, pause_of_text
from wordwaiter.tournament.written import MINUTE_MS, minutes_of_text
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.bee.treasurer import time_of_day
from wordwaiter.web.pages.forms import Fields, new_key, value_from_form
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page

STEPS: Final = (5, 10, 15, 30)
"""Minutes by which one press moves the day."""


@get("/director/{stream:str}/day", who=only(Role.SCOREKEEPER, of="stream"))
async def show_day(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The parts of the day, and the forms that lay it out and move it."""
    return await asyncio.to_thread(_day, page_request)


def _day(
    page_request: TournamentRequest, *, problem: str = "", typed: Fields | None = None, status: int = 200
) -> Response[str]:
    seen = page_request.overview()
    typed = typed or Fields({})
    return page(
        page_request.request,
        "director_day.html",
        status=status,
        problem=problem,
        here_is="day",
        seen=seen,
        tournament=seen.tournament,
        directs=page_request.caller.holds(page_request.stream),
        next_part=_next(seen),
        steps=STEPS,
        kinds=tuple(SlotKind),
        typed=typed.text,
        time_of=time_of_day,
        key=new_key(),
    )


def _next(seen: Overview) -> int | None:
    """The part that has not begun and comes first."""
    try:
        return next_part(seen.tournament, seen.now_ms)
    except ConflictError:
        return None


@post("/director/{stream:str}/day", status_code=200, who=only(of="stream"))
async def change_day(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Carries out one form of the page; shows the page again, or why not."""
    fields = await Fields.of(page_request.request)
    show = partial(_day, page_request, typed=fields)
    return await handle_form(
        page_request, partial(_act, page_request, fields), show, f"/director/{page_request.stream}/day"
    )


def _act(page_request: TournamentRequest, fields: Fields) -> str:
    """Carry a form out; what is said of it."""
    page_request.give(fields.action(COMMANDS)(page_request.context, page_request.overview(), fields), fields)
    return page_request.say(f"day.did-{fields.text('do')}")


def _shift(_context: Context, seen: Overview, fields: Fields) -> c.Command:
    minutes = minutes_of_text(fields.text("minutes") or fields.text("by"))
    if not minutes:
        raise MalformedError("bad-time", "enter the minutes to move by, other than 0")
    slot = fields.number("slot") if fields.text("slot") else next_part(seen.tournament, seen.now_ms)
    return c.ShiftTimetable("", slot, minutes * MINUTE_MS, fields.text("reason"))


def _lay_out(context: Context, seen: Overview, fields: Fields) -> c.Command:
    pauses = tuple(map(pause_of_text, fields.lines("breaks")))
    wish = value_from_form(fields, DayWish, _times(context, seen), pauses=pauses)
    return c.SetTimetable("", laid_out(seen.tournament, wish))


def _add(context: Context, seen: Overview, fields: Fields) -> c.Command:
    part = value_from_form(fields, PartWish, _times(context, seen))
    return c.SetTimetable("", part.among(seen.tournament.timetable))


def _times(context: Context, seen: Overview) -> Readers:
    return times_in(seen.tournament, context.clock().astimezone().date())


def _drop(_context: Context, seen: Overview, fields: Fields) -> c.Command:
    gone = fields.number("slot")
    slots = seen.tournament.timetable
    if not 0 <= gone < len(slots):
        raise MalformedError("no-such-slot", f"the timetable has no part {gone}")
    return c.SetTimetable("", (*slots[:gone], *slots[gone + 1 :]))


def _allow_analysis(_context: Context, _seen: Overview, _fields: Fields) -> c.Command:
    return c.AllowAnalysis("")


def _forbid_analysis(_context: Context, _seen: Overview, _fields: Fields) -> c.Command:
    return c.ForbidAnalysis("")


COMMANDS: Final[dict[str, Callable[[Context, Overview, Fields], c.Command]]] = {
    "shift": _shift,
    "lay-out": _lay_out,
    "add": _add,
    "drop": _drop,
    "allow-analysis": _allow_analysis,
    "forbid-analysis": _forbid_analysis,
}
"""The actions of the page's forms, by name."""

day_routes: Final = (show_day, change_day)
