"""Writing a game down turn by turn, with racks where they are known, for the analysis board.

The record itself travels with the form: nothing is kept on the server.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.engine.review.game_review import MOST_MOVES
from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.notation.annotating import begun_record, next_player, with_turn, without_last
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.record import GameRecord
from wordwaiter.notation.replay import replay
from wordwaiter.rules.board import Board
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_games import can_be_played
from wordwaiter.service.tables.game_reviews import LONGEST_GAME, require_no_round
from wordwaiter.web.http.aside import REVIEWS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.forms import Fields
from wordwaiter.web.render.boards import board_view
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import catalogue

_PLAYERS: Final = 2


@dataclass(frozen=True, slots=True)
class WrittenTurn:
    """A turn in the list, as people read it."""

    who: str
    rack: str
    text: str
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class Annotated:
    """A record so far."""

    text: str
    players: tuple[str, ...]
    turns: tuple[WrittenTurn, ...]
    scores: tuple[int, ...]
    board: Board
    mover: int
    """Whose turn it is."""


@get("/analysis/record", who=anybody)
async def show_record_form(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The form for the names of both players."""
    require_no_round(context)
    return await asyncio.to_thread(_page, request, None, Fields({}))


@post("/analysis/record", status_code=200, who=anybody)
async def write_down(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The record with one more turn, or without the last; or why not."""
    require_no_round(context)
    fields = await Fields.of(request)
    problem, status = "", 200
    made = None
    # A turn that is refused leaves the record as it was.
    for do in dict.fromkeys((fields.text("do"), "show")):
        try:
            made = await REVIEWS.made(partial(_annotated, fields, do), asker_of(request))
            break
        except WordwaiterError as error:
            problem = problem or refusal_text(request, error)
            status = status_of(error)
    return await asyncio.to_thread(partial(_page, request, made, fields, problem=problem, status=status))


def _annotated(fields: Fields, do: str) -> Annotated:
    rules = shipped_rulebook(fields.text("rulebook") or "club")
    text = fields.text("game")
    if len(text) > LONGEST_GAME:
        raise MalformedError("too-long", "the game record is too long; leave out its notes")
    record = read_gcg(text.encode(), "the game").record if text else None
    if record is None:
        record = begun_record(fields.text("first"), fields.text("second"))
    elif len(record.players) != _PLAYERS or len(record.moves) > MOST_MOVES:
        raise MalformedError("not-two-players", "only games of two players can be analysed")
    if do == "add":
        record = with_turn(record, rules, fields.text("rack"), fields.text("turn"))
    elif do == "undo":
        record = without_last(record)
    return _told(record, rules)


def _told(record: GameRecord, rules: Rulebook) -> Annotated:
    done = replay(record, rules)
    names = tuple(player.name for player in record.players)
    turns = tuple(
        WrittenTurn(names[each.player], "".join(each.rack or ()), told.readable, each.points, each.total)
        for each, told in zip(record.moves, done.moves, strict=True)
    )
    return Annotated(
        write_gcg(record).decode(), names, turns, done.final_scores, done.board, next_player(record)
    )


def _page(
    request: AnyRequest, made: Annotated | None, fields: Fields, *, problem: str = "", status: int = 200
) -> Response[str]:
    words = catalogue(reader_of(request).language)
    books = [book for book in map(shipped_rulebook, shipped_rulebooks()) if can_be_played(book)]
    refused = bool(problem)
    return page(
        request,
        "annotate.html",
        status=status,
        problem=problem,
        made=made,
        board=None if made is None else board_view(made.board, words),
        books=sorted(books, key=lambda book: (book.name != "club", book.title)),
        rulebook=fields.text("rulebook") or "club",
        first=fields.text("first"),
        second=fields.text("second"),
        rack=fields.text("rack") if refused else "",
        turn=fields.text("turn") if refused else "",
    )


annotating_routes: Final = (show_record_form, write_down)
