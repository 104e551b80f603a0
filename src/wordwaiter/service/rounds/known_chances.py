"""How often each side wins by its racks and the words: as it was when the director's delay began.

Only racks that everybody may know by then are taken, so nobody at the table learns anything of it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Stage, Table
from wordwaiter.notation.cgp import Position
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.service.jobs.engine_process import think_aside
from wordwaiter.service.jobs.engine_work import best_chance
from wordwaiter.service.memo import Memo
from wordwaiter.service.rounds.delayed_racks import DelayedRack, racks_of, table_then
from wordwaiter.service.tables.free_games import engines_at

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_TWO: Final = 2


@dataclass(frozen=True, slots=True)
class KnownChances:
    """What each of two sides wins by the racks of a moment."""

    percents: tuple[int, int]
    """By side."""
    turn: int
    """The turn that was about to be made."""


_CHANCES: Final = Memo[KnownChances](128)


def chances_by_racks(
    context: "Context", stream: str, delay_ms: int | None, now_ms: int
) -> KnownChances | None:
    """Returns how often each side won `delay_ms` ago; nothing where the mover's rack is not known."""
    then = table_then(context, stream, delay_ms, now_ms)
    if then is None or context.states.of(stream).state.stage is not Stage.PLAYING:
        return None
    stand = _stand(then, racks_of(context, stream, then))
    if stand is None:
        return None
    return _CHANCES.of(stream, (stand, len(then.turns)), lambda: _thought_of(context, then, stand))


def _stand(table: Table, racks: tuple[DelayedRack, ...]) -> Position | None:
    """What everybody may know of a table; nothing without the rack of the side to move."""
    mover = to_move(table)
    if mover is None or table.stage is not Stage.PLAYING or table.position.partial:
        return None
    if len(table.sides) != _TWO or len(racks) != _TWO:
        return None
    mine, others = racks[mover].tiles, racks[1 - mover].tiles
    if not mine:
        return None
    position, tile_set = table.position, table.position.board.tile_set
    side = table.seats[mover].side
    return Position(
        position.board,
        (rack_of(mine, tile_set), rack_of(others, tile_set) if others else Rack(())),
        (position.scores[side], position.scores[1 - side]),
        position.scoreless,
    )


def _thought_of(context: "Context", table: Table, stand: Position) -> KnownChances:
    win = think_aside(engines_at(context, table), table.rulebook, best_chance, stand)
    mover = to_move(table)
    side = 0 if mover is None else table.seats[mover].side
    percent = round(100 * win)
    return KnownChances(
        (percent, 100 - percent) if side == 0 else (100 - percent, percent), len(table.turns) + 1
    )
