"""Everything that comes with the program: rulebooks, formats, clauses and word lists."""

from datetime import date
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from wordwaiter.engine.review.daily_puzzle import day_of
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import DamagedList, ListCard
from wordwaiter.rules.clauses import Clause, Source, catalogue
from wordwaiter.rules.rulebooks.english import RuleSheet, rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.writing import plain_rulebook
from wordwaiter.service.context import Context
from wordwaiter.service.tables.game_reviews import puzzle_of, require_no_round
from wordwaiter.tournament.formats.reading import plain_format, shipped_format, shipped_formats
from wordwaiter.web.http.aside import REVIEWS
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.http.guards import anybody
from wordwaiter.web.http.request_body import BoundedRequest
from wordwaiter.web.http.routes import Routes


class RulebookLine(msgspec.Struct):
    """A rulebook in the list of them."""

    name: str
    title: str


class RulebookResponse(msgspec.Struct):
    """A rulebook: every setting, and the same as sentences with their clauses."""

    name: str
    title: str
    settings: dict[str, Any]
    sheet: RuleSheet


class FormatResponse(msgspec.Struct):
    """A format, as it can be sent with a division."""

    name: str
    title: str
    rulebook: str
    settings: dict[str, Any]


class Clauses(msgspec.Struct):
    """The clauses of the source rulebooks, which refusals name."""

    sources: list[Source]
    clauses: list[Clause]


class WordLists(msgspec.Struct):
    """The word lists that there are."""

    lists: list[ListCard]
    damaged: list[DamagedList]
    judging: list[str]
    """Those by which the judge of this program rules."""


@get("/rulebooks", sync_to_thread=False, who=anybody)
def list_rulebooks() -> list[RulebookLine]:
    """The rulebooks that tables can play by."""
    return [RulebookLine(name, shipped_rulebook(name).title) for name in shipped_rulebooks()]


@get("/rulebooks/{name:str}", sync_to_thread=False, who=anybody)
def show_rulebook(name: FromPath[str]) -> RulebookResponse:
    """A rulebook, setting by setting and in sentences."""
    rulebook = shipped_rulebook(name)
    return RulebookResponse(rulebook.name, rulebook.title, plain_rulebook(rulebook), rule_sheet(rulebook))


@get("/formats", sync_to_thread=False, who=anybody)
def list_formats() -> list[RulebookLine]:
    """The formats that divisions can be run by."""
    return [RulebookLine(name, shipped_format(name).title) for name in shipped_formats()]


@get("/formats/{name:str}", sync_to_thread=False, who=anybody)
def show_format(name: FromPath[str]) -> FormatResponse:
    """A format, setting by setting."""
    found = shipped_format(name)
    return FormatResponse(found.name, found.title, found.rulebook, plain_format(found))


@get("/clauses", sync_to_thread=False, who=anybody)
def list_clauses() -> Clauses:
    """Every clause of the rules that the program keeps to."""
    found = catalogue()
    return Clauses(list(found.sources), list(found.clauses))


@get("/clauses/{clause:str}", sync_to_thread=False, who=anybody)
def show_clause(clause: FromPath[str]) -> Clause:
    """Returns the text of a clause."""
    return catalogue()[clause]


@get("/word-lists", sync_to_thread=True, who=anybody)
def list_word_lists(context: NamedDependency[Context]) -> WordLists:
    """The word lists on this computer; their words are not told."""
    cards = () if context.shelf is None else context.shelf.cards()
    return WordLists(
        [card for card in cards if isinstance(card, ListCard)],
        [card for card in cards if isinstance(card, DamagedList)],
        [] if context.judge is None else [lexicon.name for lexicon in context.judge.lexicons],
    )


@get("/word-lists/{name:str}", sync_to_thread=True, who=anybody)
def show_word_list(context: NamedDependency[Context], name: FromPath[str]) -> ListCard:
    """The card of a word list."""
    if context.shelf is None:
        raise MalformedError("no-such-list", "there are no word lists on this server")
    return context.shelf.card(name)


class PuzzleResponse(msgspec.Struct):
    """The puzzle of a day: in this position one play stands out."""

    day: date
    position: str
    """As a line of CGP; the rack of the side to move is in it."""
    rack: str
    best: str | None = None
    """The play that stands out, if the answer was asked for."""
    score: int | None = None
    """What it scores."""


@get("/puzzle", who=anybody)
async def show_puzzle_of_day(
    request: BoundedRequest,
    context: NamedDependency[Context],
    day: Annotated[
        str, QueryParameter(max_length=20, description="A date such as 2026-11-19; today without it.")
    ] = "",
    answer: Annotated[bool, QueryParameter(description="Whether to tell the best play, too.")] = False,
) -> PuzzleResponse:
    """The puzzle of a day, the same wherever the same words count; closed while a round runs."""
    require_no_round(context)
    asked = day_of(day, context.clock().astimezone().date())
    made = await REVIEWS.made(partial(puzzle_of, context, asked), asker_of(request))
    board = made.stand.board
    best = (made.best.text(board), made.best.score) if answer else (None, None)
    return PuzzleResponse(asked, str(made.stand), str(made.stand.racks[0]), *best)


library_routes = Routes(
    "/",
    route_handlers=[
        list_rulebooks,
        show_rulebook,
        list_formats,
        show_format,
        list_clauses,
        show_clause,
        list_word_lists,
        show_word_list,
        show_puzzle_of_day,
    ],
    tags=["library"],
)
