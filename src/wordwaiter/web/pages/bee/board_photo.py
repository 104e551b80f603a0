"""A board from a photo: taking it, tapping the corners where they were not found, and checking the letters.

Nothing is kept between these steps but the picture in the form itself, so any process can answer, and the
photo is gone when the page is.
"""

import base64
import binascii
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.rules.board import Board, parse_board, split_tiles
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.jobs.photo_process import AskedSquare, Corner, PhotoRead, turned
from wordwaiter.service.tables.board_photos import (
    BLANK,
    EMPTY,
    board_of_answers,
    board_to_photograph,
    read_board_photo,
)
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.stream_names import is_practice
from wordwaiter.web.http.aside import PHOTOS
from wordwaiter.web.http.form_responses import done
from wordwaiter.web.http.guards import anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import LONGEST_FIELD, Fields, new_key
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

LARGEST_PHOTO: Final = 41 * 1024 * 1024
_LARGEST_PICTURE: Final = 1_000_000
_CORNERS: Final = 4
_SQUARE: Final = 32
"""Pixels of a square in the flat picture."""
TAPPED_WIDTH: Final = 320
"""Pixels that the photo is wide where somebody taps its corners: a browser tells the place in these."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One step: a photo or the picture of an earlier one, and what was tapped or answered."""

    fields: Fields
    photo: bytes
    """Empty where the form brings the picture of the step before."""
    picture: bytes


async def _form_of(request: AnyRequest) -> _Form:
    sent: dict[str, list[str]] = {}
    photo = picture = b""
    for name, value in (await request.form()).multi_items():
        if isinstance(value, UploadFile):
            photo = await value.read()
        elif name == "picture":
            picture = _decoded(value)
        elif len(value) > LONGEST_FIELD:
            raise MalformedError("too-long", "a field is too long; shorten it")
        else:
            sent.setdefault(name, []).append(value)
    return _Form(Fields(sent, request.url.path), photo, picture)


def _decoded(text: str) -> bytes:
    try:
        if len(text) > _LARGEST_PICTURE:
            raise ValueError(text[:20])
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise MalformedError("photo-not-a-picture", "take the photo again; its picture was lost") from None


@get("/photo/{stream:path}", sync_to_thread=True, who=anybody_who_joined)
def take_photo(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """The page with the camera."""
    name = stream.removeprefix("/")
    board_to_photograph(context, caller, name)
    return _camera(request, name)


def _camera(request: AnyRequest, stream: str, problem: str = "", status: int = 200) -> Response[str]:
    return page(request, "photo.html", status=status, stream=stream, back=_back(stream), problem=problem)


def _back(stream: str) -> str:
    return f"/practice/{stream}" if is_practice(stream) else f"/hare/{stream}"


@post(
    "/photo/{stream:path}",
    status_code=200,
    who=anybody_who_joined,
    request_max_body_size=LARGEST_PHOTO,
)
async def use_photo(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """One step: the photo, a tap on a corner, a quarter turn, or the board as somebody has checked it."""
    name = stream.removeprefix("/")
    saved = board_to_photograph(context, caller, name)
    try:
        form = await _form_of(request)
    except WordwaiterError as error:
        return _camera(request, name, refusal_text(request, error), status_of(error))
    if form.fields.text("do") == "save":
        return await _save(request, context, caller, name, form, saved)
    try:
        return await _read(request, name, form, saved)
    except WordwaiterError as error:
        return _camera(request, name, refusal_text(request, error), status_of(error))


async def _read(request: AnyRequest, stream: str, form: _Form, saved: Board) -> Response[Any]:
    corners: tuple[Corner, ...] = ()
    content = form.photo or form.picture
    if not content:
        raise MalformedError("photo-none", "choose a photo first")
    if form.fields.text("do") == "turn":
        side = float(_SQUARE * saved.layout.width)
        corners = turned(((0, 0), (side, 0), (side, side), (0, side)), 1)
    elif form.fields.has("tap.x"):
        corners = _tapped(form.fields)
        if len(corners) < _CORNERS:
            width = form.fields.number("width")
            return _corners_page(request, stream, _Tapping(form.picture, width, corners))
        scale = form.fields.number("width") / TAPPED_WIDTH
        corners = tuple((x * scale, y * scale) for x, y in corners)
    read = await PHOTOS.made(lambda: read_board_photo(content, corners, saved))
    if read.problem:
        return _corners_page(request, stream, _Tapping(read.picture, read.width), read.problem)
    return _check_page(request, stream, read, saved)


def _tapped(fields: Fields) -> tuple[Corner, ...]:
    """Returns the corners that were tapped so far, the last one with this form."""
    before = fields.text("corners").replace(";", " ").split()
    taps = [*before, f"{fields.number('tap.x')},{fields.number('tap.y')}"]
    try:
        points = [tuple(float(part) for part in tap.split(",")) for tap in taps]
        return tuple((x, y) for x, y in points)
    except ValueError:
        raise MalformedError("photo-corners", "tap the four corners again") from None


@dataclass(frozen=True, slots=True)
class _Tapping:
    """A photo whose corners somebody taps, how many pixels wide it is, and the corners so far."""

    picture: bytes
    width: int
    corners: tuple[Corner, ...] = ()


def _corners_page(request: AnyRequest, stream: str, tapping: _Tapping, problem: str = "") -> Response[str]:
    return page(
        request,
        "photo_corners.html",
        stream=stream,
        back=_back(stream),
        picture=base64.b64encode(tapping.picture).decode(),
        shown_width=TAPPED_WIDTH,
        width=tapping.width,
        corners=";".join(f"{x:g},{y:g}" for x, y in tapping.corners),
        tapped=len(tapping.corners),
        problem=problem,
    )


@dataclass(frozen=True, slots=True)
class _Question:
    """A square that somebody looks at: its name, and what may lie there."""

    square: str
    field: str
    choices: tuple[str, ...]
    is_blank: bool
    row: int
    column: int


def _questions(read: PhotoRead, saved: Board) -> Iterator[_Question]:
    for each in read.asked:
        name = f"{chr(ord('A') + each.column)}{each.row + 1}"
        letters = tuple(label.lower() for label in saved.tile_set.labels)
        is_blank = each.candidates[0] == BLANK
        choices = letters if is_blank else tuple(dict.fromkeys((*each.candidates, EMPTY)))
        yield _Question(name, f"at-{each.row}-{each.column}", choices, is_blank, each.row, each.column)


def _check_page(
    request: AnyRequest, stream: str, read: PhotoRead, saved: Board, refused: WordwaiterError | None = None
) -> Response[str]:
    text = "\n".join(
        "".join(
            EMPTY if sign == BLANK else f"[{sign}]" if len(sign) > 1 else sign for sign in split_tiles(line)
        )
        for line in read.lines
    )
    board = parse_board(text, saved.layout, saved.tile_set)
    words = catalogue(reader_of(request).language)
    shown = board_view(board, words)
    questions = sorted(_questions(read, saved), key=lambda each: not each.is_blank)
    shown.state["problems"] = [
        {"square": each.square, "text": words.say("photo.look", square=each.square)} for each in questions
    ]
    return page(
        request,
        "photo_check.html",
        status=200 if refused is None else status_of(refused),
        problem="" if refused is None else refusal_text(request, refused),
        stream=stream,
        back=_back(stream),
        picture=base64.b64encode(read.picture).decode(),
        board=shown,
        text=board.text(),
        seen=saved.text(),
        questions=questions,
        tiles=sum(cell is not None for cell in board.cells) + sum(each.is_blank for each in questions),
        key=new_key(),
    )


async def _save(
    request: AnyRequest, context: Context, caller: Caller, stream: str, form: _Form, saved: Board
) -> Response[Any]:
    fields = form.fields
    try:
        board = board_of_answers(fields.text("board"), _answers(fields, saved), saved)
        seen = parse_board(fields.text("seen"), saved.layout, saved.tile_set)
        painted = h.PaintBoard(caller.name, board, (seen,), over_others=False)
        await execute_async(context, caller, BOARDS, stream, painted, fields.meta)
    except WordwaiterError as error:
        lines = tuple(fields.text("board").splitlines())
        asked = tuple(AskedSquare(*at, (sign or BLANK,)) for at, sign in _answers(fields, saved).items())
        read = PhotoRead(lines, asked, form.picture, _SQUARE * saved.layout.width)
        return _check_page(request, stream, read, saved, error)
    return done(request, _back(stream), catalogue(reader_of(request).language).say("hare.saved"))


def _answers(fields: Fields, saved: Board) -> Mapping[tuple[int, int], str]:
    """Returns what somebody chose for single squares."""
    return {
        (square.row, square.col): fields.text(field)
        for square in saved.layout.squares()
        if fields.has(field := f"at-{square.row}-{square.col}")
    }


photo_routes: Final = (take_photo, use_photo)
