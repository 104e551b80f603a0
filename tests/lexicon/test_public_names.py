"""The names that others may rely on, and the examples in the documentation."""

import doctest
import importlib
import pkgutil

import pytest

import wordwaiter.lexicon

MODULES = ["wordwaiter.lexicon"] + [
    f"wordwaiter.lexicon.{module.name}" for module in pkgutil.iter_modules(wordwaiter.lexicon.__path__)
]


def test_the_public_names_are_these() -> None:
    assert sorted(wordwaiter.lexicon.__all__) == [
        "BLANK",
        "DamagedList",
        "Defined",
        "Definition",
        "Ground",
        "Judge",
        "Lexicon",
        "ListCard",
        "Meaning",
        "NoDefinition",
        "NotInstalled",
        "Omission",
        "Reading",
        "Shelf",
        "Tile",
        "TileSet",
        "Verdict",
        "WordNet",
        "WordRuling",
        "common_tile_set",
        "define",
        "find_wordnet",
        "open_lexicon",
        "parse_tile_set",
        "parse_words",
        "read_word_list",
        "shipped_lists",
        "shipped_tile_set",
        "shipped_tile_sets",
    ]


@pytest.mark.parametrize("name", wordwaiter.lexicon.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert hasattr(wordwaiter.lexicon, name)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_are_true(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0
