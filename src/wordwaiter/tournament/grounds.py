"""The clause by which a fact of a tournament came about: a setting of the division's format or rulebook."""

from collections.abc import Callable

from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.state import Tournament

Rulebooks = Callable[[str], Rulebook]


def clause_of(tournament: Tournament, fact: f.Fact, rulebooks: Rulebooks) -> str | None:
    """The clause that decided, in the tournament as it is after the fact; nothing where none did."""
    found = fact.ruled_by(tournament)
    if found is None:
        return None
    name, setting = found
    if name not in tournament.divisions:
        return None  # merged into another since
    division = tournament.divisions[name]
    if setting in division.format.origins:
        return division.format.clause_of(setting)
    rulebook = rulebooks(division.rulebook)
    return rulebook.clause_of(setting) if setting in rulebook.origins else None
