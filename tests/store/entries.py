"""Entries for tests of the journal, to which it is no matter what the facts say."""

from datetime import UTC, datetime

from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.families import Families, Family

NOON = datetime(2026, 3, 14, 12, 0, 0, 250_000, tzinfo=UTC)

TEST_FAMILY = Family(
    "test",
    begin=lambda fact: (fact.body["word"],),
    evolve=lambda words, fact: (*words, fact.body["word"]),
    kinds=frozenset({"test.said"}),
)
"""All that was said in a stream."""

TEST_FAMILIES = Families(TEST_FAMILY)


def said(
    *words: str,
    stream: str = "table",
    expected: int | None = None,
    key: str | None = None,
    digest: str | None = None,
) -> Entry:
    """An entry with one fact a word."""
    facts = tuple(NewFact("test.said", {"word": word}) for word in words)
    return Entry(stream, facts, NOON, expected, actor="Ann", device="phone", key=key, digest=digest)
