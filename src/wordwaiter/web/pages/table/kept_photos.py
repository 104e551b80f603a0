"""Kept photos of boards, as pages of officials and of the table's scorekeeper show them."""

from dataclasses import dataclass
from typing import Final

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.photos.kept_photos import photos_at, picture_at
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.web.http.guards import anybody_who_joined


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A picture that a page shows."""

    address: str
    table: int
    use: str
    by: str


def shown_photos(context: Context, caller: Caller, stream: str | None) -> tuple[ShownPhoto, ...]:
    """Returns the pictures that are kept of a table, newest first; none for those who may not see them."""
    place = place_of(stream or "")
    if stream is None or place is None:
        return ()
    return tuple(
        ShownPhoto(f"/kept-photos/{place.tournament}/{each.number}", place.table, each.use.value, each.by)
        for each in photos_at(context, caller, stream)
        if each.has_picture
    )


@get("/kept-photos/{stream:str}/{number:int}", sync_to_thread=True, who=anybody_who_joined)
def show_kept_photo(
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
    number: FromPath[int],
) -> Response[bytes]:
    """The picture of a board, for officials and for the table's own scorekeeper."""
    return Response(picture_at(context, caller, stream, number), media_type="image/jpeg")


kept_photo_routes: Final = (show_kept_photo,)
