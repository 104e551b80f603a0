"""Who takes part, for the director: entering one by one or from a file, check-in, leaving and coming back."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.di import NamedDependency
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.service.steps import Sending, digest_of
from wordwaiter.service.tournaments import enter_from_csv
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants import Application, Need, Profile, ages_of_text, pair_of, single
from wordwaiter.tournament.entrants_csv import EntryPreview, preview_entrants
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.format_choices import Pairs, Teams
from wordwaiter.tournament.format_reading import shipped_format, shipped_formats
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.standings import BeforeAfter, preview_default
from wordwaiter.tournament.state import Division, Tournament
from wordwaiter.web.asked import Asked, carried_out
from wordwaiter.web.forms import Fields, key_in, new_key
from wordwaiter.web.pages import page
from wordwaiter.web.who import only

LARGEST_FORM: Final = 2 * 1024 * 1024
"""Bytes that a form with a list of entrants may have."""


@get(
    ["/director/{stream:str}/entrants", "/director/{stream:str}/entrants/file"],
    who=only(Role.SCOREKEEPER, of="stream"),
)
async def show_entrants(asked: NamedDependency[Asked]) -> Response[str]:
    """Everybody who is entered, and who of them has come.

    At the address that takes lists too: there a browser stands that looks at one, and follows what others do.
    """
    return await asyncio.to_thread(_entrants, asked)


def _entrants(
    asked: Asked,
    *,
    problem: str = "",
    preview: EntryPreview | None = None,
    pasted: str = "",
    division_of_all: str = "",
    default: BeforeAfter | None = None,
    leaving: int = 0,
    reason: str = "",
    status: int = 200,
) -> Response[str]:
    seen = asked.overview()
    return page(
        asked.request,
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
        division_of_all=division_of_all,
        default=default,
        leaving=leaving,
        reason=reason,
        directs=asked.caller.holds(asked.stream),
        key=new_key(),
    )


@post("/director/{stream:str}/entrants", status_code=200, who=only(Role.SCOREKEEPER, of="stream"))
async def act_on_entrants(asked: NamedDependency[Asked]) -> Response[Any]:
    """What one form of the page asks for; the page again, or why not."""
    fields = await Fields.of(asked.request)
    act = _preview_default if fields.text("do") == "preview-default" else _act
    return await carried_out(asked, partial(act, asked, fields), partial(_entrants, asked), _back(asked))


def _back(asked: Asked) -> str:
    return f"/director/{asked.stream}/entrants"


def _preview_default(asked: Asked, fields: Fields) -> Response[str]:
    """The page with the standings before and after a default; nothing is declared yet."""
    number = fields.number("contender")
    default = preview_default(asked.overview().tournament, number)
    return _entrants(asked, default=default, leaving=number, reason=fields.text("reason"))


@post(
    "/director/{stream:str}/entrants/file",
    status_code=200,
    who=only(of="stream"),
    request_max_body_size=LARGEST_FORM,
)
async def take_file(asked: NamedDependency[Asked]) -> Response[Any]:
    """A list of entrants, from a file or pasted: what it would enter, then, asked again, entered."""
    form = await asked.request.form()
    pasted = str(form.get("pasted", ""))
    upload = form.get("file")
    if isinstance(upload, UploadFile) and upload.filename:
        content = await upload.read()
    else:
        content = pasted.encode()
    division = str(form.get("division", "")) or None
    leave_out = form.get("leave-out") is not None
    digest = digest_of(asked.request.url.path, content, division or "", str(leave_out))
    sending = Sending(key=key_in(str(form.get("sending", ""))), digest=digest)

    def enter() -> str:
        _require_something(content)
        enter_from_csv(
            asked.house,
            asked.caller,
            asked.stream,
            content,
            division,
            sending,
            leave_out_faulty=leave_out,
        )
        return asked.say("entrants.did-register")

    def look() -> Response[str]:
        _require_something(content)
        preview = preview_entrants(asked.overview().tournament, content, division)
        text = content.decode("utf-8-sig", errors="replace")
        return _entrants(asked, preview=preview, pasted=text, division_of_all=division or "")

    act = enter if form.get("do") == "enter" else look
    again = partial(_entrants, asked, pasted=pasted, division_of_all=division or "")
    return await carried_out(asked, act, again, _back(asked))


def _require_something(content: bytes) -> None:
    if not content.strip():
        raise MalformedError("no-list", "choose a file, or paste a list into the field")


# ---------------------------------------------------------------- what forms ask for


def _act(asked: Asked, fields: Fields) -> str:
    """Carry a form out; what is said of it."""
    wanted = fields.text("do")
    make = COMMANDS.get(wanted)
    if make is None:
        raise MalformedError("no-such-step", "this form is not known here; load the page again")
    command = make(asked.overview().tournament, asked.caller.name, fields)
    asked.give(command, fields)
    return asked.say(f"entrants.did-{wanted}")


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
        members=fields.lines(f"{whose}members"),
        brings_set=fields.has(f"{whose}set"),
        brings_clock=fields.has(f"{whose}clock"),
        needs=tuple(need for need in Need if need.value in chosen),
        email=text("email"),
        by_initials=fields.has(f"{whose}initials"),
    )


def _open_division(_tournament: Tournament, by: str, fields: Fields) -> c.Command:
    name = fields.text("name")
    ages = ages_of_text(fields.text("ages"), name)
    return c.OpenDivision(by, name, shipped_format(fields.text("format")), ages=ages)


_Make = Callable[[Tournament, str, Fields], c.Command]

COMMANDS: Final[dict[str, _Make]] = {
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
