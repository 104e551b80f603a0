"""Facts: what happened in a tournament. Folding them gives its state; chance and judgement are in them.

Each kind has a stable name (`KIND`), the time in milliseconds and whoever brought it about.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare.challenge import WordChallenge
from wordwaiter.rules.announcement import Announcement
from wordwaiter.tournament.entrants.entrants import AgeBand, Entrant, Leaving, Profile
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.money.ledger import Method, Payment
from wordwaiter.tournament.rounds.rounds import Ground, Rest, Seating
from wordwaiter.tournament.state import NotedFeat, Official, Screen, Slot


@dataclass(frozen=True, slots=True)
class _Fact:
    at_ms: int
    by: str


@dataclass(frozen=True, slots=True)
class TournamentOpened(_Fact):
    """A tournament began."""

    KIND: ClassVar = "tournament.opened"
    name: str
    date: str
    venue: str
    sets: int
    clocks: int


# ---------------------------------------------------------------- divisions and entrants


@dataclass(frozen=True, slots=True)
class DivisionOpened(_Fact):
    """A division was added. The format is kept whole, so that later versions of a file change nothing."""

    KIND: ClassVar = "tournament.division_opened"
    name: str
    rulebook: str
    format: Format
    ages: AgeBand | None


@dataclass(frozen=True, slots=True)
class FormatChanged(_Fact):
    """A division is run by another format from its next round on."""

    KIND: ClassVar = "tournament.format_changed"
    division: str
    format: Format
    settings: tuple[str, ...]
    """The keys of those that differ."""
    reason: str


@dataclass(frozen=True, slots=True)
class DivisionsMerged(_Fact):
    """Everybody of one division went into another."""

    KIND: ClassVar = "tournament.divisions_merged"
    source: str
    target: str
    ages: AgeBand | None
    """Of both together."""
    reason: str


@dataclass(frozen=True, slots=True)
class EquipmentProvided(_Fact):
    """The organiser provides so many sets and clocks."""

    KIND: ClassVar = "tournament.equipment_provided"
    sets: int
    clocks: int


@dataclass(frozen=True, slots=True)
class EntrantsRegistered(_Fact):
    """Entrants were entered; `late` if their division had begun."""

    KIND: ClassVar = "tournament.entrants_registered"
    division: str
    entrants: tuple[Entrant, ...]
    late: bool


@dataclass(frozen=True, slots=True)
class ProfileChanged(_Fact):
    """What is known of somebody was put right; `name` is the entrant's, which may follow."""

    KIND: ClassVar = "tournament.profile_changed"
    contender: int
    profile: Profile
    name: str


@dataclass(frozen=True, slots=True)
class EntrantsRemoved(_Fact):
    """Entrants were taken out who had been entered by mistake; nobody gets their numbers."""

    KIND: ClassVar = "tournament.entrants_removed"
    entrants: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class CheckedIn(_Fact):
    """Contenders came; late ones with the convenor's reason to let them play."""

    KIND: ClassVar = "tournament.checked_in"
    contenders: tuple[int, ...]
    late_reason: str


@dataclass(frozen=True, slots=True)
class CheckInCancelled(_Fact):
    """A check-in was a mistake."""

    KIND: ClassVar = "tournament.check_in_cancelled"
    contenders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EntrantMoved(_Fact):
    """An entrant went to another division."""

    KIND: ClassVar = "tournament.entrant_moved"
    entrant: int
    division: str
    reason: str


@dataclass(frozen=True, slots=True)
class ContenderLeft(_Fact):
    """Somebody withdrew or was declared in default."""

    KIND: ClassVar = "tournament.contender_left"
    contender: int
    how: Leaving
    after_round: int
    reason: str


@dataclass(frozen=True, slots=True)
class ContenderReinstated(_Fact):
    """A withdrawal or a default was taken back."""

    KIND: ClassVar = "tournament.contender_reinstated"
    contender: int
    reason: str


# ---------------------------------------------------------------- rounds and results


@dataclass(frozen=True, slots=True)
class RoundPublished(_Fact):
    """A round was published."""

    KIND: ClassVar = "tournament.round_published"
    division: str
    number: int
    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...]


@dataclass(frozen=True, slots=True)
class RoundWithdrawn(_Fact):
    """A published round was taken back before it began."""

    KIND: ClassVar = "tournament.round_withdrawn"
    division: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundStarted(_Fact):
    """A round began; `removed` has the tiles that each team took out."""

    KIND: ClassVar = "tournament.round_started"
    division: str
    number: int
    length_ms: int | None
    removed: tuple[tuple[int, Tiles], ...]


@dataclass(frozen=True, slots=True)
class RoomClockAdjusted(_Fact):
    """The room's clock was given time, or lost some."""

    KIND: ClassVar = "tournament.room_clock_adjusted"
    division: str
    number: int
    by_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundTimeCalled(_Fact):
    """Time was called."""

    KIND: ClassVar = "tournament.round_time_called"
    division: str
    number: int


@dataclass(frozen=True, slots=True)
class RoundClosed(_Fact):
    """A round is over, and its results stand."""

    KIND: ClassVar = "tournament.round_closed"
    division: str
    number: int


@dataclass(frozen=True, slots=True)
class RoundHalted(_Fact):
    """A round had been started too early; it is published again."""

    KIND: ClassVar = "tournament.round_halted"
    division: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundResumed(_Fact):
    """Time had been called by mistake; the round goes on."""

    KIND: ClassVar = "tournament.round_resumed"
    division: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundReopened(_Fact):
    """A round had been closed too early."""

    KIND: ClassVar = "tournament.round_reopened"
    division: str
    number: int
    reason: str


@dataclass(frozen=True, slots=True)
class SheetHandedIn(_Fact):
    """A score card told a game's totals."""

    KIND: ClassVar = "tournament.sheet_handed_in"
    division: str
    round: int
    table: int
    board: int
    scores: tuple[int, ...]
    signed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultSettled(_Fact):
    """A game's result stands, and why."""

    KIND: ClassVar = "tournament.result_settled"
    division: str
    round: int
    table: int
    board: int
    scores: tuple[int, ...]
    ground: Ground
    reason: str


@dataclass(frozen=True, slots=True)
class GameCancelled(_Fact):
    """A game counts for nobody."""

    KIND: ClassVar = "tournament.game_cancelled"
    division: str
    round: int
    table: int
    board: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameForfeited(_Fact):
    """A game was not played because some of its sides were not there."""

    KIND: ClassVar = "tournament.game_forfeited"
    division: str
    round: int
    table: int
    board: int
    absent: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class ResultWithdrawn(_Fact):
    """A result was taken back with its sheets."""

    KIND: ClassVar = "tournament.result_withdrawn"
    division: str
    round: int
    table: int
    board: int
    reason: str


@dataclass(frozen=True, slots=True)
class FeatNoted(_Fact):
    """A play, a word or a comeback was noted for a prize."""

    KIND: ClassVar = "tournament.feat_noted"
    feat: NotedFeat


# ---------------------------------------------------------------- words, tiles and challenges of the Bee


@dataclass(frozen=True, slots=True)
class WordsAnnounced(_Fact):
    """The words of a round were announced; `warnings` say what no team can lay, and what else is odd."""

    KIND: ClassVar = "tournament.words_announced"
    division: str
    round: int
    announcement: Announcement
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeekBought(_Fact):
    """A team bought a look at the dictionary."""

    KIND: ClassVar = "tournament.peek_bought"
    number: int
    team: int
    round: int
    word: str
    line: int


@dataclass(frozen=True, slots=True)
class PeekAnswered(_Fact):
    """A judge answered, finally."""

    KIND: ClassVar = "tournament.peek_answered"
    number: int
    good: bool


@dataclass(frozen=True, slots=True)
class TilesBought(_Fact):
    """A team got removed tiles back for money."""

    KIND: ClassVar = "tournament.tiles_bought"
    team: int
    round: int
    tiles: Tiles
    cents: int


@dataclass(frozen=True, slots=True)
class AllTilesBought(_Fact):
    """A team paid for all removed tiles of all rounds; `tiles` are those that it got at once."""

    KIND: ClassVar = "tournament.all_tiles_bought"
    team: int
    round: int
    tiles: Tiles
    later: int
    """How many it will get in later rounds."""
    cents: int


@dataclass(frozen=True, slots=True)
class TilesReturned(_Fact):
    """A purchase was taken back: `tiles` are out of play again, and those of later rounds not paid for."""

    KIND: ClassVar = "tournament.tiles_returned"
    team: int
    round: int
    line: int
    """Of the ledger, where they were paid for."""
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class BoardWordChallenged(_Fact):
    """A word on another team's board was challenged."""

    KIND: ClassVar = "tournament.board_word_challenged"
    division: str
    round: int
    challenge: WordChallenge


@dataclass(frozen=True, slots=True)
class BoardWordRuled(_Fact):
    """The judges ruled on a challenged word; `points` has contender, points and sentence of each change."""

    KIND: ClassVar = "tournament.board_word_ruled"
    division: str
    round: int
    challenger: str
    good: bool
    ground: str
    points: tuple[tuple[int, int, str], ...]


# ---------------------------------------------------------------- money


@dataclass(frozen=True, slots=True)
class MoneyTaken(_Fact):
    """A line was written in the ledger."""

    KIND: ClassVar = "tournament.money_taken"
    line: int
    payment: Payment


@dataclass(frozen=True, slots=True)
class MoneyReversed(_Fact):
    """A line of the ledger was taken back by another."""

    KIND: ClassVar = "tournament.money_reversed"
    line: int
    reverses: int
    reason: str


@dataclass(frozen=True, slots=True)
class TabPaid(_Fact):
    """A team paid its tab."""

    KIND: ClassVar = "tournament.tab_paid"
    team: int
    cents: int
    method: Method


@dataclass(frozen=True, slots=True)
class PledgeMade(_Fact):
    """Somebody promised money for points."""

    KIND: ClassVar = "tournament.pledge_made"
    team: int
    donor: str
    cents_per_point: int
    most_cents: int | None


@dataclass(frozen=True, slots=True)
class TargetSet(_Fact):
    """It was said how much is hoped for."""

    KIND: ClassVar = "tournament.target_set"
    cents: int


@dataclass(frozen=True, slots=True)
class CashCounted(_Fact):
    """Cash was counted; the ledger had `expected_cents`."""

    KIND: ClassVar = "tournament.cash_counted"
    counted_cents: int
    expected_cents: int


# ---------------------------------------------------------------- calls and the day


@dataclass(frozen=True, slots=True)
class OfficialCalled(_Fact):
    """A table called an official."""

    KIND: ClassVar = "tournament.official_called"
    number: int
    table: int
    wanted: Official
    reason: str


@dataclass(frozen=True, slots=True)
class CallAnswered(_Fact):
    """An official went to the table."""

    KIND: ClassVar = "tournament.call_answered"
    number: int


@dataclass(frozen=True, slots=True)
class CallEnded(_Fact):
    """A call came to its end."""

    KIND: ClassVar = "tournament.call_ended"
    number: int
    note: str


@dataclass(frozen=True, slots=True)
class TimetableSet(_Fact):
    """The day has a timetable."""

    KIND: ClassVar = "tournament.timetable_set"
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class TimetableShifted(_Fact):
    """A part of the day was moved, and all after it."""

    KIND: ClassVar = "tournament.timetable_shifted"
    slot: int
    by_ms: int
    reason: str


@dataclass(frozen=True, slots=True)
class ScreenChosen(_Fact):
    """The big screen shows something else."""

    KIND: ClassVar = "tournament.screen_chosen"
    screen: Screen


DivisionFact = DivisionOpened | FormatChanged | DivisionsMerged | EquipmentProvided
EntrantFact = (
    EntrantsRegistered | ProfileChanged | EntrantsRemoved | CheckedIn | CheckInCancelled | EntrantMoved
    | ContenderLeft | ContenderReinstated
)  # fmt: skip
RoundFact = (
    RoundPublished | RoundWithdrawn | RoundStarted | RoomClockAdjusted | RoundTimeCalled | RoundClosed
    | RoundHalted | RoundResumed | RoundReopened
)  # fmt: skip
ResultFact = SheetHandedIn | ResultSettled | GameCancelled | GameForfeited | ResultWithdrawn
BeeFact = (
    WordsAnnounced | PeekBought | PeekAnswered | TilesBought | AllTilesBought | TilesReturned
    | BoardWordChallenged | BoardWordRuled
)  # fmt: skip
MoneyFact = MoneyTaken | MoneyReversed | TabPaid | PledgeMade | TargetSet | CashCounted
DayFact = OfficialCalled | CallAnswered | CallEnded | TimetableSet | TimetableShifted | ScreenChosen

Fact = (
    TournamentOpened | DivisionFact | EntrantFact | RoundFact | ResultFact | FeatNoted
    | BeeFact | MoneyFact | DayFact
)  # fmt: skip

FACT_TYPES: Final[dict[str, type[Fact]]] = {kind.KIND: kind for kind in Fact.__args__}
"""Every kind of fact by its stable name."""
