"""One side's view of a table: no other racks, no order of the bag, no verdicts of a word list."""

from dataclasses import dataclass

from wordwaiter.game.clock import Remaining
from wordwaiter.game.deciders.laying import Preview, preview
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import bag_count, left, rack_count, to_move, turn_text
from wordwaiter.game.result import scores
from wordwaiter.game.signers import unsigned
from wordwaiter.game.table import Adjustment, EndReason, Exchanged, Seat, Signer, Stage, Table, Turn
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as a side sees it: its number of tiles, and which only if they are its own."""

    seat: Seat
    count: int | None
    """Unknown when the board is partial."""
    rack: Rack | None
    """Only for the side's own seats, and where it is known."""


@dataclass(frozen=True, slots=True)
class TurnView:
    """A turn as everybody saw it; which tiles somebody exchanged stays between them and the bag."""

    number: int
    seat: int
    text: str
    points: int


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one side sees it, or the room if it is nobody's."""

    stage: Stage
    board: Board
    tentative: Placement | None
    sides: tuple[str, ...]
    scores: tuple[int, ...]
    seats: tuple[SeatView, ...]
    to_move: int | None
    bag_count: int | None
    partial: bool
    turns: tuple[TurnView, ...]
    hold: int | None
    challenged: tuple[str, ...]
    """Words that wait for a ruling."""
    left: Remaining
    paused: str | None
    ended: EndReason | None
    count: tuple[Adjustment, ...] | None
    unsigned: tuple[Signer, ...]
    preview: Preview | None
    """The tentative play with its score, while this side composes it."""


def view_for(table: Table, side: int | None, now_ms: int) -> TableView:
    """The table as `side` may see it at `now_ms`; `None` is the room, which sees no rack.

    Racks are shown to everybody once the game has ended and is counted, since the count names their tiles.
    """
    open_racks = table.stage is Stage.ENDED and table.count is not None
    mover = to_move(table)
    composing = mover is not None and table.seats[mover].side == side
    return TableView(
        stage=table.stage,
        board=table.position.board,
        tentative=table.tentative,
        sides=table.sides,
        scores=scores(table),
        seats=tuple(
            SeatView(seat, rack_count(table, index), _seen(table, index, side, open_racks))
            for index, seat in enumerate(table.seats)
        ),
        to_move=mover,
        bag_count=bag_count(table),
        partial=table.position.partial,
        # Each view tells all turns, and only the last is new.
        turns=tuple(
            [getattr(turn, "remembered", None) or _turn_seen(table, turn, side) for turn in table.turns]
        ),
        hold=table.hold,
        challenged=table.challenge.words if table.challenge is not None else (),
        left=left(table, now_ms),
        paused=table.pause,
        ended=table.ending.reason if table.ending is not None else None,
        count=table.count,
        unsigned=unsigned(table) if table.stage is Stage.ENDED else (),
        preview=preview(table) if composing else None,
    )


def _seen(table: Table, seat: int, side: int | None, open_racks: bool) -> Rack | None:
    rack = table.position.racks[seat]
    own = table.seats[seat].side == side
    return rack if isinstance(rack, Rack) and (own or open_racks) else None


def _turn_seen(table: Table, turn: Turn, side: int | None) -> TurnView:
    move = turn.move
    if isinstance(move, Exchanged) and table.seats[turn.seat].side != side:
        return TurnView(turn.number, turn.seat, f"exchanged {count_of(move.tiles)}", turn.points)
    seen = TurnView(turn.number, turn.seat, turn_text(table, turn.number), turn.points)
    if not isinstance(move, Exchanged):  # which not everybody sees in the same way
        object.__setattr__(turn, "remembered", seen)
    return seen
