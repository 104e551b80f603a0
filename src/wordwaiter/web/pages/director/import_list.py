"""A list of entrants from a file or pasted, for the director: what it would enter, then entered."""

import asyncio
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Response
from markupsafe import Markup

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.service.stream_kind import CommandMeta, digest_of
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.tournaments import enter_from_csv
from wordwaiter.tournament.facts import EntrantsRegistered
from wordwaiter.tournament.files.csv_text import LineFault, Listing, decoded
from wordwaiter.tournament.files.entrants_csv import (
    EntryPreview,
    columns_asked,
    preview_entrants,
    sample_line,
)
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.form_responses import done as answer_done
from wordwaiter.web.http.guards import only, only_in_part
from wordwaiter.web.pages.director.check_in import list_imported
from wordwaiter.web.pages.forms import key_in, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.refusals import sentence_in
from wordwaiter.web.render.templates import page, reader_of
from wordwaiter.web.words.sentences import tell

LARGEST_FORM: Final = 2 * 1024 * 1024
"""Bytes that a form with a list of entrants may have."""


@get("/director/{stream:str}/entrants/file", who=only(of="stream"))
async def show_import(page_request: NamedDependency[TournamentRequest]) -> Response[str]:
    """The form for a list, with the columns that each division asks for."""
    return await asyncio.to_thread(_import, page_request)


def _import(
    page_request: TournamentRequest,
    *,
    problem: str = "",
    preview: EntryPreview | None = None,
    pasted: str = "",
    division_of_all: str = "",
    status: int = 200,
) -> Response[str]:
    seen = page_request.overview()
    return page(
        page_request.request,
        "director_import.html",
        status=status,
        problem=problem,
        here_is="entrants",
        seen=seen,
        tournament=seen.tournament,
        by_age=seen.tournament.divides_by_age,
        columns=_columns(page_request, seen.tournament),
        preview=preview,
        fault_text=partial(_fault_text, reader_of(page_request.request).language),
        pasted=pasted,
        division_of_all=division_of_all,
        key=new_key(),
    )


def _columns(page_request: TournamentRequest, tournament: Tournament) -> list[tuple[str, str, str]]:
    """For each division, the headings that its list must have, and those that it may have."""

    def listed(columns: tuple[str, ...]) -> str:
        return ", ".join(page_request.say(f"column.{each.replace(' ', '-')}") for each in columns)

    asking = ((each.name, columns_asked(each)) for each in tournament.divisions.values())
    return [(name, listed(needed), listed(further)) for name, (needed, further) in asking]


@get(
    "/director/{stream:str}/entrants/sample",
    sync_to_thread=True,
    who=only_in_part(Role.SCOREKEEPER, of="stream"),
)
def give_sample(page_request: NamedDependency[TournamentRequest], division: FromQuery[str]) -> Response[str]:
    """A list with the columns of a division and somebody in it, to be filled in a spreadsheet."""
    named = page_request.overview().tournament.division(division)
    columns = [column for kind in columns_asked(named) for column in kind]
    line = sample_line(named)
    listing = Listing(
        [page_request.say(f"column.{each.replace(' ', '-')}") for each in columns],
        [[line.get(each, "") for each in columns]],
    )
    # With the mark a spreadsheet reads accents as they are.
    return Response(
        f"\ufeff{listing.csv()}",
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="entrants.csv"'},
    )


@post(
    "/director/{stream:str}/entrants/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_file(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """A list of entrants, from a file or pasted: what it would enter, then, asked again, entered."""
    form = await page_request.request.form()
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        content = await upload.read()
    else:
        content = str(form.get("pasted", "")).encode(errors="replace")
    division = str(form.get("division", "")) or None
    leave_out = form.get("leave-out") is not None
    digest = digest_of(page_request.request.url.path, content, division or "", str(leave_out))
    meta = CommandMeta(key=key_in(str(form.get("sending", ""))), digest=digest)

    def enter() -> Response[Any]:
        _require_something(content)
        before = page_request.overview().tournament
        outcome = enter_from_csv(
            page_request.context,
            page_request.caller,
            page_request.stream,
            content,
            division,
            meta,
            leave_out_faulty=leave_out,
        )
        return _entered(page_request, outcome, preview_entrants(before, content, division))

    def look() -> Response[str]:
        _require_something(content)
        preview = preview_entrants(page_request.overview().tournament, content, division)
        return _import(page_request, preview=preview, pasted=decoded(content), division_of_all=division or "")

    act = enter if form.get("do") == "enter" else look
    again = partial(_import, page_request, pasted=decoded(content), division_of_all=division or "")
    return await handle_form(page_request, act, again, f"/director/{page_request.stream}/check-in")


def _entered(
    page_request: TournamentRequest, outcome: TournamentOutcome, preview: EntryPreview
) -> Response[Any]:
    """Check-in, where it is said what the list entered. Sent twice, all lines are faults the second time."""
    entrants = [
        each for fact in outcome.facts if isinstance(fact, EntrantsRegistered) for each in fact.entrants
    ]
    lines = len(preview.entries) + len({fault.line for fault in preview.faults})
    left_out = max(lines - len(entrants), 0)
    kind = "list-pairs" if entrants and all(each.is_pair for each in entrants) else "list"
    said = list_imported(page_request, kind, len(entrants), left_out)
    asked = f"done={kind}&entered={len(entrants)}&left-out={left_out}"
    return answer_done(page_request.request, f"/director/{page_request.stream}/check-in?{asked}", said)


def _fault_text(language: str, fault: LineFault) -> str:
    """Returns a fault in a line of a list: its own sentence in a language, or else that of its code."""
    text = tell(language, fault.reason)
    return sentence_in(language, fault.code, fault.reason, {}) if isinstance(text, Markup) else text


def _require_something(content: bytes) -> None:
    if not content.strip():
        raise MalformedError("no-list", "choose a file, or paste a list")


import_routes: Final = (show_import, take_file, give_sample)
