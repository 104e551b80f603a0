"""How a browser reads: theme and language are chosen once, on any page, and kept in two cookies."""

from dataclasses import dataclass
from typing import Final

from litestar import post
from litestar.datastructures import Cookie
from litestar.params import URLEncodedBody
from litestar.response import Redirect

from wordwaiter.web.pages import LANGUAGE_COOKIE, THEME_COOKIE, AnyRequest, path_within, theme_named
from wordwaiter.web.who import anybody
from wordwaiter.web.words import LANGUAGES

_A_YEAR: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ReaderForm:
    """What was chosen, and the page to go back to."""

    theme: str = ""
    language: str = ""
    back: str = "/"


@post("/reading", status_code=303, sync_to_thread=False, who=anybody)
def choose_reading(request: AnyRequest, data: URLEncodedBody[ReaderForm]) -> Redirect:
    """Keep the choice, and go back to the page where it was made."""
    language = data.language if data.language in LANGUAGES else LANGUAGES[0]
    return Redirect(
        path_within(data.back),
        status_code=303,
        cookies=[
            _cookie(request, THEME_COOKIE, theme_named(data.theme) or ""),
            _cookie(request, LANGUAGE_COOKIE, language),
        ],
    )


def _cookie(request: AnyRequest, name: str, value: str) -> Cookie:
    secure = request.url.scheme == "https"
    return Cookie(name, value=value, max_age=_A_YEAR, path="/", httponly=True, samesite="lax", secure=secure)
