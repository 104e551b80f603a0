"""The audit log: everything that anybody did, with who, from which device, when, why and by which clause.

It is the journal itself, told in sentences. The newest comes first; a search goes back until it has found
enough. Officials of a tournament search it with its tables, the director of the house everything.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.facts import TableOpened
from wordwaiter.game.hare.facts import RoundOpened
from wordwaiter.lexicon.judge import grounds_told
from wordwaiter.roles import Role
from wordwaiter.sentences import joined
from wordwaiter.service.access.callers import HOUSE, OFFICIALS, Caller, require
from wordwaiter.service.access.facts import ACCESS_UPGRADES
from wordwaiter.service.access.visibility import EVERY_FACT, may_know_content, may_know_of
from wordwaiter.service.house_facts import HouseFact, reader_of
from wordwaiter.service.judging.rulings import JUDGE_FAMILY
from wordwaiter.service.streams import hare_fact, table_fact, tournament_fact
from wordwaiter.store.facts import Fact
from wordwaiter.store.families import Upgrades, upgraded
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.facts import ResultSettled, TournamentOpened
from wordwaiter.tournament.grounds import clause_of
from wordwaiter.tournament.log import log_of

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_OF_THE_HOUSE: Final = {name: kind for name, kind in EVERY_FACT.items() if issubclass(kind, HouseFact)}

_house_fact = reader_of(_OF_THE_HOUSE)

_UPGRADES: Final[Upgrades] = {**ACCESS_UPGRADES, **JUDGE_FAMILY.upgrades}

_PAGE: Final = 1_000
"""Facts that are read at once, from the newest back."""

MOST: Final = 1_000
"""Lines that one search gives."""


@dataclass(frozen=True, slots=True)
class AuditSearch:
    """Conditions of a search; one that is left out does not matter."""

    stream: str | None = None
    """A tournament with its tables, or one table; without it, everything, for the director of the house."""
    actor: str = ""
    device: str = ""
    kind: str = ""
    """A kind of fact, or the beginning of one (`tournament.`)."""
    since: datetime | None = None
    until: datetime | None = None
    reason: str = ""
    """Words in the reason."""
    clause: str = ""
    """A clause, or the beginning of one (`iowa-`)."""
    text: str = ""
    """Words anywhere in the line."""
    read: Callable[[str], str] = str
    """A sentence as whoever searches reads it, in their language."""
    before: int | None = None
    """Only what is older than that position: the next page."""
    most: int = 200


@dataclass(frozen=True, slots=True)
class AuditLine:
    """Something that was done."""

    position: int
    time: datetime
    stream: str
    kind: str
    actor: str
    device: str
    sentence: str
    reason: str
    clause: str | None
    """The clause that decided, where one did."""


def search_log(context: "Context", caller: Caller, search: AuditSearch) -> tuple[AuditLine, ...]:
    """The newest lines that were looked for, newest first."""
    if not 1 <= search.most <= MOST:
        raise MalformedError("bad-number", f"ask for 1 to {MOST} lines at a time")
    if search.stream is None:
        require(caller, HOUSE)
    else:
        require(caller, search.stream, *OFFICIALS)
    found = []
    teller = _Teller(context, caller)
    for fact in _newest_first(context, search.before):
        if not _is_meant(search, fact) or not _may_see(caller, fact):
            continue
        line = teller.line_of(fact)
        if _is_wanted(search, line):
            found.append(line)
            if len(found) == search.most:
                break
    return tuple(found)


def _newest_first(context: "Context", before: int | None) -> Iterator[Fact]:
    end = context.journal.position()
    if before is not None:
        end = min(end, before - 1)
    while end > 0:
        start = max(0, end - _PAGE)
        yield from reversed(context.journal.since(start, most=end - start))
        end = start


def _may_see(caller: Caller, fact: Fact) -> bool:
    return may_know_of(caller, fact.kind) and may_know_content(caller, fact)


def _is_meant(search: AuditSearch, fact: Fact) -> bool:
    """Checks as much as can be told before the line is made, which takes longer."""
    is_its_own = (f"{fact.stream}/").startswith(f"{search.stream}/")
    in_stream = search.stream is None or is_its_own or fact.body.get("tournament") == search.stream
    return (
        in_stream
        and fact.kind.startswith(search.kind)
        and _has(fact.device, search.device)
        and (search.since is None or fact.time >= search.since)
        and (search.until is None or fact.time < search.until)
    )


def _is_wanted(search: AuditSearch, line: AuditLine) -> bool:
    everything = " ".join(
        (search.read(line.sentence), line.reason, line.actor, line.device, line.kind, line.stream)
    )
    return (
        _has(line.actor, search.actor)
        and _has(line.reason, search.reason)
        and (line.clause or "").startswith(search.clause)
        and all(_has(everything, word) for word in search.text.split())
    )


def _has(text: str, words: str) -> bool:
    return words.casefold() in text.casefold()


class _Teller:
    """Makes lines of facts; what it has read of a stream, it keeps for the next one."""

    def __init__(self, context: "Context", caller: Caller) -> None:
        self._context = context
        self._caller = caller
        self._tournaments: dict[str, dict[int, tuple[str, str | None]]] = {}
        self._opened: dict[str, Fact] = {}

    def line_of(self, fact: Fact) -> AuditLine:
        sentence, clause = self._sentence_and_clause(fact)
        by = fact.body.get("by")
        return AuditLine(
            position=fact.position,
            time=fact.time,
            stream=fact.stream,
            kind=fact.kind,
            actor=fact.actor or (by if isinstance(by, str) else ""),
            device=fact.device,
            sentence=sentence,
            reason=self._reason(fact),
            clause=clause,
        )

    def _reason(self, fact: Fact) -> str:
        names = ["reason", "late_reason", "note"]
        # The ground of a result is in its sentence; that of a ruling is for judges alone.
        if fact.kind != ResultSettled.KIND and self._caller.holds(fact.stream, Role.JUDGE):
            names.append("ground")
        said = (fact.body.get(name) for name in names)
        return joined("; ", [grounds_told(each) for each in said if isinstance(each, str) and each])

    def _sentence_and_clause(self, fact: Fact) -> tuple[str, str | None]:
        match fact.kind.partition(".")[0]:
            case "tournament":
                return self._lines_of_tournament(fact.stream)[fact.version]
            case "game":
                first = table_fact(self._first(fact.stream))
                told = table_fact(fact)
                if not isinstance(first, TableOpened):
                    raise MalformedError("not-opened", f"{fact.stream} has facts before its opening")
                rulebook = self._context.rulebooks(first.rulebook)
                return told.sentence(first), told.clause_in(rulebook)
            case "hare":
                began, happened = hare_fact(self._first(fact.stream)), hare_fact(fact)
                if not isinstance(began, RoundOpened):
                    raise MalformedError("not-opened", f"{fact.stream} has facts before its opening")
                rulebook = self._context.rulebooks(began.rulebook)
                return happened.sentence(began), happened.clause_in(rulebook)
            case _ if fact.kind in _OF_THE_HOUSE:
                return _house_fact(upgraded(fact, _UPGRADES)).sentence(), None
            case _:
                return fact.kind, None

    def _first(self, stream: str) -> Fact:
        if stream not in self._opened:
            self._opened[stream] = self._context.journal.facts(stream)[0]
        return self._opened[stream]

    def _lines_of_tournament(self, stream: str) -> dict[int, tuple[str, str | None]]:
        """The sentence and the clause of each fact by its version."""
        if stream not in self._tournaments:
            facts = [tournament_fact(each) for each in self._context.journal.facts(stream)]
            opened = facts[0]
            if not isinstance(opened, TournamentOpened):
                raise MalformedError("not-opened", f"{stream} has facts before its opening")
            clauses: list[str | None] = [None]
            state = folding.opened(opened)
            for fact in facts[1:]:
                state = folding.evolve(state, fact)
                clauses.append(clause_of(state, fact, self._context.rulebooks))
            self._tournaments[stream] = {
                version: (line.sentence, clause)
                for version, (line, clause) in enumerate(zip(log_of(facts), clauses, strict=True), start=1)
            }
        return self._tournaments[stream]
