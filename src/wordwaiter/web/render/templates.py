"""Templates to pages, in the reader's theme and language."""

import asyncio
import gzip
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlsplit

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context as JinjaContext
from litestar import Request
from litestar.enums import MediaType
from litestar.response import Response
from litestar.serialization import default_serializer
from markupsafe import Markup, escape

from wordwaiter.sentences import day_in_words, moment_in_words
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.memo import Memo
from wordwaiter.tournament.state import Slot, SlotKind
from wordwaiter.tournament.timetable import part_under_way
from wordwaiter.web.files.assets import address_of, sheets_address, sheets_of_theme
from wordwaiter.web.files.joined_scripts import joined_address, script_files
from wordwaiter.web.http.gzip_parts import Piece, gzip_of, packed, stored
from wordwaiter.web.render.clause_links import say_with_links, sentence_with_links, tell_with_links
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.words import LANGUAGES, catalogue
from wordwaiter.web.words.sentences import tell, titled

THEMES: Final = ("light", "dark", "projector", "large")
"""The themes there are; without one, the device's own choice between light and dark counts."""

THEME_COOKIE: Final = "theme"
LANGUAGE_COOKIE: Final = "language"

AnyRequest = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """How somebody reads: in which theme, in which language."""

    theme: str | None
    language: str


def reader_of(request: AnyRequest) -> Reader:
    """Returns how this browser reads: as the address asks (`?theme=dark`), was chosen, or is preferred."""
    query, cookies = request.query_params, request.cookies
    languages = (query.get("language"), cookies.get(LANGUAGE_COOKIE), *_preferred(request))
    return Reader(
        theme=theme_named(query.get("theme")) or theme_named(cookies.get(THEME_COOKIE)),
        language=next((language for language in languages if language in LANGUAGES), LANGUAGES[0]),
    )


def _preferred(request: AnyRequest) -> Iterable[str]:
    """The languages that the browser names, in its order; browsers send the best first."""
    for part in request.headers.get("accept-language", "").split(","):
        yield part.partition(";")[0].strip().lower().partition("-")[0]


def theme_named(name: str | None) -> str | None:
    """The theme of that name, if there is one."""
    return name if name in THEMES else None


def path_within(address: str | None, otherwise: str = "/") -> str:
    """The path of an address on this server, to go back to; an address elsewhere is not followed."""
    parts = urlsplit(address or "")
    # For browsers a backslash is a slash, and two of them lead elsewhere.
    if parts.scheme or parts.netloc or parts.path[:1] != "/" or parts.path[1:2] in ("/", "\\"):
        return otherwise
    return parts.path + (f"?{parts.query}" if parts.query else "")


@pass_context
def points(context: JinjaContext, number: int) -> str:
    """The filter `points`: as a page writes them, with parted thousands, a minus sign and no hyphen."""
    return figure(number, context.get("language") or LANGUAGES[0])


def part_of_day(slot: Slot, say: Callable[[str], str]) -> str:
    """Returns the name of a part of the day; one that the timetable made is in the reader's language."""
    match slot:
        case Slot(kind=SlotKind.ROUND, name=name) if name.startswith("Round "):
            return f"{say('day.kind-round')} {name.removeprefix('Round ')}"
        case Slot(kind=SlotKind.CEREMONY, name="Ceremony"):
            return say("day.kind-ceremony")
        case _:
            return slot.name


def json_data(value: object) -> Markup:
    """A value as JSON that may stand inside a `<script type="application/json">`."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    # Nothing in it may end the element, or begin a comment that swallows its end.
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - escaped in the line above


@cache
def _scripts(language: str, names: str = "", later: str = "") -> Markup:
    """The scripts of a page, in few files that are all asked for at once.

    What comes later is scripts that nobody waits for: the page is read and used before they are there.
    """
    files, last = script_files(language, names, later)
    lines = [f'<link rel="modulepreload" href="{joined_address(file)}">' for file in files]
    lines += [f'<script type="module" src="{joined_address(file)}"></script>' for file in files[-1:]]
    if files:
        address, after = joined_address(last), files[-1]
        lines += [f'<link rel="modulepreload" href="{address}" fetchpriority="low" data-after="{after}">']
    else:
        lines += [f'<script type="module" src="{joined_address(last)}" async></script>']
    return Markup("\n  ".join(lines))  # noqa: S704 - names of our own files


@cache
def _fetch_ahead(language: str, names: str, later: str, styles: str) -> Markup:
    """Returns links that fetch the next page's own files when there is nothing more urgent to fetch."""
    awaited, last = script_files(language, names, later)
    files = [sheets_address(tuple(styles.split())), *map(joined_address, (*awaited, last))]
    lines = [f'<link rel="prefetch" href="{address}">' for address in files]
    return Markup("\n  ".join(lines))  # noqa: S704 - names of our own files


@cache
def _styles(theme: str | None, own: str) -> Markup:
    """The style sheets of a page: those of every page as one file, which stays, and its own as another."""
    groups = [sheets_of_theme(theme), tuple(own.split())]
    lines = [f'<link rel="stylesheet" href="{sheets_address(names)}">' for names in groups if names]
    return Markup("\n  ".join(lines))  # noqa: S704 - names of our own files


_environment: Final = Environment(
    loader=PackageLoader("wordwaiter.web"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_environment.filters["as_sentence"] = sentence_with_links
_environment.filters["points"] = points
_environment.filters["json_data"] = json_data
_environment.filters["part_of_day"] = part_of_day
_environment.filters["part_under_way"] = part_under_way
_environment.filters["day_in_words"] = day_in_words
_environment.filters["moment_in_words"] = moment_in_words
_environment.globals.update(
    static=address_of,
    styles=_styles,
    themes=THEMES,
    languages=LANGUAGES,
)


def fragment(template: str, language: str = LANGUAGES[0], **content: object) -> Markup:
    """A piece of a page that is the same for everybody who reads that language."""
    words = catalogue(language)
    html = _environment.get_template(template).render(
        say=words.say, tell=partial(tell_with_links, language), language=language, **content
    )
    return Markup(html)  # noqa: S704 - escaped by the template


class PackedPage(Response[str]):
    """A page as most browsers take it: compressed, quickly, since every page is another one."""

    def render(self, content: Any, media_type: str, enc_hook: Any = default_serializer) -> bytes:
        """The page as it goes over the air."""
        return gzip.compress(super().render(content, media_type, enc_hook), compresslevel=1, mtime=0)


def page(request: AnyRequest, template: str, *, status: int = 200, **content: object) -> Response[str]:
    """A template filled with its content, for whoever reads it."""
    reader = reader_of(request)
    html = _filled(request, reader, template, _own(request) | content)
    headers = _headers(reader)
    if not _takes_gzip(request):
        return Response(html, status_code=status, media_type=MediaType.HTML, headers=headers)
    headers["Content-Encoding"] = "gzip"
    return PackedPage(html, status_code=status, media_type=MediaType.HTML, headers=headers)


def page_of_pieces(
    request: AnyRequest, template: str, pieces: Mapping[str, Piece], *, status: int = 200, **content: object
) -> Response[Any]:
    """Returns a page with pieces that are made already, where the template says `hole("NAME")`."""
    reader = reader_of(request)
    made = _cut(_filled(request, reader, template, _own(request) | content))
    return _put_together(request, reader, made, pieces, status)


def _own(request: AnyRequest) -> dict[str, object]:
    """Returns what stands in each page that is made for one device alone."""
    caller = request.scope.get("user")
    return {"stamp": request.app.state.devices.stamp_of(caller) if isinstance(caller, Caller) else ""}


async def page_for_all(
    request: AnyRequest,
    template: str,
    made_of: tuple[object, ...],
    content: Callable[[], Mapping[str, object]],
    pieces: Mapping[str, Piece],
) -> Response[Any]:
    """A page that is the same for all who read it in the same way: it is made once of the same values.

    Neither what it is made of nor its content may depend on who asks. What changes all the time, such as the
    server's clock, is put into its holes; so is the address, to which anybody may add anything.
    """
    reader, here = reader_of(request), stored(escape(_here(request)))
    key = (template, reader, *sorted(request.path_params.items()))
    made = _PAGES_OF_THE_MOMENT.at_hand(key, made_of)
    if made is None:
        make = partial(_cut_for_all, request, reader, template, content)
        made = await _made_for_all(key, made_of, make)
    return _put_together(request, reader, made, {**pieces, "here": here}, 200)


def _made_for_all(
    key: tuple[object, ...], made_of: tuple[object, ...], make: Callable[[], tuple[Piece | str, ...]]
) -> Awaitable[tuple[Piece | str, ...]]:
    """Returns a page to be awaited, made in a thread for all who wait for it."""
    whose = (asyncio.get_running_loop(), *key)
    made_before, coming = _COMING.get(whose, ((), None))
    if coming is None or made_before != made_of:
        coming = asyncio.ensure_future(asyncio.to_thread(_PAGES_OF_THE_MOMENT.of, key, made_of, make))
        _COMING[whose] = made_of, coming
        coming.add_done_callback(partial(_has_come, whose))
    return asyncio.shield(coming)


def _cut_for_all(
    request: AnyRequest, reader: Reader, template: str, content: Callable[[], Mapping[str, object]]
) -> tuple[Piece | str, ...]:
    return _cut(_filled(request, reader, template, content(), _hole("here")))


def _has_come(whose: tuple[object, ...], made: "asyncio.Future[Any]") -> None:
    if _COMING.get(whose, ((), None))[1] is made:
        del _COMING[whose]


def _here(request: AnyRequest) -> str:
    """Returns the address of a page as others lead back to it."""
    query = request.url.query
    return path_within(request.url.path + (f"?{query}" if query else ""))


def _filled(
    request: AnyRequest, reader: Reader, template: str, content: Mapping[str, object], here: str = ""
) -> str:
    return _environment.get_template(template).render(
        theme=reader.theme,
        language=reader.language,
        say=partial(say_with_links, catalogue(reader.language).say, reader.language),
        tell=partial(tell_with_links, reader.language),
        tell_plain=partial(tell, reader.language),
        titled=partial(titled, reader.language),
        scripts=partial(_scripts, reader.language),
        fetch_ahead=partial(_fetch_ahead, reader.language),
        site=f"{request.url.scheme}://{request.url.netloc}",
        here=here or _here(request),
        **content,
    )


def _headers(reader: Reader) -> dict[str, str]:
    # What a page says depends on who asks; no cache between may give it to somebody else.
    return {"Content-Language": reader.language, "Vary": "Accept-Encoding"}


def _takes_gzip(request: AnyRequest) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


# ---------------------------------------------------------------- pages of pieces

_SIGN: Final = secrets.token_hex(8)
"""Nobody can write it into a name: it is another one each time that the program starts."""
_MARK: Final = f"\0{_SIGN}:{{}}\0"
_HOLE: Final = re.compile(re.escape(_MARK).replace(r"\{\}", r"(\w+)"))

_PAGES_OF_THE_MOMENT: Final = Memo[tuple[Piece | str, ...]](64)
"""Pages for all, some ten kilobytes each; made anew when what they show changes, clocks too."""

_COMING: Final = dict[
    tuple[object, ...], tuple[tuple[object, ...], "asyncio.Future[tuple[Piece | str, ...]]"]
]()
"""Pages for all that are being made now, by event loop and key, and what they are made of."""


def _hole(name: str) -> str:
    """Returns where a piece comes that is made apart."""
    return _MARK.format(name)


def _cut(html: str) -> tuple[Piece | str, ...]:
    """Returns the text between holes, packed, and the names of the holes."""
    parts = _HOLE.split(html)
    return tuple(part if index % 2 else packed(part) for index, part in enumerate(parts))


def _put_together(
    request: AnyRequest,
    reader: Reader,
    made: Iterable[Piece | str],
    pieces: Mapping[str, Piece],
    status: int,
) -> Response[Any]:
    whole = [pieces[part] if isinstance(part, str) else part for part in made]
    headers = _headers(reader)
    if _takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        content = gzip_of(whole)
    else:
        content = b"".join(piece.plain for piece in whole)
    return Response(content, status_code=status, media_type=MediaType.HTML, headers=headers)


_environment.globals["hole"] = _hole
