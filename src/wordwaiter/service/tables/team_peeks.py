"""The peeks of a team, as its Word Waiter has them at the team's own board or table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordwaiter.game.table import Stage, Table
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.permissions import keeps_table, seated_in_round
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Peek, Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


@dataclass(frozen=True, slots=True)
class TeamPeeks:
    """The words that a team of turns had looked up, and what the next one costs."""

    team: int
    bought: tuple[Peek, ...]
    cents: int | None
    """`None` where none is sold now, or not by the caller."""


def peeks_at(context: "Context", caller: Caller, stream: str, table: Table) -> TeamPeeks | None:
    """Returns the peeks of the team at a table; nothing where none are sold, or nobody may see them."""
    place, cents = place_of(stream), table.rulebook.words.peek_cents
    if place is None or cents is None:
        return None
    tournament: Tournament = context.states.of(place.tournament).state
    found = place.played_in(tournament)
    if found is None or not _sees_peeks(caller, stream, tournament, place):
        return None
    played, sitting = found
    is_on = played.stage is RoundStage.RUNNING and table.stage is Stage.PLAYING
    sells = keeps_table(caller, stream, seated_in_round(tournament, place), Role.TABLE_SCOREKEEPER)
    team = sitting.sides[0]
    return TeamPeeks(
        team, peeks_of(caller, stream, tournament, place, team), cents if is_on and sells else None
    )


def peeks_of(
    caller: Caller, stream: str, tournament: Tournament, place: BoardPlace, team: int
) -> tuple[Peek, ...]:
    """Returns the peeks of a team in one round: for judges, and for the Word Waiter who bought them."""
    if not _sees_peeks(caller, stream, tournament, place):
        return ()
    return tuple(peek for peek in tournament.peeks if peek.team == team and peek.round == place.round)


def _sees_peeks(caller: Caller, stream: str, tournament: Tournament, place: BoardPlace) -> bool:
    seated = seated_in_round(tournament, place)
    return keeps_table(caller, stream, seated, Role.TABLE_SCOREKEEPER, Role.JUDGE)
