"""Going through a whole journal: nothing is missing, nothing was changed, and everything can be folded."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.store.families import Families
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.personal import refs_in
from wordwaiter.store.rows import read_body
from wordwaiter.store.seal import NO_SEAL, SealedRow, seal_after

_SHOWN_OF_HEAD: Final = 24
"""Signs of a seal on paper: nobody finds another journal with the same."""
_LEAST_OF_HEAD: Final = 12


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be as it was written."""

    code: str
    stream: str
    position: int | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Verification:
    """How much was gone through, and what was found."""

    facts: int
    streams: int
    seal: str
    """The last one: two journals with the same are the same."""
    problems: tuple[Problem, ...]
    erased_as_copy: int = 0
    """Values that were erased from this file when it was a copy: no fact in it tells of that."""

    @property
    def good(self) -> bool:
        return not self.problems


def head_of(journal: JournalReader) -> str:
    """Returns the seal of the whole journal as papers show it: the number of facts, and 24 signs."""
    position = journal.position()
    return f"{position}-{journal.seal_at(position)[:_SHOWN_OF_HEAD]}"


def _head_problems(journal: JournalReader, head: str) -> Iterator[Problem]:
    """Checks if the journal had that seal when it had so many facts; whoever rewrites it cannot keep that."""
    number, _, shown = head.strip().lower().partition("-")
    if not (number.isascii() and number.isdigit() and len(number) < 16 and len(shown) >= _LEAST_OF_HEAD):
        raise MalformedError(
            "bad-head", "a proof code looks like 1234-5f0c and 20 more signs; copy all of it"
        )
    position = int(number)
    if not journal.seal_at(position).startswith(shown):
        sentence = f"fact {number} does not match the proof code; this journal was rewritten or cut"
        yield Problem("other-head", "", position, sentence)


def verify_journal(
    journal: JournalReader, families: Families, head: str = "", erasing: Collection[str] = ()
) -> Verification:
    """Every row against the one before it, and every stream folded and compared with what its rules give.

    `erasing` are the kinds of fact by which values are erased; without them nobody asks what erased a value.
    """
    chain = _Chain(dict(journal.erased()), _whole_values(journal), frozenset(erasing))
    problems = [_fault(each) for each in journal.faults()]
    problems += _changed_values(journal)
    problems += [problem for row in journal.rows() for problem in chain.problems_of(row)]
    problems += chain.unexplained() if erasing else ()
    problems += _head_problems(journal, head) if head else ()
    for stream in chain.versions:
        problems += _folding_problems(journal, families, stream, chain.seals[stream])
    return Verification(
        chain.position, len(chain.versions), chain.seal, tuple(problems), chain.erased_as_copy
    )


def _whole_values(journal: JournalReader) -> frozenset[str]:
    return frozenset(row.ref for row in journal.personal_rows() if row.is_whole)


def _fault(told: str) -> Problem:
    """A fault of the file itself: what the program reads may be other than what the table has."""
    return Problem("damaged-file", "", None, f"the file is damaged or was changed by hand: {told}")


def _changed_values(journal: JournalReader) -> Iterator[Problem]:
    """Finds values that are not what their reference stands for, also beside the one that is."""
    for row in journal.personal_rows():
        if not row.is_whole:
            stream = row.owner.partition("#")[0]
            yield Problem(
                "changed-personal-value",
                stream,
                None,
                f"a personal value of {stream} is not as it was written",
            )


class _Chain:
    """Invariants from row to row."""

    def __init__(self, erased: Mapping[str, str], personal: frozenset[str], erasing: frozenset[str]) -> None:
        self._erased = erased
        self._personal = personal
        self._erasing = erasing
        self._last_erasing = 0
        self._lacking: list[tuple[int, str]] = []
        """Facts with values that were erased, by position and stream."""
        self.erased_as_copy = 0
        self.position = 0
        self.seal = NO_SEAL
        self.versions: dict[str, int] = {}
        self.seals: dict[str, list[str]] = {}
        """By stream, in order."""
        self._entry: tuple[str | None, str, int] = (None, "", 0)
        self._keys: set[str] = set()

    def problems_of(self, row: SealedRow) -> Iterator[Problem]:
        def problem(code: str, sentence: str) -> Problem:
            return Problem(code, row.stream, row.position, sentence)

        self.position += 1
        if row.position != self.position:
            yield problem("missing-fact", f"fact {row.position} comes where {self.position} should")
            self.position = row.position
        version = self.versions.get(row.stream, 0) + 1
        if row.version != version:
            yield problem("missing-version", f"version {row.version} of {row.stream} should be {version}")
        self.versions[row.stream] = row.version
        self.seal, expected = row.seal, seal_after(self.seal, row)
        self.seals.setdefault(row.stream, []).append(row.seal)
        if row.seal != expected:
            yield problem(
                "broken-seal", f"fact {row.position} is not as it was written, or one before it is gone"
            )
        if not _is_readable(row):
            yield problem("unreadable-fact", f"the body or the time of fact {row.position} cannot be read")
        elif not self._note_erased(row):
            yield problem(
                "lost-personal-value", f"a personal value of fact {row.position} is gone, but was not erased"
            )
        yield from self._key_problems(row)

    def _note_erased(self, row: SealedRow) -> bool:
        """Notes which values of a fact were erased; returns whether all that are gone were."""
        if row.kind in self._erasing:
            self._last_erasing = row.position
        gone = {ref: self._erased.get(ref) for ref in refs_in(row) if ref not in self._personal}
        self.erased_as_copy += list(gone.values()).count("")
        # The name of whoever wrote it is stored once, for later facts too.
        if any(time and ref in row.body for ref, time in gone.items()):
            self._lacking.append((row.position, row.stream))
        return None not in gone.values()

    def unexplained(self) -> Iterator[Problem]:
        """Finds values that are noted as erased though no later fact erased any: somebody removed them."""
        for position, stream in self._lacking:
            if position > self._last_erasing:
                sentence = f"a personal value of fact {position} was removed, but nobody was erased after it"
                yield Problem("removed-personal-value", stream, position, sentence)

    def _key_problems(self, row: SealedRow) -> Iterator[Problem]:
        key, stream, parts = self._entry
        goes_on = row.part > 0 and (row.key, row.stream, row.part) == (key, stream, parts)
        self._entry = (row.key, row.stream, row.part + 1)
        if row.key is None or goes_on:
            return
        if row.part > 0 or row.key in self._keys:
            sentence = f"fact {row.position} belongs to another entry with the key {row.key}"
            yield Problem("torn-entry", row.stream, row.position, sentence)
        self._keys.add(row.key)


def _is_readable(row: SealedRow) -> bool:
    try:
        read_body(row.body)
        datetime.fromisoformat(row.time)
    except ValueError:
        return False
    return True


def _folding_problems(
    journal: JournalReader, families: Families, stream: str, seals: list[str]
) -> Iterator[Problem]:
    try:
        facts = journal.facts(stream)
        if [fact.seal for fact in facts] != seals:
            # They are looked up by the stream here, and all in their order above.
            sentence = f"{stream} is read with other facts than were written"
            yield Problem("other-facts", stream, None, sentence)
            return
        family = families.of(facts[0].kind)
        for fact in facts:
            if families.of(fact.kind) is not family:
                sentence = f"{fact.kind} does not belong into {stream}, which is of {family.name}"
                yield Problem("mixed-stream", stream, fact.position, sentence)
                return
        family.fold_comparing(facts)
    except WordwaiterError as error:
        yield Problem(error.code, stream, None, error.sentence)
    except Exception as error:  # noqa: BLE001 - a fact that was tampered with can trip the rules anywhere
        yield Problem("cannot-be-folded", stream, None, f"{stream} cannot be folded: {error!r}")
