"""What the committee learns about its words before it announces them."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import Announcement, announce, check_announcement, starting_tiles
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

HARE = shipped_rulebook("bee-hare")


def problems(start: str | None = None, surprise: str | None = None, *sponsors: str) -> tuple[Problem, ...]:
    return check_announcement(announce(HARE.table.tile_set, start, surprise, sponsors), HARE)


def codes(*words: str | None) -> list[str]:
    start, surprise, *sponsors = words
    return [problem.code.value for problem in problems(start, surprise, *filter(None, sponsors))]


@pytest.mark.clause("bee-sponsor")
@pytest.mark.clause("bee-10")
def test_a_name_that_no_tiles_can_make_is_told_before_the_round() -> None:
    (problem,) = problems("LITERACY", "TURTLE", "ROTARY", "ACME", "B&B")
    assert problem.code.value == "cannot-be-laid"
    assert problem.words == ("B&B",)
    assert problem.clause == "bee-sponsor"
    assert str(problem) == "no team can lay B&B: it has '&', which is on no tile (bee-sponsor)"
    (spaced,) = problems("LITERACY", "TURTLE", "CITY BANK")
    assert (
        str(spaced)
        == "no team can lay CITY BANK: there is no tile for a space; list one of its words (bee-sponsor)"
    )
    assert codes(None, "RE-DO", "AL'S", "GRAND ISLAND") == ["cannot-be-laid"] * 3


@pytest.mark.clause("bee-sponsor")
@pytest.mark.clause("bee-surprise")
def test_a_sponsor_needs_real_tiles_where_a_surprise_word_may_use_the_blanks() -> None:
    assert codes(None, "PIZZA") == []
    assert codes(None, "ZZZZ") == ["not-enough-tiles"]
    (problem,) = problems(None, None, "PIZZA")
    assert problem.sentence == "no team can lay PIZZA without blanks: it needs 2 × Z (there are 1)"


@pytest.mark.clause("bee-11")
def test_ten_letters_are_the_most_for_a_sponsors_name_too() -> None:
    assert codes(None, "PINEAPPLES", "WATERMELON") == []
    assert codes(None, "MISUNDERSTAND", "UNIVERSALIST") == ["word-too-long", "word-too-long"]
    assert {problem.clause for problem in problems(None, None, "UNIVERSALIST")} == {"bee-11"}


@pytest.mark.clause("bee-5")
def test_a_starting_word_has_two_to_eight_letters() -> None:
    assert codes("GO", None) == codes("LITERACY", None) == []
    (problem,) = problems("EDUCATION")
    assert problem.code.value == "starting-word-too-long"
    assert problem.sentence == "EDUCATION has 9 letters, and from 8H to the edge 8 fit; choose another"
    assert codes("A", None) == ["word-too-short"]
    assert codes("", None) == ["word-too-short"]
    assert codes("B&B", None) == ["cannot-be-laid"]
    assert codes("MISUNDERSTAND", None) == ["word-too-long", "starting-word-too-long"]


def test_one_letter_is_no_bonus_word() -> None:
    assert codes(None, "A", "X") == ["word-too-short", "word-too-short"]
    assert codes(None, " ") == ["word-too-short"]


@pytest.mark.clause("bee-surprise")
@pytest.mark.clause("bee-sponsor")
def test_a_word_that_was_announced_in_two_ways_is_pointed_out() -> None:
    assert codes(None, "ACME", "ACME") == ["announced-twice"]
    assert codes("READ", "READ") == ["on-every-board"]
    assert codes("READ", None, "READ") == ["on-every-board"]
    assert codes("ZAZZ", None, "ZAZZ") == ["not-enough-tiles"]  # on every board, with blanks that spoil it
    assert all(problem.code.is_note for problem in problems("READ", "READ", "READ"))


def test_words_that_a_rulebook_does_not_know_are_pointed_out() -> None:
    iowa = shipped_rulebook("iowa")
    announcement = Announcement("READ", "TURTLE", ("ACME",))
    found = [problem.code.value for problem in check_announcement(announcement, iowa)]
    assert found == ["not-in-rulebook"] * 3


@pytest.mark.clause("bee-5")
def test_the_starting_word_lies_across_with_its_first_letter_on_the_star() -> None:
    laid = starting_tiles(announce(HARE.table.tile_set, "glow"), HARE)
    assert [(str(square), str(tile)) for square, tile in laid] == [
        ("8H", "G"),
        ("8I", "L"),
        ("8J", "O"),
        ("8K", "W"),
    ]
    assert starting_tiles(Announcement(), HARE) == ()


@pytest.mark.clause("bee-5")
def test_a_starting_word_with_more_of_a_letter_than_there_are_tiles_is_laid_with_a_blank() -> None:
    laid = starting_tiles(announce(HARE.table.tile_set, "PIZZA"), HARE)
    assert "".join(str(tile) for _, tile in laid) == "PIZzA"


@pytest.mark.parametrize("word", ["EDUCATION", "A", "B&B", "ZZZZ"])
def test_a_starting_word_that_cannot_be_laid_is_refused(word: str) -> None:
    with pytest.raises(MalformedError):
        starting_tiles(announce(HARE.table.tile_set, word), HARE)
