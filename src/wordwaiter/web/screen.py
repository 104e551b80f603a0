"""What everybody in the room and at home sees: the big screen, the public page, fields for video streams."""

from collections.abc import Callable
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.service.house import House
from wordwaiter.service.public_room import PublicDivision, PublicRoom, public_room
from wordwaiter.tournament.money import dollars
from wordwaiter.tournament.standings import plain_value
from wordwaiter.tournament.state import Screen
from wordwaiter.web.director import clock_text
from wordwaiter.web.pages import AnyRequest, page
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
        clock_text=clock_text,
        Screen=Screen,
    )


@get("/overlay/{stream:str}/{field:str}", sync_to_thread=True, who=anybody, media_type=MediaType.TEXT)
def show_field(house: NamedDependency[House], stream: FromPath[str], field: FromPath[str]) -> Response[str]:
    """One field as plain text, for programs that make video streams."""
    room = public_room(house, stream)
    make = FIELDS.get(field)
    if make is None:
        raise NotFoundException(f"there is no field {field[:30]!r}; there are: {', '.join(FIELDS)}")
    return Response(f"{make(room)}\n", media_type=MediaType.TEXT)


def _clock(room: PublicRoom) -> str:
    return "  ".join(
        clock_text(each.remaining_ms) for each in room.divisions if each.remaining_ms is not None
    )


def _round(room: PublicRoom) -> str:
    return "  ".join(
        f"{each.division.name} {each.round.number}/{each.division.format.rounds.count}"
        for each in room.divisions
        if each.round is not None
    )


def _leaders(room: PublicRoom) -> str:
    return "\n".join(line for each in room.divisions for line in _leader_lines(each))


def _leader_lines(each: PublicDivision) -> list[str]:
    ranked = [] if each.standings is None else each.standings.lines
    return [f"{line.rank}. {line.name}" for line in ranked[:3] if line.rank is not None]


def _tables(room: PublicRoom) -> str:
    lines = []
    for each in room.divisions:
        for board in each.boards:
            told = "" if board.scores is None else f"  {'-'.join(map(str, board.scores))}"
            lines.append(f"{board.table}  {' / '.join(board.names)}{told}")
    return "\n".join(lines)


FIELDS: Final[dict[str, Callable[[PublicRoom], str]]] = {
    "name": lambda room: room.tournament.name,
    "clock": _clock,
    "round": _round,
    "leaders": _leaders,
    "tables": _tables,
    "funds": lambda room: dollars(room.money.total_cents),
}
"""The fields by their names in the address."""

screen_routes: Final = (show_screen, show_public, show_field)
