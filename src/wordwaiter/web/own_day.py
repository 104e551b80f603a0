"""The page of a player or a team on a phone: my table, my opponent, the clock, my score, my place."""

from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.service.access import Caller
from wordwaiter.service.board_challenges import ChallengeWish, challenge_board_word, challenge_offer
from wordwaiter.service.house import House
from wordwaiter.service.own_seat import own_day
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds import RestKind
from wordwaiter.tournament.standings import plain_value
from wordwaiter.web.asked import Asked, carried_out
from wordwaiter.web.best import said
from wordwaiter.web.director import clock_text
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.treasurer import time_of_day
from wordwaiter.web.who import anybody, only
from wordwaiter.web.words import catalogue


@get("/me/{tournament:str}", sync_to_thread=True, who=anybody)
def show_own_day(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    who: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Response[str]:
    """Where somebody sits, against whom and when; whoever has not joined chooses a name."""
    return _page(request, house, caller, tournament, _number(who))


def _page(
    request: AnyRequest,
    house: House,
    caller: Caller,
    tournament: str,
    who: int | None = None,
    *,
    problem: str = "",
    typed: Fields | None = None,
    status: int = 200,
) -> Response[str]:
    day = own_day(house, caller, tournament, who)
    words = catalogue(reader_of(request).language)
    return page(
        request,
        "own_day.html",
        status=status,
        problem=problem,
        typed=(typed or Fields({})).text,
        key=new_key(),
        challenge_of=lambda seat: challenge_offer(house, day, seat),
        day=day,
        room=day.room,
        tournament=day.tournament,
        value=plain_value,
        clock_text=clock_text,
        time_of=time_of_day,
        RestKind=RestKind,
        said=lambda team: said(team.points, team.best.total, words),
    )


@post("/me/{tournament:str}", status_code=200, who=only(Role.PLAYER, of="tournament"))
async def challenge_word(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
) -> Response[Any]:
    """A word on another team's board goes to the judges."""
    fields = await Fields.of(request)
    asked = Asked(request, house, caller, tournament)
    show = partial(_page, request, house, caller, tournament, typed=fields)
    return await carried_out(asked, partial(_challenge, asked, fields), show, f"/me/{tournament}")


def _challenge(asked: Asked, fields: Fields) -> str:
    wish = ChallengeWish(
        challenger=fields.number("challenger"),
        challenged=fields.number("challenged"),
        member=fields.text("member"),
        place=fields.text("place"),
        word=fields.text("word"),
        points=fields.number("points") if fields.text("points") else None,
    )
    target = challenge_board_word(asked.house, asked.caller, asked.stream, wish, fields.sending)
    return asked.say("me.challenged", word=target, n=target.points)


def _number(who: str) -> int | None:
    """The number that was chosen; nothing for whoever sent the form without choosing, or typed something."""
    return int(who) if who.isascii() and who.isdigit() else None


own_day_routes: Final = (show_own_day, challenge_word)
