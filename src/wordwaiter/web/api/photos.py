"""Boards from photos, for programs."""

from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.params import QueryParameter

from wordwaiter.errors import MalformedError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.jobs.photo_process import Corner, PhotoToRead, read_photo
from wordwaiter.web.api.sent import AnyRequest, TextBody
from wordwaiter.web.http.authentication import photo_queue
from wordwaiter.web.http.guards import anybody_who_joined
from wordwaiter.web.http.routes import Routes

LARGEST_PHOTO: Final = 41 * 1024 * 1024
_FORM: Final = "multipart/form-data"
_NUMBERS: Final = 8


class BoardRead(msgspec.Struct):
    """The letters in a photo, as `wordwaiter photo read --json` prints them."""

    located: bool
    board: list[str]
    """15 lines: letters, `?` for a blank, `.` for an empty square."""
    doubtful: list[tuple[int, int]]
    """Rows and columns from 0 of squares that someone should look at, the least certain first."""
    confidence: list[list[float]]
    corners: list[tuple[float, float]] | None
    seconds: float
    problem: str | None
    """Where the board was not located: what to do."""


class PhotoBody(TextBody):
    """Takes the file `photo` of a form. It stays on the disk until its turn has come."""

    async def __call__(self, request: AnyRequest) -> UploadFile:  # type: ignore[override]
        if request.content_type[0] != _FORM:
            raise HTTPException(status_code=415)
        photo = (await request.form()).get("photo")
        if not isinstance(photo, UploadFile):
            raise MalformedError("photo-none", "choose a photo first")
        return photo


@post(
    "/photos",
    status_code=200,
    dependencies={"sent": Provide(PhotoBody(_FORM))},
    who=anybody_who_joined,
    request_max_body_size=LARGEST_PHOTO,
)
async def read_sent_photo(
    request: AnyRequest,
    caller: NamedDependency[Caller],
    sent: NamedDependency[UploadFile],
    layout: Annotated[str, QueryParameter(max_length=40)] = "standard",
    tiles: Annotated[str, QueryParameter(max_length=40)] = "english",
    corners: Annotated[str, QueryParameter(max_length=200, description="x,y,x,y,x,y,x,y, clockwise")] = "",
) -> BoardRead:
    """Reads the board in a photo, sent as the file `photo` of a form; nothing is kept."""
    request.app.state.limits.photos.require(caller.device)
    taps = _points(corners)
    queue, asker = photo_queue(request, caller)
    read = await queue.made(lambda: read_photo(PhotoToRead(sent.file.read(), layout, tiles, taps)), asker)
    return msgspec.convert({**read.plain, "problem": read.problem}, BoardRead)


def _points(text: str) -> tuple[Corner, ...]:
    try:
        numbers = [float(part) for part in text.split(",")] if text else []
    except ValueError:
        numbers = [0.0]
    if numbers and len(numbers) != _NUMBERS:
        raise MalformedError("photo-corners", "Give the four corners as x,y,x,y,x,y,x,y, clockwise.")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


photo_api_routes: Final = Routes("/", route_handlers=[read_sent_photo], tags=["photos"])
