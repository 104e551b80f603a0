"""Roles: the tasks that somebody may have at a tournament, at a free table or in the house."""

from enum import Enum


class Role(Enum):
    """A task that somebody has; one person may have several."""

    DIRECTOR = "director"
    """Convenor; may do everything."""
    JUDGE = "judge"
    SCOREKEEPER = "event-scorekeeper"
    TABLE_SCOREKEEPER = "table-scorekeeper"
    """Word Waiter, timekeeper."""
    PLAYER = "player"
    """Also a member of a team."""
    EMCEE = "emcee"
    TREASURER = "treasurer"
    JUDGING_STATION = "judging-station"
    """A device at which players have a play judged by themselves; it stands with the judges."""
    DISPLAY = "display"
    PUBLIC = "public"
