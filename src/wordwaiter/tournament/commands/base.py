"""The base of all commands to a tournament."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TournamentCommand:
    """Something that somebody asks of a tournament."""

    by: str
