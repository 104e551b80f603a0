"""Luck: what a draw gave a side, beside what it gives on average."""

import random
from collections import Counter
from typing import Final

from wordwaiter.engine.engine import Engine, Outlook
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rack import Rack, rack_of

_DRAWS: Final = 200
"""Other draws that one is compared with."""


def luck_of_draw(engine: Engine, stand: Position, kept: Rack, seed: int = 1) -> float | None:
    """Returns by how many points the best turn is better than after other draws; nothing if none was drawn.

    `kept` is what stayed on the rack after the turn before; the rest of the rack was drawn.
    """
    rack = stand.racks[0]
    drawn = (rack.counts() - kept.counts()).total()
    if kept.counts() - rack.counts() or not drawn:
        return None
    outlook = outlook_of(stand, engine.rulebook)
    seen = stand.board.tile_counts() + kept.counts()
    unseen = sorted((Counter(stand.board.tile_set.counts) - seen).elements())
    rng = random.Random(seed)  # noqa: S311 - the same figures each time
    others = [_worth(engine, stand, kept, rng.sample(unseen, drawn), outlook) for _ in range(_DRAWS)]
    return _best(engine, stand, rack, outlook) - sum(others) / len(others)


def _worth(engine: Engine, stand: Position, kept: Rack, drawn: list[str], outlook: Outlook) -> float:
    return _best(engine, stand, rack_of((*kept.tiles, *drawn), engine.tile_set), outlook)


def _best(engine: Engine, stand: Position, rack: Rack, outlook: Outlook) -> float:
    """What the best play with a rack is worth, in points; nothing where there is none."""
    best = engine.at(stand.board).best(rack, 1, outlook)
    return best[0].equity_thousandths / 1000 if best else 0.0
