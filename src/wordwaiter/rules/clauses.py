"""The clauses of the source rulebooks, each with an id that settings, refusals and tests cite."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources

from wordwaiter.errors import MalformedError


@dataclass(frozen=True, slots=True)
class Source:
    """One of the documents that the clauses were taken from."""

    id: str
    name: str
    is_rated_play: bool
    """Whether it is a rulebook of rated play, and not one of the five documents."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing that a source fixes."""

    id: str
    source: str
    says: str
    reading: str | None
    """The decision taken where the source is silent or unclear."""
    shows: str | None
    """What a user of the software must be able to see."""
    article: str | None
    """Which article of a rulebook of rated play it is, and what of it was read."""


@dataclass(frozen=True)
class Catalogue:
    """All clauses, in the order of their sources."""

    sources: tuple[Source, ...]
    clauses: tuple[Clause, ...]

    @cached_property
    def _by_id(self) -> Mapping[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._by_id

    def __getitem__(self, clause_id: str) -> Clause:
        try:
            return self._by_id[clause_id]
        except KeyError:
            raise MalformedError(
                "no-such-clause", f"there is no clause {clause_id!r} in the catalogue", clause=clause_id
            ) from None

    def of_source(self, source_id: str) -> tuple[Clause, ...]:
        """The clauses of one source."""
        return tuple(clause for clause in self.clauses if clause.source == source_id)


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes with the package."""
    table = tomllib.loads((resources.files(__package__) / "clauses.toml").read_text("utf-8"))
    sources = tuple(Source(row["id"], row["name"], row.get("rated", False)) for row in table["rulebook"])
    clauses = tuple(
        Clause(
            row["id"],
            _source_of(row["id"], sources),
            row["says"],
            row.get("reading"),
            row.get("shows"),
            row.get("article"),
        )
        for row in table["clause"]
    )
    return Catalogue(sources, clauses)


def _source_of(clause_id: str, sources: tuple[Source, ...]) -> str:
    return next(source.id for source in sources if clause_id.startswith(f"{source.id}-"))
