"""Turns with an empty bag, compared by how the game ends after each with best play of both sides."""

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from wordwaiter.engine.candidates import Candidate, PassTurn, parse_turn
from wordwaiter.engine.endgame import EndgameSolution, SolvedTurn, solve_endgame
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.known_tiles import known_tiles
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.play import Play
from wordwaiter.engine.selfplay import Mean
from wordwaiter.engine.simulation import EndedBy, Simulated, SimulatedTurn, SimulationEffort
from wordwaiter.engine.thinking import Limits
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rack import Rack

_PLIES: Final = 4
"""How far to look where no time is given, so that the result is the same on any computer."""


def is_ending(engine: Engine, stand: Position) -> bool:
    """Checks whether the bag is empty, so that both racks are known."""
    return not stand.board.is_empty and outlook_of(stand, engine.rulebook).bag == 0


def compare_endings(
    engine: Engine,
    stand: Position,
    turns: Sequence[Candidate],
    effort: SimulationEffort,
    stop: threading.Event | None = None,
) -> Simulated:
    """Compares these turns and the best one; the time of the effort is for all of them together."""
    begin = time.monotonic()
    seconds = None if effort.seconds is None else effort.seconds / (len(turns) + 1)
    limits = Limits(seconds, effort.threads, _PLIES if seconds is None else None)
    solution = solve_endgame(engine, stand, limits, stop)
    texts = {turn.text(stand.board): turn for turn in turns}
    best = _text(solution.best)
    texts.setdefault(best, parse_turn(engine, stand, best))
    lead = stand.scores[0] - stand.scores[1]
    found = []
    proven, interrupted = solution.proven, solution.interrupted
    for text, turn in texts.items():
        value, is_sure = (solution.value, solution.proven) if text == best else (None, True)
        if value is None:
            value, is_sure = _value_of(engine, stand, turn, limits, stop)
        proven = proven and is_sure
        found.append(_compared(turn, value, lead + value))
    found.sort(key=lambda each: (-each.spread.value, each.turn.text(stand.board) != best))
    seconds_taken = time.monotonic() - begin
    return Simulated(
        stand,
        tuple(found),
        1.0 if proven else effort.confidence,
        1,
        solution.nodes,
        seconds_taken,
        EndedBy.STOPPED if interrupted else EndedBy.COUNT,
        solution.assumptions,
        proven,
    )


def _text(turn: SolvedTurn) -> str:
    return turn.text() if turn.placement else "-"


def _compared(turn: Candidate, value: int, final: int) -> SimulatedTurn:
    wins = 1.0 if final > 0 else 0.5 if final == 0 else 0.0
    return SimulatedTurn(turn, Mean(wins, 0.0), Mean(float(value), 0.0), 1, is_beaten=False, next_turns=())


def _value_of(
    engine: Engine, stand: Position, turn: Candidate, limits: Limits, stop: threading.Event | None
) -> tuple[int, bool]:
    """Points that a turn gains over the other side until the end, and whether that is proven."""
    if isinstance(turn, Play) and not len(turn.leave):
        return turn.equity_thousandths // 1000, True
    after = _answered(engine, stand, turn, limits, stop)
    return turn.score - after.value, after.proven


def _answered(
    engine: Engine, stand: Position, turn: Candidate, limits: Limits, stop: threading.Event | None
) -> EndgameSolution:
    """Solves the endgame that the other side faces after a turn."""
    others = known_tiles(stand, engine.rulebook, engine.rack_size).unseen
    mine, theirs = stand.scores
    board = stand.board
    if isinstance(turn, Play):
        board = board.with_tiles(turn.placement(board).laid)
    after = replace(
        stand,
        board=board,
        racks=(others, Rack(turn.leave.tiles)),
        scores=(theirs, mine + turn.score),
        scoreless=stand.scoreless + 1 if isinstance(turn, PassTurn) else 0,
    )
    return solve_endgame(engine, after, limits, stop)
