"""Draws the pictures of the guide: one good photo, and what goes wrong. No picture is a real photo.

PYTHONPATH=tools:src python -m board_photos.guide docs/pictures/photos
"""

import sys
from pathlib import Path
from typing import Final

from PIL import Image, ImageFilter

import wordwaiter.picture
from board_photos.fonts import fonts_in
from board_photos.photo import Photo, made_up_photo

_SEED: Final = 95_000_007
_WIDTH: Final = 420
_BLUR: Final = 220
"""Parts of the photo's height over which a letter is smeared."""


def main(folder: Path) -> None:
    """Writes the pictures."""
    fonts = fonts_in([Path(wordwaiter.picture.__file__).parent / "fonts"])
    photo = made_up_photo(_SEED, fonts, full=True)
    folder.mkdir(parents=True, exist_ok=True)
    for name, image in _pictures(photo).items():
        image.thumbnail((_WIDTH, _WIDTH))
        image.save(folder / f"{name}.jpg", quality=80)


def _pictures(photo: Photo) -> dict[str, Image.Image]:
    image = photo.image
    two = Image.new("RGB", (image.width * 2, image.height))
    two.paste(image, (0, 0))
    two.paste(image, (image.width, 0))
    far = image.resize((image.width // 4, image.height // 4))
    table = Image.new("RGB", image.size, far.getpixel((2, 2)))
    table.paste(far, (image.width // 3, image.height // 3))
    return {
        "good": image.copy(),
        "outside": image.crop((0, 0, image.width * 3 // 5, image.height)),
        "two-boards": two,
        "too-far": table,
        "blurred": image.filter(ImageFilter.GaussianBlur(image.height / _BLUR)),
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]))
