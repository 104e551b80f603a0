"""The page of a player or a team on a phone: my table, my opponent, the clock, my score, my place."""

import asyncio
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.bee.board_challenges import challenge_offer
from wordwaiter.service.bee.tiles_to_take import tiles_to_take
from wordwaiter.service.memo import Memo
from wordwaiter.service.rounds.player_view import own_day_in
from wordwaiter.service.rounds.public_view import PublicRoom
from wordwaiter.service.rounds.room_moments import load_room, room_of_the_moment
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import RestKind, RoundStage
from wordwaiter.web.http.authentication import is_signed_out
from wordwaiter.web.http.guards import anybody, only_in_part
from wordwaiter.web.http.gzip_parts import Piece, packed
from wordwaiter.web.pages.bee.best_boards import said
from wordwaiter.web.pages.bee.challenge_form import bring_to_judges
from wordwaiter.web.pages.bee.treasurer import time_of_day
from wordwaiter.web.pages.director.overview import clock_text
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.public.screen import now_at
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.numbers import standing
from wordwaiter.web.render.templates import fragment, page_of_pieces, reader_of
from wordwaiter.web.words import catalogue


@get("/me/{stream:str}", who=anybody)
async def show_own_day(
    page_request: NamedDependency[TournamentRequest], who: Annotated[str, QueryParameter(max_length=20)] = ""
) -> Response[Any]:
    """Returns where somebody sits, against whom and when; whoever has not joined chooses a name."""
    room = await load_room(page_request.context, page_request.stream)
    return await asyncio.to_thread(_shown, page_request, room, _number(who))


def _page(
    page_request: TournamentRequest,
    who: int | None = None,
    *,
    problem: str = "",
    typed: Fields | None = None,
    status: int = 200,
) -> Response[Any]:
    room = room_of_the_moment(page_request.context, page_request.stream)
    return _shown(page_request, room, who, problem=problem, typed=typed, status=status)


def _shown(
    page_request: TournamentRequest,
    room: PublicRoom,
    who: int | None,
    *,
    problem: str = "",
    typed: Fields | None = None,
    status: int = 200,
) -> Response[Any]:
    day = own_day_in(page_request.context, page_request.caller, room, who)
    words = catalogue(reader_of(page_request.request).language)
    return page_of_pieces(
        page_request.request,
        "own_day.html",
        {
            "now": now_at(page_request.context, room),
            "room": _room_below(room, words.language, is_own=day.is_own),
        },
        status=status,
        signed_out=is_signed_out(page_request.request, page_request.stream),
        problem=problem,
        typed=(typed or Fields({})).text,
        key=new_key(),
        offers={
            seat.contender.number: challenge_offer(page_request.context, day, seat) for seat in day.seats
        },
        to_take={
            seat.contender.number: tiles_to_take(day.tournament, seat.round, seat.contender.number)
            for seat in day.seats
        },
        day=day,
        room=room,
        tournament=day.tournament,
        clock_text=clock_text,
        RestKind=RestKind,
        RoundStage=RoundStage,
        said=lambda team: said(team.points, team.best.total, words),
    )


_ROOMS_BELOW: Final = Memo[Piece](64)
"""The part that all see alike below their own seats, by tournament and language, some ten kilobytes each."""


def _room_below(room: PublicRoom, language: str, *, is_own: bool) -> Piece:
    """The day and all tables; those who have joined also find the boards that teams build."""

    def made() -> Piece:
        return packed(
            fragment(
                "own_day_room.html",
                language,
                room=room,
                is_own=is_own,
                value=partial(standing, language=language),
                time_of=time_of_day,
            )
        )

    return _ROOMS_BELOW.of((room.stream, language, is_own), (room,), made)


@post("/me/{stream:str}", status_code=200, who=only_in_part(Role.PLAYER, of="stream"))
async def act_in_own_day(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """A result is reported, or a word on another team's board goes to the judges."""
    fields = await Fields.of(page_request.request)
    show = partial(_page, page_request, typed=fields)
    act = _report if fields.text("do") == "report" else _challenge
    return await handle_form(
        page_request, partial(act, page_request, fields), show, f"/me/{page_request.stream}"
    )


def _report(page_request: TournamentRequest, fields: Fields) -> str:
    """Hands in the totals as the sheet of one side; when both sides say the same, the result stands."""
    tournament = snapshot_of(page_request.context, page_request.stream).tournament
    own = fields.number("contender")
    division, number = tournament.entrant_of(own).division, fields.number("round")
    sitting = tournament.round(division, number).sitting_of(own)
    if sitting is None:
        raise MalformedError("no-such-table", "you have no table in this round; reload the page")
    totals = {
        own: fields.number("own"),
        **{side: fields.number("other") for side in sitting.sides if side != own},
    }
    scores = tuple(totals[side] for side in sitting.sides)
    place = (division, number, sitting.table)
    outcome = page_request.give(c.HandInSheet("", *place, scores, (own,), sitting.board), fields)
    after = outcome.state.round(division, number).sitting_of(own)
    is_settled = after is not None and after.outcome is not None
    return page_request.say("me.report-confirmed" if is_settled else "me.reported")


def _challenge(page_request: TournamentRequest, fields: Fields) -> str:
    return bring_to_judges(page_request, fields.number("challenger"), fields.text("member"), fields)


def _number(who: str) -> int | None:
    """The number that was chosen; nothing for whoever sent the form without choosing, or typed something."""
    return int(who) if who.isascii() and who.isdigit() else None


own_day_routes: Final = (show_own_day, act_in_own_day)
