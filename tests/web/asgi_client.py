"""A client that calls an application in its own thread: a fifth of the time of the framework's test client.

For tests that ask thousands of times. It keeps no cookies and takes no forms: bodies are bytes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urljoin, urlsplit

from litestar import Litestar

from wordwaiter.web.http.aside import error_to_tell

ORIGIN: Final = "http://testserver.local"
MOST_REDIRECTS: Final = 20

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the application."""

    status_code: int
    headers: Mapping[str, str]
    """By names in small letters."""
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode(errors="replace")


class AsgiClient:
    """Asks one application. An error that it does not answer itself is raised here."""

    def __init__(self, app: Litestar, loop: asyncio.AbstractEventLoop) -> None:
        self.app = app
        self._loop = loop

    def get(
        self, address: str, *, headers: Mapping[str, str] | None = None, follow_redirects: bool = True
    ) -> Answer:
        return self.request("GET", address, headers=headers, follow_redirects=follow_redirects)

    def post(
        self,
        address: str,
        *,
        content: bytes = b"",
        headers: Mapping[str, str] | None = None,
        follow_redirects: bool = True,
    ) -> Answer:
        return self.request(
            "POST", address, content=content, headers=headers, follow_redirects=follow_redirects
        )

    def request(
        self,
        method: str,
        address: str,
        *,
        content: bytes = b"",
        headers: Mapping[str, str] | None = None,
        follow_redirects: bool = True,
    ) -> Answer:
        """Asks, and where that is wanted follows as a browser does: with GET."""
        for _ in range(MOST_REDIRECTS):
            answer = _done(self._loop, self._ask(method, address, content, headers or {}))
            if not (follow_redirects and 300 <= answer.status_code < 400 and "location" in answer.headers):
                return answer
            method, content, address = "GET", b"", urljoin(address, answer.headers["location"])
        raise AssertionError(f"{address}: one redirect leads to another")

    async def _ask(self, method: str, address: str, content: bytes, headers: Mapping[str, str]) -> Answer:
        asked = urlsplit(urljoin(ORIGIN, address))
        told = {"host": asked.netloc, "content-length": str(len(content)), **headers}
        scope: Any = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": asked.scheme,
            "path": unquote(asked.path),
            "raw_path": asked.path.encode(),
            "query_string": asked.query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode()) for name, value in told.items()],
            "client": ("testclient", 50000),
            "server": (asked.hostname, 80),
            "state": {},
        }
        bodies = iter([{"type": "http.request", "body": content, "more_body": False}])
        sent: list[MutableMapping[str, Any]] = []
        is_answered = asyncio.Event()

        async def receive() -> Any:
            for body in bodies:
                return body
            await is_answered.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                is_answered.set()

        await self.app(scope, receive, send)
        (start,) = [message for message in sent if message["type"] == "http.response.start"]
        parts = [message.get("body", b"") for message in sent if message["type"] == "http.response.body"]
        names = {name.decode().lower(): value.decode("latin-1") for name, value in start["headers"]}
        return Answer(start["status"], names, b"".join(parts))


class _Here(ThreadPoolExecutor):
    """Does at once what other threads would do: nobody else asks meanwhile."""

    def submit(self, do: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = Future[Any]()
        try:
            done.set_result(do(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - told to whoever asked for it
            done.set_exception(error_to_tell(error))
        return done


def _done(loop: asyncio.AbstractEventLoop, what: Awaitable[T]) -> T:
    """Waits for it in this thread, where Playwright's loop passes for the running one between its calls."""
    of_browser = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return loop.run_until_complete(what)
    finally:
        asyncio._set_running_loop(of_browser)


@contextmanager
def asgi_client(app: Litestar) -> Iterator[AsgiClient]:
    """A client of an application that starts and ends with this block."""
    loop, is_over = asyncio.new_event_loop(), asyncio.Event()
    loop.set_default_executor(_Here())
    started = loop.create_future()

    async def live() -> None:
        async with app.lifespan():
            started.set_result(None)
            await is_over.wait()

    life = loop.create_task(live())
    try:
        _done(loop, asyncio.wait([life, started], return_when=asyncio.FIRST_COMPLETED))
        yield AsgiClient(app, loop)
    finally:
        is_over.set()
        _done(loop, life)
        _done(loop, loop.shutdown_asyncgens())
        loop.close()
