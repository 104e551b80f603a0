"""Names on paper that anybody may read: whoever asked for it is shown by initials."""

from collections.abc import Mapping

from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import names_for, tournament_for
from wordwaiter.tournament.state import Tournament


def for_everybody(tournament: Tournament) -> Tournament:
    """The tournament as the public may see it, for what hangs on a wall or is sent to others."""
    return tournament_for(NOBODY, "", tournament)


def names_for_everybody(tournament: Tournament) -> Mapping[str, str]:
    """What stands for the full name of each who is shown by initials."""
    return names_for(NOBODY, "", tournament)
