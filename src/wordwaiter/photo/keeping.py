"""The picture of a board as it is kept: small, drawn anew, and with nothing else from its file in it."""

from io import BytesIO
from typing import Final

from PIL import Image

from wordwaiter.errors import MalformedError
from wordwaiter.photo.image import opened

KEPT_PIXELS: Final = 480
"""The side of the picture: 32 for each square, all that the reader looks at."""
KEPT_BYTES: Final = 60_000
_QUALITIES: Final = (75, 60, 45, 30, 15, 5)


def kept_jpeg(content: bytes) -> bytes:
    """Returns the picture of a board as a small JPEG without place, time or camera."""
    image, _ = opened(content)
    drawn = Image.new("RGB", image.size)  # what else the file told is not in a new image
    drawn.paste(image)
    drawn.thumbnail((KEPT_PIXELS, KEPT_PIXELS))
    for quality in _QUALITIES:
        file = BytesIO()
        drawn.save(file, "JPEG", quality=quality)
        if file.tell() <= KEPT_BYTES:
            return file.getvalue()
    raise MalformedError("photo-broken", "This photo cannot be kept. Take the photo again.")
