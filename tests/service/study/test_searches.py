"""Searching the lists of a house: which list, what is not shown, and when it is closed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.room import CUP, OWNER, begin_cup
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.lexicon import open_lexicon
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.withheld import withheld_words
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.study.importing import import_cards
from wordwaiter.service.study.missed import missed_words
from wordwaiter.service.study.searches import (
    _RESULTS,
    SHOWN_AT_ONCE,
    StudyWish,
    _found,
    lists_to_study,
    study,
)
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.study.queries import Order, WordQuery
from wordwaiter.tournament import commands as c

RUDE = min((word for word in withheld_words() if len(word) == 4), default="")
"""A word that the program does not show by itself."""
TURNED = RUDE[::-1]


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    words = ["CAT", "ACT", "CATS", "CHAT", RUDE, TURNED]
    judge = Judge((Lexicon.of_words("ours", words), Lexicon.of_words("names", ["ACME"])))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


def shown(context: Context, wish: StudyWish) -> set[str]:
    return {each.word.word for each in study(context, wish).words}


def test_the_first_list_of_the_house_is_searched_unless_another_is_named(context: Context) -> None:
    assert [card.name for card in lists_to_study(context)] == ["ours", "names"]
    assert "CAT" in shown(context, StudyWish(WordQuery()))
    assert shown(context, StudyWish(WordQuery(), "names")) == {"ACME"}
    with pytest.raises((IllegalError, MalformedError)):
        study(context, StudyWish(WordQuery(), "no-such"))


def test_what_the_program_chooses_does_without_words_that_it_does_not_show(context: Context) -> None:
    four = WordQuery(shortest=4, longest=4)
    result = study(context, StudyWish(four))
    assert shown(context, StudyWish(four)) == {"CATS", "CHAT", TURNED}
    assert result.left_out == 1
    asked = {answer.word for each in result.questions for answer in each.answers}
    assert asked == {"CATS", "CHAT"}, "an anagram of such a word is no question either"


def test_they_are_shown_to_whoever_asks_for_them(context: Context) -> None:
    assert RUDE in shown(context, StudyWish(WordQuery(letters=RUDE)))
    assert RUDE in shown(context, StudyWish(WordQuery(pattern=f"{RUDE[:2]}*")))
    assert RUDE not in shown(context, StudyWish(WordQuery(pattern=f"{RUDE[0]}*")))
    all_of_them = StudyWish(WordQuery(shortest=4), shows_all=True)
    assert RUDE in shown(context, all_of_them)
    assert {RUDE, TURNED} in [
        {answer.word for answer in each.answers} for each in study(context, all_of_them).questions
    ]


def test_a_page_shows_so_many_words_and_the_next_goes_on(context: Context) -> None:
    many = [f"{first}{second}" for first in "ABCDEFGHIJKLMNOP" for second in "ABCDEFGHIJ"]
    context.judge = Judge((Lexicon.of_words("many", many),))
    first = study(context, StudyWish(WordQuery()))
    second = study(context, StudyWish(WordQuery(), start=SHOWN_AT_ONCE + 1))
    assert (first.total, len(first.words), len(second.words)) == (160, SHOWN_AT_ONCE, 60)
    assert not {each.word.word for each in first.words} & {each.word.word for each in second.words}
    assert study(context, StudyWish(WordQuery(), start=9_999)).start == 1


def test_few_results_are_kept_that_are_as_long_as_a_list() -> None:
    """Sixteen of them, asked for with another text each, took 200 MB."""
    lexicon = open_lexicon("enable")
    _RESULTS.clear()
    for stars in range(1, 7):
        found = _found(lexicon, WordQuery(pattern="*" * stars, order=Order.ALPHABET))
        assert len(found) > 100_000
    assert 1 <= len(_RESULTS) <= 2
    assert _found(lexicon, WordQuery(pattern="*" * 6, order=Order.ALPHABET)) is found


def test_cards_get_all_their_answers_and_letters_that_make_no_word_are_named(context: Context) -> None:
    brought = import_cards(context, b"cats\nACT\nQQ\nca't\nC?T\n", "")
    assert [[answer.word for answer in card.question.answers] for card in brought.cards] == [
        ["CATS"],
        ["ACT", "CAT"],
    ]
    assert brought.unknown == ("QQ", "ca't", "C?T")


def test_nothing_of_it_is_open_while_a_round_runs(context: Context) -> None:
    begin_cup(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
    for ask in (
        lambda: study(context, StudyWish(WordQuery())),
        lambda: import_cards(context, b"cats", ""),
        lambda: missed_words(context, OWNER),
    ):
        with pytest.raises(IllegalError) as refused:
            ask()
        assert refused.value.code == "study-closed"
