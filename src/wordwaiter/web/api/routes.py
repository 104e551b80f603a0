"""All routes of the API, and the document that describes them."""

from typing import Final

import msgspec
from litestar import get
from litestar.enums import MediaType
from litestar.response import Response

from wordwaiter.web.api.audit import audit_routes
from wordwaiter.web.api.document import PREFIX, document
from wordwaiter.web.api.entrants import entrant_routes
from wordwaiter.web.api.feed import feed_routes
from wordwaiter.web.api.free_tables import free_table_routes
from wordwaiter.web.api.house import house_routes
from wordwaiter.web.api.joining import joining_routes
from wordwaiter.web.api.judge import judge_api_routes
from wordwaiter.web.api.library import library_routes
from wordwaiter.web.api.outcome import outcome_routes
from wordwaiter.web.api.photos import photo_api_routes
from wordwaiter.web.api.pictures import picture_routes
from wordwaiter.web.api.rounds import round_routes
from wordwaiter.web.api.sent import AnyRequest
from wordwaiter.web.api.tables import table_routes
from wordwaiter.web.api.tournaments import tournament_routes
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.routes import Routes

LARGEST_BODY: Final = 512 * 1024
"""Bytes of a command: a round of a thousand games, with the reason of each, takes half of it."""


@get("/openapi.json", sync_to_thread=False, include_in_schema=False, who=anybody)
def show_document(request: AnyRequest) -> Response[bytes]:
    """The OpenAPI document, which is made once."""
    state = request.app.state
    if "document" not in state:
        state["document"] = msgspec.json.encode(document(request.app.routes))
    return Response(state["document"], media_type=MediaType.JSON)


api_routes: Final = Routes(
    PREFIX,
    route_handlers=[
        show_document,
        joining_routes,
        tournament_routes,
        entrant_routes,
        round_routes,
        outcome_routes,
        table_routes,
        free_table_routes,
        picture_routes,
        photo_api_routes,
        judge_api_routes,
        audit_routes,
        library_routes,
        house_routes,
        feed_routes,
    ],
    request_max_body_size=LARGEST_BODY,
)
