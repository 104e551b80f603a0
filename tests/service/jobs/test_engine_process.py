"""The process of the engine: what it keeps, however many rules and lists somebody asks it about."""

from threading import Event
from typing import Any

import pytest

from wordwaiter.engine import finder, index
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.variants import parse_variant, varied
from wordwaiter.service.jobs import engine_process
from wordwaiter.service.jobs.own_process import Asked


def asked_with(*words: str) -> Asked:
    return Asked(Event(), lambda _: None, (engine_process.pack_lists([Lexicon.of_words("ours", words)]),))


def test_words_are_laid_out_once_for_all_variants_of_a_rulebook(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[object] = []
    index_of = index.index_of

    def counted(graph: Any) -> Any:
        laid_out.append(graph)
        return index_of(graph)

    monkeypatch.setattr(finder, "index_of", counted)
    asked, club = asked_with("CAT", "CATS"), shipped_rulebook("club")
    for minutes in range(1, 9):
        rules = varied(club, parse_variant(f"club@{minutes}"))
        assert engine_process._engine("the same words", rules, asked).rulebook == rules
    assert len(laid_out) == 1


def test_it_keeps_a_few_lists_however_many_are_asked_about() -> None:
    club = shipped_rulebook("club")
    for number in range(12):
        engine_process._engine(f"list {number}", club, asked_with("CAT", "DOG"))
    assert len(engine_process._ENGINES) <= 6
