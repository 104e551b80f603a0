"""How a division is paired, as the director chooses it: a method for each round, repeats, and starts."""

from typing import Final

from wordwaiter.tournament.formats.choices import ChancesShown, PairingMethod, Starts
from wordwaiter.web.pages.forms import Fields

OFFERED: Final = tuple(method for method in PairingMethod if method is not PairingMethod.ALONE)


def pairing_changes(fields: Fields) -> dict[str, object]:
    """Returns what the form says of pairing, by the names of settings; nothing where it does not ask."""
    methods = fields.texts("method")
    if not methods:
        return {}
    return {
        "pairing_by_round": tuple(PairingMethod(each) for each in methods if each in _WORDS),
        "pairing_repeats_from": fields.number_if_any("repeats-from"),
        "pairing_chances": ChancesShown.EVERYBODY if fields.has("chances") else ChancesShown.OFFICIALS,
        "pairing_starts": Starts.ASSIGNED if fields.has("assigned") else Starts.BY_RULEBOOK,
    }


_WORDS: Final = frozenset(method.value for method in OFFERED)
