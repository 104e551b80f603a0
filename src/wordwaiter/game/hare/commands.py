"""Commands of a Hare round: what somebody asks for one team's board. `by` is whoever gave the command."""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.game.table import TableKind
from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Begin a round for a team. The room's clock runs from now on."""

    by: str
    team: str
    number: int
    """Of the round, from 1."""
    kind: TableKind
    announcement: Announcement = NOTHING_ANNOUNCED
    removed: tuple[str, ...] | None = None
    """The tiles that were taken out at a physical table, where somebody noted them."""
    length_ms: int | None = None
    """How long the round is, where the organiser sets another time than the rules."""
    contender: int | None = None
    """Who the team is in its tournament."""


@dataclass(frozen=True, slots=True)
class PaintBoard:
    """The board lies like this."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER, Role.JUDGE)
    by: str
    board: Board
    seen: tuple[Board, ...] = ()
    """The saved board on which it was painted, then what its device has sent since and not heard of.

    What others have saved since on other squares stays there. Without it the board is meant as a whole.
    """
    over_others: bool = False
    """Whether it is meant also where others have saved something else since."""


@dataclass(frozen=True, slots=True)
class ChangeSquares:
    """Tiles are laid on some squares, in place of what lies there, and lifted from others."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER, Role.JUDGE)
    by: str
    laid: Placement
    lifted: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyBack:
    """Buy removed tiles back: how many; at a physical table also which, where somebody noted them."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    by: str
    tiles: Tiles
    cents: int | None = None
    """The amount paid, if it is not the price of single tiles."""


@dataclass(frozen=True, slots=True)
class GiveBack:
    """Take the tiles of a purchase out of play again, which was taken back."""

    ROLES: ClassVar = DIRECTOR_ALONE
    by: str
    tiles: Tiles
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectRemoved:
    """Put right which tiles are out of play, as an official found them."""

    ROLES: ClassVar = DIRECTOR_ALONE
    by: str
    tiles: Tiles
    reason: str


@dataclass(frozen=True, slots=True)
class AdjustTime:
    """Give the round time, or take some."""

    ROLES: ClassVar = DIRECTOR_ALONE
    by: str
    by_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class SignalEnd:
    """Signal the end of the round; of a board for practice, its owner does."""

    ROLES: ClassVar = (Role.EMCEE,)
    by: str


@dataclass(frozen=True, slots=True)
class WithdrawSignal:
    """Take a signal back that was a mistake."""

    ROLES: ClassVar = DIRECTOR_ALONE
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class TellUnplayed:
    """Tell what the tiles left over are worth, where nobody noted which were taken out."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER)
    by: str
    points: int


@dataclass(frozen=True, slots=True)
class SubmitBoard:
    """The board is entered; its Word Waiter signs for it, and a member of the team has checked it."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER)
    by: str
    member: str
    """One of the team's list of members."""


@dataclass(frozen=True, slots=True)
class ReopenBoard:
    """Let a board that was submitted be entered again."""

    ROLES: ClassVar = (Role.JUDGE,)
    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class CorrectPoints:
    """Give points or take them, as the judges decided."""

    ROLES: ClassVar = (Role.JUDGE,)
    by: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class AcceptFault:
    """Let a board count as it is, although something is wrong with it."""

    ROLES: ClassVar = (Role.JUDGE,)
    by: str
    fault: str
    """Its key among the problems of the tally."""
    reason: str


@dataclass(frozen=True, slots=True)
class StrikeWords:
    """Strike words of a board with which something is wrong; their points are taken off."""

    ROLES: ClassVar = (Role.JUDGE,)
    by: str
    fault: str
    """Its key among the problems of the tally; `judged` for words that the judges do not accept."""
    words: tuple[PlacedWord, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class UndoFaultRuling:
    """Undo what was ruled on a fault of a board; the board waits for the judges again."""

    ROLES: ClassVar = (Role.JUDGE,)
    by: str
    fault: str
    """Its key among the problems of the tally."""
    reason: str


HareCommand = (
    PaintBoard | ChangeSquares | BuyBack | GiveBack | CorrectRemoved | AdjustTime | SignalEnd | WithdrawSignal
    | TellUnplayed | SubmitBoard | ReopenBoard | CorrectPoints | AcceptFault | StrikeWords | UndoFaultRuling
)  # fmt: skip
