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
    first = next((each.id for each in waiting if each.matter.is_about_words), None)
    return page(
        request,
        "judges.html",
        status=status,
        problem=problem,
        waiting=waiting,
        first=first,
        key=new_key(),
        Matter=Matter,
    )


@post("/judges", status_code=200, who=only(Role.JUDGE))
async def settle_one(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """A verdict, or a word to a table that called."""
    fields = await Fields.of(request)
    settling = Settling(fields.text("id"), fields.text("answer"), fields.text("note"))
    try:
        settled = await asyncio.to_thread(settle, context, caller, settling, fields.meta)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        problem, status = refusal_text(request, error), status_of(error)
        return await asyncio.to_thread(
            partial(_queue, request, context, caller, problem=problem, status=status)
        )
    words = catalogue(reader_of(request).language)
    asked = ", ".join(settled.words)
    if settled.matter.is_about_words:
        key = "judges.ruled-good" if settling.answer == "good" else "judges.ruled-bad"
        return done(request, "/judges", words.say(key, words=asked))
    key = "judges.did-come" if settling.answer == "coming" else "judges.did-settle"
    return done(request, "/judges", words.say(key))


judge_desk_routes = (show_queue, settle_one)
