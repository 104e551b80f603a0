"""What everybody in the room and at home sees: the big screen and the public page."""

from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.service.house import House
from wordwaiter.service.public_room import PublicRoom, public_room
from wordwaiter.tournament.money import dollars
from wordwaiter.tournament.standings import plain_value
from wordwaiter.tournament.state import Screen
from wordwaiter.web.director import clock_text
from wordwaiter.web.treasurer import time_of_day
from wordwaiter.web.who import anybody


@get("/screen/{stream:str}", sync_to_thread=True, who=anybody)
def show_screen(request: AnyRequest, house: NamedDependency[House], stream: FromPath[str]) -> Response[str]:
    """The big screen: what the director chose, or one thing after the other. It never needs a touch."""
    return _page(request, "screen.html", public_room(house, stream))


@get("/live/{stream:str}", sync_to_thread=True, who=anybody)
def show_public(request: AnyRequest, house: NamedDependency[House], stream: FromPath[str]) -> Response[str]:
    """The tournament for those at home: standings, boards and the clock, live."""
    return _page(request, "public.html", public_room(house, stream))


def _page(request: AnyRequest, template: str, room: PublicRoom) -> Response[str]:
    return page(
        request,
        template,
        room=room,
        tournament=room.tournament,
        value=plain_value,
        dollars=dollars,
        time_of=time_of_day,
        clock_text=clock_text,
        Screen=Screen,
    )


screen_routes: Final = (show_screen, show_public)
