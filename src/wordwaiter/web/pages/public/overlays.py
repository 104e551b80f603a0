"""Fields for programs that make video streams: each as a small page to lay over a picture, and as plain text.

`/overlay/STREAM` lists the addresses, `/overlay/STREAM/FIELD` is text, `/overlay/STREAM/FIELD/page` a page
with a transparent ground that keeps itself right. It is drawn for a size of its own and grows with the width
that the program gives it.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.game.queries import to_move
from wordwaiter.service.context import Context
from wordwaiter.service.rounds.overlay_players import unseen_at, win_percent_at
from wordwaiter.service.rounds.overlay_view import Camera, Take, take_of
from wordwaiter.service.rounds.public_view import PublicBoard, PublicDivision, PublicRoom, public_room
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.guards import anybody, only
from wordwaiter.web.pages.director.devices import address_for_phones, is_only_here
from wordwaiter.web.pages.director.overview import clock_text
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.public import overlay_texts as texts
from wordwaiter.web.pages.table.chances import chances_in_turn
from wordwaiter.web.pages.table.turns import played_text
from wordwaiter.web.pages.table.view import ClockView, main_clock
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.numbers import money, standing
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import LANGUAGES, Catalogue, catalogue


class Field(Enum):
    """The fields to lay over a picture, by their names in the address."""

    NAMES = "names"
    SCORES = "scores"
    CLOCK = "clock"
    LAST_PLAY = "last-play"
    BOARD = "board"
    BAG = "bag"
    RACKS = "racks"
    UNSEEN = "unseen"
    RECORDS = "records"
    WIN = "win"
    STANDINGS = "standings"
    FUNDS = "funds"


SIZES: Final = {
    Field.NAMES: (800, 90),
    Field.SCORES: (560, 170),
    Field.CLOCK: (320, 120),
    Field.LAST_PLAY: (800, 100),
    Field.BOARD: (800, 800),
    Field.BAG: (240, 120),
    Field.RACKS: (800, 170),
    Field.UNSEEN: (560, 230),
    Field.RECORDS: (800, 140),
    Field.WIN: (800, 90),
    Field.STANDINGS: (800, 640),
    Field.FUNDS: (800, 170),
}
"""Width and height of each, in pixels of the video: what its page is drawn for."""

STANDING_LINES: Final = 8

DivisionNumber = Annotated[int | None, QueryParameter(name="division", ge=1, le=999)]
TableNumber = Annotated[int | None, QueryParameter(name="table", ge=1, le=9999)]
BoardNumber = Annotated[int, QueryParameter(name="board", ge=1, le=99)]


# ---------------------------------------------------------------- small pages


@get("/overlay/{stream:str}/{field:str}/page", who=anybody)
async def show_overlay(
    request: AnyRequest,
    context: NamedDependency[Context],
    stream: FromPath[str],
    field: FromPath[str],
    division: DivisionNumber = None,
    table: TableNumber = None,
    board: BoardNumber = 1,
    plain: Annotated[bool, QueryParameter(name="plain")] = False,
) -> Response[str]:
    """One field as a page with a transparent ground; `plain` leaves the plate behind the text away."""
    chosen = next((each for each in Field if each.value == field), None)
    if chosen is None:
        raise NotFoundException(_known(field, [each.value for each in Field]))
    take = await _take(request, context, stream, Camera(division, table, board), field)
    return await asyncio.to_thread(
        _overlay, request, take, chosen, is_plain=plain, of_table=table is not None
    )


async def _take(request: AnyRequest, context: Context, stream: str, camera: Camera, field: str) -> Take:
    """A camera's view, with the chances to win where they are wanted."""
    take = await asyncio.to_thread(take_of, context, stream, camera)
    if field != Field.WIN.value or take.by_racks is None:
        return take
    return replace(take, known=await chances_in_turn(request, take.by_racks))


def _overlay(
    request: AnyRequest, take: Take, chosen: Field, *, is_plain: bool, of_table: bool
) -> Response[str]:
    words = catalogue(reader_of(request).language)
    scene = take.scene
    return page(
        request,
        "overlay.html",
        field=chosen.value,
        is_plain=is_plain,
        take=take,
        room=take.room,
        tournament=take.room.tournament,
        clock=_clock_of(take, words, of_table=of_table),
        mover=None if scene is None else _side_to_move(take),
        last=_last_play(take, words),
        told=texts.players_told(take, words),
        racks=texts.racks_told(take),
        unseen=unseen_at(take),
        win=win_percent_at(take) if chosen is Field.WIN else (),
        scene_sides=() if scene is None else scene.table.sides,
        bag=None if scene is None else scene.view.bag_count,
        board=None
        if take.board is None
        else board_view(take.board, words, last=() if scene is None else scene.last_squares),
        standings=None if take.division is None else take.division.standings,
        most=STANDING_LINES,
        value=partial(standing, language=words.language),
        dollars=partial(money, language=words.language),
    )


def _known(field: str, names: list[str]) -> str:
    return f"there is no field {field[:30]!r}; there are: {', '.join(names)}"


def _side_to_move(take: Take) -> str | None:
    """The name of the side whose turn it is."""
    assert take.scene is not None  # noqa: S101 - asked of tables alone
    table = take.scene.table
    seat = to_move(table)
    return None if seat is None else table.sides[table.seats[seat].side]


def _clock_of(take: Take, words: Catalogue, *, of_table: bool) -> ClockView | None:
    """The main clock of the table that was asked for; otherwise the clock of the room."""
    if of_table and take.scene is not None and take.scene.clocks:
        return main_clock(take.scene, words)
    if take.division is None or take.division.remaining_ms is None:
        return None
    left_ms = take.division.remaining_ms
    return ClockView("clock-room", "", left_ms, 60_000, True, True, clock_text(left_ms))


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The latest turn of a table, as it is told."""

    who: str
    told: str
    points: int


def _last_play(take: Take, words: Catalogue) -> LastPlay | None:
    scene = take.scene
    if scene is None or scene.last is None:
        return None
    turn = scene.last
    told = played_text(scene.table, turn.number, words)
    return LastPlay(scene.table.seats[turn.seat].name, told, turn.points)


# ---------------------------------------------------------------- plain text


@get("/overlay/{stream:str}/{field:str}", who=anybody, media_type=MediaType.TEXT)
async def show_field(
    request: AnyRequest,
    context: NamedDependency[Context],
    stream: FromPath[str],
    field: FromPath[str],
    division: DivisionNumber = None,
    table: TableNumber = None,
    board: BoardNumber = 1,
) -> Response[str]:
    """One field as plain text."""
    words = catalogue(reader_of(request).language)
    if field in TEXTS_OF_A_TABLE:
        take = await _take(request, context, stream, Camera(division, table, board), field)
        text = await asyncio.to_thread(TEXTS_OF_A_TABLE[field], take, words)
    elif field in TEXTS_OF_THE_ROOM:
        text = await asyncio.to_thread(_text_of_room, context, stream, field, words)
    else:
        raise NotFoundException(_known(field, [*TEXTS_OF_A_TABLE, *TEXTS_OF_THE_ROOM]))
    return Response(f"{text}\n", media_type=MediaType.TEXT)


def _text_of_room(context: Context, stream: str, field: str, words: Catalogue) -> str:
    return TEXTS_OF_THE_ROOM[field](public_room(context, stream), words)


def _names(take: Take, _words: Catalogue) -> str:
    return "" if take.seat is None else " – ".join(take.seat.names)


def _off(board: PublicBoard, words: Catalogue) -> str:
    """Returns the sentence about a game that nobody plays; empty for others."""
    if board.is_cancelled:
        return words.say("director.cancelled")
    return words.say("screen.not-played") if board.absent else ""


def _scores(take: Take, words: Catalogue) -> str:
    if take.seat is not None and (off := _off(take.seat, words)):
        return off
    return "" if take.seat is None or take.seat.scores is None else " : ".join(map(str, take.seat.scores))


def _last(take: Take, words: Catalogue) -> str:
    last = _last_play(take, words)
    return (
        "" if last is None else f"{last.who}: {last.told} {f'+{last.points}' if last.points else ''}".strip()
    )


def _bag(take: Take, _words: Catalogue) -> str:
    return "" if take.scene is None or take.scene.view.bag_count is None else str(take.scene.view.bag_count)


def _board(take: Take, _words: Catalogue) -> str:
    return "" if take.board is None else take.board.text()


def _clock(room: PublicRoom, _words: Catalogue) -> str:
    return "  ".join(
        clock_text(each.remaining_ms) for each in room.divisions if each.remaining_ms is not None
    )


def _round(room: PublicRoom, _words: Catalogue) -> str:
    return "  ".join(
        f"{each.division.name} {each.round.number}/{each.division.format.rounds_with(each.round.number)}"
        for each in room.divisions
        if each.round is not None
    )


def _leaders(room: PublicRoom, most: int | None = 3) -> str:
    return "\n".join(line for each in room.divisions for line in _leader_lines(each, most))


def _leader_lines(each: PublicDivision, most: int | None) -> list[str]:
    ranked = [] if each.standings is None else each.standings.lines
    return [f"{line.rank}. {line.name}" for line in ranked[:most] if line.rank is not None]


def _tables(room: PublicRoom, words: Catalogue) -> str:
    lines = []
    for each in room.divisions:
        for board in each.boards:
            told = "" if board.scores is None else f"  {'-'.join(map(str, board.scores))}"
            if off := _off(board, words):
                told = f"  {off}"
            lines.append(f"{board.table}  {' / '.join(board.names)}{told}")
    return "\n".join(lines)


TEXTS_OF_A_TABLE: Final[dict[str, Callable[[Take, Catalogue], str]]] = {
    "names": _names,
    "scores": _scores,
    "last-play": _last,
    "board": _board,
    "bag": _bag,
    **texts.TEXTS,
}
TEXTS_OF_THE_ROOM: Final[dict[str, Callable[[PublicRoom, Catalogue], str]]] = {
    "name": lambda room, _words: room.tournament.name,
    "clock": _clock,
    "round": _round,
    "leaders": lambda room, _words: _leaders(room),
    "standings": lambda room, _words: _leaders(room, None),
    "tables": _tables,
    "funds": lambda room, words: money(room.money.total_cents, words.language),
}


# ---------------------------------------------------------------- the addresses to copy


@dataclass(frozen=True, slots=True)
class Offered:
    """An address to copy."""

    name: str
    link: str
    size: tuple[int, int] | None = None


@get("/overlay/{stream:str}", sync_to_thread=True, who=anybody)
def list_overlays(
    page_request: NamedDependency[TournamentRequest],
    place: Annotated[str, QueryParameter(pattern=r"^(?:[0-9]{1,3}-[0-9]{1,4}-[0-9]{1,2})?$")] = "",
    ground: Annotated[str, QueryParameter(pattern="^(light|dark|plain)$")] = "dark",
) -> Response[str]:
    """The addresses of all fields for one table, to copy into a program that makes video streams."""
    return _addresses(page_request, place, ground)


@post("/overlay/{stream:str}", status_code=200, who=only(of="stream"))
async def choose_racks(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """The director lets overlays show racks, with a delay, or no longer."""
    fields = await Fields.of(page_request.request)
    show, back = partial(_addresses, page_request), f"/overlay/{page_request.stream}"
    return await handle_form(page_request, partial(_chosen, page_request, fields), show, back)


def _chosen(page_request: TournamentRequest, fields: Fields) -> str:
    command = fields.action({"show-racks": c.ShowRacks, "hide-racks": c.HideRacks})
    page_request.give(command_from_form(fields, command), fields)
    return page_request.say(f"overlay.did-{fields.text('do')}")


def _addresses(
    page_request: TournamentRequest,
    place: str = "",
    ground: str = "dark",
    *,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    request, stream = page_request.request, page_request.stream
    room = public_room(page_request.context, stream)
    places = [
        (f"{each.division.number}-{board.table}-{board.board}", each.division.name, board)
        for each in room.divisions
        for board in each.boards
    ]
    chosen = place or (places[0][0] if places else "")
    asked = _query_of(chosen)
    look = "plain=true&theme=dark" if ground == "plain" else f"theme={ground}"
    base = f"{address_for_phones(request)}/overlay/{stream}"

    # A program that makes video streams has a language of its own: the reader's goes with the address.
    language = reader_of(request).language
    spoken = "" if language == LANGUAGES[0] else f"language={language}"

    def link(name: str, *query: str) -> str:
        return f"{base}/{name}?{'&'.join(filter(None, (*query, spoken)))}".rstrip("?")

    return page(
        request,
        "overlays.html",
        status=status,
        problem=problem,
        directs=page_request.caller.holds(stream),
        delay=room.tournament.racks_delay_ms,
        key=new_key(),
        room=room,
        tournament=room.tournament,
        places=places,
        chosen=chosen,
        ground=ground,
        only_here=is_only_here(request),
        pages=[Offered(each.value, link(f"{each.value}/page", asked, look), SIZES[each]) for each in Field],
        texts=[
            *(Offered(name, link(name, asked)) for name in TEXTS_OF_A_TABLE),
            *(Offered(name, link(name)) for name in TEXTS_OF_THE_ROOM),
        ],
    )


def _query_of(place: str) -> str:
    """The place of a camera as its addresses carry it."""
    if not place:
        return ""
    division, table, board = (int(part) for part in place.split("-"))
    further = f"&board={board}" if board > 1 else ""
    return f"division={division}&table={table}{further}"


overlay_routes: Final = (list_overlays, choose_racks, show_field, show_overlay)
