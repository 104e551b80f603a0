"""Tiles to take out before the clock starts: what a team is asked for."""

from collections import Counter
from dataclasses import dataclass

from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class TilesToTake:
    """The tiles that were drawn for a team, which has not said yet that they are out."""

    team: int
    name: str
    round: int
    kinds: tuple[tuple[str, int], ...]
    """Each letter, and how many of it."""
    count: int


def tiles_to_take(tournament: Tournament, played: Round | None, team: int) -> TilesToTake | None:
    """Returns what a team has to take out now; nothing once the clock runs or the team has said so."""
    if played is None or played.stage is not RoundStage.PUBLISHED or team in played.taken_out:
        return None
    drawn = played.removed.get(team, ())
    if isinstance(drawn, int) or not drawn:
        return None
    kinds = tuple(sorted(Counter(drawn).items()))
    return TilesToTake(team, tournament.contender(team).name, played.number, kinds, len(drawn))
