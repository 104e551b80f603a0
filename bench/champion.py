"""Games of the champion against the static player: `python bench/champion.py --games 40 --seconds 1`.

Games come in pairs with the same order of tiles, in which the champion sits on either side. Without
`--seconds` the champion gets `--draws` draws a turn, and the result is the same each time.
"""

import argparse
import math
import random
import time
from dataclasses import replace

from wordwaiter.engine import Engine, Play, shipped_leaves
from wordwaiter.engine.candidates import Candidate, ExchangeTurn, candidates_of
from wordwaiter.engine.champion import Pace, champion_turn
from wordwaiter.lexicon import open_lexicon
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

SCORELESS = 6


def play(engine: Engine, seed: int, champion: int, pace: Pace) -> int:
    """Plays a game; returns the champion's points less those of the other side."""
    rng = random.Random(seed)
    tiles = sorted(tile for tile, count in engine.tile_set.counts.items() for _ in range(count))
    rng.shuffle(tiles)
    racks = [rack_of([tiles.pop() for _ in range(engine.rack_size)], engine.tile_set) for _ in range(2)]
    scores, scoreless, side = [0, 0], 0, 0
    board = empty_board(engine.layout, engine.tile_set)
    while True:
        stand = Position(board, (racks[side], Rack(())), (scores[side], scores[1 - side]), scoreless)
        turn = _turn(engine, stand, replace(pace, seed=rng.getrandbits(30)) if side == champion else None)
        left = list(turn.leave.tiles)
        if isinstance(turn, Play):
            board = board.with_tiles(turn.placement(board).laid)
            scores[side] += turn.score
        drawn = [tiles.pop() for _ in range(min(len(tiles), engine.rack_size - len(left)))]
        if isinstance(turn, ExchangeTurn):
            tiles[:0] = turn.thrown.tiles
            rng.shuffle(tiles)
        racks[side] = rack_of([*left, *drawn], engine.tile_set)
        scoreless = 0 if turn.score else scoreless + 1
        if not len(racks[side]) or scoreless == SCORELESS:
            break
        side = 1 - side
    held = [sum(engine.tile_set.values[tile] for tile in rack.tiles) for rack in racks]
    final = [score - mine for score, mine in zip(scores, held, strict=True)]
    if not len(racks[side]):
        final[side] += held[1 - side]
    return final[champion] - final[1 - champion]


def _turn(engine: Engine, stand: Position, pace: Pace | None) -> Candidate:
    return candidates_of(engine, stand, 1)[0] if pace is None else champion_turn(engine, stand, pace)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--draws", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="Number of the first game.")
    asked = parser.parse_args()
    rules = shipped_rulebook("club")
    engine = Engine.of_lists([open_lexicon("enable")], rules, shipped_leaves("english"))
    pace = Pace(draws=asked.draws, seconds=asked.seconds)
    points, spread, begin = 0.0, 0, time.process_time()
    for number in range(asked.first, asked.first + asked.games):
        won = play(engine, number // 2, number % 2, pace)
        points += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
        spread += won
        games = number - asked.first + 1
        share = points / games
        within = 1.96 * math.sqrt(max(share * (1 - share), 0.01) / games)
        seconds = time.process_time() - begin
        print(
            f"{games} games: {100 * share:.1f} % ± {100 * within:.1f}, {spread / games:+.1f} points a game, "
            f"{seconds:.0f} s of processor time",
            flush=True,
        )


if __name__ == "__main__":
    main()
