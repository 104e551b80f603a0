"""Headers that tell browsers what to refuse, and the refusal of requests that another site sent."""

import ipaddress
import re
from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler

from wordwaiter.errors import IllegalError
from wordwaiter.web.http.cookies import is_https

HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not "no-referrer": with that, browsers send `Origin: null` with our own forms, and we would refuse them.
    "Referrer-Policy": "same-origin",
}
"""On every answer: nothing is loaded from elsewhere, nothing runs but files of ours, nobody frames us."""

_POLICY: Final = "Content-Security-Policy"
PHOTO_HEADERS: Final = {_POLICY: HEADERS[_POLICY].replace("img-src 'self'", "img-src 'self' data:")}
"""On pages that carry the photo of a board: the server keeps no photo that another address could show."""

ALWAYS_OWN: Final = {"localhost"}
"""The names that every server has."""

_CODE: Final = re.compile(r"(?<=/join/).+", re.IGNORECASE | re.DOTALL)
"""Matches a code after the address, wherever it stands: a mistyped address still has a valid code."""


def loggable_path(path: str) -> str:
    """The path of a request as a log may keep it: of a code to join by, only that there was one."""
    return _CODE.sub("...", path)


_ENCODED: Final = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())
_WITH_PHOTO: Final = tuple(
    (name.lower().encode(), (PHOTO_HEADERS.get(name) or value).encode()) for name, value in HEADERS.items()
)
_NAMES: Final = frozenset(name for name, _ in _ENCODED)
_NOT_KEPT: Final = (b"cache-control", b"no-store")
_LATER: Final = frozenset({429, 503})
_RETRY_AFTER: Final = (b"retry-after", b"5")
"""Seconds, where nothing else was said."""


def with_headers(given: Iterable[tuple[bytes, bytes]], status: int = 200) -> list[tuple[bytes, bytes]]:
    """The headers of an answer with ours; no browser keeps an answer that does not ask for it.

    Whoever is told to come later is told when, also by a page that says what went wrong in its own way.
    """
    given = list(given)
    ours = _WITH_PHOTO if _WITH_PHOTO[0] in given else _ENCODED
    headers = [header for header in given if header[0].lower() not in _NAMES]
    if not any(name.lower() == _NOT_KEPT[0] for name, _ in headers):
        headers.append(_NOT_KEPT)
    if status in _LATER and not any(name.lower() == _RETRY_AFTER[0] for name, _ in headers):
        headers.append(_RETRY_AFTER)
    headers += ours
    return headers


_HOSTS_KEPT: Final = 64
"""Names and addresses that were looked at; nearly all requests have the same."""

_OTHER_SITES: Final = frozenset({"cross-site", "same-site"})
"""Values of `Sec-Fetch-Site` for requests that a page of another site made."""


class OwnSite:
    """Refuses requests which the page of another site made a browser send.

    Two ways are known. A page elsewhere posts a form to this address: its `Origin` tells. Or the owner of a
    name points it at an address in this room, or at this computer itself, and becomes the same origin: the
    `Host` tells, for people come here by an address, or by a name that the program was given.
    """

    def __init__(self, own_names: Collection[str] = ()) -> None:
        self._own_names = ALWAYS_OWN | {name.lower() for name in own_names}
        self._is_own_host = lru_cache(maxsize=_HOSTS_KEPT)(self._is_ours)

    def check(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Refuses the request if another site sent it."""
        host = connection.headers.get("host", "").lower()
        if not self._is_own_host(host):
            raise IllegalError(
                "foreign-host",
                "this server does not have that name; use an address that it shows",
                host=host,
            )
        origin = connection.headers.get("origin")
        if origin is not None and not _is_from(origin.lower(), host, connection):
            raise IllegalError("foreign-origin", "this request came from another website", origin=origin)
        # A link from elsewhere may lead here. But only a page of ours has something to send.
        site = connection.headers.get("sec-fetch-site", "none")
        if site in _OTHER_SITES and connection.scope.get("method") not in ("GET", "HEAD"):
            raise IllegalError("foreign-origin", "this request came from another website", site=site)

    def _is_ours(self, host: str) -> bool:
        name = _name_in(host)
        if name is None:
            return False
        if name in self._own_names:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return True


async def check_own_site(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """A guard for all routes: refuses what another site sent."""
    # Not a plain function: the framework would hand that to another thread with every request.
    own_site: OwnSite = connection.app.state.own_site
    own_site.check(connection)


def _is_from(origin: str, host: str, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Checks whether a page of ours sent it; over https, one over http is not: others may have altered it."""
    scheme, _, place = origin.partition("://")
    return place == host and not (scheme == "http" and is_https(connection))


def _name_in(host: str) -> str | None:
    """The name or address in a `Host` header, without its port; None when it is not of that form."""
    if "@" in host:  # before it stands a user, who would come to stand in the links of our pages
        return None
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return None
