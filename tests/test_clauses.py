"""Every clause of the sources is proven by a test that cites it, or is on the one list of open clauses."""

from functools import cache

import pytest

from reference_pages.citations import citations
from reference_pages.clauses import open_clauses
from wordwaiter.rules.clauses import catalogue

KNOWN = [clause.id for clause in catalogue().clauses]


@cache
def cited() -> frozenset[str]:
    return frozenset(citation.clause for citation in citations())


def test_the_catalogue_has_all_109_clauses_of_the_documents_and_35_of_rated_play() -> None:
    rated = [clause.id for clause in catalogue().clauses if clause.source in ("wespa", "naspa")]
    assert len(KNOWN) == len(set(KNOWN)) == 109 + len(rated)
    assert len(rated) == 35


def test_a_clause_of_rated_play_says_what_was_read_of_its_article() -> None:
    rated = {source.id for source in catalogue().sources if source.is_rated_play}
    assert rated == {"wespa", "naspa"}
    for clause in catalogue().clauses:
        assert (clause.article is not None) == (clause.source in rated), clause.id
        read = {"wespa": "Read in version 5.1 of", "naspa": "not read"}.get(clause.source, "")
        assert read in (clause.article or "")


@pytest.mark.parametrize("clause", KNOWN)
def test_a_clause_is_either_cited_by_a_test_or_open(clause: str) -> None:
    assert (clause in cited()) != (clause in open_clauses())


def test_tests_cite_only_clauses_that_exist() -> None:
    assert cited() - set(KNOWN) == set()


def test_the_open_list_names_each_clause_once_and_only_clauses_that_exist() -> None:
    listed = open_clauses()
    assert len(listed) == len(set(listed))
    assert set(listed) - set(KNOWN) == set()
