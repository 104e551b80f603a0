"""The analysis board: bringing a game or a position, and what the engine says about it as it thinks."""

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response, Stream

from wordwaiter.engine.analysis import AnalysedTurn, Reason
from wordwaiter.engine.review.game_review import Review, ReviewedTurn, lacks_rack, with_rack
from wordwaiter.engine.simulation import Simulated, SimulatedTurn
from wordwaiter.errors import IllegalError, MalformedError, UnavailableError, WordwaiterError
from wordwaiter.game.table import Stage
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import parse_play, readable_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.jobs.engine_work import Question
from wordwaiter.service.tables.free_games import can_be_played
from wordwaiter.service.tables.game_reviews import (
    LONGEST_GAME,
    is_analysis_closed,
    require_no_round,
    review_of_table,
    review_of_text,
    think,
    tried,
)
from wordwaiter.service.tables.scene import scene_at
from wordwaiter.web.http.aside import ANALYSES, REVIEWS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.render.boards import board_view, square_name
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import Catalogue, catalogue

_SECONDS: Final = {"quick": 1.0, "deep": 8.0}
"""How long the engine thinks about a turn."""
_SHOWN: Final = 8
LONGEST_RACK: Final = 40
_MOST_WAITING: Final = 12
"""Questions that wait or are thought about in one process; one more is told to come back."""
_MOST_OF_ONE: Final = 6
"""Those of one address: the other places are left to others."""
_MOST_OF_A_DEVICE: Final = 2
"""Those of one device that has joined: one that was just left, and the next."""

_LOOK_S: Final = 0.1
"""How often it is seen whether the engine is done."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks the engine."""

    address: str
    device: str
    """Empty for somebody who has not joined."""


_asked: Final = dict[threading.Event, Asker]()
"""Questions in progress: the event that stops each, and who asked."""


@get("/analysis", who=anybody)
async def show_analysis(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    game: Annotated[str, QueryParameter(max_length=200)] = "",
) -> Response[str]:
    """The form for a game, or the board with a game that was played here and is over."""
    if not game:
        return analysis_form(request, context, caller)
    review, rulebook = await REVIEWS.made(lambda: _review_of_game(context, caller, game), asker_of(request))
    return await asyncio.to_thread(board_page, request, review, rulebook)


def _review_of_game(context: Context, caller: Caller, game: str) -> tuple[Review, str]:
    scene = scene_at(context, caller, game)
    if scene.table.stage is not Stage.ENDED:
        raise IllegalError("not-over", "finish the game first, then review it")
    require_no_round(context)
    return review_of_table(context, scene.table), scene.table.rulebook.name


@post("/analysis", status_code=200, who=anybody)
async def bring_game(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """The board with the game that was pasted or chosen as a file."""
    sent = await request.form()
    text, rulebook = sent.get("game"), sent.get("rulebook")
    text = text[: LONGEST_GAME + 1] if isinstance(text, str) else ""
    name = rulebook if isinstance(rulebook, str) and rulebook else "club"
    rack = sent.get("rack")
    text = with_rack(text, rack[:LONGEST_RACK] if isinstance(rack, str) else "")
    try:
        require_no_round(context)
        review = await REVIEWS.made(lambda: review_of_text(context, text, name), asker_of(request))
    except WordwaiterError as error:
        return analysis_form(request, context, caller, text, name, refused=error)
    return await asyncio.to_thread(board_page, request, review, name)


@post("/analysis/try", status_code=200, who=anybody)
async def try_turn(request: AnyRequest, context: NamedDependency[Context]) -> Response[dict[str, Any]]:
    """The position after a turn of one's own, for the script of the page."""
    require_no_round(context)
    fields = await Fields.of(request)
    words = catalogue(reader_of(request).language)
    question, rack = _question(fields), fields.text("rack")
    before, after = await REVIEWS.made(lambda: tried(context, question, rack), asker_of(request))
    return Response(
        {
            "position": str(after),
            "board": after.board.text().split("\n"),
            "scores": after.scores,
            "readable": _readable(fields.text("played"), before.board, words),
            "squares": _squares(fields.text("played"), before.board),
        }
    )


@post("/analysis/think", status_code=200, opt={"media_type": "text/event-stream"}, who=anybody)
async def think_aloud(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Stream:
    """Streams the engine's analysis of a turn: `so-far` again and again, then `found`."""
    require_no_round(context)
    _require_quota(request, caller)
    fields = await Fields.of(request)
    asker = Asker(asker_of(request), caller.device)
    # Not before: many could pass together, and take their time to send the rest.
    _require_place(asker)
    seconds = _SECONDS.get(fields.text("effort"), _SECONDS["quick"])
    words = catalogue(reader_of(request).language)
    return Stream(
        _thoughts(request, context, asker, _question(fields), seconds, words),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _require_quota(request: AnyRequest, caller: Caller) -> None:
    """Counts a question: by device, or by address where nobody has joined."""
    limits = request.app.state.limits
    if caller.device:
        limits.own_thoughts.require(caller.device)
    else:
        limits.thoughts.require(asker_of(request))


def _require_place(asker: Asker) -> None:
    """Refuses a question where too many wait, of all, of one address or of one device."""
    waiting = _asked.values()
    of_address = sum(each.address == asker.address for each in waiting)
    of_device = sum(each == asker for each in waiting) if asker.device else 0
    if len(_asked) >= _MOST_WAITING or of_address >= _MOST_OF_ONE or of_device >= _MOST_OF_A_DEVICE:
        raise UnavailableError("engine-busy", "the engine is busy; try again in a moment")


def _question(fields: Fields) -> Question:
    position = fields.text("position")
    if not position:
        raise MalformedError("no-position", "a position is missing; reload the page")
    return Question(
        fields.text("rulebook") or "club",
        position,
        fields.text("played"),
        fields.number_if_any("points"),
        fields.text("unsure") == "",
    )


async def _thoughts(
    request: AnyRequest, context: Context, asker: Asker, question: Question, seconds: float, words: Catalogue
) -> AsyncGenerator[bytes, None]:
    """Events until the engine is done; whoever leaves the page stops it."""
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[bytes] = asyncio.Queue()
    stop = threading.Event()
    try:
        _require_place(asker)  # others may have come in between
    except WordwaiterError as error:
        yield _event("refused", {"problem": refusal_text(request, error)})
        return
    _asked[stop] = asker

    def report(found: Simulated) -> None:
        event = _event("so-far", _found(found, words))
        with contextlib.suppress(RuntimeError):  # the server has stopped
            loop.call_soon_threadsafe(news.put_nowait, event)

    make = partial(think, context, question, seconds, report, stop)
    work = asyncio.ensure_future(ANALYSES.made(make, asker.address))
    try:
        yield _event("waiting", {})
        while not work.done():
            with contextlib.suppress(TimeoutError):
                yield await asyncio.wait_for(news.get(), _LOOK_S)
        try:
            yield _event("found", _analysed(work.result(), words))
        except WordwaiterError as error:
            yield _event("refused", {"problem": refusal_text(request, error)})
    finally:
        stop.set()
        work.cancel()
        _asked.pop(stop, None)


def _event(name: str, data: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


# ---------------------------------------------------------------- what is shown


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle that the board asks."""

    day: date
    earlier: date
    """The day of the puzzle before."""


def _found(found: Simulated, words: Catalogue) -> dict[str, object]:
    board = found.stand.board
    return {
        "turns": [_turn(each, board, words) for each in found.turns[:_SHOWN]],
        "draws": found.draws,
        "proven": found.is_proven,
        "assumptions": list(found.assumptions),
    }


def _turn(each: SimulatedTurn, board: Board, words: Catalogue) -> dict[str, object]:
    return {
        "text": each.turn.text(board),
        "readable": _readable(each.turn.text(board), board, words),
        "score": each.turn.score,
        "win": round(100 * each.win.value, 2),
        "spread": round(each.spread.value, 1),
        "equity": round(each.turn.equity_thousandths / 1000, 1),
        "leave": str(each.turn.leave),
    }


def _analysed(turn: AnalysedTurn, words: Catalogue) -> dict[str, object]:
    board = turn.found.stand.board
    best = _readable(turn.found.best.turn.text(board), board, words)
    return _found(turn.found, words) | {
        "played": _turn(turn.played, board, words),
        "isBest": turn.played is turn.found.best,
        "lost": round(100 * turn.lost, 2),
        "mistake": turn.mistake,
        "why": [words.say("analysis.better", play=best)] + [_why(each, words) for each in turn.reasons()]
        if turn.mistake
        else [],
    }


def _why(reason: Reason, words: Catalogue) -> str:
    nothing = words.say("analysis.nothing")
    return words.say(
        f"analysis.why-{reason.why.value}",
        n=reason.points,
        kept=reason.kept or nothing,
        instead=reason.instead or nothing,
    )


def _readable(text: str, board: Board, words: Catalogue) -> str:
    """A turn of a record as people read it."""
    if text == "-":
        return words.say("analysis.pass")
    if text.startswith("-"):
        return words.say("analysis.exchange", tiles=text[1:])
    try:
        return readable_play(board, parse_play(text, board))
    except WordwaiterError:
        return text


def analysis_form(
    request: AnyRequest,
    context: Context,
    caller: Caller,
    text: str = "",
    rulebook: str = "club",
    *,
    refused: WordwaiterError | None = None,
) -> Response[str]:
    """The form for a game or a position, with a text that was already brought."""
    books = [book for book in map(shipped_rulebook, shipped_rulebooks()) if can_be_played(book)]
    return page(
        request,
        "analysis_form.html",
        status=200 if refused is None else status_of(refused),
        problem="" if refused is None else refusal_text(request, refused),
        text=text,
        closed=is_analysis_closed(context),
        takes_photos=bool(caller.grants),
        lacks_rack=lacks_rack(text),
        longest_rack=LONGEST_RACK,
        books=sorted(books, key=lambda book: (book.name != "club", book.title)),
        rulebook=rulebook,
    )


def board_page(
    request: AnyRequest, review: Review, rulebook: str, puzzle: Puzzle | None = None
) -> Response[str]:
    """The board with a game or a position, or with a puzzle, whose best play is hidden at first."""
    words = catalogue(reader_of(request).language)
    players = tuple(
        name or words.say("analysis.to-move" if side == 0 else "analysis.other-side")
        for side, name in enumerate(review.players)
    )
    return page(
        request,
        "analysis.html",
        players=players,
        puzzle=puzzle,
        board=board_view(review.turns[0].board, words),
        game={
            "rulebook": rulebook,
            "players": players,
            "puzzle": puzzle is not None,
            "turns": [_told(turn, words) for turn in review.turns],
            "end": {"board": review.final_board.text().split("\n"), "scores": review.final_scores},
        },
    )


def _told(turn: ReviewedTurn, words: Catalogue) -> dict[str, object]:
    """A turn as the script of the page takes it."""
    moment = turn.moment
    return {
        "player": turn.player,
        "text": turn.text,
        "readable": _readable(turn.text, turn.board, words) if turn.text else "",
        "points": turn.points,
        "scores": turn.scores,
        "board": turn.board.text().split("\n"),
        "squares": _squares(turn.text, turn.board),
        "rack": [] if moment is None else list(moment.stand.racks[0].tiles),
        "position": "" if moment is None else str(moment.stand),
        "unsure": moment is not None and not moment.is_rack_known,
        "inferred": "" if moment is None else str(moment.inferred),
        "whyNot": turn.why_not,
    }


def _squares(text: str, board: Board) -> list[str]:
    """The squares that the tiles of a turn lie on."""
    if not text or text.startswith("-"):
        return []
    try:
        return [square_name(square) for square in parse_play(text, board).squares]
    except WordwaiterError:
        return []


analysis_routes = (show_analysis, bring_game, try_turn, think_aloud)
