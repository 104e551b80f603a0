"""Tiles to take out before the clock starts: what a team is asked for, and where judges see a difference."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.game.holdings import count_of
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


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


@dataclass(frozen=True, slots=True)
class RemovalDifference:
    """A team that took out another number of tiles than the round asks for."""

    tournament: str
    team: str
    round: int
    took: int
    asked: int


def removal_differences(context: "Context", caller: Caller) -> tuple[RemovalDifference, ...]:
    """Returns the teams of open rounds that took out more or fewer tiles than the round asks for."""
    return tuple(
        difference
        for stream in streams_in(context)
        if caller.is_official(stream)
        for difference in _differences(context, snapshot_of(context, stream).tournament)
    )


def _differences(context: "Context", tournament: Tournament) -> Iterator[RemovalDifference]:
    for division in tournament.divisions.values():
        played = tournament.open_round(division.name)
        play = context.rulebooks(division.rulebook).play
        if played is None or not isinstance(play, Building) or played.number > len(play.tiles_removed):
            continue
        asked = play.tiles_removed[played.number - 1]
        for team, tiles in played.taken_out.items():
            if team not in tournament.bought_all and count_of(tiles) != asked:
                name = tournament.contender(team).name
                yield RemovalDifference(tournament.name, name, played.number, count_of(tiles), asked)
