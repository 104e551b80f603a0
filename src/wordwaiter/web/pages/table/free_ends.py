"""How a free game can be ended from its page: stopped alone, offered, resigned, or claimed."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.game.deciders.free_endings import LEFT_AFTER_MS, ms_to_claim
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Stage, TableKind
from wordwaiter.service.tables.computer import stops_alone
from wordwaiter.service.tables.free_games import awaited
from wordwaiter.service.tables.scene import Scene
from wordwaiter.web.pages.table.clock_texts import clock_text

_TOLD_AFTER_MS: Final = 5 * 60_000
"""For so long nobody is told that the other may have left; a long thought is no absence."""


@dataclass(frozen=True, slots=True)
class FreeEnd:
    """A way to end a game at a free table."""

    seat: int
    """The reader's own; of several, the one to move."""
    other: str
    """The other side; empty where a team plays alone, or where all sit at this screen."""
    stops_alone: bool
    """Whether nobody else has to be asked."""
    is_asked: bool
    """Whether the other side has offered to end the game."""
    claim_ms: int | None
    """When the game can be claimed, if nothing happens; nothing where it is too early to tell."""
    claim_text: str


def free_end(scene: Scene) -> FreeEnd | None:
    """Returns how the reader can end the game; nothing in a tournament, or for somebody who looks on."""
    table = scene.table
    if not scene.is_free or not scene.seats or table.stage is not Stage.PLAYING or awaited(table):
        return None
    mover = to_move(table)
    seat = mover if mover in scene.seats else min(scene.seats)
    own = {table.seats[each].side for each in scene.seats}
    others = [name for side, name in enumerate(table.sides) if side not in own]
    offer = table.end_offer
    claim_ms = _claim_ms(scene)
    return FreeEnd(
        seat=seat,
        other=others[0] if others else "",
        stops_alone=table.kind is TableKind.PHYSICAL or stops_alone(table, scene.seats),
        is_asked=offer is not None and offer not in scene.seats,
        claim_ms=claim_ms,
        claim_text="" if claim_ms is None else clock_text(max(claim_ms, 0)),
    )


def _claim_ms(scene: Scene) -> int | None:
    table, mover = scene.table, to_move(scene.table)
    if mover is None or mover in scene.seats or stops_alone(table, scene.seats):
        return None
    left_ms = ms_to_claim(table, scene.now_ms)
    return None if left_ms > LEFT_AFTER_MS - _TOLD_AFTER_MS else left_ms
