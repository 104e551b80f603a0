"""The committee's words before the evening."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle, Progress, solve
from wordwaiter.engine.hare_check import WordCheck, check_words
from wordwaiter.engine.hare_tiles import Sharing
from wordwaiter.lexicon import open_lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

BEE = shipped_rulebook("bee-hare")


def check(
    start: str,
    surprise: str | None = None,
    sponsors: tuple[str, ...] = (),
    steps: int = 10_000,
    removed: str = "",
) -> WordCheck:
    announcement = announce(BEE.table.tile_set, start, surprise, sponsors)
    lists = (open_lexicon("enable"),)
    return check_words(
        HarePuzzle(BEE, announcement, lists, RemovedTiles(tuple(removed))), Effort(steps=steps)
    )


@pytest.mark.long
def test_words_that_go_together_are_well() -> None:
    result = check("READ", "TURTLE", ("ACME", "ROTARY"))
    assert result.is_well
    assert result.possible_bonus == 250
    assert result.best is not None
    [verdict, *_] = result.advice()
    assert verdict.startswith("All words go together: a board of ")
    assert result.plain()["missing"] == []


def test_a_starting_word_that_does_not_fit_is_told_with_its_clause() -> None:
    result = check("TORTOISES")
    assert not result.is_well
    assert result.best is None
    advice = list(result.advice())
    assert advice[0] == "There is no board with this starting word; choose another."
    assert "(bee-5)" in advice[1]


def test_a_sponsor_that_no_tiles_make_is_missing() -> None:
    result = check("READ", sponsors=("ACME", "ZZTOP"), steps=800)
    assert result.missing == ("ZZTOP",)
    assert not result.is_well
    assert any("No team can lay ZZTOP without blanks" in sentence for sentence in result.advice())


@pytest.mark.long
def test_words_in_no_list_are_told_and_sponsors_are_not() -> None:
    assert check("REAQ", "TURTLEX", ("BQE",), steps=10).unlisted == ("REAQ", "TURTLEX")


@pytest.mark.long
def test_rare_tiles_that_two_words_need_are_told() -> None:
    told = [str(each) for each in check("READ", "JAZZY", ("ZAX", "KAY"), steps=10).shared]
    assert told == [
        "ZAX and JAZZY need 3 × Z, and there is 1: "
        "they stand together only with blanks, or if they cross on Z 2 times",
        "KAY and JAZZY need 2 × Y, and there are 2: together they take them all",
    ]
    [pair] = check("READ", sponsors=("QUIZ", "QUO"), steps=10).shared
    assert str(pair) == (
        "QUIZ and QUO need 2 × Q, and there is 1: they stand together only if they cross on Q"
    )


@pytest.mark.parametrize(
    ("start", "sponsors", "told"),
    [
        # Sponsors' names are laid without blanks, and a crossing saves one tile: 7 - 1 > 4.
        ("READ", ("SASSY", "SISSIES"), [("SASSY SISSIES", "S", 7, 4, Sharing.NEVER)]),
        ("READ", ("SASSY", "BOSSES"), [("SASSY BOSSES", "S", 6, 4, Sharing.NEVER)]),
        # 5 - 1 = 4.
        ("READ", ("SASSY", "KISS"), [("SASSY KISS", "S", 5, 4, Sharing.CROSSING)]),
        # The starting word wants its tile too.
        ("QUILT", ("QUEST",), [("QUILT QUEST", "Q", 2, 1, Sharing.CROSSING)]),
        # One tile lies in one word across and one down, so a third has no share in it.
        ("QUILT", ("QUEST", "QUO"), [("QUILT QUEST QUO", "Q", 3, 1, Sharing.NEVER)]),
        # Two tiles lie in two words each.
        ("WAX", ("WEB", "WIN"), [("WAX WEB WIN", "W", 3, 2, Sharing.CROSSING)]),
        ("WAX", ("WEB", "WIN", "WON"), [("WAX WEB WIN WON", "W", 4, 2, Sharing.CROSSING)]),
        (
            "WAX",
            ("WEB", "WIN", "WON", "WET", "WAR"),
            [("WAX WEB WIN WON WET WAR", "W", 6, 2, Sharing.NEVER)],
        ),
        # A starting word of two Z has one of them and a blank, and that is no trouble of another word's.
        ("PIZZA", ("ZOO",), [("PIZZA ZOO", "Z", 2, 1, Sharing.CROSSING)]),
        ("READ", ("ACME",), []),
    ],
)
def test_a_letter_is_told_with_all_words_that_want_it_and_whether_they_can_stand_together(
    start: str, sponsors: tuple[str, ...], told: list[tuple[str, str, int, int, Sharing]]
) -> None:
    shared = check(start, sponsors=sponsors, steps=0).shared
    assert [(" ".join(each.words), each.letter, each.needed, each.there, each.how) for each in shared] == told


def test_a_word_that_takes_blanks_is_impossible_only_beyond_them() -> None:
    """The surprise word may have both blanks: of the S of SISSIES two can be blanks, and one be crossed."""
    how = {each.letter: each.how for each in check("READ", "SISSIES", ("SASSY",), steps=0).shared}
    assert how["S"] is Sharing.BLANKS_OR_CROSSING  # 7 - 2 - 1 = 4
    how = {each.letter: each.how for each in check("READ", "SISSIES", ("SASSY",), 0, "?").shared}
    assert how["S"] is Sharing.NEVER


def test_words_that_nobody_can_lay_are_no_possible_bonus() -> None:
    assert check("READ", "TURTLE", ("ACME", "ZZTOP", "B&B"), steps=0).possible_bonus == 150


def test_without_time_nothing_is_said_of_what_could_not_be_found() -> None:
    verdict, *_ = check("READ", sponsors=("ACME",), steps=0).advice()
    assert verdict == "There was no time to look for a board with ACME; give it some seconds."


@pytest.mark.long
def test_a_word_that_has_a_place_only_by_itself_is_told() -> None:
    result = check("READ", sponsors=("JAJ", "JAX", "JIX"), steps=1500)
    assert "JAJ" in result.missing
    assert all(word in result.missing for word in result.lonely)


@pytest.mark.long
def test_a_word_that_has_a_place_is_found_by_a_short_look_too() -> None:
    """Points would leave a word of 50 out for a while; whether it has a place is another question."""
    result = check("LITERACY", "TURTLE", ("ROTARY", "ACME", "B&B"), steps=300)
    assert result.missing == ("B&B",)
    assert result.lonely == ()
    assert result.best is not None
    assert {bonus.points for bonus in result.best.tally.bonuses} == {50, 100}  # as the rules have them


def test_words_that_cannot_be_laid_are_told_once_and_not_as_rivals() -> None:
    assert check("READ", sponsors=("FIZZY", "QUIZZES"), steps=10).shared == ()


@pytest.mark.long
def test_what_lacks_because_tiles_are_out_is_told_and_counted_without_them() -> None:
    result = check("READ", "WAVY", ("ZOO", "VOW"), steps=10, removed="ZV")
    assert result.taken_out == ("ZOO cannot be laid: with these tiles taken out it lacks Z",)
    assert "ZOO" in result.missing
    assert "ZOO" not in result.lonely
    assert [(each.words, each.letter, each.needed, each.there) for each in result.shared] == [
        (("VOW", "WAVY"), "V", 2, 1),
        (("VOW", "WAVY"), "W", 2, 2),
    ]
    assert f"{result.taken_out[0]}." in result.advice()


def test_a_starting_word_without_tiles_is_told_with_what_it_lacks() -> None:
    result = check("READ", removed="DDDD??")
    assert result.best is None
    [why] = result.advice()
    assert "READ lacks D and there are 0 blanks" in why


def test_an_interrupt_ends_all_of_the_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[HarePuzzle] = []

    def interrupted(
        puzzle: HarePuzzle, effort: Effort, report: Callable[[Progress], None] | None = None
    ) -> BestBoard:
        looked.append(puzzle)
        return replace(solve(puzzle, effort, report), interrupted=True)

    monkeypatch.setattr("wordwaiter.engine.hare_check.solve", interrupted)
    result = check("READ", sponsors=("ACME", "ZZTOP"), steps=1)
    assert len(looked) == 1
    assert "ZZTOP" in result.missing
    assert result.lonely == ()
    assert "before it was interrupted" in next(result.advice())


@pytest.mark.long
def test_each_search_tells_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(
        puzzle: HarePuzzle, _effort: Effort, report: Callable[[Progress], None] | None = None
    ) -> BestBoard:
        assert report is not None
        report(Progress(0, 0.0))
        return solve(puzzle, Effort(steps=0))

    monkeypatch.setattr("wordwaiter.engine.hare_check.solve", told)
    announcement = announce(BEE.table.tile_set, "READ", None, ("ACME", "ROTARY"))
    heard: list[Progress] = []
    check_words(HarePuzzle(BEE, announcement, (open_lexicon("enable"),)), Effort(steps=1), heard.append)
    assert [each.looking_for for each in heard] == [(), ("ACME", "ROTARY"), ("ACME",), ("ROTARY",)]
