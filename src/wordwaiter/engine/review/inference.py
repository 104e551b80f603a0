"""Racks that nobody recorded, filled up with tiles from which the play that was made looks best."""

import random
from collections import Counter
from typing import Final

from wordwaiter.engine.candidates import leave_value
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack, rack_of

_TRIES: Final = 60
_AS_GOOD: Final = 500
"""Thousandths of a point: a play that is worth so little less than the best may have been chosen as well."""


def infer_rack(engine: Engine, board: Board, known: Rack, placement: Placement | None, points: int) -> Rack:
    """Returns a full rack: the known tiles, and a draw of unseen ones with which the play was a good choice.

    Where no draw makes it one, the draw with which it gave away least. It is the same each time.
    """
    tile_set = engine.tile_set
    unseen = sorted((Counter(tile_set.counts) - board.tile_counts() - known.counts()).elements())
    missing = min(engine.rack_size - len(known), len(unseen))
    rng = random.Random(1)  # noqa: S311 - the same rack each time
    here = engine.at(board)
    least, likely = None, known
    for _ in range(_TRIES):
        rack = rack_of((*known.tiles, *rng.sample(unseen, missing)), tile_set)
        if placement is None:
            return rack
        outlook = outlook_of(Position(board, (rack, Rack(())), (0, 0)), engine.rulebook)
        best = here.best(rack, 1, outlook)
        leave = rack_of((rack.counts() - placement.needs()).elements(), tile_set)
        worth = 1000 * points + leave_value(engine, leave)
        lost = max(0, best[0].equity_thousandths - worth) if best else 0
        if least is None or lost < least:
            least, likely = lost, rack
        if lost <= _AS_GOOD:
            break
    return likely
