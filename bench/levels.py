"""Games between two levels of the computer: `python bench/levels.py steady strong --games 1000`.

Games come in pairs with the same order of tiles, in which either sits first. The champion gets `--draws`
draws a turn, and the result is the same each time, or `--seconds` by the clock. What is printed is the share
of the higher level, and what that is in rating points: a share of 64 % is 100 points.
"""

import argparse
import math
import random
import time

from wordwaiter.engine import Play
from wordwaiter.engine.candidates import Candidate, ExchangeTurn, PassTurn
from wordwaiter.engine.champion import Pace, champion_turn
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.tables.computer import AtTurn, Engines, Strength, turn_of

SCORELESS = 6
CLUB = shipped_rulebook("club")
TILES = CLUB.table.tile_set


def play(engines: Engines, seed: int, levels: tuple[Strength, Strength], asked: argparse.Namespace) -> int:
    """Plays a game; returns the points of the first level less those of the second."""
    rng = random.Random(seed)
    tiles = sorted(tile for tile, count in TILES.counts.items() for _ in range(count))
    rng.shuffle(tiles)
    size = CLUB.table.rack_size or 0
    racks = [rack_of([tiles.pop() for _ in range(size)], TILES) for _ in range(2)]
    scores, scoreless, side = [0, 0], 0, 0
    board = empty_board(CLUB.table.layout, TILES)
    while True:
        stand = Position(board, (racks[side], Rack(())), (scores[side], scores[1 - side]), scoreless)
        turn = _turn(engines, stand, levels[side], rng, asked)
        left = list(turn.leave.tiles)
        if isinstance(turn, Play):
            board = board.with_tiles(turn.placement(board).laid)
            scores[side] += turn.score
        drawn = [tiles.pop() for _ in range(min(len(tiles), size - len(left)))]
        if isinstance(turn, ExchangeTurn):
            tiles[:0] = turn.thrown.tiles
            rng.shuffle(tiles)
        racks[side] = rack_of([*left, *drawn], TILES)
        scoreless = 0 if turn.score else scoreless + 1
        if not len(racks[side]) or scoreless == SCORELESS:
            break
        side = 1 - side
    held = [sum(TILES.values[tile] for tile in rack.tiles) for rack in racks]
    final = [score - mine for score, mine in zip(scores, held, strict=True)]
    if not len(racks[side]):
        final[side] += held[1 - side]
    return final[0] - final[1]


def _turn(
    engines: Engines, stand: Position, level: Strength, rng: random.Random, asked: argparse.Namespace
) -> Candidate:
    rack = stand.racks[0]
    if level is Strength.CHAMPION:
        pace = Pace(draws=asked.draws, seconds=asked.seconds, seed=rng.getrandbits(30))
        return champion_turn(engines.of(CLUB), stand, pace)
    at = AtTurn(CLUB, stand.board, rack, outlook_of(stand, CLUB))
    return turn_of(engines, at, level, rng) or PassTurn(rack)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    names = [level.value for level in Strength]
    parser.add_argument("lower", choices=names)
    parser.add_argument("higher", choices=names)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game.")
    asked = parser.parse_args()
    engines = Engines([open_lexicon("enable")])
    lower, higher = Strength(asked.lower), Strength(asked.higher)
    points, spread, begin = 0.0, 0, time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        is_first = number % 2 == 0
        gain = play(engines, number // 2, (higher, lower) if is_first else (lower, higher), asked)
        won = gain if is_first else -gain
        points += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
        spread += won
        games = number - asked.first + 1
        if games % 20 == 0 or games == asked.games:
            _tell(points / games, games, spread, time.process_time() - begin)


def _tell(share: float, games: int, spread: int, seconds: float) -> None:
    within = 1.96 * math.sqrt(max(share * (1 - share), 0.01) / games)
    rating = f"{400 * math.log10(share / (1 - share)):+.0f} rating points" if 0 < share < 1 else "no rating"
    print(
        f"{games} games: {100 * share:.1f} % ± {100 * within:.1f}, {rating}, "
        f"{spread / games:+.1f} points a game, {seconds:.0f} s of processor time",
        flush=True,
    )


if __name__ == "__main__":
    main()
