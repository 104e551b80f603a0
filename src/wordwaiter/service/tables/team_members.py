"""The members of a team, one of whom signs its board off: at a table of turns and at a Hare board alike."""

from typing import TYPE_CHECKING

from wordwaiter.errors import IllegalError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.visibility import tournament_for
from wordwaiter.service.rounds.round_tables import game_at
from wordwaiter.service.tables.stream_names import place_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def members_at(context: "Context", caller: Caller, stream: str) -> tuple[str, ...]:
    """Returns the members of the team at a table of a round, with the names that the caller may see."""
    place, game = place_of(stream), game_at(context, stream)
    if place is None or game is None:
        return ()
    seen = tournament_for(caller, place.tournament, game.tournament)
    return seen.contender(game.sitting.sides[0]).profile.members


def require_member(context: "Context", stream: str, state: Table | HareRound, member: str) -> None:
    """Refuses whoever is not on the team's list of members (bee-teams).

    A practice board has no list; without a name it is refused anyway.
    """
    game = game_at(context, stream)
    if game is None or not member.strip():
        return
    team = game.tournament.contender(game.sitting.sides[0])
    if member not in team.profile.members:
        builds = isinstance(state.rulebook.play, Building)
        raise IllegalError(
            "not-a-member",
            f"{member} is not a member of {team.name}; choose the member who checked the board",
            clause=state.rulebook.clause_of("round_ending.sign_off" if builds else "ending.sign_off"),
        )
