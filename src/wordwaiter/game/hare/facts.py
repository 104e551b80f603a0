"""Facts of a Hare round: what happened to one team's board. Folding them gives its state.

Chance is already in them: which tiles were taken out and which were bought back. Tiles stand as a tuple
where they are known and as a number where nobody noted which.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import Challenges
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement


@dataclass(frozen=True, slots=True)
class _Fact:
    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class RoundOpened(_Fact):
    """A team's round began, with the starting word on its board and some tiles taken out."""

    KIND: ClassVar = "hare.round_opened"
    rulebook: str
    team: str
    contender: int | None
    """Who the team is in its tournament; nobody's number where it builds for practice."""
    number: int
    table_kind: TableKind
    announcement: Announcement
    starting_word: Placement
    removed: Tiles
    length_ms: int | None


@dataclass(frozen=True, slots=True)
class SquaresChanged(_Fact):
    """Tiles were laid on squares, in place of what lay there, and lifted from others."""

    KIND: ClassVar = "hare.squares_changed"
    laid: Placement
    lifted: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class TilesBoughtBack(_Fact):
    """The team paid for removed tiles and got some at random."""

    KIND: ClassVar = "hare.tiles_bought_back"
    tiles: Tiles
    cents: int


@dataclass(frozen=True, slots=True)
class TilesGivenBack(_Fact):
    """A purchase was taken back, and its tiles are out of play again."""

    KIND: ClassVar = "hare.tiles_given_back"
    tiles: Tiles
    reason: str


@dataclass(frozen=True, slots=True)
class TimeAdjusted(_Fact):
    """The round was given time, or lost some."""

    KIND: ClassVar = "hare.time_adjusted"
    by_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class EndSignalled(_Fact):
    """The end of the round was signalled: hands off the board."""

    KIND: ClassVar = "hare.end_signalled"


@dataclass(frozen=True, slots=True)
class SignalWithdrawn(_Fact):
    """The signal was a mistake: the round goes on."""

    KIND: ClassVar = "hare.signal_withdrawn"
    reason: str


@dataclass(frozen=True, slots=True)
class UnplayedResponse(_Fact):
    """The Word Waiter added up the tiles left over."""

    KIND: ClassVar = "hare.unplayed_told"
    points: int


@dataclass(frozen=True, slots=True)
class BoardSubmitted(_Fact):
    """The Word Waiter and a member of the team agreed on the board as entered."""

    KIND: ClassVar = "hare.board_submitted"
    member: str


@dataclass(frozen=True, slots=True)
class BoardReopened(_Fact):
    """The board that was submitted may be entered again."""

    KIND: ClassVar = "hare.board_reopened"
    reason: str


@dataclass(frozen=True, slots=True)
class PointsCorrected(_Fact):
    """An official gave or took points."""

    KIND: ClassVar = "hare.points_corrected"
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class BoardAccepted(_Fact):
    """The total of the round was accepted, with the challenges that it takes account of."""

    KIND: ClassVar = "hare.board_accepted"
    challenges: Challenges
    total: int
    note: str


@dataclass(frozen=True, slots=True)
class BestBoardFound(_Fact):
    """The best board that the program found for the team's words and tiles; told when the round is closed."""

    KIND: ClassVar = "hare.best_board_found"
    tiles: Placement
    """All that lies on it."""
    total: int
    search_ms: int
    """How long was looked for it."""


@dataclass(frozen=True, slots=True)
class TeamRenamed(_Fact):
    """The team's name was put right."""

    KIND: ClassVar = "hare.team_renamed"
    name: str


HareFact = (
    RoundOpened | SquaresChanged | TilesBoughtBack | TilesGivenBack | TimeAdjusted | EndSignalled
    | SignalWithdrawn | UnplayedResponse | BoardSubmitted | BoardReopened | PointsCorrected | BoardAccepted
    | BestBoardFound | TeamRenamed
)  # fmt: skip

HARE_FACT_TYPES: Final[dict[str, type[HareFact]]] = {kind.KIND: kind for kind in HareFact.__args__}
"""Every kind of fact by its stable name."""
