"""Times of day as people type them."""

from datetime import time

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.times_of_day import time_of_text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9:30", time(9, 30)),
        ("09.30", time(9, 30)),
        ("13h05", time(13, 5)),
        ("23:59", time(23, 59)),
        ("1:30 pm", time(13, 30)),
        ("1:30pm", time(13, 30)),
        ("1.30 P.M.", time(13, 30)),
        ("9 am", time(9, 0)),
        ("12:15 am", time(0, 15)),
        ("12 noon", None),
        ("12 pm", time(12, 0)),
        ("24:00", None),
        ("13:30 pm", None),
        ("0:30 am", None),
        ("9", None),
        ("9:60", None),
        ("٩:30", None),
    ],
)
def test_a_time_of_day_is_read_as_people_write_it(text: str, meant: time | None) -> None:
    if meant is not None:
        assert time_of_text(f" {text} ") == meant
        return
    with pytest.raises(MalformedError) as refused:
        time_of_text(text)
    assert refused.value.code == "bad-time"
