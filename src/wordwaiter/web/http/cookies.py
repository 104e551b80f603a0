"""Cookies that hold a secret: the token of a device, and codes that are shown to one browser.

A browser shares its cookies between all ports of a computer, and between http and https. So secrets over
https have names of their own, which a browser takes over https alone: a page over http can neither read nor
plant them, and does not lose its own because a cookie of https has the same name.
"""

import re
from itertools import islice
from typing import Any, Final

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from wordwaiter.service.access.registry import LONGEST_MS

COOKIE: Final = "wordwaiter"
"""The cookie with the token over http."""
SECURE_COOKIE: Final = f"__Host-{COOKIE}"

NAMES: Final = (COOKIE, "theme", "language", "paper", "seat", "sheet", "invitation")
"""All cookies of ours; over https those with a secret have a word before it."""
LONGEST: Final = 1_000
"""Signs of a value; a token has 43."""
_MOST: Final = 20
_OURS: Final = re.compile(
    rf"(?:^|;)[ ]?((?:__Host-|__Secure-)?(?:{'|'.join(NAMES)})=[^;\\]{{0,{LONGEST}}})(?=;|$)".encode()
)

Connection = ASGIConnection[Any, Any, Any, Any]


def own_cookies(header: bytes) -> bytes:
    """Returns of a `Cookie` header what is ours.

    A browser sends along those of all programs on a computer. Some take long to read: Python looks at a value
    with backslashes in it from the beginning again for each of them.
    """
    return b"; ".join(found[1] for found in islice(_OURS.finditer(header), _MOST))


def known(name: str) -> str:
    """Returns the name of a cookie, if it is one that is read again."""
    if name not in NAMES:
        raise ValueError(f"{name} is not among the cookies that are read")
    return name


def token_in(connection: Connection) -> str:
    """The token in a request's cookie; empty if it has none."""
    return connection.cookies.get(SECURE_COOKIE if is_https(connection) else COOKIE, "")


def token_cookie(request: Request[Any, Any, Any], token: str) -> Cookie:
    """The cookie that keeps a token: out of reach of scripts, and not sent along by pages of other sites.

    Not `strict`: somebody who scans a code or follows a link from a message would then seem to be a stranger.
    """
    return Cookie(
        SECURE_COOKIE if is_https(request) else COOKIE,
        value=token,
        path="/",
        max_age=LONGEST_MS // 1000 if token else 0,
        httponly=True,
        samesite="lax",
        secure=is_https(request),
    )


def no_cookie(request: Request[Any, Any, Any]) -> Cookie:
    """Returns a cookie that makes a browser forget its token."""
    return token_cookie(request, "")


def page_cookie(request: Request[Any, Any, Any], name: str, value: str, *, path: str, seconds: int) -> Cookie:
    """A cookie for one page, which shows what was just made: a code stands in no address."""
    return Cookie(
        _page_name(request, name),
        value=value,
        path=path,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=is_https(request),
    )


def page_value(request: Request[Any, Any, Any], name: str) -> str:
    """Returns the value `page_cookie` kept for a page; empty if none."""
    return request.cookies.get(_page_name(request, name), "")


def is_https(connection: Connection) -> bool:
    """Checks whether a request came over https."""
    return bool(connection.scope.get("scheme") == "https")


def _page_name(request: Request[Any, Any, Any], name: str) -> str:
    return f"__Secure-{known(name)}" if is_https(request) else known(name)
