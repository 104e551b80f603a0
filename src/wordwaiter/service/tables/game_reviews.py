"""Games and positions that people bring to the analysis board, and what the engine thinks of them."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Final

from wordwaiter.engine.analysis import (
    AnalysedTurn,
    Moment,
    analyse_moment,
    compare_turns,
    is_turn,
    moment_of,
)
from wordwaiter.engine.candidates import Candidate, candidates_of, parse_turn, placed_turn
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.known_tiles import require_racks_of_size
from wordwaiter.engine.play import Play
from wordwaiter.engine.review.daily_puzzle import DailyPuzzle, daily_puzzle, words_of
from wordwaiter.engine.simulation import Simulated, SimulationEffort
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.table import Stage, Table
from wordwaiter.notation.cgp import Position, parse_cgp
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import GameRecord
from wordwaiter.notation.replay import replay
from wordwaiter.rules.board import Board
from wordwaiter.rules.likeness import is_nearly
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack, parse_rack
from wordwaiter.service.execute import state_of
from wordwaiter.service.judging.judge_access import running_rounds
from wordwaiter.service.judging.word_lists import judge_by
from wordwaiter.service.memo import Memo
from wordwaiter.service.tables.computer import seen_by, turns_for
from wordwaiter.service.tables.free_games import engines_at, engines_of
from wordwaiter.service.tables.kind import TABLES, require_open
from wordwaiter.service.tables.stream_names import is_free_table

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

LONGEST_GAME: Final = 60_000
"""Characters of a record; one of 40 turns with long notes has a third of it."""
MOST_MOVES: Final = 150
"""Entries of a record; the longest games have some sixty. What is told of each takes all before it."""
_PLAYERS: Final = 2
_DRAWS: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """A turn of a game, with the position before it where the engine can think about it."""

    player: int
    text: str
    """As it is written in a record; what the program cannot analyse may be any text."""
    points: int
    scores: tuple[int, int]
    """Of both players before it, in the order of the record."""
    board: Board
    moment: Moment | None
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Review:
    """A game as the analysis board shows it."""

    players: tuple[str, str]
    turns: tuple[ReviewedTurn, ...]
    final_scores: tuple[int, int]
    final_board: Board


def is_analysis_closed(context: "Context") -> bool:
    """Checks whether a round runs here whose director does not let the analysis board answer meanwhile."""
    running = running_rounds(context.states, context.devices.ended)()
    return not all(context.states.of(stream).state.allows_analysis for stream in running)


def require_no_round(context: "Context") -> None:
    """Refuse to think while a round runs here, unless its director allows it."""
    if is_analysis_closed(context):
        raise IllegalError(
            "analysis-closed", "analysis is closed while a round is being played; come back later"
        )


def review_of_text(context: "Context", text: str, rulebook: str) -> Review:
    """Returns the game of a GCG record, or a position of CGP as a game with one turn to make."""
    engine = engine_for(context, rulebook)
    if len(text) > LONGEST_GAME:
        raise MalformedError("too-long", "the game record is too long; leave out its notes")
    if not text.strip():
        raise MalformedError("no-game", "paste a game first, or choose a file")
    if is_position(text):
        return _review_of_position(engine, parse_cgp(text.strip(), engine.layout, engine.tile_set))
    return review_of(engine, read_gcg(text.encode(), "the game").record)


def is_position(text: str) -> bool:
    """Checks whether a text is CGP rather than GCG: one line that begins with the rows of a board."""
    lines = text.strip().splitlines()
    return len(lines) == 1 and lines[0].split(" ")[0].count("/") > 1


def lacks_rack(text: str) -> bool:
    """Whether a text is a position whose side to move has no tiles, as a photo gives it."""
    return is_position(text) and f"{text.strip()} ".split(" ")[1].startswith("/")


def with_rack(text: str, rack: str) -> str:
    """Returns a position that lacks a rack with that one; any other text as it is."""
    if not rack or not lacks_rack(text):
        return text
    board, racks, *rest = text.strip().split(" ")
    return " ".join((board, f"{rack.strip().upper()}{racks}", *rest))


def review_of(engine: Engine, record: GameRecord) -> Review:
    """Returns a game turn by turn; turns that were challenged off the board are left out."""
    if len(record.players) != _PLAYERS:
        raise MalformedError("not-two-players", "only games of two players can be analysed")
    if len(record.moves) > MOST_MOVES:
        raise MalformedError(
            "too-many-moves", f"the record has more than {MOST_MOVES} moves; bring a single game"
        )
    numbers = (number for number in range(len(record.moves)) if is_turn(record, number))
    turns = tuple(_reviewed(engine, record, number) for number in numbers)
    if not turns:
        raise MalformedError(
            "no-turns-in-record", "this record has no turns; paste a GCG file or a CGP position"
        )
    end = replay(record, engine.rulebook)
    first, second = end.final_scores[:_PLAYERS]
    names = record.players
    return Review((names[0].name, names[1].name), turns, (first, second), end.board)


def _reviewed(engine: Engine, record: GameRecord, number: int) -> ReviewedTurn:
    entry = record.moves[number]
    try:
        moment = moment_of(engine, record, number)
    except MalformedError as error:
        before = replay(replace(record, moves=record.moves[:number]), engine.rulebook)
        first, second = before.final_scores[:_PLAYERS]
        return ReviewedTurn(
            entry.player, str(entry.move), entry.points, (first, second), before.board, None, error.sentence
        )
    mine, others = moment.stand.scores
    scores = (mine, others) if entry.player == 0 else (others, mine)
    text = moment.played.text(moment.stand.board)
    return ReviewedTurn(entry.player, text, entry.points, scores, moment.stand.board, moment)


def _review_of_position(engine: Engine, stand: Position) -> Review:
    best = candidates_of(engine, stand, 1)[0]
    moment = Moment(1, 1, 0, stand, best, is_rack_known=True)
    turn = ReviewedTurn(0, "", 0, stand.scores, stand.board, moment)
    return Review(("", ""), (turn,), stand.scores, stand.board)


def review_of_puzzle(context: "Context", day: date) -> Review:
    """Returns the puzzle of a day, by the words that the program may show here."""
    lexicons = context.shown_lists(judge_by(context, ()).lexicons)
    engine = engine_for(context, PUZZLE_RULES)
    made = _PUZZLES.of(day, lexicons, lambda: daily_puzzle(engine, words_of(lexicons), day))
    return _review_of_position(engine, made.stand)


PUZZLE_RULES: Final = "club"
_PUZZLES: Final = Memo[DailyPuzzle](64)


# ---------------------------------------------------------------- hints


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn that could have been made."""

    turn: str
    """As people read it."""
    score: int
    win: float | None
    """How often it wins, from 0 to 1, by what the player could see; nothing where more than two play."""


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


_HINTED: Final = 5
_COMPARED: Final = 8
_EFFORT: Final = SimulationEffort(draws=150, seconds=0.5)
"""A page waits for it, and somebody may look at one turn after another."""
_HINTS: Final = Memo[tuple[Hint, ...]](512)


def _hints(context: "Context", table: Table, number: int) -> tuple[Hint, ...]:
    turn = table.turns[number - 1]
    engine, board = engines_at(context, table).of(table.rulebook), turn.before.board
    best = turns_for(engine, turn.before, turn.seat, _COMPARED)
    if len(table.sides) != _PLAYERS or not best:
        return tuple(Hint(each.readable(board), each.score, None) for each in best[:_HINTED])
    found = compare_turns(engine, seen_by(table, turn.before, turn.seat), best, _EFFORT)
    shown = found.turns[:_HINTED]
    return tuple(Hint(each.turn.readable(board), each.turn.score, each.win.value) for each in shown)


# ---------------------------------------------------------------- thinking


@dataclass(frozen=True, slots=True)
class Question:
    """A position to think about, and the turn that was made there, if any was."""

    rulebook: str
    position: str
    played: str = ""
    points: int | None = None
    """The points given for the turn, needed for a play with a word that is in no list."""
    is_rack_known: bool = True


def engine_for(context: "Context", rulebook: str) -> Engine:
    """Returns the engine that plays by a shipped rulebook."""
    return engines_of(context).of(context.rulebooks(rulebook))


def position_of(engine: Engine, question: Question) -> Position:
    """Reads the position of a question.

    Of all tiles on one rack it would be told whether somebody at a table holds nearly that many of them.
    """
    stand = parse_cgp(question.position, engine.layout, engine.tile_set)
    require_racks_of_size(stand.racks, engine.rack_size)
    return stand


def think(
    context: "Context",
    question: Question,
    seconds: float,
    report: Callable[[Simulated], None],
    stop: threading.Event,
) -> AnalysedTurn:
    """Returns what the engine thinks of a turn; `report` hears what it found so far."""
    engine = engine_for(context, question.rulebook)
    stand = position_of(engine, question)
    require_not_in_play(context, stand)
    played = _played(engine, stand, question) if question.played else candidates_of(engine, stand, 1)[0]
    moment = Moment(1, 1, 0, stand, played, question.is_rack_known)
    effort = SimulationEffort(draws=_DRAWS, seconds=seconds, confidence=0.99, threads=1)
    return analyse_moment(engine, moment, effort, report, stop)


def _played(engine: Engine, stand: Position, question: Question) -> Candidate:
    if question.played.startswith("-") or question.points is None:
        return parse_turn(engine, stand, question.played)
    return placed_turn(engine, stand, parse_play(question.played, stand.board), question.points)


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
    engine = engine_for(context, question.rulebook)
    stand = position_of(engine, question)
    require_not_in_play(context, stand)
    turn = parse_turn(engine, stand, question.played)
    board = stand.board
    if isinstance(turn, Play):
        board = board.with_tiles(turn.placement(board).laid)
    others = parse_rack(rack, engine.tile_set) if rack else Rack(())
    mine, theirs = stand.scores
    scoreless = 0 if turn.score else stand.scoreless + 1
    return stand, Position(board, (others, Rack(())), (theirs, mine + turn.score), scoreless)
