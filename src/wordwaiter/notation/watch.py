"""Times on a table's watch: `2:50`, `-0:05`, `1:02.250`."""

import re
from typing import Final

from wordwaiter.errors import MalformedError

TIME: Final = r"-?[0-9]{1,4}:[0-5][0-9](?:\.[0-9]{3})?"
"""How a time is written: minutes and seconds, thousandths where they matter, a minus for overtime."""


def parse_time(text: str) -> int:
    """Milliseconds of a time such as `2:50`; overtime is negative."""
    if not re.fullmatch(TIME, text):
        raise MalformedError(
            "bad-time", f"{text!r} is not a time; write minutes and seconds, such as 2:50", text=text
        )
    minutes, seconds = text.removeprefix("-").split(":")
    whole, _, thousandths = seconds.partition(".")
    length_ms = (int(minutes) * 60 + int(whole)) * 1000 + int(thousandths or 0)
    return -length_ms if text.startswith("-") else length_ms


def write_time(time_ms: int) -> str:
    """The time as it is written: `2:50`, with thousandths only where there are any."""
    seconds, thousandths = divmod(abs(time_ms), 1000)
    sign = "-" if time_ms < 0 else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}" + (f".{thousandths:03}" if thousandths else "")
