"""Free games: choosing one, inviting the other browser, looking back on it when it is over."""

from datetime import timedelta
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from litestar.response import Redirect, Response

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.table import TableKind
from wordwaiter.rules.rulebooks.choices import OneTeamInTurn
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.variants import ClockWish, Variant
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.access.devices import CODE_LASTS
from wordwaiter.service.context import Context
from wordwaiter.service.judging.word_lists import house_cards, lists_to_play
from wordwaiter.service.tables.computer import Strength
from wordwaiter.service.tables.free_games import Begun, Wish, begin_game, can_be_played, play_again
from wordwaiter.service.tables.kind import is_closed
from wordwaiter.service.tables.stream_names import is_free_table
from wordwaiter.web.http.aside import CHAMPIONS, GAMES
from wordwaiter.web.http.client_device import asker_of, device_of
from wordwaiter.web.http.cookies import page_cookie, page_value, token_cookie, token_in
from wordwaiter.web.http.form_responses import done
from wordwaiter.web.http.guards import anybody, anybody_who_joined
from wordwaiter.web.http.problems import status_of
from wordwaiter.web.pages.director.devices import address_for_phones, is_only_here, qr_picture
from wordwaiter.web.pages.forms import Fields, new_key
from wordwaiter.web.render.refusals import refusal_text
from wordwaiter.web.render.templates import AnyRequest, page, path_within

COMPUTERS: Final = tuple(each.value for each in Strength)
OPPONENTS: Final = (*COMPUTERS, "here", "there", "real")
"""The computer in four strengths, somebody at this screen, at another, or a real board."""

CLOCKS: Final = ("rules", "25", "15", "5", "0")
"""As the rules say, so many minutes a side, or none."""
OVERTIMES: Final = ("", "1", "5", "10")
"""Minutes after which the game is lost; overtime costs points alone without them."""

_CHOSEN: Final = (
    "rulebook", "opponent", "first", "second", "word", "list", "clock", "increment", "overtime"
)  # fmt: skip
_INVITATION: Final = "/play/invite"
_SHOWN: Final = "seat"
"""The cookie with the invitation that this browser has made last."""


@get("/play", sync_to_thread=True, who=anybody)
def choose_game(
    request: AnyRequest,
    context: NamedDependency[Context],
    rulebook: Annotated[str, QueryParameter(max_length=60)] = "club",
) -> Response[str]:
    """The form for a game."""
    return _form(request, context, {"rulebook": rulebook})


@post("/play", status_code=303, who=anybody, is_a_try=True, begins_a_game=True)
async def begin(request: AnyRequest, context: NamedDependency[Context]) -> Response[Any]:
    """A game as it was chosen; the browser that asked sits down at its table."""
    fields = await Fields.of(request)
    chosen = {name: fields.text(name) for name in _CHOSEN}
    try:
        queue = CHAMPIONS if fields.text("opponent") == Strength.CHAMPION.value else GAMES
        begun = await queue.made(lambda: _begun(request, context, fields), asker_of(request))
    except WordwaiterError as error:
        return _form(request, context, chosen, problem=refusal_text(request, error), status=status_of(error))
    cookies = [token_cookie(request, begun.token)]
    if begun.code is None:
        return Redirect(f"/tables/{begun.stream}", status_code=303, cookies=cookies)
    kept, lasts = f"{begun.stream}.{begun.code}", CODE_LASTS // timedelta(seconds=1)
    shown = page_cookie(request, _SHOWN, kept, path=_INVITATION, seconds=lasts)
    return Redirect(_INVITATION, status_code=303, cookies=[*cookies, shown])


@get(_INVITATION, sync_to_thread=True, who=anybody)
def show_invitation(request: AnyRequest, context: NamedDependency[Context]) -> Response[Any]:
    """The way to the second seat, for another phone, as long as nobody has taken it.

    Only this browser can show it: the code stands in a cookie of this page, and in no address.
    """
    stream, _, code = page_value(request, _SHOWN).partition(".")
    if not is_free_table(stream):
        return Redirect("/play", status_code=303)
    try:
        context.devices.invitation_of(code)
    except WordwaiterError:
        return Redirect(f"/tables/{stream}", status_code=303)
    link = f"{address_for_phones(request)}/join/{code}"
    return page(
        request,
        "invite.html",
        stream=stream,
        link=link,
        picture=None if is_only_here(request) else qr_picture(link),
    )


@post("/play/again/{stream:str}", status_code=200, who=anybody_who_joined, begins_a_game=True)
async def begin_again(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """Another game of the same people, by the same rules; the other browser is told of it at its table."""
    following = await GAMES.made(lambda: play_again(context, caller, stream), asker_of(request))
    return done(request, f"/tables/{following}")


@get("/play/again/{stream:str}", sync_to_thread=False, who=anybody)
def show_game(stream: FromPath[str]) -> Redirect:
    """The game that is played again, for whoever opens the address of that form."""
    return Redirect(path_within(f"/tables/{stream}"), status_code=303)


def _begun(request: AnyRequest, context: Context, fields: Fields) -> Begun:
    opponent = fields.text("opponent")
    strengths = {strength.value: strength for strength in Strength}
    wish = Wish(
        rulebook=_variant(context, fields).name,
        names=(fields.text("first"), fields.text("second")),
        computer=strengths.get(opponent),
        kind=TableKind.PHYSICAL if opponent == "real" else TableKind.VIRTUAL,
        shared=opponent != "there",
        starting_word=fields.text("word"),
    )
    return begin_game(context, token_in(request), wish, device_of(request).address, fields.meta)


def _variant(context: Context, fields: Fields) -> Variant:
    """The rulebook as it is wanted: with the word list and the clock that were chosen."""
    clock = None
    if (minutes := fields.text("clock")) in CLOCKS[1:]:
        over = fields.text("overtime")
        increment = min(max(fields.number_if_any("increment") or 0, 0), 60)
        clock = ClockWish(int(minutes), increment, int(over) if over in OVERTIMES[1:] else None)
    base = fields.text("rulebook") or "club"
    card = next((each for each in lists_to_play(context) if each.name == fields.text("list")), None)
    if card is None:
        return Variant(base, clock)
    letters = None if card.letters == "english" else card.letters
    return Variant(base, clock, (card.name,), letters)


def _form(
    request: AnyRequest, context: Context, chosen: dict[str, str], *, problem: str = "", status: int = 200
) -> Response[str]:
    books = [book for book in map(shipped_rulebook, shipped_rulebooks()) if can_be_played(book)]
    books.sort(key=lambda book: (not book.name.startswith("club"), book.name != "club", book.title))
    names = {book.name for book in books}
    rulebook = chosen.get("rulebook", "")
    shown = page(
        request,
        "play.html",
        status=status,
        problem=problem,
        books=books,
        teams={book.name for book in books if isinstance(book.table.form, OneTeamInTurn)},
        rulebook=rulebook if rulebook in names else "club",
        opponents=OPPONENTS,
        computers=COMPUTERS,
        opponent=chosen.get("opponent") or OPPONENTS[1],
        first=chosen.get("first", ""),
        second=chosen.get("second", ""),
        word=chosen.get("word", ""),
        lists=lists_to_play(context),
        house_lists=" + ".join(each.title for each in house_cards(context)),
        clocks=CLOCKS,
        overtimes=OVERTIMES,
        chosen=chosen,
        closed=is_closed(context),
        key=new_key(),
    )
    if not token_in(request):
        # A browser that sends the form again, since the answer was lost, is known by this.
        shown.cookies.append(token_cookie(request, keys.new_token()))
    return shown


play_routes = (choose_game, begin, show_invitation, begin_again, show_game)
