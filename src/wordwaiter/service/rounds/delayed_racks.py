"""Racks as a video stream may show them: as they were some minutes ago, and only where they are known.

Whoever plays could look at the stream, or be told of it. So it is not the rack of now that comes late: the
table is folded again up to the moment that the director's delay allows, and racks are taken from that. Tiles
that were on such a rack may be held to this day, by whoever thinks for long, or keeps them from turn to turn.
So a rack is shown once each tile of it lies on the board, or the game is over. What somebody exchanged is in
the bag, and the opponent learns of it no sooner than from the game record.
"""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from wordwaiter.game.table import Exchanged, Played, Stage, Table
from wordwaiter.rules.rack import Rack

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_KEPT: Final = 32
"""Tables of which a moment is kept: a hall has a few cameras."""


@dataclass(frozen=True, slots=True)
class DelayedRack:
    """A rack as it was some time ago."""

    seat: int
    tiles: tuple[str, ...] | None
    """`None` where nobody has said which tiles it held."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A table after its first facts."""

    facts: int
    table: Table


_MOMENTS: Final["WeakKeyDictionary[Context, LRUCache[str, _Moment]]"] = WeakKeyDictionary()


def delayed_racks(
    context: "Context", stream: str, delay_ms: int | None, now_ms: int
) -> tuple[DelayedRack, ...]:
    """Returns the racks of a table as they were `delay_ms` ago, of those seats that have played all of it.

    None without a delay, or before its start.
    """
    then = table_then(context, stream, delay_ms, now_ms)
    return () if then is None else racks_of(context, stream, then)


def table_then(context: "Context", stream: str, delay_ms: int | None, now_ms: int) -> Table | None:
    """Returns a table as it was `delay_ms` ago; nothing without a delay, or before its start."""
    return None if delay_ms is None or delay_ms <= 0 else _table_at(context, stream, now_ms - delay_ms)


def racks_of(context: "Context", stream: str, table: Table) -> tuple[DelayedRack, ...]:
    """Returns the racks of a table as it was, of those seats that have played all of it since."""
    now: Table = context.states.of(stream).state
    return tuple(
        DelayedRack(seat, rack.tiles if isinstance(rack, Rack) and _is_gone(rack, seat, table, now) else None)
        for seat, rack in enumerate(table.position.racks)
    )


def _is_gone(rack: Rack, seat: int, then: Table, now: Table) -> bool:
    """Checks whether everybody has seen all that a seat held then."""
    if now.stage is Stage.ENDED:
        return True
    held = rack.counts()
    for turn in now.turns[len(then.turns) :]:
        if turn.seat != seat or turn.ruled_off:
            continue
        match turn.move:
            case Played(placement=placement):
                held -= Counter(placement.needs())
            case Exchanged() if held:
                return False  # A tile like one of these that is played later may be another one.
            case _:
                pass
    return not held


def _table_at(context: "Context", stream: str, then_ms: int) -> Table | None:
    """The table as it was at that time, by the watch of facts; nothing where it was not open yet."""
    facts = context.journal.facts(stream)
    family = context.families.of(facts[0].kind)
    past = 0
    for fact in facts:
        at_ms = fact.body.get("at_ms")
        # A fact without a time happened with the one before it; one that came later ends what may be seen.
        if isinstance(at_ms, int) and at_ms > then_ms:
            break
        past += 1
    if not past:
        return None
    kept = _MOMENTS.setdefault(context, LRUCache(_KEPT))
    known = kept.get(stream)
    if known is None or known.facts != past:
        state = family.fold(facts[:past])
        if not isinstance(state, Table):
            return None
        known = kept[stream] = _Moment(past, state)
    return known.table
