"""The director's pages: the room at a glance with the next sensible step, and rounds from pair to close."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.access import HOUSE, Caller
from wordwaiter.service.gaps import decide_gap, gaps
from wordwaiter.service.house import House
from wordwaiter.service.house_log import Gap
from wordwaiter.service.overview import DivisionSeen, Overview, overview
from wordwaiter.service.tournaments import (
    RoundWish,
    carry_out,
    give,
    in_round,
    kept_in,
    propose_next_round,
    publish_next_round,
)
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.absence import absence_is_default
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.proposing import Proposal, check_games
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds import ResultState
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.answers import done, wants_json
from wordwaiter.web.form_addresses import leads_on
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only, the_house
from wordwaiter.web.words import catalogue

STEPS_WITH_A_FORM: Final = frozenset({Step.START_ROUND, Step.CALL_TIME, Step.CLOSE_ROUND})
"""Steps that one press does; the others lead to the page where they are done."""


@get("/director/{stream:str}", sync_to_thread=True, who=only(Role.SCOREKEEPER, of="stream"))
def show_room(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """The room: every table, every call, and the one large button."""
    return _room(request, house, caller, stream)


def _room(
    request: AnyRequest, house: House, caller: Caller, stream: str, *, problem: str = "", status: int = 200
) -> Response[str]:
    seen = overview(house, caller, stream)
    return page(
        request,
        "director_room.html",
        status=status,
        problem=problem,
        here_is="room",
        seen=seen,
        tournament=seen.tournament,
        step_page=lambda step: step_page(seen, step.division, step.step),
        with_form=STEPS_WITH_A_FORM,
        Step=Step,
        ResultState=ResultState,
        clock_text=clock_text,
        gaps=undecided_gaps(house, caller),
        key=new_key(),
    )


def step_page(seen: Overview, division: str, step: Step) -> str:
    """Where a step is done."""
    number = seen.tournament.division(division).number
    match step:
        case Step.ENTER | Step.CHECK_IN:
            return f"/director/{seen.stream}/entrants"
        case Step.ANNOUNCE_WORDS:
            return f"/emcee/{seen.stream}"
        case Step.RULE:
            return "/judges"
        case Step.AWARD:
            return f"/director/{seen.stream}/standings"
        case _:
            return f"/director/{seen.stream}/rounds/{number}"


def clock_text(ms: int) -> str:
    """What a clock shows: `12:05`, or `-0:20` past its end."""
    # A clock that counts down shows a second until it has gone.
    seconds = -(-ms // 1000)
    return f"{'-' if seconds < 0 else ''}{abs(seconds) // 60}:{abs(seconds) % 60:02}"


# ---------------------------------------------------------------- a division's round


@get("/director/{stream:str}/rounds/{number:int}", who=only(Role.SCOREKEEPER, of="stream"))
async def show_round(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    number: FromPath[int],
) -> Response[str]:
    """A division's latest round; when none is open, the next one as it would be paired."""
    return await asyncio.to_thread(_round, request, house, caller, stream, number)


def _round(
    request: AnyRequest,
    house: House,
    caller: Caller,
    stream: str,
    number: int,
    *,
    problem: str = "",
    typed: ByHand | None = None,
    status: int = 200,
) -> Response[str]:
    seen = overview(house, caller, stream)
    division = _division(seen, number)
    proposal = None
    if division.step.step is Step.PAIR_ROUND:
        proposal, problem = _proposed(request, house, caller, stream, division, typed, problem)
    return page(
        request,
        "director_round.html",
        status=status,
        problem=problem,
        here_is="rounds",
        seen=seen,
        tournament=seen.tournament,
        division=division,
        proposal=proposal,
        games=[] if proposal is None else _games(seen.tournament, proposal),
        playing=seen.tournament.playing(division.division.name),
        breaches=() if typed is None else check_games(seen.tournament, division.division.name, typed),
        is_by_hand=typed is not None,
        directs=caller.holds(stream),
        absence_is_default=absence_is_default,
        with_form=STEPS_WITH_A_FORM,
        step_page=lambda step: step_page(seen, step.division, step.step),
        Step=Step,
        ResultState=ResultState,
        clock_text=clock_text,
        key=new_key(),
    )


def _division(seen: Overview, number: int) -> DivisionSeen:
    division = seen.division(number)
    if division is None:
        raise MalformedError("no-such-division", "there is no such division; it may have been merged")
    return division


def _proposed(
    request: AnyRequest,
    house: House,
    caller: Caller,
    stream: str,
    division: DivisionSeen,
    games: ByHand | None,
    problem: str,
) -> tuple[Proposal | None, str]:
    """The next round as it would be published, or why there can be none."""
    wish = RoundWish(division.division.name, caller.name, games)
    try:
        return propose_next_round(house.journal, kept_in(house, stream), wish), problem
    except WordwaiterError as error:
        return None, problem or refusal_text(request, error)


@dataclass(frozen=True, slots=True)
class ProposedGame:
    """One game of a round that is looked at before it is published."""

    table: int
    board: int
    sides: tuple[int, ...]
    names: tuple[str, ...]
    why: str


def _games(tournament: Tournament, proposal: Proposal) -> list[ProposedGame]:
    return [
        ProposedGame(
            each.table,
            each.board,
            each.sides,
            tuple(tournament.contender(side).name for side in each.sides),
            each.why,
        )
        for each in proposal.command.seatings
    ]


# ---------------------------------------------------------------- what forms ask for


@post(
    "/director/{stream:str}/rounds/{number:int}",
    status_code=200,
    who=only(Role.SCOREKEEPER, of="stream"),
)
async def act_on_round(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    number: FromPath[int],
) -> Response[Any]:
    """What one form of a round asks for; the page again, or why not."""
    fields = await Fields.of(request)
    try:
        if fields.text("do") == "look":
            typed = _games_by_hand(fields)
            return await asyncio.to_thread(_round, request, house, caller, stream, number, typed=typed)
        said = await asyncio.to_thread(_carried_out, house, caller, stream, number, fields)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return await asyncio.to_thread(
            _round,
            request,
            house,
            caller,
            stream,
            number,
            problem=refusal_text(request, error),
            status=status_of(error),
        )
    words = catalogue(reader_of(request).language)
    back = fields.text("back") or f"/director/{stream}/rounds/{number}"
    return done(request, back, words.say(said))


def _carried_out(house: House, caller: Caller, stream: str, number: int, fields: Fields) -> str:
    """Carry a form out; the key of what is said of it."""
    seen = overview(house, caller, stream)
    division = _division(seen, number).division.name
    asked = fields.text("do")
    if asked == "publish":
        games = _games_by_hand(fields) if fields.text("by-hand") else None
        publish_next_round(house, caller, stream, RoundWish(division, caller.name, games), fields.sending)
        return "director.published"
    make = _COMMANDS.get(asked)
    if make is None:
        raise MalformedError("no-such-step", "this form is not known here; load the page again")
    command = make(seen.tournament, division, caller.name, fields)
    if isinstance(command, c.StartRound | c.CallRoundTime | c.CloseRound) and fields.text("round"):
        carry_out(house, caller, stream, in_round(fields.number("round"), command), fields.sending)
    else:
        give(house, caller, stream, command, fields.sending)
    return f"director.did-{asked}"


def _games_by_hand(fields: Fields) -> ByHand:
    """The games as the form has them, in its order; the first of two is the one that is named first."""
    ones, others = fields.texts("one"), fields.texts("other")
    if len(ones) != len(others):
        raise MalformedError("not-a-game", "a game of the form has one side; load the page again")
    return ByHand(tuple(zip(ones, others, strict=True)), tuple(each for each in fields.texts("bye") if each))


def _round_meant(tournament: Tournament, division: str, fields: Fields) -> int:
    """The round of the page that was looked at: a form may come so late that another one is played."""
    if fields.text("round"):
        return fields.number("round")
    latest = tournament.latest_round(division)
    return latest.number if latest else 0


def _scores(fields: Fields) -> tuple[int, ...]:
    return tuple(fields.number(name) for name in ("first", "second") if fields.text(name))


def _sheet(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    signed = tuple(int(text) for text in fields.texts("signed") if text.isdecimal())
    return c.HandInSheet(
        by,
        division,
        _round_meant(tournament, division, fields),
        fields.number("table"),
        _scores(fields),
        signed,
        fields.number("board"),
    )


def _decision(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    return c.DecideResult(
        by,
        division,
        _round_meant(tournament, division, fields),
        fields.number("table"),
        _scores(fields),
        fields.text("reason"),
        fields.number("board"),
    )


def _correction(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    return c.CorrectResult(
        by,
        division,
        _round_meant(tournament, division, fields),
        fields.number("table"),
        _scores(fields),
        fields.text("reason"),
        fields.number("board"),
    )


def _absent(tournament: Tournament, division: str, by: str, fields: Fields) -> c.Command:
    absent = tuple(int(text) for text in fields.texts("absent") if text.isdecimal() and len(text) < 7)
    place = (division, _round_meant(tournament, division, fields), fields.number("table"))
    return c.ForfeitGame(by, *place, absent, fields.text("reason"), fields.number("board"))


_Make = Callable[[Tournament, str, str, Fields], c.Command]

_COMMANDS: Final[dict[str, _Make]] = {
    "start-round": lambda _t, division, by, fields: c.StartRound(
        by, division, draw_tiles=not fields.has("tiles-by-hand")
    ),
    "call-time": lambda _t, division, by, _f: c.CallRoundTime(by, division),
    "close-round": lambda _t, division, by, _f: c.CloseRound(by, division),
    "withdraw-round": lambda _t, division, by, fields: c.WithdrawRound(by, division, fields.text("reason")),
    "halt-round": lambda _t, division, by, fields: c.HaltRound(by, division, fields.text("reason")),
    "reopen-round": lambda _t, division, by, fields: c.ReopenRound(by, division, fields.text("reason")),
    "adjust-clock": lambda _t, division, by, fields: c.AdjustRoomClock(
        by, division, fields.number("minutes") * 60_000, fields.text("reason")
    ),
    "sheet": _sheet,
    "decide": _decision,
    "correct": _correction,
    "absent": _absent,
}
"""What a form of a round may ask for, by its name there."""


@get("/director/{stream:str}/rounds", sync_to_thread=True, who=only(Role.SCOREKEEPER, of="stream"))
def show_rounds(
    house: NamedDependency[House], caller: NamedDependency[Caller], stream: FromPath[str]
) -> Redirect:
    """The division that needs something first."""
    seen = overview(house, caller, stream)
    if seen.next is None:
        return Redirect(f"/director/{stream}/entrants")
    return Redirect(f"/director/{stream}/rounds/{seen.tournament.division(seen.next.division).number}")


# ---------------------------------------------------------------- clocks after the program was away


def undecided_gaps(house: House, caller: Caller) -> tuple[Gap, ...]:
    """The gaps of which nobody has said whether clocks ran in them; for the house's director to decide."""
    if not caller.holds(HOUSE):
        return ()
    return tuple(gap for gap in gaps(house, caller) if gap.ran is None and gap.clocks)


@post("/gaps/{number:int}", status_code=303, who=the_house)
async def decide_about_gap(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    number: FromPath[int],
) -> Response[Any]:
    """Whether clocks ran while the program was not there."""
    fields = await Fields.of(request)
    await asyncio.to_thread(decide_gap, house, caller, number, ran=fields.text("ran") == "yes")
    words = catalogue(reader_of(request).language)
    return done(request, fields.text("back") or "/", words.say("gap.decided"))


director_routes: Final = (
    show_room,
    show_rounds,
    show_round,
    act_on_round,
    decide_about_gap,
    leads_on("/gaps/{number:int}", "/"),
)
