"""A team's score in a round, line by line: the tally, corrections, and challenges."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from wordwaiter.game.hare.challenge import Challenges, NamedTeam, WordChallenge
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import Tally
from wordwaiter.sentences import counted, joined, named, said


class LineCause(Enum):
    """The reason for a line of a round's score."""

    WORDS = "words"
    BONUS = "bonus"
    UNPLAYED = "unplayed"
    STRUCK = "struck"
    CORRECTION = "correction"
    WORD_LOST = "word-lost"
    BONUS_LOST = "bonus-lost"
    WORD_WON = "word-won"
    GOOD_WORD_CHALLENGED = "good-word-challenged"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points, what they are for, and the clause that gives or takes them."""

    cause: LineCause
    points: int
    sentence: str
    clause: str | None = None
    """`None` for a correction or a struck word, which officials answer for."""

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "cause": self.cause.value,
            "points": self.points,
            "sentence": str(self.sentence),
            "clause": self.clause,
        }


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A team's score of one round, explained."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    def explain(self) -> tuple[str, ...]:
        """Lines that can be read out, the total last."""
        return (
            *(f"{line.sentence}: {line.points:+d}" for line in self.lines),
            f"together {self.total}",
        )

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {"lines": [line.plain() for line in self.lines], "total": self.total}


def tally_lines(tally: Tally, rulebook: Rulebook) -> Iterator[ScoreLine]:
    """The lines of a board's tally: its words together, each bonus, and the unplayed tiles."""
    if tally.words:
        count = len(tally.words)
        sentence = counted(count, "{n} word", "{n} words")
        clause = rulebook.clause_of("scoring.words_counted")
        yield ScoreLine(LineCause.WORDS, tally.word_points, sentence, clause)
    for bonus in tally.bonuses:
        sentence = joined(" ", [named(bonus.kind), bonus.word])
        yield ScoreLine(LineCause.BONUS, bonus.points, sentence, bonus.clause)
    if tally.unplayed.points:
        clause = rulebook.clause_of("round_ending.unplayed")
        yield ScoreLine(LineCause.UNPLAYED, -tally.unplayed.points, said("unplayed tiles"), clause)


def challenge_lines(made: Challenges, team: NamedTeam, rulebook: Rulebook) -> Iterator[ScoreLine]:
    """Yields what the rulings of a round add to a team and take from it; open challenges change nothing."""
    for challenge in made:
        if challenge.ruling is None or not challenge.concerns(team):
            continue
        if challenge.changes_hands:
            yield from _word_changed_hands(challenge, team, rulebook)
        else:
            yield from _good_word(challenge, team, rulebook)


def _word_changed_hands(challenge: WordChallenge, team: NamedTeam, rulebook: Rulebook) -> Iterator[ScoreLine]:
    clause = rulebook.clause_of("board_challenge.if_bad")
    target = challenge.target
    if team.is_same(challenge.challenger):
        sentence = said("{word} of {who} was ruled not good", word=target, who=challenge.challenged)
        yield ScoreLine(LineCause.WORD_WON, target.points or 0, sentence, clause)
        return
    sentence = said("{word} was ruled not good, challenged by {who}", word=target, who=challenge.challenger)
    yield ScoreLine(LineCause.WORD_LOST, -(target.points or 0), sentence, clause)
    if challenge.ruling is not None and challenge.ruling.bonus:
        sentence = said("{word} was ruled not good, and earns no bonus", word=target)
        yield ScoreLine(LineCause.BONUS_LOST, -challenge.ruling.bonus, sentence, clause)


def _good_word(challenge: WordChallenge, team: NamedTeam, rulebook: Rulebook) -> Iterator[ScoreLine]:
    award = rulebook.challenge.if_good.award(1)
    change = award.challenger if team.is_same(challenge.challenger) else award.challenged
    if change:
        sentence = said(
            "{word} of {other}, challenged by {who}, was ruled good",
            word=challenge.target,
            other=challenge.challenged,
            who=challenge.challenger,
        )
        clause = rulebook.clause_of("board_challenge.if_good")
        yield ScoreLine(LineCause.GOOD_WORD_CHALLENGED, change, sentence, clause)
