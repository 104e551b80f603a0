"""Pages in a browser whose server is this process: a test holds its clock, and sees every request."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.testing import TestClient
from playwright.sync_api import Page, Request, Route

HERE: Final = "http://localhost"
_QUIET: Final = "retry: 1000000000\n\n"
"""A feed without news."""
_MADE_ANEW: Final = ("content-encoding", "content-length", "transfer-encoding")


def _as_sent(_: Request) -> dict[str, str]:
    return {}


@dataclass
class ServedHere:
    """Answers what a page asks; `headers` say who looks at it."""

    page: Page
    client: TestClient[Any] = field(init=False)
    headers: dict[str, str] = field(default_factory=dict)
    adds: Callable[[Request], dict[str, str]] = _as_sent
    """Gives headers that a request gets on its way."""

    def __post_init__(self) -> None:
        self.page.route("**/*", self._answer)

    def _answer(self, route: Route) -> None:
        request = route.request
        if "/feed" in urlsplit(request.url).path:
            route.fulfill(content_type="text/event-stream", body=_QUIET)
            return
        sent = {name: each for name, each in request.headers.items() if name != "cookie"}
        answer = self.client.request(
            request.method,
            request.url.removeprefix(HERE),
            headers=sent
            | {"host": urlsplit(HERE).netloc, "origin": HERE}
            | self.headers
            | self.adds(request),
            content=request.post_data_buffer,
            follow_redirects=False,
        )
        told = {name: each for name, each in answer.headers.items() if name not in _MADE_ANEW}
        route.fulfill(status=answer.status_code, headers=told, body=answer.content)
