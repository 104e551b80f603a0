"""The page "What we store about you", for everybody whose name or device is known here."""

from typing import Final

from litestar import get
from litestar.response import Response

from wordwaiter.tournament.privacy import KEPT_DAYS
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.render.templates import AnyRequest, page


@get("/privacy", sync_to_thread=False, who=anybody)
def show_notice(request: AnyRequest) -> Response[str]:
    """Returns which fields there are, who sees them, how long they are kept, and how to be erased."""
    return page(request, "privacy.html", kept_days=KEPT_DAYS)


notice_routes: Final = (show_notice,)
