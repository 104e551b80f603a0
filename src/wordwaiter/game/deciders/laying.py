"""Tentative plays: what they would score, what is wrong with them, and whether they may be announced."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.holdings import count_of
from wordwaiter.game.positions import is_dealt_here
from wordwaiter.game.table import Position, Table
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import BagHoldsAtLeast, BagHoldsWhatIsDrawn
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import PlayScore, points_of_checked_play, score_checked_play, score_play
from wordwaiter.rules.shape import ShapeCode, ShapeFault, check_shape

IMPOSSIBLE: Final = frozenset(
    {
        ShapeCode.NO_TILES,
        ShapeCode.OFF_BOARD,
        ShapeCode.SQUARE_OCCUPIED,
        ShapeCode.NO_SUCH_TILE,
        ShapeCode.TOO_MANY_TILES,
        ShapeCode.TILES_NOT_HELD,
    }
)
"""Faults with which tiles cannot even be laid tentatively; others may be mended before the announcement."""

_NEED_THE_BOARD: Final = frozenset(
    {
        ShapeCode.ONE_LETTER_FIRST_WORD,
        ShapeCode.NOT_ON_CENTRE,
        ShapeCode.STARTING_WORD_MISSING,
        ShapeCode.NOT_CONNECTED,
    }
)
"""Faults that cannot be told on a partial board, where tiles lie that nobody told us of."""

_UNREADABLE: Final = frozenset({ShapeCode.BLANK_WITHOUT_LETTER, ShapeCode.NOT_IN_ONE_LINE, ShapeCode.GAP})
"""Faults of laid tiles with which they make no words that could be scored."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A play that is not announced: what it would score, and what is wrong with its shape."""

    placement: Placement
    score: PlayScore | None
    """`None` if the tiles make no words."""
    faults: tuple[ShapeFault, ...]


def preview(table: Table, placement: Placement | None = None, seat: int | None = None) -> Preview | None:
    """Returns a preview of the tentative play, or of another in its place; `None` if no tile is laid.

    `seat` is whose tiles it takes, the seat to move if none is named: what is missing tells of a rack.
    """
    laid = table.tentative if placement is None else placement
    if laid is None:
        return None
    position = table.position
    faults = play_faults(position, position.to_move if seat is None else seat, laid, table.rulebook)
    scorable = not any(fault.code in IMPOSSIBLE | _UNREADABLE for fault in faults)
    return Preview(laid, score_play(position.board, laid, table.rulebook) if scorable else None, faults)


def play_faults(
    position: Position, seat: int, placement: Placement, rulebook: Rulebook
) -> tuple[ShapeFault, ...]:
    """Everything that keeps a seat from announcing this play."""
    rack = position.racks[seat]
    is_checked = is_dealt_here(position) and not position.partial
    known = rack if isinstance(rack, Rack) and is_checked else None
    faults = tuple(
        fault
        for fault in check_shape(position.board, placement, rulebook, known)
        if not (position.partial and fault.code in _NEED_THE_BOARD)
    )
    if known is None:
        faults += _untold_rack_faults(position, seat, placement, rulebook)
    return faults


def require_play(position: Position, seat: int, placement: Placement, rulebook: Rulebook) -> PlayScore:
    """Returns the score of a play that may be announced; refuses it for its first fault."""
    for fault in play_faults(position, seat, placement, rulebook):
        raise fault.error()
    score = score_checked_play(position.board, placement, rulebook)
    if not score.words:
        raise _no_word()
    return score


def require_faultless(
    position: Position, placement: Placement, rulebook: Rulebook, faults: tuple[ShapeFault, ...]
) -> tuple[tuple[str, ...], int]:
    """The words of such a play and its points, where it is known already what is wrong with it."""
    for fault in faults:
        raise fault.error()
    words, points = points_of_checked_play(position.board, placement, rulebook)
    if not words:
        raise _no_word()
    return words, points


def _no_word() -> IllegalError:
    return IllegalError("no-word", "this tile makes no known word; enter the points of the turn")


def require_laid(placement: Placement, faults: tuple[ShapeFault, ...]) -> None:
    """Refuse tiles that cannot lie there at all, of all that is wrong with them."""
    if any(tile.label == BLANK and not tile.is_blank for tile in placement.tiles):
        raise MalformedError("bad-tile", "a tile without a letter is a blank; mark it as one")
    for fault in faults:
        if fault.code in IMPOSSIBLE:
            raise fault.error()


def _untold_rack_faults(
    position: Position, seat: int, placement: Placement, rulebook: Rulebook
) -> tuple[ShapeFault, ...]:
    """Returns why tiles cannot be on an untold rack: more than it holds, or more than the set has left."""
    faults: list[ShapeFault] = []
    held = count_of(position.racks[seat])
    is_full = held == rulebook.table.rack_size  # then it is told already that a rack holds no more
    if not position.partial and not is_full and len(placement.laid) > held:
        sentence = f"{len(placement.laid)} tiles were laid and the rack holds {held}"
        faults.append(ShapeFault(ShapeCode.TILES_NOT_HELD, sentence, rulebook.clause_of("table.rack_size")))
    if missing := missing_tiles(position, seat, placement.needs(), with_racks=is_dealt_here(position)):
        sentence = f"{_named(missing)} cannot be held: no more are left; check what was played"
        faults.append(ShapeFault(ShapeCode.TILES_NOT_HELD, sentence, rulebook.clause_of("table.tile_set")))
    return tuple(faults)


def missing_tiles(
    position: Position, seat: int, tiles: Counter[str], *, with_racks: bool = True
) -> tuple[str, ...]:
    """Those of `tiles` that the seat cannot hold, because the board and other known racks have them all.

    Without racks, the board alone is asked: a refusal would tell what somebody said of another rack.
    """
    lying = position.board.kinds()
    for other, rack in enumerate(position.racks):
        if with_racks and isinstance(rack, Rack) and other != seat:
            lying += rack.tiles
    counts = position.board.tile_set.counts
    # Only these few are counted: it is asked with every play, and the set has many kinds.
    return tuple(sorted(tile for tile in tiles if tiles[tile] > counts.get(tile, 0) - lying.count(tile)))


def _named(tiles: tuple[str, ...]) -> str:
    return ", ".join("a blank" if tile == BLANK else tile for tile in tiles)


def require_exchange(position: Position, seat: int, tiles: tuple[str, ...] | int, rulebook: Rulebook) -> None:
    """Refuse an exchange that the rules or the tiles do not permit."""
    count = count_of(tiles)
    clause = rulebook.clause_of("turns.exchange")
    rule = rulebook.turns.exchange
    if rule is None:
        raise IllegalError("no-exchange", "this game has no exchanges; play or pass", clause=clause)
    if count < 1:
        raise IllegalError("nothing-exchanged", "choose tiles to exchange, or pass", clause=clause)
    if not position.partial:
        _require_tiles_for_exchange(position, seat, count, rule, clause)
    if isinstance(tiles, int):
        return
    held = position.racks[seat]
    missing = (
        held.lacks(tiles)
        if isinstance(held, Rack) and is_dealt_here(position) and not position.partial
        else missing_tiles(position, seat, Counter(tiles), with_racks=is_dealt_here(position))
    )
    if missing:
        raise IllegalError(
            "tiles-not-held",
            f"these tiles are not on the rack: {_named(missing)}; exchange only tiles you hold",
            clause=clause,
        )


def _require_tiles_for_exchange(
    position: Position, seat: int, count: int, rule: BagHoldsWhatIsDrawn | BagHoldsAtLeast, clause: str
) -> None:
    held, bag = count_of(position.racks[seat]), count_of(position.bag)
    if count > held:
        raise IllegalError(
            "tiles-not-held", f"you cannot exchange {count} tiles; the rack holds {held}", clause=clause
        )
    least = max(count, rule.tiles) if isinstance(rule, BagHoldsAtLeast) else count
    if bag < least:
        raise IllegalError(
            "bag-too-short",
            f"an exchange needs {least} tiles in the bag, but it has {bag}; play or pass",
            clause=clause,
            bag=bag,
            least=least,
        )
