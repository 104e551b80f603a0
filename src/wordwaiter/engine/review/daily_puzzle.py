"""The puzzle of a day: a position with one play that stands out, from a game of the static player."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from wordwaiter.engine.engine import Engine
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.play import Play
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import Rack, rack_of

_MOST_GAMES: Final = 200
_FIRST_TURN: Final = 3
"""Before that there is little on the board."""
_LEAST_BAG: Final = 7
_STANDS_OUT: Final = 12_000
"""Thousandths of a point by which the best play is worth more than any other."""
_COMPARED: Final = 2


FIRST_DAY: Final = date(2020, 1, 1)
_A_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """A position, and the play that stands out in it."""

    stand: Position
    best: Play


def daily_puzzle(engine: Engine, lists: str, day: date) -> DailyPuzzle:
    """Returns the puzzle of a day; `lists` tells which words count, such as by their hash.

    Nothing but whole numbers decides, so that it is the same on every computer.
    """
    for game in range(_MOST_GAMES):
        found = list(_puzzles(engine, f"{lists}/{day.isoformat()}/{game}"))
        if found:
            return found[_number(f"{lists}/{day.isoformat()}") % len(found)]
    raise MalformedError("no-puzzle", "these words make no puzzle; choose another list")


def day_of(text: str, today: date) -> date:
    """Returns the day that somebody wants the puzzle of: today if nothing is said."""
    if not text:
        return today
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.max
    if not FIRST_DAY <= day <= today + _A_DAY:  # elsewhere it may be tomorrow already
        raise MalformedError(
            "no-such-puzzle", "there is no puzzle for this day; choose today or an earlier one"
        )
    return day


def words_of(lexicons: Iterable[Lexicon]) -> str:
    """Tells which words count, whatever the lists are called here and in whatever order."""
    return " ".join(sorted(each.hash for each in lexicons))


def _puzzles(engine: Engine, seed: str) -> Iterator[DailyPuzzle]:
    """The puzzles of one game."""
    bag = _shuffled(engine, seed)
    racks = [[bag.pop() for _ in range(engine.rack_size)] for _ in range(2)]
    scores, board, turn = [0, 0], empty_board(engine.layout, engine.tile_set), 0
    while len(bag) >= _LEAST_BAG:
        side = turn % 2
        rack = rack_of(racks[side], engine.tile_set)
        stand = Position(board, (rack, Rack(())), (scores[side], scores[1 - side]))
        plays = engine.at(board).best(rack, _COMPARED, outlook_of(stand, engine.rulebook))
        if not plays:
            return
        best, *others = plays
        gap = best.equity_thousandths - max((each.equity_thousandths for each in others), default=0)
        if turn >= _FIRST_TURN and gap >= _STANDS_OUT:
            yield DailyPuzzle(stand, best)
        board = board.with_tiles(best.placement(board).laid)
        scores[side] += best.score
        racks[side] = list(best.leave.tiles)
        while bag and len(racks[side]) < engine.rack_size:
            racks[side].append(bag.pop())
        turn += 1


def _shuffled(engine: Engine, seed: str) -> list[str]:
    tiles = sorted(Counter(engine.tile_set.counts).elements())
    order = sorted(range(len(tiles)), key=lambda at: (_number(f"{seed}/{at}"), at))
    return [tiles[at] for at in order]


def _number(text: str) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")
