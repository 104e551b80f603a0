"""The effect of a tournament on ratings so far: an estimate, since the rating officer decides.

Only games between two rated players count; a rating of 0 is none. Glicko-2 takes each rating as one of an
established player.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wordwaiter.tournament.ratings.elo import NEW_BELOW, RatedGame, new_rating
from wordwaiter.tournament.ratings.glicko2 import Glicko, GlickoGame, after_period
from wordwaiter.tournament.standings.game_lines import Verdict, game_lines
from wordwaiter.tournament.state import Tournament

ESTABLISHED: Final = 80.0
"""The deviation of somebody who plays often."""

_WON: Final = {Verdict.WIN: 1.0, Verdict.TIE: 0.5, Verdict.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """A player's rating before the tournament and, as an estimate, after it."""

    contender: int
    before: int
    games: int
    elo: int
    glicko: int

    @property
    def change(self) -> int:
        return self.elo - self.before


def estimates(tournament: Tournament, division: str) -> tuple[RatingEstimate, ...]:
    """The new ratings of all rated players of a division who have met another one."""
    ratings = {
        each.number: each.profile.rating for each in tournament.contenders_of(division) if each.profile.rating
    }
    games = _games(tournament, division, ratings)
    return tuple(
        _estimate(contender, ratings[contender], played) for contender, played in games.items() if played
    )


def _games(tournament: Tournament, division: str, ratings: Mapping[int, int]) -> dict[int, list[RatedGame]]:
    games: dict[int, list[RatedGame]] = {contender: [] for contender in ratings}
    for line in game_lines(tournament, division):
        is_rated = line.contender in ratings and line.opponent in ratings and line.own is not None
        if is_rated and line.opponent is not None and line.verdict in _WON:
            games[line.contender].append(RatedGame(ratings[line.opponent], _WON[line.verdict]))
    return games


def _estimate(contender: int, rating: int, games: list[RatedGame]) -> RatingEstimate:
    period = [GlickoGame(Glicko(game.opponent, ESTABLISHED), game.won) for game in games]
    return RatingEstimate(
        contender=contender,
        before=rating,
        games=len(games),
        elo=round(new_rating(rating, games, NEW_BELOW)),
        glicko=round(after_period(Glicko(rating, ESTABLISHED), period).rating),
    )
