"""A recorded play laid on the board of a replay, as far as it can be."""

from dataclasses import dataclass

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.notation import difference
from wordwaiter.notation.difference import Difference
from wordwaiter.notation.record import TilesPlayed
from wordwaiter.rules.board import Board, PlacedTile, split_tiles
from wordwaiter.rules.layout import Square, parse_square
from wordwaiter.rules.placement import THROUGH, Placement, parse_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import PlayScore, score_play
from wordwaiter.rules.shape import ShapeCode, check_shape


@dataclass(frozen=True, slots=True)
class LaidPlay:
    """A play as far as it can be laid, its score, and how it differs from the rules."""

    placement: Placement
    score: PlayScore | None
    """`None` where the play as written makes no words on this board."""
    differences: tuple[Difference, ...]
    is_starting_word: bool
    """Whether this is the word that the committee lays before the first turn."""
    writes_tiles_there: bool
    """Whether tiles that were on the board are written as letters and not as dots."""


def lay_play(move: TilesPlayed, line: int, board: Board, rulebook: Rulebook, rack: Rack | None) -> LaidPlay:
    """The play on that board; raises MalformedError if it is off the board or has a letter on no tile."""
    text = str(move).replace("(", "").replace(")", "")
    read, bare = _read_on(text, board)
    clashes = [(square, tile, there) for square, tile in read.laid if (there := board.at(square)) is not None]
    placement = Placement(tuple(laid for laid in read.laid if board.at(laid[0]) is None))
    is_whole = not clashes and not bare
    faults = check_shape(board, placement, rulebook, rack)

    differences = [
        difference.letters(line, square, tile.label, there.label) for square, tile, there in clashes
    ]
    differences += (difference.no_tile_there(line, move, square) for square in bare)
    for fault in faults:
        # What is left of a play that does not fit has other faults, which say nothing new.
        if fault.code is ShapeCode.TILES_NOT_HELD or (
            is_whole and fault.code is not ShapeCode.STARTING_WORD_MISSING
        ):
            differences.append(difference.shape(line, move, fault))

    letters = sum(1 for sign in split_tiles(text.partition(" ")[2]) if sign != THROUGH)
    return LaidPlay(
        placement,
        _score(board, placement, rulebook) if is_whole else None,
        tuple(differences),
        is_starting_word=any(fault.code is ShapeCode.STARTING_WORD_MISSING for fault in faults),
        writes_tiles_there=letters > len(read.laid),
    )


def _score(board: Board, placement: Placement, rulebook: Rulebook) -> PlayScore | None:
    try:
        return score_play(board, placement, rulebook)
    except IllegalError:
        return None


def _read_on(text: str, board: Board) -> tuple[Placement, tuple[Square, ...]]:
    """The placement that a play writes, and the empty squares on which it has a dot."""
    bare: list[Square] = []
    while True:
        try:
            placement = parse_play(text, board)
        except MalformedError as error:
            if error.code != "no-tile-there":
                raise
            square = parse_square(str(error.facts["square"]))
            _require_on_board(text, (square,), board)
            # A tile that stands in for the missing one lets the rest of the play be read.
            board = board.with_tiles([(square, PlacedTile(BLANK, is_blank=True))])
            bare.append(square)
        else:
            _require_on_board(text, placement.squares, board)
            return placement, tuple(bare)


def _require_on_board(text: str, squares: tuple[Square, ...], board: Board) -> None:
    if any(square not in board.layout for square in squares):
        size = f"{board.layout.height} by {board.layout.width}"
        raise MalformedError(ShapeCode.OFF_BOARD.value, f"{text} runs off the board of {size} squares")
