"""Rare tiles that several announced words want: whether there are enough, and what helps where there are not.

A square belongs to one word across and one down, and two words meet on at most one square. So words that
cross on a letter share its tile, and each such crossing saves one; blanks save more where they may stand in
a word.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import product
from typing import Final

from wordwaiter.engine.hare import HarePuzzle, laid_bonuses
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.rulebooks.result_choices import BlanksInBonus

_RARE: Final = 2
"""A letter of which there are so few tiles, or fewer, is worth telling when words take them all."""

_MOST_SPLIT: Final = 10
"""Words that are tried across and down in every way; for more, a cruder bound is good enough."""


class Sharing(Enum):
    """How words can stand together that want the same letter."""

    ALL_TAKEN = "all-taken"
    """There are just enough tiles."""
    CROSSING = "crossing"
    """Only if they cross on that letter."""
    BLANKS_OR_CROSSING = "blanks-or-crossing"
    """Only if they cross on it, or blanks stand in for it."""
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class SharedTiles:
    """A letter that several announced words want, with how many tiles of it there are."""

    words: tuple[str, ...]
    """The starting word first, if it is among them."""
    letter: str
    needed: int
    there: int
    how: Sharing

    @property
    def lacking(self) -> int:
        """So many tiles are saved by crossings or blanks, if all words stand."""
        return max(0, self.needed - self.there)

    def __str__(self) -> str:
        names = f"{', '.join(self.words[:-1])} and {self.words[-1]}"
        verb = "is" if self.there == 1 else "are"
        times = "" if self.lacking == 1 else f" {self.lacking} times"
        match self.how:
            case Sharing.ALL_TAKEN:
                so = "together they take them all"
            case Sharing.CROSSING:
                so = f"they stand together only if they cross on {self.letter}{times}"
            case Sharing.BLANKS_OR_CROSSING:
                so = f"they stand together only with blanks, or if they cross on {self.letter}{times}"
            case Sharing.NEVER:
                so = "they can never all stand together; keep some of them for another round"
        return f"{names} need {self.needed} × {self.letter}, and there {verb} {self.there}: {so}"


def shared_tiles(puzzle: HarePuzzle) -> Iterator[SharedTiles]:
    """The letters of which the announced words take all tiles, or more than there are; the rarest first.

    A bonus word that no tiles make is left out: that is told by itself.
    """
    tile_set, supply = puzzle.rulebook.table.tile_set, puzzle.supply
    start = puzzle.announcement.starting_word
    laid = dict(laid_bonuses(puzzle))
    words = list(dict.fromkeys((*([start] if start else []), *laid)))
    needs = {word: Counter(tile_set.spell(word)) for word in words}
    blanks = supply[BLANK]
    if start:  # it is laid with blanks only where the set has too few of a letter
        blanks -= (needs[start] - supply).total()
        needs[start] &= supply
    takes_blanks = {word for word, bonus in laid.items() if bonus.blanks is BlanksInBonus.ALLOWED} - {start}
    for letter in sorted(set().union(*needs.values()), key=lambda each: (supply[each], each)):
        wanted = {word: needs[word][letter] for word in words if needs[word][letter]}
        needed, there = sum(wanted.values()), supply[letter]
        if len(wanted) == 1 or needed < there or (needed == there and there > _RARE):
            continue
        helping = min(blanks, sum(wanted[word] for word in wanted if word in takes_blanks))
        how = _sharing(needed - there, most_crossings(wanted, start), helping)
        yield SharedTiles(tuple(wanted), letter, needed, there, how)


def _sharing(lacking: int, crossings: int, blanks: int) -> Sharing:
    if lacking <= 0:
        return Sharing.ALL_TAKEN
    if lacking > crossings + blanks:
        return Sharing.NEVER
    return Sharing.BLANKS_OR_CROSSING if blanks else Sharing.CROSSING


def most_crossings(wanted: Mapping[str, int], start: str | None) -> int:
    """On how many tiles of a letter these words can cross at most, by how often each has it.

    An upper bound, so that what needs more is impossible for certain: whether the board has room is another
    question. The starting word lies across.
    """
    counts = [wanted[word] for word in sorted(wanted, key=lambda each: each != start)]
    if len(counts) > _MOST_SPLIT:
        return sum(counts) // 2  # each crossing takes a letter of two words
    return max(_between((counts[0],), counts[1:], ways) for ways in product((0, 1), repeat=len(counts) - 1))


def _between(first: Sequence[int], others: Sequence[int], ways: Sequence[int]) -> int:
    """Crossings of words across, the first among them, with words down: two words meet once."""
    across = [*first, *(count for count, way in zip(others, ways, strict=True) if way == 0)]
    down = [count for count, way in zip(others, ways, strict=True) if way == 1]
    return min(sum(min(count, len(down)) for count in across), sum(min(count, len(across)) for count in down))
