"""The sponsors that everybody may know of."""

from collections.abc import Mapping
from dataclasses import dataclass

from wordwaiter.rules.announcement import Announcement
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Logo, Tournament


@dataclass(frozen=True, slots=True)
class PublicSponsor:
    """Who pays for the day, by name and, where there is one, by logo."""

    name: str
    logo: Logo | None


def public_sponsors(tournament: Tournament) -> tuple[PublicSponsor, ...]:
    """The sponsors of the event, and those of rounds that have begun.

    Which of them a coming round announces is a surprise; so is one who is not listed before it.
    """
    begun = words_begun(tournament).values()
    named = dict.fromkeys((*tournament.sponsors, *(name for each in begun for name in each.sponsors)))
    return tuple(PublicSponsor(name, tournament.logos.get(name)) for name in named)


def words_begun(tournament: Tournament) -> Mapping[tuple[str, int], Announcement]:
    """Returns the words of rounds that have begun, by division and round; those of others are a surprise."""
    return {
        (division, number): words
        for (division, number), words in tournament.announcements.items()
        if _has_begun(tournament, division, number)
    }


def _has_begun(tournament: Tournament, division: str, number: int) -> bool:
    rounds = tournament.rounds_of(division)
    return number <= len(rounds) and rounds[number - 1].stage is not RoundStage.PUBLISHED
