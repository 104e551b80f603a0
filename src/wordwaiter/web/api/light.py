"""The light way to a handler that takes a command: for routes that a whole room uses at once.

The framework finds out anew with each request what a handler wants, and takes longer for that than the rules
take for a move. A command always wants the same: the house, the caller, how it was sent, what was sent, and
the parts of its path. Everything else is the framework's or the route's own, as on any other route: which
route it is, its guards, its limits, the reading of its body, its errors and its place in the document.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import ASGIMiddleware
from litestar.response import Response
from litestar.serialization import encode_json
from litestar.types import ASGIApp, Guard, Receive, Scope, Send

from wordwaiter.web.api.sent import AnyRequest, JsonBody, meta
from wordwaiter.web.http.authentication import caller_of, is_form

_TAKES: Final = frozenset({"context", "caller", "meta", "sent"})


@dataclass(frozen=True, slots=True)
class _Way:
    """The parts of a handler that are needed, looked up once."""

    handler: HTTPRouteHandler
    guards: Sequence[Guard]
    read: JsonBody[Any]
    fn: Callable[..., Awaitable[Response[Any]]]

    @classmethod
    def to(cls, handler: HTTPRouteHandler) -> "_Way":
        read = handler.resolve_dependencies()["sent"].dependency
        wanted = handler.parsed_fn_signature.parameters.keys()
        if not isinstance(read, JsonBody) or not wanted >= _TAKES or handler.has_sync_callable:
            raise TypeError(f"{handler.handler_name} takes no command, or runs in a thread")
        return cls(handler, handler.resolve_guards(), read, handler.fn)


class _Asking(Request[Any, Any, Any]):
    """A request whose headers are at hand: on the way of a command they are asked for a dozen times."""

    __slots__ = ("_at_hand",)

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self._at_hand = Headers.from_scope(scope)

    @property
    def headers(self) -> Headers:
        return self._at_hand


class Light(ASGIMiddleware):
    """The innermost layer of a route, which calls the handler itself."""

    scopes = (ScopeType.HTTP,)

    def __init__(self) -> None:
        self._way: _Way | None = None

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Answer a command; a form, which is none, goes the framework's way and is refused there."""
        handler: Any = scope["route_handler"]
        way = self._way
        if way is None or way.handler is not handler:
            way = self._way = _Way.to(handler)
        request: AnyRequest = _Asking(scope, receive, send)
        if is_form(request):
            await next_app(scope, receive, send)
            return
        for guard in way.guards:
            await guard(request, handler)  # type: ignore[misc]  # the framework has made them awaitable
        caller = caller_of(request)
        response = await way.fn(
            context=scope["litestar_app"].state["context"],
            caller=caller,
            meta=await meta(request),
            sent=await way.read(request),
            **scope["path_params"],
        )
        body = encode_json(response.content)
        await send(
            {
                "type": "http.response.start",
                "status": handler.status_code,
                "headers": [
                    *((name.lower().encode(), value.encode()) for name, value in response.headers.items()),
                    (b"content-type", b"application/json"),
                    (b"content-length", b"%d" % len(body)),
                ],
            }
        )
        await send({"type": "http.response.body", "body": body, "more_body": False})
