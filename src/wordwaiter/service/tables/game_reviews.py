"""Games and positions that people bring to the analysis board, and what the engine thinks of them."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING, Final

from wordwaiter.engine.analysis import AnalysedTurn
from wordwaiter.engine.engine import rack_size_of
from wordwaiter.engine.known_tiles import require_racks_of_size
from wordwaiter.engine.review.daily_puzzle import DailyPuzzle, words_of
from wordwaiter.engine.review.game_review import Review, review_with
from wordwaiter.engine.simulation import Simulated
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.table import Stage, Table
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.notation.table_record import record_of
from wordwaiter.rules.likeness import is_nearly
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.execute import state_of
from wordwaiter.service.jobs import engine_work
from wordwaiter.service.jobs.engine_process import think_aside
from wordwaiter.service.jobs.engine_work import Hint, Question
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.computer import known_rack, outlook_for, seen_by
from wordwaiter.service.tables.free_games import engines_at, engines_of
from wordwaiter.service.tables.kind import TABLES, require_open
from wordwaiter.service.tables.stream_names import is_free_table

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

LONGEST_GAME: Final = 60_000
"""Characters of a record; one of 40 turns with long notes has a third of it."""
_PLAYERS: Final = 2


def is_analysis_closed(context: "Context") -> bool:
    """Checks whether a round runs here whose director does not let the analysis board answer meanwhile."""
    running = context.running()
    return not all(context.states.of(stream).state.allows_analysis for stream in running)


def require_no_round(context: "Context") -> None:
    """Refuse to think while a round runs here, unless its director allows it."""
    if is_analysis_closed(context):
        raise IllegalError(
            "analysis-closed", "analysis is closed while a round is being played; come back later"
        )


def review_of_text(context: "Context", text: str, rulebook: str) -> Review:
    """Returns the game of a GCG record, or a position of CGP as a game with one turn to make."""
    if len(text) > LONGEST_GAME:
        raise MalformedError("too-long", "the game record is too long; leave out its notes")
    if not text.strip():
        raise MalformedError("no-game", "paste a game first, or choose a file")
    return think_aside(engines_of(context), context.rulebooks(rulebook), engine_work.reviewed_text, text)


def review_of_table(context: "Context", table: Table) -> Review:
    """Returns a game that was played here."""
    return think_aside(engines_of(context), table.rulebook, engine_work.reviewed_record, record_of(table))


def review_of_puzzle(context: "Context", day: date) -> Review:
    """Returns the puzzle of a day as a game with one turn to make."""
    puzzle = puzzle_of(context, day)
    return review_with(puzzle.stand, puzzle.best)


def puzzle_of(context: "Context", day: date) -> DailyPuzzle:
    """Returns the puzzle of a day, by the words that the program may show here."""
    engines, rulebook = engines_of(context), context.rulebooks(PUZZLE_RULES)
    asked = words_of(engines.lexicons), day
    return _PUZZLES.of(
        day, engines.lexicons, lambda: think_aside(engines, rulebook, engine_work.puzzle, asked)
    )


PUZZLE_RULES: Final = "club"
_PUZZLES: Final = Memo[DailyPuzzle](64)


# ---------------------------------------------------------------- hints


def hints_for(context: "Context", stream: str, number: int) -> tuple[Hint, ...]:
    """The best turns that there were in a turn of a free game that is over, those that win most first."""
    require_open(context)
    table = state_of(TABLES, stream, context.states.of(stream).state)
    if table.stage is not Stage.ENDED or not is_free_table(stream):
        raise IllegalError("not-over", "finish the game first; then see the best plays")
    if not 1 <= number <= len(table.turns):
        raise MalformedError(
            "no-such-turn", f"there is no turn {number}; {len(table.turns)} turns were played"
        )
    turn = table.turns[number - 1]
    if isinstance(turn.before.racks[turn.seat], int):
        return ()
    return _HINTS.of((stream, number), (table,), lambda: _hints(context, table, number))


_HINTS: Final = Memo[tuple[Hint, ...]](512)


def _hints(context: "Context", table: Table, number: int) -> tuple[Hint, ...]:
    turn = table.turns[number - 1]
    stand = seen_by(table, turn.before, turn.seat) if len(table.sides) == _PLAYERS else None
    outlook, rack = outlook_for(turn.before, turn.seat), known_rack(turn.before, turn.seat)
    asked = turn.before.board, rack, outlook, stand
    return think_aside(engines_at(context, table), table.rulebook, engine_work.hinted, asked)


# ---------------------------------------------------------------- thinking


def position_of(rulebook: Rulebook, question: Question) -> Position:
    """Reads the position of a question.

    Of all tiles on one rack it would be told whether somebody at a table holds nearly that many of them.
    """
    stand = parse_cgp(question.position, rulebook.table.layout, rulebook.table.tile_set)
    require_racks_of_size(stand.racks, rack_size_of(rulebook))
    return stand


def think(
    context: "Context",
    question: Question,
    seconds: float,
    report: Callable[[Simulated], None],
    stop: threading.Event,
) -> AnalysedTurn:
    """Returns what the engine thinks of a turn; `report` hears what it found so far."""
    rulebook = context.rulebooks(question.rulebook)
    stand = position_of(rulebook, question)
    require_not_in_play(context, stand)
    asked = stand, question, seconds
    return think_aside(engines_of(context), rulebook, engine_work.analysed, asked, report=report, stop=stop)


def require_not_in_play(context: "Context", stand: Position) -> None:
    """Refuse a position of a game that still runs at a table of this house, also if it is altered a little.

    Whoever plays there would otherwise change a tile, and have the engine's answer all the same.
    """
    for table in _tables(context):
        if table.stage is not Stage.ENDED and _is_of(table, stand):
            raise IllegalError("game-in-play", "this game is still being played; analyse it when it is over")


def _tables(context: "Context") -> Iterator[Table]:
    """The tables at which somebody may still play; also those that this process has not at hand."""
    over = context.devices.ended()
    for end in context.states.ends():
        if not end.kind.startswith("game.") or context.families.is_resting(end.kind):
            continue
        if end.stream.partition("/")[0] in over:
            continue
        state = context.states.of(end.stream).state
        if isinstance(state, Table):
            yield state


def _is_of(table: Table, stand: Position) -> bool:
    """Checks whether a position is that of a table; before the first play by a rack, where all are known."""
    now = table.position
    if not now.board.is_empty:
        return is_nearly(now.board, stand.board)
    own = Counter(stand.racks[0].tiles)
    dealt = (Counter(rack.tiles) for rack in now.racks if isinstance(rack, Rack) and len(rack) > 1)
    return any((own & rack).total() >= rack.total() - 1 for rack in dealt)


def tried(context: "Context", question: Question, rack: str) -> tuple[Position, Position]:
    """Returns the positions before and after a turn of one's own; then the other side is to move.

    The rack of the other side is what was typed; empty if nobody knows it.
    """
    rulebook = context.rulebooks(question.rulebook)
    stand = position_of(rulebook, question)
    require_not_in_play(context, stand)
    return stand, think_aside(
        engines_of(context), rulebook, engine_work.after_turn, (stand, question.played, rack)
    )
