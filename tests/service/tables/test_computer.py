"""The computer as an opponent: what it challenges."""

import pytest

from wordwaiter.service.tables.computer import Strength, doubts


@pytest.mark.parametrize("strength", list(Strength))
def test_it_challenges_what_is_not_good_unless_it_is_gentle(strength: Strength) -> None:
    assert doubts(strength, is_good=False) is (strength is not Strength.GENTLE)
    assert not doubts(strength, is_good=True)
