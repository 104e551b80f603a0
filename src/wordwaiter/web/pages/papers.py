"""Papers: documents as PDF files, the closing pack, and the page that offers them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Annotated, Final, assert_never
from urllib.parse import quote

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter
from litestar.response import Response

from wordwaiter.game.table import Table
from wordwaiter.paper import (
    Paper,
    Printable,
    Sheet,
    Wish,
    closing_pack,
    document_for,
    event_of,
    pdf,
    table_pages,
    usual_paper,
)
from wordwaiter.paper.closing_pack import file_name
from wordwaiter.paper.languages import in_language
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.access.callers import HOUSE, Caller, require
from wordwaiter.service.context import Context
from wordwaiter.service.judging.missing_lists import missing_lists, replaced_lists
from wordwaiter.service.judging.word_lists import default_lists
from wordwaiter.service.rounds.director_view import DivisionSeen, overview
from wordwaiter.service.rounds.public_sponsors import words_begun
from wordwaiter.service.streams import Rulebooks
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import log_lines
from wordwaiter.store.transfer import export_lines
from wordwaiter.store.verify import head_of
from wordwaiter.tournament.day import require_final
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.standings.awards import ceremony
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.outcome import OF_NO_DIVISION, Export
from wordwaiter.web.http.aside import PAPERS
from wordwaiter.web.http.guards import only
from wordwaiter.web.pages.director.devices import address_for_phones, is_only_here, qr_picture
from wordwaiter.web.pages.display_settings import preference_cookie
from wordwaiter.web.pages.forms import new_key
from wordwaiter.web.pages.public.screen_control import screen_control
from wordwaiter.web.render.missing_lists import lists_on_paper, replaced_sentence
from wordwaiter.web.render.numbers import figure
from wordwaiter.web.render.templates import AnyRequest, page, reader_of
from wordwaiter.web.words import LANGUAGES, catalogue
from wordwaiter.web.words.sentences import on_paper

MONEY: Final = frozenset({Printable.RECEIPTS, Printable.TREASURER})
"""Papers for the treasurer."""

PAPER_COOKIE: Final = "paper"

_OF_THE_DAY: Final = (
    Printable.TIMETABLE,
    Printable.BADGES,
    Printable.TENTS,
    Printable.STANDINGS,
    Printable.CERTIFICATES,
    Printable.GAMES,
    Printable.SPONSORS,
    Printable.TREASURER,
    Printable.RECEIPTS,
)


@get("/director/{stream:str}/paper", sync_to_thread=True, who=only(Role.SCOREKEEPER, of="stream"))
def show_paper(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """All that can be printed now, files for other programs, and links with their codes."""
    seen = overview(context, caller, stream)
    base = address_for_phones(request)
    links = {
        "screen-link": f"/screen/{stream}",
        "public-link": f"/live/{stream}",
        "me-link": f"/me/{stream}",
    }
    of_the_day = [each for each in _OF_THE_DAY if caller.holds(stream, Role.TREASURER) or each not in MONEY]
    told = _printed_for(caller, stream, seen.tournament)
    lacking = {each for each in of_the_day if _is_lacking(context, stream, told, each)}
    answer = page(
        request,
        "director_paper.html",
        here_is="paper",
        seen=seen,
        tournament=seen.tournament,
        rounds=[(each, _of_round(context, each)) for each in seen.divisions if each.round is not None],
        not_begun=[each.division for each in seen.divisions if each.round is None],
        of_the_day=[each for each in of_the_day if each not in lacking],
        not_yet=[each for each in of_the_day if each in lacking],
        # A TOU file begins with the day; without one there is none to give.
        exports=[
            each
            for each in Export
            if each not in OF_NO_DIVISION and (seen.tournament.date or each is not Export.TOU)
        ],
        of_no_division=OF_NO_DIVISION,
        links=[(name, path, f"{base}{path}", qr_picture(f"{base}{path}")) for name, path in links.items()],
        only_here=is_only_here(request),
        lists=() if context.judge is None else context.judge.lexicons,
        figure=partial(figure, language=reader_of(request).language),
        control=screen_control(seen.tournament),
        head=head_of(context.journal),
        directs=caller.holds(stream),
        key=new_key(),
        paper=paper_for(request, seen.tournament, context.rulebooks),
        papers=tuple(Paper),
    )
    if chosen := paper_named(request.query_params.get(PAPER_COOKIE)):
        answer.cookies.append(preference_cookie(PAPER_COOKIE, chosen.value))
    return answer


def _is_lacking(context: Context, stream: str, tournament: Tournament, what: Printable) -> bool:
    """Checks whether there is nothing yet that could be printed on it."""
    match what:
        case Printable.TIMETABLE:
            return not tournament.timetable
        case Printable.BADGES:
            return not tournament.entrants
        case Printable.TENTS:
            return not any(each.sittings for played in tournament.rounds.values() for each in played)
        case Printable.STANDINGS:
            return not any(standings(tournament, name).has_begun for name in tournament.divisions)
        case Printable.CERTIFICATES:
            return not tournament.is_final or not any(award.recipients for award in ceremony(tournament))
        case Printable.GAMES:
            return not any(_tells_a_game(context, stream, end.stream) for end in context.states.ends())
        case Printable.SPONSORS:
            paid = any(line.payment.fund is Fund.SPONSOR for line in tournament.ledger)
            return not paid and not tournament.all_sponsors
        case Printable.TREASURER | Printable.RECEIPTS:
            return not tournament.ledger
        case (
            Printable.SCORE_CARDS
            | Printable.SCORE_SHEETS
            | Printable.TALLY_SHEETS
            | Printable.PAIRINGS_BY_NAME
            | Printable.PAIRINGS_BY_TABLE
            | Printable.RULES
        ):
            return False
        case _:
            assert_never(what)


def _tells_a_game(context: Context, tournament: str, stream: str) -> bool:
    """Checks whether somebody has entered the turns of a game at that table."""
    place = place_of(stream)
    if place is None or place.tournament != tournament:
        return False
    played = context.states.of(stream).state
    return isinstance(played, Table) and bool(played.turns)


def _of_round(context: Context, each: DivisionSeen) -> Iterator[Printable]:
    """Yields the papers of a round: tally sheets for teams that build alone, score sheets for all others."""
    builds = isinstance(context.rulebooks(each.division.rulebook).play, Building)
    yield Printable.PAIRINGS_BY_NAME
    yield Printable.PAIRINGS_BY_TABLE
    yield from (Printable.TALLY_SHEETS,) if builds else (Printable.SCORE_CARDS, Printable.SCORE_SHEETS)
    yield Printable.RULES


@get(
    "/paper/{tournament:str}/{what:str}",
    who=only(Role.SCOREKEEPER, Role.TREASURER, of="tournament"),
)
async def print_document(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    tournament: FromPath[str],
    what: FromPath[str],
    division: Annotated[str | None, QueryParameter(max_length=100)] = None,
    number: Annotated[int | None, QueryParameter(name="round", ge=1, le=100)] = None,
    line: Annotated[int | None, QueryParameter(ge=1, le=100_000)] = None,
    large: FromQuery[bool] = False,
) -> Response[bytes]:
    """One document as a PDF file."""
    wanted = next((each for each in Printable if each.value == what), None)
    if wanted is None:
        known = ", ".join(each.value for each in Printable)
        raise NotFoundException(f"there is no document {what[:30]!r}; there are: {known}")
    require(caller, tournament, Role.TREASURER if wanted in MONEY else Role.SCOREKEEPER)
    wish = Wish(wanted, division, number, lines=() if line is None else (line,), zone=local_zone())
    make = partial(_printed, request, context, caller, tournament, wish, large=large)
    return await PAPERS.made(make, caller.device)


def _printed_for(caller: Caller, stream: str, tournament: Tournament) -> Tournament:
    """Returns a tournament as printed for somebody: without money for those who do not look after it.

    Nor the words of a coming round, but for those who announce and judge them.
    """
    if not caller.holds(stream, Role.EMCEE, Role.JUDGE):
        tournament = replace(tournament, announcements=words_begun(tournament))
    return tournament if caller.holds(stream, Role.TREASURER) else replace(tournament, ledger=())


def _printed(
    request: AnyRequest, context: Context, caller: Caller, tournament: str, wish: Wish, *, large: bool
) -> Response[bytes]:
    base, only_here = address_for_phones(request), is_only_here(request)
    event = event_of(context.journal, tournament, context.rulebooks, default_lists(context))
    event = replace(event, tournament=_printed_for(caller, tournament, event.tournament))
    if wish.what is Printable.CERTIFICATES:
        require_final(event.tournament)
    streams = (end.stream for end in context.states.ends())
    wish = replace(
        wish,
        # A code that leads nowhere is worse than none.
        address=None
        if only_here
        else table_pages(base, tournament, event.tournament, streams, context.rulebooks),
        site="" if only_here else f"{base}/me/{tournament}",
        notes=_notes_on_lists(context, tournament, wish.division, reader_of(request).language),
    )
    sheet = Sheet(paper_for(request, event.tournament, context.rulebooks), large)
    document = document_for(event, wish)
    if (language := reader_of(request).language) != LANGUAGES[0]:
        document = in_language(document, language, partial(on_paper, language))
    content = pdf(document, sheet)
    return _file(
        content, "application/pdf", f"{file_name(event.tournament.name)}-{wish.what.value}.pdf", "inline"
    )


def _notes_on_lists(
    context: Context, tournament: str, division: str | None, language: str
) -> tuple[str, ...]:
    """Returns what papers say of the lists that decide, where the rules name another."""
    words = catalogue(language)
    told = [(each.division, lists_on_paper(each, words)) for each in missing_lists(context, tournament)]
    told += [(each.division, replaced_sentence(each, words)) for each in replaced_lists(context, tournament)]
    return tuple(dict.fromkeys(said for about, said in told if division in (None, about.name)))


@get("/director/{stream:str}/closing-pack", who=only(of="stream"))
async def give_closing_pack(
    request: AnyRequest,
    context: NamedDependency[Context],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[bytes]:
    """Everything that belongs to the end of an event, in one ZIP file."""
    return await PAPERS.made(partial(_closing_pack, request, context, caller, stream), caller.device)


def _closing_pack(request: AnyRequest, context: Context, caller: Caller, stream: str) -> Response[bytes]:
    snapshot = snapshot_of(context, stream)
    event = event_of(context.journal, stream, context.rulebooks, default_lists(context))
    log = [f"{line.by}: {line.sentence}" for line in log_lines(snapshot)]
    # The journal holds all tournaments of the house, and who may enter it: it is for the house's director.
    journal = export_lines(context.journal) if caller.holds(HOUSE) else ()
    sheet = Sheet(paper_for(request, event.tournament, context.rulebooks))
    pack = closing_pack(event, journal, log, sheet, local_zone(), head=head_of(context.journal))
    return _file(pack, "application/zip", f"{file_name(snapshot.tournament.name)}.zip", "attachment")


def paper_named(name: str | None) -> Paper | None:
    """Returns the paper of that name, if there is one."""
    return next((each for each in Paper if each.value == name), None)


def paper_for(request: AnyRequest, tournament: Tournament, rulebooks: Rulebooks) -> Paper:
    """Returns the paper that the address names, that was chosen once, or that the event's country uses."""
    chosen = paper_named(request.query_params.get(PAPER_COOKIE)) or paper_named(
        request.cookies.get(PAPER_COOKIE)
    )
    return chosen or usual_paper(
        (rulebooks(each.rulebook) for each in tournament.divisions.values()),
        request.headers.get("accept-language", ""),
    )


def local_zone() -> tzinfo:
    """The time zone of the computer that runs the program, which stands in the hall."""
    return datetime.now().astimezone().tzinfo or UTC


def _file(content: bytes, kind: str, name: str, how: str) -> Response[bytes]:
    # Names of files in headers are plain; a browser that knows better reads the second form.
    plain = name.encode("ascii", errors="replace").decode().replace("?", "_")
    disposition = f"{how}; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})


paper_routes: Final = (show_paper, print_document, give_closing_pack)
