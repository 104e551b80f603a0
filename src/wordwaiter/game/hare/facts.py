"""Facts of a Hare round: what happened to one team's board. Folding them gives its state.

Chance is already in them: which tiles were taken out and which were bought back. Tiles stand as a tuple
where they are known and as a number where nobody noted which.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.audience import Audience, ForAll, ForDesk, ForDirector, ForStaff, ForTreasurer, declared
from wordwaiter.game.facts.base import RuledFact, Tiles, tiles_counted
from wordwaiter.game.hare.challenge import ChallengedWord, Challenges
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement
from wordwaiter.sentences import Wording, said, said_of


@dataclass(frozen=True, slots=True)
class BoardFact(RuledFact):
    """Something that happened to a team's board."""

    SENTENCE: ClassVar[str] = ""
    """The line in the log: `{who}` is the team, other names are fields."""
    at_ms: ForAll[int]
    by: ForDesk[str]

    def sentence(self, opened: "RoundOpened", /) -> Wording:
        """Returns the line in the log of the round that was opened so."""
        return said_of(self.SENTENCE, self, who=opened.team)


@dataclass(frozen=True, slots=True)
class RoundOpened(BoardFact):
    """A team's round began, with the starting word on its board and some tiles taken out."""

    KIND: ClassVar = "hare.round_opened"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "building.tiles_removed"
    rulebook: ForAll[str]
    team: ForDesk[str]
    contender: ForAll[int | None]
    """Who the team is in its tournament; nobody's number where it builds for practice."""
    number: ForAll[int]
    table_kind: ForAll[TableKind]
    announcement: ForAll[Announcement]
    starting_word: ForAll[Placement]
    removed: ForAll[Tiles]
    length_ms: ForAll[int | None]

    def sentence(self, opened: "RoundOpened") -> Wording:
        return said_of(
            "{who} begins round {number}, {tiles} out of play",
            self,
            who=opened.team,
            tiles=tiles_counted(self.removed),
        )


@dataclass(frozen=True, slots=True)
class SquaresChanged(BoardFact):
    """Tiles were laid on squares, in place of what lay there, and lifted from others."""

    KIND: ClassVar = "hare.squares_changed"
    AUDIENCE: ClassVar = Audience.ALL
    laid: ForDesk[Placement]
    """Not for rivals, who build at the same time."""
    lifted: ForDesk[tuple[Square, ...]]

    def sentence(self, opened: RoundOpened) -> Wording:
        laid, lifted = len(self.laid.laid), len(self.lifted)
        return said("{who}: {laid} tiles laid, {lifted} lifted", who=opened.team, laid=laid, lifted=lifted)


@dataclass(frozen=True, slots=True)
class TilesBoughtBack(BoardFact):
    """The team paid for removed tiles and got some at random."""

    KIND: ClassVar = "hare.tiles_bought_back"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "building.tile_cents"
    tiles: ForAll[Tiles]
    cents: ForTreasurer[int]

    def sentence(self, opened: RoundOpened) -> Wording:
        return said("{who} buys {tiles} back", who=opened.team, tiles=tiles_counted(self.tiles))


@dataclass(frozen=True, slots=True)
class TilesGivenBack(BoardFact):
    """A purchase was taken back, and its tiles are out of play again."""

    KIND: ClassVar = "hare.tiles_given_back"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "building.tile_cents"
    tiles: ForAll[Tiles]
    reason: ForStaff[str]

    def sentence(self, opened: RoundOpened) -> Wording:
        tiles = tiles_counted(self.tiles)
        return said("{who} gives {tiles} back: {reason}", who=opened.team, tiles=tiles, reason=self.reason)


@dataclass(frozen=True, slots=True)
class RemovedCorrected(BoardFact):
    """An official put right which tiles are out of play."""

    KIND: ClassVar = "hare.removed_corrected"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "building.tiles_removed"
    tiles: ForAll[Tiles]
    reason: ForStaff[str]

    def sentence(self, opened: RoundOpened) -> Wording:
        tiles = tiles_counted(self.tiles)
        return said(
            "{who} has {tiles} out of play: {reason}", who=opened.team, tiles=tiles, reason=self.reason
        )


@dataclass(frozen=True, slots=True)
class TimeAdjusted(BoardFact):
    """The round was given time, or lost some."""

    KIND: ClassVar = "hare.time_adjusted"
    AUDIENCE: ClassVar = Audience.ALL
    by_ms: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, opened: RoundOpened) -> Wording:
        seconds = f"{self.by_ms / 1000:+.0f}"
        return said("the round of {who} is adjusted by {seconds} s", who=opened.team, seconds=seconds)


@dataclass(frozen=True, slots=True)
class EndSignalled(BoardFact):
    """The end of the round was signalled: hands off the board."""

    KIND: ClassVar = "hare.end_signalled"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "round_ending.signal"
    SENTENCE: ClassVar = "the end is signalled to {who}"


@dataclass(frozen=True, slots=True)
class SignalWithdrawn(BoardFact):
    """The signal was a mistake: the round goes on."""

    KIND: ClassVar = "hare.signal_withdrawn"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the signal to {who} is withdrawn"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class UnplayedResponse(BoardFact):
    """The Word Waiter added up the tiles left over."""

    KIND: ClassVar = "hare.unplayed_told"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "round_ending.unplayed"
    points: ForAll[int]

    def sentence(self, opened: RoundOpened) -> Wording:
        return said("{who} has {n} points unplayed", who=opened.team, n=self.points)


@dataclass(frozen=True, slots=True)
class BoardSubmitted(BoardFact):
    """The Word Waiter and a member of the team agreed on the board as entered."""

    KIND: ClassVar = "hare.board_submitted"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "round_ending.sign_off"
    SENTENCE: ClassVar = "the board of {who} is handed in, checked by {member}"
    member: ForDesk[str]


@dataclass(frozen=True, slots=True)
class BoardReopened(BoardFact):
    """The board that was submitted may be entered again."""

    KIND: ClassVar = "hare.board_reopened"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the board of {who} may be entered again"
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class PointsCorrected(BoardFact):
    """An official gave or took points."""

    KIND: ClassVar = "hare.points_corrected"
    AUDIENCE: ClassVar = Audience.ALL
    points: ForAll[int]
    reason: ForStaff[str]

    def sentence(self, opened: RoundOpened) -> Wording:
        return said("{who} gets {points} points", who=opened.team, points=f"{self.points:+}")


@dataclass(frozen=True, slots=True)
class FaultAccepted(BoardFact):
    """A judge let a board count as it is, although something is wrong with it."""

    KIND: ClassVar = "hare.fault_accepted"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the board of {who} counts as it is ({fault}): {reason}"
    fault: ForAll[str]
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class WordsStruck(BoardFact):
    """A judge struck words of a board with which something is wrong."""

    KIND: ClassVar = "hare.words_struck"
    AUDIENCE: ClassVar = Audience.ALL
    fault: ForAll[str]
    words: ForAll[tuple[ChallengedWord, ...]]
    """With what they counted, bonuses included."""
    reason: ForStaff[str]

    def sentence(self, opened: RoundOpened) -> Wording:
        words = ", ".join(map(str, self.words))
        return said(
            "struck from the board of {who}, {words}: {reason}",
            words=words,
            who=opened.team,
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class FaultRulingUndone(BoardFact):
    """A ruling on a fault was a mistake, and the board waits for the judges again."""

    KIND: ClassVar = "hare.fault_ruling_undone"
    AUDIENCE: ClassVar = Audience.ALL
    SENTENCE: ClassVar = "the ruling on the board of {who} is undone ({fault}): {reason}"
    fault: ForAll[str]
    reason: ForStaff[str]


@dataclass(frozen=True, slots=True)
class BoardAccepted(BoardFact):
    """The total of the round was accepted, with the challenges that it takes account of."""

    KIND: ClassVar = "hare.board_accepted"
    AUDIENCE: ClassVar = Audience.ALL
    SETTING: ClassVar = "scoring.words_counted"
    SENTENCE: ClassVar = "{who} has {total} in this round"
    challenges: ForAll[Challenges]
    total: ForAll[int]
    note: ForStaff[str]


@dataclass(frozen=True, slots=True)
class BestBoardFound(BoardFact):
    """The best board that the program found for the team's words and tiles; told when the round is closed."""

    KIND: ClassVar = "hare.best_board_found"
    AUDIENCE: ClassVar = Audience.DIRECTOR
    SENTENCE: ClassVar = "the best board found for the tiles of {who} has {total}"
    tiles: ForDirector[Placement]
    """All that lies on it."""
    total: ForDirector[int]
    search_ms: ForDirector[int]
    """How long was looked for it."""


@dataclass(frozen=True, slots=True)
class TeamRenamed(BoardFact):
    """The team's name was put right."""

    KIND: ClassVar = "hare.team_renamed"
    AUDIENCE: ClassVar = Audience.DESK
    SENTENCE: ClassVar = "{who} is now called {name}"
    name: ForDesk[str]


HareFact = (
    RoundOpened | SquaresChanged | TilesBoughtBack | TilesGivenBack | RemovedCorrected | TimeAdjusted
    | EndSignalled | SignalWithdrawn | UnplayedResponse | BoardSubmitted | BoardReopened
    | PointsCorrected | BoardAccepted | BestBoardFound | TeamRenamed | FaultAccepted | WordsStruck
    | FaultRulingUndone
)  # fmt: skip

HARE_FACT_TYPES: Final[dict[str, type[HareFact]]] = declared(HareFact.__args__)
"""Every kind of fact by its stable name."""
