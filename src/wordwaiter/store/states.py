"""The state of open streams in memory: what folding their facts gives, kept as facts are added."""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from wordwaiter.errors import MalformedError
from wordwaiter.store.facts import Fact
from wordwaiter.store.families import Families
from wordwaiter.store.journal import JournalReader


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a stream, and the version that it is of: what an entry decided on it expects."""

    version: int
    state: Any


class States:
    """States of streams by name. A stream that rests is folded when it is asked for, and not kept."""

    def __init__(self, journal: JournalReader, families: Families) -> None:
        self._journal = journal
        self._families = families
        self._standings: dict[str, Standing] = {}
        self._turn = threading.Lock()

    @classmethod
    def load(cls, journal: JournalReader, families: Families) -> "States":
        """The states of all streams that do not rest."""
        states = cls(journal, families)
        for end in journal.stream_ends():
            if not families.is_resting(end.kind):
                states.of(end.stream)
        return states

    def __len__(self) -> int:
        return len(self._standings)

    def of(self, stream: str) -> Standing:
        """How a stream stands, as far as this program was told; a stream without facts is refused."""
        with self._turn:
            kept = self._standings.get(stream)
        if kept is not None:
            return kept
        facts = self._journal.facts(stream)
        if not facts:
            raise MalformedError("no-such-stream", f"there is no {stream} in the journal", stream=stream)
        folded = Standing(facts[-1].version, self._families.of(facts[0].kind).fold(facts))
        if not self._families.is_resting(facts[-1].kind):
            with self._turn:
                # Somebody may have told of newer facts while we were folding; theirs is kept.
                if self._standings.setdefault(stream, folded).version < folded.version:
                    self._standings[stream] = folded
        return folded

    def tell(self, facts: Iterable[Fact]) -> None:
        """Take note of facts that were added by anybody; told twice or out of order, they do no harm."""
        for stream, told in groupby(facts, key=lambda fact: fact.stream):
            self._tell(stream, list(told))

    def _tell(self, stream: str, facts: list[Fact]) -> None:
        family = self._families.of(facts[0].kind)
        with self._turn:
            kept = self._standings.get(stream)
            new = [fact for fact in facts if kept is None or fact.version > kept.version]
            if not new:
                return
            if new[-1].kind in family.resting or new[0].version != (kept.version if kept else 0) + 1:
                self._standings.pop(stream, None)  # at rest, or some facts are missing: folded when asked for
                return
            if kept is None:
                state = family.fold(new)
            else:
                state = kept.state
                for fact in new:
                    state = family.evolve(state, family.upgraded(fact))
            self._standings[stream] = Standing(new[-1].version, state)
