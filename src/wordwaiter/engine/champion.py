"""The champion: equity first, simulation in the middle of a game, proof at its end."""

from dataclasses import dataclass, replace
from typing import Final

from wordwaiter.engine.candidates import Candidate, candidates_of, parse_turn
from wordwaiter.engine.endgame import SolvedTurn, solve_endgame
from wordwaiter.engine.endings import is_ending
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.pre_endgame import Judged, solve_pre_endgame
from wordwaiter.engine.simulation import SimulationEffort, simulate
from wordwaiter.engine.thinking import Limits
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position

_CANDIDATES: Final = 10
_OBVIOUS: Final = 15_000
"""A turn that is so much better by equity, in thousandths of a point, is made without a simulation."""
_SOLVED_BAG: Final = 1
"""The most tiles in the bag with which every draw is searched."""
_TILES_A_TURN: Final = 4.5
_RESERVE: Final = 2
"""Turns' worth of time that is left for the end, which takes longest."""
_LEAST_SECONDS: Final = 0.05


@dataclass(frozen=True, slots=True)
class Pace:
    """How much the champion thinks about a turn.

    Without `seconds`, the turn depends on the position, the seed and the numbers here alone.
    """

    draws: int = 500
    plies: int = 4
    """Turns that it looks ahead in an endgame."""
    seconds: float | None = None
    """By the clock, instead of draws and plies."""
    threads: int = 1
    seed: int = 1

    def simulation(self) -> SimulationEffort:
        draws = self.draws if self.seconds is None else 1 << 24
        return SimulationEffort(draws, self.seconds, threads=self.threads, seed=self.seed)

    def limits(self) -> Limits:
        """For the solvers."""
        return Limits(self.seconds, self.threads, self.plies if self.seconds is None else None)


def seconds_for(remaining_s: float, unseen: int) -> float:
    """Shares the time on a chess clock out among the turns that are still to come."""
    turns = max(1.0, unseen / (2 * _TILES_A_TURN)) + _RESERVE
    return max(_LEAST_SECONDS, remaining_s / turns)


def champion_turn(engine: Engine, stand: Position, pace: Pace | None = None) -> Candidate:
    """Returns the turn that the champion makes; the racks of `stand` are as the side to move knows them."""
    pace = pace or Pace()
    turns = candidates_of(engine, stand, _CANDIDATES)
    if len(turns) == 1:
        return turns[0]
    if is_ending(engine, stand):
        return _parsed(engine, stand, solve_endgame(engine, stand, pace.limits()).best)
    if pace.seconds is not None and outlook_of(stand, engine.rulebook).bag <= _SOLVED_BAG:
        return _before_the_end(engine, stand, pace)
    if turns[0].equity_thousandths - turns[1].equity_thousandths >= _OBVIOUS:
        return turns[0]
    return simulate(engine, stand, turns, pace.simulation()).best.turn


def _before_the_end(engine: Engine, stand: Position, pace: Pace) -> Candidate:
    """The turn that is proven to win most often; one by simulation if none is in half of the time."""
    assert pace.seconds is not None  # noqa: S101 - for the type checker
    half = replace(pace, seconds=pace.seconds / 2)
    try:
        found = solve_pre_endgame(engine, stand, half.limits())
    except MalformedError:
        found = None
    if found is not None and found.best.judged is Judged.DECIDED and not found.best.is_estimate:
        return _parsed(engine, stand, found.best.turn)
    return simulate(engine, stand, _CANDIDATES, half.simulation()).best.turn


def _parsed(engine: Engine, stand: Position, turn: SolvedTurn) -> Candidate:
    return parse_turn(engine, stand, turn.text() if turn.placement else "-")
