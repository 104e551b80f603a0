"""Entrants: registered, put right, taken out, checked in, and moved; `absence` has those who leave."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, WordwaiterError
from wordwaiter.sentences import said
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import absence_is_default, has_begun
from wordwaiter.tournament.entrants.entrants import Application, Contender, Entrant, Profile, usual_name
from wordwaiter.tournament.entrants.names import LONGEST_NAME, is_readable
from wordwaiter.tournament.facts import (
    CheckedIn,
    CheckInCancelled,
    ContenderReinstated,
    EntrantMoved,
    EntrantsRegistered,
    EntrantsRemoved,
    Fact,
    ProfileChanged,
)
from wordwaiter.tournament.formats.choices import Teams
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.state import Division, Tournament

_EMAIL: Final = re.compile(r"[^@\s]{1,64}@[^@\s]{1,189}")


@decides
def register(tournament: Tournament, command: c.Register, now_ms: int) -> tuple[Fact, ...]:
    """Entrants are entered with numbers of their own, all of them or none."""
    division = tournament.division(command.division)
    if not command.applications:
        raise MalformedError("nobody", "name at least one entrant")
    late = bool(tournament.rounds_of(division.name))
    if late and absence_is_default(division):
        raise IllegalError(
            "entries-closed",
            f"{division.name} has started; entries are closed",
            clause=division.format.clause_of("absence.late_arrival"),
        )
    taken = taken_names(tournament)
    for application in command.applications:
        for refusal in refusals(application, division, taken):
            raise refusal
        taken |= names_in(application)
    entrants = tuple(_numbered(command.applications, division.name, tournament.next_number))
    return (EntrantsRegistered(now_ms, command.by, division.name, entrants, late),)


def _numbered(applications: Iterable[Application], division: str, number: int) -> Iterator[Entrant]:
    for application in applications:
        first = number + 1 if len(application.of) > 1 else number
        contenders = tuple(Contender(first + index, profile) for index, profile in enumerate(application.of))
        yield Entrant(number, application.name, division, contenders)
        number = contenders[-1].number + 1


# ---------------------------------------------------------------- what is wrong with an application


def taken_names(tournament: Tournament) -> set[str]:
    """The names that people and teams of the tournament have, in one case."""
    return {
        name.casefold()
        for entrant in tournament.entrants.values()
        for name in (entrant.name, *(each.name for each in entrant.contenders))
    }


def names_in(application: Application) -> set[str]:
    """The names that an application takes."""
    return {application.name.casefold(), *(profile.name.casefold() for profile in application.of)}


def refusals(application: Application, division: Division, taken: set[str]) -> Iterator[WordwaiterError]:
    """Why somebody cannot be entered like this, each ground."""
    wanted = division.format.contenders_each
    if len(application.of) != wanted:
        people = "1 person" if len(application.of) == 1 else f"{len(application.of)} people"
        yield IllegalError(
            "wrong-number",
            f"{application.name or 'this entry'} has {people}, but an entry "
            f"in {division.name} needs {wanted}",
            clause=division.format.clause_of("entry.kind"),
        )
    names = [profile.name.casefold() for profile in application.of]
    for profile in application.of:
        if not profile.name.strip():
            yield MalformedError("no-name", "enter a name")
        elif profile.name.casefold() in taken or names.count(profile.name.casefold()) > 1:
            yield ConflictError(
                "name-taken",
                name_taken(profile.name),
                name=profile.name,
            )
        yield from profile_refusals(profile, division)
    if len(application.of) > 1 and application.name.casefold() in taken:
        yield ConflictError(
            "name-taken",
            said("{who} has already entered; give the pair another name", who=application.name),
            name=application.name,
        )


def name_taken(name: str) -> str:
    """Returns the sentence about a name that an entrant has already."""
    return said("{who} is entered already; add something to tell them apart, such as the town", who=name)


def _texts(profile: Profile) -> tuple[str, ...]:
    return (profile.name, profile.club, *profile.members, profile.email)


def profile_refusals(profile: Profile, division: Division) -> Iterator[WordwaiterError]:
    """Yields why somebody cannot be in a division."""
    kind, least_age = division.format.entry.kind, division.format.entry.least_age
    if isinstance(kind, Teams) and not kind.least_members <= len(profile.members) <= kind.most_members:
        yield IllegalError(
            "team-size",
            f"a team has {kind.least_members} to {kind.most_members} members; "
            f"{profile.name} has {len(profile.members)}",
            clause=division.format.clause_of("entry.kind"),
        )
    if not all(map(is_readable, _texts(profile))):
        yield MalformedError(
            "control-sign", f"{profile.name!r} has a character that cannot be printed; type it again"
        )
    if any(len(text) > LONGEST_NAME for text in _texts(profile)):
        yield MalformedError(
            "bad-name", f"{profile.name[:30]} is too long; a name has at most {LONGEST_NAME} letters"
        )
    if not isinstance(kind, Teams) and profile.members:
        yield MalformedError("not-a-team", f"{profile.name} has members, but {division.name} has no teams")
    if profile.email and not _EMAIL.fullmatch(profile.email):
        yield MalformedError(
            "bad-email", f"{profile.email} is not an email address; write it as ann@example.org"
        )
    if profile.age is None and (least_age is not None or division.ages is not None):
        yield MalformedError("no-age", f"enter the age of {profile.name}; {division.name} requires it")
    if profile.age is None:
        return
    if not 0 < profile.age <= 120:
        yield MalformedError("bad-age", f"{profile.name} cannot be {profile.age} years old")
    if least_age is not None and profile.age < least_age:
        yield IllegalError(
            "too-young",
            f"{profile.name} is {profile.age}; {division.name} is for ages {least_age} and over",
            clause=division.format.clause_of("entry.least_age"),
        )
    if division.ages is not None and profile.age not in division.ages:
        yield IllegalError(
            "other-age",
            f"{profile.name} is {profile.age}; {division.name} is for ages {division.ages}",
            clause=division.format.clause_of("entry.least_age"),
        )


@decides
def change_profile(tournament: Tournament, command: c.ChangeProfile, now_ms: int) -> tuple[Fact, ...]:
    """Edits somebody's details; a name made of theirs follows."""
    entrant = tournament.entrant_of(command.contender)
    before = tournament.contender(command.contender).profile
    if command.pair is not None and not entrant.is_pair:
        raise MalformedError("not-a-pair", f"{before.name} is not a pair and cannot have a pair name")
    profiles = tuple(
        command.profile if each.number == command.contender else each.profile for each in entrant.contenders
    )
    was_usual = entrant.name == usual_name(each.profile for each in entrant.contenders)
    kept = "" if was_usual else entrant.name
    name = (kept if command.pair is None else command.pair.strip()) or usual_name(profiles)
    if command.profile == before and name == entrant.name:
        raise ConflictError("no-change", f"nothing changed: {before.name} is already entered like this")
    application = Application(name, profiles)
    own = {entrant.name.casefold(), *(each.name.casefold() for each in entrant.contenders)}
    for refusal in refusals(
        application, tournament.division(entrant.division), taken_names(tournament) - own
    ):
        raise refusal
    return (ProfileChanged(now_ms, command.by, command.contender, command.profile, name),)


@decides
def remove_entrants(tournament: Tournament, command: c.RemoveEntrants, now_ms: int) -> tuple[Fact, ...]:
    """Removes somebody who was entered by mistake, as long as nothing depends on them."""
    numbers = tuple(dict.fromkeys(command.entrants))
    if not numbers:
        raise MalformedError("nobody", "name at least one entrant to remove")
    require_reason(command.reason, "removing an entrant")
    for entrant in map(tournament.entrant, numbers):
        own = {each.number for each in entrant.contenders}
        if any(has_a_seat(tournament, each) for each in own):
            raise ConflictError(
                "has-a-seat",
                f"{entrant.name} has a seat in a round; withdraw them or record a default instead",
            )
        noted = {each.contender for each in tournament.feats}
        paid = {each.payment.team for each in tournament.ledger} | {each.team for each in tournament.pledges}
        if own & (noted | paid):
            raise ConflictError(
                "has-an-account",
                f"{entrant.name} has payments or a prize; withdraw them instead",
            )
    return (EntrantsRemoved(now_ms, command.by, numbers, command.reason),)


# ---------------------------------------------------------------- coming and going


@decides
def check_in(tournament: Tournament, command: c.CheckIn, now_ms: int) -> tuple[Fact, ...]:
    """Contenders have come; those who come after play has begun need the convenor's leave in some formats."""
    if not command.contenders:
        raise MalformedError("nobody", "name at least one person to check in")
    owners = tournament.owners()
    seen: set[int] = set()
    for number in command.contenders:
        entrant = owners.get(number) or tournament.entrant_of(number)
        division = tournament.division(entrant.division)
        if number in tournament.here or number in seen:
            raise ConflictError("here-already", f"{tournament.contender(number).name} is already checked in")
        if has_begun(tournament, division.name) and not command.late_reason.strip():
            _require_late_allowed(division, tournament.contender(number).name)
        seen.add(number)
    reason = command.late_reason or "has come after all"
    returned = tuple(
        ContenderReinstated(now_ms, command.by, number, reason)
        for number in command.contenders
        if number in tournament.departures
    )
    return (*returned, CheckedIn(now_ms, command.by, command.contenders, command.late_reason))


def _require_late_allowed(division: Division, name: str) -> None:
    if absence_is_default(division):
        raise IllegalError(
            "too-late",
            f"play has started, so {name} is in default; the convenor can overrule with a reason",
            clause=division.format.clause_of("absence.late_arrival"),
        )


@decides
def cancel_check_in(tournament: Tournament, command: c.CancelCheckIn, now_ms: int) -> tuple[Fact, ...]:
    """A check-in was a mistake; one who has played is withdrawn instead."""
    for number in command.contenders:
        name = tournament.contender(number).name
        if number not in tournament.here:
            raise ConflictError("not-here", f"{name} is not checked in")
        if has_a_seat(tournament, number):
            division = tournament.division(tournament.entrant_of(number).division)
            instead = "declare a default" if absence_is_default(division) else f"withdraw {name}"
            raise ConflictError("has-a-seat", f"{name} has a seat in a round; {instead} instead")
    return (CheckInCancelled(now_ms, command.by, command.contenders),)


def has_a_seat(tournament: Tournament, contender: int) -> bool:
    """Checks whether somebody sits or rests in any round: from then on results hang on the number."""
    division = tournament.entrant_of(contender).division
    return any(
        contender in each.seated or any(rest.contender == contender for rest in each.rests)
        for each in tournament.rounds_of(division)
    )


@decides
def move_entrant(tournament: Tournament, command: c.MoveEntrant, now_ms: int) -> tuple[Fact, ...]:
    """An entrant goes to another division, before it has had a seat."""
    entrant = tournament.entrant(command.entrant)
    source, target = tournament.division(entrant.division), tournament.division(command.division)
    require_reason(command.reason, f"moving {entrant.name}")
    if source.name == target.name:
        raise ConflictError("there-already", f"{entrant.name} is already in {target.name}")
    if any(has_a_seat(tournament, each.number) for each in entrant.contenders):
        raise ConflictError(
            "has-a-seat", f"{entrant.name} has played in {source.name}; results cannot be moved"
        )
    if tournament.rounds_of(target.name):
        for each in entrant.contenders:
            _require_late_allowed(target, each.name)
    application = Application(entrant.name, tuple(each.profile for each in entrant.contenders))
    for refusal in refusals(application, target, set()):
        raise refusal
    return (EntrantMoved(now_ms, command.by, entrant.number, target.name, command.reason),)
