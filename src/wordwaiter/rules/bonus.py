"""Bonus: points for an announced word that stands on a team's board unaltered, Hare and Tortoise alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import Board, BoardWord
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rulebooks.result_choices import BlanksInBonus, WordBonus
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import Wording, named, said


class BonusKind(Enum):
    """The reason for a bonus."""

    SURPRISE = "surprise"
    SPONSOR = "sponsor"

    @property
    def setting(self) -> str:
        """The key of its setting in a rulebook."""
        return f"scoring.{self.value}_word"


@dataclass(frozen=True, slots=True)
class Bonus:
    """An announced word on the board, and what it brings."""

    kind: BonusKind
    word: str
    square: Square
    direction: Direction
    points: int
    clause: str
    also: tuple[tuple[Square, Direction], ...] = ()
    """Where else the word stands that would earn it, which it does once."""

    @property
    def places(self) -> frozenset[tuple[Square, Direction]]:
        """Everywhere that the word stands and earns it; it is lost when none of them counts any more."""
        return frozenset({(self.square, self.direction), *self.also})

    def explain(self) -> Wording:
        """A line that can be read out: `sponsor ROTARY at 14B: +100`."""
        return said(
            "{kind} {word} at {square}: +{points}",
            kind=named(self.kind),
            word=self.word,
            square=self.square.written(self.direction),
            points=self.points,
        )

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "kind": self.kind.value,
            "word": self.word,
            "square": self.square.written(self.direction),
            "direction": self.direction.value,
            "points": self.points,
            "clause": self.clause,
        }


@dataclass(frozen=True, slots=True)
class Bonuses:
    """The bonuses of a board, and notes on announced words that were altered or laid with a blank."""

    earned: tuple[Bonus, ...] = ()
    notes: tuple[Problem, ...] = ()

    @property
    def points(self) -> int:
        return sum(bonus.points for bonus in self.earned)


def find_bonuses(board: Board, announcement: Announcement, rulebook: Rulebook) -> Bonuses:
    """The bonuses of a finished board: each announced word once, however often it stands there.

    A word counts if it stands alone as a whole word, across or down. One word that was announced both as
    surprise and as a sponsor's name earns both bonuses.
    """
    words = tuple(board.words())
    announced = [(BonusKind.SPONSOR, name) for name in announcement.sponsors]
    if announcement.surprise_word is not None:
        announced.append((BonusKind.SURPRISE, announcement.surprise_word))
    found = [_look_for(kind, word, words, board, rulebook) for kind, word in announced]
    return Bonuses(
        tuple(each for each in found if isinstance(each, Bonus)),
        tuple(each for each in found if isinstance(each, Problem)),
    )


def _look_for(
    kind: BonusKind, word: str, words: Sequence[BoardWord], board: Board, rulebook: Rulebook
) -> Bonus | Problem | None:
    rule = rulebook.setting(kind.setting)
    if not isinstance(rule, WordBonus):
        return None
    try:
        labels = board.tile_set.spell(word)
    except MalformedError:
        # Nobody can have laid it, which check_announcement says before the round.
        return None
    if not labels:
        return None
    clause = rulebook.clause_of(kind.setting)
    whole = [each for each in words if each.labels == labels]
    earning = [
        (each.square, each.direction)
        for each in whole
        if rule.blanks is BlanksInBonus.ALLOWED or not any(tile.is_blank for tile in each.tiles)
    ]
    if earning:
        return Bonus(kind, word, *earning[0], rule.points, clause, tuple(earning[1:]))
    if whole:
        sentence = said(
            "{word} has a blank in it: a {kind} word with a blank brings no bonus",
            word=whole[0],
            kind=named(kind),
        )
        return Problem(
            ProblemCode.BONUS_WORD_WITH_BLANK, sentence, clause, squares=whole[0].squares, words=(word,)
        )
    for each in words:
        if _has_within(each.labels, labels):
            sentence = said(
                "{other} is not {word}: an altered {kind} word brings no bonus",
                other=each,
                word=word,
                kind=named(kind),
            )
            return Problem(
                ProblemCode.BONUS_WORD_ALTERED,
                sentence,
                clause,
                squares=each.squares,
                words=(each.text, word),
            )
    return None


def _has_within(labels: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(labels[begin : begin + len(part)] == part for begin in range(len(labels) - len(part) + 1))
