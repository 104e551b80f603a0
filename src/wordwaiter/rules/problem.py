"""Problem: one thing about a board or an announcement that somebody must know, as data and as a sentence."""

from dataclasses import dataclass
from enum import Enum

from wordwaiter.errors import IllegalError
from wordwaiter.rules.layout import Square
from wordwaiter.sentences import Wording, said


class ProblemCode(Enum):
    """Possible faults of a finished board, or of the words announced for a round."""

    EMPTY_BOARD = "empty-board"
    NOT_CONNECTED = "not-connected"
    WORD_TOO_LONG = "word-too-long"
    BLANK_WITHOUT_LETTER = "blank-without-letter"
    TOO_MANY_TILES = "too-many-tiles"
    REMOVED_TILE_USED = "removed-tile-used"
    STARTING_WORD_MOVED = "starting-word-moved"
    UNPLAYED_UNKNOWN = "unplayed-unknown"
    UNPLAYED_IMPOSSIBLE = "unplayed-impossible"
    BONUS_WORD_ALTERED = "bonus-word-altered"
    BONUS_WORD_WITH_BLANK = "bonus-word-with-blank"
    NOT_GOOD = "not-good"
    """A judge's tally alone says this."""

    CANNOT_BE_LAID = "cannot-be-laid"
    WORD_TOO_SHORT = "word-too-short"
    STARTING_WORD_TOO_LONG = "starting-word-too-long"
    NOT_ENOUGH_TILES = "not-enough-tiles"
    ANNOUNCED_TWICE = "announced-twice"
    ON_EVERY_BOARD = "on-every-board"
    NOT_IN_RULEBOOK = "not-in-rulebook"

    @property
    def is_note(self) -> bool:
        """Checks if it is only a remark: an altered bonus word is simply no bonus."""
        return self in _NOTES


_NOTES = frozenset(
    {
        ProblemCode.BONUS_WORD_ALTERED,
        ProblemCode.BONUS_WORD_WITH_BLANK,
        ProblemCode.ANNOUNCED_TWICE,
        ProblemCode.ON_EVERY_BOARD,
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to know: where, which words, by which clause, and what to do about it."""

    code: ProblemCode
    sentence: str
    clause: str
    squares: tuple[Square, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Names it among the problems of its board: `word-too-long H4 REGULATIONS`."""
        return " ".join([self.code.value, *map(str, self.squares[:1]), *self.words[:1]])

    def __str__(self) -> str:
        return str(self.cited)

    @property
    def cited(self) -> Wording:
        """The sentence with its clause."""
        return said("{sentence} ({clause})", sentence=self.sentence, clause=self.clause)

    def error(self) -> IllegalError:
        """The refusal that this problem is, where it can still be mended."""
        return IllegalError(
            self.code.value,
            self.sentence,
            clause=self.clause,
            squares=[str(square) for square in self.squares],
            words=list(self.words),
        )

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "code": self.code.value,
            "key": self.key,
            "note": self.code.is_note,
            "words": list(self.words),
            "squares": [str(square) for square in self.squares],
            "clause": self.clause,
            "sentence": str(self.sentence),
        }
