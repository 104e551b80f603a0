"""Personal data of a tournament: how people are called in public, and how they are erased."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Final, assert_never

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.bee.evolve import rename_in_challenges
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.divisions import day_of_text
from wordwaiter.tournament.entrants.entrants import Contender, Entrant
from wordwaiter.tournament.entrants.erased import erased_member, erased_pair, erased_profile
from wordwaiter.tournament.state import Tournament

KEPT_DAYS: Final = 90
"""After so many days personal fields are erased."""
WARNED_DAYS: Final = 14
"""So long before, at least, it is announced."""


@decides
def choose_public_names(
    tournament: Tournament, command: c.ChoosePublicNames, now_ms: int
) -> tuple[f.Fact, ...]:
    """People are called otherwise in public from now on."""
    if command.names is tournament.public_names:
        raise ConflictError("no-change", "nothing changed: names are already shown like this")
    return (f.PublicNamesChosen(now_ms, command.by, command.names),)


@decides
def erase_person(tournament: Tournament, command: c.ErasePerson, now_ms: int) -> tuple[f.Fact, ...]:
    """Erases everything stored about somebody, at once and for ever."""
    profile = tournament.contender(command.contender).profile
    if not 0 <= command.member <= len(profile.members):
        raise MalformedError("no-such-member", f"{profile.name} has {len(profile.members)} members")
    name = profile.members[command.member - 1] if command.member else profile.name
    erased = f.PersonErased(now_ms, command.by, command.contender, command.member)
    # Not by the name: many teams are entered as "Team 7", with members and an e-mail.
    after = evolve_privacy(tournament, erased)
    if after.entrant_of(command.contender) == tournament.entrant_of(command.contender):
        raise ConflictError("no-change", f"{name} is already erased")
    return (erased,)


@decides
def erase_everybody(tournament: Tournament, command: c.EraseEverybody, now_ms: int) -> tuple[f.Fact, ...]:
    """Erases everything stored about everybody."""
    if tournament.is_erased:
        raise ConflictError("no-change", "everybody is already erased")
    return (f.EverybodyErased(now_ms, command.by),)


@decides
def announce_erasure(tournament: Tournament, command: c.AnnounceErasure, now_ms: int) -> tuple[f.Fact, ...]:
    """Everybody hears on which day people are erased."""
    day_of_text(command.day)
    if tournament.erasure_day == command.day:
        raise ConflictError("no-change", "this day is already announced")
    return (f.ErasureAnnounced(now_ms, command.by, command.day),)


@decides
def keep_photos(tournament: Tournament, command: c.KeepPhotos, now_ms: int) -> tuple[f.Fact, ...]:
    """Photos of boards are kept from now on."""
    if tournament.keeps_photos:
        raise ConflictError("photos-set", "photos of boards are already kept")
    return (f.PhotosKept(now_ms, command.by),)


@decides
def erase_photos(tournament: Tournament, command: c.ErasePhotos, now_ms: int) -> tuple[f.Fact, ...]:
    """The photos that were kept go, and no more are kept."""
    if not tournament.keeps_photos:
        raise ConflictError("photos-set", "no photos of boards are kept")
    return (f.PhotosErased(now_ms, command.by),)


def erasure_day(tournament: Tournament, held: date, today: date) -> date:
    """Returns the day on which people are erased: 90 days after the event, and never unannounced."""
    due = days_after(held, KEPT_DAYS)
    announced = day_of_text(tournament.erasure_day) if tournament.erasure_day else None
    return max(due, announced or today + timedelta(days=WARNED_DAYS))


def days_after(day: date, count: int) -> date:
    """Returns the day so many days later; the last there is for an event of the year 9999."""
    return day + timedelta(days=min(count, (date.max - day).days))


def after_erasure(tournament: Tournament, fact: f.Fact) -> Tournament:
    """Returns the tournament before a fact: what follows an erasure of all is erased too."""
    tells_of_nobody = isinstance(fact, f.PrivacyFact) and not isinstance(fact, f.PhotosKept)
    if not tournament.is_erased or tells_of_nobody:
        return tournament
    return replace(tournament, is_erased=False, erasure_day="")


def evolve_privacy(tournament: Tournament, fact: f.PrivacyFact) -> Tournament:
    """The tournament after a fact about personal data."""
    match fact:
        case f.PublicNamesChosen(names=names):
            return replace(tournament, public_names=names)
        case f.ErasureAnnounced(day=day):
            return replace(tournament, erasure_day=day)
        case f.PhotosKept() | f.PhotosErased():
            return replace(tournament, keeps_photos=isinstance(fact, f.PhotosKept))
        case f.PersonErased(contender=number, member=0):
            return _without(tournament, number)
        case f.PersonErased(contender=number, member=member):
            return _without_member(tournament, number, member - 1)
        case f.EverybodyErased():
            after = replace(
                tournament,
                is_erased=True,
                keeps_photos=False,
                pledges=tuple(replace(each, donor="") for each in tournament.pledges),
                ledger=tuple(
                    replace(each, payment=replace(each.payment, note="", donor="", cheque=""))
                    for each in tournament.ledger
                ),
            )
            for entrant in tournament.entrants.values():
                for each in entrant.contenders:
                    after = _without(after, each.number)
            return after
        case _:
            assert_never(fact)


def _without(tournament: Tournament, number: int) -> Tournament:
    """The tournament in which nobody knows who has that number."""
    entrant = tournament.entrant_of(number)
    before = tournament.contender(number).profile
    erased = replace(
        erased_profile(number, has_members=bool(before.members)),
        members=tuple(erased_member(place) for place, _ in enumerate(before.members)),
        brings_set=before.brings_set,
        brings_clock=before.brings_clock,
        by_initials=before.by_initials,
    )
    contender = Contender(number, erased)
    contenders = tuple(contender if each.number == number else each for each in entrant.contenders)
    name = erased_pair(entrant.number) if entrant.is_pair else erased.name
    after = _changed(tournament, replace(entrant, name=name, contenders=contenders))
    gone = after.departures.get(number)
    if gone is not None:
        after = replace(after, departures={**after.departures, number: replace(gone, reason="")})
    return rename_in_challenges(after, entrant.division, number, erased.name)


def _without_member(tournament: Tournament, number: int, place: int) -> Tournament:
    entrant = tournament.entrant_of(number)
    contenders = []
    for each in entrant.contenders:
        members = list(each.profile.members)
        if each.number == number:
            members[place] = erased_member(place)
        contenders.append(replace(each, profile=replace(each.profile, members=tuple(members))))
    return _changed(tournament, replace(entrant, contenders=tuple(contenders)))


def _changed(tournament: Tournament, entrant: Entrant) -> Tournament:
    return replace(tournament, entrants={**tournament.entrants, entrant.number: entrant})
