"""Names at the tables of a round: those that the tournament has now, as a caller may see them.

A table keeps the names with which it was opened, and the numbers of those who sit there. So nobody needs to
tell it when a name was put right.
"""

from dataclasses import dataclass, replace

from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.visibility import seen_entrant, sees_name, sees_names_in
from wordwaiter.tournament.entrants.entrants import Entrant
from wordwaiter.tournament.entrants.public_names import initials_of
from wordwaiter.tournament.rounds.table_results import Place, contenders_at
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class NamesAtTables:
    """The names of those who sit at the tables of a tournament, for one caller."""

    caller: Caller
    stream: str
    tournament: Tournament

    def of_table(self, place: Place, table: Table) -> Table:
        """Returns a table of turns with the names of its sides and seats."""
        sides = [
            self._side(number, name, place.division)
            for number, name in zip(contenders_at(self.tournament, place, table), table.sides, strict=True)
        ]
        seats = tuple(
            initials_of(seat.name) if sides[seat.side].is_initials else seat.name for seat in table.seats
        )
        return table.with_names(tuple(side.name for side in sides), seats)

    def of_board(self, place: Place, built: HareRound) -> HareRound:
        """Returns the board that a team builds, with the name of the team."""
        (number,) = contenders_at(self.tournament, place, built)
        team = self._side(number, built.team, place.division)
        signer = initials_of(built.checked_by) if built.checked_by and team.is_initials else built.checked_by
        return replace(built, team=team.name, checked_by=signer)

    def _side(self, contender: int | None, opened_as: str, division: str) -> "_SideName":
        """Returns the name of a side. Whoever is not known any more may have asked for initials."""
        entrant = None if contender is None else self.tournament.find_entrant(contender)
        if entrant is None:
            name, is_initials = opened_as, not sees_names_in(self.caller, self.stream, division)
        else:
            (seen,) = (each for each in self._seen(entrant).contenders if each.number == contender)
            (full,) = (each for each in entrant.contenders if each.number == contender)
            veils_members = seen.profile.members != full.profile.members or seen.name != full.name
            return _SideName(seen.name, veils_members)
        return _SideName(initials_of(name) if is_initials else name, is_initials)

    def _seen(self, entrant: Entrant) -> Entrant:
        if sees_name(self.caller, self.stream, entrant):
            return entrant
        return seen_entrant(self.caller, self.stream, self.tournament, entrant)


@dataclass(frozen=True, slots=True)
class _SideName:
    name: str
    is_initials: bool
