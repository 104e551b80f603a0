"""Practising Hare: choosing a board, building it against the clock, and what the program found."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.bee.best_boards import why_no_practice
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.practice import (
    RULEBOOK,
    PracticeBegun,
    PracticeRequest,
    PracticeScene,
    begin_practice,
    practice_scene,
    tiles_taken_out,
)
from wordwaiter.web.http.aside import GAMES
from wordwaiter.web.http.client_device import asker_of, device_of
from wordwaiter.web.http.cookies import token_cookie, token_in
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.bee.best_boards import best_lines, said
from wordwaiter.web.pages.bee.hare_board import kinds_of, marked_board, painting, tally_response
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.table.clock_texts import clock_text
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

MINUTES: Final = ("20", "15", "10", "5", "")
"""As long as each round, a short one, and no clock."""

_USUAL: Final = {"name": "", "starting": "", "surprise": "", "sponsors": "", "minutes": "10", "removed": "0"}
"""The first values of the form."""


@get("/practice", sync_to_thread=True, who=anybody)
def choose_practice(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The form for a board."""
    return _form(request, context, _USUAL)


def _form(
    request: AnyRequest, context: Context, chosen: Mapping[str, str], *, problem: str = "", status: int = 200
) -> Response[str]:
    return page(
        request,
        "practice.html",
        status=status,
        problem=problem,
        chosen=chosen,
        minutes=MINUTES,
        taken_out=tiles_taken_out(context.rulebooks(RULEBOOK)),
        closed_for=why_no_practice(context),
        key=new_key(),
    )


@post("/practice", status_code=303, who=anybody, is_a_try=True, begins_a_game=True)
async def begin(request: AnyRequest, context: NamedDependency[Context]) -> Response[Any]:
    """A board as it was chosen; the browser that asked builds it."""
    fields = await Fields.of(request)
    try:
        begun = await GAMES.made(lambda: _begun(request, context, fields), asker_of(request))
    except WordwaiterError as error:
        chosen = {name: fields.text(name) for name in _USUAL}
        return _form(request, context, chosen, problem=refusal_text(request, error), status=status_of(error))
    cookie = token_cookie(request, begun.token)
    return Redirect(f"/practice/{begun.stream}", status_code=303, cookies=[cookie])


def _begun(request: AnyRequest, context: Context, fields: Fields) -> PracticeBegun:
    wish = PracticeRequest(
        name=fields.text("name"),
        starting_word=fields.text("starting"),
        surprise_word=fields.text("surprise"),
        sponsors=tuple(name for line in fields.text("sponsors").splitlines() if (name := line.strip())),
        minutes=fields.number("minutes") if fields.text("minutes") else None,
        removed=fields.number("removed") if fields.text("removed") else 0,
    )
    token, address = token_in(request), device_of(request).address
    return begin_practice(context, token, wish, address, fields.meta)


@get("/practice/{stream:str}", sync_to_thread=True, who=anybody)
def show_practice(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """A board that is being built; one that is over leads to what came of it."""
    scene = practice_scene(context, caller, stream)
    if scene.is_over:
        return Redirect(_result(stream), status_code=303)
    return _board(request, scene)


def _result(stream: str) -> str:
    return f"/practice/{stream}/result"


@post("/practice/{stream:str}", status_code=200, who=anybody_who_joined)
async def act_in_practice(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Carries out one form of the page: saves the board as it lies, or finishes."""
    fields = await Fields.of(request)
    scene = await asyncio.to_thread(practice_scene, context, caller, stream)
    try:
        command = _command(scene, fields, caller.name)
        await execute_async(context, caller, BOARDS, scene.stream, command, fields.meta)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        if scene.is_over:
            return Redirect(_result(stream), status_code=303)
        return _board(
            request,
            scene,
            problem=refusal_text(request, error),
            typed=fields,
            is_contested=error.code == "painted-elsewhere",
            status=status_of(error),
        )
    back = _result(stream) if isinstance(command, h.SignalEnd) else f"/practice/{stream}"
    return done(request, back)


def _command(scene: PracticeScene, fields: Fields, by: str) -> h.HareCommand:
    if fields.text("do") == "paint":
        return painting(scene.built.board, fields, by)
    return command_from_form(fields, fields.action({"done": h.SignalEnd}), by=by)


def _board(
    request: AnyRequest,
    scene: PracticeScene,
    *,
    problem: str = "",
    typed: Fields | None = None,
    is_contested: bool = False,
    status: int = 200,
) -> Response[str]:
    painted = typed or Fields({})
    words = catalogue(reader_of(request).language)
    told = tally_response(scene.tally, words.language)
    shown = marked_board(scene.built, words, told, locked=not scene.builds)
    return page(
        request,
        "practice_board.html",
        status=status,
        problem=problem,
        scene=scene,
        board=shown,
        text=painted.text("board") or scene.built.board.text(),
        seen=painted.text("seen") or scene.built.board.text(),
        is_contested=is_contested,
        tally=told,
        lines=best_lines(scene.built, scene.built.board),
        loose=kinds_of(scene.loose),
        left=None if scene.left_ms is None else clock_text(scene.left_ms),
        key=new_key(),
    )


@get("/practice/{stream:str}/result", sync_to_thread=True, who=anybody)
def show_result(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Shows the result of a board: its tally, and the best that the program found beside it."""
    scene = practice_scene(context, caller, stream)
    if not scene.is_over:
        return Redirect(f"/practice/{stream}", status_code=303)
    words = catalogue(reader_of(request).language)
    built, best = scene.built, scene.built.best
    return page(
        request,
        "practice_result.html",
        scene=scene,
        own_board=board_view(built.board, words),
        best_board=None if best is None else board_view(best.board, words),
        points=figure(scene.points, words.language),
        as_built=figure(scene.tally.total, words.language),
        best=None if best is None else figure(best.total, words.language),
        said="" if best is None else said(scene.points, best.total, words),
        lines=best_lines(built, built.board),
        best_lines=() if best is None else best_lines(built, best.board),
        problems=tally_response(scene.tally, words.language)["problems"],
        again=built.announcement,
        removed=built.removed.count,
    )


practice_routes: Final = (choose_practice, begin, show_practice, act_in_practice, show_result)
