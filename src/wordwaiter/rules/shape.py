"""Faults in the shape of a play, each with its own code and the clause that forbids it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import JoinsStartingWord, OnStartSquare
from wordwaiter.rules.rulebooks.rulebook import Rulebook


class ShapeCode(Enum):
    """The ways in which a play can be wrong whatever its words are."""

    NO_TILES = "no-tiles"
    OFF_BOARD = "off-board"
    SQUARE_OCCUPIED = "square-occupied"
    NO_SUCH_TILE = "no-such-tile"
    BLANK_WITHOUT_LETTER = "blank-without-letter"
    NOT_IN_ONE_LINE = "not-in-one-line"
    GAP = "gap"
    ONE_LETTER_FIRST_WORD = "one-letter-first-word"
    NOT_ON_CENTRE = "not-on-centre"
    STARTING_WORD_MISSING = "starting-word-missing"
    NOT_CONNECTED = "not-connected"
    WORD_TOO_LONG = "word-too-long"
    TOO_MANY_TILES = "too-many-tiles"
    TILES_NOT_HELD = "tiles-not-held"


_SETTING: Final = {
    ShapeCode.NO_TILES: "placing.line",
    ShapeCode.OFF_BOARD: "table.layout",
    ShapeCode.SQUARE_OCCUPIED: "placing.played_tiles",
    ShapeCode.NO_SUCH_TILE: "table.tile_set",
    ShapeCode.BLANK_WITHOUT_LETTER: "placing.blanks",
    ShapeCode.NOT_IN_ONE_LINE: "placing.line",
    ShapeCode.GAP: "placing.line",
    ShapeCode.ONE_LETTER_FIRST_WORD: "turns.first_play",
    ShapeCode.NOT_ON_CENTRE: "turns.first_play",
    ShapeCode.STARTING_WORD_MISSING: "table.starting_word",
    ShapeCode.NOT_CONNECTED: "placing.joining",
    ShapeCode.WORD_TOO_LONG: "table.longest_word",
    ShapeCode.TOO_MANY_TILES: "table.rack_size",
    ShapeCode.TILES_NOT_HELD: "table.rack_size",
}
"""The setting whose clause each fault is refused by."""


@dataclass(frozen=True, slots=True)
class ShapeFault:
    """One thing that is wrong with a play."""

    code: ShapeCode
    sentence: str
    clause: str
    squares: tuple[Square, ...] = ()

    def error(self) -> IllegalError:
        """The refusal that this fault is."""
        return IllegalError(
            self.code.value,
            self.sentence,
            clause=self.clause,
            squares=[str(square) for square in self.squares],
        )


def check_shape(
    board: Board, placement: Placement, rulebook: Rulebook, rack: Rack | None = None
) -> tuple[ShapeFault, ...]:
    """Everything that is wrong with the shape of a play on a board of turns; nothing if it may be announced.

    `rack` is what the player holds, where that is known. Words are not looked up: a phoney is well shaped.
    """
    return tuple(
        ShapeFault(code, sentence, rulebook.clause_of(_setting(code, squares, board)), squares)
        for code, sentence, squares in _faults(board, placement, rulebook, rack)
    )


def _setting(code: ShapeCode, squares: tuple[Square, ...], board: Board) -> str:
    """The setting whose clause forbids it: a blank is not lifted for the real tile by a clause of its own."""
    there = board.at(squares[0]) if code is ShapeCode.SQUARE_OCCUPIED else None
    return "placing.blanks" if there is not None and there.is_blank else _SETTING[code]


def require_shape(board: Board, placement: Placement, rulebook: Rulebook, rack: Rack | None = None) -> None:
    """Refuse a play for the first thing that is wrong with its shape."""
    for fault in check_shape(board, placement, rulebook, rack):
        raise fault.error()


_Finding = tuple[ShapeCode, str, tuple[Square, ...]]


def _faults(board: Board, placement: Placement, rulebook: Rulebook, rack: Rack | None) -> Iterator[_Finding]:
    if not placement.laid:
        yield ShapeCode.NO_TILES, "no tile was laid; lay at least one, or pass", ()
        return
    misplaced = list(_misplaced(board, placement))
    yield from misplaced
    yield from _unreadable(board, placement)
    if not misplaced:
        yield from _line_faults(board, placement, rulebook)
    yield from _rack_faults(placement, rulebook, rack)


def _misplaced(board: Board, placement: Placement) -> Iterator[_Finding]:
    for square, tile in placement.laid:
        there = board.at(square)
        if there is None and square not in board.layout:
            yield ShapeCode.OFF_BOARD, f"{tile.label} is off the board; move the word", (square,)
        elif there is not None:
            lies_there = f"a blank for {there.label}" if there.is_blank else there.label
            sentence = f"you cannot lay {tile.label} on {square}; {lies_there} is there"
            yield ShapeCode.SQUARE_OCCUPIED, sentence, (square,)
    squares = placement.squares
    # In reading order, so that tiles on one square are neighbours.
    for square in sorted({square for square, following in pairwise(squares) if square == following}):
        yield ShapeCode.SQUARE_OCCUPIED, f"two tiles were laid on {square}; take one back", (square,)


def _unreadable(board: Board, placement: Placement) -> Iterator[_Finding]:
    for square, tile in placement.laid:
        if tile.label == BLANK:
            sentence = f"choose a letter for the blank on {square}"
            yield ShapeCode.BLANK_WITHOUT_LETTER, sentence, (square,)
        elif tile.label not in board.tile_set.values:
            sentence = f"the {board.tile_set.short_title} set has no tile {tile.label!r}"
            yield ShapeCode.NO_SUCH_TILE, sentence, (square,)


def _line_faults(board: Board, placement: Placement, rulebook: Rulebook) -> Iterator[_Finding]:
    direction = placement.direction_on(board)
    if direction is None:
        sentence = "lay the tiles in one row or one column"
        yield ShapeCode.NOT_IN_ONE_LINE, sentence, placement.squares
        return
    gaps = gaps_in(board, placement, direction)
    if gaps:
        empty = ", ".join(map(str, gaps))
        yield ShapeCode.GAP, f"there is a gap at {empty}; the tiles must form one word", gaps
    elif rulebook.table.longest_word is not None:
        yield from _length_faults(board, placement, rulebook.table.longest_word)
    if board.is_empty:
        yield from _first_play_faults(board, placement, rulebook)
    elif not _touches(board, placement):
        sentence = "the play touches no word on the board; move it next to one"
        yield ShapeCode.NOT_CONNECTED, sentence, placement.squares


def gaps_in(board: Board, placement: Placement, direction: Direction) -> tuple[Square, ...]:
    """The empty squares between the first tile and the last, of tiles on different squares in one line."""
    first, last = placement.squares[0], placement.squares[-1]
    length = last.row - first.row + last.col - first.col + 1
    if length == len(placement.laid):
        return ()
    between = (first.toward(direction, step) for step in range(length))
    laid = set(placement.squares)
    return tuple(square for square in between if square not in laid and board.at(square) is None)


def _length_faults(board: Board, placement: Placement, longest: int) -> Iterator[_Finding]:
    after = board.with_tiles(placement.laid)
    seen = set()
    for square in placement.squares:
        for direction in Direction:
            word = after.word_through(square, direction)
            if word is not None and len(word.tiles) > longest and word not in seen:
                seen.add(word)
                sentence = f"{word.text} has {len(word.tiles)} letters; the most is {longest}"
                yield ShapeCode.WORD_TOO_LONG, sentence, word.squares


def _first_play_faults(board: Board, placement: Placement, rulebook: Rulebook) -> Iterator[_Finding]:
    start = board.layout.start
    match rulebook.turns.first_play:
        case JoinsStartingWord():
            yield (
                ShapeCode.STARTING_WORD_MISSING,
                "lay the starting word first; every play must connect to it",
                (),
            )
        case OnStartSquare(least_letters):
            if len(placement.laid) < least_letters:
                sentence = f"the first word needs at least {least_letters} letters"
                yield ShapeCode.ONE_LETTER_FIRST_WORD, sentence, placement.squares
            if start not in placement.squares:
                sentence = f"the first word must cover {start}, the centre square"
                yield ShapeCode.NOT_ON_CENTRE, sentence, placement.squares


def _touches(board: Board, placement: Placement) -> bool:
    return any(map(board.is_beside_tile, placement.squares))


def _rack_faults(placement: Placement, rulebook: Rulebook, rack: Rack | None) -> Iterator[_Finding]:
    size = rulebook.table.rack_size
    if size is not None and len(placement.laid) > size:
        sentence = f"you laid {len(placement.laid)} tiles; a rack holds {size}"
        yield ShapeCode.TOO_MANY_TILES, sentence, placement.squares
    if rack is not None and (missing := rack.lacks(placement.needs().elements())):
        names = ", ".join("a blank" if tile == BLANK else tile for tile in missing)
        sentence = f"these tiles are not on the rack: {names}; lay only tiles you hold"
        yield ShapeCode.TILES_NOT_HELD, sentence, ()
