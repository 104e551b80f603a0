"""Before the evening: can the announced words be laid together, and what do they make possible?"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, Progress, can_be_made, solve
from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import Announcement, check_announcement
from wordwaiter.rules.choices import BlanksInBonus, WordBonus
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.tally import tally_board

_HEAVY: Final = 40
"""So much more a bonus weighs where the question is whether all of them have a place."""

_RARE: Final = 2
"""A letter of which there are so few tiles, or fewer, is worth telling when two words want it."""


@dataclass(frozen=True, slots=True)
class SharedTiles:
    """A rare letter that two announced words need both."""

    words: tuple[str, str]
    letter: str
    needed: int
    there: int
    blanks_help: bool
    """Whether blanks may stand in for what is lacking."""

    def __str__(self) -> str:
        one, other = self.words
        tiles = f"{self.needed} × {self.letter}, and there {'is' if self.there == 1 else 'are'} {self.there}"
        if self.needed > self.there:
            how = "with blanks, or if they cross on that tile" if self.blanks_help else "if they cross on it"
            return f"{one} and {other} need {tiles}: both count only {how}"
        return f"{one} and {other} need {tiles}: together they take them all"


@dataclass(frozen=True, slots=True)
class WordCheck:
    """What the committee should know about the words that it means to announce."""

    problems: tuple[Problem, ...]
    """What keeps a word from being laid, and what is odd about it."""
    unlisted: tuple[str, ...]
    """Announced words that are in none of the lists, and so are not good."""
    shared: tuple[SharedTiles, ...]
    possible_bonus: int
    """What all bonus words bring together."""
    best: BestBoard | None
    """A board with as many of them as were found to go together; none if there is no board."""
    missing: tuple[str, ...]
    """Bonus words that it does not have."""
    lonely: tuple[str, ...]
    """Those of the missing that have a place when nothing else is announced beside the starting word."""

    @property
    def is_well(self) -> bool:
        """Whether every announced word can stand, all of them together."""
        faults = [problem for problem in self.problems if not problem.code.is_note]
        return self.best is not None and not (faults or self.unlisted or self.missing)

    def advice(self) -> Iterator[str]:
        """What to know and what to do, a sentence each; the verdict comes first."""
        if self.best is None:
            yield "There is no board with this starting word; choose another."
        elif not self.missing:
            brings = f", bonuses {self.possible_bonus}" if self.possible_bonus else ""
            yield f"All words go together: a board of {self.best.total:,} points was found{brings}."
        else:
            names = ", ".join(self.missing)
            yield f"No board was found that also has {names}; the best found has {self.best.total:,} points."
        yield from map(str, self.problems)
        for word in self.unlisted:
            yield f"{word} is in none of the word lists, so a team that lays it can be challenged."
        for word in self.lonely:
            yield f"{word} has a place by itself; announce it in another round than the words it meets here."
        yield from map(str, self.shared)

    def plain(self) -> dict[str, object]:
        """The same as plain values, for pages and JSON."""
        return {
            "well": self.is_well,
            "advice": list(self.advice()),
            "problems": [problem.plain() for problem in self.problems],
            "unlisted": list(self.unlisted),
            "shared_tiles": [
                {"words": list(each.words), "letter": each.letter, "needed": each.needed, "there": each.there}
                for each in self.shared
            ],
            "possible_bonus": self.possible_bonus,
            "missing": list(self.missing),
            "best": None if self.best is None else self.best.plain(),
        }


def check_words(
    puzzle: HarePuzzle, effort: Effort, report: Callable[[Progress], None] | None = None
) -> WordCheck:
    """What is to be known about a puzzle's announced words; the board is looked for with this effort."""
    announcement = puzzle.announcement
    bonuses = dict(puzzle.bonus_words())
    best: BestBoard | None
    try:
        best = solve(puzzle, effort, report)
    except MalformedError:
        best = None  # The problems say why.
    earned = _earned(best)
    if best is not None and any(_can_be_made(puzzle, word) for word in bonuses.keys() - earned):
        together = _with_most_bonuses(puzzle, effort)
        if len(_earned(together)) > len(earned):
            best, earned = together, _earned(together)
    missing = tuple(word for word in bonuses if word not in earned)
    listed = (announcement.starting_word, announcement.surprise_word)
    return WordCheck(
        check_announcement(announcement, puzzle.rulebook),
        tuple(word for word in dict.fromkeys((*listed, *bonuses)) if word and not _is_good(puzzle, word)),
        tuple(_shared(puzzle)),
        sum(bonus.points for _, bonus in puzzle.bonus_words()),
        best,
        missing,
        tuple(word for word in missing if len(bonuses) > 1 and _stands_alone(puzzle, word, effort)),
    )


def _earned(best: BestBoard | None) -> set[str]:
    return set() if best is None else {bonus.word for bonus in best.tally.bonuses}


def _can_be_made(puzzle: HarePuzzle, word: str) -> bool:
    """Whether there are tiles for a bonus word; where there are none, `check_announcement` says so."""
    tile_set = puzzle.rulebook.table.tile_set
    return can_be_made(word, dict(puzzle.bonus_words())[word], Counter(tile_set.counts), tile_set)


def _with_most_bonuses(puzzle: HarePuzzle, effort: Effort) -> BestBoard:
    """A board on which bonus words come before everything else, tallied as it would be.

    In a short search for points a word of 50 may be left out though it has a place; here nothing outweighs
    it.
    """
    rulebook, scoring = puzzle.rulebook, puzzle.rulebook.scoring
    heavy = replace(
        scoring, sponsor_word=_heavier(scoring.sponsor_word), surprise_word=_heavier(scoring.surprise_word)
    )
    found = solve(replace(puzzle, rulebook=replace(rulebook, scoring=heavy)), effort)
    return replace(found, tally=tally_board(found.board, rulebook, puzzle.announcement, puzzle.removed))


def _heavier(bonus: WordBonus | None) -> WordBonus | None:
    return None if bonus is None else replace(bonus, points=bonus.points * _HEAVY)


def _is_good(puzzle: HarePuzzle, word: str) -> bool:
    """Whether the lists have it; the committee's starting word is no exception here."""
    if word == puzzle.announcement.starting_word:
        return any(word in lexicon for lexicon in puzzle.lists)
    return puzzle.is_good(word)


def _shared(puzzle: HarePuzzle) -> Iterator[SharedTiles]:
    tile_set = puzzle.rulebook.table.tile_set
    bonuses = dict(puzzle.bonus_words())
    tiles = Counter(tile_set.counts)
    needs = {
        word: Counter(tile_set.spell(word))
        for word, bonus in bonuses.items()
        if can_be_made(word, bonus, tiles, tile_set)  # of the others `check_announcement` tells
    }
    for one, other in combinations(needs, 2):
        for letter in sorted(needs[one].keys() & needs[other].keys()):
            needed, there = needs[one][letter] + needs[other][letter], tile_set.counts[letter]
            lacking = needed - there
            if lacking > 0 or (there <= _RARE and lacking == 0):
                may_be_blank = sum(
                    needs[word][letter]
                    for word in (one, other)
                    if bonuses[word].blanks is BlanksInBonus.ALLOWED
                )
                blanks_help = lacking <= min(may_be_blank, tile_set.blanks)
                yield SharedTiles((one, other), letter, needed, there, blanks_help)


def _stands_alone(puzzle: HarePuzzle, word: str, effort: Effort) -> bool:
    announcement = puzzle.announcement
    if not _can_be_made(puzzle, word):
        return False
    alone = Announcement(
        announcement.starting_word,
        word if word == announcement.surprise_word else None,
        (word,) if word in announcement.sponsors else (),
    )
    try:
        best = _with_most_bonuses(replace(puzzle, announcement=alone), effort)
    except MalformedError:
        return False
    return word in _earned(best)
