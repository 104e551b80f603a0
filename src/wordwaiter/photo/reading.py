"""Reads a board from a photo: the letters, how sure each is, and the squares to look at."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK, TileSet, shipped_tile_set
from wordwaiter.photo import network
from wordwaiter.photo.doubts import doubtful_squares, in_order_of_counts
from wordwaiter.photo.geometry import (
    CORNERS,
    QUARTER,
    SIZE,
    Matrix,
    View,
    farthest_corner,
    project,
    square_pixels,
    through_corners,
)
from wordwaiter.photo.image import PhotoSource, opened
from wordwaiter.photo.locating import Fit, fit_squares, glance
from wordwaiter.photo.premium import colour_lead, kinds_of, neighbours
from wordwaiter.rules.layout import BoardLayout, shipped_layout

_SQUARE: Final = 32
_LEAST_MARK: Final = 0.12
"""Of a board that is accepted without asking for its corners."""
_GOOD_MARK: Final = 0.2
_UNSETTLED: Final = 0.1
"""Squares that the last round of a fit may move a corner: more shows that it wavers between two places."""
_OTHERS_TRIED: Final = 4
_SMALLEST_SQUARE: Final = 14.0
_CUT_OFF: Final = 0.6
"""Squares of the board that may lie outside the photo: the frame's edge and a bit of the first row."""
_PLAINLY_UPRIGHT: Final = -0.12
"""The mean logarithm of the tiles' probabilities above which the board is not turned to try other sides."""
_MOST_MOVED: Final = 0.8
"""Squares that a tapped corner may be off."""
_NUDGES: Final = ((0.06, 0.06), (-0.06, -0.06))
_BLANKS_HERE: Final = 0.23
"""Two of a hundred tiles are blanks; of the tiles that the reader learnt from, 8.7 of a hundred were."""
_OFFERED: Final = 4
_POSSIBLE: Final = 0.004

NO_BOARD: Final = "No board was found in this photo. Take it from above, with the whole board in the picture."
HALF_A_BOARD: Final = (
    "Part of the board is outside this photo. Step back until all four corners are in the picture."
)
TWO_BOARDS: Final = "There are two boards in this photo. Take one photo of each."
UNCLEAR: Final = (
    "The squares of this board could not be found for certain. Tap its four corners, or take another photo."
)
TOO_SMALL: Final = "The board is too small in this photo. Go closer until it fills the picture."


@dataclass(frozen=True, slots=True)
class Reading:
    """The letters in a photo; where the board was not located, `problem` says what to do."""

    located: bool
    board: tuple[str, ...]
    """15 lines: letters, `?` for a blank, `.` for an empty square, a tile of two letters in brackets."""
    doubtful: tuple[tuple[int, int], ...]
    """Rows and columns from 0 of squares that someone should look at, the least certain first."""
    confidence: tuple[tuple[float, ...], ...]
    corners: tuple[tuple[float, float], ...] | None
    """The board's corners in pixels of the photo as it is shown, clockwise from the first square's."""
    seconds: float
    problem: str | None = None
    candidates: Mapping[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """For each doubtful square the likely contents, the likeliest first; an empty square is a dot."""
    flat: Image.Image | None = None
    """The board from straight above."""

    def plain(self) -> dict[str, object]:
        """Returns the reading for JSON."""
        return {
            "located": self.located,
            "board": list(self.board),
            "doubtful": [list(square) for square in self.doubtful],
            "confidence": [list(row) for row in self.confidence],
            "corners": None if self.corners is None else [list(corner) for corner in self.corners],
            "seconds": self.seconds,
        }

    def _repr_png_(self) -> bytes:
        """Shows the reading in a notebook."""
        from wordwaiter.photo.showing import shown

        return shown(self)


@dataclass(frozen=True, slots=True)
class _Read:
    """One way to lay the squares over the photo, and what they show then."""

    board: Matrix
    likely: NDArray[np.float32]
    mark: float


def read_board(
    image: PhotoSource,
    *,
    corners: Sequence[tuple[float, float]] | None = None,
    exact: bool = False,
    layout: str = "standard",
    tile_set: str = "english",
) -> Reading:
    """Returns the letters on the board in a photo; with `corners` (clockwise, in its pixels), looks there.

    With `exact`, the corners are not adjusted, and the first is the upper left one of the first square.
    """
    began = time.process_time()
    squares, tiles = shipped_layout(layout), shipped_tile_set(tile_set)
    photo, scale = opened(image)
    view = View(photo)
    if corners is None:
        found = _located(view, squares, possible_labels(tiles))
    else:
        tapped = np.array(corners, np.float64) / scale
        found = _at_corners(view, tapped, squares, possible_labels(tiles), exact=exact)
    if isinstance(found, str):
        return _not_located(found, time.process_time() - began)
    likely = in_order_of_counts(_sharpened(view, found, possible_labels(tiles)), tiles)
    return _reading(view, found.board, likely, tiles, squares, scale, began)


def possible_labels(tiles: TileSet) -> NDArray[np.float32]:
    """Returns how much each label that is looked for counts with this set: 0 where no tile has it."""
    has_accents = not network.ACCENTED.keys().isdisjoint(tiles.labels)
    looked_for = network.LABELS if has_accents else network.PLAIN
    return np.array([_share(label, tiles) for label in looked_for], np.float32)


def _share(label: str, tiles: TileSet) -> float:
    """Returns how much more often a label is there than on the boards that were learnt from."""
    if label == BLANK:
        return _BLANKS_HERE
    if label in network.ACCENTED and label in tiles.labels:
        return tiles.counts[label] / max(1, tiles.counts.get(network.ACCENTED[label], 1))
    return float(label == "" or label in tiles.labels)


def _located(view: View, layout: BoardLayout, possible: NDArray[np.float32]) -> _Read | str:
    """Returns the board found in the photo, or a sentence about why none was."""
    boards = glance(view.image).boards
    if not boards:
        return NO_BOARD
    fits = [fit_squares(view, board) for board in boards[:2]]
    if len(fits) == 2 and all(_is_board(view, fit, layout, possible) for fit in fits):
        return TWO_BOARDS
    read = _tried(view, fits[0], layout, possible)
    if _is_cut_off(view, read.board):
        return HALF_A_BOARD
    if read.mark < _LEAST_MARK:
        return UNCLEAR
    if square_pixels(read.board) < _SMALLEST_SQUARE:
        return TOO_SMALL
    return read


def _is_board(view: View, fit: Fit, layout: BoardLayout, possible: NDArray[np.float32]) -> bool:
    return _rated(view, fit, layout, possible).mark > _LEAST_MARK


def _is_cut_off(view: View, board: Matrix) -> bool:
    """Checks whether a corner of the board lies outside the photo."""
    x, y = project(board, CORNERS).T
    beyond = max(-x.min(), -y.min(), x.max() - view.image.width, y.max() - view.image.height)
    return bool(beyond > _CUT_OFF * square_pixels(board))


def _tried(view: View, fit: Fit, layout: BoardLayout, possible: NDArray[np.float32]) -> _Read:
    """Returns the best of the fit and, where that is poor, of boards a square further in or out."""
    best = _rated(view, fit, layout, possible)
    if best.mark < _GOOD_MARK or fit.moved > _UNSETTLED:
        for board in neighbours(view, best.board, kinds_of(layout), _OTHERS_TRIED):
            other = _rated(view, fit_squares(view, board, 4), layout, possible, sides=1)
            best = max(best, other, key=lambda read: read.mark)
    return best


def _at_corners(
    view: View,
    corners: NDArray[np.float64],
    layout: BoardLayout,
    possible: NDArray[np.float32],
    *,
    exact: bool,
) -> _Read | str:
    """Returns the board between four taps, which may be a little off unless they are exact."""
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise MalformedError("photo-corners", "Give the four corners as x,y,x,y,x,y,x,y, clockwise.")
    try:
        board = through_corners(corners)
        is_small = not np.isfinite(board).all() or square_pixels(board) < 4
    except np.linalg.LinAlgError:  # two taps on one place
        return UNCLEAR
    if is_small:
        return UNCLEAR
    tapped = Fit(board, 0.0)
    if exact:
        return _rated(view, tapped, layout, possible, sides=1)
    fit = fit_squares(view, board)
    moved = farthest_corner(board, fit.board)
    return _rated(view, fit if moved < _MOST_MOVED else tapped, layout, possible)


def _rated(view: View, fit: Fit, layout: BoardLayout, possible: NDArray[np.float32], sides: int = 4) -> _Read:
    """Returns the reading of a fit, turned so that its letters stand upright, with a mark for the whole."""
    flat = view.flattened(fit.board, _SQUARE, 1)
    board, best, upright = fit.board, np.empty(0, np.float32), -np.inf
    turned = fit.board
    for quarter in range(sides):
        likely = _read(np.rot90(flat, quarter), possible)
        is_tile = likely[..., 0] < 0.5
        sure = float(np.log(likely.max(-1))[is_tile].mean()) if is_tile.any() else -9.0
        if sure > upright:
            board, best, upright = turned, likely, sure
        if quarter == 0 and sure > _PLAINLY_UPRIGHT:
            break
        turned = turned @ QUARTER
    colours = colour_lead(view, board, kinds_of(layout), best[..., 0] > 0.5)
    mark = colours + 0.6 * float(np.log(best.max(-1)).mean()) - max(0.0, fit.spread - 0.1)
    return _Read(board, best, mark)


def _read(flat: NDArray[np.float32], possible: NDArray[np.float32]) -> NDArray[np.float32]:
    has_accents = len(possible) > len(network.PLAIN)
    likely = network.read(np.ascontiguousarray(flat), accents=has_accents) * possible
    result: NDArray[np.float32] = likely / likely.sum(-1, keepdims=True)
    return result


def _sharpened(view: View, read: _Read, possible: NDArray[np.float32]) -> NDArray[np.float32]:
    """Returns the mean of readings of slightly moved squares."""
    total = read.likely.copy()
    for right, down in _NUDGES:
        nudge = np.array([[1, 0, right], [0, 1, down], [0, 0, 1]])
        total += _read(view.flattened(read.board @ nudge, _SQUARE, 1), possible)
    total /= 1 + len(_NUDGES)
    return total


def _reading(
    view: View,
    board: Matrix,
    likely: NDArray[np.float32],
    tiles: TileSet,
    layout: BoardLayout,
    scale: float,
    began: float,
) -> Reading:
    labels = likely.argmax(-1)
    sure = likely.max(-1)
    doubtful = doubtful_squares(labels, sure, tiles, layout)
    candidates = {
        square: tuple(
            _sign(label)
            for label in np.argsort(-likely[square])[:_OFFERED]
            if likely[square][label] > _POSSIBLE
        )
        for square in doubtful
    }
    flat = Image.fromarray(view.flattened(board, _SQUARE, 0).astype(np.uint8))
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in project(board, CORNERS) * scale)
    return Reading(
        located=True,
        board=tuple("".join(_sign(label) for label in row) for row in labels),
        doubtful=doubtful,
        confidence=tuple(tuple(round(float(value), 3) for value in row) for row in sure),
        corners=corners,
        seconds=round(time.process_time() - began, 3),
        candidates=candidates,
        flat=flat,
    )


def _sign(label: int) -> str:
    text = network.LABELS[label]
    return f"[{text}]" if len(text) > 1 else text or "."


def _not_located(problem: str, seconds: float) -> Reading:
    return Reading(
        located=False,
        board=("." * SIZE,) * SIZE,
        doubtful=(),
        confidence=((0.0,) * SIZE,) * SIZE,
        corners=None,
        seconds=round(seconds, 3),
        problem=problem,
    )
