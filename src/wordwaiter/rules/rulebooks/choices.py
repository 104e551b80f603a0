"""The choices of a rulebook: closed sets of values, each with its word in a file.

A choice without numbers is an enum, whose value is the word in the file. A choice with numbers is a union
of small dataclasses: in the file the class is the word after `is` (`OpponentGains` is `opponent-gains`) and
its fields stand beside it. Where a rulebook may do without, the value is `None` and the word is `none`.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NewType

Milliseconds = NewType("Milliseconds", int)
"""A length of time; in a file it is written as minutes and seconds, `3:00`."""


# ---------------------------------------------------------------- who sits where


@dataclass(frozen=True, slots=True)
class TwoSides:
    """Two sides with a rack each, in turn."""


@dataclass(frozen=True, slots=True)
class OneTeamInTurn:
    """One side whose players sit around one board with a rack each, in turn (Tortoise)."""

    least_seats: int
    most_seats: int


@dataclass(frozen=True, slots=True)
class OneTeamBuilding:
    """One side without racks or turns that builds on its board all at once (Hare)."""

    least_members: int
    most_members: int


TableForm = TwoSides | OneTeamInTurn | OneTeamBuilding


@dataclass(frozen=True, slots=True)
class AnnouncedWord:
    """A word that the committee announces, across, its first letter on the start square."""

    least_letters: int
    most_letters: int


# ---------------------------------------------------------------- beginning


class BlankInDraw(Enum):
    """Where a blank stands when tiles are drawn for first play."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """Each side draws a tile: nearest the start of the alphabet begins, equal letters draw again."""

    blank: BlankInDraw


@dataclass(frozen=True, slots=True)
class TeamDecides:
    """The team says which of its players begins."""


FirstSide = DrawnTile | TeamDecides


@dataclass(frozen=True, slots=True)
class OnStartSquare:
    """The first word covers the start square and has at least so many letters."""

    least_letters: int


@dataclass(frozen=True, slots=True)
class JoinsStartingWord:
    """The first play joins the starting word, as every later one joins what is there."""


FirstPlay = OnStartSquare | JoinsStartingWord


# ---------------------------------------------------------------- turns


class TurnEnd(Enum):
    """How a turn ends."""

    ANNOUNCEMENT = "announcement"
    ANNOUNCEMENT_OR_CLOCK = "announcement-or-opponents-clock"
    """Announcing the score, or starting the opponent's clock."""


class Refill(Enum):
    """When tiles are drawn from the bag."""

    AFTER_THE_TURN = "after-the-turn"


class Overrun(Enum):
    """What happens to a turn that lasts longer than its limit."""

    PASS_UNLESS_ALLOWED = "pass-unless-allowed"  # noqa: S105 - a pass, not a password
    """A pass, unless the scorekeeper or a judge allows the play or the challenge."""
    SHOWN_ONLY = "shown-only"
    """The play counts; the overtime is only shown."""


@dataclass(frozen=True, slots=True)
class BagHoldsWhatIsDrawn:
    """An exchange needs as many tiles in the bag as it draws."""


@dataclass(frozen=True, slots=True)
class BagHoldsAtLeast:
    """An exchange of any size needs so many tiles in the bag."""

    tiles: int


Exchange = BagHoldsWhatIsDrawn | BagHoldsAtLeast


class Passing(Enum):
    """Whether a turn may be passed."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


# ---------------------------------------------------------------- placing


class PlayLine(Enum):
    """How the tiles of one play lie."""

    ONE_LINE = "one-line"
    """In one row or column, together with tiles between them making one complete word."""


class Joining(Enum):
    """The tiles that a play must touch."""

    TOUCHES_A_WORD = "touches-a-word"


class PlayedTiles(Enum):
    """Whether tiles that were played before may be moved."""

    STAY = "stay"
    MAY_BE_REARRANGED = "may-be-rearranged"
    """For a team that builds a board."""


class BlankLetters(Enum):
    """For how long a blank stands for the letter that was named."""

    FIXED = "fixed"
    """From the play to the end of the game; the real tile is not swapped for it."""
    NAMED_TO_SCOREKEEPER = "named-to-scorekeeper"
    """Until the board is finished, when the scorekeeper must know it."""


# ---------------------------------------------------------------- words


class WordKind(Enum):
    """A kind of word that is not accepted, whatever a dictionary prints."""

    CAPITALISED = "always-capitalised"
    ABBREVIATION = "abbreviation"
    AFFIX = "prefix-or-suffix"
    HYPHEN = "hyphen"
    APOSTROPHE = "apostrophe"


class OutsideWords(Enum):
    """Which words are good that no dictionary has."""

    SPONSORS = "announced-sponsors"
    """The names of sponsors that were announced."""


# ---------------------------------------------------------------- challenges


class ChallengeWindow(Enum):
    """Until when a play may be challenged, counted from its announcement."""

    BEFORE_DRAW = "before-draw"
    """Until the player draws; with an empty bag, until the opponent's first tile or announcement."""
    BEFORE_NEXT_TURN = "before-next-turn"
    """Until the next side lays its first tile or announces an exchange or pass; the draw closes nothing."""


class LastPlayWindow(Enum):
    """Until when the play that ends the game may be challenged."""

    BEFORE_COUNT_AGREED = "before-count-agreed"
    """Until all have signed the result; to tell the racks is not to agree to the count."""


class Hold(Enum):
    """Until when the opponent may call hold, which keeps the player from drawing."""

    UNTIL_DRAWN = "until-drawn"


class WhileJudged(Enum):
    """The state of a clock between challenge and ruling."""

    RUNS = "runs"
    STOPS = "stops"


class RulingBy(Enum):
    """Who rules on a challenge."""

    JUDGE = "judge"
    JUDGE_OR_DIRECTOR = "judge-or-director"
    WORD_LIST = "word-list"
    """The word list decides."""


class BadWord(Enum):
    """The consequence of a bad word in a challenged play."""

    TILES_BACK_TURN_LOST = "tiles-back-turn-lost"
    """The tiles come back and the turn is lost; tiles drawn since go back in the bag."""
    PLAY_REFUSED = "play-refused"
    """The software looks the words up, and does not take a play that has a bad one (void challenge)."""


class BoardChallengeWindow(Enum):
    """When a word on another team's board may be challenged."""

    AFTER_ROUND = "after-round-before-totals"
    """After the round, before the totals are announced."""


class BadBoardWord(Enum):
    """The consequence of a bad word that was challenged on another team's board."""

    POINTS_CHANGE_HANDS = "points-change-hands"
    """The word's points go from the challenged team to the challenger."""


# ---------------------------------------------------------------- clocks


@dataclass(frozen=True, slots=True)
class ChessClockIfAny:
    """A chess clock where a table has one; the organiser sets its time."""


@dataclass(frozen=True, slots=True)
class SideBudget:
    """Each side has its own time; each minute over it that has begun costs points."""

    time: Milliseconds
    points_per_minute_over: int


@dataclass(frozen=True, slots=True)
class TableAllowance:
    """Each table has so much time for its game, counted at that table alone."""

    time: Milliseconds


@dataclass(frozen=True, slots=True)
class RoomClock:
    """One clock for the room, so long for a game."""

    time: Milliseconds


@dataclass(frozen=True, slots=True)
class OrganisersRoomClock:
    """One clock for the room; the organiser sets how long a round is."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """One clock for the room, with a time for each round in order."""

    times: tuple[Milliseconds, ...]


GameClock = ChessClockIfAny | SideBudget | TableAllowance | RoomClock | OrganisersRoomClock | RoundClock
