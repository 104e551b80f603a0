"""Looking back on a game: turn by turn, with notes, the score as a graph, and files to take along."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Response

from wordwaiter.errors import IllegalError, UnavailableError, WordwaiterError
from wordwaiter.game.table import Played, Stage, Table, TableKind
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.table_record import record_of
from wordwaiter.picture.film import Shot, film_of
from wordwaiter.picture.score_graph import ScoreGraph
from wordwaiter.picture.theme import Theme
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.jobs.engine_work import Hint
from wordwaiter.service.judging.word_lists import lists_of_record
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.game_reviews import hints_for, is_analysis_closed
from wordwaiter.service.tables.kind import is_closed
from wordwaiter.service.tables.note_facts import notes_by_turn
from wordwaiter.service.tables.notes import LONGEST_NOTE, may_write, notes_of, own_note, write_note
from wordwaiter.service.tables.scene import Scene, scene_at
from wordwaiter.web.http.aside import HINTS, PICTURES
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.pages.landing import way_back
from wordwaiter.web.pages.table.share_pictures import card_of
from wordwaiter.web.pages.table.turns import played_text
from wordwaiter.web.pages.table.view import table_view
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, Reader, page, reader_of
from wordwaiter.web.words import catalogue
from wordwaiter.web.words.sentences import plainly, titled

_TYPES: Final = {"gcg": "text/plain", "png": "image/png", "svg": "image/svg+xml"}
_TWO: Final = 2
_THEMES: Final = {"dark": Theme.DARK, "projector": Theme.PROJECTOR}


@get("/replays/{stream:path}", who=anybody)
async def show_replay(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    turn: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> Response[str]:
    """A game after any of its turns; without a number, after the last."""
    scene = await asyncio.to_thread(scene_at, context, caller, stream.removeprefix("/"))
    return await _replay(request, context, caller, scene, turn)


async def _replay(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    scene: Scene,
    turn: int | None,
    *,
    problem: str = "",
    typed: str | None = None,
    status: int = 200,
) -> Response[str]:
    _require_over(scene)
    count = len(scene.table.turns)
    number = count if turn is None else min(turn, count)
    hints: tuple[Hint, ...] = ()
    if number and scene.is_free and scene.table.kind is TableKind.VIRTUAL and not is_closed(context):
        with suppress(UnavailableError):  # where too many wait for hints, the page comes without them
            hints = await HINTS.made(partial(hints_for, context, scene.stream, number), asker_of(request))
    make = partial(_page, request, context, caller, scene, number, hints)
    return await asyncio.to_thread(make, problem=problem, typed=typed, status=status)


def _page(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    scene: Scene,
    number: int,
    hints: tuple[Hint, ...],
    *,
    problem: str = "",
    typed: str | None = None,
    status: int = 200,
) -> Response[str]:
    reader = reader_of(request)
    words = catalogue(reader.language)
    table = scene.table
    shots = _film(table)
    shown = table_view(scene, words)
    notes = notes_of(context, caller, scene.stream)
    before = table.turns[number].before if number < len(table.turns) else None
    position = (
        table.ending.before if before is None and table.ending is not None else before or table.position
    )
    played = table.turns[number - 1] if number else None
    last = played.move.placement.squares if played is not None and hasattr(played.move, "placement") else ()
    ruling = None if played is None else played.ruling
    scores = position.scores if number < len(table.turns) else scene.view.scores
    return page(
        request,
        "replay.html",
        status=status,
        problem=problem,
        notes=[note for note in notes if note.turn == number],
        noted={note.turn for note in notes},
        own_note=own_note(context, caller, scene.stream, number) if typed is None else typed,
        can_note=may_write(scene),
        longest_note=LONGEST_NOTE,
        key=new_key(),
        scene=scene,
        back="" if scene.setting is None else way_back(caller, scene.stream),
        number=number,
        count=len(table.turns),
        board=board_view(position.board, words, last=() if played is None or played.ruled_off else last),
        scores=tuple(zip(table.sides, scores, strict=True)),
        told="" if played is None else played_text(table, number, words),
        is_play=played is not None and isinstance(played.move, Played),
        who="" if played is None else table.seats[played.seat].name,
        points=0 if played is None else played.points,
        rack="" if played is None else _rack(table, number),
        lines=next((each.lines for each in shown["turns"] if each.number == number), ()),
        ruling=ruling,
        challenger="" if ruling is None else table.seats[ruling.challenger].name,
        turns=shown["turns"],
        title=shown["title"],
        result=shown["result"],
        hints=hints,
        graph=_graph(shots, reader) if len(shots) > 1 else "",
        can_export=bool(shots),
        can_analyse=len(table.sides) == _TWO and not is_analysis_closed(context),
    )


@post("/replays/{stream:path}", status_code=200, who=anybody_who_joined)
async def take_note(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """A note at a turn, by somebody who played, kept the score or judged."""
    fields = await Fields.of(request)
    scene = await asyncio.to_thread(scene_at, context, caller, stream.removeprefix("/"))
    turn = None
    try:
        turn = fields.number("turn")
        note = fields.text("note")
        await asyncio.to_thread(write_note, context, caller, scene, turn, note, fields.meta)
    except WordwaiterError as error:
        if wants_json(request) or scene.table.stage is not Stage.ENDED:
            raise
        return await _replay(
            request,
            context,
            caller,
            scene,
            turn if turn is None or turn >= 0 else None,
            problem=refusal_text(request, error),
            typed=fields.text("note"),
            status=status_of(error),
        )
    words = catalogue(reader_of(request).language)
    return done(request, f"/replays/{scene.stream}?turn={turn}", words.say("replay.noted"))


_DRAWN: Final = Memo[bytes](64)
"""Pictures of games that are over, as they were drawn last."""


@get("/games/{stream:path}", who=anybody)
async def download_game(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    form: Annotated[str, QueryParameter(pattern="^(gcg|png|svg)$")] = "gcg",
) -> Response[bytes]:
    """A game that is over, as a GCG file for other programs or as a picture to share."""
    make = partial(_game_file, request, context, caller, stream.removeprefix("/"), form)
    return await PICTURES.made(make, asker_of(request))


def _game_file(
    request: AnyRequest, context: Context, caller: Caller, stream: str, form: str
) -> Response[bytes]:
    scene = scene_at(context, caller, stream)
    _require_over(scene)
    name = scene.stream.replace("/", "-")
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    if form == "gcg":
        notes = notes_by_turn(notes_of(context, caller, scene.stream))
        record = record_of(scene.table, notes, lists_of_record(context, scene.stream, scene.table.rulebook))
        return Response(write_gcg(record), media_type=_TYPES[form], headers=headers)
    language = reader_of(request).language
    rules = titled(language, scene.table.rulebook.title).text
    heading = rules if scene.setting is None else scene.setting.tournament
    shot = film_of(record_of(scene.table), scene.table.rulebook)[-1]
    card = card_of(shot, heading, scene.table, catalogue(language))
    content = _DRAWN.of((stream, language), (card,), card.png) if form == "png" else card.svg().encode()
    return Response(content, media_type=_TYPES[form], headers=headers)


def _require_over(scene: Scene) -> None:
    """A game that runs is not told turn by turn: racks would be seen."""
    if scene.table.stage is not Stage.ENDED:
        raise IllegalError("not-over", "finish the game first, then review it")


def _film(table: Table) -> tuple[Shot, ...]:
    """The game shot by shot; none where no record can tell it."""
    try:
        return film_of(record_of(table), table.rulebook)
    except WordwaiterError:
        return ()


def _graph(shots: Sequence[Shot], reader: Reader) -> str:
    theme = _THEMES.get(reader.theme or "", Theme.LIGHT)
    return ScoreGraph(shots, theme, tell=partial(plainly, reader.language), narrow=True).svg()


def _rack(table: Table, number: int) -> str:
    turn = table.turns[number - 1]
    held = turn.before.racks[turn.seat]
    return "" if isinstance(held, int) or table.kind is not TableKind.VIRTUAL else str(held)


replay_routes = (show_replay, take_note, download_game)
