"""The score of a game, turn by turn, as a picture."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.picture.axis import Axis, axis
from wordwaiter.picture.figures import figure
from wordwaiter.picture.film import Shot
from wordwaiter.picture.raster import png
from wordwaiter.picture.svg import Canvas, element, fitted, text
from wordwaiter.picture.theme import Palette, Theme
from wordwaiter.sentences import Wording, said

_WIDTH: Final = 720.0
_NARROW: Final = 400.0
_HEIGHT: Final = 380.0
_LEFT: Final = 52.0
_RIGHT: Final = 190.0
_NARROW_RIGHT: Final = 116.0
_TOP: Final = 34.0
_BOTTOM: Final = 44.0
_DASHES: Final = (None, "7 4", "2 4", "10 3 2 3")
"""The lines of players are told apart without colour."""


@dataclass(frozen=True, slots=True)
class ScoreGraph:
    """How the scores of a game grew; in a notebook it shows itself."""

    shots: Sequence[Shot]
    theme: Theme = Theme.LIGHT
    width: int = 720
    tell: Callable[[str], str] = str
    """A sentence in the reader's language."""
    narrow: bool = False
    """For a phone: as high and less wide, so that its text is large enough there."""

    def svg(self) -> str:
        """The graph as SVG."""
        if not self.shots:
            raise MalformedError("no-film", "a game without turns has no graph")
        palette = self.theme.palette
        end = self.shots[-1]
        every = [score for shot in self.shots for score in shot.scores]
        across = Axis(0, max(len(self.shots) - 1, 1), _LEFT, self._end, 1)
        up = axis(min(every), max(*every, 1), _HEIGHT - _BOTTOM, _TOP)
        title = said("Scores by turn: {headline}", headline=end.headline)
        canvas = Canvas(
            self._across,
            _HEIGHT,
            self.width,
            self.tell(title),
            self.tell(self._described()),
            palette.paper,
        )
        return canvas.drawn(
            [
                *grid(up, _LEFT, self._end, palette),
                *self._turns(across, palette),
                *self._lines(across, up, palette),
            ]
        )

    def png(self) -> bytes:
        """The graph as PNG."""
        return png(self.svg(), self.width)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def _across(self) -> float:
        return _NARROW if self.narrow else _WIDTH

    @property
    def _end(self) -> float:
        """Returns where the lines end, and the names begin."""
        return self._across - (_NARROW_RIGHT if self.narrow else _RIGHT)

    def _described(self) -> Wording:
        best = max(self.shots, key=lambda shot: shot.points)
        after = {"n": len(self.shots) - 1, "headline": self.shots[-1].headline}
        if best.points <= 0:
            return said("After {n} lines: {headline}.", **after)
        return said("After {n} lines: {headline}. Best turn: {best}.", **after, best=best.note)

    def _turns(self, across: Axis, palette: Palette) -> Iterator[str]:
        step = max(1, self.shots[-1].turns // 8)
        y = _HEIGHT - _BOTTOM + 20
        first: dict[int, int] = {}
        for place, shot in enumerate(self.shots):
            first.setdefault(shot.turns, place)
        marks = [
            text(str(turn), across.at(place), y, text_anchor="middle")
            for turn, place in first.items()
            if turn % step == 0
        ]
        yield element("g", *marks, fill=palette.soft, font_size=13)
        yield text(
            self.tell(said("turn")),
            (_LEFT + self._end) / 2,
            y + 18,
            text_anchor="middle",
            fill=palette.soft,
            font_size=13,
        )

    def _lines(self, across: Axis, up: Axis, palette: Palette) -> Iterator[str]:
        inks = (palette.accent, palette.warn, palette.ink, palette.soft)
        end = self.shots[-1]
        places = _spread([up.at(score) for score in end.scores], 40.0)
        for player, name in enumerate(end.players):
            ink, dashes = inks[player % len(inks)], _DASHES[player % len(_DASHES)]
            points = " ".join(
                f"{across.at(turn):.1f},{up.at(shot.scores[player]):.1f}"
                for turn, shot in enumerate(self.shots)
            )
            yield element(
                "polyline",
                points=points,
                fill="none",
                stroke=ink,
                stroke_width=3,
                stroke_linejoin="round",
                stroke_dasharray=dashes,
                data_player=name,
            )
            x, y = across.at(len(self.shots) - 1), up.at(end.scores[player])
            yield element("circle", cx=x, cy=y, r=4.5, fill=ink)
            shown = fitted(name, 14, self._across - self._end - 24, most_lines=2)
            top = places[player] - 2
            yield text(figure(end.scores[player]), x + 12, top, font_size=20, font_weight=600, fill=ink)
            for number, line in enumerate(shown.lines):
                yield text(
                    line,
                    x + 12,
                    top + 16 + number * shown.size * 1.15,
                    font_size=shown.size,
                    fill=palette.ink,
                )


def _plain(mark: int) -> str:
    return figure(mark, ",")


def grid(
    up: Axis, left: float, right: float, palette: Palette, label: Callable[[int], str] = _plain
) -> Iterator[str]:
    """Lines across at the marks of an axis, with their numbers on the left."""
    lines = [
        element("line", x1=left, x2=right, y1=up.at(mark), y2=up.at(mark), stroke_width=1 if mark else 1.8)
        for mark in up.marks
    ]
    numbers = [text(label(mark), left - 8, up.at(mark) + 4.5, text_anchor="end") for mark in up.marks]
    yield element("g", *lines, stroke=palette.line)
    yield element("g", *numbers, fill=palette.soft, font_size=13)


def _spread(places: Sequence[float], apart: float) -> list[float]:
    """Returns the places, moved down as far as needed to stand apart."""
    moved = list(places)
    order = sorted(range(len(places)), key=lambda index: places[index])
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    return moved
