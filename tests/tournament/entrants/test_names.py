"""Names: of any script, and nothing in them that turns what stands beside them."""

import pytest

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.entrants.names import (
    LONGEST_NAME,
    is_readable,
    require_name,
    without_turning_signs,
)


@pytest.mark.parametrize(
    "name", ["Zoë O'Neil", "דוריס", "\u200fدوريس", "王芳", "The 🐢 👩\u200d👩\u200d👧", "a\u200cb"]
)
def test_names_of_all_scripts_are_readable(name: str) -> None:
    assert is_readable(name)
    assert without_turning_signs(name) == name
    require_name(name, "the division")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x00", "\x1b", "\n", "\u2028", "\x9b"])
def test_signs_that_turn_or_break_what_follows_are_refused(sign: str) -> None:
    assert not is_readable(f"Ann{sign} Ace")
    with pytest.raises(MalformedError) as refusal:
        require_name(f"Ann{sign} Ace", "the division")
    assert refusal.value.code == "bad-name"


def test_what_a_phone_puts_around_a_copied_name_is_left_out() -> None:
    assert without_turning_signs("\u202aAnn\u202c \u2068Ace\u2069") == "Ann Ace"


@pytest.mark.parametrize(("name", "code"), [("  ", "no-name"), ("x" * (LONGEST_NAME + 1), "bad-name")])
def test_no_name_and_a_very_long_one_are_refused(name: str, code: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        require_name(name, "the division")
    assert refusal.value.code == code
