"""Tally: what a team's finished board scores, word by word, with bonuses and unplayed tiles.

Whether a word is in a dictionary is no part of it: a tally that everybody may see never tells, and only
`judge_tally`, for judges, does.
"""

from collections import Counter
from dataclasses import dataclass, replace

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.bonus import Bonus, find_bonuses
from wordwaiter.rules.finished_board import (
    NONE_REMOVED,
    Removed,
    RemovedTiles,
    RemovedUnseen,
    board_problems,
    check_removed,
    tile_name,
)
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebooks.choices import OutsideWords
from wordwaiter.rules.rulebooks.result_choices import UnplayedOtherwise, WordsCounted
from wordwaiter.rules.rulebooks.rulebook import RoundEnding, Rulebook
from wordwaiter.rules.scoring import WordScore, score_finished_board
from wordwaiter.sentences import Wording, joined, said


@dataclass(frozen=True, slots=True)
class Unplayed:
    """The tiles that a team has left over, and what they take from its total."""

    tiles: Rack | None
    """Which; `None` where only their value was told."""
    points: int
    """The points taken off, as a number that is not negative."""

    def explain(self) -> Wording:
        """A line that can be read out: `unplayed Q U: -11`."""
        if self.tiles is None:
            return said("unplayed: -{points}", points=self.points)
        tiles = joined(" ", map(tile_name, self.tiles.tiles))
        return said("unplayed {tiles}: -{points}", tiles=tiles, points=self.points)

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {"tiles": None if self.tiles is None else list(self.tiles.tiles), "points": self.points}


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of a board, and everything that somebody should look at."""

    words: tuple[WordScore, ...]
    bonuses: tuple[Bonus, ...]
    unplayed: Unplayed
    problems: tuple[Problem, ...]

    @property
    def word_points(self) -> int:
        return sum(word.points for word in self.words)

    @property
    def bonus_points(self) -> int:
        return sum(bonus.points for bonus in self.bonuses)

    @property
    def total(self) -> int:
        return self.word_points + self.bonus_points - self.unplayed.points

    @property
    def faults(self) -> tuple[Problem, ...]:
        """The problems that are more than a note."""
        return tuple(problem for problem in self.problems if not problem.code.is_note)

    def explain(self) -> tuple[str, ...]:
        """Lines that can be read out, the total last."""
        lines = [f"{word.square.written(word.direction)} {word.explain()}" for word in self.words]
        lines += [bonus.explain() for bonus in self.bonuses]
        if self.unplayed.points:
            lines.append(self.unplayed.explain())
        lines.append(f"together {self.total}")
        return tuple(lines)

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "total": self.total,
            "word_points": self.word_points,
            "bonus_points": self.bonus_points,
            "words": [word.plain() for word in self.words],
            "bonuses": [bonus.plain() for bonus in self.bonuses],
            "unplayed": self.unplayed.plain(),
            "problems": [problem.plain() for problem in self.problems],
        }


def tally_board(
    board: Board,
    rulebook: Rulebook,
    announcement: Announcement = NOTHING_ANNOUNCED,
    removed: Removed = NONE_REMOVED,
) -> Tally:
    """The tally of a finished board.

    Every word counts as it stands (bee-7), also one with which something is wrong: the problems say so, and
    what follows is for the judges. Where words are scored turn by turn (Tortoise), only bonuses are counted
    here, since words and unplayed tiles are in the table's score already.
    """
    check_removed(removed, rulebook)
    bonuses = find_bonuses(board, announcement, rulebook)
    problems = board_problems(board, rulebook, announcement, removed)
    match rulebook.scoring.words_counted:
        case WordsCounted.ALL_ON_BOARD:
            words = score_finished_board(board).words
            unplayed, doubts = _count_unplayed(board, rulebook, removed)
        case WordsCounted.FORMED_OR_CHANGED:
            if rulebook.scoring.surprise_word is None and rulebook.scoring.sponsor_word is None:
                raise MalformedError(
                    "nothing-to-tally",
                    f"{rulebook.name} scores turn by turn, so there is no tally",
                )
            words, unplayed, doubts = (), Unplayed(None, 0), ()
    return Tally(words, bonuses.earned, unplayed, (*problems, *doubts, *bonuses.notes))


# ---------------------------------------------------------------- unplayed tiles


def _count_unplayed(
    board: Board, rulebook: Rulebook, removed: Removed
) -> tuple[Unplayed, tuple[Problem, ...]]:
    tile_set = rulebook.table.tile_set
    off_board = Counter(tile_set.counts) - board.tile_counts()
    known: Rack | None
    problems: tuple[Problem, ...] = ()
    match removed:
        case RemovedTiles(tiles):
            known = rack_of((off_board - Counter(tiles)).elements(), tile_set)
            points = known.value(tile_set)
        case RemovedUnseen(count=0):
            known = rack_of(off_board.elements(), tile_set)
            points = known.value(tile_set)
        case RemovedUnseen():
            known = None
            unseen = sorted(tile_set.values[label] for label in off_board.elements())
            points, problems = _value_entered(unseen, rulebook, removed)
    takes_off = (
        isinstance(rulebook.ending, RoundEnding) and rulebook.ending.unplayed is UnplayedOtherwise.OWN_OFF
    )
    return Unplayed(known, points if takes_off else 0), problems


def _value_entered(
    unseen: list[int], rulebook: Rulebook, removed: RemovedUnseen
) -> tuple[int, tuple[Problem, ...]]:
    """The value of the tiles left over as it was told, held against what is possible.

    `unseen` are the values of all tiles that are not on the board, lowest first: those left over and those
    taken out, and nobody knows which is which.
    """
    left = max(len(unseen) - removed.count, 0)
    least, most = sum(unseen[:left]), sum(unseen[len(unseen) - left :])
    clause = rulebook.clause_of("round_ending.unplayed")
    if removed.unplayed_points is None:
        if least == most:
            return least, ()
        sentence = said(
            "{n} tiles are left over, and nobody noted which were taken out; enter what they are worth",
            n=left,
        )
        return 0, (Problem(ProblemCode.UNPLAYED_UNKNOWN, sentence, clause),)
    told = removed.unplayed_points
    if least <= told <= most:
        return told, ()
    possible = str(least) if least == most else said("{least} to {most}", least=least, most=most)
    sentence = said(
        "{n} tiles are left over, worth {possible} points, not {told}; add them up again",
        n=left,
        possible=possible,
        told=told,
    )
    return told, (Problem(ProblemCode.UNPLAYED_IMPOSSIBLE, sentence, clause),)


# ---------------------------------------------------------------- for judges


def judge_tally(
    tally: Tally, board: Board, judge: Judge, rulebook: Rulebook, announcement: Announcement
) -> Tally:
    """The tally of `board` with every word marked that the judge's lists do not have; for judges' eyes only.

    Sponsors' names are good (bee-8-9). Points are not changed: a word stands until it is challenged.
    """
    exempt = announcement.sponsors if rulebook.words.outside_words is OutsideWords.SPONSORS else ()
    asked = [word for word in board.words() if word.text not in exempt]
    if not asked:
        return tally
    verdict = judge.rule(word.text for word in asked)
    problems = tuple(
        Problem(
            ProblemCode.NOT_GOOD,
            joined(" ", [str(word), said(ruling.ground.sentence)]),
            rulebook.clause_of("words.dictionaries"),
            squares=word.squares,
            words=(word.text,),
        )
        for word, ruling in zip(asked, verdict.words, strict=True)
        if ruling.ground is not None
    )
    return replace(tally, problems=tally.problems + problems)
