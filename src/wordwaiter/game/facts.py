"""Facts: what happened at a table. Folding them gives its state; chance and judgement are already in them.

Each kind of fact has a stable name (`KIND`), a time on the table's watch and whoever brought it about. Facts
with tiles carry them as a tuple where they are known and as a number where they are not.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.game.clock import ClockKind
from wordwaiter.game.table import Adjustment, EndReason, Evidence, Seat, Signer, TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.placement import Placement

Tiles = tuple[str, ...] | int
"""Tiles in a fact: which, or how many."""


@dataclass(frozen=True, slots=True)
class _Fact:
    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class TableOpened(_Fact):
    """A table was set up. `bag` holds all tiles that are not on the board or on a known rack."""

    KIND: ClassVar = "game.table_opened"
    rulebook: str
    table_kind: TableKind
    sides: tuple[str, ...]
    contenders: tuple[int | None, ...]
    """By side: who plays for it in the tournament; nobody's number at a free table."""
    seats: tuple[Seat, ...]
    bag: Tiles
    racks: tuple[Tiles, ...]
    board: Placement
    """Tiles of the position that play begins from; none on an empty board."""
    scores: tuple[int, ...]
    scoreless: int
    announcement: Announcement
    starting_word: Placement
    """Its tiles; none where the rules have no starting word."""
    starting_points: int
    room_ms: int | None
    room_running: bool
    side_ms: int | None


@dataclass(frozen=True, slots=True)
class FirstTileDrawn(_Fact):
    """A seat drew a tile for first play."""

    KIND: ClassVar = "game.first_tile_drawn"
    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class FirstDrawTied(_Fact):
    """The best tiles drawn for first play were equal; all draw again."""

    KIND: ClassVar = "game.first_draw_tied"


@dataclass(frozen=True, slots=True)
class PlayBegan(_Fact):
    """It is decided who begins; each seat drew what `racks` says, and the clock starts."""

    KIND: ClassVar = "game.play_began"
    seat: int
    racks: tuple[Tiles, ...]


# ---------------------------------------------------------------- turns


@dataclass(frozen=True, slots=True)
class TilesLaid(_Fact):
    """A seat laid tiles tentatively, in place of those that it had laid in this turn."""

    KIND: ClassVar = "game.tiles_laid"
    seat: int
    placement: Placement


@dataclass(frozen=True, slots=True)
class TilesLifted(_Fact):
    """A seat took its tentative tiles back."""

    KIND: ClassVar = "game.tiles_lifted"
    seat: int


@dataclass(frozen=True, slots=True)
class PlayAnnounced(_Fact):
    """A seat announced the score of its play."""

    KIND: ClassVar = "game.play_announced"
    seat: int
    placement: Placement
    words: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TilesDrawn(_Fact):
    """A seat drew after its turn; inferred if nobody told so and the next seat acted."""

    KIND: ClassVar = "game.tiles_drawn"
    seat: int
    tiles: Tiles
    inferred: bool


@dataclass(frozen=True, slots=True)
class TilesExchanged(_Fact):
    """A seat used its turn to exchange tiles; `bag` is the bag after the discards were mixed in."""

    KIND: ClassVar = "game.tiles_exchanged"
    seat: int
    tiles: Tiles
    drawn: Tiles
    bag: Tiles


@dataclass(frozen=True, slots=True)
class TurnPassed(_Fact):
    """A seat passed; perhaps it said that it has no play."""

    KIND: ClassVar = "game.turn_passed"
    seat: int
    cannot_play: bool


@dataclass(frozen=True, slots=True)
class TurnSkipped(_Fact):
    """A seat lost its turn; `clause` says by which rule."""

    KIND: ClassVar = "game.turn_skipped"
    seat: int
    clause: str


@dataclass(frozen=True, slots=True)
class PointsReported(_Fact):
    """Only the points of a turn were told."""

    KIND: ClassVar = "game.points_reported"
    seat: int
    points: int


# ---------------------------------------------------------------- challenges


@dataclass(frozen=True, slots=True)
class HoldCalled(_Fact):
    """A seat called hold: the opponent must not draw."""

    KIND: ClassVar = "game.hold_called"
    seat: int


@dataclass(frozen=True, slots=True)
class HoldReleased(_Fact):
    """The hold is over."""

    KIND: ClassVar = "game.hold_released"
    seat: int


@dataclass(frozen=True, slots=True)
class PlayChallenged(_Fact):
    """A seat challenged words of the last play."""

    KIND: ClassVar = "game.play_challenged"
    seat: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingGiven(_Fact):
    """The challenged words were ruled good or bad."""

    KIND: ClassVar = "game.ruling_given"
    good: bool
    ground: str
    awards: tuple[int, ...]
    """Points that change with it, by side."""
    bag: Tiles | None
    """The bag after drawn tiles went back and it was shaken; `None` if nothing went back."""


@dataclass(frozen=True, slots=True)
class LateAllowed(_Fact):
    """An official permits one play or challenge of this turn that comes too late."""

    KIND: ClassVar = "game.late_allowed"
    reason: str


# ---------------------------------------------------------------- officials and clocks


@dataclass(frozen=True, slots=True)
class ClockPaused(_Fact):
    """The table's clocks were stopped."""

    KIND: ClassVar = "game.clock_paused"
    reason: str


@dataclass(frozen=True, slots=True)
class ClockResumed(_Fact):
    """The table's clocks run again."""

    KIND: ClassVar = "game.clock_resumed"


@dataclass(frozen=True, slots=True)
class ClockAdjusted(_Fact):
    """A clock was given time, or lost some."""

    KIND: ClassVar = "game.clock_adjusted"
    clock: ClockKind
    side: int | None
    by_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeCalled(_Fact):
    """The game's or the round's time was called."""

    KIND: ClassVar = "game.time_called"


@dataclass(frozen=True, slots=True)
class TurnUndone(_Fact):
    """The last turn was taken back."""

    KIND: ClassVar = "game.turn_undone"
    number: int
    bag: Tiles | None
    """The bag after drawn tiles went back and it was shaken; `None` if nothing went back."""
    reason: str


@dataclass(frozen=True, slots=True)
class EndingUndone(_Fact):
    """An official's ending of the game was taken back."""

    KIND: ClassVar = "game.ending_undone"
    bag: Tiles | None
    reason: str


@dataclass(frozen=True, slots=True)
class TurnCorrected(_Fact):
    """Another play took the place of an earlier turn."""

    KIND: ClassVar = "game.turn_corrected"
    number: int
    placement: Placement
    scores: tuple[tuple[tuple[str, ...], int], ...]
    """The words and points of this turn and of each one after it."""
    reason: str


# ---------------------------------------------------------------- the end


@dataclass(frozen=True, slots=True)
class GameEnded(_Fact):
    """The game is over."""

    KIND: ClassVar = "game.ended"
    reason: EndReason
    note: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class RacksFilled(_Fact):
    """Racks were filled for the final count; `drawn` has what each seat drew."""

    KIND: ClassVar = "game.racks_filled"
    drawn: tuple[Tiles, ...]


@dataclass(frozen=True, slots=True)
class RackDeclared(_Fact):
    """A seat's tiles were told."""

    KIND: ClassVar = "game.rack_declared"
    seat: int
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RackLeftUnknown(_Fact):
    """Nobody could tell what was on a seat's rack, so that nothing is counted for it."""

    KIND: ClassVar = "game.rack_left_unknown"
    seat: int


@dataclass(frozen=True, slots=True)
class ResultCounted(_Fact):
    """Unplayed tiles and overtime were counted."""

    KIND: ClassVar = "game.result_counted"
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class NamedSigner:
    """A signer as the first version wrote it: by the name of the side, or as `scorekeeper`."""

    name: str


@dataclass(frozen=True, slots=True)
class ResultSigned(_Fact):
    """The result was signed."""

    KIND: ClassVar = "game.result_signed"
    signer: Signer | NamedSigner


@dataclass(frozen=True, slots=True)
class ResultAccepted(_Fact):
    """An official accepted the result."""

    KIND: ClassVar = "game.result_accepted"
    note: str


@dataclass(frozen=True, slots=True)
class ResultReturned(_Fact):
    """A signed result was given back to its table, which signs again."""

    KIND: ClassVar = "game.result_returned"
    reason: str


@dataclass(frozen=True, slots=True)
class SideRenamed(_Fact):
    """The name of a side was put right."""

    KIND: ClassVar = "game.side_renamed"
    side: int
    name: str


Fact = (
    TableOpened | FirstTileDrawn | FirstDrawTied | PlayBegan
    | TilesLaid | TilesLifted | PlayAnnounced | TilesDrawn | TilesExchanged | TurnPassed | TurnSkipped
    | PointsReported
    | HoldCalled | HoldReleased | PlayChallenged | RulingGiven | LateAllowed
    | ClockPaused | ClockResumed | ClockAdjusted | TimeCalled | TurnUndone | EndingUndone | TurnCorrected
    | GameEnded | RacksFilled | RackDeclared | RackLeftUnknown | ResultCounted | ResultSigned
    | ResultAccepted | ResultReturned | SideRenamed
)  # fmt: skip

FACT_TYPES: Final[dict[str, type[Fact]]] = {kind.KIND: kind for kind in Fact.__args__}
"""Every kind of fact by its stable name."""
