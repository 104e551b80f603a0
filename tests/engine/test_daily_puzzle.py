"""The puzzle of a day: the same on every computer, another on another day, with one play that stands out."""

from datetime import date, timedelta

import pytest

from engine.test_simulation import engine
from wordwaiter.engine import Engine
from wordwaiter.engine.outlook import outlook_of
from wordwaiter.engine.review.daily_puzzle import DailyPuzzle, daily_puzzle, words_of
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

FIRST = date(2026, 11, 19)


EXPECTED = (
    "15/15/15/15/15/15/15/6VIG2QUAG/7DOG1A3/2BLOKE2ONIUM1/5ASPIRE"
    "D3/BEAUTY1Y3SLOW/7R6I/IDEATIVE6P/FONS3S6E ELMNRU?/ 243/274 0",
    "O1 RELUMiN.",
)


def told(puzzle: DailyPuzzle) -> tuple[str, str]:
    return str(puzzle.stand), puzzle.best.text(puzzle.stand.board)


def test_the_puzzle_of_a_day_is_the_same_on_every_computer() -> None:
    assert told(daily_puzzle(engine(), "words", FIRST)) == EXPECTED


def test_other_days_and_other_words_have_other_puzzles() -> None:
    days = {told(daily_puzzle(engine(), "words", FIRST + timedelta(each))) for each in range(14)}
    assert len(days) == 14
    assert told(daily_puzzle(engine(), "other words", FIRST)) not in days


def test_the_play_stands_out_from_every_other_play() -> None:
    for each in range(14):
        puzzle = daily_puzzle(engine(), "words", FIRST + timedelta(each))
        here, rack = engine().at(puzzle.stand.board), puzzle.stand.racks[0]
        best, second, *_ = here.plays(rack, outlook_of(puzzle.stand, engine().rulebook))
        assert best == puzzle.best
        assert best.equity_thousandths - second.equity_thousandths >= 12_000, each


def test_the_order_and_the_names_of_lists_do_not_matter() -> None:
    cats, dogs = Lexicon.of_words("cats", ["cat"]), Lexicon.of_words("dogs", ["dog"])
    assert words_of((cats, dogs)) == words_of((dogs, Lexicon.of_words("felines", ["cat"])))


def test_words_that_make_no_puzzle_are_refused() -> None:
    one = Engine.of_lists([Lexicon.of_words("one", ["zzz"])], shipped_rulebook("club"))
    with pytest.raises(MalformedError) as refused:
        daily_puzzle(one, "one", FIRST)
    assert refused.value.code == "no-puzzle"
