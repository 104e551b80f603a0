"""Oddities of a record that could be read all the same."""

from dataclasses import dataclass
from enum import Enum


class OddityCode(Enum):
    """The ways in which records are untidy."""

    FOREIGN_LINE_ENDS = "foreign-line-ends"
    BYTE_ORDER_MARK = "byte-order-mark"
    LATE_ENCODING = "late-encoding"
    UNDECLARED_UTF_8 = "undeclared-utf-8"
    UNDECLARED_LATIN_1 = "undeclared-latin-1"
    UNDECLARED_WINDOWS = "undeclared-windows-1252"
    CONTROL_CHARACTERS = "control-characters"
    NAMELESS_PLAYER = "nameless-player"
    PLAYER_TWICE = "player-twice"
    NOT_TWO_PLAYERS = "not-two-players"
    SAME_NICKNAME = "same-nickname"
    SAME_NAME = "same-name"
    OTHER_NAME = "other-name"
    NOTE_RUNS_ON = "note-runs-on"
    STRAY_TEXT = "stray-text"
    PADDED_COLUMNS = "padded-columns"
    NO_RACK = "no-rack"
    UNREADABLE_RACK = "unreadable-rack"
    LOWER_CASE_RACK = "lower-case-rack"
    RACK_OF_NOBODY = "rack-of-nobody"
    LOWER_CASE_SQUARE = "lower-case-square"
    LETTERS_IN_PARENTHESES = "letters-in-parentheses"
    FULL_WORDS = "full-words"
    UNSIGNED_POINTS = "unsigned-points"
    NO_TOTAL = "no-total"
    NEGATIVE_TOTAL = "negative-total"
    WORDS_AFTER_TOTAL = "words-after-total"
    WITHDRAWN_FOR_NOTHING = "withdrawn-for-nothing"
    TOTAL_REPEATS_PENALTY = "total-repeats-penalty"
    OTHER_CHALLENGE_RULE = "other-challenge-rule"


@dataclass(frozen=True, slots=True, order=True)
class Oddity:
    """Something untidy in a record: where, a code for programs, and what was made of it."""

    line: int
    code: str
    """One of `OddityCode`."""
    sentence: str


class OddityList:
    """Collects oddities while a file is read; a habit of the whole file is told once, with its count."""

    def __init__(self) -> None:
        self._single: list[Oddity] = []
        self._habits: dict[OddityCode, tuple[int, str, int]] = {}

    def note(self, line: int, code: OddityCode, sentence: str) -> None:
        """Something that is odd about this one line."""
        self._single.append(Oddity(line, code.value, sentence))

    def note_habit(self, line: int, code: OddityCode, sentence: str) -> None:
        """Something that this line may share with many others of the file."""
        first, told, count = self._habits.get(code, (line, sentence, 0))
        self._habits[code] = (first, told, count + 1)

    def found(self) -> tuple[Oddity, ...]:
        """All oddities, in the order of the lines."""
        habits = (
            Oddity(line, code.value, sentence if count == 1 else f"{sentence} (so on {count} lines)")
            for code, (line, sentence, count) in self._habits.items()
        )
        return tuple(sorted((*self._single, *habits)))
