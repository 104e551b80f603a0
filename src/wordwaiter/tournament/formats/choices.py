"""The choices of a tournament's format: closed sets of values, each with its word in a file.

As in `rules.choices`, a choice without numbers is an enum whose value is the word, and a choice with numbers
is a union of small dataclasses whose fields stand beside the word.
"""

from dataclasses import dataclass
from enum import Enum

# ---------------------------------------------------------------- entrants


@dataclass(frozen=True, slots=True)
class Players:
    """Everybody plays and is ranked alone."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two partners play at different tables and are ranked together."""


@dataclass(frozen=True, slots=True)
class Teams:
    """A team plays at one table and is ranked as one."""

    least_members: int
    most_members: int


EntrantKind = Players | Pairs | Teams


# ---------------------------------------------------------------- pairing


class PairingMethod(Enum):
    """How opponents are found."""

    RANDOM = "random"
    LAST_SCORES = "last-scores"
    """The two highest scores of the game just played meet, then the next two, and so on."""
    TOTAL_SCORES = "total-scores"
    """The two highest totals of all games so far meet, then the next two, and so on."""
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    SWISS = "swiss"
    KING_OF_THE_HILL = "king-of-the-hill"
    """The first in the standings meets the second, the third the fourth."""
    QUEEN_OF_THE_HILL = "queen-of-the-hill"
    """The first in the standings meets the third, the second the fourth."""
    FACTOR = "factor"
    """The first meets whoever stands as many places below as rounds are left, and so on."""
    BY_CHANCES = "by-chances"
    """Those who can still win meet each other, then those who can still get a medal, by a simulation."""
    SEEDED_ADJACENT = "seeded-adjacent"
    """By rating: the first meets the second."""
    SEEDED_HALVES = "seeded-halves"
    """By rating: the first of the upper half meets the first of the lower half."""
    SEEDED_QUARTERS = "seeded-quarters"
    """By rating: the first quarter meets the second, the third the fourth."""
    GROUP_ROUND_ROBIN = "group-round-robin"
    """By rating: groups of four neighbours, who all meet in three rounds."""
    FONTES = "fontes"
    """By rating: groups of four, one of each quarter, who all meet in three rounds."""
    BY_HAND = "by-hand"
    ALONE = "alone"
    """Nobody to beat at the table: each team has its own board."""


class Starts(Enum):
    """How it is settled who plays first."""

    BY_RULEBOOK = "by-rulebook"
    """As the rulebook says: mostly by a tile that each draws."""
    ASSIGNED = "assigned"
    """The pairing says it, so that everybody plays first about as often as second."""


class ChancesShown(Enum):
    """Who sees each player's chance of each place."""

    OFFICIALS = "officials"
    EVERYBODY = "everybody"


class Meeting(Enum):
    """Whether two who belong together may be paired."""

    NEVER = "never"
    AVOIDED = "avoided"
    """Only where there is no other way."""
    ALLOWED = "allowed"


# ---------------------------------------------------------------- results


@dataclass(frozen=True, slots=True)
class WinWithoutScore:
    """A bye is a win, and no game score comes of it."""


@dataclass(frozen=True, slots=True)
class WinBySpread:
    """A bye is a win by so many points."""

    points: int


Bye = WinWithoutScore | WinBySpread


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """So many points for a win and for a tie."""

    win: int
    tie: int


@dataclass(frozen=True, slots=True)
class WinsAndHalves:
    """Wins are counted, and a tie is half a win."""


Credit = MatchPoints | WinsAndHalves


class Criterion(Enum):
    """A criterion that entrants are ranked by, one after the other."""

    POINTS = "points"
    WINS = "wins"
    SPREAD = "spread"
    """The sum of all differences of score, each no more than the cap of its round."""
    TOTAL = "total"
    HIGHEST_GAMES = "highest-games"
    """The highest game score, then the next highest, and so on."""


class CountedGames(Enum):
    """Which games the standings count."""

    ALL = "all"
    FIRST = "first"
    """Later games are for fun."""


class GamesAgainstDefaulter(Enum):
    """What happens to the games that others played against one who defaulted."""

    KEPT = "kept"
    CANCELLED = "cancelled"


class LateArrival(Enum):
    """What happens to one who is not there when play begins."""

    DEFAULT = "default"
    """In default as soon as a round starts without them, unless the convenor decides otherwise."""
    PLAYS_ON = "plays-on"
    """Plays from the next round on."""


# ---------------------------------------------------------------- awards


class Prize(Enum):
    """A prize beside the medals."""

    HIGH_GAME = "high-game"
    HIGH_PLAY = "high-play"
    HIGH_WORD = "high-word"
    BEST_COMEBACK = "best-comeback"
    BIGGEST_LOSS = "biggest-loss"
    MOST_TILES_BOUGHT = "most-tiles-bought"


class Repeats(Enum):
    """Whether one who has won may win again."""

    ALLOWED = "allowed"
    NOBODY_TWICE = "nobody-twice"
    """The prize goes to the best of the others."""
