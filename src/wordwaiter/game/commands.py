"""Commands: what somebody asks of a table. `decide` answers with facts or refuses.

A seat's command names the seat by its number; `by` is whoever gave it, the seat itself if left empty. An
official's command says who gave it.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, ClassVar, Final

from wordwaiter.game.clock import ClockKind
from wordwaiter.game.table import EndReason, Signer, TableKind
from wordwaiter.game.written import EXCHANGED, PLAY, TILES, TURN, WORDS
from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement

NOTHING_ANNOUNCED: Final = Announcement()
"""No starting word and no words with a bonus."""


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position to begin from instead of an empty board; the side to move is the first seat."""

    board: Board
    scores: tuple[int, ...]
    racks: tuple[tuple[str, ...] | None, ...]
    """By seat; `None` where the rack is not known."""
    scoreless: int = 0


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Set a table up: who plays, with which tiles, from which beginning."""

    kind: TableKind
    sides: tuple[str, ...]
    seats: tuple[str, ...] = ()
    """The players of the one side of a team's table; with two sides, leave it empty."""
    announcement: Announcement = NOTHING_ANNOUNCED
    """The committee's words, where the rules have them: the starting word, and those that bring a bonus."""
    first_seat: int = 0
    """Who begins where no tile is drawn for it."""
    position: GivenPosition | None = None
    room_ms: int | None = None
    """How long the round is, where the organiser sets it or the room's clock differs from the rules'."""
    room_running: bool = False
    """The room's clock runs from now on, not from the first turn."""
    side_ms: int | None = None
    """The time of each side, where a table has a chess clock and the organiser sets it."""
    by: str = ""
    contenders: tuple[int, ...] = ()
    """By side: who plays for it in a tournament; empty at a free table."""


class TableScope(Enum):
    """Which part of a table a command is about; a player gives commands about their own alone."""

    SEAT = "seat"
    """The one that the field `seat` names."""
    SIGNER = "signer"
    """The side that signs."""
    TABLE = "table"
    """All of it: no player gives it."""


# ---------------------------------------------------------------- commands of a seat


class _OfSeat:
    """The declarations of every command of a seat."""

    __slots__ = ()
    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = TableScope.SEAT


@dataclass(frozen=True, slots=True)
class DrawFirst(_OfSeat):
    """Draw a tile for first play; at a virtual table without a tile, the software draws it."""

    seat: int
    tile: str | None = None
    by: str = ""


@dataclass(frozen=True, slots=True)
class ChooseFirst(_OfSeat):
    """Say which player of a team begins, before the first turn; saying it again changes it."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Lay(_OfSeat):
    """Lay tiles tentatively, in place of those that this seat has laid in this turn."""

    seat: int
    placement: Annotated[Placement, PLAY]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Lift(_OfSeat):
    """Take all tentative tiles back."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Announce(_OfSeat):
    """Announce the score of the tentative play, which ends the turn."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Play(_OfSeat):
    """Lay tiles and announce their score."""

    seat: int
    placement: Annotated[Placement, PLAY]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Fill(_OfSeat):
    """Draw back to a full rack after one's turn."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Exchange(_OfSeat):
    """Use the turn to exchange tiles: which, or how many at a physical table."""

    seat: int
    tiles: Annotated[tuple[str, ...] | int, EXCHANGED]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Pass(_OfSeat):
    """Do nothing in this turn."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class SayCannotPlay(_OfSeat):
    """Pass, and say that one has no play."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class CallHold(_OfSeat):
    """Keep the opponent from drawing."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseHold(_OfSeat):
    """Let the opponent draw."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Challenge(_OfSeat):
    """Ask for a ruling on words of the last play."""

    seat: int
    words: Annotated[tuple[str, ...], WORDS]
    by: str = ""


@dataclass(frozen=True, slots=True)
class DeclareRack(_OfSeat):
    """Say what is on a rack."""

    seat: int
    tiles: Annotated[tuple[str, ...], TILES]
    by: str = ""


@dataclass(frozen=True, slots=True)
class LeaveRackUnknown(_OfSeat):
    """Say that nobody can tell any more what was on a rack when the game ended."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class ReportPoints(_OfSeat):
    """Tell only the points of a turn; from then on the board is partial."""

    seat: int
    points: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Resign(_OfSeat):
    """Give a free game up: the other side has won, whatever the score."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class OfferEnd(_OfSeat):
    """Offer the other side to end a free game as it stands."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class AnswerOffer(_OfSeat):
    """Accept the other side's offer to end a free game, or decline it."""

    seat: int
    accepts: bool
    by: str = ""


@dataclass(frozen=True, slots=True)
class ClaimWin(_OfSeat):
    """Claim a free game that the other side has left."""

    seat: int
    by: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """Sign the result, for a side or as its scorekeeper."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = TableScope.SIGNER
    signer: Signer
    """The number of the side, from 0; or `scorekeeper`."""
    by: str = ""
    member: str = ""
    """At a team's table: who of the team's list of members signs for it."""
    scores: tuple[int, ...] | None = None
    """The totals that are signed; refused if the table has come to others meanwhile."""


# ---------------------------------------------------------------- commands of officials


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule on the words that were challenged."""

    ROLES: ClassVar = (Role.JUDGE, Role.TABLE_SCOREKEEPER, Role.JUDGING_STATION)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    good: bool
    ground: str = ""


@dataclass(frozen=True, slots=True)
class Allow:
    """Permit one play or challenge of this turn that comes too late."""

    ROLES: ClassVar = (Role.JUDGE, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the table's clocks."""

    ROLES: ClassVar = (Role.JUDGE, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Resume:
    """Let the table's clocks run again."""

    ROLES: ClassVar = (Role.JUDGE, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = TableScope.TABLE
    by: str


@dataclass(frozen=True, slots=True)
class AdjustClock:
    """Give time to a clock, or take it."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    clock: ClockKind
    by_ms: int
    reason: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class CallTime:
    """The game's or the round's time is called."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER,)
    SCOPE: ClassVar = TableScope.TABLE
    by: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last turn back, or the ending if an official ended the game."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER,)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UndoRuling:
    """Take the ruling on the last play back; the challenge waits for a judge again."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.JUDGE)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Correct:
    """Put another play in the place of an earlier turn; what came after is rescored."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER,)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    number: Annotated[int, TURN]
    placement: Annotated[Placement, PLAY]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """End the game before its end; on a game that has ended, accept the result."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: EndReason
    note: str


@dataclass(frozen=True, slots=True)
class ReturnResult:
    """Give a signed result back to its table: it may put its turns right, and signs again."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = TableScope.TABLE
    by: str
    reason: str


SeatCommand = (
    DrawFirst | ChooseFirst | Lay | Lift | Announce | Play | Fill | Exchange | Pass | SayCannotPlay
    | CallHold | ReleaseHold | Challenge | DeclareRack | LeaveRackUnknown | ReportPoints | Resign
    | OfferEnd | AnswerOffer | ClaimWin
)  # fmt: skip

OfficialCommand = (
    Rule | Allow | Pause | Resume | AdjustClock | CallTime | Undo | UndoRuling | Correct | End
    | ReturnResult
)  # fmt: skip

Command = SeatCommand | Sign | OfficialCommand
