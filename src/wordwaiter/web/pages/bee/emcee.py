"""The emcee's page: words of a round, start and end signals for the room, what the screen shows."""

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind, Announcement
from wordwaiter.service.bee.emcee import (
    EmceeDesk,
    EmceeDivision,
    LookedAt,
    check_words,
    emcee_desk,
    warnings_of,
)
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.state import Division
from wordwaiter.web.http.form_responses import stays
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.director.overview import clock_text, take_room_step
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.public.screen_control import screen_control
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.boards import BoardView, board_view
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

SIGNALS: Final = frozenset({Step.START_ROUND, Step.CALL_TIME})
"""Steps that the emcee gives to the whole room."""


@get("/emcee/{stream:str}", who=only(Role.EMCEE, of="stream"))
async def show_emcee(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """Shows the emcee's page."""
    return await asyncio.to_thread(_page, page_request)


def _page(
    page_request: TournamentRequest,
    *,
    problem: str = "",
    typed: tuple[int, LookedAt] | None = None,
    refused: tuple[int, Announcement] | None = None,
    ticked: tuple[str, ...] = (),
    status: int = 200,
) -> Response[str]:
    """The page; `typed` is a division, and words that were looked at before they are announced.

    Where words are `refused`, the problem stands beside them, and they stay to be put right. What was
    `ticked` as not there stays so with either.
    """
    desk = emcee_desk(page_request.context, page_request.caller, page_request.stream)
    request = page_request.request
    sent_in = next((each[0] for each in (refused, typed) if each), None)
    with_words = {each.division.number for each in desk.divisions if each.wanted}
    return page(
        request,
        "emcee.html",
        status=status,
        problem=problem,
        desk=desk,
        tournament=desk.tournament,
        words_of=lambda each: _words_in_form(each, typed, refused, desk),
        without_of=lambda each: (
            ticked if each.division.number == sent_in else tuple(kind.value for kind in each.without)
        ),
        refused_in=next((each[0] for each in (refused, typed) if each and each[0] in with_words), None),
        looked_at=typed,
        checked_board=None if typed is None else _checked_board(request, typed[1]),
        figure=lambda points: figure(points, reader_of(request).language),
        signals=SIGNALS,
        first=_first_divisions(desk),
        control=screen_control(desk.tournament),
        AnnouncedKind=AnnouncedKind,
        directs=page_request.caller.holds(page_request.stream),
        Step=Step,
        clock_text=clock_text,
        key=new_key(),
    )


def _first_divisions(desk: EmceeDesk) -> tuple[Division, ...]:
    """The divisions that the next step is about."""
    if desk.next is None:
        return ()
    return tuple(map(desk.tournament.division, desk.next.divisions or (desk.next.division,)))


def _checked_board(request: AnyRequest, looked_at: LookedAt) -> BoardView | None:
    """The board on which the words were found to go together; none while teams build from these words."""
    if looked_at.check is None or looked_at.check.best is None or looked_at.is_secret:
        return None
    return board_view(looked_at.check.best.board, catalogue(reader_of(request).language))


def _words_in_form(
    each: EmceeDivision,
    typed: tuple[int, LookedAt] | None,
    refused: tuple[int, Announcement] | None,
    desk: EmceeDesk,
) -> Announcement:
    """Returns the words in the fields: as typed, as announced, or as announced to another division.

    Else it is a new round, with all sponsors.
    """
    if typed is not None and typed[0] == each.division.number:
        return typed[1].words
    if refused is not None and refused[0] == each.division.number:
        return refused[1]
    if each.coming is None or each.coming.announced != Announcement() or each.without:
        return Announcement() if each.coming is None else each.coming.announced
    told = (
        other.announced
        for one in desk.divisions
        for other in (one.now, one.coming)
        if other is not None and other.number == each.coming.number and other.announced != Announcement()
    )
    return next(told, Announcement(sponsors=desk.tournament.all_sponsors))


@post("/emcee/{stream:str}", status_code=200, who=only(Role.EMCEE, of="stream"))
async def act_as_emcee(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Carries out one form of the page; shows the page again, or why not."""
    fields = await Fields.of(page_request.request)
    act = partial(_check if fields.text("do") == "check" else _act, page_request, fields)
    back = fields.text("back") or f"/emcee/{page_request.stream}"
    number = fields.number_if_any("division")
    is_of_words = fields.text("do") in ("announce", "check") and number is not None
    refused = (number, _words(fields)) if is_of_words and number is not None else None
    again = partial(_page, page_request, refused=refused, ticked=fields.texts("without"))
    return await handle_form(page_request, act, again, back)


def _check(page_request: TournamentRequest, fields: Fields) -> Response[str]:
    """The page with what was found about the words of a round; nothing is announced yet."""
    each = _meant(emcee_desk(page_request.context, page_request.caller, page_request.stream), fields)
    where = each.division.name, fields.number("round")
    found = check_words(page_request.context, page_request.caller, page_request.stream, where, _words(fields))
    return _page(page_request, typed=(each.division.number, found), ticked=fields.texts("without"))


def _warned(page_request: TournamentRequest, fields: Fields, each: EmceeDivision) -> Response[str] | None:
    """The page with what is to be known of words before they are announced, where it was not told yet."""
    if each.coming is None or fields.number("round") != each.coming.number:
        return None  # it is refused, whatever the words are
    found = warnings_of(
        page_request.context, page_request.caller, page_request.stream, each.division.name, _words(fields)
    )
    if {*found.problems} <= {*fields.texts("told")}:
        return None
    problem = page_request.say("emcee.not-announced")
    typed = (each.division.number, found)
    # A script tells of what is refused in a message; this page has notes to be read, so the browser shows it.
    status = 200 if stays(page_request.request.scope) else 409
    return _page(page_request, problem=problem, typed=typed, ticked=fields.texts("without"), status=status)


def _act(page_request: TournamentRequest, fields: Fields) -> str | Response[str]:
    """Carry a form out; what is said of it, or the page that asks first."""
    desk = emcee_desk(page_request.context, page_request.caller, page_request.stream)
    if fields.text("do") == "announce" and (asking := _warned(page_request, fields, _meant(desk, fields))):
        return asking
    if fields.text("do") in {each.value for each in SIGNALS}:
        return take_room_step(page_request, fields)
    page_request.give(_command(desk, fields), fields)
    return page_request.say(f"emcee.did-{fields.text('do')}")


def _meant(desk: EmceeDesk, fields: Fields) -> EmceeDivision:
    found = desk.division(fields.number("division"))
    if found is None:
        raise MalformedError("no-such-division", "this division no longer exists; it may have been merged")
    return found


def _words(fields: Fields) -> Announcement:
    return Announcement(
        fields.text("starting") or None,
        fields.text("surprise") or None,
        # All sponsors are ticked for a new round: whoever says that none are announced takes them back.
        () if AnnouncedKind.SPONSORS.value in fields.texts("without") else tuple(fields.texts("sponsor")),
    )


def _command(desk: EmceeDesk, fields: Fields) -> c.Command:
    kind = fields.action(_COMMANDS)
    given: dict[str, Any] = {}
    if kind is c.AnnounceWords:
        given["division"] = _meant(desk, fields).division.name
    if kind is c.ListSponsors:
        given["names"] = tuple(fields.text("names").splitlines())
    if kind is c.AnnounceWords:
        # Whatever stands in the way was told on the page, and announced again.
        given |= asdict(_words(fields)) | {"anyway": True}
    return command_from_form(fields, kind, **given)


_COMMANDS: Final[dict[str, Callable[..., c.Command]]] = {
    "announce": c.AnnounceWords,
    "sponsors": c.ListSponsors,
    "screen": c.ChooseScreen,
    "turn": c.TurnScreen,
    "award": c.ShowAward,
    "shift": c.ShiftTimetable,
}
"""The actions of the page's forms, by name."""

emcee_routes: Final = (show_emcee, act_as_emcee)
