"""Facts as earlier versions wrote them, brought up to the form of today when they are read.

Version 1 knew sides and teams by name alone. Which number that is, is known where the fact is folded or the
table stands: `tournament.bee.evolve`, `game.evolve`, `tournament.rounds.table_results.contenders_at`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from wordwaiter.game.facts import GameEnded, ResultSigned, TableOpened
from wordwaiter.game.hare.facts import BoardAccepted, RoundOpened
from wordwaiter.store.families import Upgrade, Upgrades
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.facts import (
    BoardPointsProposed,
    BoardWordChallenged,
    BoardWordRuled,
    DivisionsMerged,
    MoneyTaken,
    PledgeMade,
    RoundPublished,
    TournamentOpened,
    WordsAnnounced,
)

Body = Mapping[str, Any]


def _upgrade(change: Callable[[Body], Body]) -> Upgrade:
    return lambda fact: replace(fact, kind_version=fact.kind_version + 1, body=change(fact.body))


def _with_contenders(body: Body) -> Body:
    sides = body.get("sides")
    return {**body, "contenders": [None] * len(sides) if isinstance(sides, list | tuple) else []}


def _with_teams(body: Body, *names: str) -> Body:
    """Returns a body in which these fields are teams, and not names of teams."""
    return {**body, **{name: {"number": None, "name": body.get(name)} for name in names}}


def _challenge(challenge: Body) -> Body:
    return _with_teams(challenge, "challenger", "challenged")


def _with_donor(payment: Any) -> Any:
    return {**payment, "donor": "", "cheque": "", "pledge": None} if isinstance(payment, Mapping) else payment


TABLE_UPGRADES: Final[Upgrades] = {
    (GameEnded.KIND, 1): _upgrade(lambda body: {**body, "loser": None}),
    (TableOpened.KIND, 1): _upgrade(_with_contenders),
    (ResultSigned.KIND, 1): _upgrade(lambda body: {**body, "signer": {"name": body.get("signer")}}),
    (ResultSigned.KIND, 2): _upgrade(lambda body: {**body, "member": ""}),
    (RoundOpened.KIND, 1): _upgrade(lambda body: {**body, "contender": None}),
    (BoardAccepted.KIND, 1): _upgrade(
        lambda body: {**body, "challenges": [_challenge(each) for each in body.get("challenges", ())]}
    ),
}

TOURNAMENT_UPGRADES: Final[Upgrades] = {
    (TournamentOpened.KIND, 1): _upgrade(lambda body: {**body, "names": PublicNames.FULL.value}),
    (BoardWordChallenged.KIND, 1): _upgrade(
        lambda body: {**body, "challenge": _challenge(body.get("challenge", {}))}
    ),
    (WordsAnnounced.KIND, 1): _upgrade(lambda body: {**body, "without": []}),
    (WordsAnnounced.KIND, 2): _upgrade(lambda body: {**body, "removed": []}),
    (RoundPublished.KIND, 1): _upgrade(lambda body: {**body, "removed": []}),
    (BoardWordRuled.KIND, 1): _upgrade(lambda body: _with_teams(body, "challenger")),
    (MoneyTaken.KIND, 1): _upgrade(lambda body: {**body, "payment": _with_donor(body.get("payment"))}),
    (PledgeMade.KIND, 1): _upgrade(lambda body: {**body, "fixed_cents": 0}),
    # Who entered the points was known by name; the journal knows the device of each fact.
    (BoardPointsProposed.KIND, 1): lambda fact: replace(
        fact, kind_version=2, body={**fact.body, "device": fact.device}
    ),
    (BoardWordRuled.KIND, 2): _upgrade(lambda body: {**body, "counted": None}),
    (BoardWordRuled.KIND, 3): _upgrade(lambda body: {**body, "bonus": 0}),
    (DivisionsMerged.KIND, 1): _upgrade(lambda body: {**body, "name": ""}),
}
