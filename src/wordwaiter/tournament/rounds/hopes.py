"""The places each player can still reach, for pairing by chances."""

from collections.abc import Sequence
from dataclasses import replace

from wordwaiter.tournament.pairing.contenders import Hope, PairingContender
from wordwaiter.tournament.standings.chances import best_hopes, field_of
from wordwaiter.tournament.state import Tournament


def with_hopes(
    tournament: Tournament, division: str, contenders: Sequence[PairingContender]
) -> tuple[PairingContender, ...]:
    """The contenders with what each can still reach; as they are where nobody plays for wins and spread."""
    field = field_of(tournament, division)
    if field is None:
        return tuple(contenders)
    places = max(1, tournament.division(division).format.honours.medal_places)
    best, clinched = best_hopes(field, places), str(field.clinched())
    hope = {
        str(number): Hope.FIRST if place == 1 else Hope.PRIZE if place <= places else Hope.NOTHING
        for number, place in best.items()
    }
    return tuple(
        replace(each, hope=hope.get(each.id, Hope.NOTHING), has_clinched=each.id == clinched)
        for each in contenders
    )
