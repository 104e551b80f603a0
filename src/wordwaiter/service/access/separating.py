"""Facts of earlier formats, in the form of today and with what they say of people to be stored apart.

The first version knew sides, teams and signers by name alone. Erased names could no longer be told apart, so
they get the numbers of those who had these names.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from wordwaiter.game.facts import ResultSigned, TableOpened
from wordwaiter.game.hare.facts import BoardAccepted, RoundOpened
from wordwaiter.service.access.personal_fields import owner_of_actor, with_personal_parts
from wordwaiter.store.facts import Fact, NewFact
from wordwaiter.store.families import Families
from wordwaiter.store.migrations.rewriting import Separated
from wordwaiter.tournament import facts as f

Body = Mapping[str, Any]
Numbers = Mapping[str, int | None]
"""By name; nothing for a name that several have."""


class Separating:
    """Goes through a journal from its first fact on."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._numbers: dict[str, dict[str, int | None]] = {}
        self._sides: dict[str, list[str]] = {}

    def __call__(self, fact: Fact) -> Separated:
        """Returns a fact as it is to be written now."""
        now = self._families.of(fact.kind).upgraded(fact)
        numbers = self._numbers.setdefault(fact.stream.partition("/")[0], {})
        body: Body = now.body
        if fact.kind in _PEOPLE:
            for number, name in _PEOPLE[fact.kind](body):
                numbers[name] = number if numbers.get(name, number) == number else None
        elif fact.kind in _NUMBERED:
            body = _NUMBERED[fact.kind](body, numbers)
        if fact.kind == TableOpened.KIND:
            self._sides[fact.stream] = list(body["sides"])
        elif fact.kind == ResultSigned.KIND:
            body = _signed(body, self._sides[fact.stream])
        new = NewFact(fact.kind, body, now.kind_version)
        (apart,) = with_personal_parts(fact.stream, [new], fact.actor)
        return Separated(apart, owner_of_actor(fact.stream, fact.device, fact.actor))


def _registered(body: Body) -> list[tuple[int, str]]:
    contenders = (each for entrant in body["entrants"] for each in entrant["contenders"])
    return [(each["number"], each["profile"]["name"]) for each in contenders]


_PEOPLE: Final[Mapping[str, Callable[[Body], list[tuple[int, str]]]]] = {
    f.EntrantsRegistered.KIND: _registered,
    f.ProfileChanged.KIND: lambda body: [(body["contender"], body["profile"]["name"])],
}
"""Who has which number from now on, by the kind of fact that tells it."""


def _table(body: Body, numbers: Numbers) -> Body:
    known = zip(body["contenders"], body["sides"], strict=True)
    return {**body, "contenders": [numbers.get(name) if each is None else each for each, name in known]}


def _team(body: Body, numbers: Numbers, *names: str) -> Body:
    teams = ((name, body[name]) for name in names)
    return {
        **body,
        **{
            name: {**team, "number": numbers.get(team["name"]) if team["number"] is None else team["number"]}
            for name, team in teams
        },
    }


def _challenge(challenge: Body, numbers: Numbers) -> Body:
    return _team(challenge, numbers, "challenger", "challenged")


_NUMBERED: Final[Mapping[str, Callable[[Body, Numbers], Body]]] = {
    TableOpened.KIND: _table,
    RoundOpened.KIND: lambda body, numbers: {
        **body,
        "contender": numbers.get(body["team"]) if body["contender"] is None else body["contender"],
    },
    BoardAccepted.KIND: lambda body, numbers: {
        **body,
        "challenges": [_challenge(each, numbers) for each in body["challenges"]],
    },
    f.BoardWordChallenged.KIND: lambda body, numbers: {
        **body,
        "challenge": _challenge(body["challenge"], numbers),
    },
    f.BoardWordRuled.KIND: lambda body, numbers: _team(body, numbers, "challenger"),
    f.BoardPointsProposed.KIND: lambda body, numbers: _team(body, numbers, "challenger"),
    f.BoardChallengeVoided.KIND: lambda body, numbers: _team(body, numbers, "challenger"),
    f.BoardRulingUndone.KIND: lambda body, numbers: _team(body, numbers, "challenger"),
}
"""Bodies with numbers for the names in them, by the kind of fact."""


def _signed(body: Body, sides: list[str]) -> Body:
    """Returns a signature by the number of the side, where it has the name alone; officials have a role."""
    signer = body["signer"]
    name = signer.get("name") if isinstance(signer, Mapping) else None
    return {**body, "signer": sides.index(name)} if name in sides else body
