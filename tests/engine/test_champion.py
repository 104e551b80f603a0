"""The champion: what it does in each part of a game, and that it is the same for a seed."""

import pytest

from engine.test_simulation import AWFUL, RETINAE, engine, stand
from engine.test_solve import JERK
from wordwaiter.engine import ExchangeTurn
from wordwaiter.engine.candidates import candidates_of
from wordwaiter.engine.champion import Pace, champion_turn, seconds_for


def test_it_proves_the_end_of_a_game() -> None:
    here = stand(JERK)
    assert champion_turn(engine(), here, Pace(plies=30)).text(here.board) == "B8 WAYS"


def test_the_same_seed_makes_the_same_turn() -> None:
    here = stand(RETINAE)
    first, second = (champion_turn(engine(), here, Pace(draws=40, seed=7)) for _ in range(2))
    assert first == second
    assert first in candidates_of(engine(), here, 10)


def test_it_exchanges_a_rack_that_anybody_would_exchange() -> None:
    assert isinstance(champion_turn(engine(), stand(AWFUL), Pace(draws=60)), ExchangeTurn)


@pytest.mark.parametrize(
    ("remaining", "unseen", "seconds"),
    [
        (1500.0, 93, 1500 / (93 / 9 + 2)),
        (60.0, 9, 60 / 3),
        (0.0, 50, 0.05),
    ],
)
def test_time_on_the_clock_is_shared_out_among_the_turns_to_come(
    remaining: float, unseen: int, seconds: float
) -> None:
    assert seconds_for(remaining, unseen) == pytest.approx(seconds)
