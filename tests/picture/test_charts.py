"""A tournament's charts: every score is a dot, every line of the ledger a step."""

from datetime import UTC, timedelta, timezone

import pytest

from picture.drawing import drawing, pixels
from wordwaiter.picture import Theme, funds_chart, scores_chart
from wordwaiter.picture.axis import axis
from wordwaiter.service.tournaments.examples import Example, example_facts
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.facts import TournamentOpened
from wordwaiter.tournament.standings.game_lines import game_lines
from wordwaiter.tournament.state import Tournament

NOW_MS = 1_763_224_000_000


def example(wanted: Example) -> Tournament:
    first, *others = example_facts(wanted, NOW_MS)
    assert isinstance(first, TournamentOpened)
    tournament = opened(first)
    for fact in others:
        tournament = evolve(tournament, fact)
    return tournament


def test_every_score_of_a_division_is_a_dot_in_its_round() -> None:
    iowa = example(Example.IOWA)
    drawn = drawing(scores_chart(iowa, "65+").svg())
    scores = [(line.round, line.own) for line in game_lines(iowa, "65+") if line.own is not None]
    for number in (1, 2):
        (group,) = [each for each in drawn.all("g") if each.get("data-round") == str(number)]
        dots = sorted(int(str(dot.get("data-score"))) for dot in group)
        assert dots == sorted(own for round_number, own in scores if round_number == number)
    best = max(own for number, own in scores if number == 2)
    assert any(word.startswith(f"{best} ") for word in drawn.words)
    assert "Round 2: 12 scores" in drawn.description


def test_no_dot_covers_another() -> None:
    drawn = drawing(scores_chart(example(Example.ONTARIO), "Open").svg())
    dots = [(float(str(dot.get("cx"))), float(str(dot.get("cy")))) for dot in drawn.all("circle")]
    near = [
        (one, other)
        for place, one in enumerate(dots)
        for other in dots[:place]
        if abs(one[0] - other[0]) < 9 and abs(one[1] - other[1]) < 9
    ]
    assert not [
        pair for pair in near if abs(pair[0][0] - pair[1][0]) < 9.2 and abs(pair[0][1] - pair[1][1]) < 9.2
    ]


def test_a_division_that_has_not_played_has_an_empty_chart() -> None:
    drawn = drawing(scores_chart(example(Example.BEE), "Tortoise").svg())
    assert drawn.description == "No scores yet."
    assert not drawn.all("circle")


def test_the_funds_grow_line_by_line_to_what_was_raised() -> None:
    bee = example(Example.BEE)
    drawn = drawing(funds_chart(bee).svg())
    assert drawn.title == "$1,781.50 raised of $3,000 hoped for"
    _, outline = drawn.all("path")
    assert str(outline.get("d")).count("V") == len(bee.ledger)
    assert "hoped for: $3,000" in drawn.words


@pytest.mark.parametrize(("hours", "begins"), [(0, "15:46"), (-5, "10:46"), (9, "00:46")])
def test_times_are_those_of_the_room(hours: int, begins: str) -> None:
    zone = timezone(timedelta(hours=hours)) if hours else UTC
    assert begins in drawing(funds_chart(example(Example.BEE), zone).svg()).words


def test_a_chart_is_also_pixels() -> None:
    assert pixels(funds_chart(example(Example.BEE), theme=Theme.PROJECTOR, width=360).png()).width == 360


@pytest.mark.parametrize(
    ("least", "most", "marks"),
    [(0, 472, [0, 100, 200, 300, 400, 500]), (180, 503, [100, 200, 300, 400, 500, 600]), (0, 1, [0, 1]),
     (-30, 40, [-40, -20, 0, 20, 40]), (7, 7, [7, 8])],
)  # fmt: skip
def test_an_axis_has_round_numbers_and_room_for_all(least: int, most: int, marks: list[int]) -> None:
    found = axis(least, most, 0.0, 100.0)
    assert list(found.marks) == marks
    assert 0 <= found.at(least) <= found.at(most) <= 100
