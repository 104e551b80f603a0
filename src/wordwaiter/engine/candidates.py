"""Turns that can be compared: plays, exchanges and passes, found or read from what somebody wrote."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final, assert_never

from wordwaiter import _core
from wordwaiter.engine.engine import Engine, Outlook, Plays
from wordwaiter.engine.known_tiles import most_exchanged
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.play import Play
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position as Stand
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Direction
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.rules.rack import Rack, parse_rack, rack_of
from wordwaiter.sentences import said

_BLANK_FLAG: Final = 0x80


@dataclass(frozen=True, slots=True)
class ExchangeTurn:
    """A turn in which tiles are exchanged."""

    thrown: Rack
    leave: Rack
    """The tiles that stay on the rack."""
    leave_thousandths: int

    @property
    def score(self) -> int:
        return 0

    @property
    def equity_thousandths(self) -> int:
        return self.leave_thousandths

    def text(self, board: Board) -> str:
        """Returns it as it is written in a game record: `-QV`."""
        del board
        return f"-{self.thrown}"

    def readable(self, board: Board) -> str:
        """Returns it as people read it."""
        del board
        return said("exchange {tiles}", tiles=str(self.thrown))


@dataclass(frozen=True, slots=True)
class PassTurn:
    """A turn in which nothing is done."""

    leave: Rack

    leave_thousandths = 0
    score = 0
    equity_thousandths = 0

    def text(self, board: Board) -> str:
        """Returns it as it is written in a game record: `-`."""
        del board
        return "-"

    def readable(self, board: Board) -> str:
        """Returns it as people read it."""
        del board
        return "pass"


Candidate = Play | ExchangeTurn | PassTurn


def candidates_of(engine: Engine, stand: Stand, count: int) -> tuple[Candidate, ...]:
    """The best turns by equity, plays and exchanges alike; a pass where there is nothing else."""
    outlook = outlook_of(stand, engine.rulebook)
    rack = stand.racks[0]
    plays = engine.at(stand.board).best(rack, count, outlook)
    exchanges = tuple(exchanges_of(engine, rack)) if outlook.bag >= max(1, engine.game_rules()[1]) else ()
    turns: list[Candidate] = sorted((*plays, *exchanges), key=lambda turn: -turn.equity_thousandths)
    return tuple(turns[:count]) or (PassTurn(rack),)


def ranked_turns(
    engine: Engine, board: Board, rack: Rack, outlook: Outlook, count: int | None = None
) -> tuple[Play | ExchangeTurn, ...]:
    """The plays of a rack and the exchanges that the bag allows, best first; the best few of a count."""
    here = engine.at(board)
    plays = here.plays(rack, outlook) if count is None else here.best(rack, count, outlook)
    turns: list[Play | ExchangeTurn] = [*plays, *exchanges_allowed(engine, rack, outlook.bag)]
    return tuple(sorted(turns, key=lambda turn: -turn.equity_thousandths)[:count])


def exchanges_allowed(engine: Engine, rack: Rack, bag: int) -> Iterator[ExchangeTurn]:
    """Each exchange that the rules allow with so many tiles in the bag."""
    most = most_exchanged(engine.rulebook, bag)
    return (turn for turn in exchanges_of(engine, rack) if len(turn.thrown) <= most)


def exchanges_of(engine: Engine, rack: Rack) -> Iterator[ExchangeTurn]:
    """Each way to exchange tiles of a rack once, most of them first."""
    for size in range(len(rack), 0, -1):
        for thrown in dict.fromkeys(combinations(rack.tiles, size)):
            kept = rack_of((rack.counts() - Counter(thrown)).elements(), engine.tile_set)
            yield ExchangeTurn(Rack(thrown), kept, leave_value(engine, kept))


def parse_turn(engine: Engine, stand: Stand, text: str) -> Candidate:
    """The turn that somebody wrote: `8D RETINA`, `-QV` for an exchange, `-` for a pass."""
    rack = stand.racks[0]
    if text.strip() == "-":
        return PassTurn(rack)
    if text.strip().startswith("-"):
        return exchange_turn(engine, stand, parse_rack(text.strip()[1:], engine.tile_set))
    return placed_turn(engine, stand, parse_play(text, stand.board))


def exchange_turn(engine: Engine, stand: Stand, thrown: Rack) -> ExchangeTurn:
    """The exchange of these tiles; one that the rules or the rack forbid is refused."""
    rack = stand.racks[0]
    if missing := rack.lacks(thrown.tiles):
        raise MalformedError("not-on-rack", f"the rack {rack} has no {', '.join(missing)} to exchange")
    bag, least = outlook_of(stand, engine.rulebook).bag, max(1, engine.game_rules()[1])
    if bag < least:
        raise MalformedError(
            "bag-too-short", f"the bag has {bag} tiles, and an exchange needs {least}; choose another turn"
        )
    kept = rack_of((rack.counts() - thrown.counts()).elements(), engine.tile_set)
    return ExchangeTurn(thrown, kept, leave_value(engine, kept))


def placed_turn(engine: Engine, stand: Stand, placement: Placement, score: int | None = None) -> Play:
    """The play of these tiles.

    A play that is not legal, such as one with a word that no list has, needs the points that it was given;
    without them it is refused.
    """
    board, rack = stand.board, stand.racks[0]
    outlook, needs = outlook_of(stand, engine.rulebook), placement.needs()
    searched = rack
    if (
        not board.is_empty
        and outlook.bag - len(placement.laid) > _BAG_TELLS
        and not rack.lacks(needs.elements())
    ):
        searched = rack_of(needs.elements(), engine.tile_set)
    plays = engine.at(board).plays(searched, outlook) if len(searched) else ()
    alike = plays.that_lay(placement) if isinstance(plays, Plays) and placement.laid else plays
    for play in alike:
        if play.placement(board) == placement:
            return play if searched is rack else _with_leave(engine, play, rack, placement)
    direction = placement.direction_on(board)
    if score is None or direction is None or rack.lacks(needs.elements()):
        raise MalformedError(
            "no-such-play", "this is no legal play of the rack; check the words and the tiles"
        )
    kept = rack_of((rack.counts() - needs).elements(), engine.tile_set)
    value = leave_value(engine, kept)
    return Play(placement.squares[0], direction, placement.tiles, score, kept, value, 1000 * score + value)


_BAG_TELLS: Final = 6
"""With no more tiles in the bag after it, a play is worth something else than its score and its leave."""


def _with_leave(engine: Engine, play: Play, rack: Rack, placement: Placement) -> Play:
    """The play of a rack of which only the tiles that it lays were looked at.

    With two blanks on a rack there are ten thousand plays: eighty such racks take seconds.
    """
    kept = rack_of((rack.counts() - placement.needs()).elements(), engine.tile_set)
    value = leave_value(engine, kept)
    return replace(play, leave=kept, leave_thousandths=value, equity_thousandths=1000 * play.score + value)


def leave_value(engine: Engine, leave: Rack) -> int:
    """Returns what tiles kept are worth, in thousandths of a point."""
    return (engine.leaves.value(engine.kinds(leave)) or 0) if engine.leaves and len(leave) else 0


# ---------------------------------------------------------------- for the core


def native_parts(engine: Engine, turn: Candidate) -> "_core.CandidateParts":
    """A turn as the core takes it."""
    match turn:
        case Play(square, direction, tiles, score):
            laid = bytes(engine.codes[tile.label] | (_BLANK_FLAG if tile.is_blank else 0) for tile in tiles)
            return (square.row, square.col, direction is Direction.DOWN, laid, score), None
        case ExchangeTurn():
            return None, engine.kinds(turn.leave)
        case PassTurn():
            return None, None
        case _:
            assert_never(turn)
