"""The Hare solver: the best board that the tiles of a round allow, looked for as long as one likes.

>>> from wordwaiter.engine.hare import Effort, HarePuzzle, solve
>>> from wordwaiter.lexicon import open_lexicon
>>> from wordwaiter.rules.announcement import announce
>>> from wordwaiter.rules.rulebooks.reading import shipped_rulebook
>>> bee = shipped_rulebook("bee-hare")
>>> words = announce(bee.table.tile_set, "literacy")
>>> best = solve(HarePuzzle(bee, words, (open_lexicon("enable"),)), Effort(steps=200))
>>> best.tally.faults, best.total > 0
((), True)
"""

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from wordwaiter import _core
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, common_tile_set
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.announcement import Announcement, starting_tiles
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.finished_board import NONE_REMOVED, Removed, RemovedTiles, check_removed
from wordwaiter.rules.rulebooks.choices import OutsideWords
from wordwaiter.rules.rulebooks.result_choices import (
    BlanksInBonus,
    UnplayedOtherwise,
    WordBonus,
    WordsCounted,
)
from wordwaiter.rules.rulebooks.rulebook import RoundEnding, Rulebook
from wordwaiter.rules.tally import Tally, tally_board

_BLANK_FLAG: Final = 0x80
_SHORTEST_WORD: Final = 2
_LOOK_MS: Final = 100
"""How often progress is reported, and how long an interrupt may wait."""


@dataclass(frozen=True, slots=True)
class HarePuzzle:
    """The tiles, words and rules from which the best board is to be built."""

    rulebook: Rulebook
    announcement: Announcement
    lists: tuple[Lexicon, ...]
    removed: Removed = NONE_REMOVED
    """Tiles that are out of play: taken out and not bought back."""
    extra_words: tuple[str, ...] = ()
    """Words that are good though no list has them."""

    @property
    def supply(self) -> Counter[str]:
        """The tiles that are in play, as far as it is known which were taken out."""
        tiles = Counter(self.rulebook.table.tile_set.counts)
        return tiles - Counter(self.removed.tiles) if isinstance(self.removed, RemovedTiles) else tiles

    @property
    def good_names(self) -> frozenset[str]:
        """Words that are good whatever the lists say: sponsors' names, the starting word, extra ones."""
        words = set(map(self.rulebook.table.tile_set.upper, self.extra_words))
        if self.rulebook.words.outside_words is OutsideWords.SPONSORS:
            words.update(self.announcement.sponsors)
        if self.announcement.starting_word is not None:
            words.add(self.announcement.starting_word)
        return frozenset(words)

    def is_good(self, word: str) -> bool:
        """Checks whether a word may stand on the board."""
        return word in self.good_names or any(word in lexicon for lexicon in self.lists)

    def bonus_words(self) -> Iterator[tuple[str, WordBonus]]:
        """The announced words that bring something, with their bonus; sponsors first."""
        scoring = self.rulebook.scoring
        if scoring.sponsor_word is not None:
            yield from ((name, scoring.sponsor_word) for name in self.announcement.sponsors)
        if scoring.surprise_word is not None and self.announcement.surprise_word is not None:
            yield self.announcement.surprise_word, scoring.surprise_word


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to look, on how many threads; give one of `steps`, `seconds` and `cpu_seconds`."""

    seconds: float | None = None
    steps: int | None = None
    """The board then depends on the seed alone, whatever the machine and the number of threads."""
    cpu_seconds: float | None = None
    """Processor time of each thread: for comparisons on a machine that does other work too."""
    threads: int = 1
    seed: int = 1

    def __post_init__(self) -> None:
        given = [limit for limit in (self.seconds, self.steps, self.cpu_seconds) if limit is not None]
        if len(given) != 1 or given[0] < 0:
            raise MalformedError("bad-effort", "give a number of seconds or of steps, 0 or more")
        if self.seed < 0:
            raise MalformedError("bad-effort", "a seed must be 0 or more")


@dataclass(frozen=True, slots=True)
class Progress:
    """How a search is getting on."""

    best: int
    elapsed: float
    """Seconds by the clock."""
    looking_for: tuple[str, ...] = ()
    """Bonus words for which a place is looked for, whatever the points; none in a search for points."""


@dataclass(frozen=True, slots=True)
class BestBoard:
    """The best board that was found, tallied as a team's board is."""

    board: Board
    tally: Tally
    elapsed: float
    """Seconds by the clock that the search took."""
    interrupted: bool = False

    @property
    def total(self) -> int:
        return self.tally.total

    @property
    def tiles_used(self) -> int:
        return self.board.tile_counts().total()

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        tally = self.tally.plain()
        return {
            "total": self.total,
            "board": self.board.text().splitlines(),
            "words": tally["words"],
            "bonuses": tally["bonuses"],
            "tiles_used": self.tiles_used,
            "word_points": self.tally.word_points,
            "bonus_points": self.tally.bonus_points,
            "unplayed": tally["unplayed"],
            "seconds": round(self.elapsed, 1),
            "interrupted": self.interrupted,
        }


def solve(
    puzzle: HarePuzzle,
    effort: Effort,
    report: Callable[[Progress], None] | None = None,
    stop: threading.Event | None = None,
) -> BestBoard:
    """The best board that can be found; there is always one, if only the starting word.

    Ctrl-C (`KeyboardInterrupt`) or `stop` ends it early with the best board so far. A round whose tiles
    cannot make the starting word has no board and is refused.
    """
    native = native_puzzle(puzzle)
    begin = time.monotonic()
    interrupted = False
    with engine_errors_as_ours():
        search = native.search(
            seed=effort.seed,
            threads=effort.threads,
            steps=effort.steps,
            seconds=effort.seconds,
            cpu_seconds=effort.cpu_seconds,
        )
        try:
            while not search.wait(_LOOK_MS):
                if stop is not None and stop.is_set():
                    interrupted = True
                    search.stop()
                best = search.best()
                if report and best:
                    report(Progress(best[1], time.monotonic() - begin))
        except KeyboardInterrupt:
            interrupted = True
            search.stop()
            _wait_for_end(search)
        found = search.result()
    assert found is not None, "it has ended"  # noqa: S101 - for the type checker
    return _tallied(puzzle, found, time.monotonic() - begin, interrupted=interrupted)


def _wait_for_end(search: _core.HareSearch) -> None:
    """Wait for a search that was stopped; whoever presses Ctrl-C again still gets its board."""
    while True:
        with contextlib.suppress(KeyboardInterrupt):
            if search.wait(_LOOK_MS):
                return


def _tallied(
    puzzle: HarePuzzle, found: "_core.BoardParts", elapsed: float, *, interrupted: bool
) -> BestBoard:
    """The board with its tally, held against what the solver says: its score is never believed."""
    squares, score, _, _ = found
    table = puzzle.rulebook.table
    board = Board(table.layout, table.tile_set, tuple(_cell(square, table.tile_set) for square in squares))
    tally = tally_board(board, puzzle.rulebook, puzzle.announcement, puzzle.removed)
    bad = sorted({word.text for word in board.words() if not puzzle.is_good(word.text)})
    if tally.total != score or tally.faults or bad:
        raise RuntimeError(
            f"the solver says {score} points and the tally {tally.total}, faults {tally.faults}, "
            f"words {bad}; please report this board:\n{board}"
        )
    return BestBoard(board, tally, elapsed, interrupted)


def _cell(square: int, tile_set: TileSet) -> PlacedTile | None:
    if square == 0:
        return None
    return PlacedTile(tile_set.labels[(square & ~_BLANK_FLAG) - 1], is_blank=square >= _BLANK_FLAG)


# ---------------------------------------------------------------- from rules to numbers


def require_finished_board(rulebook: Rulebook) -> None:
    """Refuse rules under which there is no best board."""
    if rulebook.scoring.words_counted is not WordsCounted.ALL_ON_BOARD:
        raise MalformedError(
            "scored-by-turns",
            f"{rulebook.name} scores turn by turn; choose a rulebook that scores finished boards, "
            "such as bee-hare",
        )


def native_puzzle(puzzle: HarePuzzle) -> _core.HarePuzzle:
    """The puzzle as the native core takes it; one that has no board is refused."""
    rulebook, table = puzzle.rulebook, puzzle.rulebook.table
    tile_set = table.tile_set
    require_finished_board(rulebook)
    if not isinstance(puzzle.removed, RemovedTiles):
        raise MalformedError(
            "removed-unknown", "to find the best board, name the removed tiles, not only their number"
        )
    if puzzle.lists and common_tile_set(puzzle.lists).labels != tile_set.labels:
        raise MalformedError("other-tiles", f"choose word lists for {tile_set.name} tiles")
    check_removed(puzzle.removed, rulebook)
    supply = puzzle.supply
    codes = {label: number for number, label in enumerate(tile_set.labels, 1)}
    start = starting_tiles(puzzle.announcement, rulebook)
    _check_start(puzzle.announcement.starting_word, supply, tile_set)

    def coded(word: str) -> bytes | None:
        """The word's letters; nothing if no tiles spell it, so that it can stand on no board."""
        try:
            return bytes(codes[label] for label in tile_set.spell(word))
        except MalformedError:
            return None

    # A word that cannot stand on a board would only have its letters held back for nothing.
    bonuses = ((letters, bonus) for word, bonus in laid_bonuses(puzzle) if (letters := coded(word)))
    with engine_errors_as_ours():
        return _core.HarePuzzle(
            [lexicon.graph for lexicon in puzzle.lists],
            rows=[
                bytes(16 * square.word_factor + square.letter_factor for square in row)
                for row in table.layout.rows
            ],
            values=[tile.value for tile in tile_set.tiles],
            counts=[supply[label] for label in tile_set.labels],
            blanks=supply[BLANK],
            longest_word=table.longest_word,
            fixed=[(square.row, square.col, codes[tile.label]) for square, tile in start],
            bonuses=[
                (letters, bonus.points, bonus.blanks is BlanksInBonus.ALLOWED) for letters, bonus in bonuses
            ],
            unplayed_count=isinstance(rulebook.ending, RoundEnding)
            and rulebook.ending.unplayed is UnplayedOtherwise.OWN_OFF,
            extra_words=[word for name in sorted(puzzle.good_names) if (word := coded(name))],
        )


def laid_bonuses(puzzle: HarePuzzle) -> Iterator[tuple[str, WordBonus]]:
    """The bonus words that can stand on a board of the tiles in play, each by itself, with their bonus."""
    supply = puzzle.supply
    table = puzzle.rulebook.table
    longest = table.longest_word or max(table.layout.width, table.layout.height)
    for word, bonus in puzzle.bonus_words():
        is_makable = can_be_made(word, bonus, supply, table.tile_set) and puzzle.is_good(word)
        if is_makable and _SHORTEST_WORD <= len(table.tile_set.spell(word)) <= longest:
            yield word, bonus


def can_be_made(word: str, bonus: WordBonus, supply: Counter[str], tile_set: TileSet) -> bool:
    """Checks whether there are tiles enough for a bonus word, with blanks where they do not spoil it."""
    try:
        lacking = (Counter(tile_set.spell(word)) - supply).total()
    except MalformedError:
        return False
    return lacking <= (supply[BLANK] if bonus.blanks is BlanksInBonus.ALLOWED else 0)


def _check_start(word: str | None, supply: Counter[str], tile_set: TileSet) -> None:
    lacking = Counter(tile_set.spell(word or "")) - supply
    if lacking.total() > supply[BLANK]:
        letters, blanks = ", ".join(lacking.elements()), supply[BLANK]
        there = "there is 1 blank" if blanks == 1 else f"there are {blanks} blanks"
        raise MalformedError(
            "no-board",
            f"no board is possible: without these tiles, {word} lacks {letters} and {there}; "
            "remove fewer of its tiles",
            word=word,
        )
