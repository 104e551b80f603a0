"""Every family of streams that the program keeps, and how each is folded."""

from collections.abc import Callable
from typing import Final

from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.game import evolve as table_folding
from wordwaiter.game.deciders.laying import require_play
from wordwaiter.game.facts import FACT_TYPES as TABLE_FACTS
from wordwaiter.game.facts import Fact as TableFact
from wordwaiter.game.facts import PlayAnnounced, ResultAccepted, ResultSigned, TableOpened
from wordwaiter.game.hare import evolve as hare_evolve
from wordwaiter.game.hare.facts import HARE_FACT_TYPES, BestBoardFound, BoardAccepted, HareFact, RoundOpened
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.records import fact_body, fact_from_plain, hare_fact_from_plain
from wordwaiter.game.table import Table
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.access.registry import ACCESS_FAMILY
from wordwaiter.service.earlier_facts import TABLE_UPGRADES, TOURNAMENT_UPGRADES
from wordwaiter.service.judging.rulings import JUDGE_FAMILY
from wordwaiter.service.judging.word_list_facts import LIST_FAMILY
from wordwaiter.service.lifecycle import LIFECYCLE_FAMILY
from wordwaiter.service.photos.photo_facts import PHOTO_FAMILY
from wordwaiter.service.tables.note_facts import NOTE_FAMILY
from wordwaiter.store.facts import Fact, NewFact
from wordwaiter.store.families import Families, Family, upgraded, version_today
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament import evolve as tournament_folding
from wordwaiter.tournament import records as tournament_records
from wordwaiter.tournament.facts import FACT_TYPES as TOURNAMENT_FACTS
from wordwaiter.tournament.facts import Fact as TournamentFact
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.state import Tournament

Rulebooks = Callable[[str], Rulebook]
"""Finds the rulebook of that name."""

shipped: Final[Rulebooks] = shipped_rulebook
"""It keeps those that were asked for lately; anybody may ask for any number of variants."""

BUILT: Final = "hare"
"""The family of boards that a team builds."""


def all_families(rulebooks: Rulebooks = shipped) -> Families:
    """All of them: tables, Hare rounds, tournaments, rulings, access, the house, word lists, notes,
    photos.
    """
    return Families(
        table_family(rulebooks),
        hare_family(rulebooks),
        TOURNAMENT_FAMILY,
        JUDGE_FAMILY,
        ACCESS_FAMILY,
        LIFECYCLE_FAMILY,
        LIST_FAMILY,
        NOTE_FAMILY,
        PHOTO_FAMILY,
    )


def require_known(journal: JournalReader, families: Families | None = None) -> None:
    """Refuses a journal in which a newer Wordwaiter wrote what this one cannot read.

    The format of the database stays the same when only kinds of fact are added.
    """
    unknown = (families or all_families()).unknown_in(journal.kind_versions())
    if unknown:
        raise MalformedFileError(
            "newer-journal",
            journal.name,
            f"this is from a newer Wordwaiter (it has facts {unknown[0]}); update this one",
            kind=unknown[0],
        )


def table_family(rulebooks: Rulebooks = shipped) -> Family[Table]:
    """Returns how a table is folded from its facts, whose rulebook the first one names."""

    def begin(fact: Fact) -> Table:
        opened = table_fact(fact)
        if not isinstance(opened, TableOpened):
            raise MalformedError("not-opened", "the first fact of a table must open it")
        return table_folding.opened(rulebooks(opened.rulebook), opened)

    return Family(
        name="game",
        begin=begin,
        evolve=lambda table, fact: table_folding.evolve(table, table_fact(fact)),
        kinds=frozenset(TABLE_FACTS),
        resting=frozenset({ResultSigned.KIND, ResultAccepted.KIND}),
        upgrades=TABLE_UPGRADES,
        compare=_score_again,
    )


def hare_family(rulebooks: Rulebooks = shipped) -> Family[HareRound]:
    """Returns how one team's Hare round is folded from its facts."""

    def begin(fact: Fact) -> HareRound:
        opened = hare_fact(fact)
        if not isinstance(opened, RoundOpened):
            raise MalformedError("not-opened", "the first fact of a Hare round must open it")
        return hare_evolve.opened(rulebooks(opened.rulebook), opened)

    return Family(
        name=BUILT,
        begin=begin,
        evolve=lambda hare_round, fact: hare_evolve.evolve(hare_round, hare_fact(fact)),
        kinds=frozenset(HARE_FACT_TYPES),
        resting=frozenset({BoardAccepted.KIND, BestBoardFound.KIND}),
        upgrades=TABLE_UPGRADES,
    )


def _tournament(fact: Fact) -> Tournament:
    opened = tournament_fact(fact)
    if not isinstance(opened, TournamentOpened):
        raise MalformedError("not-opened", "the first fact of a tournament must open it")
    return tournament_folding.opened(opened)


def tournament_fact(fact: Fact) -> TournamentFact:
    """Returns the fact of a tournament that a fact in the journal holds."""
    return tournament_records.fact_from_plain({"kind": fact.kind, **upgraded(fact, TOURNAMENT_UPGRADES).body})


TOURNAMENT_FAMILY: Final = Family(
    name="tournament",
    begin=_tournament,
    evolve=lambda tournament, fact: tournament_folding.evolve(tournament, tournament_fact(fact)),
    kinds=frozenset(TOURNAMENT_FACTS),
    upgrades=TOURNAMENT_UPGRADES,
)
"""How a tournament is folded from its facts."""


_VERSIONS: Final = {
    kind: version_today(kind, upgrades)
    for upgrades in (TABLE_UPGRADES, TOURNAMENT_UPGRADES)
    for kind, _ in upgrades
}
"""Of the bodies that are not written as in the first version; asked for with every move."""


def table_facts(facts: tuple[TableFact | HareFact, ...]) -> tuple[NewFact, ...]:
    """Facts of a table or of a Hare round, ready to be written."""
    return tuple([NewFact(fact.KIND, fact_body(fact), _VERSIONS.get(fact.KIND, 1)) for fact in facts])


def tournament_facts(facts: tuple[TournamentFact, ...]) -> tuple[NewFact, ...]:
    """Facts of a tournament, ready to be written."""
    plain = map(tournament_records.fact_to_plain, facts)
    return tuple(NewFact(kind := str(body.pop("kind")), body, _VERSIONS.get(kind, 1)) for body in plain)


def table_fact(fact: Fact) -> TableFact:
    """Returns the fact of a table that a fact in the journal holds."""
    return fact_from_plain({"kind": fact.kind, **upgraded(fact, TABLE_UPGRADES).body})


def hare_fact(fact: Fact) -> HareFact:
    """Returns the fact of a Hare round that a fact in the journal holds."""
    return hare_fact_from_plain({"kind": fact.kind, **upgraded(fact, TABLE_UPGRADES).body})


def _score_again(table: Table, fact: Fact) -> None:
    """Refuse a play whose written words or points are not what the rules give on that board."""
    told = table_fact(fact)
    if not isinstance(told, PlayAnnounced):
        return
    played = require_play(table.position, told.seat, told.placement, table.rulebook)
    words = tuple(word.word for word in played.words)
    if (words, played.total) != (told.words, told.points):
        raise MalformedError(
            "other-score",
            f"fact {fact.position} has {' '.join(told.words)} for {told.points}; the rules give "
            f"{' '.join(words)} for {played.total}",
            position=fact.position,
        )
