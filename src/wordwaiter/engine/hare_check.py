"""Before the evening: can the announced words be laid together, and what do they make possible?"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from wordwaiter.engine.hare import (
    BestBoard,
    Effort,
    HarePuzzle,
    Progress,
    can_be_made,
    laid_bonuses,
    solve,
)
from wordwaiter.engine.hare_tiles import SharedTiles, shared_tiles
from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import Announcement, check_announcement
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.rulebooks.result_choices import WordBonus
from wordwaiter.rules.tally import tally_board

_HEAVY: Final = 40
"""So much more a bonus weighs where the question is whether all of them have a place."""


class Looked(Enum):
    """How long a board was searched for."""

    TO_THE_END = "to-the-end"
    FOR_A_WHILE = "for-a-while"
    """It was interrupted."""
    NOT_AT_ALL = "not-at-all"
    """There was no time."""


@dataclass(frozen=True, slots=True)
class WordCheck:
    """Everything the committee should know about the words it means to announce."""

    problems: tuple[Problem, ...]
    """Reasons why a word cannot be laid, and anything odd about it."""
    unlisted: tuple[str, ...]
    """Announced words that are in none of the lists, and so are not good."""
    shared: tuple[SharedTiles, ...]
    possible_bonus: int
    """The points of all bonus words that can be laid, each by itself."""
    best: BestBoard | None
    """A board with as many of them as were found to go together; none if there is no board."""
    missing: tuple[str, ...]
    """Bonus words that it does not have."""
    lonely: tuple[str, ...]
    """Those of the missing that have a place when nothing else is announced beside the starting word."""
    taken_out: tuple[str, ...] = ()
    """Problems caused by the tiles that were taken out, a sentence each."""
    looked: Looked = Looked.TO_THE_END
    no_board: str = ""
    """Why there is none, where the tiles that were taken out are to blame."""

    @property
    def is_well(self) -> bool:
        """Checks whether every announced word can stand, all of them together."""
        faults = [problem for problem in self.problems if not problem.code.is_note]
        return self.best is not None and not (faults or self.unlisted or self.missing)

    def advice(self) -> Iterator[str]:
        """Yields advice, a sentence each; the verdict comes first."""
        yield self._verdict()
        for sentence in (*map(str, self.problems), *self.taken_out):
            yield _as_sentence(sentence)
        for word in self.unlisted:
            yield f"{word} is in none of the word lists, so a team that lays it can be challenged."
        for word in self.lonely:
            yield f"{word} has a place by itself; announce it in another round than the words it meets here."
        for each in self.shared:
            yield f"{each}."

    def _verdict(self) -> str:
        if self.best is None:
            return _as_sentence(self.no_board or "There is no board with this starting word; choose another")
        if not self.missing:
            bonus = self.best.tally.bonus_points
            brings = f", bonuses {bonus:,}" if bonus else ""
            return f"All words go together: a board of {self.best.total:,} points was found{brings}."
        names = ", ".join(self.missing)
        match self.looked:
            case Looked.NOT_AT_ALL:
                return f"There was no time to look for a board with {names}; give it some seconds."
            case Looked.FOR_A_WHILE:
                found = f"No board with {names} was found before it was interrupted"
            case Looked.TO_THE_END:
                found = f"No board was found that also has {names}"
        return f"{found}; the best found has {self.best.total:,} points."

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "well": self.is_well,
            "advice": list(self.advice()),
            "problems": [problem.plain() for problem in self.problems],
            "unlisted": list(self.unlisted),
            "shared_tiles": [
                {
                    "words": list(each.words),
                    "letter": each.letter,
                    "needed": each.needed,
                    "there": each.there,
                    "how": each.how.value,
                }
                for each in self.shared
            ],
            "possible_bonus": self.possible_bonus,
            "missing": list(self.missing),
            "looked": self.looked.value,
            "best": None if self.best is None else self.best.plain(),
        }


def check_words(
    puzzle: HarePuzzle, effort: Effort, report: Callable[[Progress], None] | None = None
) -> WordCheck:
    """Checks a puzzle's announced words; the board is searched with this effort."""
    announcement = puzzle.announcement
    bonuses = dict(puzzle.bonus_words())
    problems = check_announcement(announcement, puzzle.rulebook)
    taken_out = tuple(_taken_out(puzzle))
    is_timeless = 0 in (effort.seconds, effort.steps, effort.cpu_seconds)
    best: BestBoard | None
    no_board = ""
    try:
        best = solve(puzzle, effort, report)
    except MalformedError as error:
        best = None
        if all(problem.code.is_note for problem in problems):  # otherwise they say why
            no_board = error.sentence
    earned = _earned(best)
    is_interrupted = best is not None and best.interrupted
    wanted = [word for word in bonuses if word not in earned and _can_be_made(puzzle, word)]
    if best is not None and wanted and not is_interrupted and not is_timeless:
        together = _with_most_bonuses(puzzle, effort, report)
        is_interrupted = together.interrupted
        if len(_earned(together)) > len(earned):
            best, earned = together, _earned(together)
    missing = tuple(word for word in bonuses if word not in earned)
    listed = (announcement.starting_word, announcement.surprise_word)
    seeks_alone = not is_interrupted and not is_timeless and len(bonuses) > 1
    return WordCheck(
        problems,
        tuple(word for word in dict.fromkeys((*listed, *bonuses)) if word and not _is_good(puzzle, word)),
        tuple(shared_tiles(puzzle)),
        sum(bonus.points for _, bonus in laid_bonuses(puzzle)),
        best,
        missing,
        tuple(_lonely(puzzle, missing, effort, report)) if seeks_alone else (),
        taken_out,
        Looked.NOT_AT_ALL if is_timeless else Looked.FOR_A_WHILE if is_interrupted else Looked.TO_THE_END,
        no_board,
    )


def _taken_out(puzzle: HarePuzzle) -> Iterator[str]:
    """Bonus words that the whole set makes, and the tiles in play do not."""
    tile_set = puzzle.rulebook.table.tile_set
    for word, bonus in dict(puzzle.bonus_words()).items():
        if can_be_made(word, bonus, Counter(tile_set.counts), tile_set) and not _can_be_made(puzzle, word):
            letters = ", ".join((Counter(tile_set.spell(word)) - puzzle.supply).elements())
            yield f"{word} cannot be laid: with these tiles taken out it lacks {letters}"


def _earned(best: BestBoard | None) -> set[str]:
    return set() if best is None else {bonus.word for bonus in best.tally.bonuses}


def _can_be_made(puzzle: HarePuzzle, word: str) -> bool:
    """Checks whether there are tiles in play for a bonus word."""
    return can_be_made(word, dict(puzzle.bonus_words())[word], puzzle.supply, puzzle.rulebook.table.tile_set)


def _with_most_bonuses(
    puzzle: HarePuzzle, effort: Effort, report: Callable[[Progress], None] | None
) -> BestBoard:
    """A board on which bonus words come before everything else, tallied as it would be.

    In a short search for points a word of 50 may be left out though it has a place; here nothing outweighs
    it.
    """
    rulebook, scoring = puzzle.rulebook, puzzle.rulebook.scoring
    heavy = replace(
        scoring, sponsor_word=_heavier(scoring.sponsor_word), surprise_word=_heavier(scoring.surprise_word)
    )
    words = tuple(dict(puzzle.bonus_words()))

    def tell(progress: Progress) -> None:
        if report is not None:
            report(replace(progress, looking_for=words))

    found = solve(replace(puzzle, rulebook=replace(rulebook, scoring=heavy)), effort, tell)
    return replace(found, tally=tally_board(found.board, rulebook, puzzle.announcement, puzzle.removed))


def _heavier(bonus: WordBonus | None) -> WordBonus | None:
    return None if bonus is None else replace(bonus, points=bonus.points * _HEAVY)


def _is_good(puzzle: HarePuzzle, word: str) -> bool:
    """Checks whether the lists have it; the committee's starting word is no exception here."""
    if word == puzzle.announcement.starting_word:
        return any(word in lexicon for lexicon in puzzle.lists)
    return puzzle.is_good(word)


def _as_sentence(text: str) -> str:
    """Returns the sentence with a capital at its head and a full stop at its end."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _lonely(
    puzzle: HarePuzzle, missing: Sequence[str], effort: Effort, report: Callable[[Progress], None] | None
) -> Iterator[str]:
    """Those of the missing words that have a place by themselves; Ctrl-C ends the looking."""
    announcement = puzzle.announcement
    for word in missing:
        if not _can_be_made(puzzle, word):
            continue
        alone = Announcement(
            announcement.starting_word,
            word if word == announcement.surprise_word else None,
            (word,) if word in announcement.sponsors else (),
        )
        try:
            best = _with_most_bonuses(replace(puzzle, announcement=alone), effort, report)
        except MalformedError:
            return  # no board holds the starting word
        if word in _earned(best):
            yield word
        if best.interrupted:
            return
