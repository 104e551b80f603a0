"""A board as a picture: SVG for any size, PNG where SVG is not understood."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PIL import Image

from wordwaiter.picture.mosaic import mosaic, moved, strip
from wordwaiter.picture.raster import png
from wordwaiter.picture.squares import GAP, UNIT, Face, corner, empty_squares, middle_line, tile
from wordwaiter.picture.svg import Canvas, element, fitted, text
from wordwaiter.picture.theme import Palette, Theme
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement

USUAL_WIDTH: Final = 648
"""Pixels of the standard board: one for each unit, so that its lines are sharp."""
_MARGIN: Final = 12.0
_MARKS: Final = 24.0
"""Room for the letters of columns and the numbers of rows."""
_HEADLINE: Final = 26.0
_HEADLINE_ROOM: Final = 40.0
_NOTE: Final = 18.0
_NOTE_ROOM: Final = 28.0
NO_PLAY: Final = Placement(())


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board, and how it is shown; in a notebook it shows itself."""

    board: Board
    last: Placement = NO_PLAY
    """The play that is marked; its tiles lie on the board already."""
    theme: Theme = Theme.LIGHT
    width: int = USUAL_WIDTH
    """In pixels; an SVG can be shown in any other size."""
    headline: str = ""
    """Above the board, such as the names and the score."""
    note: str = ""
    """Below the headline, such as the last play."""

    def svg(self) -> str:
        """The picture as SVG, with a title and a description for screen readers."""
        palette = self.theme.palette
        width, height = self._size
        canvas = Canvas(
            width=width,
            height=height,
            shown_width=self.width,
            title=self.headline or _title(self.board),
            description=describe(self.board, self.last, self.note),
            ground=palette.paper,
        )
        return canvas.drawn([*self._heading(width), *board_parts(self.board, self.last, palette, self._top)])

    def pixels(self) -> Image.Image:
        """The picture as pixels, put together from tiles that were drawn before where that can be done."""
        width, height = self._size
        scale = self.width / width
        above, left = self._top + _MARKS, _MARGIN + _MARKS
        squares = mosaic(self.board, frozenset(self.last.squares), self.theme, scale)
        places = [scale * place for place in (above, left, width, height)]
        if squares is None or any(place % 1 for place in places):
            return Image.open(io.BytesIO(png(self.svg(), self.width))).convert("RGB")
        palette = self.theme.palette
        columns, rows = _marks(self.board, palette, frozenset(self.last.squares), self._top)
        down, right, wide, high = map(int, places)
        picture = Image.new("RGB", (wide, high), palette.paper)
        picture.paste(strip([*self._heading(width), columns], width, above, wide, self.theme), (0, 0))
        beside = strip([moved([rows], 0, -above)], left, height - above, right, self.theme)
        picture.paste(beside, (0, down))
        picture.paste(squares, (right, down))
        return picture

    def png(self) -> bytes:
        """The picture as PNG."""
        file = io.BytesIO()
        self.pixels().save(file, "PNG", compress_level=4)
        return file.getvalue()

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _size(self) -> tuple[float, float]:
        layout = self.board.layout
        width = _MARKS + layout.width * UNIT + 2 * _MARGIN
        return width, self._top + _MARKS + layout.height * UNIT + _MARGIN

    @property
    def _top(self) -> float:
        """Returns where the marks of the columns begin.

        A multiple of four, as all lengths here are: so squares begin on whole pixels also where four units
        are three pixels, or two.
        """
        lines = (_HEADLINE_ROOM if self.headline else 0) + (_NOTE_ROOM if self.note else 0)
        return 8.0 + lines + (4.0 if lines else 0)

    def _heading(self, width: float) -> Iterator[str]:
        palette = self.theme.palette
        left, room = _MARGIN + _MARKS, width - 2 * _MARGIN - _MARKS
        y = _MARGIN
        if self.headline:
            shown = fitted(self.headline, _HEADLINE, room)
            y += _HEADLINE
            yield text(shown.lines[0], left, y, font_size=shown.size, font_weight=600, fill=palette.ink)
            y += _HEADLINE * 0.3
        if self.note:
            shown = fitted(self.note, _NOTE, room)
            yield text(shown.lines[0], left, y + _NOTE, font_size=shown.size, fill=palette.soft)


def board_svg(board: Board, last: Placement = NO_PLAY, theme: Theme = Theme.LIGHT) -> str:
    """A board as SVG."""
    return BoardPicture(board, last, theme).svg()


def board_parts(board: Board, last: Placement, palette: Palette, top: float = 0.0) -> list[str]:
    """The board with its marks, to be put on a canvas; its marks begin at `top`."""
    covered = frozenset(square for square, _ in board.tiles())
    new = frozenset(last.squares)
    left = _MARGIN + _MARKS
    tiles = [
        tile(
            Face(placed.label, placed.value(board.tile_set), placed.is_blank, square in new),
            corner(square),
            palette,
        )
        for square, placed in board.tiles()
    ]
    return [
        *_marks(board, palette, new, top),
        element(
            "g",
            *empty_squares(board.layout, covered, palette),
            *tiles,
            transform=f"translate({left:g} {top + _MARKS:g})",
        ),
    ]


def _marks(board: Board, palette: Palette, new: frozenset[Square], top: float) -> tuple[str, str]:
    """The letters of columns, and the numbers of rows; those of the last play stand out."""
    size = max(13.0, palette.label_scale * UNIT)
    rows, cols = {square.row for square in new}, {square.col for square in new}
    left, centre = _MARGIN + _MARKS, (UNIT - GAP) / 2
    columns = [
        text(
            Square(0, col).column_letter,
            left + col * UNIT + GAP / 2 + centre,
            middle_line(top + _MARKS / 2, size),
            **_weight(palette, col in cols),
        )
        for col in range(board.layout.width)
    ]
    numbers = [
        text(
            str(row + 1),
            _MARGIN + _MARKS / 2,
            middle_line(top + _MARKS + row * UNIT + GAP / 2 + centre, size),
            **_weight(palette, row in rows),
        )
        for row in range(board.layout.height)
    ]
    style: dict[str, object] = {"fill": palette.soft, "font_size": size, "text_anchor": "middle"}
    return element("g", *columns, **style), element("g", *numbers, **style)


def _weight(palette: Palette, stands_out: bool) -> dict[str, object]:
    return {"font_weight": 600, "fill": palette.accent} if stands_out else {}


# ---------------------------------------------------------------- in words


def _title(board: Board) -> str:
    return "Empty board" if board.is_empty else f"Board with {board.tile_counts().total()} tiles"


def describe(board: Board, last: Placement = NO_PLAY, note: str = "") -> str:
    """Describes a board in words that can be read aloud."""
    size = f"Board of {board.layout.height} rows and {board.layout.width} columns"
    if board.is_empty:
        return f"{size}, empty. Play begins on {board.layout.start}."
    words = ", ".join(map(str, board.words())) or "none"
    told = [f"{size} with {board.tile_counts().total()} tiles.", f"Words: {words}."]
    blanks = [f"{placed.label} on {square}" for square, placed in board.tiles() if placed.is_blank]
    if blanks:
        told.append(f"Blanks: {', '.join(blanks)}.")
    if note:
        told.append(f"{note}.")
    elif last.laid:
        told.append(f"Last laid: {', '.join(f'{placed.label} on {square}' for square, placed in last.laid)}.")
    return " ".join(told)
