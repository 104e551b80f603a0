"""What the process of the engine does: each function runs there, and takes what it needs with it.

Little is imported here, since the first question waits for it.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final

from wordwaiter.engine.analysis import AnalysedTurn, Moment, analyse_moment, compare_turns
from wordwaiter.engine.candidates import (
    Candidate,
    candidates_of,
    parse_turn,
    placed_turn,
    ranked_turns,
)
from wordwaiter.engine.champion import Before, Pace, champion_turn
from wordwaiter.engine.engine import Engine, Outlook
from wordwaiter.engine.play import Play
from wordwaiter.engine.review import game_review
from wordwaiter.engine.review.daily_puzzle import DailyPuzzle, daily_puzzle
from wordwaiter.engine.review.game_review import Review
from wordwaiter.engine.simulation import SimulationEffort
from wordwaiter.notation.cgp import Position
from wordwaiter.notation.record import GameRecord
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack, parse_rack
from wordwaiter.service.jobs.own_process import Asked

_DRAWS: Final = 1 << 24
_KNOWN_COMPARED: Final = 5
_KNOWN_EFFORT: Final = SimulationEffort(draws=400, seconds=1.0)
"""For each turn that a stream shows once; many ask for it, and it is made once."""


# ---------------------------------------------------------------- the analysis board


@dataclass(frozen=True, slots=True)
class Question:
    """A position to think about, and the turn that was made there, if any was."""

    rulebook: str
    position: str
    played: str = ""
    points: int | None = None
    """What the turn was given, needed for a play with a word that is in no list."""
    is_rack_known: bool = True


def analysed(engine: Engine, told: tuple[Position, Question, float], asked: Asked) -> AnalysedTurn:
    """Thinks about a turn, and tells what was found so far."""
    stand, question, seconds = told
    played = _played(engine, stand, question) if question.played else candidates_of(engine, stand, 1)[0]
    moment = Moment(1, 1, 0, stand, played, question.is_rack_known)
    effort = SimulationEffort(draws=_DRAWS, seconds=seconds, confidence=0.99, threads=1)
    return analyse_moment(engine, moment, effort, asked.report, asked.stop)


def _played(engine: Engine, stand: Position, question: Question) -> Candidate:
    if question.played.startswith("-") or question.points is None:
        return parse_turn(engine, stand, question.played)
    return placed_turn(engine, stand, parse_play(question.played, stand.board), question.points)


def reviewed_text(engine: Engine, text: str, _: Asked) -> Review:
    """Reads a game or a position that somebody brings."""
    return game_review.review_of_text(engine, text)


def reviewed_record(engine: Engine, record: GameRecord, _: Asked) -> Review:
    """Looks back on a game."""
    return game_review.review_of(engine, record)


def after_turn(engine: Engine, told: tuple[Position, str, str], _: Asked) -> Position:
    """The position after a turn of one's own."""
    stand, played, rack = told
    turn = parse_turn(engine, stand, played)
    board = stand.board
    if isinstance(turn, Play):
        board = board.with_tiles(turn.placement(board).laid)
    others = parse_rack(rack, engine.tile_set) if rack else Rack(())
    mine, theirs = stand.scores
    scoreless = 0 if turn.score else stand.scoreless + 1
    return Position(board, (others, Rack(())), (theirs, mine + turn.score), scoreless)


def puzzle(engine: Engine, asked: tuple[str, date], _: Asked) -> DailyPuzzle:
    """Makes the puzzle of a day."""
    return daily_puzzle(engine, *asked)


# ---------------------------------------------------------------- games


@dataclass(frozen=True, slots=True)
class Hint:
    """A turn that could have been made."""

    turn: str
    """As people read it."""
    score: int
    win: float | None
    """How often it wins, from 0 to 1, by what the player could see; nothing where more than two play."""


_HINTED: Final = 5
_COMPARED: Final = 8
_EFFORT: Final = SimulationEffort(draws=150, seconds=0.5)
"""A page waits for it, and somebody may look at one turn after another."""


def hinted(engine: Engine, asked: tuple[Board, Rack, Outlook, Position | None], _: Asked) -> tuple[Hint, ...]:
    """The best turns that there were, with how often they win where two play."""
    board, rack, outlook, stand = asked
    best = ranked_turns(engine, board, rack, outlook, _COMPARED)
    if stand is None or not best:
        return tuple(Hint(each.readable(board), each.score, None) for each in best[:_HINTED])
    shown = compare_turns(engine, stand, best, _EFFORT).turns[:_HINTED]
    return tuple(Hint(each.turn.readable(board), each.turn.score, each.win.value) for each in shown)


def champions_turn(engine: Engine, asked: tuple[Position, Pace, Before | None], _: Asked) -> Candidate:
    """The champion's turn."""
    stand, pace, before = asked
    return champion_turn(engine, stand, pace, before)


def best_chance(engine: Engine, stand: Position, asked: Asked) -> float:
    """How often the side to move wins by its best turn."""
    turns = candidates_of(engine, stand, _KNOWN_COMPARED)
    return compare_turns(engine, stand, turns, _KNOWN_EFFORT, stop=asked.stop).best.win.value
