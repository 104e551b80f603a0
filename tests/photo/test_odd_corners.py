"""Corners that are none are refused, wherever a program says that they are."""

from math import inf, nan

import pytest
from PIL import Image

from wordwaiter.errors import MalformedError
from wordwaiter.photo import read_board
from wordwaiter.photo.reading import UNCLEAR

PHOTO = Image.new("RGB", (300, 300))


@pytest.mark.parametrize("place", [nan, inf, -inf])
def test_a_corner_at_no_place_is_refused(place: float) -> None:
    with pytest.raises(MalformedError) as refused:
        read_board(PHOTO, corners=((place, 0), (299, 0), (299, 299), (0, 299)))
    assert refused.value.code == "photo-corners"


@pytest.mark.parametrize(
    "corners",
    [((0, 0),) * 4, ((0, 0), (1, 1), (2, 2), (3, 3))],
)
def test_taps_on_one_place_show_no_board(corners: tuple[tuple[float, float], ...]) -> None:
    assert read_board(PHOTO, corners=corners).problem == UNCLEAR
