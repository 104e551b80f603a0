"""Commands: what somebody asks of a tournament. `decide` answers with facts or refuses.

`by` is whoever gave the command. Contenders and entrants are named by number, divisions by name, and a board
by its table and, where a table has several, its board.
"""

from dataclasses import dataclass

from wordwaiter.game.hare.challenge import ChallengedWord
from wordwaiter.tournament.entrants.entrants import AgeBand, Application, Profile
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Rest, Seating
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

    name: str
    format: Format
    rulebook: str = ""
    ages: AgeBand | None = None


@dataclass(frozen=True, slots=True)
class ChangeFormat(_Command):
    """Run a division by another format from its next round on."""

    division: DivisionName
    format: Format
    reason: Reason


@dataclass(frozen=True, slots=True)
class MergeDivisions(_Command):
    """Move everybody of one division into another and close the empty one."""

    source: DivisionName
    target: DivisionName
    reason: Reason


@dataclass(frozen=True, slots=True)
class ProvideEquipment(_Command):
    """Say how many sets and clocks the organiser provides."""

    sets: int
    clocks: int


@dataclass(frozen=True, slots=True)
class Register(_Command):
    """Enter players, pairs or teams in a division, all or none of them."""

    division: DivisionName
    applications: tuple[Application, ...]


@dataclass(frozen=True, slots=True)
class ChangeProfile(_Command):
    """Put right what is known of somebody: a name misspelt, an age, members, what they bring and need."""

    contender: Contender
    profile: Profile
    pair: str | None = None
    """What the pair is called, where that changes too; empty, it is called by both names."""


@dataclass(frozen=True, slots=True)
class RemoveEntrants(_Command):
    """Take out who was entered by mistake, before they have had a seat: all of them or none."""

    entrants: tuple[Entrant, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class CheckIn(_Command):
    """Somebody has come; after play has begun it takes the convenor's reason where that is a default."""

    contenders: tuple[Contender, ...]
    late_reason: str = ""


@dataclass(frozen=True, slots=True)
class CancelCheckIn(_Command):
    """The check-in was a mistake."""

    contenders: tuple[Contender, ...]


@dataclass(frozen=True, slots=True)
class MoveEntrant(_Command):
    """Move an entrant to another division before it has played."""

    entrant: Entrant
    division: DivisionName
    reason: Reason


@dataclass(frozen=True, slots=True)
class Withdraw(_Command):
    """Somebody stops playing; what was played stays."""

    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class DeclareDefault(_Command):
    """Somebody is not there or has left: their results leave the standings."""

    contender: Contender
    reason: Reason


@dataclass(frozen=True, slots=True)
class Reinstate(_Command):
    """Take a withdrawal or a default back."""

    contender: Contender
    reason: Reason


# ---------------------------------------------------------------- rounds and results


@dataclass(frozen=True, slots=True)
class PublishRound(_Command):
    """Publish the next round of a division: who sits where, and who rests."""

    division: DivisionName
    seatings: tuple[Seating, ...]
    rests: tuple[Rest, ...] = ()
    round: int | None = None
    """Its number, where whoever asks has said which one they mean; refused when another one is next."""


@dataclass(frozen=True, slots=True)
class WithdrawRound(_Command):
    """Take back a round that was published and has not begun."""

    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class StartRound(_Command):
    """Start the room's clock."""

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

    division: DivisionName
    by_ms: Minutes
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CallRoundTime(_Command):
    """Time is up."""

    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class CloseRound(_Command):
    """All results stand: the round is over."""

    division: DivisionName
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class HaltRound(_Command):
    """A round was started too early, and nothing has come of it yet."""

    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ResumeRound(_Command):
    """Time was called by mistake: the round goes on with the time that was left."""

    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class ReopenRound(_Command):
    """The latest round was closed too early."""

    division: DivisionName
    reason: Reason
    round: int | None = None
    """The one that is meant; refused when another one is the latest."""


@dataclass(frozen=True, slots=True)
class HandInSheet(_Command):
    """Totals from a score card, with the sides whose initials are on it.

    For a team that plays alone they are the points of its board, without what challenges move.
    """

    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    signed: tuple[Contender, ...] = ()
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class TakeTableResult(_Command):
    """Totals that a table's own play came to, signed as its rulebook asks."""

    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class DecideResult(_Command):
    """The director decides the result of a game that is missing, unsigned or disputed."""

    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CancelGame(_Command):
    """A game counts for nobody."""

    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class ForfeitGame(_Command):
    """A game was not played because these sides were not there; the other has a bye for it."""

    division: DivisionName
    round: RoundNumber
    table: int
    absent: tuple[Contender, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class CorrectResult(_Command):
    """Put other totals in the place of a result that stands."""

    division: DivisionName
    round: RoundNumber
    table: int
    scores: tuple[int, ...]
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class WithdrawResult(_Command):
    """Take back a result of a round that is open, with its sheets, as if none had come in."""

    division: DivisionName
    round: RoundNumber
    table: int
    reason: Reason
    board: BoardNumber = 1


@dataclass(frozen=True, slots=True)
class NoteFeat(_Command):
    """Note a play, a word or a comeback for a prize."""

    feat: Feat
    contender: Contender
    points: int
    text: str


# ---------------------------------------------------------------- words, tiles and challenges of the Bee


@dataclass(frozen=True, slots=True)
class AnnounceWords(_Command):
    """Announce the words of a round, in any case of letters."""

    division: DivisionName
    round: RoundNumber
    starting_word: str | None = None
    surprise_word: str | None = None
    sponsors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BuyPeek(_Command):
    """A team pays to have a word looked up."""

    team: Contender
    word: str
    method: Method = Method.TAB


@dataclass(frozen=True, slots=True)
class AnswerPeek(_Command):
    """A judge says whether the word is good; the answer is final."""

    peek: int
    good: bool


@dataclass(frozen=True, slots=True)
class BuyTiles(_Command):
    """A team buys so many removed tiles back, at random."""

    team: Contender
    count: int
    method: Method = Method.TAB


@dataclass(frozen=True, slots=True)
class BuyAllTiles(_Command):
    """A team buys all removed tiles of all rounds back, less what it has paid for some."""

    team: Contender
    method: Method = Method.TAB


@dataclass(frozen=True, slots=True)
class ChallengeBoardWord(_Command):
    """A member of one team challenges a word on another's board; `by` is the member."""

    round: RoundNumber
    challenger: Contender
    challenged: Contender
    target: ChallengedWord


@dataclass(frozen=True, slots=True)
class RuleBoardWord(_Command):
    """The judges rule on a challenged word; `challenger` names the challenge, as each has one a round."""

    round: RoundNumber
    challenger: Contender
    good: bool
    ground: str = ""


# ---------------------------------------------------------------- money


@dataclass(frozen=True, slots=True)
class TakeMoney(_Command):
    """Write down money that came in."""

    fund: Fund
    cents: Amount
    method: Method
    team: Contender | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReverseMoney(_Command):
    """Take a line of the ledger back by another line."""

    line: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class PayTab(_Command):
    """A team pays all that is on its tab."""

    team: Contender
    method: Method


@dataclass(frozen=True, slots=True)
class MakePledge(_Command):
    """Somebody promises so much for each point that a team makes."""

    team: Contender
    donor: str
    cents_per_point: PerPoint
    most_cents: MostAmount | None = None


@dataclass(frozen=True, slots=True)
class SetTarget(_Command):
    """Say how much is hoped for."""

    cents: Amount


@dataclass(frozen=True, slots=True)
class CountCash(_Command):
    """Tell how much cash there is."""

    cents: Amount


# ---------------------------------------------------------------- calls and the day


@dataclass(frozen=True, slots=True)
class CallOfficial(_Command):
    """A table calls the convenor or a judge."""

    table: int
    wanted: Official
    reason: Reason


@dataclass(frozen=True, slots=True)
class AnswerCall(_Command):
    """An official is on the way."""

    call: int


@dataclass(frozen=True, slots=True)
class EndCall(_Command):
    """Say what came of a call."""

    call: int
    note: str


@dataclass(frozen=True, slots=True)
class SetTimetable(_Command):
    """Put a timetable in the place of the present one."""

    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class ChooseScreen(_Command):
    """Say what the big screen shows from now on."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class ShiftTimetable(_Command):
    """Move a part of the day, and all that comes after it."""

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
