"""Each player's chance of each place: the rounds that are left are played out many times in the core.

Who wins a game is drawn by the players' ratings; without them, both are as likely to win. Of the rounds to
come, only the one under way has known opponents; later ones are paired by factor, as leaders mostly are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final

from wordwaiter.tournament.formats.choices import Players, WinBySpread, WinsAndHalves
from wordwaiter.tournament.ratings.elo import expected_wins
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.standings.game_lines import Verdict, game_lines
from wordwaiter.tournament.state import Tournament

RUNS: Final = 100_000
"""Of 24 players with five rounds left; in larger fields fewer, so that nobody waits more than a second."""
MOST_PLAYERS: Final = 500
"""In a larger field nobody's chance of a place says anything."""
WHOLE: Final = 1 << 32
"""A chance is so many parts of this."""
GIBSON_SPREAD: Final = 500
"""Nobody makes up more points than this in a round."""

_TYPICAL_SPREAD: Final = 105.0
"""The deviation of the difference of two totals."""
_KINDS_OF_GAME: Final = 200
_HALF_POINTS: Final = {Verdict.WIN: 2, Verdict.TIE: 1}


def usual_margins() -> tuple[int, ...]:
    """By how much games are won, each as likely as the others; one of 200 is a tie."""
    normal = NormalDist(sigma=_TYPICAL_SPREAD)
    quantiles = ((1 + (kind + 0.5) / _KINDS_OF_GAME) / 2 for kind in range(1, _KINDS_OF_GAME))
    return (0, *(max(1, round(normal.inv_cdf(each))) for each in quantiles))


@dataclass(frozen=True, slots=True)
class Field:
    """The players who are still in it, the best first, and what is left to play."""

    players: tuple[int, ...]
    """By their numbers as contenders."""
    points: tuple[int, ...]
    """Half points: two for a win."""
    spreads: tuple[int, ...]
    ratings: tuple[int, ...]
    """0 for one without a rating."""
    rounds_left: int
    known: tuple[tuple[int, int], ...] | None
    """The games without a result of the round under way, by place in `players`."""
    bye: int
    """The spread that a bye adds."""

    def clinched(self) -> int | None:
        """Returns who cannot be caught any more, and so has the first place (Gibson's rule)."""
        if len(self.players) < 2 or not self.rounds_left:
            return None
        lead = self.points[0] - max(self.points[1:])
        behind = max(spread for points, spread in self._others() if points == max(self.points[1:]))
        out_of_reach = self.spreads[0] - behind > GIBSON_SPREAD * self.rounds_left
        most = 2 * self.rounds_left
        return self.players[0] if lead > most or (lead == most and out_of_reach) else None

    @property
    def usual_runs(self) -> int:
        """Returns how often the rounds that are left are played out."""
        games = max(1, len(self.players) * self.rounds_left)
        return min(RUNS, RUNS * 24 * 5 // games)

    def _others(self) -> Sequence[tuple[int, int]]:
        return tuple(zip(self.points[1:], self.spreads[1:], strict=True))

    def chances(self) -> list[int]:
        """Of 2^32 games, how many each player wins against each other, row by row."""
        return [
            min(WHOLE - 1, round(WHOLE * (expected_wins(own, other) if own and other else 0.5)))
            for own in self.ratings
            for other in self.ratings
        ]


def field_of(tournament: Tournament, division: str) -> Field | None:
    """The field of a division in which single players meet, by wins and spread; nothing for another one."""
    format_ = tournament.division(division).format
    by_wins = isinstance(format_.ranking.credit, WinsAndHalves) and isinstance(format_.entry.kind, Players)
    here = [each.number for each in tournament.playing(division)]
    if not by_wins or format_.sides_at_a_table != 2 or len(here) > MOST_PLAYERS:
        return None
    points, spreads = _so_far(tournament, division)
    ratings = {each.number: each.profile.rating or 0 for each in tournament.contenders_of(division)}
    players = tuple(sorted(here, key=lambda number: (-points[number], -spreads[number], number)))
    rounds = tournament.rounds_of(division)
    is_open = bool(rounds) and rounds[-1].stage is not RoundStage.CLOSED
    place = {number: index for index, number in enumerate(players)}
    known = tuple(
        (place[each.sides[0]], place[each.sides[1]])
        for each in (rounds[-1].sittings if is_open else ())
        if each.outcome is None and len(each.sides) == 2 and place.keys() >= set(each.sides)
    )
    bye = format_.pairing.bye
    return Field(
        players=players,
        points=tuple(points[number] for number in players),
        spreads=tuple(spreads[number] for number in players),
        ratings=tuple(ratings[number] for number in players),
        rounds_left=max(0, format_.counted_rounds - len(rounds) + is_open),
        known=known if is_open else None,
        bye=bye.points if isinstance(bye, WinBySpread) else 0,
    )


def _so_far(tournament: Tournament, division: str) -> tuple[dict[int, int], dict[int, int]]:
    """Half points and spread of everybody, of the games that count."""
    points = {each.number: 0 for each in tournament.contenders_of(division)}
    spreads = dict(points)
    for line in game_lines(tournament, division):
        if line.counts:
            points[line.contender] += _HALF_POINTS.get(line.verdict, 0)
            spreads[line.contender] += line.spread
    return points, spreads


@lru_cache(maxsize=32)
def place_chances(field: Field, seed: int = 1) -> Mapping[int, tuple[float, ...]]:
    """By contender, the chance of each place from the first on, between 0 and 1."""
    from wordwaiter._core import simulate_places  # only those who ask for chances load the core

    runs = field.usual_runs
    parts = (field.points, field.spreads, field.chances(), usual_margins(), field.bye)
    counts = simulate_places(parts, left=field.rounds_left, known=field.known, runs=runs, seed=seed)
    return {
        number: tuple(count / runs for count in row)
        for number, row in zip(field.players, counts, strict=True)
    }


def best_hopes(field: Field, places: int, least: float = 0.01) -> Mapping[int, int]:
    """By contender, the best of so many places that is not out of reach; one more for none of them."""
    hopes = {}
    for number, chances in place_chances(field).items():
        reached = (place for place in range(1, places + 1) if sum(chances[:place]) >= least)
        hopes[number] = next(reached, places + 1)
    return hopes


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A player's chance of each place."""

    contender: int
    name: str
    by_place: tuple[float, ...]

    @property
    def percents(self) -> tuple[str, ...]:
        """By place, in hundredths; empty for a place that was never reached."""
        return tuple(map(percent_text, self.by_place))


def percent_text(chance: float) -> str:
    """A chance in hundredths; only what is certain is 100.

    >>> [percent_text(each) for each in (0, 0.001, 0.256, 0.999, 1)]
    ['', '<1', '26', '>99', '100']
    """
    if chance in (0, 1):
        return "100" if chance else ""
    return "<1" if chance < 0.005 else ">99" if chance >= 0.995 else f"{100 * chance:.0f}"


def chance_lines(tournament: Tournament, division: str) -> tuple[ChanceLine, ...]:
    """Everybody's chances, the best placed first; nothing before the first result and after the last."""
    field = field_of(tournament, division)
    if field is None or not field.rounds_left or not any(field.points):
        return ()
    names = {each.number: each.name for each in tournament.contenders_of(division)}
    return tuple(ChanceLine(number, names[number], row) for number, row in place_chances(field).items())
