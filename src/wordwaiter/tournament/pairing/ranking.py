"""The contenders of a round in the order by which they are to meet."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from wordwaiter.errors import IllegalError
from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory, by_id
from wordwaiter.tournament.pairing.rules import Concern, PairingRules


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places 0, 1, 2... with the one who holds each, and what the pairing has to heed."""

    places: tuple[PairingContender, ...]
    history: PairingHistory
    rules: PairingRules
    by: str | None
    """The source of the places, as in "by the standings"; `None` if they are no ranks."""
    order: str | None = None
    """How neighbours come together where places are no ranks; `None` if they were drawn."""

    @property
    def is_drawn(self) -> bool:
        """The lot made the places."""
        return self.by is None and self.order is None

    @property
    def odd(self) -> bool:
        """One is left over, and has a bye."""
        return len(self.places) % 2 == 1


def rank(
    contenders: Iterable[PairingContender],
    highest_first: Callable[[PairingContender], tuple[int, ...]],
    rng: Random,
) -> tuple[PairingContender, ...]:
    """Those who are present, the highest first, equals by lot; who was listed first has no influence."""
    present = [contender for _, contender in sorted(by_id(contenders).items()) if contender.present]
    rng.shuffle(present)
    return tuple(sorted(present, key=highest_first, reverse=True))


def refuse_unpairable_number(present: int, rules: PairingRules) -> None:
    """Refuse fewer than two, and an odd number where nobody may rest."""
    if present < 2:
        raise IllegalError(
            "too-few-to-pair",
            "a round needs two people present; check somebody in, or end the division here",
            present=present,
        )
    if present % 2 and not rules.bye_allowed:
        raise IllegalError(
            "odd-without-bye",
            f"{present} is an odd number and this format has no byes; add or remove one entrant, "
            "or allow byes",
            clause=rules.clauses.get(Concern.BYES),
            present=present,
        )
