"""Reading a photo in a process of its own, with limits, so that no file can take the room down."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import MalformedError
from wordwaiter.service.jobs.own_process import Asked, OwnProcess

if TYPE_CHECKING:
    from PIL.Image import Image

logger: Final = logging.getLogger(__name__)

Corner = tuple[float, float]

SECONDS: Final = 60
"""A photo takes one to five on an old laptop; whatever takes longer is no photo of a board."""
MEMORY_BYTES: Final = 2 * 1024**3
SHOWN_PIXELS: Final = 960
"""The longer side of the picture in which somebody taps the corners."""
_TURNS: Final = 4


@dataclass(frozen=True, slots=True)
class PhotoToRead:
    """A photo, and what is known of the board in it."""

    content: bytes
    layout: str
    tile_set: str
    corners: tuple[Corner, ...] = ()
    """Four, clockwise, in pixels of the photo; none where the program has to find the board."""
    exact: bool = False
    """Whether the corners are not to be adjusted, and the first is that of the first square."""


@dataclass(frozen=True, slots=True)
class AskedSquare:
    """A square that somebody should look at, with what may lie there, the likeliest first."""

    row: int
    column: int
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """The letters in a photo; where `problem` is told, the picture is the photo itself, for taps."""

    lines: tuple[str, ...]
    asked: tuple[AskedSquare, ...]
    """Blanks too: their letter is not in the picture."""
    picture: bytes
    """A JPEG: the board from straight above."""
    width: int
    """Of the picture, in pixels."""
    problem: str | None = None
    plain: Mapping[str, object] = field(default_factory=dict)
    """The reading for JSON."""
    unlike: tuple[AskedSquare, ...] = ()
    """Squares of earlier turns on which the photo plainly shows something else."""


def read_photo(photo: PhotoToRead) -> PhotoRead:
    """Returns what a photo shows; refuses one that cannot be opened or takes too long."""
    # A process for each photo: whatever a file does to it is gone with it.
    process = OwnProcess("photo", memory_bytes=MEMORY_BYTES, tries=1)
    try:
        return process.do(_read, photo, seconds=SECONDS)
    except MalformedError:
        raise
    except Exception as error:
        logger.info("a photo could not be read: %r", error)
        raise MalformedError("photo-not-read", "this photo could not be read; take another one") from error
    finally:
        process.end()


def turned(corners: Sequence[Corner], quarters: int) -> tuple[Corner, ...]:
    """Returns the corners of a board that is read turned to the right by that many quarters."""
    first = -quarters % _TURNS
    return (*corners[first:], *corners[:first])


def _read(photo: PhotoToRead, _by: Asked) -> PhotoRead:
    """Runs in the other process."""
    from wordwaiter.photo import read_board
    from wordwaiter.photo.image import opened

    reading = read_board(
        photo.content,
        corners=photo.corners or None,
        exact=photo.exact,
        layout=photo.layout,
        tile_set=photo.tile_set,
    )
    if reading.problem or reading.flat is None:
        image, _ = opened(photo.content)
        image.thumbnail((SHOWN_PIXELS, SHOWN_PIXELS))
        return PhotoRead((), (), _jpeg(image), image.width, reading.problem, reading.plain())
    asked = _asked(reading.board, reading.candidates)
    flat = reading.flat
    return PhotoRead(reading.board, asked, _jpeg(flat), flat.width, plain=reading.plain())


def _asked(
    lines: Sequence[str], candidates: Mapping[tuple[int, int], tuple[str, ...]]
) -> tuple[AskedSquare, ...]:
    from wordwaiter.photo.showing import signs_of

    blanks = {
        (row, column): ("?",)
        for row, line in enumerate(lines)
        for column, sign in enumerate(signs_of(line))
        if sign == "?"
    }
    return tuple(AskedSquare(*square, each) for square, each in (blanks | dict(candidates)).items())


def _jpeg(image: "Image") -> bytes:
    file = BytesIO()
    image.convert("RGB").save(file, "JPEG", quality=82)
    return file.getvalue()
