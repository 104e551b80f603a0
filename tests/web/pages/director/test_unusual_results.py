"""A result that hardly anybody plays is asked back once, by whichever process it comes to."""

import pytest

from wordwaiter.errors import ConflictError
from wordwaiter.service.moments import Moments
from wordwaiter.tournament import commands as c
from wordwaiter.web.pages.director.unusual_results import ask_once


def sheet(*scores: int, table: int = 1) -> c.HandInSheet:
    return c.HandInSheet("Dora", "A", 1, table, scores, ())


def test_it_is_taken_when_it_comes_again_and_asked_anew_after_that() -> None:
    asked = Moments()
    for _ in range(2):
        with pytest.raises(ConflictError, match="enter it again"):
            ask_once(asked, "cup", sheet(800, 350))
        ask_once(asked, "cup", sheet(800, 350))


def test_another_table_another_event_and_other_totals_are_asked_for_themselves() -> None:
    asked = Moments()
    for stream, each in (
        ("cup", sheet(800, 350)),
        ("cup", sheet(800, 351)),
        ("cup", sheet(800, 350, table=2)),
        ("league", sheet(800, 350)),
    ):
        with pytest.raises(ConflictError):
            ask_once(asked, stream, each)


@pytest.mark.parametrize("scores", [(420, 380), (700, 300), (500, 100), (100, 500), (400, 400)])
def test_usual_results_are_not_asked_back(scores: tuple[int, int]) -> None:
    ask_once(Moments(), "cup", sheet(*scores))


@pytest.mark.parametrize("scores", [(701, 301), (301, 701), (500, 99), (99, 99), (601, 200)])
def test_over_seven_hundred_under_a_hundred_and_by_over_four_hundred_is_asked(
    scores: tuple[int, int],
) -> None:
    with pytest.raises(ConflictError):
        ask_once(Moments(), "cup", sheet(*scores))
