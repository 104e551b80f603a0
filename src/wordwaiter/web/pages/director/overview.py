"""The director's room at a glance, with the next sensible step as one large button."""

import asyncio
from functools import partial
from typing import Any, Final, assert_never

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.devices import STREAM as ACCESS
from wordwaiter.service.access.facts import TakeoverAnswered, TakeoverAsked
from wordwaiter.service.context import Context
from wordwaiter.service.judging.missing_lists import missing_lists, replaced_lists
from wordwaiter.service.rounds.director_view import Overview
from wordwaiter.service.rounds.downtime import decide_gaps, gaps_to_decide
from wordwaiter.service.tournaments.room_steps import RoundMeant, take_step
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.rounds.rounds import ResultState
from wordwaiter.tournament.state import Division
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.form_responses import done
from wordwaiter.web.http.guards import only_in_part, the_house
from wordwaiter.web.pages.bee.treasurer import time_of_day
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.missing_lists import missing_views, replaced_notes
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_ALSO_FOLLOWS: Final = "".join(
    f"&stream={ACCESS}%23{kind.KIND}" for kind in (TakeoverAsked, TakeoverAnswered)
)
"""Facts of other streams on which the page of the room is looked at again."""

STEPS_WITH_A_FORM: Final = frozenset({Step.START_ROUND, Step.CALL_TIME, Step.CLOSE_ROUND})
"""Steps that one press does; the others lead to the page where they are done."""


@get("/director/{stream:str}", sync_to_thread=True, who=only_in_part(Role.SCOREKEEPER, of="stream"))
def show_room(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The room: every table, every call, and the one large button."""
    return _room(page_request)


def _room(page_request: TournamentRequest, *, problem: str = "", status: int = 200) -> Response[str]:
    seen = page_request.overview()
    return page(
        page_request.request,
        "director_room.html",
        status=status,
        problem=problem,
        here_is="room",
        seen=seen,
        tournament=seen.tournament,
        step_page=lambda step: step_page(seen, step.division, step.step),
        with_form=STEPS_WITH_A_FORM,
        together=_together(page_request, seen),
        directs=page_request.caller.holds(page_request.stream),
        Step=Step,
        ResultState=ResultState,
        clock_text=clock_text,
        missing=missing_views(
            missing_lists(page_request.context, page_request.stream),
            catalogue(reader_of(page_request.request).language),
        ),
        replaced=replaced_notes(
            replaced_lists(page_request.context, page_request.stream),
            catalogue(reader_of(page_request.request).language),
        ),
        takeovers=_takeovers(page_request),
        also_follows=_ALSO_FOLLOWS,
        gaps=gaps_to_decide(page_request.context, page_request.caller, page_request.stream),
        time_of=time_of_day,
        key=new_key(),
    )


def _takeovers(page_request: TournamentRequest) -> int:
    """Returns how many printed codes of this event another device asks for."""
    asked = page_request.context.devices.takeovers(page_request.caller)
    return sum(any(grant.stream == page_request.stream for grant in each.grants) for each in asked)


def _together(page_request: TournamentRequest, seen: Overview) -> tuple[Division, ...]:
    """The divisions of whoever asks that one press takes the next step with."""
    divisions = () if seen.next is None else seen.next.divisions
    return tuple(
        seen.tournament.division(each)
        for each in divisions
        if page_request.caller.directs(page_request.stream, each)
    )


@post("/director/{stream:str}", status_code=200, who=only_in_part(of="stream"))
async def act_in_room(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Takes the next step with all divisions that are ready; the page again, or why not."""
    fields = await Fields.of(page_request.request)
    return await handle_form(
        page_request,
        partial(_act, page_request, fields),
        partial(_room, page_request),
        f"/director/{page_request.stream}",
    )


def _act(page_request: TournamentRequest, fields: Fields) -> str | Response[Any]:
    """Takes a step; pairings to be seen first are shown, with the button that publishes them."""
    try:
        return take_room_step(page_request, fields)
    except ConflictError as error:
        if error.code != "look-first":
            raise
        seen = page_request.overview()
        where = step_page(seen, str(error.facts["division"]), Step.PAIR_ROUND)
        return done(page_request.request, f"{where}?done=look-first")


def take_room_step(page_request: TournamentRequest, fields: Fields) -> str:
    """Takes a step with the divisions that a form names, or corrects what the event is called."""
    if fields.text("do") == "details":
        page_request.give(command_from_form(fields, c.ChangeDetails), fields)
        return page_request.say("director.did-details")
    step = fields.choice("do", Step)
    numbers = {
        each.number: each.name
        for each in snapshot_of(page_request.context, page_request.stream).tournament.divisions.values()
    }
    if not fields.numbers("division") or not {*fields.numbers("division")} <= numbers.keys():
        raise MalformedError("no-such-division", "this division no longer exists; it may have been merged")
    rounds = tuple(RoundMeant(numbers[each], fields.number("round")) for each in fields.numbers("division"))
    take_step(page_request.context, page_request.caller, page_request.stream, step, rounds, fields.meta)
    return page_request.say(f"director.did-{'publish' if step is Step.PAIR_ROUND else step.value}")


def step_page(seen: Overview, division: str, step: Step) -> str:
    """Returns where a step is done."""
    number = seen.tournament.division(division).number
    match step:
        case Step.ENTER:
            return f"/director/{seen.stream}/entrants"
        case Step.CHECK_IN:
            return f"/director/{seen.stream}/check-in"
        case Step.FEW_LEFT:
            return f"/director/{seen.stream}/entrants#rounds-{number}"
        case Step.ANNOUNCE_WORDS:
            return f"/emcee/{seen.stream}"
        case Step.RULE:
            return "/judges"
        case Step.AWARD:
            return f"/director/{seen.stream}/standings#awards"
        case (
            Step.CALL_TIME
            | Step.DECIDE_RESULTS
            | Step.CLOSE_ROUND
            | Step.START_ROUND
            | Step.PAIR_ROUND
            | Step.COLLECT_RESULTS
            | Step.WAIT
        ):
            return f"/director/{seen.stream}/rounds/{number}"
        case _:
            assert_never(step)


def clock_text(ms: int) -> str:
    """Returns a clock's text: `12:05`, or `-0:20` past its end."""
    # A clock that counts down shows a second until it has gone.
    seconds = -(-ms // 1000)
    return f"{'-' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


# ---------------------------------------------------------------- clocks after the program was away


@post("/gaps", status_code=303, who=the_house)
async def decide_about_gaps(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """Checks whether clocks ran while the program was not there, for one time or for several."""
    fields = await Fields.of(request)
    numbers = fields.numbers("gap")
    answers = {"yes": True, "no": False}
    ran = answers.get(fields.text("ran"))
    if ran is None or not numbers:
        raise MalformedError("no-answer-to-gap", "choose whether play went on while the server was down")
    await asyncio.to_thread(decide_gaps, context, caller, numbers, ran=ran)
    words = catalogue(reader_of(request).language)
    return done(request, fields.text("back") or "/", words.say("gap.decided"))


director_routes: Final = (show_room, act_in_room, decide_about_gaps, leads_on("/gaps", "/"))
