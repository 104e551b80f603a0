"""The judges' page: what waits for them, with a sound; one key for a verdict."""

import asyncio
from functools import partial
from typing import Any, Final, assert_never

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.table import Table
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.bee.round_words import words_for_judges
from wordwaiter.service.context import Context
from wordwaiter.service.judging.board_faults import ruled_faults, undo_fault_ruling
from wordwaiter.service.judging.board_words import BoardKnown, ruled_words, undo_ruling
from wordwaiter.service.judging.missing_lists import missing_for, replaced_for
from wordwaiter.service.judging.queue import Matter, Settling, Waiting, judge_queue, settle
from wordwaiter.service.judging.refused_words import (
    answered_peeks,
    ruled_refused,
    undo_answer,
    undo_refused,
)
from wordwaiter.service.judging.whole_boards import judges_boards
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import only
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.table.kept_photos import shown_photos
from wordwaiter.web.render.boards import BoardView, board_view, square_name
from wordwaiter.web.render.missing_lists import missing_views, replaced_notes
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue
from wordwaiter.web.words.sentences import as_sentence, plainly


@get("/judges", who=only(Role.JUDGE))
async def show_queue(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """Shows what waits for judges now."""
    return await asyncio.to_thread(_queue, request, context, caller)


def _queue(
    request: AnyRequest, context: Context, caller: Caller, *, problem: str = "", status: int = 200
) -> Response[str]:
    waiting, words = judge_queue(context, caller), catalogue(reader_of(request).language)
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
        ruled_faults=ruled_faults(context, caller),
        ruled_refused=ruled_refused(context, caller),
        answered=answered_peeks(context, caller),
        boards={each.id: drawn for each in waiting if (drawn := _drawn(context, each, words)) is not None},
        photos={each.id: shown_photos(context, caller, _stream_of(each)) for each in waiting},
        announced=words_for_judges(context, caller),
        is_own=partial(context.devices.is_same_person, caller.device),
        judges_boards=judges_boards(context, caller),
        missing=missing_views(missing_for(context, caller), words),
        replaced=replaced_notes(replaced_for(context, caller), words),
        Matter=Matter,
        BoardKnown=BoardKnown,
    )


def _stream_of(waiting: Waiting) -> str | None:
    """Returns the stream of the board that something is about; `None` where it is about none."""
    match waiting.matter:
        case Matter.CHALLENGE | Matter.HOLD | Matter.FAULT:
            return waiting.id.partition(":")[2].rpartition("#")[0]
        case Matter.BOARD_WORD:
            return None if waiting.on_board is None else waiting.on_board.stream
        case Matter.REFUSED:
            return None if waiting.refused is None else waiting.refused.stream
        case Matter.PEEK | Matter.CALL:
            return None
        case _:
            assert_never(waiting.matter)


def _drawn(context: Context, waiting: Waiting, words: Catalogue) -> BoardView | None:
    """Returns the board of a fault, a challenged or a refused word, with it marked on its squares."""
    if waiting.fault is not None:
        stream, squares = waiting.fault.stream, waiting.fault.squares
        text = as_sentence(plainly(words.language, waiting.fault.told))
    elif waiting.refused is not None:
        stream, squares = waiting.refused.stream, waiting.refused.squares
        text = words.say("judges.refused-mark", word=waiting.refused.peek.word)
    elif waiting.on_board is not None and waiting.on_board.stream is not None:
        is_there = waiting.on_board.known is BoardKnown.HERE
        stream, squares = waiting.on_board.stream, waiting.on_board.squares if is_there else ()
        text = words.say("judges.challenged-mark", word=waiting.on_board.made.target.word)
    else:
        return None
    state = context.states.of(stream).state
    shown = board_view(state.position.board if isinstance(state, Table) else state.board, words)
    shown.state["problems"] = [{"square": square, "text": text} for square in map(square_name, squares)]
    return shown


_UNDOING: Final = {
    "undo": (undo_ruling, "judges.did-undo"),
    "undo-fault": (undo_fault_ruling, "judges.did-undo-fault"),
    "undo-answer": (undo_answer, "judges.did-undo-answer"),
    "undo-refused": (undo_refused, "judges.did-undo"),
}
"""The rulings a judge may undo, and the sentence about each."""


@post("/judges", status_code=200, who=only(Role.JUDGE))
async def settle_one(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[Any]:
    """A verdict, or a word to a table that called."""
    fields = await Fields.of(request)
    words = catalogue(reader_of(request).language)
    ident, answer, note = (fields.text(name) for name in ("id", "answer", "note"))
    try:
        if answer in _UNDOING:
            undo, key = _UNDOING[answer]
            what = await asyncio.to_thread(undo, context, caller, ident, note, fields.meta)
            said = words.say(key, what=what)
        else:
            points, struck = fields.number_if_any("points"), tuple(fields.texts("word"))
            settling = Settling(ident, answer, note, points, struck)
            said = _message_after(await settle(context, caller, settling, fields.meta), answer, words)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        problem, status = refusal_text(request, error), status_of(error)
        return await asyncio.to_thread(
            partial(_queue, request, context, caller, problem=problem, status=status)
        )
    return done(request, "/judges", said)


def _message_after(settled: Waiting, answer: str, words: Catalogue) -> str:
    """Returns what is said of a verdict, or of an answer to a call."""
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
