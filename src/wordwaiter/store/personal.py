"""Personal values, stored apart from the facts that refer to them, so that they can be erased.

In a fact's body stands a reference and what is read once the value is erased: `{"$p": REF, "else": VALUE}`. A
reference is a hash of the value and of a salt that is erased with it: nobody can put another value in its
place, nor find out by guessing what it was. Facts and their seals stay as they are.
"""

import re
import secrets
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa

from wordwaiter.store.facts import Entry, Fact, NewFact, PersonalPart
from wordwaiter.store.rows import FACT_COLUMNS, fact_of
from wordwaiter.store.schema import ERASED, FACTS, PERSONAL
from wordwaiter.store.seal import SealedRow

_MARK: Final = "$p"
_ELSE: Final = "else"
_MARKED: Final = f'{{"{_MARK}":'
"""How a reference begins in a body's text; quotation marks that somebody typed have a stroke before them."""
_REF: Final = re.compile(re.escape(_MARKED) + r'"([^"]+)"')
_COLUMN: Final = f"{_MARK}:"
"""Before a reference in a column."""
_ACTOR: Final[Mapping[str, str]] = {_MARK: ""}
"""In a body: whoever the column `actor` names."""
_AT_ONCE: Final = 500
_LONGEST_KNOWN: Final = 10_000
"""Signs of a value that stays in memory: pictures are read again."""

NAMED: Final = "named"
BY: Final = "by"
"""An owner `tournament-1#named/ada lee` or `tournament-1#by/ada lee` is known by that name alone. Its values
are erased with those of any owner in the tournament of whom that name is stored."""
TEXTS: Final = "texts"
"""The owner of texts, in which anybody may be named."""
MENTIONS: Final = "mentions"
"""`tournament-1#mentions/ada lee` stands for the texts of the tournament in which that name occurs."""

_BODY: Final = FACT_COLUMNS.index(FACTS.c.body)
_ACTOR_NAME: Final = FACT_COLUMNS.index(FACTS.c.actor)
_DIGEST: Final = FACT_COLUMNS.index(FACTS.c.digest)


class PersonalRow(NamedTuple):
    """A value about somebody, as the table has it."""

    ref: str
    owner: str
    salt: str
    value: str

    @property
    def is_whole(self) -> bool:
        """Checks whether it is what the reference in a fact stands for."""
        return self.ref == _ref(self.salt, self.value)


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact in the form in which it is written: its body with references, and what they stand for."""

    body: str
    personal: tuple[PersonalRow, ...] = ()


def stored_fact(fact: NewFact, entry: Entry, encode: Callable[[object], str]) -> StoredFact:
    """Returns a fact as it is written."""
    body, rows = separated(fact.body, fact.personal) if fact.personal else (fact.body, ())
    if entry.person and body.get("by") == entry.actor:
        body = {**body, "by": _ACTOR}
    return StoredFact(encode(body), rows)


def separated(
    body: Mapping[str, Any], parts: Iterable[PersonalPart]
) -> tuple[Mapping[str, Any], tuple[PersonalRow, ...]]:
    """Returns a body with references in the place of its personal parts, and the rows of these."""
    rows: list[PersonalRow] = []
    changed = _Changes()
    for part in parts:
        value = _at(body, part.path)
        if value == part.otherwise:
            continue
        made = personal_rows(value, part.owners)
        rows += made
        changed.note(part.path, {_MARK: made[0].ref, _ELSE: part.otherwise})
    return changed.made_in(body), tuple(rows)


def personal_rows(value: object, owners: Iterable[str]) -> tuple[PersonalRow, ...]:
    """Returns a value to be kept apart, once for each of those whom it is about."""
    salt, text = secrets.token_hex(16), msgspec.json.encode(value).decode()
    return tuple(PersonalRow(_ref(salt, text), owner, salt, text) for owner in owners)


def column_of(ref: str) -> str:
    """Returns a reference as it stands in a column."""
    return _COLUMN + ref


def is_separate(text: str) -> bool:
    """Checks whether a column already has a reference."""
    return text.startswith(_COLUMN)


def refs_in(row: SealedRow) -> Iterator[str]:
    """Yields the references of a row."""
    return _refs(row.body, row.actor, row.digest)


def _refs(body: str, *columns: str | None) -> Iterator[str]:
    yield from _REF.findall(body)
    for column in columns:
        if column is not None and is_separate(column):
            yield column.removeprefix(_COLUMN)


class PersonalValues:
    """The personal values that references stand for, kept in memory until erased. Thread-safe."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def forget(self) -> None:
        """Keeps nothing in memory any more."""
        self._known = {}

    def known(self) -> dict[str, Any]:
        """Returns where values are kept; once something is erased, nobody looks there any more.

        Whoever reads sees the database as it was when they began, with values that are erased meanwhile.
        """
        return self._known

    def facts_of(
        self,
        connection: sa.Connection,
        rows: Iterable[sa.Row[*tuple[Any, ...]]],
        known: dict[str, Any] | None = None,
    ) -> tuple[Fact, ...]:
        """Returns the facts in rows, with what their references stand for.

        `known` is from before the rows were read; whoever has the turn to write needs none.
        """
        listed = list(rows)
        refs = {ref for row in listed for ref in _refs(row[_BODY], row[_ACTOR_NAME], row[_DIGEST])}
        values = self._values(connection, refs, self._known if known is None else known) if refs else {}
        return tuple([_resolved(fact_of(row), _MARKED in row[_BODY], values) for row in listed])

    def _values(self, connection: sa.Connection, refs: set[str], known: dict[str, Any]) -> Mapping[str, Any]:
        large: dict[str, Any] = {}
        unknown = sorted([ref for ref in refs if ref not in known])  # a difference goes through all of them
        for start in range(0, len(unknown), _AT_ONCE):
            some = unknown[start : start + _AT_ONCE]
            asked = sa.select(PERSONAL).where(PERSONAL.c.ref.in_(some))
            rows = (PersonalRow(*row) for row in connection.execute(asked))
            # Whoever has the file may have put another value beside the one that was written.
            for row in (row for row in rows if row.is_whole):
                stays = known if len(row.value) <= _LONGEST_KNOWN else large
                stays[row.ref] = msgspec.json.decode(row.value)
        return ChainMap(large, known) if large else known


def erase_owners(connection: sa.Connection, owners: Iterable[str], time: str) -> int:
    """Removes all that is stored about these owners, for ever; returns how many values there were.

    `tournament-1#12` stands for `tournament-1#12/ada lee` too, and `tournament-1#` for everybody there. What
    has no `#` is a reference itself.
    """
    refs: set[str] = set()
    for each in owners:
        if "#" not in each:
            refs.add(each)
            continue
        root, _, whose = each.partition("#")
        if whose.startswith(f"{MENTIONS}/"):
            name = whose.removeprefix(f"{MENTIONS}/")
            texts = _owned(connection, f"{root}#{TEXTS}")
            refs |= {ref for ref, value in texts if mentions(msgspec.json.decode(value), name)}
            continue
        found = _owned(connection, each)
        for owner in () if each.endswith("#") else _known_by_name(each, (value for _, value in found)):
            found += _owned(connection, owner)
        refs |= {ref for ref, _ in found}
    return erase_refs(connection, sorted(refs), time)


def mentions(text: object, name: str) -> bool:
    """Checks if a name occurs in a text, as words of their own and in any spelling of capitals and spaces."""
    words = r"\s+".join(map(re.escape, name.split()))
    if not isinstance(text, str) or not words:
        return False
    return re.search(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE) is not None


def _known_by_name(owner: str, values: Iterable[str]) -> Iterator[str]:
    """Yields the owners that are known by a name which is stored of another."""
    root = owner.partition("#")[0]
    for value in set(values):
        name = msgspec.json.decode(value)
        if isinstance(name, str) and name:
            yield from (f"{root}#{how}/{name.casefold()}" for how in (NAMED, BY))


def _owned(connection: sa.Connection, each: str) -> list[tuple[str, str]]:
    """Returns the references and values of an owner, and of those whose names begin with its name."""
    owner = PERSONAL.c.owner
    below = owner.startswith(each if each.endswith("#") else f"{each}/", autoescape=True)
    asked = sa.select(PERSONAL.c.ref, PERSONAL.c.value).where((owner == each) | below)
    found = [(ref, value) for ref, value in connection.execute(asked)]
    root, _, whose = each.partition("#")
    return found + list(_without_root(connection, root, whose))


def _without_root(connection: sa.Connection, root: str, whose: str) -> Iterator[tuple[str, str]]:
    """Yields what version 0.2 stored of an owner with `#` in the name: it left out the stream."""
    rows = sa.select(PERSONAL).where(PERSONAL.c.owner.like("%/%#%"))
    for ref, owner, _, value in connection.execute(rows).all():
        is_rootless = "/" in owner.partition("#")[0]
        if is_rootless and (not whose or f"{owner}/".startswith(f"{whose}/")):
            stream, body = FACTS.c.stream, FACTS.c.body
            is_there = (stream == root) | stream.startswith(f"{root}/", autoescape=True)
            fact = sa.select(FACTS.c.position).where(is_there, body.contains(ref)).limit(1)
            if connection.execute(fact).first() is not None:
                yield ref, value


def erase_refs(connection: sa.Connection, refs: Iterable[str], time: str) -> int:
    """Removes what these references stand for, and notes that they were erased; returns how many were new."""
    listed = list(refs)
    noted = {ref for (ref,) in connection.execute(sa.select(ERASED.c.ref))}
    erase_values(connection, listed)
    if new := [{"ref": ref, "time": time} for ref in dict.fromkeys(listed) if ref not in noted]:
        connection.execute(sa.insert(ERASED), new)
    return len(new)


def erase_values(connection: sa.Connection, refs: Iterable[str]) -> None:
    """Removes what these references stand for."""
    listed = list(refs)
    for start in range(0, len(listed), _AT_ONCE):
        connection.execute(sa.delete(PERSONAL).where(PERSONAL.c.ref.in_(listed[start : start + _AT_ONCE])))


def _ref(salt: str, value: str) -> str:
    return sha256(f"{salt}{value}".encode()).hexdigest()[:40]


def _resolved(fact: Fact, has_marks: bool, values: Mapping[str, Any]) -> Fact:
    actor, digest = fact.actor, fact.digest
    if is_separate(actor):
        actor = values.get(actor.removeprefix(_COLUMN), fact.device)
    elif not has_marks:
        return fact
    if digest is not None and is_separate(digest):
        digest = values.get(digest.removeprefix(_COLUMN))
    body = _read(fact.body, actor, values) if has_marks else fact.body
    return replace(fact, actor=actor, digest=digest, body=body)


def _read(value: Any, actor: str, values: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        if (ref := value.get(_MARK)) is not None:
            return actor if ref == "" else values.get(ref, value.get(_ELSE))
        return {name: _read(each, actor, values) for name, each in value.items()}
    if isinstance(value, list):
        return [_read(each, actor, values) for each in value]
    return value


def _at(value: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


class _Changes:
    """New values at places of a body, made all at once: a body of a thousand people is copied once."""

    def __init__(self) -> None:
        self._below: dict[str | int, _Changes] = {}
        self._values: dict[str | int, object] = {}

    def note(self, path: tuple[str | int, ...], new: object) -> None:
        """Notes a new value at a path."""
        *above, last = path
        within = self
        for step in above:
            within = within._below.setdefault(step, _Changes())
        within._values[last] = new

    def made_in(self, value: Any) -> Any:
        """Returns the value with the new ones; everything beside their paths is shared."""
        if not (self._below or self._values):
            return value
        after: Any = dict(value) if isinstance(value, Mapping) else list(value)
        for step, changes in self._below.items():
            after[step] = changes.made_in(value[step])
        for step, new in self._values.items():
            after[step] = new
        return after
