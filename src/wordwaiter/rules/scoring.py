"""The score of a play, explained: every word, every letter, every premium newly covered."""

from dataclasses import dataclass
from math import prod

from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Board, BoardWord, PlacedTile
from wordwaiter.rules.layout import Direction, Premium, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.shape import ShapeCode, check_shape
from wordwaiter.sentences import Wording, joined, said


@dataclass(frozen=True, slots=True)
class LetterScore:
    """One letter of a scored word."""

    square: Square
    tile: PlacedTile
    value: int
    """The value of the tile: 0 for a blank."""
    premium: Premium
    """The premium that counts for it; plain where the square was covered before."""

    @property
    def points(self) -> int:
        return self.value * self.premium.letter_factor

    def __str__(self) -> str:
        sign = self.tile.label.lower() if self.tile.is_blank else self.tile.label
        factor = self.premium.letter_factor
        return f"{sign}{self.value}" + (f"×{factor}" if factor > 1 else "")


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word with what it scores."""

    square: Square
    direction: Direction
    letters: tuple[LetterScore, ...]

    @property
    def word(self) -> str:
        return "".join([letter.tile.label for letter in self.letters])

    @property
    def letter_sum(self) -> int:
        """The letters together, with their own premiums and before those of the word."""
        return sum([letter.value * letter.premium.letter_factor for letter in self.letters])

    @property
    def factors(self) -> tuple[int, ...]:
        """The word premiums that count, in the order of their squares."""
        factors = [letter.premium.word_factor for letter in self.letters]
        return tuple([factor for factor in factors if factor > 1])

    @property
    def multiplier(self) -> int:
        return prod(self.factors)

    @property
    def points(self) -> int:
        return self.letter_sum * self.multiplier

    def explain(self) -> Wording:
        """A line that can be read out: `RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14`."""
        letters = " ".join(map(str, self.letters))
        times = "".join(f" ×{factor}" for factor in self.factors)
        product = f",{times} = {self.points}" if times else ""
        # A word and its sums read the same in every language.
        return joined("", [f"{self.word}: {letters} = {self.letter_sum}{product}"])

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {
            "word": self.word,
            "square": self.square.written(self.direction),
            "direction": self.direction.value,
            "letters": [
                {
                    "square": str(letter.square),
                    "label": letter.tile.label,
                    "blank": letter.tile.is_blank,
                    "value": letter.value,
                    "premium": letter.premium.name.lower().replace("_", "-"),
                    "points": letter.points,
                }
                for letter in self.letters
            ],
            "letter_sum": self.letter_sum,
            "multiplier": self.multiplier,
            "points": self.points,
        }


@dataclass(frozen=True, slots=True)
class PlayScore:
    """The score of one play: its words, the main one first, and the bonus for a full rack."""

    words: tuple[WordScore, ...]
    bonus: int

    @property
    def total(self) -> int:
        return sum(word.points for word in self.words) + self.bonus

    def explain(self) -> tuple[str, ...]:
        """Lines that can be read out, the total last."""
        lines: list[str] = [word.explain() for word in self.words]
        if self.bonus:
            lines.append(said("all tiles of the rack: +{points}", points=self.bonus))
        if len(lines) != 1:
            lines.append(said("together {total}", total=self.total))
        return tuple(lines)

    def plain(self) -> dict[str, object]:
        """Returns plain values, for pages and JSON."""
        return {"words": [word.plain() for word in self.words], "bonus": self.bonus, "total": self.total}


@dataclass(frozen=True, slots=True)
class BoardScore:
    """The score of the words of a finished board."""

    words: tuple[WordScore, ...]

    @property
    def total(self) -> int:
        return sum(word.points for word in self.words)


_UNSCORABLE = frozenset(
    {
        ShapeCode.NO_TILES,
        ShapeCode.OFF_BOARD,
        ShapeCode.SQUARE_OCCUPIED,
        ShapeCode.NO_SUCH_TILE,
        ShapeCode.BLANK_WITHOUT_LETTER,
        ShapeCode.NOT_IN_ONE_LINE,
        ShapeCode.GAP,
    }
)
"""Faults with which a play has no words that could be scored."""


def score_play(board: Board, placement: Placement, rulebook: Rulebook) -> PlayScore:
    """Returns the score of a play on `board`, which does not hold it yet.

    A play that makes words is scored even if it is forbidden (not connected, too long, too many tiles), so
    that records of what was played can be rescored; one that makes none is refused.
    """
    for fault in check_shape(board, placement, rulebook):
        if fault.code in _UNSCORABLE:
            raise fault.error()
    return score_checked_play(board, placement, rulebook)


def score_checked_play(board: Board, placement: Placement, rulebook: Rulebook) -> PlayScore:
    """Scores a play whose shape was checked already."""
    return PlayScore(_score_words(board, placement), _bonus(placement, rulebook))


def _bonus(placement: Placement, rulebook: Rulebook) -> int:
    """Returns the bonus for a full rack."""
    is_full_rack = len(placement.laid) == rulebook.table.rack_size
    return (rulebook.scoring.full_rack_bonus or 0) if is_full_rack else 0


def points_of_checked_play(
    board: Board, placement: Placement, rulebook: Rulebook
) -> tuple[tuple[str, ...], int]:
    """The words of a play whose shape was checked, and its points: what `score_checked_play` explains.

    A move needs no more than that, and this makes none of the values that an explanation is made of.
    """
    main = placement.direction_on(board)
    if main is None:
        raise IllegalError("not-in-one-line", "tiles must be in one line to make a word")
    width, after = board.layout.width, list(board.cells)
    for square, tile in placement.laid:
        after[square.row * width + square.col] = tile
    lines = [(placement.laid[0][0], main), *((square, main.other) for square, _ in placement.laid)]
    words: list[str] = []
    total = _bonus(placement, rulebook)
    for square, direction in lines:
        word, tiles, points = _points_through(square, direction, board, after)
        if tiles > 1:
            words.append(word)
            total += points
    return tuple(words), total


def _points_through(
    square: Square, direction: Direction, board: Board, after: list[PlacedTile | None]
) -> tuple[str, int, int]:
    """The letters in a row or column through a square of `after`, how many tiles they are, and their points.

    Premiums count where `board` has no tile yet.
    """
    width, before, values = board.layout.width, board.cells, board.tile_set.values
    place = square.row * width + square.col
    if direction is Direction.ACROSS:
        step, first, end = 1, place - square.col, place - square.col + width
    else:
        step, first, end = width, square.col, len(after)
    while place - step >= first and after[place - step] is not None:
        place -= step
    word, tiles, points, factor = "", 0, 0, 1
    while place < end and (tile := after[place]) is not None:
        value = values[BLANK if tile.is_blank else tile.label]
        if before[place] is None:
            premium = board.layout.rows[place // width][place % width]
            value *= premium.letter_factor
            factor *= premium.word_factor
        word += tile.label
        tiles += 1
        points += value
        place += step
    return word, tiles, points * factor


def score_starting_word(board: Board, placement: Placement) -> PlayScore:
    """Returns the score of the starting word that the committee lays on `board`; no rack was played."""
    return PlayScore(_score_words(board, placement), bonus=0)


def _score_words(board: Board, placement: Placement) -> tuple[WordScore, ...]:
    return tuple([_score_word(word, board, board) for word in words_of_play(board, placement)])


def words_of_play(board: Board, placement: Placement) -> tuple[BoardWord, ...]:
    """The words that a play in one line makes or changes: its own first, then those across it in order."""
    main = placement.direction_on(board)
    if main is None:
        raise IllegalError("not-in-one-line", "tiles must be in one line to make a word")
    after = board.with_tiles(placement.laid)
    own = after.word_through(placement.squares[0], main)
    cross = (after.word_through(square, main.other) for square in placement.squares)
    return tuple(word for word in (own, *cross) if word is not None)


def score_finished_board(board: Board) -> BoardScore:
    """Returns the score of every word of a finished board; a premium counts in both crossing words."""
    return BoardScore(tuple(_score_word(word, board, None) for word in board.words()))


def _score_word(word: BoardWord, board: Board, before: Board | None) -> WordScore:
    """A word with its premiums: those of squares that `before` had no tile on, or all where there is none."""
    rows, values = board.layout.rows, board.tile_set.values
    letters = []
    for square, tile in zip(word.squares, word.tiles, strict=True):
        is_fresh = before is None or before.at(square) is None
        premium = rows[square.row][square.col] if is_fresh else Premium.PLAIN
        letters.append(LetterScore(square, tile, values[tile.kind], premium))
    return WordScore(word.square, word.direction, tuple(letters))
