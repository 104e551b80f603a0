"""Placement: the tiles that one play lays, and how plays are written (`8D RETINA`)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.board import Board, Laid, PlacedTile, parse_tile
from wordwaiter.rules.layout import Direction, Square, parse_start

THROUGH = "."
"""Stands in a written play for a tile that is on the board already."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The tiles of one play with their squares, in reading order; any squares, so that all can be judged.

    Two placements of the same tiles on the same squares are equal, however they were written.
    """

    laid: tuple[Laid, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "laid", tuple(sorted(self.laid, key=_place_of)))

    @property
    def squares(self) -> tuple[Square, ...]:
        return tuple([square for square, _ in self.laid])

    @property
    def tiles(self) -> tuple[PlacedTile, ...]:
        return tuple([tile for _, tile in self.laid])

    @property
    def kinds(self) -> tuple[str, ...]:
        """The tiles that must be held to lay it, `?` for each blank."""
        return tuple([tile.kind for _, tile in self.laid])

    def needs(self) -> Counter[str]:
        """Returns how many of each kind must be held to lay it."""
        return Counter(self.kinds)

    def direction_on(self, board: Board) -> Direction | None:
        """The way its word is read; nothing if its tiles are not in one line.

        A single tile is read in the direction of its longer word, across if both are as long.
        """
        if not self.laid:
            return None
        # In reading order: all are in one row if the first and the last are.
        first, last = self.laid[0][0], self.laid[-1][0]
        if first.row == last.row:
            return _longer_direction(board, first) if first.col == last.col else Direction.ACROSS
        for square, _ in self.laid:
            if square.col != first.col:
                return None
        return Direction.DOWN


def _place_of(laid: Laid) -> tuple[int, int]:
    square, _ = laid
    return square.row, square.col


def _longer_direction(board: Board, square: Square) -> Direction:
    across, down = (sum(board.tiles_beyond(square, direction)) for direction in Direction)
    return Direction.DOWN if down > across else Direction.ACROSS


def placement_of(laid: Iterable[Laid]) -> Placement:
    """The placement of tiles that were put on squares one by one, in any order."""
    return Placement(tuple(laid))


# ---------------------------------------------------------------- written plays


def parse_play(text: str, board: Board) -> Placement:
    """The placement that `8D RETINA` (across) or `D8 RETINA` (down) writes.

    Lower case is a blank for that letter, `?` a blank without one, `[CH]` one tile of two letters. A tile
    that is on the board already is written as `.` or as its letter, which may stand in parentheses. A letter
    that differs from the tile on its square is laid on it, for `check_shape` to refuse; so is, where nothing
    else is laid, the real tile for a blank of the same letter, since only that can be meant.
    """
    words = text.split()
    if len(words) != 2:
        raise MalformedError(
            "bad-play", f"{text.strip()!r} is not a play; write square and word, such as 8D RETINA", text=text
        )
    start, direction = parse_start(words[0])
    laid: list[Laid] = []
    on_blanks: list[Laid] = []
    for step, (tile, must_be_there) in enumerate(list(_written_tiles(words[1], board.tile_set))):
        square = start.toward(direction, step)
        there = board.at(square)
        if must_be_there and (there is None or (tile is not None and tile.label != there.label)):
            sign = THROUGH if tile is None else f"({tile.label})"
            found = "is empty" if there is None else f"holds {there.label}"
            raise MalformedError(
                "no-tile-there",
                f"{text.strip()!r} puts {sign} on {square}, which {found}; write the letter on the board",
                square=str(square),
            )
        if tile is not None and (there is None or there.label != tile.label):
            laid.append((square, tile))
        elif there is not None and there.is_blank and tile is not None and not must_be_there:
            on_blanks += [] if tile.is_blank else [(square, tile)]
    return Placement(tuple(laid or on_blanks))


def _written_tiles(word: str, tile_set: TileSet) -> Iterator[tuple[PlacedTile | None, bool]]:
    """Each tile of a written word, and whether it must be on the board already; a dot is no tile."""
    in_parentheses = False
    place = 0
    longest = tile_set.longest_label
    while place < len(word):
        sign = word[place]
        if sign in "()":
            if in_parentheses == (sign == "("):
                raise MalformedError("bad-play", f"the parentheses in {word!r} do not match", text=word)
            in_parentheses = not in_parentheses
            place += 1
            continue
        if sign == "[":
            end = word.find("]", place)
            if end < 0:
                raise MalformedError("open-bracket", f"{word!r} has a [ without a ]", text=word)
            sign = word[place + 1 : end]
            place = end + 1
        else:
            sign = _longest_sign(word, place, tile_set) if longest > 1 else sign
            place += len(sign)
        if sign == THROUGH:
            yield None, True
        elif sign == BLANK:
            yield PlacedTile(BLANK, is_blank=True), in_parentheses
        else:
            yield parse_tile(sign, tile_set), in_parentheses
    if in_parentheses:
        raise MalformedError("bad-play", f"the parentheses in {word!r} do not match", text=word)


def _longest_sign(word: str, place: int, tile_set: TileSet) -> str:
    """The sign at `place`, taking two letters of one case for one tile where the set has such a tile."""
    longest = tile_set.longest_label
    for length in range(longest, 1, -1):
        sign = word[place : place + length]
        if (
            len(sign) == length
            and tile_set.upper(sign) in tile_set.values
            and sign in (sign.lower(), sign.upper())
        ):
            return sign
    return word[place]


def play_text(board: Board, placement: Placement) -> str:
    """Returns the placement as a game record has it, with dots for tiles that are on the board."""
    start, direction, tiles = _through(board, placement)
    return f"{start.written(direction)} {_join(tiles, board.tile_set)}"


def readable_play(board: Board, placement: Placement) -> str:
    """Returns the placement as people read it: `8D RE(T)INA`, the tiles on the board in parentheses."""
    start, direction, tiles = _through(board, placement)
    if board.tile_set.longest_label == 1:
        return f"{start.written(direction)} {_marked(tiles, board.line_from(start, direction))}"
    word, step = "", 0
    for is_laid, run in groupby(tiles, key=bool):
        part = list(run)
        if is_laid:
            word += _join(part, board.tile_set)
        else:
            there = [board.at(start.toward(direction, step + each)) for each in range(len(part))]
            word += f"({_join(there, board.tile_set)})"
        step += len(part)
    return f"{start.written(direction)} {word}"


def _marked(tiles: list[PlacedTile | None], line: Sequence[PlacedTile | None]) -> str:
    """Returns tiles as text; where none is laid, what the line has there, in parentheses."""
    word, is_there = "", False
    for step, laid in enumerate(tiles):
        if (laid is None) != is_there:
            is_there = not is_there
            word += "(" if is_there else ")"
        tile = laid
        if tile is None and step < len(line):
            tile = line[step]
        word += THROUGH if tile is None else tile.sign
    return f"{word})" if is_there else word


def readable_or(otherwise: str, board: Board, placement: Placement) -> str:
    """Returns the placement as people read it; another text where it is no play, as a record may have it."""
    try:
        return readable_play(board, placement) if placement.laid else otherwise
    except MalformedError:
        return otherwise


def _through(board: Board, placement: Placement) -> tuple[Square, Direction, list[PlacedTile | None]]:
    """Returns where a placement's word starts, its direction and its tiles; `None` for one on the board."""
    direction = placement.direction_on(board)
    if direction is None:
        raise MalformedError("not-in-one-line", "only tiles in one line can be written as a play")
    first, last = placement.laid[0][0], placement.laid[-1][0]
    before, _ = board.tiles_beyond(first, direction)
    _, after = board.tiles_beyond(last, direction)
    tiles: list[PlacedTile | None] = [None] * (last.row - first.row + last.col - first.col + 1)
    for square, tile in placement.laid:
        tiles[square.row - first.row + square.col - first.col] = tile
    start = first.toward(direction, -before)
    return start, direction, [None] * before + tiles + [None] * after


def _join(tiles: list[PlacedTile | None], tile_set: TileSet) -> str:
    """Tiles as text, with brackets round a letter that would otherwise be read as half of the next tile."""
    signs = [THROUGH if tile is None else str(tile) for tile in tiles]
    if tile_set.longest_label == 1:
        return "".join(signs)
    written = ""
    for place, sign in enumerate(signs):
        rest = sign + "".join(signs[place + 1 :])
        plain = len(sign) == 1 and len(_longest_sign(rest, 0, tile_set)) > 1
        written += f"[{sign}]" if plain else sign
    return written
