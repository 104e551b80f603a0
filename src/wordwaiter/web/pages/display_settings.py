"""How a browser reads: theme and language are chosen once, on any page, and kept in two cookies."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from litestar import post
from litestar.datastructures import Cookie
from litestar.params import URLEncodedBody
from litestar.response import Redirect

from wordwaiter.web.http.cookies import known
from wordwaiter.web.http.form_addresses import leads_on
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.render.templates import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    path_within,
    theme_named,
)
from wordwaiter.web.words import LANGUAGES

_A_YEAR: Final = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class ReaderForm:
    """The choices, and the page to go back to."""

    theme: str = ""
    language: str = ""
    back: str = "/"


@post("/reading", status_code=303, sync_to_thread=False, who=anybody)
def choose_reading(data: URLEncodedBody[ReaderForm]) -> Redirect:
    """Keep the choice, and go back to the page where it was made."""
    language = data.language if data.language in LANGUAGES else LANGUAGES[0]
    return Redirect(
        _without_choice(path_within(data.back)),
        status_code=303,
        cookies=[
            preference_cookie(THEME_COOKIE, theme_named(data.theme) or ""),
            preference_cookie(LANGUAGE_COOKIE, language),
        ],
    )


def _without_choice(address: str) -> str:
    """The address without a theme or language of its own: they would count more than what was just chosen."""
    path, _, query = address.partition("?")
    kept = [(name, value) for name, value in parse_qsl(query) if name not in (THEME_COOKIE, LANGUAGE_COOKIE)]
    return f"{path}?{urlencode(kept)}" if kept else path


def preference_cookie(name: str, value: str) -> Cookie:
    """Returns a cookie that keeps a choice for a year: no secret, so http and https share it."""
    return Cookie(known(name), value=value, max_age=_A_YEAR, path="/", httponly=True, samesite="lax")


reading_routes: Final = (choose_reading, leads_on("/reading", "/"))
