"""Simulation: how often each turn of a position wins, by games that go on a few turns with random tiles."""

import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from wordwaiter import _core
from wordwaiter.engine.candidates import Candidate, candidates_of, native_parts
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.review.notebook import html_table
from wordwaiter.engine.selfplay import Mean, mean_of
from wordwaiter.engine.win_model import shipped_win_model
from wordwaiter.notation.cgp import Position as Stand

_SURE: Final = 65_535
"""The chance of a side that always wins, as the core counts chances."""
_LOOK_MS: Final = 250
"""How often progress is reported, which holds others up, and how long an interrupt may wait."""
_POINT: Final = 0.00005
"""The weight of a point of spread beside a chance to win: it decides between turns that win alike."""


@dataclass(frozen=True, slots=True)
class SimulationEffort:
    """How far to look, and when to stop; without `seconds` the result depends on seed and draws alone."""

    draws: int = 10_000
    """Stop after so many draws of the unseen tiles."""
    seconds: float | None = None
    """Stop after so many seconds by the clock."""
    confidence: float = 0.95
    """Stop when it is so sure that no other turn is better; at 1 it never stops early."""
    plies: int = 2
    """Turns that are played after each candidate. With an empty bag the game is played to its end."""
    threads: int = 1
    seed: int = 1


class EndedBy(StrEnum):
    """Why a simulation ended."""

    CONFIDENT = "confident"
    TIME = "time"
    COUNT = "count"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Averages of a turn that follows: the other side's answer, or one's own next turn."""

    score: float
    bingos: float
    """The share of turns that were plays of a full rack, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class SimulatedTurn:
    """A turn, and what came of it."""

    turn: Candidate
    win: Mean
    """The chance to win, from 0 to 1; a draw is half a win."""
    spread: Mean
    """Points gained over the other side until the horizon, tiles kept counted in."""
    draws: int
    is_beaten: bool
    """Whether it was dropped before the end, because another turn is better beyond doubt."""
    next_turns: tuple[NextTurn, ...]

    @property
    def value(self) -> float:
        """The number turns are ranked by: the chance to win, then the spread between turns that win alike."""
        return self.win.value + _POINT * self.spread.value


@dataclass(frozen=True, slots=True)
class Simulated:
    """The result of a simulation; the best turn comes first."""

    stand: Stand
    turns: tuple[SimulatedTurn, ...]
    confidence: float
    """How sure it is that no other turn wins a tenth of a per cent more often than the first."""
    draws: int
    positions: int
    """Positions looked at."""
    seconds: float
    ended_by: EndedBy
    assumptions: tuple[str, ...] = ()
    """Assumptions that had to be made, in sentences."""
    is_proven: bool = False
    """Whether every turn was followed to the end of the game: then nothing is left to chance."""

    @property
    def best(self) -> SimulatedTurn:
        return self.turns[0]

    def of(self, turn: Candidate) -> SimulatedTurn | None:
        """Returns the result of this turn; `None` if it was not among the candidates."""
        board = self.stand.board
        return next((each for each in self.turns if each.turn.text(board) == turn.text(board)), None)

    def _repr_html_(self) -> str:
        rows = (
            (
                each.turn.readable(self.stand.board),
                f"{100 * each.win.value:.1f} %",
                f"{each.spread.value:+.1f}",
                each.turn.score,
                each.turn.leave,
            )
            for each in self.turns
        )
        return html_table("", ("turn", "wins", "spread", "score", "leave"), rows)


def simulate(
    engine: Engine,
    stand: Stand,
    candidates: int | Sequence[Candidate] = 15,
    effort: SimulationEffort | None = None,
    *,
    model: _core.WinModel | None = None,
    report: Callable[[Simulated], None] | None = None,
    stop: threading.Event | None = None,
) -> Simulated:
    """Compares turns of a position: these, or so many of the best by equity.

    Ctrl-C (`KeyboardInterrupt`) or `stop` ends it early with what was found so far.
    """
    effort = effort or SimulationEffort()
    turns = candidates_of(engine, stand, candidates) if isinstance(candidates, int) else tuple(candidates)
    told = _Told(stand, turns, _assumptions(engine, stand), time.monotonic())
    with engine_errors_as_ours():
        running = _start(engine, stand, turns, effort, model or shipped_win_model(engine.tile_set.name))
        try:
            while not running.wait(_LOOK_MS):
                if stop is not None and stop.is_set():
                    running.stop()
                found = running.latest() if report else None
                if report and found:
                    report(told.simulated(found))
        except KeyboardInterrupt:
            running.stop()
            _wait_for_end(running)
        found = running.result()
    assert found is not None, "it has ended"  # noqa: S101 - for the type checker
    return told.simulated(found)


def _wait_for_end(running: _core.Simulation) -> None:
    """Wait for a simulation that was stopped; whoever presses Ctrl-C again still gets its result."""
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            if running.wait(_LOOK_MS):
                return


def _start(
    engine: Engine,
    stand: Stand,
    turns: Sequence[Candidate],
    effort: SimulationEffort,
    model: _core.WinModel,
) -> _core.Simulation:
    outlook = outlook_of(stand, engine.rulebook)
    mine, others = stand.racks
    return _core.Simulation(
        engine.native,
        engine.game_rules(),
        model,
        board=engine.at(stand.board).native,
        racks=(engine.kinds(mine), engine.kinds(others)),
        standing=(stand.scores[0] - stand.scores[1], stand.scoreless),
        candidates=[native_parts(engine, turn) for turn in turns],
        plies=effort.plies,
        draws=effort.draws if outlook.bag else 1,  # with an empty bag there is nothing to draw
        seconds=effort.seconds,
        confidence=effort.confidence,
        threads=effort.threads,
        seed=effort.seed,
    )


def _assumptions(engine: Engine, stand: Stand) -> tuple[str, ...]:
    """Returns the assumptions needed for a position that leaves something open."""
    full = engine.rack_size
    bag = outlook_of(stand, engine.rulebook).bag
    mine, others = stand.racks
    told = []
    if bag and len(mine) < full:
        told.append(f"The rack has {len(mine)} tiles instead of {full}; the others are drawn after the turn.")
    if bag and 0 < len(others) < full:
        told.append(f"Only {len(others)} tiles of the other rack are known; the others are drawn at random.")
    return tuple(told)


@dataclass(frozen=True, slots=True)
class _Told:
    """Turns what the core has found into values."""

    stand: Stand
    turns: tuple[Candidate, ...]
    assumptions: tuple[str, ...]
    begin: float

    def simulated(self, found: "_core.FindingsParts") -> Simulated:
        estimates, best, confidence, draws, positions, ended = found
        turns = [self._turn(turn, parts) for turn, parts in zip(self.turns, estimates, strict=True)]
        first = turns.pop(best)
        turns.sort(key=lambda each: -each.value)
        return Simulated(
            self.stand,
            (first, *turns),
            confidence,
            draws,
            positions,
            time.monotonic() - self.begin,
            EndedBy(ended),
            self.assumptions,
        )

    def _turn(self, turn: Candidate, parts: "_core.EstimateParts") -> SimulatedTurn:
        draws, wins, win_squares, spread, spread_squares, is_beaten, plies = parts
        win = mean_of(wins, win_squares, draws)
        return SimulatedTurn(
            turn,
            Mean(win.value / _SURE, win.within / _SURE),
            mean_of(spread / 1000, spread_squares / 100, draws),
            draws,
            is_beaten,
            tuple(NextTurn(points / turns, bingos / turns) for turns, points, bingos in plies if turns),
        )
