"""A tournament's charts: the scores of each round, and the funds over the evening."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from statistics import median
from typing import Final

from wordwaiter.picture.axis import Axis, axis
from wordwaiter.picture.raster import png
from wordwaiter.picture.score_graph import grid
from wordwaiter.picture.svg import Canvas, element, fitted, text
from wordwaiter.picture.theme import Palette, Theme
from wordwaiter.sentences import Wording, said
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.standings.game_lines import GameLine, Verdict, game_lines
from wordwaiter.tournament.state import Tournament

_WIDTH: Final = 720.0
_HEIGHT: Final = 420.0
_LEFT: Final = 64.0
_TOP: Final = 66.0
_BOTTOM: Final = 52.0
_EDGE: Final = 22.0
_DOT: Final = 4.6
Tell = Callable[[Wording], str]
"""A sentence in the reader's language."""

_DAY_MS: Final = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart that is drawn; in a notebook it shows itself."""

    drawn: str
    width: int

    def svg(self) -> str:
        """The chart as SVG."""
        return self.drawn

    def png(self) -> bytes:
        """The chart as PNG."""
        return png(self.drawn, self.width)

    def _repr_svg_(self) -> str:
        return self.drawn


# ---------------------------------------------------------------- scores by round


def scores_chart(
    tournament: Tournament, division: str, theme: Theme = Theme.LIGHT, width: int = 720
) -> Chart:
    """Every score of a division as a dot, round by round: full for a win; the best is named."""
    palette = theme.palette
    rounds: dict[int, list[GameLine]] = {}
    for line in game_lines(tournament, division):
        if line.own is not None:
            rounds.setdefault(line.round, []).append(line)
    title = f"{division}: scores by round"
    best = {number: max(lines, key=_score) for number, lines in rounds.items()}
    described = [
        f"Round {number}: {len(lines)} scores, the middle one {median(map(_score, lines)):g}, "
        f"the best {_score(best[number])} by {tournament.contender(best[number].contender).name}."
        for number, lines in rounds.items()
    ]
    canvas = Canvas(_WIDTH, _HEIGHT, width, title, " ".join(described) or "No scores yet.", palette.paper)
    key = "each dot is a score: full for a win, hollow for none; the bar is the middle one"
    parts = [*_heading(title, key, palette)]
    every = [_score(line) for lines in rounds.values() for line in lines]
    if every:
        up = axis(min(every), max(every), _HEIGHT - _BOTTOM, _TOP + 24)
        parts += grid(up, _LEFT, _WIDTH - _EDGE, palette)
        room = (_WIDTH - _LEFT - _EDGE) / len(rounds)
        for place, (number, lines) in enumerate(rounds.items()):
            centre = _LEFT + room * (place + 0.5)
            parts += _column(number, lines, centre, room, up, palette)
            parts += _best(tournament, best[number], (centre, room), up, palette)
    return Chart(canvas.drawn(parts), width)


def _score(line: GameLine) -> int:
    return line.own or 0


def _column(
    number: int, lines: Sequence[GameLine], centre: float, room: float, up: Axis, palette: Palette
) -> Iterator[str]:
    dots = []
    taken: list[tuple[float, float]] = []
    for line in sorted(lines, key=_score):
        y = up.at(_score(line))
        x = centre + _free_place(y, taken, room)
        taken.append((x - centre, y))
        won = line.verdict in (Verdict.WIN, Verdict.ALONE)
        dots.append(
            element(
                "circle",
                cx=x,
                cy=y,
                r=_DOT,
                fill=palette.accent if won else palette.paper,
                data_score=_score(line),
            )
        )
    middle = up.at(median(map(_score, lines)))
    half = min(room * 0.42, 60.0)
    yield element(
        "line", x1=centre - half, x2=centre + half, y1=middle, y2=middle, stroke=palette.warn, stroke_width=3
    )
    yield element("g", *dots, stroke=palette.accent, stroke_width=1.6, data_round=number)
    yield text(
        f"Round {number}",
        centre,
        _HEIGHT - _BOTTOM + 24,
        text_anchor="middle",
        font_size=14,
        font_weight=600,
        fill=palette.ink,
    )


def _free_place(y: float, taken: Sequence[tuple[float, float]], room: float) -> float:
    """The nearest place beside the middle where a dot covers no other; the middle if there is none."""
    apart = 2 * _DOT + 1.4
    near = [place for place, height in taken if abs(height - y) < apart]
    steps = int(room * 0.45 / apart)
    for step in range(steps + 1):
        for place in (step * apart, -step * apart):
            if all(abs(place - other) >= apart - 0.01 for other in near):
                return place
    return 0.0


def _best(
    tournament: Tournament, line: GameLine, column: tuple[float, float], up: Axis, palette: Palette
) -> Iterator[str]:
    centre, room = column
    shown = fitted(f"{_score(line)} {tournament.contender(line.contender).name}", 13, room - 8)
    yield text(
        shown.lines[0],
        centre,
        up.at(_score(line)) - 11,
        text_anchor="middle",
        font_size=shown.size,
        font_weight=600,
        fill=palette.ink,
    )


# ---------------------------------------------------------------- funds over the evening


def funds_chart(
    tournament: Tournament,
    zone: tzinfo = UTC,
    theme: Theme = Theme.LIGHT,
    width: int = 720,
    tell: Tell = str,
    title: Wording | None = None,
) -> Chart:
    """The funds as they grew, line by line of the ledger, with what is hoped for.

    Above it stands what was raised, or another title.
    """
    palette = theme.palette
    steps = _running_total(tournament)
    raised = steps[-1][1] if steps else 0
    target = tournament.target_cents
    sums = {"sum": dollars(raised), "hoped": dollars(target or 0)}
    above = tell(title or said("{sum} raised of {hoped} hoped for" if target else "{sum} raised", **sums))
    lines = len(tournament.ledger)
    described = tell(said("{n} lines in the ledger of {event}.", n=lines, event=tournament.name))
    canvas = Canvas(_WIDTH, _HEIGHT, width, above, described, palette.paper)
    parts = [*_heading(above, tournament.name, palette)]
    if steps:
        lowest = min(cents for _, cents in steps)
        highest = max(raised, target or 0, *(cents for _, cents in steps), 100)
        up = axis(min(lowest // 100, 0), -(-highest // 100), _HEIGHT - _BOTTOM, _TOP + 24)
        first, last = steps[0][0], max(steps[-1][0], steps[0][0] + 60_000)
        across = Axis(first, last, _LEFT, _WIDTH - _EDGE, 1)
        parts += grid(up, _LEFT, _WIDTH - _EDGE, palette, lambda mark: tell(dollars(100 * mark)))
        parts += _grown(steps, across, up, palette)
        parts += _times(across, zone, palette)
        if target:
            parts += _target(target, up, palette, tell)
    return Chart(canvas.drawn(parts), width)


def _running_total(tournament: Tournament) -> list[tuple[int, int]]:
    """When, and the cents raised by then."""
    total, steps = 0, []
    for line in tournament.ledger:
        total += line.payment.cents
        steps.append((line.at_ms, total))
    return steps


def _grown(steps: Sequence[tuple[int, int]], across: Axis, up: Axis, palette: Palette) -> Iterator[str]:
    path = f"M{across.begin:.1f} {up.at(0):.1f}"
    for at_ms, cents in steps:
        path += f"H{across.at(at_ms):.1f}V{up.at(cents / 100):.1f}"
    path += f"H{across.end:.1f}"
    ground = up.at(0)
    yield element("path", d=f"{path}V{ground:.1f}Z", fill=palette.accent, fill_opacity=0.16)
    yield element("path", d=path, fill="none", stroke=palette.accent, stroke_width=3, stroke_linejoin="round")
    raised = steps[-1][1]
    yield element("circle", cx=across.end, cy=up.at(raised / 100), r=5, fill=palette.accent)


def _times(across: Axis, zone: tzinfo, palette: Palette) -> Iterator[str]:
    """Five times of the day, or days of a longer collection."""
    marks, told = [], set[str]()
    for part in (0, 4, 1, 2, 3):
        at_ms = across.low + (across.high - across.low) * part // 4
        moment = datetime.fromtimestamp(at_ms / 1000, zone)
        day = "" if across.high - across.low < _DAY_MS else f"{moment:%b} {moment.day}, "
        when = f"{day}{moment:%H:%M}"
        if when in told:
            continue  # within minutes, a time would stand there twice
        told.add(when)
        anchor = "start" if part == 0 else "end" if part == 4 else "middle"
        marks.append(text(when, across.at(at_ms), _HEIGHT - _BOTTOM + 24, text_anchor=anchor))
    yield element("g", *marks, fill=palette.soft, font_size=13)


def _target(cents: int, up: Axis, palette: Palette, tell: Tell) -> Iterator[str]:
    y = up.at(cents / 100)
    yield element(
        "line",
        x1=_LEFT,
        x2=_WIDTH - _EDGE,
        y1=y,
        y2=y,
        stroke=palette.warn,
        stroke_width=2,
        stroke_dasharray="8 5",
    )
    hoped = tell(said("hoped for: {sum}", sum=dollars(cents)))
    yield text(hoped, _LEFT + 8, y - 8, font_size=13, font_weight=600, fill=palette.warn)


def _heading(title: str, subtitle: str, palette: Palette) -> Iterator[str]:
    room = _WIDTH - 2 * _EDGE
    shown, below = fitted(title, 22, room), fitted(subtitle, 14, room)
    yield text(shown.lines[0], _EDGE, 34, font_size=shown.size, font_weight=600, fill=palette.ink)
    yield text(below.lines[0], _EDGE, 56, font_size=below.size, fill=palette.soft)
