"""A sponsor's logo from an uploaded file: drawn anew, small, and with nothing else from the file in it."""

from io import BytesIO
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from wordwaiter.errors import MalformedError
from wordwaiter.tournament.sponsors import LOGO_BYTES, LOGO_HEIGHT, LOGO_WIDTH

LARGEST_FILE: Final = 4 * 1024 * 1024
MOST_PIXELS: Final = 12_000_000
_FORMATS: Final = ("PNG", "JPEG", "WEBP")


def logo_png(content: bytes) -> bytes:
    """Returns the picture as a PNG file without its empty border, no larger than a logo is shown."""
    if not content:
        raise MalformedError("no-logo-file", "choose a picture first")
    if len(content) > LARGEST_FILE:
        raise MalformedError("large-logo", f"this file has more than {LARGEST_FILE // 1024 // 1024} MB")
    try:
        image = Image.open(BytesIO(content), formats=_FORMATS)
        if image.width * image.height > MOST_PIXELS:
            raise MalformedError(
                "large-logo", f"this picture has more than {MOST_PIXELS // 1_000_000} megapixels"
            )
        image.draft("RGB", (2 * LOGO_WIDTH, 2 * LOGO_HEIGHT))
        drawn = ImageOps.exif_transpose(image).convert("RGBA")
    except UnidentifiedImageError:
        raise MalformedError("not-a-picture", "send the logo as a PNG, JPEG or WebP file") from None
    except (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError):
        raise MalformedError("broken-picture", "this file is damaged; send the logo again") from None
    drawn = drawn.crop(drawn.getchannel("A").getbbox() or (0, 0, drawn.width, drawn.height))
    drawn.thumbnail((LOGO_WIDTH, LOGO_HEIGHT), Image.Resampling.LANCZOS)
    drawn.info = {}
    made = _file(drawn)
    return made if len(made) <= LOGO_BYTES else _file(drawn.quantize(256, Image.Quantize.FASTOCTREE))


def _file(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()
