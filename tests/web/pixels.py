"""Pictures of one pixel, for tests that ask for each picture many times and look at none."""

from typing import Final

import pytest
import resvg_py

_SVG: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


def draw_one_pixel(patch: pytest.MonkeyPatch) -> None:
    """Draws every picture as one pixel from now on; to draw it takes most of the time of its request."""
    pixel = resvg_py.svg_to_bytes(svg_string=_SVG)
    patch.setattr(resvg_py, "svg_to_bytes", lambda **_asked: pixel)
