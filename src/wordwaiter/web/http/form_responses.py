"""Answers to forms: a way back for browsers, a word for scripts, and pages that can be come back to.

A browser that is shown a page in answer to a form asks whether to send the form again when somebody reloads
it, or comes back to it by *Forward*. So it is sent on to the page that the form was on, with the key of what
is kept here; there it finds the answer, however often it looks.

Our script sends a form without leaving its page (`live/forms.js`). It is told as JSON where to go on; a page
that says why a form was refused comes as it is.
"""

import json
import re
import secrets
from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, parse_qsl, quote, urlencode, urlsplit

import msgspec
from litestar.response import Redirect, Response

from wordwaiter.service.moments import Memory, Moments
from wordwaiter.web.http.cookies import COOKIE, SECURE_COOKIE
from wordwaiter.web.render.templates import AnyRequest, path_within

Headers = list[tuple[bytes, bytes]]
Message = MutableMapping[str, Any]

SHOWN: Final = "shown"
"""The field of an address with the key of what is kept."""
_SHOWN: Final = SHOWN.encode()
STAYS: Final = b"wordwaiter-form"
"""The header by which our script says that it stays on the page of the form."""
_KEPT: Final = frozenset({200, 400, 401, 403, 404, 409, 413, 422, 503})
"""Pages that say what came of a form, or why it was not taken."""
_TOKENS: Final = {
    scheme: re.compile(rb"(?:^|;\s*)%b=([^;]*)" % name.encode())
    for scheme, name in (("http", COOKIE), ("https", SECURE_COOKIE))
}


def wants_json(request: AnyRequest) -> bool:
    """Checks whether a script sent the form, and stays on its page."""
    return "application/json" in request.headers.get("accept", "")


def done(request: AnyRequest, back: str, said: str = "") -> Response[Any]:
    """The form was taken: the browser goes to `back`; a script is told so, and what happened."""
    if wants_json(request):
        return Response({"said": said, "next": path_within(back)})
    return Redirect(path_within(back), status_code=303)


# ---------------------------------------------------------------- pages that answer a form


@dataclass(frozen=True, slots=True)
class KeptPage:
    """A page that answered a form, and the device that it was made for."""

    status: int
    headers: Headers
    body: bytes
    whose: bytes

    async def send(self, send: Any) -> None:
        """Sends it once more."""
        await _send(send, self.status, self.headers, self.body)


_PAGES: Final = msgspec.msgpack.Decoder(KeptPage)


@dataclass(frozen=True, slots=True)
class FormAnswers:
    """The pages that answered the forms of the last minutes."""

    _pages: Memory = field(default_factory=Moments)

    def sending(self, scope: Any, send: Any) -> Any:
        """Returns what sends an answer on; a page that answers a form is kept, and the browser led to it."""
        is_of_a_page = scope["method"] == "POST" and _is_of_a_page(scope)
        return _Keeping(self, scope, send).take if is_of_a_page else send

    def asked(self, scope: Any) -> KeptPage | None:
        """Returns what is kept for a request, for the device alone that it was made for."""
        if _SHOWN not in scope["query_string"] or scope["method"] not in ("GET", "HEAD"):
            return None
        keys = parse_qs(scope["query_string"].decode("latin-1")).get(SHOWN, [""])
        kept = self._pages.find(f"page {keys[0]}")
        page = None if kept is None else _PAGES.decode(kept)
        return page if page is not None and page.whose == _device(scope) else None

    def keep(self, scope: Any, status: int, headers: Headers, body: bytes) -> str:
        """Keeps a page; returns its address."""
        key = secrets.token_urlsafe(16)
        lasting = [header for header in headers if header[0].lower() != b"set-cookie"]
        page = KeptPage(status, lasting, body, _device(scope))
        self._pages.keep(f"page {key}", msgspec.msgpack.encode(page))
        path, query = _page_of_form(scope)
        return f"{path}?{urlencode([*query, (SHOWN, key)])}"


@dataclass(slots=True)
class _Keeping:
    """Takes what an application sends in answer to a form, and sends it on unless it is a page to be kept."""

    answers: FormAnswers
    scope: Any
    send: Any
    _start: Message | None = None
    _body: bytes = b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._leads_on(message):
            self._start = message
        elif self._start is None:
            await self.send(message)
        else:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._lead_on(self._start)

    def _leads_on(self, start: Message) -> bool:
        if not stays(self.scope):
            return _is_kept(start)
        if _location(start):
            return True
        return _is_kept(start) and start["status"] < 400

    async def _lead_on(self, start: Message) -> None:
        headers = list(start["headers"])
        address = _location(start) or self.answers.keep(self.scope, start["status"], headers, self._body)
        lasting = [header for header in headers if header[0].lower() == b"set-cookie"]
        if not stays(self.scope):
            await _send(self.send, 303, [(b"location", address.encode()), *lasting], b"")
            return
        lasting.append((b"content-type", b"application/json"))
        await _send(self.send, 200, lasting, json.dumps({"next": address}).encode())


async def _send(send: Any, status: int, headers: Headers, body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": list(headers)})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _is_kept(start: Message) -> bool:
    kind = dict(start["headers"]).get(b"content-type", b"")
    return start["status"] in _KEPT and kind.startswith(b"text/html")


def _location(start: Message) -> str:
    """Returns where an answer leads; empty where it does not."""
    told = {name.lower(): value for name, value in start["headers"]}
    return told.get(b"location", b"").decode("latin-1") if start["status"] in (301, 302, 303) else ""


def stays(scope: Any) -> bool:
    """Checks whether our script sends a form, and stays on its page."""
    return any(name == STAYS for name, _ in scope["headers"])


def _is_of_a_page(scope: Any) -> bool:
    """Checks whether our script sends a form, or a browser by itself; not a program."""
    told = dict(scope["headers"])
    is_navigation = b"upgrade-insecure-requests" in told or told.get(b"sec-fetch-mode") == b"navigate"
    return STAYS in told or is_navigation


def _device(scope: Any) -> bytes:
    """Returns what tells one device from another; nothing for one that has not joined."""
    pattern = _TOKENS.get(scope.get("scheme", "http"), _TOKENS["http"])
    found = pattern.search(dict(scope["headers"]).get(b"cookie", b""))
    return found[1] if found else b""


def _page_of_form(scope: Any) -> tuple[str, list[tuple[str, str]]]:
    """Returns path and query of the page that a form was on; where it was sent if that is not told."""
    told = dict(scope["headers"])
    try:
        parts = urlsplit(told.get(b"referer", b"").decode("latin-1"))
    except ValueError:  # no address at all
        parts = urlsplit("")
    is_ours = parts.netloc.lower().encode() == told.get(b"host", b"").lower() and parts.path.startswith("/")
    path, query = (parts.path, parts.query) if is_ours else (quote(scope["path"]), "")
    return path_within(path), [
        (name, value) for name, value in parse_qsl(query, keep_blank_values=True) if name != SHOWN
    ]
