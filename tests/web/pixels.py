"""Pictures of one pixel, for tests that ask for each picture many times and look at none."""

from typing import Final

import pytest
import resvg_py

from wordwaiter.service.memo import Memo
from wordwaiter.web.pages.bee import best_boards
from wordwaiter.web.pages.table import share_pictures

_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def draw_one_pixel(patch: pytest.MonkeyPatch) -> None:
    """Draws every picture as one pixel from now on; to draw it takes most of the time of its request."""
    pixel = resvg_py.svg_to_bytes(svg_string=_SVG)
    patch.setattr(resvg_py, "svg_to_bytes", lambda **_asked: pixel)
    # What was drawn so is not kept for the tests that come next in this process.
    for drawing in (best_boards, share_pictures):
        patch.setattr(drawing, "_DRAWN", Memo[bytes](64))
