"""A division's rounds, for the director: paired, published, started, results and challenges, closed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.board_challenges import challenges_of
from wordwaiter.service.overview import DivisionSeen, Overview, at_round
from wordwaiter.service.tournaments import RoundWish, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.absence import absence_is_default
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.proposing import check_games
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds import ResultState, RoundStage
from wordwaiter.tournament.standings import BeforeAfter, preview_without_result
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.asked import Asked, carried_out
from wordwaiter.web.challenging import bring_to_judges
from wordwaiter.web.director import STEPS_WITH_A_FORM, clock_text, step_page
from wordwaiter.web.director_pairing import (
    Proposed,
    changed_games,
    games_by_hand,
    looked_at_in,
    proposed_games,
    proposed_round,
    with_seats,
)
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import page
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only


@get("/director/{stream:str}/rounds", sync_to_thread=True, who=only(Role.SCOREKEEPER, of="stream"))
def show_rounds(asked: NamedDependency[Asked]) -> Redirect:
    """The division that needs something first."""
    seen = asked.overview()
    if seen.next is None:
        return Redirect(f"/director/{asked.stream}/entrants")
    return Redirect(_address(asked, seen.tournament.division(seen.next.division).number))


def _address(asked: Asked, number: int, played: int | None = None) -> str:
    """The page of a division's rounds, or of one of them."""
    here = f"/director/{asked.stream}/rounds/{number}"
    return here if played is None else f"{here}/{played}"


@get("/director/{stream:str}/rounds/{number:int}", who=only(Role.SCOREKEEPER, of="stream"))
async def show_round(asked: NamedDependency[Asked], number: FromPath[int]) -> Response[str]:
    """A division's latest round; when none is open, the next one as it would be paired."""
    return await asyncio.to_thread(_round, asked, number)


@get("/director/{stream:str}/rounds/{number:int}/{played:int}", who=only(Role.SCOREKEEPER, of="stream"))
async def show_round_of_number(
    asked: NamedDependency[Asked], number: FromPath[int], played: FromPath[int]
) -> Response[str]:
    """One round of a division with its results, however many were played after it."""
    return await asyncio.to_thread(_round, asked, number, played)


@dataclass(frozen=True, slots=True)
class Look:
    """What a page shows for a moment that nobody has done yet: games by hand, or the end of a result."""

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
    asked: Asked,
    number: int,
    played: int | None = None,
    *,
    problem: str = "",
    look: Look | None = None,
    typed: Fields | None = None,
    status: int = 200,
) -> Response[str]:
    """The page of a division's round: of that number, or of the one that something is to be done in."""
    seen = asked.overview()
    division = _division(seen, number)
    name = division.division.name
    latest = division.round
    proposed, look = None, look or Look()
    rounds = seen.tournament.rounds_of(name)
    if played is not None and played <= len(rounds):  # else it was taken back, and can be paired again
        division = at_round(asked.house, seen, division, played)
    elif division.step.step is Step.PAIR_ROUND:
        proposed, why_not = _proposed(asked, name, look)
        problem = problem or why_not
    return page(
        asked.request,
        "director_round.html",
        status=status,
        problem=problem,
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
        challenges=challenges_of(asked.house, seen.tournament, name) if division.round is latest else None,
        typed=(typed or Fields({})).text,
        directs=asked.caller.holds(asked.stream),
        absence_is_default=absence_is_default,
        with_form=STEPS_WITH_A_FORM,
        step_page=lambda step: step_page(seen, step.division, step.step),
        Step=Step,
        ResultState=ResultState,
        RoundStage=RoundStage,
        clock_text=clock_text,
        key=new_key(),
    )


def _division(seen: Overview, number: int) -> DivisionSeen:
    division = seen.division(number)
    if division is None:
        raise MalformedError("no-such-division", "there is no such division; it may have been merged")
    return division


def _proposed(asked: Asked, division: str, look: Look) -> tuple[Proposed | None, str]:
    """The next round as it would be published, and why it cannot be as somebody wants it."""
    try:
        return proposed_round(asked, division, look.by_hand, look.drawn_at), ""
    except WordwaiterError as error:
        why_not = refusal_text(asked.request, error)
    if look.by_hand is None:
        return None, why_not
    as_proposed, _ = _proposed(asked, division, Look(drawn_at=look.drawn_at))
    return None if as_proposed is None else with_seats(as_proposed, look.by_hand), why_not


# ---------------------------------------------------------------- what forms ask for


@post(
    "/director/{stream:str}/rounds/{number:int}",
    status_code=200,
    who=only(Role.SCOREKEEPER, of="stream"),
)
async def act_on_round(asked: NamedDependency[Asked], number: FromPath[int]) -> Response[Any]:
    """What one form of a round asks for; the page again, or why not."""
    return await _acted(asked, number, None)


@post(
    "/director/{stream:str}/rounds/{number:int}/{played:int}",
    status_code=200,
    who=only(Role.SCOREKEEPER, of="stream"),
)
async def act_on_round_of_number(
    asked: NamedDependency[Asked], number: FromPath[int], played: FromPath[int]
) -> Response[Any]:
    """The same on the page of one round, which stays there."""
    return await _acted(asked, number, played)


async def _acted(asked: Asked, number: int, played: int | None) -> Response[Any]:
    fields = await Fields.of(asked.request)
    back = fields.text("back") or _address(asked, number, played)
    show = partial(_round, asked, number, played, typed=fields)
    wanted = fields.text("do")
    if wanted in _LOOKS:
        return await carried_out(asked, partial(_LOOKS[wanted], asked, number, played, fields), show, back)
    act = partial(_ACTS.get(wanted, _command), asked, number, fields)
    if wanted == "publish" and (games := changed_games(fields)):
        show = partial(show, look=Look(games, fields.number_if_any("drawn-at")))
    return await carried_out(asked, act, show, back)


def _look_at_games(asked: Asked, number: int, played: int | None, fields: Fields) -> Response[str]:
    """The page with the games as they were changed, and what is against them."""
    return _round(asked, number, played, look=Look(games_by_hand(fields), fields.number_if_any("drawn-at")))


def _look_at_standings(asked: Asked, number: int, played: int | None, fields: Fields) -> Response[str]:
    """The page with the standings before and after a result is no more; nothing is done yet."""
    seen = asked.overview()
    tournament, division = seen.tournament, _division(seen, number).division.name
    do = fields.text("do").removeprefix("look-")
    command = _WITHOUT[do](tournament, division, asked.caller.name, fields)
    changes = preview_without_result(tournament, command)
    sitting = tournament.round(division, command.round).sitting_at(command.table, command.board)
    names = () if sitting is None else tuple(tournament.contender(side).name for side in sitting.sides)
    return _round(asked, number, played, look=Look(without=WithoutResult(do, command, names, changes)))


def _publish(asked: Asked, number: int, fields: Fields) -> str:
    division = _division(asked.overview(), number).division.name
    games = changed_games(fields)
    wish = RoundWish(
        division, asked.caller.name, games, amends=games is not None, looked_at=looked_at_in(fields)
    )
    publish_next_round(asked.house, asked.caller, asked.stream, wish, fields.sending)
    return asked.say("director.published")


def _challenge(asked: Asked, _number: int, fields: Fields) -> str:
    """A word on another team's board goes to the judges, for the member who came to the director."""
    challenger, _, member = fields.text("challenger").partition(" ")
    if not challenger.isdecimal():
        raise MalformedError("no-member", "say which member of the team challenges; nobody else may")
    return bring_to_judges(asked, int(challenger), member, fields)


def _command(asked: Asked, number: int, fields: Fields) -> str:
    """Carry out what is one command; what is said of it."""
    wanted = fields.text("do")
    make = COMMANDS.get(wanted)
    if make is None:
        raise MalformedError("no-such-step", "this form is not known here; load the page again")
    seen = asked.overview()
    division = _division(seen, number).division.name
    command = make(seen.tournament, division, asked.caller.name, fields)
    asked.give(command, fields)
    told = asked.say(f"director.did-{wanted}")
    latest = seen.tournament.latest_round(division)
    if latest is None or not isinstance(command, c.CorrectResult | c.CancelGame):
        return told
    if latest.number == command.round:
        return told
    # The latest one was paired by the standings as they were.
    paired = "may-pair-again" if latest.stage is RoundStage.PUBLISHED else "paired-before"
    return f"{told} {asked.say(f'director.{paired}', round=latest.number)}"


_ACTS: Final[dict[str, Callable[[Asked, int, Fields], str | Response[Any]]]] = {
    "publish": _publish,
    "challenge": _challenge,
}
"""What a form of a round may ask for that is more than one command, by its name there."""


def _meant(fields: Fields) -> int | None:
    """The round of the page that was looked at: a form may come so late that another one is played."""
    return fields.number_if_any("round")


def _place(tournament: Tournament, division: str, fields: Fields) -> tuple[str, int, int]:
    """The division, the round and the table that a form is about."""
    number = _meant(fields)
    if number is None:
        latest = tournament.latest_round(division)
        number = latest.number if latest else 0
    return division, number, fields.number("table")


def _scores(fields: Fields) -> tuple[int, ...]:
    return tuple(fields.number(name) for name in ("first", "second") if fields.text(name))


def _sheet(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    signed = tuple(int(text) for text in fields.texts("signed") if text.isdecimal())
    place = _place(tournament, division, fields)
    return c.HandInSheet(by, *place, _scores(fields), signed, fields.number("board"))


def _totals(kind: type[c.DecideResult] | type[c.CorrectResult]) -> "_Make":
    """Totals that an official puts there, with the reason."""

    def make(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
        place = _place(tournament, division, fields)
        return kind(by, *place, _scores(fields), fields.text("reason"), fields.number("board"))

    return make


def _absent(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    absent = tuple(int(text) for text in fields.texts("absent") if text.isdecimal() and len(text) < 7)
    place = _place(tournament, division, fields)
    return c.ForfeitGame(by, *place, absent, fields.text("reason"), fields.number("board"))


def _cancel(tournament: Tournament, division: str, by: str, fields: Fields) -> c.CancelGame:
    place = _place(tournament, division, fields)
    return c.CancelGame(by, *place, fields.text("reason"), fields.number("board"))


def _withdraw(tournament: Tournament, division: str, by: str, fields: Fields) -> c.WithdrawResult:
    place = _place(tournament, division, fields)
    return c.WithdrawResult(by, *place, fields.text("reason"), fields.number("board"))


def _step_back(kind: type[c.WithdrawRound] | type[c.HaltRound] | type[c.ReopenRound]) -> "_Make":
    """A step of the round that is taken back, with the reason."""

    def make(_tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
        return kind(by, division, fields.text("reason"), _meant(fields))

    return make


_Make = Callable[[Tournament, str, str, Fields], c.Command]

_WITHOUT: Final[dict[str, Callable[[Tournament, str, str, Fields], c.CancelGame | c.WithdrawResult]]] = {
    "cancel-game": _cancel,
    "withdraw-result": _withdraw,
}
"""What ends a result; looked at first, since it may change who stands where."""

_LOOKS: Final[dict[str, Callable[[Asked, int, int | None, Fields], Response[str]]]] = {
    "look": _look_at_games,
    **{f"look-{name}": _look_at_standings for name in _WITHOUT},
}
"""What only shows the page with what something would do, by its name in a form."""

COMMANDS: Final[dict[str, _Make]] = {
    "start-round": lambda _t, division, by, fields: c.StartRound(
        by, division, draw_tiles=not fields.has("tiles-by-hand"), round=_meant(fields)
    ),
    "call-time": lambda _t, division, by, fields: c.CallRoundTime(by, division, _meant(fields)),
    "close-round": lambda _t, division, by, fields: c.CloseRound(by, division, _meant(fields)),
    "withdraw-round": _step_back(c.WithdrawRound),
    "halt-round": _step_back(c.HaltRound),
    "reopen-round": _step_back(c.ReopenRound),
    "adjust-clock": lambda _t, division, by, fields: c.AdjustRoomClock(
        by, division, fields.number("minutes") * 60_000, fields.text("reason"), _meant(fields)
    ),
    "sheet": _sheet,
    "decide": _totals(c.DecideResult),
    "correct": _totals(c.CorrectResult),
    "absent": _absent,
    **_WITHOUT,
}
"""What a form of a round may ask for that is one command, by its name there."""

round_routes: Final = (show_rounds, show_round, show_round_of_number, act_on_round, act_on_round_of_number)
