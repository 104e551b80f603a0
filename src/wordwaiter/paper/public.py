"""Names on paper that anybody may read: whoever asked for it is shown by initials."""

from collections.abc import Callable

from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import author_for, tournament_for
from wordwaiter.tournament.state import Tournament


def for_everybody(tournament: Tournament) -> Tournament:
    """The tournament as the public may see it, for what hangs on a wall or is sent to others."""
    return tournament_for(NOBODY, "", tournament)


def author_for_everybody(tournament: Tournament) -> Callable[[str], str]:
    """Returns how the public sees the name of whoever wrote something."""
    return author_for(NOBODY, "", tournament)
