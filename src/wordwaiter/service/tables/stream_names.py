"""The names of the streams of tables: whose table it is, and where it stands.

A board of a round is `tournament-1/2/3/4.1`: tournament, number of the division, round, table and board. When
the round is paired anew after tables were opened, the new table at that place is `tournament-1/2/3/4.1~2`.
A free table is `table-7`, a Hare board that somebody practises on `practice-3`.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.rounds.rounds import Round, Sitting
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Division, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

FREE: Final = "table"
"""Free tables are named after it, with a number."""

PRACTICE: Final = "practice"
"""Hare boards of no tournament are named after it, with a number."""

EXAMPLE: Final = "example"
"""Examples of tournaments are named after it, with a number; nobody plays in them."""

OF_NO_DIVISION: Final = ""
"""Stands for the name of a division that is no more; none is called so."""

_FREE_TABLE: Final = re.compile(rf"{FREE}-\d+")
_PRACTICE_BOARD: Final = re.compile(rf"{PRACTICE}-\d+")

_PLACES_KEPT: Final = 1_024
"""Names of streams that were read; each command asks several times where its table stands."""

_BOARD: Final = re.compile(
    r"(?P<tournament>[^/]+)/(?P<division>\d+)/(?P<round>\d+)/(?P<table>\d+)\.(?P<board>\d+)"
)


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """A board of a round, as the name of its stream tells it."""

    tournament: str
    division: int
    round: int
    table: int
    board: int = 1

    def __str__(self) -> str:
        return f"{self.tournament}/{self.division}/{self.round}/{self.table}.{self.board}"

    @property
    def next_round(self) -> str:
        """The start of the names of all boards of its division's next round."""
        return f"{self.tournament}/{self.division}/{self.round + 1}"

    def in_tournament(self, tournament: Tournament) -> Place:
        """Returns the place with the name of its division; with none once that was merged into another."""
        return Place(self._division_in(tournament), self.round, self.table, self.board)

    def played_in(self, tournament: Tournament) -> tuple[Round, Sitting] | None:
        """Its round, and who sits there; nothing if the round was taken back, or paired anew without it."""
        rounds = tournament.rounds_of(self._division_in(tournament))
        if not 1 <= self.round <= len(rounds):
            return None
        played = rounds[self.round - 1]
        sitting = played.sitting_at(self.table, self.board)
        return None if sitting is None else (played, sitting)

    def _division_in(self, tournament: Tournament) -> str:
        # A round may be taken back and its division merged; its tables stay, and are of no division then.
        named = (each.name for each in tournament.divisions.values() if each.number == self.division)
        return next(named, OF_NO_DIVISION)


@lru_cache(maxsize=_PLACES_KEPT)
def place_of(stream: str) -> BoardPlace | None:
    """Returns where the table of that stream stands; nothing if it is in no round."""
    base, _, _ = stream.partition("~")
    found = _BOARD.fullmatch(base)
    if found is None:
        return None
    return BoardPlace(
        found["tournament"],
        int(found["division"]),
        int(found["round"]),
        int(found["table"]),
        int(found["board"]),
    )


def stream_after(stream: str) -> str:
    """Returns the name of the table that replaces this one when its round is paired again."""
    base, _, number = stream.partition("~")
    return f"{base}~{int(number or 1) + 1}"


def is_free_table(stream: str) -> bool:
    """Checks whether a stream is a table of no tournament."""
    return _FREE_TABLE.fullmatch(stream) is not None


def is_practice(stream: str) -> bool:
    """Checks whether a stream is a Hare board of no tournament."""
    return _PRACTICE_BOARD.fullmatch(stream) is not None


def is_free(stream: str) -> bool:
    """Checks whether a stream is a table or a board of no tournament."""
    return is_free_table(stream) or is_practice(stream)


def number_of_stream(stream: str) -> int:
    """The number at the end of a stream's name."""
    _, _, number = stream.rpartition("-")
    return int(number) if number.isdecimal() else 0


def next_free_name(context: "Context", prefix: str) -> str:
    """A name for one more table or board of no tournament, which nobody else in this process is given."""
    named = re.compile(rf"{prefix}-\d+")
    taken = (number_of_stream(end.stream) for end in context.states.ends() if named.fullmatch(end.stream))
    return f"{prefix}-{context.next_number(prefix, taken)}"


def division_numbered(tournament: Tournament, number: int) -> Division:
    """Returns the division that was opened as that one; refuses where it was merged into another."""
    found = next((each for each in tournament.divisions.values() if each.number == number), None)
    if found is None:
        raise MalformedError("no-such-division", "this division no longer exists; it may have been merged")
    return found
