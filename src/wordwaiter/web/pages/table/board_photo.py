"""A board from a photo: each form of its pages is one step, until somebody saves what was read."""

import asyncio
import logging
from dataclasses import replace
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.commands import Correct
from wordwaiter.game.hare import commands as h
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.jobs.photo_process import PhotoRead
from wordwaiter.service.judging.judge_access import Room
from wordwaiter.service.photos.final_boards import final_board, mended_turn
from wordwaiter.service.photos.kept_photos import PhotographedBoard, keep_board
from wordwaiter.service.photos.photo_facts import BoardUse
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.board_photos import (
    ANALYSIS,
    board_of_answers,
    place_to_photograph,
    position_of,
    read_board_photo,
)
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.scene import Scene
from wordwaiter.web.http.authentication import photo_queue
from wordwaiter.web.http.client_device import device_of
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody_who_joined
from wordwaiter.web.pages.play.analysis import analysis_form
from wordwaiter.web.pages.table.page import act
from wordwaiter.web.pages.table.photo_form import CORNERS, PhotoForm, photo_form
from wordwaiter.web.pages.table.photo_pages import IsGood, PhotoPages
from wordwaiter.web.render.templates import AnyRequest, reader_of
from wordwaiter.web.words import catalogue

logger: Final = logging.getLogger(__name__)

_KEY_PART: Final = 50
"""Signs of a form's key in that of the photo that is kept with it."""
_REFUSED: Final = 400
"""From here on a status says that nothing was done."""
_CORRECT: Final = "correct-"
"""Before the number of a turn: what the button says that puts it right."""
LARGEST_PHOTO: Final = 41 * 1024 * 1024


@get("/photo/{stream:path}", sync_to_thread=True, who=anybody_who_joined)
def take_photo(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """The page with the camera."""
    return _pages(request, context, caller, stream).camera()


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
    """One step: the photo, a tap on a corner, a quarter turn, an answer, or the board as it was checked."""
    # What these make goes through a whole board: nobody else waits for that.
    pages = await asyncio.to_thread(_pages, request, context, caller, stream)
    try:
        form = await photo_form(request)
        if form.asks_much:
            request.app.state.limits.photos.require(caller.device)
        match form.fields.text("do"):
            case "save" if pages.place.final is not None:
                return await _save_final(pages, context, caller, form, pages.place.final)
            case str(do) if do.startswith(_CORRECT) and pages.place.final is not None:
                return await _correct(pages, context, caller, form, pages.place.final)
            case "play" if pages.place.table is not None:
                return await _play(pages, context, caller, form)
            case "save":
                return await _save(pages, context, caller, form)
            case "again":
                return await asyncio.to_thread(_answered, pages, form)
            case _:
                request.app.state.limits.photos.require(caller.device)
                return await _read(pages, form, caller)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return pages.camera(error)


def _pages(request: AnyRequest, context: Context, caller: Caller, stream: str) -> PhotoPages:
    place = place_to_photograph(context, caller, stream.removeprefix("/"))
    return PhotoPages(request, place, _open_list(request, context))


def _open_list(request: AnyRequest, context: Context) -> IsGood | None:
    """Returns what tells good words, unless a round runs and the list is for judges alone."""
    if context.judge is None or not context.door.admits(device_of(request), Room.JUDGE):
        return None
    lexicons = context.judge.lexicons
    return lambda word: any(word in lexicon for lexicon in lexicons)


async def _read(pages: PhotoPages, form: PhotoForm, caller: Caller) -> Response[Any]:
    place = pages.place
    if form.fields.has("tap.x") and len(form.tapped) < CORNERS:
        return pages.corners(form.picture, form.fields.number("width"), form.tapped)
    queue, asker = photo_queue(pages.request, caller)
    read = await queue.made(lambda: read_board_photo(form.photo(place.board), place), asker)
    if read.problem:
        return pages.corners(read.picture, read.width, problem=read.problem)
    return await asyncio.to_thread(_shown, pages, read)


def _shown(pages: PhotoPages, read: PhotoRead, refused: WordwaiterError | None = None) -> Response[Any]:
    at, final = pages.place.table, pages.place.final
    if final is not None:
        return pages.final(read, final, refused)
    return pages.check(read, refused) if at is None else pages.play(read, at, refused)


def _answered(pages: PhotoPages, form: PhotoForm) -> Response[Any]:
    """The play as it is with somebody's answers: its points are asked about anew."""
    board, read = pages.place.board, form.read(pages.place.board)
    try:
        added = {at: sign for at, sign in form.answers(board).items() if sign}
        lines = board_of_answers("\n".join(read.lines), added, board).text()
    except WordwaiterError as error:
        return _shown(pages, read, error)
    return _shown(pages, replace(read, lines=tuple(lines.splitlines())))


async def _save(pages: PhotoPages, context: Context, caller: Caller, form: PhotoForm) -> Response[Any]:
    place, fields = pages.place, form.fields
    saved = place.board
    try:
        board = board_of_answers(fields.text("board"), form.answers(saved), saved)
        if place.stream == ANALYSIS:
            return analysis_form(pages.request, context, caller, position_of(board))
        seen = parse_board(fields.text("seen"), saved.layout, saved.tile_set)
        painted = h.PaintBoard(caller.name, board, (seen,), over_others=fields.has("over"))
        await execute_async(context, caller, BOARDS, place.stream, painted, fields.meta)
    except WordwaiterError as error:
        if wants_json(pages.request):
            raise
        return await asyncio.to_thread(pages.check, form.read(saved), error)
    photographed = PhotographedBoard(BoardUse.BUILT, board.text(), form.picture)
    await keep_beside(context, caller, place.stream, photographed, fields.meta)
    said = catalogue(reader_of(pages.request).language).say("hare.saved")
    return done(pages.request, pages.back, said)


async def _play(pages: PhotoPages, context: Context, caller: Caller, form: PhotoForm) -> Response[Any]:
    """Enters the play in a photo, as the table's own page would, and keeps the photo for a challenge."""
    stream = pages.place.stream
    response = await act(pages.request, context, caller, stream, form.fields)
    if (response.status_code or 200) < _REFUSED:
        board = context.states.of(stream).state.position.board
        photographed = PhotographedBoard(BoardUse.TURN, board.text(), form.picture)
        await keep_beside(context, caller, stream, photographed, form.fields.meta)
    return response


async def _save_final(
    pages: PhotoPages, context: Context, caller: Caller, form: PhotoForm, at: Scene
) -> Response[Any]:
    """Saves the final board of a table, as it was checked; its turns stay as they are."""
    try:
        board = board_of_answers(
            form.fields.text("board"), form.answers(pages.place.board), pages.place.board
        )
        photographed = PhotographedBoard(BoardUse.FINAL, board.text(), form.picture)
        await asyncio.to_thread(keep_board, context, caller, at.stream, photographed, form.fields.meta)
    except WordwaiterError as error:
        if wants_json(pages.request):
            raise
        return await asyncio.to_thread(pages.final, form.read(pages.place.board), at, error)
    said = catalogue(reader_of(pages.request).language).say("photo.final-saved")
    return done(pages.request, pages.back, said)


def _checked(pages: PhotoPages, form: PhotoForm) -> Board:
    saved = pages.place.board
    return board_of_answers(form.fields.text("board"), form.answers(saved), saved)


async def _correct(
    pages: PhotoPages, context: Context, caller: Caller, form: PhotoForm, at: Scene
) -> Response[Any]:
    """Puts a turn right as the photo shows it, and shows what still differs."""
    read = form.read(pages.place.board)
    words = catalogue(reader_of(pages.request).language)
    try:
        board = board_of_answers(
            form.fields.text("board"), form.answers(pages.place.board), pages.place.board
        )
        number = form.fields.text("do").removeprefix(_CORRECT)
        mended = mended_turn(final_board(at.table, board), number)
        command = Correct(caller.name, mended.number, mended.placement, words.say("photo.final-reason"))
        await execute_async(context, caller, TABLES, at.stream, command, form.fields.meta)
    except WordwaiterError as error:
        return await asyncio.to_thread(pages.final, read, at, error)
    after = await asyncio.to_thread(place_to_photograph, context, caller, pages.place.stream)
    said = words.say("photo.final-corrected", n=mended.number)
    lines = replace(read, lines=tuple(board.text().splitlines()), asked=())
    return await asyncio.to_thread(replace(pages, place=after).final, lines, after.final or at, None, said)


async def keep_beside(
    context: Context, caller: Caller, stream: str, board: PhotographedBoard, meta: CommandMeta
) -> None:
    """Keeps the photo of a board that was just saved, if the organiser wants it; the board stands anyway."""
    own = replace(meta, key=None if meta.key is None else f"{meta.key[:_KEY_PART]}photo")
    try:
        await asyncio.to_thread(keep_board, context, caller, stream, board, own)
    except WordwaiterError as error:
        logger.info("the photo of %s was not kept: %s", stream, error)


photo_routes: Final = (take_photo, use_photo)
