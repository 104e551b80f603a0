"""The page of a player or a team on a phone: my table, my opponent, the clock, my score, my place."""

from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.service.board_challenges import challenge_offer
from wordwaiter.service.own_seat import own_day
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.rounds import RestKind
from wordwaiter.tournament.standings import plain_value
from wordwaiter.web.asked import Asked, carried_out
from wordwaiter.web.best import said
from wordwaiter.web.challenging import bring_to_judges
from wordwaiter.web.director import clock_text
from wordwaiter.web.forms import Fields, new_key
from wordwaiter.web.pages import page, reader_of
from wordwaiter.web.treasurer import time_of_day
from wordwaiter.web.who import anybody, only
from wordwaiter.web.words import catalogue


@get("/me/{stream:str}", sync_to_thread=True, who=anybody)
def show_own_day(
    asked: NamedDependency[Asked], who: Annotated[str, QueryParameter(max_length=20)] = ""
) -> Response[str]:
    """Where somebody sits, against whom and when; whoever has not joined chooses a name."""
    return _page(asked, _number(who))


def _page(
    asked: Asked,
    who: int | None = None,
    *,
    problem: str = "",
    typed: Fields | None = None,
    status: int = 200,
) -> Response[str]:
    day = own_day(asked.house, asked.caller, asked.stream, who)
    words = catalogue(reader_of(asked.request).language)
    return page(
        asked.request,
        "own_day.html",
        status=status,
        problem=problem,
        typed=(typed or Fields({})).text,
        key=new_key(),
        challenge_of=lambda seat: challenge_offer(asked.house, day, seat),
        day=day,
        room=day.room,
        tournament=day.tournament,
        value=plain_value,
        clock_text=clock_text,
        time_of=time_of_day,
        RestKind=RestKind,
        said=lambda team: said(team.points, team.best.total, words),
    )


@post("/me/{stream:str}", status_code=200, who=only(Role.PLAYER, of="stream"))
async def challenge_word(asked: NamedDependency[Asked]) -> Response[Any]:
    """A word on another team's board goes to the judges."""
    fields = await Fields.of(asked.request)
    show = partial(_page, asked, typed=fields)
    return await carried_out(asked, partial(_challenge, asked, fields), show, f"/me/{asked.stream}")


def _challenge(asked: Asked, fields: Fields) -> str:
    return bring_to_judges(asked, fields.number("challenger"), fields.text("member"), fields)


def _number(who: str) -> int | None:
    """The number that was chosen; nothing for whoever sent the form without choosing, or typed something."""
    return int(who) if who.isascii() and who.isdigit() else None


own_day_routes: Final = (show_own_day, challenge_word)
