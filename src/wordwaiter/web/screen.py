"""What everybody in the room and at home sees: the big screen and the public page."""

from functools import partial
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.service.house import House
from wordwaiter.service.public_room import PublicRoom, public_room
from wordwaiter.tournament.standings import plain_value
from wordwaiter.tournament.state import Screen
from wordwaiter.web.best import shown_team
from wordwaiter.web.director import clock_text
from wordwaiter.web.figures import money
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.treasurer import time_of_day
from wordwaiter.web.who import anybody
from wordwaiter.web.words import catalogue


@get("/screen/{stream:str}", sync_to_thread=True, who=anybody)
def show_screen(request: AnyRequest, house: NamedDependency[House], stream: FromPath[str]) -> Response[str]:
    """The big screen: what the director chose, or one thing after the other. It never needs a touch."""
    return _page(request, "screen.html", public_room(house, stream))


@get("/live/{stream:str}", sync_to_thread=True, who=anybody)
def show_public(request: AnyRequest, house: NamedDependency[House], stream: FromPath[str]) -> Response[str]:
    """The tournament for those at home: standings, boards and the clock, live."""
    return _page(request, "public.html", public_room(house, stream))


def _page(request: AnyRequest, template: str, room: PublicRoom) -> Response[str]:
    words = catalogue(reader_of(request).language)
    return page(
        request,
        template,
        room=room,
        best=[(each, shown_team(each.winner, words)) for each in room.best],
        tournament=room.tournament,
        value=plain_value,
        dollars=partial(money, language=words.language),
        clock_text=clock_text,
        time_of=time_of_day,
        Screen=Screen,
    )


screen_routes: Final = (show_screen, show_public)
