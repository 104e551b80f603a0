"""The start page: what this program can do, each with its next step."""

from litestar import get
from litestar.response import Response

from wordwaiter.web.pages import AnyRequest, page
from wordwaiter.web.who import anybody


@get("/", sync_to_thread=False, who=anybody)
def show_start(request: AnyRequest) -> Response[str]:
    """The start page."""
    return page(request, "start.html")
