"""A video stream's view of one table: the camera's place, and what everybody may see there."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from wordwaiter.errors import MalformedError
from wordwaiter.rules.board import Board
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.rounds.delayed_racks import DelayedRack, delayed_racks
from wordwaiter.service.rounds.known_chances import KnownChances, chances_by_racks
from wordwaiter.service.rounds.public_view import PublicBoard, PublicDivision, PublicRoom, public_room
from wordwaiter.service.tables.scene import Scene, scene_at
from wordwaiter.service.tables.views import look_at_board, may_watch

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class Camera:
    """Where a camera stands: it stays there, and shows whoever sits there in each round."""

    division: int | None = None
    """The number of the division; without it, the first that has such a table."""
    table: int | None = None
    """Without it, the first table."""
    board: int = 1


@dataclass(frozen=True, slots=True)
class Take:
    """The camera's view at one moment: the room, and the board before it."""

    room: PublicRoom
    division: PublicDivision | None
    seat: PublicBoard | None
    """Who sits there and how it stands; nobody before the first round is paired."""
    scene: Scene | None
    """The table, once its moves are entered; not where only a total is handed in, or a board is built."""
    board: Board | None
    """The board before the camera."""
    racks: tuple[DelayedRack, ...] = ()
    """Racks as they were when the director's delay began; none where the director shows none."""
    by_racks: Callable[[], KnownChances | None] | None = None
    """Thinks how often each side won then, by these racks; nothing where the director shows none."""
    known: KnownChances | None = None
    """What came of that, where somebody wanted it and it was ready."""


def take_of(context: "Context", stream: str, camera: Camera) -> Take:
    """Returns a camera's view, as everybody may see it: racks late or not at all, some names as initials."""
    room = public_room(context, stream)
    division = _division(room, camera)
    seat = None if division is None else _seat(division, camera)
    if seat is None or seat.stream is None:
        return Take(room, division, seat, None, None)
    if seat.is_built:
        is_shown = may_watch(context, NOBODY, seat.stream)
        built = look_at_board(context, NOBODY, seat.stream).board.board if is_shown else None
        return Take(room, division, seat, None, built)
    scene = scene_at(context, NOBODY, seat.stream)
    delay_ms = room.tournament.racks_delay_ms
    now_ms = context.watch()
    racks = delayed_racks(context, seat.stream, delay_ms, now_ms)
    by_racks = None
    if delay_ms is not None:
        by_racks = partial(chances_by_racks, context, seat.stream, delay_ms, now_ms)
    return Take(room, division, seat, scene, scene.view.board, racks, by_racks)


def _division(room: PublicRoom, camera: Camera) -> PublicDivision | None:
    if camera.division is None:
        with_table = (each for each in room.divisions if _seat(each, camera) is not None)
        return next(with_table, next(iter(room.divisions), None))
    for each in room.divisions:
        if each.division.number == camera.division:
            return each
    raise MalformedError("no-such-division", "this division no longer exists; it may have been merged")


def _seat(division: PublicDivision, camera: Camera) -> PublicBoard | None:
    if camera.table is None:
        return next(iter(division.boards), None)
    wanted = (camera.table, camera.board)
    return next((each for each in division.boards if (each.table, each.board) == wanted), None)
