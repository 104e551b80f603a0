"""A division's rounds, for the director: paired, published, started, results and challenges, closed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.bee.board_challenges import challenges_of
from wordwaiter.service.rounds.director_view import DivisionSeen, Overview, at_round
from wordwaiter.service.tournaments.tournaments import RoundRequest, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.absence import absence_is_default
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.rounds.proposals import check_games
from wordwaiter.tournament.rounds.rounds import ResultState, RoundStage
from wordwaiter.tournament.standings.standings import BeforeAfter, preview_without_result
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.form_responses import wants_json
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.bee.challenge_form import bring_to_judges
from wordwaiter.web.pages.director.overview import STEPS_WITH_A_FORM, clock_text, step_page
from wordwaiter.web.pages.director.pairing import (
    Proposed,
    changed_games,
    games_by_hand,
    looked_at_in,
    proposed_games,
    proposed_round,
    with_seats,
)
from wordwaiter.web.pages.director.round_forms import COMMANDS, ENDINGS, meant_round
from wordwaiter.web.pages.director.unusual_results import ask_once
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import page

WasDone = Annotated[str, QueryParameter(pattern="^[a-z-]{0,30}$")]
"""The action just done, for a page that is loaded after it: without scripts nobody else would say it."""
AboutRound = Annotated[int, QueryParameter(ge=0, le=999)]


@get("/director/{stream:str}/rounds", sync_to_thread=True, who=only_in_part(Role.SCOREKEEPER, of="stream"))
def show_rounds(page_request: NamedDependency[TournamentRequest]) -> Redirect:
    """The division that needs something first."""
    seen = page_request.overview()
    if seen.next is None:
        return Redirect(f"/director/{page_request.stream}/entrants")
    return Redirect(_address(page_request, seen.tournament.division(seen.next.division).number))


def _address(page_request: TournamentRequest, number: int, played: int | None = None) -> str:
    """The page of a division's rounds, or of one of them."""
    here = f"/director/{page_request.stream}/rounds/{number}"
    return here if played is None else f"{here}/{played}"


@get("/director/{stream:str}/rounds/{number:int}", who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def show_round(
    page_request: NamedDependency[TournamentRequest],
    number: FromPath[int],
    done: WasDone = "",
    about: AboutRound = 0,
) -> Response[str]:
    """A division's latest round; when none is open, the next one as it would be paired."""
    return await asyncio.to_thread(_round, page_request, number, done=(done, about))


@get(
    "/director/{stream:str}/rounds/{number:int}/{played:int}", who=only_in_part(Role.SCOREKEEPER, of="stream")
)
async def show_round_of_number(
    page_request: NamedDependency[TournamentRequest],
    number: FromPath[int],
    played: FromPath[int],
    done: WasDone = "",
    about: AboutRound = 0,
) -> Response[str]:
    """One round of a division with its results, however many were played after it."""
    return await asyncio.to_thread(_round, page_request, number, played, done=(done, about))


@dataclass(frozen=True, slots=True)
class Look:
    """A preview on the page: games by hand, or the end of a result."""

    by_hand: ByHand | None = None
    drawn_at: int | None = None
    """Of the proposal in which games were changed by hand."""
    without: "WithoutResult | None" = None


@dataclass(frozen=True, slots=True)
class WithoutResult:
    """A result that would be taken back, or a game that would count for nobody, with what that changes."""

    do: str
    command: c.CancelGame | c.WithdrawResult
    names: tuple[str, ...]
    standings: BeforeAfter


def _round(
    page_request: TournamentRequest,
    number: int,
    played: int | None = None,
    *,
    problem: str = "",
    look: Look | None = None,
    typed: Fields | None = None,
    done: tuple[str, int] = ("", 0),
    status: int = 200,
) -> Response[str]:
    """The page of a division's round: of that number, or of the one that something is to be done in."""
    seen = page_request.overview()
    division = _division(seen, number)
    name = division.division.name
    latest = division.round
    proposed, look = None, look or Look()
    rounds = seen.tournament.rounds_of(name)
    if played is not None and played <= len(rounds):  # else it was taken back, and can be paired again
        division = at_round(page_request.context, seen, division, played)
    elif division.step.step is Step.PAIR_ROUND:
        proposed, why_not = _proposed(page_request, name, look)
        problem = problem or why_not
    return page(
        page_request.request,
        "director_round.html",
        status=status,
        problem=problem,
        done=_repeated_message(page_request, seen.tournament, name, *done),
        looks_first=done[0] == "look-first" and proposed is not None,
        here_is="rounds",
        seen=seen,
        tournament=seen.tournament,
        division=division,
        proposal=None if proposed is None else proposed.proposal,
        looked_at=None if proposed is None else proposed.looked_at,
        games=[] if proposed is None else proposed_games(seen.tournament, proposed.proposal),
        playing=seen.tournament.playing(name),
        breaches=() if look.by_hand is None else check_games(seen.tournament, name, look.by_hand),
        is_by_hand=look.by_hand is not None,
        without=look.without,
        rounds=rounds,
        is_latest=division.round is latest,
        is_asked_for=played is not None,
        challenges=challenges_of(page_request.context, seen.tournament, name)
        if division.round is latest
        else None,
        typed=(typed or Fields({})).text,
        directs=page_request.caller.directs(page_request.stream, name),
        absence_is_default=absence_is_default,
        with_form=STEPS_WITH_A_FORM,
        step_page=lambda step: step_page(seen, step.division, step.step),
        refused=partial(refusal_text, page_request.request),
        Step=Step,
        ResultState=ResultState,
        RoundStage=RoundStage,
        clock_text=clock_text,
        key=new_key(),
    )


def _division(seen: Overview, number: int) -> DivisionSeen:
    division = seen.division(number)
    if division is None:
        raise MalformedError("no-such-division", "this division no longer exists; it may have been merged")
    return division


def _proposed(page_request: TournamentRequest, division: str, look: Look) -> tuple[Proposed | None, str]:
    """The next round as it would be published, and why it cannot be as somebody wants it."""
    try:
        return proposed_round(page_request, division, look.by_hand, look.drawn_at), ""
    except WordwaiterError as error:
        why_not = refusal_text(page_request.request, error)
    if look.by_hand is None:
        return None, why_not
    as_proposed, _ = _proposed(page_request, division, Look(drawn_at=look.drawn_at))
    return None if as_proposed is None else with_seats(as_proposed, look.by_hand), why_not


# ---------------------------------------------------------------- what forms ask for


@post(
    "/director/{stream:str}/rounds/{number:int}",
    status_code=200,
    who=only_in_part(Role.SCOREKEEPER, of="stream"),
)
async def act_on_round(
    page_request: NamedDependency[TournamentRequest], number: FromPath[int]
) -> Response[Any]:
    """Carries out one form of a round; shows the page again, or why not."""
    return await _acted(page_request, number, None)


@post(
    "/director/{stream:str}/rounds/{number:int}/{played:int}",
    status_code=200,
    who=only_in_part(Role.SCOREKEEPER, of="stream"),
)
async def act_on_round_of_number(
    page_request: NamedDependency[TournamentRequest], number: FromPath[int], played: FromPath[int]
) -> Response[Any]:
    """Does what a form asks for, and stays on the page of one round."""
    return await _acted(page_request, number, played)


async def _acted(page_request: TournamentRequest, number: int, played: int | None) -> Response[Any]:
    fields = await Fields.of(page_request.request)
    back = fields.text("back") or _address(page_request, number, played)
    show = partial(_round, page_request, number, played, typed=fields)
    wanted = fields.text("do")
    if wanted in _LOOKS:
        return await handle_form(
            page_request, partial(_LOOKS[wanted], page_request, number, played, fields), show, back
        )
    if wanted in _REPEATED and not wants_json(page_request.request):
        back = _with_what_was_done(page_request, number, back, fields)
    act = partial(_ACTS.get(wanted, _command), page_request, number, fields)
    if wanted == "publish" and (games := changed_games(fields)):
        show = partial(show, look=Look(games, fields.number_if_any("drawn-at")))
    return await handle_form(page_request, act, show, back)


def _look_at_games(
    page_request: TournamentRequest, number: int, played: int | None, fields: Fields
) -> Response[str]:
    """The page with the games as they were changed, and what is against them."""
    return _round(
        page_request, number, played, look=Look(games_by_hand(fields), fields.number_if_any("drawn-at"))
    )


def _look_at_standings(
    page_request: TournamentRequest, number: int, played: int | None, fields: Fields
) -> Response[str]:
    """The page with the standings before and after a result is no more; nothing is done yet."""
    seen = page_request.overview()
    tournament, division = seen.tournament, _division(seen, number).division.name
    do = fields.text("do").removeprefix("look-")
    command = ENDINGS[do](tournament, division, fields)
    page_request.require_may(command)
    changes = preview_without_result(tournament, command)
    sitting = tournament.round(division, command.round).sitting_at(command.table, command.board)
    names = () if sitting is None else tuple(tournament.contender(side).name for side in sitting.sides)
    return _round(page_request, number, played, look=Look(without=WithoutResult(do, command, names, changes)))


def _publish(page_request: TournamentRequest, number: int, fields: Fields) -> str:
    division = _division(page_request.overview(), number).division.name
    games = changed_games(fields)
    wish = RoundRequest(
        division, page_request.caller.name, games, amends=games is not None, looked_at=looked_at_in(fields)
    )
    publish_next_round(page_request.context, page_request.caller, page_request.stream, wish, fields.meta)
    return page_request.say("director.did-publish")


def _challenge(page_request: TournamentRequest, _number: int, fields: Fields) -> str:
    """A word on another team's board goes to the judges, for the member who came to the director."""
    challenger, _, member = fields.text("challenger").partition(" ")
    if not challenger.isdecimal():
        raise MalformedError("no-member", "enter the challenging team member; only members may challenge")
    return bring_to_judges(page_request, int(challenger), member, fields)


def _command(page_request: TournamentRequest, number: int, fields: Fields) -> str:
    """Carry out what is one command; what is said of it."""
    seen = page_request.overview()
    division = _division(seen, number).division.name
    command = fields.action(COMMANDS)(seen.tournament, division, fields)
    if isinstance(command, c.HandInSheet):
        ask_once(page_request.request.app.state.moments, page_request.stream, command)
    page_request.give(command, fields)
    about = command.round if isinstance(command, c.CorrectResult | c.CancelGame) else 0
    return _message(page_request, seen.tournament, division, fields.text("do"), about)


def _message(
    page_request: TournamentRequest, tournament: Tournament, division: str, done: str, about: int
) -> str:
    """Returns the sentence about an action on a round that may concern a later one."""
    told = page_request.say(f"director.did-{done}")
    latest = tournament.latest_round(division)
    if latest is None or done not in _CHANGE_STANDINGS or about in (0, latest.number):
        return told
    # The latest one was paired by the standings as they were.
    paired = "may-pair-again" if latest.stage is RoundStage.PUBLISHED else "paired-before"
    return f"{told} {page_request.say(f'director.{paired}', round=latest.number)}"


def _with_what_was_done(page_request: TournamentRequest, number: int, back: str, fields: Fields) -> str:
    """The way back with what the page there says of it; pages that are not about rounds say nothing."""
    path = back.partition("?")[0]
    if not path.startswith(_address(page_request, number)):
        return back
    return f"{path}?done={fields.text('do')}&about={meant_round(fields) or 0}"


def _repeated_message(
    page_request: TournamentRequest, tournament: Tournament, division: str, done: str, about: int
) -> str:
    """Returns the page's sentence about the action done just before it was loaded."""
    return _message(page_request, tournament, division, done, about) if done in _REPEATED else ""


_ACTS: Final[dict[str, Callable[[TournamentRequest, int, Fields], str | Response[Any]]]] = {
    "publish": _publish,
    "challenge": _challenge,
}
"""The actions of a round's forms that are more than one command, by name."""


_LOOKS: Final[dict[str, Callable[[TournamentRequest, int, int | None, Fields], Response[str]]]] = {
    "look": _look_at_games,
    **{f"look-{name}": _look_at_standings for name in ENDINGS},
}
"""Previews of what an action would do, by its name in a form."""

_CHANGE_STANDINGS: Final = frozenset({"correct", "cancel-game"})
"""Actions on a round after which another was paired."""

_REPEATED: Final = frozenset({*COMMANDS, "publish"})
"""Actions that a page of rounds confirms, by name."""

round_routes: Final = (show_rounds, show_round, show_round_of_number, act_on_round, act_on_round_of_number)
