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


def test_the_catalogue_has_all_109_clauses() -> None:
    assert len(KNOWN) == len(set(KNOWN)) == 109


@pytest.mark.parametrize("clause", KNOWN)
def test_a_clause_is_either_cited_by_a_test_or_open(clause: str) -> None:
    assert (clause in cited()) != (clause in open_clauses())


def test_tests_cite_only_clauses_that_exist() -> None:
    assert cited() - set(KNOWN) == set()


def test_the_open_list_names_each_clause_once_and_only_clauses_that_exist() -> None:
    listed = open_clauses()
    assert len(listed) == len(set(listed))
    assert set(listed) - set(KNOWN) == set()
