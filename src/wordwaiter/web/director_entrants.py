"""Who takes part, for the director: entering one by one or from a file, check-in, leaving and coming back."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.access import Caller
from wordwaiter.service.house import House
from wordwaiter.service.overview import overview
from wordwaiter.service.steps import Sending, digest_of
from wordwaiter.service.tournaments import enter_from_csv, give
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants import Application, Need, Profile, pair_of, single
from wordwaiter.tournament.entrants_csv import EntryPreview, preview_entrants
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.format_choices import Pairs, Teams
from wordwaiter.tournament.format_reading import shipped_format, shipped_formats
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.standings import DefaultPreview, preview_default
from wordwaiter.tournament.state import Division, Tournament
from wordwaiter.web.answers import done, wants_json
from wordwaiter.web.forms import Fields, key_in, new_key
from wordwaiter.web.pages import AnyRequest, page, reader_of
from wordwaiter.web.problems import status_of
from wordwaiter.web.refusals import refusal_text
from wordwaiter.web.who import only
from wordwaiter.web.words import catalogue

LARGEST_FORM: Final = 2 * 1024 * 1024
"""Bytes that a form with a list of entrants may have."""


@get("/director/{stream:str}/entrants", who=only(Role.SCOREKEEPER, of="stream"))
async def show_entrants(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[str]:
    """Everybody who is entered, and who of them has come."""
    return await asyncio.to_thread(_entrants, request, house, caller, stream)


def _entrants(
    request: AnyRequest,
    house: House,
    caller: Caller,
    stream: str,
    *,
    problem: str = "",
    preview: EntryPreview | None = None,
    pasted: str = "",
    default: DefaultPreview | None = None,
    leaving: int = 0,
    status: int = 200,
) -> Response[str]:
    seen = overview(house, caller, stream)
    return page(
        request,
        "director_entrants.html",
        status=status,
        problem=problem,
        here_is="entrants",
        seen=seen,
        tournament=seen.tournament,
        entrants_of=seen.tournament.entrants_of,
        equipment=equipment(seen.tournament),
        is_pairs=lambda division: isinstance(division.format.entry.kind, Pairs),
        is_teams=lambda division: isinstance(division.format.entry.kind, Teams),
        formats=[shipped_format(name) for name in shipped_formats()],
        needs=tuple(Need),
        preview=preview,
        pasted=pasted,
        default=default,
        leaving=leaving,
        directs=caller.holds(stream),
        key=new_key(),
    )


@post("/director/{stream:str}/entrants", status_code=200, who=only(Role.SCOREKEEPER, of="stream"))
async def act_on_entrants(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """What one form of the page asks for; the page again, or why not."""
    fields = await Fields.of(request)
    try:
        if fields.text("do") == "preview-default":
            number = fields.number("contender")
            seen = overview(house, caller, stream)
            return await asyncio.to_thread(
                _entrants,
                request,
                house,
                caller,
                stream,
                default=preview_default(seen.tournament, number),
                leaving=number,
            )
        said = await asyncio.to_thread(_carried_out, house, caller, stream, fields)
    except WordwaiterError as error:
        if wants_json(request):
            raise
        return await asyncio.to_thread(
            _entrants,
            request,
            house,
            caller,
            stream,
            problem=refusal_text(request, error),
            status=status_of(error),
        )
    words = catalogue(reader_of(request).language)
    return done(request, f"/director/{stream}/entrants", words.say(said))


@post(
    "/director/{stream:str}/entrants/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_file(
    request: AnyRequest,
    house: NamedDependency[House],
    caller: NamedDependency[Caller],
    stream: FromPath[str],
) -> Response[Any]:
    """A list of entrants, from a file or pasted: what it would enter, then, asked again, entered."""
    form = await request.form()
    pasted = str(form.get("pasted", ""))
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        content = await upload.read()
    else:
        content = pasted.encode()
    division = str(form.get("division", "")) or None
    leave_out = form.get("leave-out") is not None
    asked = digest_of(request.url.path, content, division or "", str(leave_out))
    sending = Sending(key=key_in(str(form.get("sending", ""))), digest=asked)
    try:
        if not content.strip():
            raise MalformedError("no-list", "choose a file, or paste a list into the field")
        if form.get("do") == "enter":
            await asyncio.to_thread(
                enter_from_csv,
                house,
                caller,
                stream,
                content,
                division,
                sending,
                leave_out_faulty=leave_out,
            )
            words = catalogue(reader_of(request).language)
            return done(request, f"/director/{stream}/entrants", words.say("entrants.did-register"))
        seen = await asyncio.to_thread(overview, house, caller, stream)
        preview = await asyncio.to_thread(preview_entrants, seen.tournament, content, division)
    except WordwaiterError as error:
        return await asyncio.to_thread(
            _entrants,
            request,
            house,
            caller,
            stream,
            problem=refusal_text(request, error),
            pasted=pasted,
            status=status_of(error),
        )
    text = content.decode("utf-8-sig", errors="replace")
    return await asyncio.to_thread(_entrants, request, house, caller, stream, preview=preview, pasted=text)


# ---------------------------------------------------------------- what forms ask for


def _carried_out(house: House, caller: Caller, stream: str, fields: Fields) -> str:
    """Carry a form out; the key of what is said of it."""
    asked = fields.text("do")
    make = _COMMANDS.get(asked)
    if make is None:
        raise MalformedError("no-such-step", "this form is not known here; load the page again")
    tournament = overview(house, caller, stream).tournament
    give(house, caller, stream, make(tournament, caller.name, fields), fields.sending)
    return f"entrants.did-{asked}"


def _numbers(fields: Fields) -> tuple[int, ...]:
    return tuple(int(text) for text in fields.texts("contender") if text.isdecimal() and len(text) < 7)


def _not_here_yet(tournament: Tournament, division: str) -> tuple[int, ...]:
    gone = tournament.here | tournament.departures.keys()
    named = tournament.division(division).name
    return tuple(each.number for each in tournament.contenders_of(named) if each.number not in gone)


def _register(tournament: Tournament, by: str, fields: Fields) -> c.Command:
    division = tournament.division(fields.text("division"))
    return c.Register(by, division.name, (_application(division, fields),))


def _application(division: Division, fields: Fields) -> Application:
    kind = division.format.entry.kind
    if isinstance(kind, Pairs):
        return pair_of(_profile(fields, ""), _profile(fields, "partner-"), fields.text("pair"))
    profile = _profile(fields, "")
    return single(profile)


def _profile(fields: Fields, whose: str) -> Profile:
    def text(name: str) -> str:
        return fields.text(f"{whose}{name}")

    chosen = fields.texts(f"{whose}need")
    return Profile(
        name=text("name"),
        club=text("club"),
        age=fields.number(f"{whose}age") if text("age") else None,
        members=tuple(line.strip() for line in text("members").splitlines() if line.strip()),
        brings_set=fields.has(f"{whose}set"),
        brings_clock=fields.has(f"{whose}clock"),
        needs=tuple(need for need in Need if need.value in chosen),
        email=text("email"),
        by_initials=fields.has(f"{whose}initials"),
    )


def _open_division(_tournament: Tournament, by: str, fields: Fields) -> c.Command:
    return c.OpenDivision(by, fields.text("name"), shipped_format(fields.text("format")))


_Make = Callable[[Tournament, str, Fields], c.Command]

_COMMANDS: Final[dict[str, _Make]] = {
    "open-division": _open_division,
    "register": _register,
    "check-in": lambda _t, by, fields: c.CheckIn(by, _numbers(fields), fields.text("late-reason")),
    "check-in-all": lambda tournament, by, fields: c.CheckIn(
        by, _not_here_yet(tournament, fields.text("division")), fields.text("late-reason")
    ),
    "cancel-check-in": lambda _t, by, fields: c.CancelCheckIn(by, _numbers(fields)),
    "withdraw": lambda _t, by, fields: c.Withdraw(by, fields.number("contender"), fields.text("reason")),
    "default": lambda _t, by, fields: c.DeclareDefault(by, fields.number("contender"), fields.text("reason")),
    "reinstate": lambda _t, by, fields: c.Reinstate(by, fields.number("contender"), fields.text("reason")),
    "move": lambda _t, by, fields: c.MoveEntrant(
        by, fields.number("entrant"), fields.text("division"), fields.text("reason")
    ),
    "merge": lambda _t, by, fields: c.MergeDivisions(
        by, fields.text("division"), fields.text("into"), fields.text("reason")
    ),
}
"""What a form of the page may ask for, by its name there."""

entrant_routes: Final = (show_entrants, act_on_entrants, take_file)
