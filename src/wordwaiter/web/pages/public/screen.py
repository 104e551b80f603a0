"""The public pages: the big screen, and the page for everybody in the room and at home."""

import base64
from functools import partial
from typing import Any, Final

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.service.context import Context
from wordwaiter.service.rounds.public_view import PublicRoom
from wordwaiter.service.rounds.room_moments import load_room
from wordwaiter.service.rounds.slides import slides
from wordwaiter.tournament.standings.awards import Award, Medal
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.gzip_parts import Piece, stored
from wordwaiter.web.pages.bee.best_boards import team_view
from wordwaiter.web.pages.bee.treasurer import time_of_day
from wordwaiter.web.pages.director.overview import clock_text
from wordwaiter.web.render.numbers import figure, money, standing
from wordwaiter.web.render.templates import AnyRequest, page_for_all, reader_of
from wordwaiter.web.words import Catalogue, catalogue


@get("/screen/{stream:str}", who=anybody)
async def show_screen(
    request: AnyRequest, context: NamedDependency[Context], stream: FromPath[str]
) -> Response[Any]:
    """The big screen: what the director chose, or one thing after the other. It never needs a touch."""
    return await _page(request, "screen.html", context, await load_room(context, stream))


@get("/live/{stream:str}", who=anybody)
async def show_public(
    request: AnyRequest, context: NamedDependency[Context], stream: FromPath[str]
) -> Response[Any]:
    """The tournament for those at home: standings, boards and the clock, live."""
    return await _page(request, "public.html", context, await load_room(context, stream))


@get("/logo/{stream:str}/{name:str}", who=anybody)
async def show_logo(
    context: NamedDependency[Context], stream: FromPath[str], name: FromPath[str]
) -> Response[bytes]:
    """The logo of a sponsor. Its address changes with it, so a browser keeps it for ever."""
    logos = (await load_room(context, stream)).tournament.logos
    logo = next((each for each in logos.values() if f"{each.digest}.png" == name), None)
    if logo is None:
        raise NotFoundException("there is no such logo")
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(base64.b64decode(logo.png), media_type="image/png", headers=headers)


async def _page(request: AnyRequest, template: str, context: Context, room: PublicRoom) -> Response[Any]:
    content = partial(_content, room, catalogue(reader_of(request).language))
    return await page_for_all(request, template, (room,), content, {"now": now_at(context, room)})


def _content(room: PublicRoom, words: Catalogue) -> dict[str, object]:
    return {
        "room": room,
        "best": [(each, team_view(each.winner, words)) for each in room.best],
        "tournament": room.tournament,
        "value": partial(standing, language=words.language),
        "dollars": partial(money, language=words.language),
        "clock_text": clock_text,
        "time_of": time_of_day,
        "Screen": Screen,
        "screens": slides(room),
        "figure": partial(figure, language=words.language),
        "of_award": partial(_figures_of, room, words),
    }


def _figures_of(room: PublicRoom, words: Catalogue, award: Award) -> list[tuple[str, str]]:
    """Returns the figures of a medal, by the criteria of the standings; a prize gives its reason."""
    ranked = next((each.standings for each in room.divisions if each.division.name == award.division), None)
    if ranked is None or not isinstance(award.what, Medal):
        return []
    line = next(each for each in ranked.lines if each.entrant == award.entrant)
    told = (
        (words.say(f"standings.by-{criterion.value}"), standing(criterion, value, words.language))
        for criterion, value in zip(ranked.criteria, line.values, strict=False)
    )
    return [(label, shown) for label, shown in told if isinstance(shown, str)]


def now_at(context: Context, room: PublicRoom) -> Piece:
    """The server's clock for a page's own: the page may be of a moment ago, and this is of now."""
    return stored(str(max(context.watch(), room.now_ms)))


screen_routes: Final = (show_screen, show_public, show_logo)
