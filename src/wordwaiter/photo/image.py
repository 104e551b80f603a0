"""Opens the file of a photo with limits, turned as the phone was held."""

import re
import warnings
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from PIL import Image, ImageOps, UnidentifiedImageError

from wordwaiter.errors import MalformedError

PhotoSource: TypeAlias = Path | str | bytes | Image.Image
"""A photo: a file's name, a file's content, or an image that is already open."""

MOST_BYTES: Final = 40_000_000
MOST_PIXELS: Final = 64_000_000
_LONGEST_SIDE: Final = 2_400
"""Pixels that are looked at: a square of a board that fills the photo has 120 or more of them."""
_SHORTEST_SIDE: Final = 200
_FORMATS: Final = ("JPEG", "PNG", "WEBP")
_JPEG: Final = b"\xff\xd8"
_MARK: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What begins a part of a JPEG; other pairs stand for pixels."""
_SCAN: Final = b"\xff\xda"
_END: Final = b"\xff\xd9"
_MOST_SCANS: Final = 200
"""Times that a JPEG goes through all of its picture: cameras write one, programs for the web ten."""


def opened(source: PhotoSource) -> tuple[Image.Image, float]:
    """Returns the photo, upright and not too large, and how many pixels of the file one of its is."""
    if isinstance(source, Image.Image):
        return _reduced(ImageOps.exif_transpose(source).convert("RGB"), max(source.size))
    content = source if isinstance(source, bytes) else _content(Path(source))
    if content.startswith(_JPEG) and _has_too_many_scans(content):
        raise MalformedError("photo-broken", "This photo is stored in too many steps. Save it anew as JPEG.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a large image, which is refused below
            image = Image.open(BytesIO(content), formats=_FORMATS)
            _check_size(image.size)
            longest = max(image.size)
            image.draft("RGB", (_LONGEST_SIDE, _LONGEST_SIDE))
            upright = ImageOps.exif_transpose(image).convert("RGB")
    except Image.DecompressionBombError:
        raise MalformedError(
            "photo-too-large",
            f"This photo has more than {MOST_PIXELS // 1_000_000} megapixels. Take it in a smaller size.",
        ) from None
    except UnidentifiedImageError:
        raise MalformedError("photo-not-a-picture", _other_file(content)) from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise MalformedError(
            "photo-broken",
            "This photo cannot be opened: its file is damaged or incomplete. Take the photo again.",
        ) from error
    return _reduced(upright, longest)


def _has_too_many_scans(content: bytes) -> bool:
    """Checks whether a JPEG goes through its picture far too often; what follows its end does not count."""
    at, scans = len(_JPEG), 0
    while (found := _MARK.search(content, at)) is not None and found[0] != _END:
        scans += found[0] == _SCAN
        if scans > _MOST_SCANS:
            return True
        at = found.end() + int.from_bytes(content[found.end() : found.end() + 2])
    return False


def _content(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise MalformedError(
                "photo-too-large",
                f"This file has more than {MOST_BYTES // 1_000_000} MB. Send a smaller photo.",
            )
        return path.read_bytes()
    except OSError as error:
        raise MalformedError("photo-no-file", f"{path}: {error.strerror}") from error


def _check_size(size: tuple[int, int]) -> None:
    if size[0] * size[1] > MOST_PIXELS:
        raise MalformedError(
            "photo-too-large",
            f"This photo has {size[0] * size[1] // 1_000_000} megapixels; "
            f"{MOST_PIXELS // 1_000_000} is the most. "
            "Choose a smaller size in the camera's settings.",
        )
    if min(size) < _SHORTEST_SIDE:
        raise MalformedError(
            "photo-too-small",
            f"This picture is only {size[0]} × {size[1]} pixels. Send the photo in its full size.",
        )


def _other_file(content: bytes) -> str:
    """Returns a sentence about a file that is no photo we can open."""
    if content[:5] == b"%PDF-":
        return "This is a PDF. Take a photo of the board, or save the page as a picture (JPEG or PNG)."
    if content[4:12] in (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftyphevc", b"ftypmsf1"):
        return "This photo is a HEIC file. Set the camera to “Most Compatible”, or save it as JPEG."
    return "This file is no photo that can be opened. Send a JPEG, PNG or WebP file."


def _reduced(image: Image.Image, longest: int) -> tuple[Image.Image, float]:
    """Returns the image, not larger than needed, and the scale to the file's pixels."""
    if max(image.size) > _LONGEST_SIDE:
        scale = _LONGEST_SIDE / max(image.size)
        size = (round(image.width * scale), round(image.height * scale))
        image = image.resize(size, Image.Resampling.BOX)
    return image, longest / max(image.size)
