"""Table: everything that is known about one game at one moment, as a value that never changes.

A *side* owns a score and a *seat* holds a rack: two sides of one seat each, or one side (a team) whose seats
sit around one board. At a *physical* table the tiles are real: racks and bag are numbers, unless somebody
said what a rack holds. At a *virtual* one the software holds the bag and the racks.
"""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

from wordwaiter.game.clock import Clocks
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement, readable_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook

Holding = Rack | int
"""The tiles a seat holds, or their number where nobody told which."""

Bag = tuple[str, ...] | int
"""The tiles in the bag in the order in which they will be drawn, or how many at a physical table."""


class TableKind(Enum):
    """Who holds the tiles."""

    PHYSICAL = "physical"
    VIRTUAL = "virtual"


class Stage(Enum):
    """How far a game is."""

    DRAWING = "drawing"
    """Tiles are drawn for first play."""
    PLAYING = "playing"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table, and the side that it belongs to."""

    name: str
    side: int


class SigningOfficial(Enum):
    """An official who signs a result beside the sides."""

    SCOREKEEPER = "scorekeeper"


Signer = int | SigningOfficial
"""The signer of a result: a side, by its number at the table, or an official."""


@dataclass(frozen=True, slots=True)
class Position:
    """The board, racks, scores and seat to move: everything that undoing a turn brings back."""

    board: Board
    bag: Bag
    racks: tuple[Holding, ...]
    """By seat."""
    scores: tuple[int, ...]
    """By side, before unplayed tiles and overtime are counted."""
    to_move: int
    """The seat whose turn it is."""
    scoreless: int = 0
    """How many turns in a row brought no points."""
    partial: bool = False
    """Some turn was entered as points only: tiles lie on the board that nobody told us of."""


# ---------------------------------------------------------------- turns


class _Remembering:
    """A place for what was made of a value once. It is no part of it, and a changed copy has none.

    After each turn a table is told with all its turns, and only the last is new.
    """

    __slots__ = ("remembered",)
    remembered: Any


@dataclass(frozen=True, slots=True)
class Played(_Remembering):
    """Tiles were laid and the score announced."""

    placement: Placement
    words: tuple[str, ...]
    """The words that the play made, its own first."""

    def text_on(self, board: Board) -> str:
        """The play as people read it: `8D RE(T)INA`."""
        known: tuple[Board, str] | None = getattr(self, "remembered", None)
        if known is None or known[0] is not board:
            known = (board, readable_play(board, self.placement))
            object.__setattr__(self, "remembered", known)
        return known[1]


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Tiles were exchanged: which, or how many where nobody told."""

    tiles: Holding


@dataclass(frozen=True, slots=True)
class Passed:
    """A pass; `cannot_play` if the seat said that it has no play."""

    cannot_play: bool = False
    clause: str = ""
    """The rule that made a pass of a turn that ran out of time; empty where somebody passed."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """The turn was lost before it began; `clause` says why."""

    clause: str

    def __str__(self) -> str:
        # Where an organiser's choice stands in a rulebook (`club:challenge.if_good`) tells nobody anything.
        return "turn lost" if ":" in self.clause else f"turn lost ({self.clause})"


@dataclass(frozen=True, slots=True)
class Reported:
    """Only the points of the turn were told, not its tiles."""


Move = Played | Exchanged | Passed | Skipped | Reported


class TurnStage(Enum):
    """How far a turn is; what is still being composed is the table's `tentative`."""

    ANNOUNCED = "announced"
    DRAWN = "drawn"
    CLOSED = "closed"
    """The next seat has begun its turn."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling on the challenged words of one play; it says nothing about its other words."""

    words: tuple[str, ...]
    challenger: int
    """The seat that challenged."""
    good: bool
    by: str
    ground: str


@dataclass(frozen=True, slots=True)
class Turn(_Remembering):
    """One turn that has been taken or lost."""

    number: int
    seat: int
    move: Move
    points: int
    """The points it brought its side; 0 if the play was ruled off."""
    before: Position
    """The position in which the turn began."""
    at_ms: int
    drawn: Holding | None = None
    """The tiles drawn after it; `None` until that was told or inferred."""
    drawn_ms: int | None = None
    """When they were drawn."""
    closed: bool = False
    ruling: Ruling | None = None
    awards: tuple[int, ...] = ()
    """Points that the ruling gave or took, by side."""

    @property
    def stage(self) -> TurnStage:
        if self.closed:
            return TurnStage.CLOSED
        return TurnStage.ANNOUNCED if self.drawn is None else TurnStage.DRAWN

    @property
    def ruled_off(self) -> bool:
        """Checks whether its tiles were taken back after a challenge."""
        return self.ruling is not None and not self.ruling.good


@dataclass(frozen=True, slots=True)
class OpenChallenge:
    """Words of the last play that wait for a ruling."""

    seat: int
    words: tuple[str, ...]
    at_ms: int


# ---------------------------------------------------------------- the end


class EndReason(Enum):
    """Why a game ended."""

    OUT = "out"
    NO_PLAY = "no-play"
    SCORELESS = "scoreless"
    TIME = "time"
    AGREED = "agreed"
    RESIGNED = "resigned"
    """One side gave a free game up."""
    LEFT = "left"
    """One side left a free game, and the other claimed it."""
    OVERTIME = "overtime"
    """One side was so long over its time that it lost."""

    @property
    def setting(self) -> str:
        """The setting of the rulebook by which a game ends so."""
        match self:
            case EndReason.OUT | EndReason.NO_PLAY | EndReason.TIME:
                return f"ending.{self.name.lower()}"
            case EndReason.SCORELESS:
                return "ending.scoreless_turns"
            case EndReason.OVERTIME:
                return "clock.most_overtime"
            case EndReason.AGREED | EndReason.RESIGNED | EndReason.LEFT:
                return "ending.agreement"


class Evidence(Enum):
    """The word list's answer about a game that was ended because no play is left."""

    EXACT = "exact"
    """No play, asked with every rack."""
    SAFE = "safe"
    """No play, asked with all tiles that nobody has seen as if one rack held them."""
    PLAY_EXISTS = "play-exists"
    UNKNOWN = "unknown"


class Cause(Enum):
    """The reason for a final adjustment."""

    OWN_TILES = "own-tiles"
    OTHERS_TILES = "others-tiles"
    OTHERS_TILES_TWICE = "others-tiles-twice"
    OVERTIME = "overtime"
    OVERTIME_MARGIN = "overtime-margin"
    SURPRISE_WORD = "surprise-word"
    SPONSOR_WORD = "sponsor-word"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added or taken when the game was over, and what for."""

    side: int
    points: int
    cause: Cause
    clause: str
    tiles: tuple[str, ...] = ()
    minutes: int = 0
    """Minutes of overtime that had begun."""
    word: str = ""
    """The word that brought a bonus."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Why, when and by whom the game was ended, and the position in which it was."""

    reason: EndReason
    note: str
    by: str
    at_ms: int
    before: Position
    """Before racks were filled for the count."""
    evidence: Evidence = Evidence.UNKNOWN
    racks_filled: bool = False
    """Racks were filled for the count, which is done once."""
    loser: int | None = None
    """The side that gave the game up or left it, and has lost whatever the score."""
    unknown: tuple[int, ...] = ()
    """The seats whose tiles nobody could tell, so that nothing is counted for them."""


@dataclass(frozen=True, slots=True)
class Table:
    """One game, as folding its facts gives it."""

    rulebook: Rulebook
    kind: TableKind
    sides: tuple[str, ...]
    seats: tuple[Seat, ...]
    position: Position
    clocks: Clocks
    at_ms: int
    """The time of the latest fact."""
    opened_ms: int
    contenders: tuple[int | None, ...]
    """By side: the number of whoever plays for it in a tournament. Names are only shown."""
    opening_scores: tuple[int, ...]
    """The scores the sides began with: zero, a starting word's points, or those of a given position."""
    announcement: Announcement
    """The committee's words, where the rules have them."""
    starting_word: Placement
    """The tiles that the committee laid; none where there is no starting word."""
    first_draw: tuple[str | None, ...] | None = None
    """The tiles drawn for first play so far, by seat; `None` once it is decided."""
    turns: tuple[Turn, ...] = ()
    tentative: Placement | None = None
    """Tiles that the seat to move has laid and not announced."""
    hold: int | None = None
    """The seat that called hold."""
    challenge: OpenChallenge | None = None
    end_offer: int | None = None
    """The seat that offers to end the game; its offer lapses with the next turn."""
    allowed: bool = False
    """An official permits one late play or late challenge in this turn."""
    pause: str | None = None
    """Why the table's clocks were stopped."""
    time_called: bool = False
    ending: Ending | None = None
    count: tuple[Adjustment, ...] | None = None
    """The final adjustments, once all racks that they need are known."""
    signatures: tuple[Signer, ...] = ()
    accepted_by: str | None = None
    """The official who accepted the result."""
    returned: str | None = None
    """Why a signed result was last given back to the table."""
    before_ruling: "Table | None" = None
    """The table with its open challenge, while the ruling on it is the last thing that was decided here."""

    def with_names(self, sides: tuple[str, ...], members: tuple[str, ...]) -> Self:
        """Returns the table with these names of its sides and, at a team's table, of its members."""
        names = sides if len(sides) > 1 else members
        seats = tuple(replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True))
        return self if (sides, seats) == (self.sides, self.seats) else replace(self, sides=sides, seats=seats)

    def with_side_named(self, side: int, name: str) -> Self:
        """Returns the table with another name of one side."""
        sides = (*self.sides[:side], name, *self.sides[side + 1 :])
        return self.with_names(sides, tuple(seat.name for seat in self.seats))

    @property
    def stage(self) -> Stage:
        if self.ending is not None:
            return Stage.ENDED
        return Stage.PLAYING if self.first_draw is None else Stage.DRAWING
