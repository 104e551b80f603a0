"""QR codes as a terminal shows them."""

import io
from typing import Final

import segno

_WHITE_ON_BLACK: Final = "\033[38;5;231;48;5;16m"
_PLAIN: Final = "\033[0m"


def qr_lines(text: str, *, coloured: bool) -> list[str]:
    """A QR code of half blocks, light on dark; `coloured` makes it so on a light terminal as well."""
    drawing = io.StringIO()
    segno.make_qr(text, error="l").terminal(drawing, border=2, compact=True)
    lines = drawing.getvalue().splitlines()
    return [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines] if coloured else lines
