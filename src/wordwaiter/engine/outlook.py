"""The whole position as it bears on a play: whether the play is possible, and what is left to draw."""

from collections import Counter

from wordwaiter.engine.engine import Outlook, rack_size_of
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rulebooks.rulebook import Rulebook


def outlook_of(position: Position, rulebook: Rulebook) -> Outlook:
    """The outlook of the side to move; a position that cannot be is refused."""
    tile_set, rack_size = position.board.tile_set, rack_size_of(rulebook)
    mine, others = position.racks
    if not len(mine):
        raise MalformedError("empty-rack", "the side to move has no tiles; give it a rack")
    for rack in position.racks:
        if len(rack) > rack_size:
            raise MalformedError(
                "rack-too-large",
                f"the rack {rack} has {len(rack)} tiles; the most is {rack_size}",
                rack=str(rack),
            )
    used = position.board.tile_counts() + mine.counts() + others.counts()
    for label, count in used.items():
        there_are = tile_set.counts[label]
        if count > there_are:
            raise MalformedError(
                "too-many-tiles",
                f"the position has {count} {label} tiles; the {tile_set.short_title} set has {there_are}",
                tile=label,
            )
    unseen = Counter(tile_set.counts) - position.board.tile_counts() - mine.counts()
    bag = max(0, unseen.total() - (len(others) or rack_size))
    # With an empty bag, what nobody sees is on the other rack.
    held = others.counts() if len(others) else unseen
    points = sum(tile_set.values[label] * count for label, count in held.items()) if bag == 0 else 0
    return Outlook(bag, points)
