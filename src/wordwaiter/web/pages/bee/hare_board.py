"""A Hare team's board: painted by the Word Waiter, with its tally beside it; peeks and tiles on the tab."""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import HareRound, RoundStage
from wordwaiter.game.hare.score import LineCause
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.rules.finished_board import Removed, RemovedTiles
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.tally import Tally
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.bee.word_waiter import HareScene, hare_scene, tally_as_typed
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute_async
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.out_of_play import Settled
from wordwaiter.service.tables.views import bring_to_hand
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.authentication import caller_of
from wordwaiter.web.http.form_responses import done, wants_json
from wordwaiter.web.http.guards import anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.bee.best_boards import said
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.landing import way_back
from wordwaiter.web.pages.table.clock_texts import clock_text
from wordwaiter.web.pages.table.kept_photos import ShownPhoto, shown_photos
from wordwaiter.web.pages.table.status import out_of_play_text
from wordwaiter.web.render.boards import BoardView, board_view, square_name
from wordwaiter.web.render.money import money_text, named_tiles
from wordwaiter.web.render.numbers import money
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue
from wordwaiter.web.words.sentences import as_sentence, plainly

_OPEN: Final = frozenset({RoundStage.BUILDING, RoundStage.ENTERING})


@get("/hare/{stream:path}", who=anybody_who_joined)
async def show_board(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """A team's board with its tally."""
    return await asyncio.to_thread(_page_at, request, context, caller, stream.removeprefix("/"))


def _page_at(request: AnyRequest, context: Context, caller: Caller, stream: str) -> Response[str]:
    return _page_of(request, context, caller, hare_scene(context, caller, stream))


@post("/hare/{stream:path}", status_code=200, who=anybody_who_joined)
async def act_at_board(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Carries out one form of the page."""
    name = stream.removeprefix("/")
    fields = await Fields.of(request)
    await bring_to_hand(context, name)
    scene = hare_scene(context, caller, name)
    words = catalogue(reader_of(request).language)
    try:
        said = await _given(context, caller, scene, fields, words)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        make = partial(
            _page_of,
            request,
            context,
            caller,
            scene,
            problem=refusal_text(request, error),
            typed=fields,
            is_contested=error.code == "painted-elsewhere",
            status=status_of(error),
        )
        return await asyncio.to_thread(make)
    return done(request, f"/hare/{name}", said)


async def _given(context: Context, caller: Caller, scene: HareScene, fields: Fields, words: Catalogue) -> str:
    wanted, by = fields.text("do"), caller.name
    if wanted == "tiles-out":
        count = None if fields.text("letters") else fields.number_if_any("count")
        where = (scene.team, scene.place.round, fields.text("reason"))
        right = c.CorrectTilesOut(by, *where, fields.text("letters"), count)
        await execute_async(context, caller, TOURNAMENTS, scene.place.tournament, right, fields.meta)
        return words.say("tiles.did")
    if wanted in _PURCHASES:
        bought = command_from_form(fields, _PURCHASES[wanted], by=by, team=scene.team)
        answer = await execute_async(
            context, caller, TOURNAMENTS, scene.place.tournament, bought, fields.meta
        )
        return money_text(answer, words)
    await execute_async(
        context, caller, BOARDS, scene.stream, _command(scene, wanted, fields, by), fields.meta
    )
    return words.say("hare.saved") if wanted == "paint" else ""


_PURCHASES: Final[Mapping[str, Callable[..., c.Command]]] = {
    "peek": c.BuyPeek,
    "tiles": c.BuyTiles,
    "all-tiles": c.BuyAllTiles,
}
"""Purchases that go on the team's tab."""

_STEPS: Final[Mapping[str, Callable[..., h.HareCommand]]] = {
    "unplayed": h.TellUnplayed,
    "submit": h.SubmitBoard,
    "reopen": h.ReopenBoard,
    "correct": h.CorrectPoints,
}


def painting(before: Board, fields: Fields, by: str) -> h.PaintBoard:
    """A board as it was painted in a form, over the one that the form had shown."""
    read = partial(parse_board, layout=before.layout, tile_set=before.tile_set)
    seen = tuple(read(text) for text in (fields.text("seen"), *fields.texts("sent")) if text)
    return h.PaintBoard(by, read(fields.text("board")), seen, over_others=fields.has("over"))


def _command(scene: HareScene, wanted: str, fields: Fields, by: str) -> h.HareCommand:
    if wanted == "paint":
        return painting(scene.built.board, fields, by)
    return command_from_form(fields, fields.action(_STEPS), by=by)


@post("/tallies/{stream:path}", status_code=200, who=anybody_who_joined)
async def show_tally(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> dict[str, Any]:
    """Scores a board as it is typed; nothing is written down."""
    fields, name = await Fields.of(request), stream.removeprefix("/")
    await bring_to_hand(context, name)
    typed = tally_as_typed(context, caller, name, fields.text("board"))
    return tally_response(typed.tally, reader_of(request).language) | {"loose": kinds_of(typed.loose)}


def kinds_of(loose: Rack | int) -> list[tuple[str, int]]:
    """The tiles beside a board, each kind with how many there are; none where it is not known which."""
    return [] if isinstance(loose, int) else list(loose.counts().items())


def _kinds_out(removed: Removed) -> list[tuple[str, int]]:
    """Counts the tiles that are out of play, by letter."""
    return list(Counter(removed.tiles).items()) if isinstance(removed, RemovedTiles) else []


def tally_response(tally: Tally, language: str) -> dict[str, Any]:
    """A tally as the page's script takes it."""
    return {
        "total": tally.total,
        "words": [[word.word, word.points, word.explain()] for word in tally.words],
        "bonuses": [[plainly(language, bonus.explain()), bonus.points] for bonus in tally.bonuses],
        "unplayed": [[plainly(language, tally.unplayed.explain()), -tally.unplayed.points]]
        if tally.unplayed.points
        else [],
        "problems": [
            {
                "text": as_sentence(plainly(language, problem.cited)),
                "squares": [square_name(square) for square in problem.squares],
                "note": problem.code.is_note,
            }
            for problem in tally.problems
        ],
    }


def marked_board(built: HareRound, words: Catalogue, told: Mapping[str, Any], *, locked: bool) -> BoardView:
    """A board with what is wrong, as its tally tells it, marked on the squares, and the tiles there are."""
    shown = board_view(built.board, words, locked=locked)
    out = dict(_kinds_out(built.removed))
    shown.state["tiles"] = {
        label: count - out.get(label, 0) for label, count in built.board.tile_set.counts.items()
    }
    shown.state["problems"] = [
        {"square": square, "text": each["text"]}
        for each in told["problems"]
        if not each["note"]
        for square in each["squares"]
    ]
    return shown


def _page_of(
    request: AnyRequest, context: Context, caller: Caller, scene: HareScene, **told: Any
) -> Response[str]:
    """A board's page with the photos that are kept of it, which are looked up."""
    return _page(request, scene, photos=shown_photos(context, caller, scene.stream), **told)


def _page(
    request: AnyRequest,
    scene: HareScene,
    *,
    problem: str = "",
    typed: Fields | None = None,
    is_contested: bool = False,
    photos: tuple[ShownPhoto, ...] = (),
    status: int = 200,
) -> Response[str]:
    words = catalogue(reader_of(request).language)
    built = scene.built
    best = built.best
    painted = typed or Fields({})
    is_open = scene.paints and built.stage in _OPEN
    told = tally_response(scene.tally, words.language)
    shown = marked_board(built, words, told, locked=not is_open)
    return page(
        request,
        "hare.html",
        status=status,
        problem=problem,
        scene=scene,
        back=way_back(caller_of(request), scene.stream),
        board=shown,
        out_of_play="" if scene.out is None else out_of_play_text(scene.out, (built.team,), words),
        text=painted.text("board") or built.board.text(),
        seen=painted.text("seen") or built.board.text(),
        is_contested=is_contested,
        photos=photos,
        tally=told,
        lines=_lines(scene),
        total=scene.out.scores[0] if isinstance(scene.out, Settled) else scene.score.total,
        loose=kinds_of(scene.loose),
        loose_count=count_of(scene.loose),
        out_count=built.removed.count,
        out=_kinds_out(built.removed),
        came_back=[named for each in built.purchases if (named := named_tiles(each.tiles, words))],
        best=None if best is None else board_view(best.board, words),
        best_said="" if best is None else said(scene.score.total, best.total, words),
        is_open=is_open,
        stage=built.stage.value,
        is_over=built.stage is RoundStage.BUILDING and scene.left_ms is not None and scene.left_ms <= 0,
        tab=money(scene.tab_cents, words.language),
        dollars=partial(money, language=words.language),
        left=None if scene.left_ms is None else clock_text(scene.left_ms),
        key=new_key(),
    )


def _lines(scene: HareScene) -> list[tuple[str, int]]:
    """The score line by line: every word and bonus, what is left over, and what the judges gave or took."""
    tally = scene.tally
    lines = [(word.explain(), word.points) for word in tally.words]
    lines += [(bonus.explain(), bonus.points) for bonus in tally.bonuses]
    if tally.unplayed.points:
        lines.append((tally.unplayed.explain(), -tally.unplayed.points))
    counted = (LineCause.WORDS, LineCause.BONUS, LineCause.UNPLAYED)
    return lines + [(each.sentence, each.points) for each in scene.score.lines if each.cause not in counted]


hare_routes = (show_board, act_at_board, show_tally)
