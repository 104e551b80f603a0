"""The picture of a board as it is kept: small, drawn anew, and with nothing else from its file in it."""

import warnings
from io import BytesIO
from typing import Final

from PIL import Image

from wordwaiter.errors import MalformedError
from wordwaiter.photo.image import opened

KEPT_PIXELS: Final = 480
"""The side of the picture: 32 for each square, all that the reader looks at."""
KEPT_BYTES: Final = 60_000
_LARGEST_SIDE: Final = 2 * KEPT_PIXELS
"""Pixels; the program's own pictures of boards have 672 at most."""
_QUALITIES: Final = (75, 60, 45, 30, 15, 5)


def kept_jpeg(content: bytes) -> bytes:
    """Returns the picture of a board as a small JPEG without place, time or camera.

    A form brings it back, and may bring another: this runs in the server, so only what is small is opened.
    """
    if not _may_be_ours(content):
        raise _not_kept()
    image, _ = opened(content)
    drawn = Image.new("RGB", image.size)  # what else the file told is not in a new image
    drawn.paste(image)
    drawn.thumbnail((KEPT_PIXELS, KEPT_PIXELS))
    for quality in _QUALITIES:
        file = BytesIO()
        drawn.save(file, "JPEG", quality=quality)
        if file.tell() <= KEPT_BYTES:
            return file.getvalue()
    raise _not_kept()


def _may_be_ours(content: bytes) -> bool:
    """Checks by its first bytes whether a file is a JPEG of a size that the program makes."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a large image, which is refused here
            image = Image.open(BytesIO(content), formats=("JPEG",))
            return max(image.size) <= _LARGEST_SIDE
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError):
        return False


def _not_kept() -> MalformedError:
    return MalformedError("photo-broken", "This photo cannot be kept. Take the photo again.")
