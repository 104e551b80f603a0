"""A game record as a value: who played, what was played, what was written down beside it.

    GameRecord
    ├── players   RecordedPlayer...
    ├── moves     RecordedMove...   each holds one Move
    ├── pragmas   Pragma...         title, lexicon and the like
    └── notes     what is said of the game before its first move

    Move = TilesPlayed | TilesExchanged | NumberExchanged | Passed | PlayWithdrawn
         | ChallengeSurvived | OpponentsRack | OwnRack | Overtime

A record says what somebody wrote down. Whether it could have happened is for `replay.py` to say.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from wordwaiter.rules.layout import Direction, Square

Tiles = tuple[str, ...]
"""Tiles by their labels, `?` a blank, in the order in which they are written: a record has no tile set."""


@dataclass(frozen=True, slots=True)
class TilesPlayed:
    """Tiles laid on the board, as they were written: what the signs mean depends on the board before it.

    `rules.placement.parse_play` turns `str(move)` into tiles on squares.
    """

    square: Square
    direction: Direction
    word: str
    """Lower case for a blank, `[CH]` a tile of two letters, `.` or its letter a tile that was there."""

    def __str__(self) -> str:
        return f"{self.square.written(self.direction)} {self.word}"


@dataclass(frozen=True, slots=True)
class TilesExchanged:
    """Tiles exchanged, and which."""

    tiles: Tiles

    def __str__(self) -> str:
        return f"-{written(self.tiles)}"


@dataclass(frozen=True, slots=True)
class NumberExchanged:
    """Tiles exchanged; only how many is known."""

    count: int

    def __str__(self) -> str:
        return f"-{self.count}"


@dataclass(frozen=True, slots=True)
class Passed:
    """A turn without a play."""

    def __str__(self) -> str:
        return "-"


@dataclass(frozen=True, slots=True)
class PlayWithdrawn:
    """The play before was challenged off the board."""

    def __str__(self) -> str:
        return "--"


@dataclass(frozen=True, slots=True)
class ChallengeSurvived:
    """Points for a play that was challenged and stayed."""

    def __str__(self) -> str:
        return "(challenge)"


@dataclass(frozen=True, slots=True)
class OpponentsRack:
    """Points for tiles that others did not play."""

    tiles: Tiles

    def __str__(self) -> str:
        return f"({written(self.tiles)})"


@dataclass(frozen=True, slots=True)
class OwnRack:
    """Points lost for one's own tiles that were not played."""

    tiles: Tiles

    def __str__(self) -> str:
        return f"({written(self.tiles)})"


@dataclass(frozen=True, slots=True)
class Overtime:
    """Points lost for time."""

    def __str__(self) -> str:
        return "(time)"


Exchange = TilesExchanged | NumberExchanged
Turn = TilesPlayed | Exchange | Passed
"""A player's act in that player's turn."""
Move = Turn | PlayWithdrawn | ChallengeSurvived | OpponentsRack | OwnRack | Overtime


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """A player: the short name that the moves use, the full one, and the tiles held when the record stops."""

    nick: str
    name: str
    rack: Tiles | None = None


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One line of a record: who, what, the points and the running total as they were written."""

    player: int
    """Which of the players, counted from 0."""
    move: Move
    points: int
    total: int
    rack: Tiles | None = None
    """The player's tiles, as far as they were written down; often only some of them."""
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    """Where it stands in its file."""


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line of the header: its keyword in lower case, such as `title`, and what it says."""

    keyword: str
    text: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it was written down."""

    players: tuple[RecordedPlayer, ...]
    moves: tuple[RecordedMove, ...] = ()
    pragmas: tuple[Pragma, ...] = ()
    notes: tuple[str, ...] = ()

    def pragma(self, keyword: str) -> str | None:
        """Returns the header's text under `keyword`; `None` if it has none."""
        return next((each.text for each in self.pragmas if each.keyword == keyword), None)

    @property
    def is_incomplete(self) -> bool:
        """Checks whether the record itself says that it stops before the game does."""
        return self.pragma("incomplete") is not None


def name_players(names: Iterable[str]) -> tuple[RecordedPlayer, ...]:
    """Players of these full names, each with a short name that no other has."""
    players: list[RecordedPlayer] = []
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        nick = distinct_nick(name, taken) or f"player{number}"
        taken.add(nick.casefold())
        players.append(RecordedPlayer(nick, name))
    return tuple(players)


def distinct_nick(name: str, taken: set[str]) -> str:
    """A short name made of `name`, without spaces or colons; not one of those `taken` (in lower case)."""
    nick = "_".join(name.replace(":", " ").split())
    number = 2
    distinct = nick
    while distinct.casefold() in taken:
        distinct = f"{nick}_{number}"
        number += 1
    return distinct


def written(signs: Iterable[str]) -> str:
    """Signs in a row as a record writes them: a tile of several letters stands in brackets, `[CH]`."""
    return "".join(sign if len(sign) == 1 else f"[{sign}]" for sign in signs)
