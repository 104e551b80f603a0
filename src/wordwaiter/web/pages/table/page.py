"""The table: the page of whoever keeps its score or plays at it, and what its forms ask for."""

import asyncio
from dataclasses import replace
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.errors import ConflictError, IllegalError, WordwaiterError
from wordwaiter.game.commands import DeclareRack, DrawFirst, Undo
from wordwaiter.game.deciders.at_turn import turn_under_way
from wordwaiter.game.deciders.laying import Preview
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async, sent_before, state_of
from wordwaiter.service.rounds.round_tables import table_for
from wordwaiter.service.tables.free_games import play_on
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.scene import Scene, preview_at, scene_at
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import facts as t
from wordwaiter.tournament.commands import CallOfficial
from wordwaiter.tournament.state import Official
from wordwaiter.web.http.authentication import caller_of, is_signed_out
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, command_from_form
from wordwaiter.web.pages.landing import way_back
from wordwaiter.web.pages.table.forms import (
    Doubt,
    DoubtfulPointsError,
    command_of,
    doubt_about,
    require_timely,
    turn_meant,
)
from wordwaiter.web.pages.table.turns import played_text
from wordwaiter.web.pages.table.view import final_totals_text, signers_here, table_view
from wordwaiter.web.render.boards import square_name
from wordwaiter.web.render.refusals import plain, refusal_text, told
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue
from wordwaiter.web.words.sentences import as_sentence, plainly

_NEWS: Final = tuple(
    fact.KIND
    for fact in (
        t.OfficialCalled,
        t.CallAnswered,
        t.CallEnded,
        t.RoundHalted,
        t.RoundWithdrawn,
        t.RoundStarted,
    )
)
"""What happens in the tournament that a table's page shows."""

_NEWS_OF_TABLE: Final = tuple(
    fact.KIND for fact in (t.GameForfeited, t.ResultSettled, t.GameCancelled, t.ResultWithdrawn)
)
"""The same, of which a page wants to hear for its own table alone: a hundred may sign in one minute."""

CALL_REASONS: Final = ("rules", "score", "tiles", "clock")
"""What an official is called for most often, ready to be chosen."""


@get("/tables/{stream:path}", sync_to_thread=False, who=anybody)
def show_table(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """A table as it stands, with everything that whoever asks may do at it."""
    return _page(request, scene_at(context, caller, stream.removeprefix("/")))


@post("/tables/{stream:path}", status_code=200, who=anybody_who_joined)
async def act_at_table(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """What one form of the page asks for; the page again, or why not."""
    name = stream.removeprefix("/")
    fields = await Fields.of(request)
    words = catalogue(reader_of(request).language)
    scene = scene_at(context, caller, name)
    try:
        doubt = doubt_about(scene, fields)
        if doubt is not None and not wants_json(request):
            return _page(request, scene, typed=fields, doubt=doubt)
        said = await _given(context, caller, scene, fields, _waited_ms(request, scene), words)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return _page(
            request,
            scene,
            problem=refusal_text(request, error),
            typed=fields,
            again=fields.text("points") if isinstance(error, DoubtfulPointsError) else "",
            status=status_of(error),
        )
    return done(request, f"/tables/{name}", said)


WAITED: Final = "Wordwaiter-Waited"
"""The header in which a page says how many milliseconds an entry has waited for the network."""


def _waited_ms(request: AnyRequest, scene: Scene) -> int:
    """How long ago a form was filled in; believed of whoever keeps the score, and of no player."""
    told = request.headers.get(WAITED, "")
    is_number = told.isascii() and told.isdigit() and len(told) < 10
    return int(told) if scene.writes_for_all and is_number else 0


async def _given(
    context: Context, caller: Caller, scene: Scene, fields: Fields, waited_ms: int, words: Catalogue
) -> str:
    """Carry a form out; what is said of it."""
    if fields.text("do") == "call" and scene.setting is not None:
        place = scene.setting.place
        given: dict[str, object] = {"table": place.table, "reason": _call_reason(fields, words)}
        if not fields.text("wanted"):
            given["wanted"] = Official.JUDGE
        call = command_from_form(fields, CallOfficial, **given)
        await execute_async(context, caller, TOURNAMENTS, place.tournament, call, fields.meta)
        return words.say("table.called")
    meant = turn_meant(fields)
    meta = replace(fields.meta, turn=meant, waited_ms=waited_ms)
    try:
        require_timely(scene.table, meant)
    except ConflictError:
        before = await asyncio.to_thread(sent_before, context.journal, caller, scene.stream, meta)
        if before is None:
            raise
        return _told_of(scene.table, meant, words)
    command = command_of(scene, fields, caller.name)
    if scene.is_free:
        await asyncio.to_thread(play_on, context, caller, scene.stream, command, meta)
        after = state_of(TABLES, scene.stream, context.states.of(scene.stream).state)
    else:
        after = (await execute_async(context, caller, TABLES, scene.stream, command, meta)).state
    if isinstance(command, DeclareRack) and scene.table.count is not None:
        now = scene_at(context, caller, scene.stream)
        return words.say("table.recounted", before=final_totals_text(scene), after=final_totals_text(now))
    after = table_for(context, caller, scene.stream, after)
    if isinstance(command, Undo):
        taken = len(scene.table.turns)
        return words.say("table.undone", n=taken) if len(after.turns) < taken else ""
    if isinstance(command, DrawFirst) and after.first_draw is not None and not any(after.first_draw):
        return words.say("table.drawn-tied", tile=fields.text("tile").upper())
    return _told_of(after, turn_under_way(scene.table), words)


def _told_of(after: Table, number: int | None, words: Catalogue) -> str:
    """What is said of a turn that was taken; nothing where none was."""
    if number is None or not 1 <= number <= len(after.turns):
        return ""
    turn, told = after.turns[number - 1], played_text(after, number, words)
    if turn.points:
        return words.say("table.scored", play=told, n=turn.points)
    return words.say("table.did", who=after.seats[turn.seat].name, told=told)


def _call_reason(fields: Fields, words: Catalogue) -> str:
    """What a call is about: one of the ready answers, own words, both, or neither."""
    about = fields.text("about")
    ready = words.say(f"table.call-{about}") if about in CALL_REASONS else ""
    return ": ".join(told for told in (ready, fields.text("reason")) if told)


@get("/previews/{stream:path}", sync_to_thread=False, who=anybody_who_joined)
def show_preview(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    play: Annotated[str, QueryParameter(max_length=80)] = "",
) -> dict[str, Any]:
    """What a play would score, word by word, and what is wrong with its shape; not whether words are good."""
    seen = preview_at(context, caller, stream.removeprefix("/"), play)
    return _preview(seen, reader_of(request).language)


def _preview(seen: Preview | None, language: str) -> dict[str, Any]:
    if seen is None:
        return {"points": None, "words": [], "lines": [], "faults": []}
    squares = [square_name(square) for square in seen.placement.squares]
    return {
        "points": None if seen.score is None or seen.faults else seen.score.total,
        "words": [] if seen.score is None else [[word.word, word.points] for word in seen.score.words],
        "lines": [] if seen.score is None else [plainly(language, line) for line in seen.score.explain()],
        "faults": [
            {"text": _fault_text(fault.error(), language), "squares": squares} for fault in seen.faults
        ],
    }


def _fault_text(fault: IllegalError, language: str) -> str:
    return as_sentence(plain(told(language, fault.code, fault.sentence, fault.facts, fault.clause)))


def _page(
    request: AnyRequest,
    scene: Scene,
    *,
    problem: str = "",
    typed: Fields | None = None,
    doubt: Doubt | None = None,
    again: str = "",
    status: int = 200,
) -> Response[str]:
    words = catalogue(reader_of(request).language)
    caller = caller_of(request)
    keeps_the_score = scene.is_virtual and scene.keeps
    return page(
        request,
        "table.html",
        status=status,
        problem=problem,
        typed="" if typed is None else typed.text("play"),
        turn=(None if typed is None or doubt is None else turn_meant(typed)) or turn_under_way(scene.table),
        doubt=doubt,
        again=again,
        call_reasons=CALL_REASONS,
        news=_NEWS,
        news_of_table=_NEWS_OF_TABLE,
        joined=bool(caller.grants_for(scene.stream)),
        signed_out=is_signed_out(request, scene.stream),
        back="" if scene.setting is None else way_back(caller, scene.stream),
        signers=signers_here(scene, words, keeps_the_score=keeps_the_score),
        **table_view(scene, words),
    )


table_routes = (show_table, act_at_table, show_preview)
