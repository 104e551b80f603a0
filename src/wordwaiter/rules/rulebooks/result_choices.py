"""A rulebook's choices for the end of a game and its scores: closed sets of values, as in `choices`."""

from dataclasses import dataclass
from enum import Enum

# ---------------------------------------------------------------- endings


class Out(Enum):
    """When a side is out."""

    EMPTY_RACK_AND_BAG = "empty-rack-and-bag"


class NoPlay(Enum):
    """How a game ends when no play is left. It is offered to the officials and never imposed."""

    NOBODY_CAN_PLAY = "nobody-can-play"
    """When no play is left for anybody."""
    SAID_AND_MATCHED = "said-and-matched"
    """Also when a side says that it cannot play and the other has no play either, or passes."""
    SAID_BY_ONE = "said-by-one"
    """Also when one side or the other says that it has made all its plays."""


class TimeEnding(Enum):
    """What happens to a play that was not announced when time ends the game."""

    UNANNOUNCED_DOES_NOT_COUNT = "unannounced-play-does-not-count"
    """Time ends the game; a play that was not announced does not count."""


class RacksAtTime(Enum):
    """What happens to racks when time ends the game while the bag holds tiles."""

    LEFT = "left"
    FILLED = "filled"
    """Filled in turn order from the side whose turn it is, until the bag is empty."""


class Agreement(Enum):
    """Who may end a game before its end."""

    OFFICIAL_WITH_REASON = "official-with-reason"
    """An official, who gives a reason."""


class UnplayedWhenOut(Enum):
    """The effect of unplayed tiles on the scores when a player has gone out."""

    TWICE_TO_OUT = "out-gains-twice-the-others"
    """The player who goes out gains twice the value of the others' tiles."""
    OWN_OFF_AND_ADDED_TO_OUT = "own-off-and-added-to-out"
    """Each side loses the value of its own tiles, and whoever is out gains it."""
    OWN_OFF = "own-off"
    NOTHING = "nothing"


class UnplayedOtherwise(Enum):
    """The effect of unplayed tiles on the scores when nobody is out."""

    OWN_OFF = "own-off"
    NOTHING = "nothing"


class SignOff(Enum):
    """Who signs a result before it is accepted."""

    BOTH_SIDES = "both-sides"
    SCOREKEEPER_AND_MEMBER = "scorekeeper-and-member"
    """For one team: its scorekeeper and one member."""


class RoundSignal(Enum):
    """The signal that ends a round of building."""

    EMCEE = "emcee"


# ---------------------------------------------------------------- scoring


class LetterValues(Enum):
    """The value of a letter before premiums."""

    PRINTED_BLANK_ZERO = "printed-on-tile-blank-zero"


class LetterPremiums(Enum):
    """The effect of light blue and dark blue squares."""

    MULTIPLY_LETTER = "multiply-letter"


class WordPremiums(Enum):
    """The effect of pink and red squares, under blanks too."""

    MULTIPLY_WORD_TOGETHER = "multiply-word-together"
    """After letter premiums, and with each other: two doubles make 4 times, two triples 9, one of each 6."""


class PremiumLife(Enum):
    """When a premium counts."""

    TURN_COVERED = "turn-it-is-covered"
    FINISHED_BOARD = "finished-board"
    """For a team that builds: when the board is finished."""


class WordsCounted(Enum):
    """Which words are scored; a letter that two share counts, with its premium, in both."""

    FORMED_OR_CHANGED = "formed-or-changed-in-turn"
    ALL_ON_BOARD = "all-on-finished-board"
    """For a team that builds: every word of the finished board."""


class StartingWordScore(Enum):
    """How the starting word is counted."""

    ONCE_FOR_TEAM = "once-for-team"
    """Its points are added once to the team's total."""
    WITH_THE_BOARD = "with-the-board"
    """For a team that builds: it counts like every word of the board."""


class BlanksInBonus(Enum):
    """Whether blanks may stand in a bonus word."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class WordBonus:
    """Points for an announced word that is on the board unaltered, once a round."""

    points: int
    blanks: BlanksInBonus


class BonusWords(Enum):
    """How a bonus word may be used on a board that is being built."""

    NOT_ALTERED = "not-altered"


class StartingWordWhileBuilding(Enum):
    """How the starting word may be used on a board that is being built."""

    EXTENDED_NOT_MOVED = "extended-not-moved"
