"""Endgames: the bag is empty, both racks are known, and the best line of play is proven."""

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter import _core
from wordwaiter.engine.known_tiles import known_tiles
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.engine.review.notebook import html_table
from wordwaiter.engine.thinking import Limits, think
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement, play_text, readable_play
from wordwaiter.sentences import said

if TYPE_CHECKING:
    from wordwaiter.engine.engine import Engine


@dataclass(frozen=True, slots=True)
class SolvedTurn:
    """A turn in a line of play; without a placement it is a pass or an exchange."""

    board: Board
    """The board before it."""
    placement: Placement | None
    score: int
    thrown: str = ""
    """The tiles that are exchanged, if any are."""

    def text(self) -> str:
        """As it is written in a game record: `8D RE.INA`, `-Q`, or `pass`."""
        if self.placement is None:
            return f"-{self.thrown}" if self.thrown else "pass"
        return play_text(self.board, self.placement)

    def readable(self) -> str:
        """Returns it as people read it: `8D RE(T)INA`, `exchange Q`, or `pass`."""
        if self.placement is None:
            return said("exchange {tiles}", tiles=self.thrown) if self.thrown else "pass"
        return readable_play(self.board, self.placement)


@dataclass(frozen=True, slots=True)
class EndgameSolution:
    """The value of an endgame with best play from both sides."""

    value: int
    """Points that the side to move gains over the other from here to the end, unplayed tiles included."""
    final_spread: int
    """Points of the side to move less those of the other at the end of the game."""
    proven: bool
    """Whether every line was followed to the end; otherwise it is the best found in the time given."""
    at_least: int | None
    """The value that is proven in any case, if any is."""
    line: tuple[SolvedTurn, ...]
    """The turns of best play; to the end of the game if they are proven."""
    plies: int
    nodes: int
    """Positions that were searched."""
    seconds: float
    interrupted: bool
    assumptions: tuple[str, ...]

    @property
    def best(self) -> SolvedTurn:
        """The turn to make now."""
        return self.line[0]

    def _repr_html_(self) -> str:
        surely = "proven" if self.proven else f"{self.plies} turns ahead"
        rows = ((number, turn.readable(), turn.score) for number, turn in enumerate(self.line, 1))
        return html_table(f"{self.value:+} points, {surely}", ("", "turn", "score"), rows)

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "kind": "endgame",
            "value": self.value,
            "final_spread": self.final_spread,
            "best": self.best.text(),
            "line": [turn.text() for turn in self.line],
            "scores": [turn.score for turn in self.line],
            "proven": self.proven,
            "at_least": self.at_least,
            "plies": self.plies,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "interrupted": self.interrupted,
            "assumptions": list(self.assumptions),
        }


def solve_endgame(
    engine: "Engine", position: Position, limits: Limits, stop: threading.Event | None = None
) -> EndgameSolution:
    """Returns the best line of play of a position with an empty bag.

    Ctrl-C or `stop` ends the search early with the best so far. A position that cannot be is refused.
    """
    known = known_tiles(position, engine.rulebook, engine.rack_size)
    if known.bag:
        tiles = "1 tile is" if known.bag == 1 else f"{known.bag} tiles are"
        raise MalformedError("bag-not-empty", f"{tiles} in the bag; an endgame has an empty bag")
    board = engine.at(position.board).native
    racks = engine.kinds(known.rack), engine.kinds(known.unseen)
    with engine_errors_as_ours():
        thought = think(
            lambda control: _core.solve_endgame(
                engine.native, board, racks, known.passed, limits.native(), control
            ),
            stop,
        )
    value, proven, at_least, line, plies, nodes = thought.answer
    return EndgameSolution(
        value,
        position.scores[0] - position.scores[1] + value,
        proven,
        at_least,
        _turns(engine, position.board, line) or (SolvedTurn(position.board, None, 0),),
        plies,
        nodes,
        thought.seconds,
        thought.interrupted,
        known.assumptions,
    )


def _turns(engine: "Engine", board: Board, line: "list[_core.TurnParts | None]") -> tuple[SolvedTurn, ...]:
    turns: list[SolvedTurn] = []
    for parts in line:
        turn = solved_turn(engine, board, parts)
        turns.append(turn)
        if turn.placement:
            board = board.with_tiles(turn.placement.laid)
    return tuple(turns)


def solved_turn(engine: "Engine", board: Board, parts: "_core.TurnParts | None") -> SolvedTurn:
    """Returns a turn that the native core has found."""
    if parts is None:
        return SolvedTurn(board, None, 0)
    row, col, down, tiles, score = parts
    direction = Direction.DOWN if down else Direction.ACROSS
    square = Square(row, col)
    laid = []
    for tile in map(engine.placed_tiles.__getitem__, tiles):
        while board.at(square) is not None:
            square = square.toward(direction)
        laid.append((square, tile))
        square = square.toward(direction)
    return SolvedTurn(board, Placement(tuple(laid)), score)
