"""A game as a picture that moves: GIF, APNG or WebP, a frame for each turn."""

import io
from collections.abc import Sequence
from enum import Enum
from typing import Final

from PIL import Image

from wordwaiter.errors import MalformedError
from wordwaiter.picture.board import BoardPicture
from wordwaiter.picture.film import Shot
from wordwaiter.picture.theme import Theme

TURN_MS: Final = 1_400
END_MS: Final = 5_000
"""The last frame stays longer, for those who want to look at the board."""
MOST_FRAMES: Final = 400


class Moving(Enum):
    """The kinds of picture that move, by the ending of their files."""

    GIF = "gif"
    APNG = "apng"
    WEBP = "webp"


def animate(shots: Sequence[Shot], kind: Moving, theme: Theme = Theme.LIGHT, width: int = 486) -> bytes:
    """The game from the first play to the last, over and over."""
    if not 1 <= len(shots) <= MOST_FRAMES:
        raise MalformedError("no-film", f"an animation needs 1 to {MOST_FRAMES} turns, not {len(shots)}")
    frames = [_frame(shot, theme, width) for shot in shots]
    times = [TURN_MS] * (len(frames) - 1) + [END_MS]
    file = io.BytesIO()
    first, *others = frames
    match kind:
        case Moving.GIF:
            colours = frames[-1].quantize(255, method=Image.Quantize.MEDIANCUT)
            first, *others = (frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames)
            first.save(file, "GIF", save_all=True, append_images=others, duration=times, loop=0)
        case Moving.APNG:
            first.save(file, "PNG", save_all=True, append_images=others, duration=times, loop=0)
        case Moving.WEBP:
            first.save(
                file,
                "WEBP",
                save_all=True,
                append_images=others,
                duration=times,
                loop=0,
                lossless=True,
                method=3,
            )
    return file.getvalue()


def _frame(shot: Shot, theme: Theme, width: int) -> Image.Image:
    note = shot.note or " "
    picture = BoardPicture(shot.board, shot.last, theme, width, shot.headline, note)
    return picture.pixels()
