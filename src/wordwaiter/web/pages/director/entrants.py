"""Who takes part, for the director: a list with a search, entering one by one, leaving and coming back."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from litestar.response import Response

from wordwaiter.errors import MalformedError
from wordwaiter.roles import Role
from wordwaiter.rules.rulebooks.choices import ChessClockIfAny, GameClock
from wordwaiter.service.tournaments.first_steps import rulebook_for, rules_to_choose
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Application, Need, ages_of_text, pair_of, single
from wordwaiter.tournament.entrants.finding import division_of_ages, found_in, overlapping, searched_text
from wordwaiter.tournament.entrants.names import LONGEST_NAME
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.formats.choices import Pairs, Teams
from wordwaiter.tournament.formats.open_choices import open_choices
from wordwaiter.tournament.formats.reading import changed_format, shipped_format, shipped_formats
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.standings.standings import BeforeAfter, preview_default
from wordwaiter.tournament.state import Division, Tournament
from wordwaiter.tournament.written import MINUTE_MS, minutes_of_text
from wordwaiter.web.http.form_responses import done as answer_done
from wordwaiter.web.http.guards import only_in_part
from wordwaiter.web.pages.director.entrant import DOINGS as OF_AN_ENTRY
from wordwaiter.web.pages.director.entrant import message_about
from wordwaiter.web.pages.director.pairing_choices import OFFERED, pairing_changes
from wordwaiter.web.pages.director.profile_forms import ProfileForm
from wordwaiter.web.pages.forms import Fields, command_from_form, new_key
from wordwaiter.web.pages.start import club_rules
from wordwaiter.web.pages.tournament_page import TournamentRequest, handle_form
from wordwaiter.web.render.templates import page

Find = Annotated[str, QueryParameter(max_length=100)]
"""The text of a search: a part of a name, a member, a club."""

LONGEST_ROUND: Final = 600
"""Minutes that a round may have."""


@get("/director/{stream:str}/entrants", who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def show_entrants(
    page_request: NamedDependency[TournamentRequest],
    done: Annotated[str, QueryParameter(pattern="^[a-z-]{0,20}$")] = "",
    of: Annotated[int, QueryParameter(ge=0, le=999_999)] = 0,
    find: Find = "",
) -> Response[str]:
    """Everybody who is entered, or those whom a search finds; and what was `done` just now, of whom."""
    return await asyncio.to_thread(_entrants, page_request, done=done, of=of, find=find)


def _entrants(
    page_request: TournamentRequest,
    *,
    problem: str = "",
    default: BeforeAfter | None = None,
    leaving: int = 0,
    reason: str = "",
    typed: Fields | None = None,
    done: str = "",
    of: int = 0,
    find: str = "",
    status: int = 200,
) -> Response[str]:
    seen = page_request.overview()
    owner = seen.tournament.owners().get(of)
    # What was typed into the form for one more, and was refused, stays there.
    entering = typed if typed is not None and typed.text("do") == "register" else None

    def clock_of(division: Division) -> GameClock | None:
        return page_request.context.rulebooks(division.rulebook).clock.game

    return page(
        page_request.request,
        "director_entrants.html",
        status=status,
        problem=problem,
        here_is="entrants",
        seen=seen,
        tournament=seen.tournament,
        entrants_of=lambda division: found_in(seen.tournament.entrants_of(division), find),
        searched_text=searched_text,
        find=find,
        by_age=seen.tournament.divides_by_age,
        overlapping=overlapping(seen.tournament),
        equipment=equipment(seen.tournament),
        is_pairs=lambda division: isinstance(division.format.entry.kind, Pairs),
        is_teams=lambda division: isinstance(division.format.entry.kind, Teams),
        formats=[shipped_format(name) for name in shipped_formats()],
        rules=club_rules(),
        rules_of=partial(_rules_of, page_request),
        needs=tuple(Need),
        done=_done(page_request, seen.tournament, done, of),
        again=owner.division if owner is not None and done == "register" else "",
        entering="" if entering is None else entering.text("division"),
        form=lambda whose: ProfileForm.typed(entering or Fields({}), whose),
        blank=ProfileForm(),
        pair="" if entering is None else entering.text("pair"),
        longest=LONGEST_NAME,
        open_choices=open_choices,
        methods=OFFERED,
        is_timed=lambda division: clock_of(division) is not None,
        has_chess_clocks=lambda division: isinstance(clock_of(division), ChessClockIfAny),
        minutes_of=lambda format_: ", ".join(str(each // MINUTE_MS) for each in format_.rounds.lengths),
        default=default,
        leaving=leaving,
        reason=reason,
        directs=page_request.caller.holds(page_request.stream),
        key=new_key(),
    )


def _rules_of(page_request: TournamentRequest, division: Division) -> str:
    """The title of the rules that were chosen for a division; empty where there is nothing to choose."""
    if len(rules_to_choose(division.format)) == 1:
        return ""
    return page_request.context.rulebooks(division.rulebook).title


def _done(page_request: TournamentRequest, tournament: Tournament, done: str, of: int) -> str:
    """Returns the sentence about what was just done on this page or on an entry's page."""
    owner = tournament.owners().get(of)
    if done == "register":
        return "" if owner is None else _did_register(page_request, tournament, owner.name, owner.division)
    if done in OF_AN_ENTRY:
        return message_about(page_request, tournament, done, of)
    return page_request.say(f"entrants.did-{done}") if done in COMMANDS else ""


def _did_register(page_request: TournamentRequest, tournament: Tournament, who: str, division: str) -> str:
    """Returns who was entered; where ages decided it, also in which division."""
    if tournament.divides_by_age:
        return page_request.say("entrants.did-register-by-age", who=who, division=division)
    return page_request.say("entrants.did-register", who=who)


@post("/director/{stream:str}/entrants", status_code=200, who=only_in_part(Role.SCOREKEEPER, of="stream"))
async def act_on_entrants(page_request: NamedDependency[TournamentRequest]) -> Response[Any]:
    """Carries out one form of the page; shows the page again, or why not."""
    fields = await Fields.of(page_request.request)
    act = _preview_default if fields.text("do") == "preview-default" else _act
    show = partial(_entrants, page_request, typed=fields)
    return await handle_form(page_request, partial(act, page_request, fields), show, _back(page_request))


def _back(page_request: TournamentRequest) -> str:
    return f"/director/{page_request.stream}/entrants"


def _preview_default(page_request: TournamentRequest, fields: Fields) -> Response[str]:
    """The page with the standings before and after a default; nothing is declared yet."""
    number = fields.number("contender")
    page_request.require_may(c.DeclareDefault("", number, fields.text("reason")))
    default = preview_default(page_request.overview().tournament, number)
    return _entrants(page_request, default=default, leaving=number, reason=fields.text("reason"))


# ---------------------------------------------------------------- what forms ask for


def _act(page_request: TournamentRequest, fields: Fields) -> str | Response[Any]:
    """Carry a form out; what is said of it."""
    wanted = fields.text("do")
    command = fields.action(COMMANDS)(page_request.overview().tournament, fields)
    page_request.give(command, fields)
    if isinstance(command, c.Register):
        # Without scripts the page says who it was and stands ready for the next.
        (application,) = command.applications
        tournament = page_request.overview().tournament
        entrants = tournament.entrants_of(command.division)
        numbers = [each.contenders[0].number for each in entrants if each.name == application.name]
        said = _did_register(page_request, tournament, application.name, command.division)
        return answer_done(
            page_request.request, f"{_back(page_request)}?done=register&of={max(numbers, default=0)}", said
        )
    of = command.contender if isinstance(command, c.Withdraw | c.Reinstate) else 0
    said = _done(page_request, page_request.overview().tournament, wanted, of)
    return answer_done(page_request.request, f"{_back(page_request)}?done={wanted}&of={of}", said)


def _register(tournament: Tournament, fields: Fields) -> c.Command:
    division = _division_of_entry(tournament, fields)
    return c.Register("", division.name, (_application(division, fields),))


def _division_of_entry(tournament: Tournament, fields: Fields) -> Division:
    """The division that a form names or, where ages decide it, the one of their ages."""
    if fields.text("division") or not tournament.divides_by_age:
        return tournament.division(fields.text("division"))
    people = [ProfileForm.typed(fields, whose).profile() for whose in ("", "partner-")]
    return division_of_ages(tournament, [each for each in people if each.name])


def _application(division: Division, fields: Fields) -> Application:
    own = ProfileForm.typed(fields).profile()
    if isinstance(division.format.entry.kind, Pairs):
        return pair_of(own, ProfileForm.typed(fields, "partner-").profile(), fields.text("pair"))
    return single(own)


def _open_division(_tournament: Tournament, fields: Fields) -> c.Command:
    name = fields.text("name")
    ages = ages_of_text(fields.text("ages"), name)
    played = shipped_format(fields.text("format"))
    return c.OpenDivision("", name, played, rulebook_for(played, fields.text("rules")), ages=ages)


def _change_division(_tournament: Tournament, fields: Fields) -> c.Command:
    name, ages = fields.text("name"), fields.text("ages")
    return c.ChangeDivision("", fields.text("division"), name, ages_of_text(ages, name))


def _change_format(tournament: Tournament, fields: Fields) -> c.Command:
    division = tournament.division(fields.text("division"))
    reason = fields.text("reason")
    require_reason(reason, "the format is changed")
    before = division.format
    wanted: dict[str, object] = {"rounds_count": fields.number("rounds")}
    if fields.has("minutes"):
        wanted["rounds_lengths"] = tuple(each * MINUTE_MS for each in _minutes(fields.text("minutes")))
    if fields.has("side-minutes"):
        side_minutes = _minutes(fields.text("side-minutes"))
        wanted["rounds_side_clock"] = side_minutes[0] * MINUTE_MS if side_minutes else None
    wanted |= pairing_changes(fields)
    for choice in open_choices(before):
        if fields.has(choice.field):
            wanted[choice.field] = choice.value_of(fields.text(choice.field))
    # What stays as it is keeps its clause, and is no choice of the organiser.
    changes = {
        name: value for name, value in wanted.items() if value != before.setting(name.replace("_", ".", 1))
    }
    return c.ChangeFormat("", division.name, changed_format(before, reason, **changes), reason)


def _minutes(text: str) -> list[int]:
    """The lengths that are written with commas between them, or as whole numbers with spaces."""
    is_plain = not text.replace(",", " ").replace(" ", "").strip("0123456789")
    parts = text.replace(",", " ").split() if is_plain else text.split(",")
    refusal = MalformedError("bad-minutes", f"write minutes as 50, or as 30, 20, 20, not {text[:20]!r}")
    try:
        lengths = [minutes_of_text(part) for part in parts]
    except MalformedError as error:
        raise refusal from error
    if not all(0 < each <= LONGEST_ROUND for each in lengths):
        raise refusal
    return lengths


_Make = Callable[[Tournament, Fields], c.Command]


def _only(kind: Callable[..., c.Command]) -> _Make:
    """Makes a command whose fields are those of the form."""
    return lambda _tournament, fields: command_from_form(fields, kind)


COMMANDS: Final[dict[str, _Make]] = {
    "open-division": _open_division,
    "change-division": _change_division,
    "register": _register,
    "provide": _only(c.ProvideEquipment),
    "cancel-check-in": lambda _t, fields: c.CancelCheckIn("", fields.numbers("contender")),
    "withdraw": _only(c.Withdraw),
    "default": _only(c.DeclareDefault),
    "reinstate": _only(c.Reinstate),
    "format": _change_format,
    "merge": lambda _t, fields: command_from_form(
        fields, c.MergeDivisions, source=fields.text("division"), target=fields.text("into")
    ),
}
"""The actions of the page's forms, by name."""

entrant_routes: Final = (show_entrants, act_on_entrants)
