"""Commands: what somebody asks of a tournament. `decide` answers with facts or refuses.

`by` is whoever gave the command. Contenders and entrants are named by number, divisions by name, and a board
by its table and, where a table has several, its board.
"""

from dataclasses import dataclass
from typing import ClassVar

from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.roles import DIRECTOR_ALONE, Role
from wordwaiter.tournament.entrants.entrants import AgeBand, Application, Profile
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Rest, Seating
from wordwaiter.tournament.scopes import AnyDivision, AtBoard, AtTable, InDivision, OfPeek, OfPeople, WholeDay
from wordwaiter.tournament.state import Feat, Official, Screen, Slot
from wordwaiter.tournament.written import (
    Amount,
    BoardNumber,
    Contender,
    DivisionName,
    Entrant,
    Minutes,
    MostAmount,
    PerPoint,
    Reason,
    RoundNumber,
)


@dataclass(frozen=True, slots=True)
class _Command:
    by: str


@dataclass(frozen=True, slots=True)
class OpenTournament(_Command):
    """Begin a tournament."""

    name: str
    date: str = ""
    """Of the day, as YYYY-MM-DD."""
    venue: str = ""
    sets: int = 0
    """Boards with tiles that the organiser provides."""
    clocks: int = 0


# ---------------------------------------------------------------- divisions and entrants


@dataclass(frozen=True, slots=True)
class OpenDivision(_Command):
    """Add a division with its format; without a rulebook it plays by the format's own."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    name: str
    format: Format
    rulebook: str = ""
    ages: AgeBand | None = None


@dataclass(frozen=True, slots=True)
class ChangeFormat(_Command):
    """Run a division by another format from its next round on."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    format: Format
    reason: Reason


@dataclass(frozen=True, slots=True)
class MergeDivisions(_Command):
    """Move everybody of one division into another and close the empty one."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    source: DivisionName
    """The division that is too small."""
    target: DivisionName
    """The division it goes into."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class ProvideEquipment(_Command):
    """Say how many sets and clocks the organiser provides."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    sets: int
    """Boards with tiles."""
    clocks: int


@dataclass(frozen=True, slots=True)
class Register(_Command):
    """Enter players, pairs or teams in a division, all or none of them."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    applications: tuple[Application, ...]


@dataclass(frozen=True, slots=True)
class ChangeProfile(_Command):
    """Put right what is known of somebody: a name misspelt, an age, members, what they bring and need."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    profile: Profile
    pair: str | None = None
    """What the pair is called, where that changes too; empty, it is called by both names."""


@dataclass(frozen=True, slots=True)
class RemoveEntrants(_Command):
    """Take out who was entered by mistake, before they have had a seat: all of them or none."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("entrants")
    entrants: tuple[Entrant, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class CheckIn(_Command):
    """Note that people have come; once play has begun, it may need the convenor's reason."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contenders")
    contenders: tuple[Contender, ...]
    late_reason: str = ""
    """Why one who comes late may play all the same."""


@dataclass(frozen=True, slots=True)
class CancelCheckIn(_Command):
    """Take a check-in back that was a mistake."""

    ROLES: ClassVar = (Role.SCOREKEEPER,)
    SCOPE: ClassVar = OfPeople("contenders")
    contenders: tuple[Contender, ...]


@dataclass(frozen=True, slots=True)
class MoveEntrant(_Command):
    """Move an entrant to another division before it has played."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("entrant", division="division")
    entrant: Entrant
    division: DivisionName
    """Where to."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class Withdraw(_Command):
    """Note that somebody stops playing; what was played stays."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class DeclareDefault(_Command):
    """Declare somebody in default who is not there or has left: their results leave the standings."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class Reinstate(_Command):
    """Take a withdrawal or a default back."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = OfPeople("contender")
    contender: Contender
    reason: Reason


# ---------------------------------------------------------------- rounds and results


@dataclass(frozen=True, slots=True)
class PublishRound(_Command):
    """Publish the next round of a division: who sits where, and who rests."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...] = ()
    round: int | None = None
    """Its number, where whoever asks has said which one they mean; refused when another one is next."""


@dataclass(frozen=True, slots=True)
class WithdrawRound(_Command):
    """Take back a round that was published and has not begun."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class StartRound(_Command):
    """Start the room's clock."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    length_ms: Minutes | None = None
    """Where the organiser sets another time than the format."""
    draw_tiles: bool = False
    """The software draws which tiles each team takes out; otherwise only their number is known."""
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class AdjustRoomClock(_Command):
    """Give the room time, or take some."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    by_ms: Minutes
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CallRoundTime(_Command):
    """Call time: boards stand as they will be counted."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CloseRound(_Command):
    """Close the round once all its results stand."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class HaltRound(_Command):
    """Halt a round that was started too early, while nothing has come of it."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ResumeRound(_Command):
    """Let a round go on in which time was called by mistake, with the time that was left."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ReopenRound(_Command):
    """Open the latest round again, which was closed too early."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class HandInSheet(_Command):
    """Hand in the totals of a score card, with the sides whose initials are on it.

    For a team that plays alone they are the points of its board, without what challenges move.
    """

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = AtBoard(signed="signed")
    division: DivisionName
    round: RoundNumber
    table: int
    """Its number."""
    scores: tuple[int, ...]
    """The totals, in the order of the pairing."""
    signed: tuple[Contender, ...] = ()
    """Whose initials are on the sheet."""
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class TakeTableResult(_Command):
    """Take the totals that a table's own play came to, signed as its rulebook asks."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class DecideResult(_Command):
    """Decide the result of a game that is missing, unsigned or disputed."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CancelGame(_Command):
    """Let a game count for nobody."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class ForfeitGame(_Command):
    """Note that a game was not played because these sides were not there; the other has a bye."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    absent: tuple[Contender, ...]
    """Who was not there, so that nobody played."""
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CorrectResult(_Command):
    """Put other totals in the place of a result that stands."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class WithdrawResult(_Command):
    """Take back a result of a round that is open, with its sheets, as if none had come in."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = AtBoard()
    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class NoteFeat(_Command):
    """Note a play, a word or a comeback for a prize."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER)
    SCOPE: ClassVar = OfPeople("contender")
    feat: Feat
    """What wins a prize."""
    contender: Contender
    points: int
    """How many points it was."""
    text: str
    """The word, the play, or the game."""


# ---------------------------------------------------------------- words, tiles and challenges of the Bee


@dataclass(frozen=True, slots=True)
class AnnounceWords(_Command):
    """Announce the words of a round, in any case of letters."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = InDivision()
    division: DivisionName
    round: RoundNumber
    starting_word: str | None = None
    """The starting word."""
    surprise_word: str | None = None
    """The surprise word."""
    sponsors: tuple[str, ...] = ()
    """The names of sponsors."""


@dataclass(frozen=True, slots=True)
class BuyPeek(_Command):
    """Sell a team a look at the dictionary."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    word: str
    """The word that they want looked up."""
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class AnswerPeek(_Command):
    """Answer a peek; the judge's answer is final."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeek()
    peek: int
    """Its number."""
    good: bool
    """What the judge says."""


@dataclass(frozen=True, slots=True)
class BuyTiles(_Command):
    """Sell so many removed tiles back to a team, drawn at random."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    count: int
    """How many removed tiles."""
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class BuyAllTiles(_Command):
    """Sell a team all removed tiles of all rounds back, less what it has paid for some."""

    ROLES: ClassVar = (Role.TABLE_SCOREKEEPER, Role.TREASURER)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    method: Method = Method.TAB
    """How it is paid; on the team's tab if left out."""


@dataclass(frozen=True, slots=True)
class ChallengeBoardWord(_Command):
    """Challenge a word on another team's board; `by` is the member who brings it."""

    ROLES: ClassVar = (Role.PLAYER,)
    SCOPE: ClassVar = OfPeople("challenger", others="challenged")
    round: RoundNumber
    challenger: Contender
    """The team that challenges."""
    challenged: Contender
    """The team whose board it is."""
    target: ChallengedWord


@dataclass(frozen=True, slots=True)
class RuleBoardWord(_Command):
    """Rule on a challenged word; points change hands, or the challenger loses some."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = OfPeople("challenger")
    round: RoundNumber
    challenger: Contender
    """The team that challenged, once in a round."""
    good: bool
    """What the judges rule on the word."""
    ground: str = ""
    """Why."""


# ---------------------------------------------------------------- money


@dataclass(frozen=True, slots=True)
class TakeMoney(_Command):
    """Write down money that came in."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    fund: Fund
    """What it is for."""
    cents: Amount
    method: Method
    """How it is paid."""
    team: Contender | None = None
    """Whose it is, where it is a team's."""
    note: str = ""
    """From whom, or what for."""


@dataclass(frozen=True, slots=True)
class ReverseMoney(_Command):
    """Take a line of the ledger back by another line."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    line: int
    """Its number in the ledger."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class PayTab(_Command):
    """Pay all that is on a team's tab."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    method: Method
    """How it is paid."""


@dataclass(frozen=True, slots=True)
class MakePledge(_Command):
    """Promise so much for each point that a team makes."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = OfPeople("team")
    team: Contender
    donor: str
    """Who promises it."""
    cents_per_point: PerPoint
    most_cents: MostAmount | None = None


@dataclass(frozen=True, slots=True)
class SetTarget(_Command):
    """Say how much is hoped for."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    cents: Amount


@dataclass(frozen=True, slots=True)
class CountCash(_Command):
    """Compare the cash that was counted with the ledger."""

    ROLES: ClassVar = (Role.TREASURER,)
    SCOPE: ClassVar = WholeDay()
    cents: Amount


# ---------------------------------------------------------------- calls and the day


@dataclass(frozen=True, slots=True)
class CallOfficial(_Command):
    """Call the convenor or a judge to a table."""

    ROLES: ClassVar = (Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.PLAYER)
    SCOPE: ClassVar = AtTable()
    table: int
    """The table that calls."""
    wanted: Official
    """Whom it wants."""
    reason: Reason


@dataclass(frozen=True, slots=True)
class AnswerCall(_Command):
    """Say that an official is on the way."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = AnyDivision()
    call: int


@dataclass(frozen=True, slots=True)
class EndCall(_Command):
    """Say what came of a call."""

    ROLES: ClassVar = (Role.JUDGE,)
    SCOPE: ClassVar = AnyDivision()
    call: int
    note: str
    """What came of it."""


@dataclass(frozen=True, slots=True)
class SetTimetable(_Command):
    """Put a timetable in the place of the present one."""

    ROLES: ClassVar = DIRECTOR_ALONE
    SCOPE: ClassVar = WholeDay()
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ChooseScreen(_Command):
    """Say what the big screen shows from now on."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    screen: Screen
    """What it shows."""


@dataclass(frozen=True, slots=True)
class ShiftTimetable(_Command):
    """Move a part of the day, and all that comes after it."""

    ROLES: ClassVar = (Role.EMCEE,)
    SCOPE: ClassVar = WholeDay()
    slot: int
    """Its place in the timetable, from 0."""
    by_ms: Minutes
    reason: Reason


DivisionCommand = OpenDivision | ChangeFormat | MergeDivisions | ProvideEquipment
EntrantCommand = (
    Register | ChangeProfile | RemoveEntrants | CheckIn | CancelCheckIn | MoveEntrant
    | Withdraw | DeclareDefault | Reinstate
)  # fmt: skip
RoundCommand = (
    PublishRound | WithdrawRound | AdjustRoomClock | CallRoundTime | CloseRound
    | HaltRound | ResumeRound | ReopenRound
)  # fmt: skip
ResultCommand = (
    HandInSheet | TakeTableResult | DecideResult | CancelGame | ForfeitGame | CorrectResult | WithdrawResult
    | NoteFeat
)  # fmt: skip
BeeCommand = AnnounceWords | BuyPeek | AnswerPeek | BuyAllTiles | ChallengeBoardWord | RuleBoardWord
ChanceCommand = StartRound | BuyTiles
"""Those in which tiles are drawn."""
MoneyCommand = TakeMoney | ReverseMoney | PayTab | MakePledge | SetTarget | CountCash
DayCommand = CallOfficial | AnswerCall | EndCall | SetTimetable | ShiftTimetable | ChooseScreen

Command = (
    DivisionCommand | EntrantCommand | RoundCommand | ResultCommand | BeeCommand | ChanceCommand
    | MoneyCommand | DayCommand
)  # fmt: skip
