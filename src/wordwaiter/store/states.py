"""The state of open streams in memory: what folding their facts gives, kept as facts are added.

Whoever decides on a state has the next one already, and hands it over with `keep`. Of what others write only
the version is noted; it is folded when somebody asks. So nothing is folded twice, and nobody who writes waits
for a fold.
"""

import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.store.facts import Fact
from wordwaiter.store.families import Families
from wordwaiter.store.journal import JournalReader, StreamEnd

MOST_RESTING: Final = 64
"""States of streams at rest that are kept, because somebody has just looked at them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a stream, and the version that it is of: what an entry decided on it expects."""

    version: int
    state: Any
    since: int = 0
    """How often everything had been let go when the first of its facts were read."""


class States:
    """States of streams by name. A stream that rests is folded when it is asked for, and kept for a while."""

    def __init__(self, journal: JournalReader, families: Families) -> None:
        self._journal = journal
        self._families = families
        self._standings: dict[str, Standing] = {}
        self._resting: OrderedDict[str, Standing] = OrderedDict()
        self._ends: dict[str, StreamEnd] = {}
        """As far as this program was told."""
        self._trees: dict[str, list[str]] = {}
        """Streams by what stands before the first stroke of their names: a tournament with its tables."""
        self._families_of: dict[str, list[str]] = {}
        """Streams by the family of their facts: few are tournaments, and thousands may be tables."""
        self.times_let_go = 0
        """How often everything was let go: a state of before is not kept any more."""
        self._turn = threading.Lock()

    @classmethod
    def load(cls, journal: JournalReader, families: Families) -> "States":
        """The states of all streams that do not rest."""
        states = cls(journal, families)
        states.load_open()
        return states

    def load_open(self, over: Collection[str] = ()) -> None:
        """Fold all streams that do not rest, but those that are over all the same."""
        ends = self._journal.stream_ends()
        with self._turn:
            for end in ends:
                self._note(end)
        for end in ends:
            if not self._families.is_resting(end.kind) and end.stream not in over:
                self.of(end.stream)

    def __len__(self) -> int:
        return len(self._standings)

    def ends(self) -> tuple[StreamEnd, ...]:
        """Returns how far each stream is that this program was told of, in the order in which they began."""
        with self._turn:
            return tuple(self._ends.values())

    def ends_of(self, whole: str) -> tuple[StreamEnd, ...]:
        """Returns the version of a stream, and of each stream below it, in the order in which they began."""
        with self._turn:
            return tuple(self._ends[stream] for stream in self._trees.get(whole, ()))

    def ends_in(self, family: str) -> tuple[StreamEnd, ...]:
        """Returns how far each stream is whose facts are of a family, in the order in which they began."""
        with self._turn:
            return tuple(self._ends[stream] for stream in self._families_of.get(family, ()))

    def family_of(self, stream: str) -> str | None:
        """The family whose facts a stream has, as far as this program was told; nothing is folded."""
        end = self._ends.get(stream)
        return None if end is None else self._families.of(end.kind).name

    def knows(self, stream: str) -> bool:
        """Checks whether there is such a stream, as far as this program was told."""
        return stream in self._ends

    def last_kind(self, stream: str) -> str | None:
        """The kind of a stream's latest fact, as far as this program was told; nothing is folded for it."""
        end = self._ends.get(stream)
        return None if end is None else end.kind

    def at_hand(self, stream: str) -> Standing | None:
        """Returns how a stream stands, if that is in memory; nobody waits for this."""
        # No lock: what changes in between makes it at worst too old, and then it is not at hand.
        kept = self._standings.get(stream) or self._resting.get(stream)
        end = self._ends.get(stream)
        return kept if kept is not None and (end is None or kept.version >= end.version) else None

    def of(self, stream: str) -> Standing:
        """Returns how a stream stands, as far as this program was told; a stream without facts is refused."""
        known = self.at_hand(stream)
        if known is not None:
            return known
        with self._turn:
            kept, since = self._standings.get(stream) or self._resting.get(stream), self.times_let_go
        facts = self._journal.facts(stream, after=0 if kept is None else kept.version)
        if not facts:
            if kept is not None:
                return kept
            raise MalformedError("no-such-stream", f"the journal has no {stream}", stream=stream)
        family = self._families.of(facts[0].kind)
        state = family.fold(facts) if kept is None else family.fold_on(kept.state, facts)
        return self._kept(facts[-1], Standing(facts[-1].version, state, since))

    def is_behind(self, stream: str, version: int) -> bool:
        """Checks whether a stream has more facts than that; what others wrote is then known here too."""
        newer = self._journal.facts(stream, after=version)
        if newer:
            self.hear(newer)
        return bool(newer)

    def keep(self, facts: Sequence[Fact], state: Any, since: int = 0) -> None:
        """Take over the state after facts that were just written; whoever decided them has folded it.

        `since` is that of the standing on which they were decided.
        """
        self._kept(facts[-1], Standing(facts[-1].version, state, since))

    def let_go(self, stream: str) -> None:
        """Keep a stream's state in memory no longer; it is folded again if somebody asks."""
        with self._turn:
            self._standings.pop(stream, None)
            self._resting.pop(stream, None)

    def let_go_of_all(self) -> None:
        """Keeps no state in memory, nor one that is folded just now of what was read before."""
        with self._turn:
            self._standings.clear()
            self._resting.clear()
            self.times_let_go += 1

    def hear(self, facts: Iterable[Fact]) -> None:
        """Note that there are these facts; told twice or out of order, they do no harm."""
        with self._turn:
            for fact in facts:
                self._note(fact)

    def _kept(self, last: Fact, standing: Standing) -> Standing:
        stream = last.stream
        is_resting = self._families.is_resting(last.kind)
        with self._turn:
            self._note(last)
            if standing.since != self.times_let_go:
                return standing
            known = self._standings.get(stream) or self._resting.get(stream)
            # Somebody may have folded newer facts while we did; theirs is kept.
            if known is not None and known.version > standing.version:
                return standing
            if not is_resting:
                self._resting.pop(stream, None)
                self._standings[stream] = standing
                return standing
            self._standings.pop(stream, None)
            self._resting[stream] = standing
            self._resting.move_to_end(stream)
            if len(self._resting) > MOST_RESTING:
                self._resting.popitem(last=False)
        return standing

    def _note(self, end: Fact | StreamEnd) -> None:
        stream = end.stream
        known = self._ends.get(stream)
        if known is None:
            self._trees.setdefault(stream.partition("/")[0], []).append(stream)
            self._families_of.setdefault(end.kind.partition(".")[0], []).append(stream)
        if known is None or known.version < end.version:
            self._ends[stream] = StreamEnd(stream, end.version, end.position, end.kind)
