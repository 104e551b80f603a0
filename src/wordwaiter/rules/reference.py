"""All legal plays and their scores, found the plain way: the oracle that every faster way must agree with.

Written for reading. It shares the values `Board`, `Placement` and `Rulebook` with the rest and none of its
code for shapes and scores, so that each can prove the other.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.board import Board, Laid, PlacedTile
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import OnStartSquare
from wordwaiter.rules.rulebooks.rulebook import Rulebook, Turns

Labels = tuple[str, ...]


class ReferenceWords:
    """The words of a list, spelled in tiles and sorted, so that those with one beginning stand together."""

    def __init__(self, words: Iterable[str], tile_set: TileSet) -> None:
        """Take in `words`; one that cannot be laid with these tiles is left out."""
        spelled = {labels for word in words if (labels := _spelled(word, tile_set))}
        self._words = sorted(spelled)
        self._known = spelled
        self._going_on: dict[tuple[range, int], Mapping[str, range]] = {}

    def __contains__(self, labels: Labels) -> bool:
        return labels in self._known

    def __len__(self) -> int:
        return len(self._words)

    def all(self) -> range:
        """Returns where all words stand."""
        return range(len(self._words))

    def going_on(self, beginning: range, length: int) -> Mapping[str, range]:
        """For each tile that can follow a common beginning of `length` tiles, where those words stand."""
        asked = (beginning, length)
        if asked not in self._going_on:
            self._going_on[asked] = dict(self._split(beginning, length))
        return self._going_on[asked]

    def _split(self, beginning: range, length: int) -> Iterator[tuple[str, range]]:
        def tile_after(word: Labels) -> str:
            return word[length]

        first, stop = beginning.start, beginning.stop
        # The word that is the beginning itself stands first and does not go on.
        if first < stop and len(self._words[first]) == length:
            first += 1
        while first < stop:
            label = self._words[first][length]
            end = bisect_right(self._words, label, first, stop, key=tile_after)
            yield label, range(first, end)
            first = end


def _spelled(word: str, tile_set: TileSet) -> Labels:
    try:
        return tile_set.spell(word)
    except MalformedError:
        return ()


@dataclass(frozen=True, slots=True)
class ReferencePlay:
    """A legal play and what it scores."""

    placement: Placement
    score: int


def reference_plays(
    board: Board, tiles: Rack, words: ReferenceWords, rulebook: Rulebook
) -> Iterator[ReferencePlay]:
    """Every legal play of some of `tiles`, once; no more tiles are laid than a rack of the rulebook holds."""
    found: set[Placement] = set()
    for placement in _Search(board, tiles, words, rulebook).placements():
        # A single tile that makes a word both ways is found both ways.
        if placement not in found:
            found.add(placement)
            yield ReferencePlay(placement, reference_score(board, placement, rulebook))


def exists_play(board: Board, tiles: Rack, words: ReferenceWords, rulebook: Rulebook) -> bool:
    """Checks whether there is a legal play of some of `tiles`, which may be more than one rack holds."""
    return any(True for _ in _Search(board, tiles, words, rulebook).placements())


class _Search:
    """Tries every square as the first of a word, both ways, and every tile on every square that follows."""

    def __init__(self, board: Board, tiles: Rack, words: ReferenceWords, rulebook: Rulebook) -> None:
        self.board = board
        self.words = words
        self.held = Counter(tiles.tiles)
        self.most_tiles = min(len(tiles), rulebook.table.rack_size or len(tiles))
        self.longest = rulebook.table.longest_word or max(board.layout.height, board.layout.width)
        self.least_letters = max(2, rulebook.least_first_letters or 0) if board.is_empty else 2
        self.anchors = _anchors(board, rulebook)
        self.cross_words: dict[tuple[Square, Direction, str], bool] = {}

    def placements(self) -> Iterator[Placement]:
        for direction in Direction:
            for first in self.board.layout.squares():
                begins_here = self.board.at(first.toward(direction, -1)) is None
                if begins_here and self._reaches_anchor(first, direction):
                    yield from self._go_on(first, direction, (), (), self.words.all())

    def _reaches_anchor(self, first: Square, direction: Direction) -> bool:
        """Checks whether a word from here can touch the others before the tiles run out."""
        tiles, square = 0, first
        while square in self.board.layout and tiles < self.most_tiles:
            if square in self.anchors:
                return True
            tiles += self.board.at(square) is None
            square = square.toward(direction)
        return False

    def _go_on(
        self, square: Square, direction: Direction, so_far: Labels, laid: tuple[Laid, ...], beginning: range
    ) -> Iterator[Placement]:
        """The plays whose word begins with `so_far`, of which `laid` are new, and goes on at `square`."""
        there = self.board.at(square)
        if there is None and self._is_play(so_far, laid):
            yield Placement(laid)
        if len(so_far) == self.longest or square not in self.board.layout:
            return
        going_on = self.words.going_on(beginning, len(so_far))
        after = square.toward(direction)
        if there is not None:
            if there.label in going_on:
                word = (*so_far, there.label)
                yield from self._go_on(after, direction, word, laid, going_on[there.label])
            return
        if len(laid) == self.most_tiles:
            return
        for tile in self._tiles_to_try():
            if tile.label in going_on and self._makes_good_cross_word(square, direction.other, tile.label):
                self.held[tile.kind] -= 1
                word, more = (*so_far, tile.label), (*laid, (square, tile))
                yield from self._go_on(after, direction, word, more, going_on[tile.label])
                self.held[tile.kind] += 1

    def _tiles_to_try(self) -> list[PlacedTile]:
        plain = [PlacedTile(label) for label, count in self.held.items() if count and label != BLANK]
        letters = self.board.tile_set.labels if self.held[BLANK] else ()
        return plain + [PlacedTile(label, is_blank=True) for label in letters]

    def _is_play(self, word: Labels, laid: tuple[Laid, ...]) -> bool:
        return (
            len(word) >= self.least_letters
            and word in self.words
            and any(square in self.anchors for square, _ in laid)
        )

    def _makes_good_cross_word(self, square: Square, direction: Direction, label: str) -> bool:
        """Checks whether `label` on `square` leaves a good word, or none, in `direction`."""
        asked = (square, direction, label)
        if asked not in self.cross_words:
            before = _labels_beside(self.board, square, direction, -1)
            after = _labels_beside(self.board, square, direction, 1)
            word = (*reversed(before), label, *after)
            self.cross_words[asked] = len(word) == 1 or (len(word) <= self.longest and word in self.words)
        return self.cross_words[asked]


def _anchors(board: Board, rulebook: Rulebook) -> frozenset[Square]:
    """The empty squares of which a play must cover one: those beside a tile, or an empty board's start."""
    if board.is_empty:
        on_start = isinstance(rulebook.play, Turns) and isinstance(rulebook.play.first_play, OnStartSquare)
        return frozenset({board.layout.start}) if on_start else frozenset()
    return frozenset(
        square
        for square in board.layout.squares()
        if board.at(square) is None
        and any(
            board.at(square.toward(direction, sense)) is not None
            for direction in Direction
            for sense in (-1, 1)
        )
    )


def _labels_beside(board: Board, square: Square, direction: Direction, sense: int) -> list[str]:
    labels = []
    beside = square.toward(direction, sense)
    while (tile := board.at(beside)) is not None:
        labels.append(tile.label)
        beside = beside.toward(direction, sense)
    return labels


# ---------------------------------------------------------------- the score


def reference_score(board: Board, placement: Placement, rulebook: Rulebook) -> int:
    """Returns the score of a legal play, computed square by square."""
    tiles = dict(board.tiles()) | dict(placement.laid)
    # A word is known by its direction and first square, so that the one the tiles share is counted once.
    words = {
        (direction, _first_of_word(square, direction, tiles))
        for square in placement.squares
        for direction in Direction
    }
    score = sum(_word_score(first, direction, tiles, placement, board) for direction, first in words)
    if len(placement.laid) == rulebook.table.rack_size:
        score += rulebook.scoring.full_rack_bonus or 0
    return score


def _first_of_word(square: Square, direction: Direction, tiles: dict[Square, PlacedTile]) -> Square:
    while square.toward(direction, -1) in tiles:
        square = square.toward(direction, -1)
    return square


def _word_score(
    first: Square,
    direction: Direction,
    tiles: dict[Square, PlacedTile],
    placement: Placement,
    board: Board,
) -> int:
    """Returns the score of one word; a tile with no neighbour in `direction` scores nothing."""
    letters, times, length = 0, 1, 0
    square = first
    while square in tiles:
        tile = tiles[square]
        value = 0 if tile.is_blank else board.tile_set.values[tile.label]
        if square in placement.squares:
            value *= board.layout.premium(square).letter_factor
            times *= board.layout.premium(square).word_factor
        letters += value
        length += 1
        square = square.toward(direction)
    return letters * times if length > 1 else 0
