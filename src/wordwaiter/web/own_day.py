"""The page of a player or a team on a phone: my table, my opponent, the clock, my score, my place."""

from typing import Annotated, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.service.access import Caller
from wordwaiter.service.house import House
from wordwaiter.service.own_seat import own_day
from wordwaiter.tournament.rounds import RestKind
from wordwaiter.tournament.standings import plain_value
from wordwaiter.web.best import said
from wordwaiter.web.director import clock_text
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.treasurer import time_of_day
from wordwaiter.web.who import anybody
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
    day = own_day(house, caller, tournament, _number(who))
    words = catalogue(reader_of(request).language)
    return page(
        request,
        "own_day.html",
        day=day,
        room=day.room,
        tournament=day.tournament,
        value=plain_value,
        clock_text=clock_text,
        time_of=time_of_day,
        RestKind=RestKind,
        said=lambda team: said(team.points, team.best.total, words),
    )


def _number(who: str) -> int | None:
    """The number that was chosen; nothing for whoever sent the form without choosing, or typed something."""
    return int(who) if who.isascii() and who.isdigit() else None


own_day_routes: Final = (show_own_day,)
