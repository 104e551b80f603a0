"""Lengths of time as people type them."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.timetable import Pause, pause_of_text
from wordwaiter.tournament.written import MINUTE_MS, minutes_of_text, ms_of_minutes


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("45", 45),
        ("-5", -5),
        ("+10", 10),
        ("45 minutes", 45),
        ("45 minute", 45),
        ("45 min", 45),
        ("45min.", 45),
        ("45 mins", 45),
        ("-5 minutes", -5),
        ("1 h 10", 70),
        ("1h10", 70),
        ("1 h 10 min", 70),
        ("1 hour and 10 minutes", 70),
        ("2 hours", 120),
        ("1 heure et 5 minutes", 65),
        ("2 H", 120),
        ("", None),
        ("--5", None),
        ("minutes", None),
        ("half an hour", None),
        ("45 seconds", None),
        ("1.5 h", None),
        ("٤٥", None),
        ("99999999", None),
    ],
)
def test_a_length_is_read_as_people_write_it(text: str, meant: int | None) -> None:
    if meant is not None:
        assert minutes_of_text(f" {text} ") == meant
        assert ms_of_minutes(text) == meant * MINUTE_MS
        return
    with pytest.raises(MalformedError) as refused:
        ms_of_minutes(text)
    assert refused.value.code == "bad-minutes"


def test_minutes_and_seconds_stay_what_they_were() -> None:
    assert ms_of_minutes("2:30") == 150_000


@pytest.mark.parametrize("length", ["70", "70 minutes", "1 h 10"])
def test_a_break_has_its_length_in_words_too(length: str) -> None:
    assert pause_of_text(f"Lunch {length} after round 2") == Pause(2, "Lunch", 70 * MINUTE_MS)


@pytest.mark.parametrize("place", ["after 2", "after round 2", "après ronde 2", "après la ronde 2"])
def test_a_break_comes_after_a_round_in_both_languages(place: str) -> None:
    assert pause_of_text(f"Lunch 45 {place}") == Pause(2, "Lunch", 45 * MINUTE_MS)
