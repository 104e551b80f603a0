"""One who is entered, for the director: put right, moved, taken out, or out of play."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Response

from wordwaiter.roles import Role
from wordwaiter.service.tournaments.kind import Batch, Plan
from wordwaiter.service.tournaments.snapshots import Snapshot, tournament_at
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.absence import absence_is_default, has_begun, table_waiting_for
from wordwaiter.tournament.entrants.entrants import Need
from wordwaiter.tournament.entrants.names import LONGEST_NAME
from wordwaiter.tournament.entrants.registration import has_a_seat
from wordwaiter.tournament.formats.choices import Teams
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.director.entrant_forms import EntryForm
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page


@get("/director/{stream:str}/entrants/{contender:int}", who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def show_entry(
    page_request: NamedDependency[TournamentRequest], contender: FromPath[int]
) -> Response[str]:
    """Shows somebody's details for editing, and other actions on the entry."""
    return await asyncio.to_thread(_entry, page_request, contender)


def _entry(
    page_request: TournamentRequest,
    number: int,
    *,
    typed: Fields | None = None,
    problem: str = "",
    status: int = 200,
) -> Response[str]:
    seen = page_request.overview()
    tournament = seen.tournament
    entrant, person = tournament.entrant_of(number), tournament.contender(number)
    division = tournament.division(entrant.division)
    form = EntryForm.of(tournament, number)
    if typed is not None and typed.text("do") == _CHANGE:
        before = _as_seen(page_request, tournament, number, typed)
        form = EntryForm.typed(typed).onto(before, form)
    return page(
        page_request.request,
        "director_entry.html",
        status=status,
        problem=problem,
        here_is="entrants",
        seen=seen,
        tournament=tournament,
        entrant=entrant,
        person=person,
        division=division,
        form=form.profile,
        pair=form.pair,
        reason="" if typed is None else typed.text("reason"),
        is_team=isinstance(division.format.entry.kind, Teams),
        has_seat=any(has_a_seat(tournament, each.number) for each in entrant.contenders),
        may_withdraw=not (absence_is_default(division) and has_begun(tournament, division.name)),
        needs=tuple(Need),
        longest=LONGEST_NAME,
        directs=page_request.caller.directs(page_request.stream, division.name),
        key=new_key(),
    )


@post(
    "/director/{stream:str}/entrants/{contender:int}",
    status_code=200,
    who=only_in_part(Role.SCOREKEEPER, of="stream"),
)
async def change_entry(
    page_request: NamedDependency[TournamentRequest], contender: FromPath[int]
) -> Response[Any]:
    """Carries out one form of the page; shows the list of all again, or why not."""
    fields = await Fields.of(page_request.request)
    done = f"/director/{page_request.stream}/entrants?done={fields.text('do')}&of={contender}"
    show = partial(_entry, page_request, contender, typed=fields)
    return await handle_form(page_request, partial(_act, page_request, contender, fields), show, done)


def _act(page_request: TournamentRequest, number: int, fields: Fields) -> str:
    """Carry a form out; what is said of it."""
    wanted = fields.text("do")
    tournament = page_request.overview().tournament
    command = (
        Batch(_changing(page_request, number, fields))
        if wanted == _CHANGE
        else fields.action(_COMMANDS)(tournament, number, fields)
    )
    page_request.give(command, fields)
    return message_about(page_request, tournament, wanted, number)


def message_about(page_request: TournamentRequest, tournament: Tournament, done: str, number: int) -> str:
    """Returns the sentence about an action on somebody's entry, and what is left to do then."""
    is_known = number in tournament.owners()
    told = page_request.say(f"entry.did-{done}", who=tournament.contender(number).name if is_known else "")
    table = table_waiting_for(tournament, number) if is_known and done == "withdraw" else None
    return told if table is None else f"{told} {page_request.say('entry.table-waits', table=table)}"


def _changing(page_request: TournamentRequest, number: int, fields: Fields) -> Plan:
    """Plans the changes typed over what the page had shown, decided on the state when they are written."""

    def plan(snapshot: Snapshot, _rng: object) -> tuple[c.Command]:
        now = EntryForm.of(snapshot.tournament, number)
        before, typed = _as_seen(page_request, snapshot.tournament, number, fields), EntryForm.typed(fields)
        typed.require_uncontested(before, now, page_request.say)
        right = typed.onto(before, now)
        profile = right.profile.put_right(snapshot.tournament.contender(number).profile)
        pair = right.pair if snapshot.tournament.entrant_of(number).is_pair else None
        return (c.ChangeProfile("", number, profile, pair),)

    return plan


def _as_seen(
    page_request: TournamentRequest, tournament: Tournament, number: int, fields: Fields
) -> EntryForm:
    """Returns the fields as the page showed them before typing; as they are now if nobody can tell."""
    seen = fields.text("seen")
    is_version = seen.isascii() and seen.isdigit() and len(seen) < 10
    then = tournament_at(page_request.context, page_request.stream, int(seen)) if is_version else None
    return EntryForm.of(tournament if then is None or number not in then.owners() else then, number)


def _remove(_tournament: Tournament, _number: int, fields: Fields) -> c.Command:
    # The form names the entrant: sent twice, it is answered again when nobody is there under the number.
    return command_from_form(fields, c.RemoveEntrants, entrants=(fields.number("entrant"),))


def _move(tournament: Tournament, number: int, fields: Fields) -> c.Command:
    entrant = tournament.entrant_of(number).number
    return command_from_form(fields, c.MoveEntrant, entrant=entrant)


def _erase(_tournament: Tournament, number: int, fields: Fields) -> c.Command:
    fields.require_sure()
    return command_from_form(fields, c.ErasePerson, contender=number, member=fields.number("member"))


_COMMANDS: Final[dict[str, Callable[[Tournament, int, Fields], c.Command]]] = {
    "remove": _remove,
    "move": _move,
    "erase": _erase,
    "withdraw": lambda _t, number, fields: command_from_form(fields, c.Withdraw, contender=number),
    "reinstate": lambda _t, number, fields: command_from_form(fields, c.Reinstate, contender=number),
}
"""The actions of the page's forms besides a change, by name."""

_CHANGE: Final = "change"
DOINGS: Final = frozenset({_CHANGE, *_COMMANDS})
"""The actions of the page's forms."""

entry_routes: Final = (show_entry, change_entry)
