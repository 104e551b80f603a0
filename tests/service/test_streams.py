"""Each family of streams is folded by the rules of its own package."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare import decide as hare
from wordwaiter.game.hare.commands import OpenRound, SignalEnd
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.records import fact_to_plain
from wordwaiter.game.table import TableKind
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.streams import all_families
from wordwaiter.store.facts import Entry, Fact, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.store.states import States
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.evolve import opened
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.records import fact_to_plain as tournament_to_plain

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


def _new(body: dict[str, object]) -> NewFact:
    return NewFact(str(body.pop("kind")), body)


def test_a_hare_round_is_folded_from_the_journal(tmp_path: Path) -> None:
    rulebook = shipped_rulebook("bee-hare")
    words = announce(rulebook.table.tile_set, "GLOW", "TEA", ["EAT"])
    facts: tuple[HareFact, ...] = hare.open_round(
        rulebook, OpenRound("Di", "Owls", 1, TableKind.PHYSICAL, words), 0, random.Random(1)
    )
    state = hare.fold(rulebook, facts)
    facts += hare.decide(state, SignalEnd("Emcee"), 5_000, random.Random(1))
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        journal.append(Entry("hare", tuple(_new(fact_to_plain(fact)) for fact in facts), NOON))
        assert States.load(journal, all_families()).of("hare").state == hare.fold(rulebook, facts)


def test_a_tournament_is_folded_from_the_journal(tmp_path: Path) -> None:
    fact = TournamentOpened(0, "Di", "Spring Bee", "2026-03-14", "Library", 12, 4, names=PublicNames.FULL)
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        journal.append(Entry("tournament", (_new(tournament_to_plain(fact)),), NOON))
        assert States.load(journal, all_families()).of("tournament").state == opened(fact)


@pytest.mark.parametrize("kind", ["game.time_called", "hare.end_signalled", "tournament.call_ended"])
def test_a_stream_that_does_not_begin_with_an_opening_is_refused(kind: str) -> None:
    fact = Fact(1, "x", 1, kind, 1, {"at_ms": 0, "by": "Di", "number": 1}, "", "", NOON, None)
    with pytest.raises(MalformedError) as refused:
        all_families().of(kind).fold([fact])
    assert refused.value.code in {"not-opened", "bad-fact"}
