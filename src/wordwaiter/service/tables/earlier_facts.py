"""Facts of tables as earlier versions wrote them, brought up to the form of today when they are read.

Version 1 knew whoever sat at a table by name alone. Which number that is, is known where the table stands:
see `tournament.rounds.table_results.contenders_of`.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from wordwaiter.game.facts import ResultSigned, TableOpened
from wordwaiter.game.hare.facts import RoundOpened
from wordwaiter.store.families import Upgrade, Upgrades

Body = Mapping[str, object]


def _upgrade(change: Callable[[Body], Body]) -> Upgrade:
    return lambda fact: replace(fact, kind_version=fact.kind_version + 1, body=change(fact.body))


def _without_contenders(body: Body) -> Body:
    sides = body.get("sides")
    return {**body, "contenders": [None] * len(sides) if isinstance(sides, list | tuple) else []}


TABLE_UPGRADES: Final[Upgrades] = {
    (TableOpened.KIND, 1): _upgrade(_without_contenders),
    (RoundOpened.KIND, 1): _upgrade(lambda body: {**body, "contender": None}),
    (ResultSigned.KIND, 1): _upgrade(lambda body: {**body, "signer": {"name": body.get("signer")}}),
}
