"""Which tiles each side can hold in a position, as far as the tiles that are seen tell it."""

from collections import Counter
from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.choices import BagHoldsAtLeast, BagHoldsWhatIsDrawn
from wordwaiter.rules.rulebooks.rulebook import GameEnding, Rulebook

_USUAL_SCORELESS_TURNS = 6


@dataclass(frozen=True, slots=True)
class KnownTiles:
    """The tiles near the end of a game, from the view of the side to move."""

    rack: Rack
    unseen: Rack
    """The tiles on the other rack and in the bag."""
    other: Rack | None
    """The other rack, if the position tells it."""
    bag: int
    """How many of the unseen tiles are in the bag."""
    passed: bool
    """Whether another pass ends the game."""
    assumptions: tuple[str, ...]
    """Sentences about what the position did not say."""


def known_tiles(position: Position, rulebook: Rulebook, rack_size: int) -> KnownTiles:
    """Returns who can hold what; refuses a position that cannot be."""
    mine, other = position.racks
    tile_set = position.board.tile_set
    if position.board.is_empty:
        raise MalformedError("empty-board", "the board is empty; give a position near the end of a game")
    _check_racks((mine, other), rack_size)
    seen = position.board.tile_counts() + mine.counts() + other.counts()
    for label, count in seen.items():
        if count > tile_set.counts[label]:
            raise MalformedError(
                "too-many-tiles",
                f"the position has {count} {label} tiles; the {tile_set.short_title} set has "
                f"{tile_set.counts[label]}",
                tile=label,
            )
    unseen = rack_of((Counter(tile_set.counts) - seen + other.counts()).elements(), tile_set)
    assumptions: list[str] = []
    if not len(unseen):
        raise MalformedError("game-over", "the other side has no tiles, so the game is over")
    if not len(other):
        bag = max(0, len(unseen) - rack_size)
        if not bag:
            assumptions.append(f"The other side holds all unseen tiles: {unseen}.")
    else:
        bag = len(unseen) - len(other)
        if bag and len(other) < rack_size:
            raise MalformedError(
                "rack-too-short",
                f"the other rack {other} has {len(other)} tiles, but {bag} more are unseen; "
                "give all of its tiles, or none",
            )
    return KnownTiles(
        mine, unseen, other if len(other) else None, bag, _passed(position, rulebook), tuple(assumptions)
    )


def _check_racks(racks: tuple[Rack, Rack], rack_size: int) -> None:
    if not len(racks[0]):
        raise MalformedError("empty-rack", "the side to move has no tiles; give it a rack")
    require_racks_of_size(racks, rack_size)


def require_racks_of_size(racks: tuple[Rack, ...], rack_size: int) -> None:
    """Refuses a rack with more tiles than one can hold."""
    for rack in racks:
        if len(rack) > rack_size:
            raise MalformedError(
                "rack-too-large",
                f"the rack {rack} has {len(rack)} tiles; the most is {rack_size}",
                rack=str(rack),
            )


def _passed(position: Position, rulebook: Rulebook) -> bool:
    ending = rulebook.ending
    limit = ending.scoreless_turns if isinstance(ending, GameEnding) else None
    limit = limit or _USUAL_SCORELESS_TURNS
    if position.scoreless >= limit:
        raise MalformedError(
            "game-over",
            f"{position.scoreless} scoreless turns in a row have ended the game; {limit} are enough",
        )
    return position.scoreless == limit - 1


def most_exchanged(rulebook: Rulebook, bag: int) -> int:
    """Returns how many tiles may be exchanged with so many in the bag."""
    match rulebook.turns.exchange:
        case BagHoldsAtLeast(tiles):
            return bag if bag >= tiles else 0
        case BagHoldsWhatIsDrawn():
            return bag
        case None:
            return 0
