"""The judges' page: what waits for them, with a sound; one key for a verdict."""

import asyncio
from functools import partial
from typing import Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.judging.board_words import BoardKnown, ruled_words, undo_ruling
from wordwaiter.service.judging.queue import Matter, Settling, judge_queue, settle
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue


@get("/judges", who=only(Role.JUDGE))
async def show_queue(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """What waits for judges now."""
    return await asyncio.to_thread(_queue, request, context, caller)


def _queue(
    request: AnyRequest, context: Context, caller: Caller, *, problem: str = "", status: int = 200
) -> Response[str]:
    waiting = judge_queue(context, caller)
    first = next((each.id for each in waiting if each.has_verdict), None)
    return page(
        request,
        "judges.html",
        status=status,
        problem=problem,
        waiting=waiting,
        first=first,
        key=new_key(),
        ruled=ruled_words(context, caller),
        judge=caller.name,
        Matter=Matter,
        BoardKnown=BoardKnown,
    )


@post("/judges", status_code=200, who=only(Role.JUDGE))
async def settle_one(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """A verdict, or a word to a table that called."""
    fields = await Fields.of(request)
    try:
        told = await asyncio.to_thread(_settled, request, context, caller, fields)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        problem, status = refusal_text(request, error), status_of(error)
        return await asyncio.to_thread(
            partial(_queue, request, context, caller, problem=problem, status=status)
        )
    return done(request, "/judges", told)


def _settled(request: AnyRequest, context: Context, caller: Caller, fields: Fields) -> str:
    """Carries out what one form asks for; returns what is said of it."""
    words = catalogue(reader_of(request).language)
    answer, note = fields.text("answer"), fields.text("note")
    if answer == "undo":
        word = undo_ruling(context, caller, fields.text("id"), note, fields.meta)
        return words.say("judges.did-undo", word=word)
    settling = Settling(fields.text("id"), answer, note, fields.number_if_any("points"))
    settled = settle(context, caller, settling, fields.meta)
    asked = ", ".join(settled.words)
    on_board = settled.on_board
    if on_board is not None and (answer == "void" or on_board.known is BoardKnown.ABSENT):
        return words.say("judges.did-void", words=asked)
    if on_board is not None and on_board.known is BoardKnown.TOTAL and answer == "bad":
        return words.say("judges.did-propose", words=asked)
    if settled.matter.is_about_words:
        return words.say("judges.ruled-good" if answer == "good" else "judges.ruled-bad", words=asked)
    return words.say("judges.did-come" if answer == "coming" else "judges.did-settle")


judge_desk_routes = (show_queue, settle_one)
