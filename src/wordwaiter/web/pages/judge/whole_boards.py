"""Judges go through whole boards in the browser: one key rules on each challenged word."""

import asyncio
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response

from wordwaiter.errors import ConflictError, MalformedError, WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.judging.queue import Matter, Settling, settle
from wordwaiter.service.judging.whole_boards import WholeBoard, whole_boards
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.http.routes import Routes
from wordwaiter.web.pages.bee.tap_challenge import drawn_board, squares_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.table.kept_photos import shown_photos
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_PATH: Final = "/judges/boards"


@get(_PATH, sync_to_thread=True, who=only(Role.JUDGE))
def show_boards(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """All boards that were handed in."""
    return page(request, "judge_boards.html", boards=whole_boards(context, caller))


@get(f"{_PATH}/{{stream:path}}", sync_to_thread=True, who=only(Role.JUDGE))
def show_whole_board(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """One board with all its words."""
    return _page(request, context, caller, stream)


@post(f"{_PATH}/{{stream:path}}", status_code=200, who=only(Role.JUDGE))
async def judge_board(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Rules on a challenged word; the board again, with the next one, or why not."""
    fields = await Fields.of(request)
    words = catalogue(reader_of(request).language)
    word, answer = fields.text("word"), fields.text("answer")
    board = await asyncio.to_thread(_board, context, caller, stream)
    if board is None:
        raise MalformedError("no-such-board", "this board is not handed in; look at the list again")
    try:
        settling = Settling(_waiting_id(board, word), answer)
        await settle(context, caller, settling, fields.meta)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        problem = refusal_text(request, error)
        return await asyncio.to_thread(
            _page, request, context, caller, stream, problem=problem, status=status_of(error)
        )
    return done(request, f"{_PATH}/{board.stream}", words.say(f"judges.ruled-{answer}", words=word))


def _waiting_id(board: WholeBoard, word: str) -> str:
    """Returns the name of a word's challenge in the judges' queue."""
    made = next((board.challenge_of(each) for each in board.words if str(each) == word), None)
    if made is None:
        raise ConflictError("not-challenged", "nobody challenged this word, so it counts")
    return f"{Matter.BOARD_WORD.value}:{board.tournament}#{board.round}-{made.challenger.number}"


def _board(context: Context, caller: Caller, stream: str) -> WholeBoard | None:
    name = stream.removeprefix("/")
    return next((each for each in whole_boards(context, caller) if each.stream == name), None)


def _page(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    stream: str,
    *,
    problem: str = "",
    status: int = 200,
) -> Response[Any]:
    board = _board(context, caller, stream)
    if board is None:
        return Redirect(_PATH, status_code=303)
    words = catalogue(reader_of(request).language)
    return page(
        request,
        "judge_board.html",
        status=status,
        problem=problem,
        judged=board,
        words=sorted(board.words, key=lambda each: (board.challenge_of(each) is None, each.word)),
        squares_of=squares_of,
        board=drawn_board(context, board.stream, words),
        photos=shown_photos(context, caller, board.stream),
        key=new_key(),
    )


whole_board_pages: Final = (Routes("/", route_handlers=[show_boards, show_whole_board, judge_board]),)
