"""The card that a shared link shows: the board on the left, names and score on the right."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from wordwaiter.picture.board import board_parts, describe
from wordwaiter.picture.figures import in_thousands
from wordwaiter.picture.film import Shot
from wordwaiter.picture.raster import png
from wordwaiter.picture.squares import UNIT
from wordwaiter.picture.svg import Canvas, element, fitted, text
from wordwaiter.picture.theme import Palette, Theme

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The height that sites expect where links are shared (`og:image`)."""
_MARGIN: Final = 24.0


@dataclass(frozen=True, slots=True)
class ShareCard:
    """A game as it stands, for those who follow a link."""

    shot: Shot
    heading: str
    """Where and when: the tournament, the round, the table."""
    theme: Theme = Theme.LIGHT
    figures: Callable[[int], str] = in_thousands
    """How points are written; languages part thousands each in their way."""
    winner: int | None = None
    """Whose score stands out when the game is over; before, it is that of whoever has played last."""

    def svg(self) -> str:
        """The card as SVG."""
        palette = self.theme.palette
        shot = self.shot
        canvas = Canvas(
            WIDTH,
            HEIGHT,
            WIDTH,
            f"{self.heading}: {shot.headline}",
            describe(shot.board, shot.last, shot.note),
            palette.paper,
        )
        layout = shot.board.layout
        scale = (HEIGHT - 2 * _MARGIN) / (layout.height * UNIT + 36)
        board = element(
            "g",
            *board_parts(shot.board, shot.last, palette),
            transform=f"translate({_MARGIN / 2:g} {_MARGIN:g}) scale({scale:.4f})",
        )
        left = _MARGIN * 2 + (layout.width * UNIT + 48) * scale
        return canvas.drawn([board, *self._panel(left, palette)])

    def png(self) -> bytes:
        """The card as PNG."""
        return png(self.svg(), WIDTH)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _panel(self, left: float, palette: Palette) -> Iterator[str]:
        room = WIDTH - left - _MARGIN * 2
        shot = self.shot
        marked = shot.player if self.winner is None else self.winner
        y = 80.0
        heading = fitted(self.heading, 26, room, most_lines=2)
        for line in heading.lines:
            yield text(line, left, y, font_size=heading.size, fill=palette.soft)
            y += heading.size * 1.25
        y += 20
        for player, (name, score) in enumerate(zip(shot.players, shot.scores, strict=True)):
            names = fitted(name, 32, room, most_lines=2)
            for line in names.lines:
                y += names.size * 1.2
                yield text(line, left, y, font_size=names.size, font_weight=600, fill=palette.ink)
            y += 76
            ink = palette.accent if player == marked else palette.ink
            yield text(self.figures(score), left, y, font_size=72, font_weight=600, fill=ink)
            y += 24
        if shot.note:
            note = fitted(shot.note, 24, room, most_lines=2)
            for line in note.lines:
                y += note.size * 1.3
                yield text(line, left, y, font_size=note.size, fill=palette.soft)
        yield text("Wordwaiter", left, HEIGHT - 40, font_size=20, font_weight=600, fill=palette.accent)
