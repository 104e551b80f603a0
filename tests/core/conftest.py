"""The letters that the tests of the core are written in."""

import string

import pytest

from wordwaiter._core import WordGraph


@pytest.fixture(scope="session")
def english() -> list[str]:
    return list(string.ascii_uppercase)


@pytest.fixture(scope="session")
def spanish() -> list[str]:
    """A few tiles of the Spanish set: some have two letters, one is not ASCII."""
    return ["A", "C", "CH", "H", "L", "LL", "Ñ", "O"]


@pytest.fixture(scope="session")
def cars(english: list[str]) -> WordGraph:
    return WordGraph.build(["CAR", "CARE", "SCAR", "SCARE", "RACE"], english)
