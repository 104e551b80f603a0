"""Pre-endgames: with one to four tiles in the bag, which play wins with most of the draws."""

import threading
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from wordwaiter import _core
from wordwaiter.engine.endgame import SolvedTurn, solved_turn
from wordwaiter.engine.known_tiles import known_tiles, most_exchanged
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.engine.review.notebook import html_table
from wordwaiter.engine.thinking import Limits, think
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rack import Rack, rack_of

if TYPE_CHECKING:
    from wordwaiter.engine.engine import Engine

MOST_IN_BAG: Final = 4
_ASSUMPTIONS: Final = (
    "After a play that leaves tiles in the bag, both sides are taken to know all tiles; it is an estimate.",
)
_NO_MORE_EXCHANGES: Final = "Nobody is taken to exchange later on."
_ONE_ORDER: Final = "After an exchange, tiles that stay in the bag are taken to come in one order, by chance."


class Judged(Enum):
    """How far a play was judged."""

    DECIDED = "decided"
    GIVEN_UP = "given up"
    """Until it could no longer win as often as the best."""
    OPEN = "open"
    """Not to the end, for want of time."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Tiles that may be drawn after a play, and how the game then ends.

    Without tiles it is all draws of a turn that were not decided, where these are more than a hundred.
    """

    drawn: Rack
    left: tuple[str, ...]
    """Tiles that stay in the bag, the next one first."""
    ways: int
    result: int | None
    """1 is a win, 0 a tie, -1 a loss; nothing if it was not decided."""
    spread: int | None
    """Points of the side to move less those of the other at the end, if they were worked out."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn before the bag is empty, with what it leads to."""

    turn: SolvedTurn
    draws: tuple[Draw, ...]
    judged: Judged
    is_estimate: bool
    """Whether tiles stay in the bag after it."""

    @property
    def ways(self) -> int:
        return sum(draw.ways for draw in self.draws)

    def ways_of(self, result: int | None) -> int:
        """Returns in how many ways of drawing it ends so."""
        return sum(draw.ways for draw in self.draws if draw.result == result)

    @property
    def most_win_percentage(self) -> float:
        """The percentage if every draw that was not decided is won."""
        return self.win_percentage + 100 * self.ways_of(None) / self.ways

    @property
    def win_percentage(self) -> float:
        """Wins, and half of the ties, of all ways; draws that were not decided count nothing."""
        return 100 * (self.ways_of(1) + self.ways_of(0) / 2) / self.ways

    @property
    def spread(self) -> float | None:
        """The mean of the points by which the game ends, if all were worked out."""
        spreads = [(draw.spread, draw.ways) for draw in self.draws if draw.spread is not None]
        if len(spreads) < len(self.draws):
            return None
        return sum(spread * ways for spread, ways in spreads) / self.ways

    def tiles_of(self, result: int) -> list[str]:
        """Returns the draws that end so, each as its tiles."""
        return sorted({str(draw.drawn) or "".join(draw.left) for draw in self.draws if draw.result == result})

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "play": self.turn.text(),
            "score": self.turn.score,
            "win_percentage": round(self.win_percentage, 2),
            "spread": None if self.spread is None else round(self.spread, 2),
            "wins": self.tiles_of(1),
            "ties": self.tiles_of(0),
            "losses": self.tiles_of(-1),
            "undecided_ways": self.ways_of(None),
            "ways": self.ways,
            "judged": self.judged.value,
            "estimate": self.is_estimate,
        }


@dataclass(frozen=True, slots=True)
class PreEndgameSolution:
    """The value of every play before the bag is empty, best first."""

    turns: tuple[JudgedTurn, ...]
    """Every play, the pass, and exchanges if the rules allow them: none is left out."""
    lead: int
    proven: bool
    """Whether no turn was left open for want of time."""
    nodes: int
    seconds: float
    interrupted: bool
    assumptions: tuple[str, ...]

    @property
    def best(self) -> JudgedTurn:
        """The turn to make now."""
        return self.turns[0]

    @property
    def wins_proven(self) -> bool:
        """Checks whether no turn wins more often than the best; another may still win by more points."""
        best = self.best
        if best.judged is not Judged.DECIDED:
            return False
        return all(turn.most_win_percentage <= best.win_percentage for turn in self.turns)

    def _repr_html_(self) -> str:
        surely = "proven" if self.proven else "wins proven" if self.wins_proven else "as far as time allowed"
        heads = ("turn", "wins", "points", "score", "wins with", "ties with", "loses with", "judged")
        rows = (
            (
                each.turn.readable(),
                f"{each.win_percentage:.1f} %",
                "" if each.spread is None else f"{each.spread:+.1f}",
                each.turn.score,
                *(" ".join(each.tiles_of(result)) for result in (1, 0, -1)),
                f"{each.judged.value}, an estimate" if each.is_estimate else each.judged.value,
            )
            for each in self.turns
        )
        return html_table(surely, heads, rows)

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        final = self.best.spread
        return {
            "kind": "pre-endgame",
            "value": None if final is None else round(final - self.lead, 2),
            "final_spread": None if final is None else round(final, 2),
            "win_percentage": round(self.best.win_percentage, 2),
            "best": self.best.turn.text(),
            "line": [self.best.turn.text()],
            "proven": self.proven,
            "wins_proven": self.wins_proven,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
            "assumptions": list(self.assumptions),
            "plays": [turn.plain() for turn in self.turns],
        }


def solve_pre_endgame(
    engine: "Engine", position: Position, limits: Limits, stop: threading.Event | None = None
) -> PreEndgameSolution:
    """Returns what all plays come to with one to four tiles in the bag: wins first, then points.

    Ctrl-C or `stop` ends the search early with the best so far. A position that cannot be is refused.
    """
    known = known_tiles(position, engine.rulebook, engine.rack_size)
    if not 1 <= known.bag <= MOST_IN_BAG:
        raise MalformedError(
            "bag-too-full" if known.bag else "bag-empty",
            f"{known.bag} tiles are in the bag; a pre-endgame has 1 to {MOST_IN_BAG}",
        )
    board = engine.at(position.board).native
    other = None if known.other is None else engine.kinds(known.other)
    tiles = engine.kinds(known.rack), engine.kinds(known.unseen), other
    may_exchange = most_exchanged(engine.rulebook, known.bag) > 0
    lead = position.scores[0] - position.scores[1]
    with engine_errors_as_ours():
        thought = think(
            lambda control: _core.solve_pre_endgame(
                engine.native,
                board,
                tiles,
                known.bag,
                lead,
                (known.passed, may_exchange),
                limits.native(),
                control,
            ),
            stop,
        )
    candidates, proven, nodes = thought.answer
    labels = {code: label for label, code in engine.codes.items()}

    def draw(parts: "_core.DrawParts") -> Draw:
        drawn, left, ways, result, spread = parts
        rack = rack_of((labels[kind] for kind in drawn), engine.tile_set)
        return Draw(rack, tuple(labels[kind] for kind in left), ways, result, spread)

    def turn(parts: "_core.TurnParts | None", thrown: bytes) -> SolvedTurn:
        found = solved_turn(engine, position.board, parts)
        return replace(found, thrown=str(rack_of((labels[kind] for kind in thrown), engine.tile_set)))

    turns = tuple(
        JudgedTurn(turn(parts, thrown), tuple(map(draw, draws)), Judged(judged), is_estimate)
        for parts, thrown, draws, judged, is_estimate in candidates
    )
    exchanges = (
        ((_NO_MORE_EXCHANGES, _ONE_ORDER) if known.bag > 1 else (_NO_MORE_EXCHANGES,)) if may_exchange else ()
    )
    return PreEndgameSolution(
        turns,
        lead,
        proven,
        nodes,
        thought.seconds,
        thought.interrupted,
        (*known.assumptions, *_ASSUMPTIONS, *exchanges),
    )
