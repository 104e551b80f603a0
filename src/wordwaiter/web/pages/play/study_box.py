"""The card box, which lives in the browser; files that it takes; and words missed in one's own games."""

from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.response import Response
from litestar.serialization import encode_json

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.context import Context
from wordwaiter.service.study.importing import Import, import_cards
from wordwaiter.service.study.missed import Missed, missed_words
from wordwaiter.service.study.searches import lists_to_study, require_study
from wordwaiter.service.study.zyzzyva_writing import written_box
from wordwaiter.service.tables.kind import is_closed
from wordwaiter.web.http.aside import STUDIES
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.request_body import MOST_TEXT
from wordwaiter.web.pages.play.study import question_data, quiz_data, require_room
from wordwaiter.web.render.templates import AnyRequest, page

_IMPORT_COSTS: Final = 20
_GAMES_COST: Final = 10
_EXPORT_COSTS: Final = 5
_TOLD: Final = 10
"""Letters that make no word, of which some are named."""


@get("/study/box", sync_to_thread=True, who=anybody)
def show_box(request: AnyRequest, context: NamedDependency[Context]) -> Response[str]:
    """The card box; what is in it, only the browser knows."""
    lists = lists_to_study(context)
    return page(
        request,
        "study_box.html",
        here_is="box",
        closed=is_closed(context),
        lists=lists,
        quiz={"reads": {} if not lists else dict(shipped_tile_set(lists[0].letters).reads_as)},
    )


@post("/study/import", status_code=200, who=anybody, request_max_body_size=MOST_TEXT)
async def import_box(request: AnyRequest, context: NamedDependency[Context]) -> Response[bytes]:
    """The cards of a file of Zyzzyva with their answers; nothing of it is kept here.

    A script sends the file compressed: no stranger sends more than a form has.
    """
    require_study(context)
    asker = require_room(request, _IMPORT_COSTS)
    form = await request.form()
    upload, name = form.get("file"), form.get("list")
    if not isinstance(upload, UploadFile):
        raise MalformedError("no-file", "choose a file first")
    content = await upload.read()
    list_name = name[:100] if isinstance(name, str) else ""
    found = await STUDIES.made(partial(_imported, context, content, list_name), asker)
    return Response(found, media_type=MediaType.JSON)


def _imported(context: Context, content: bytes, list_name: str) -> bytes:
    # Written as JSON here: with fifty thousand cards it has ten megabytes.
    return encode_json(_import_data(context, import_cards(context, content, list_name)))


def _import_data(context: Context, found: Import) -> dict[str, Any]:
    letters = next(
        (card.letters for card in lists_to_study(context) if card.name == found.list_name), "english"
    )
    tile_set = shipped_tile_set(letters)
    return {
        "list": found.list_name,
        "unknown": len(found.unknown),
        "examples": [letters[:20] for letters in found.unknown[:_TOLD]],
        "cards": [
            {
                **question_data(tile_set, each.question),
                "list": found.list_name,
                "box": each.saved.box,
                "due": each.saved.due_s,
                "right": each.saved.right,
                "wrong": each.saved.wrong,
                "streak": each.saved.streak,
                "last": each.saved.last_right_s,
            }
            for each in found.cards
        ],
    }


@post("/study/export", status_code=200, who=anybody, request_max_body_size=MOST_TEXT)
async def export_box(request: AnyRequest, context: NamedDependency[Context]) -> Response[bytes]:
    """The cards that a script sends, as Zyzzyva's own file; nothing of them is kept here."""
    require_study(context)
    asker = require_room(request, _EXPORT_COSTS)
    upload = (await request.form()).get("cards")
    if not isinstance(upload, UploadFile):
        raise MalformedError("no-file", "choose a file first")
    written = await STUDIES.made(partial(written_box, await upload.read()), asker)
    headers = {"Content-Disposition": 'attachment; filename="Anagrams.db"'}
    return Response(written, media_type="application/vnd.sqlite3", headers=headers)


@get("/study/missed", who=anybody)
async def show_missed(
    request: AnyRequest, context: NamedDependency[Context], caller: NamedDependency[Caller]
) -> Response[str]:
    """The words that whoever asks missed in their games here that are over."""
    missed: Missed | None = None
    if not is_closed(context):
        asker = require_room(request, _GAMES_COST)
        missed = await STUDIES.made(partial(missed_words, context, caller), asker)
    return page(
        request,
        "study_missed.html",
        here_is="missed",
        closed=is_closed(context),
        missed=missed,
        quiz=None if missed is None else _quiz_of(context, missed),
    )


def _quiz_of(context: Context, missed: Missed) -> dict[str, Any]:
    letters = next(
        (card.letters for card in lists_to_study(context) if card.name == missed.list_name), "english"
    )
    return quiz_data(missed.list_name, letters, missed.questions)


study_box_routes: Final = (
    show_box,
    import_box,
    leads_on("/study/import", "/study/box"),
    export_box,
    leads_on("/study/export", "/study/box"),
    show_missed,
)
