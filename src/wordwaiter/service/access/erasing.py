"""Erasing people: by the director, by a command in a terminal, and 90 days after the event."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, director_of_everything
from wordwaiter.service.access.commands import DEVICES, Forget
from wordwaiter.service.access.devices import STREAM as ACCESS
from wordwaiter.service.access.personal_fields import INVITATIONS, owner_of_all
from wordwaiter.service.access.pin_misses import is_missed_before
from wordwaiter.service.access.registry import Registry
from wordwaiter.service.clock import milliseconds
from wordwaiter.service.execute import execute, executing
from wordwaiter.service.steps import Steps, look_up
from wordwaiter.service.tables.stream_names import EXAMPLE, is_free
from wordwaiter.service.tournaments.kind import TOURNAMENTS, TournamentOutcome
from wordwaiter.service.tournaments.snapshots import snapshot_of, streams_in
from wordwaiter.store.backup import keep_erased_out, set_aside_in
from wordwaiter.store.personal import BY, NAMED, mentions
from wordwaiter.store.sqlite import SqliteFile
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.divisions import day_of_text
from wordwaiter.tournament.entrants.erased import is_erased
from wordwaiter.tournament.privacy import KEPT_DAYS, WARNED_DAYS, days_after, erasure_day
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)

_OF_PRIVACY: Final = frozenset(kind.KIND for kind in f.PrivacyFact.__args__)
"""Kinds of fact that tell nothing of when an event was held."""

_ITSELF: Final = director_of_everything("wordwaiter")


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """Somebody in a tournament, as a command in a terminal finds them."""

    stream: str
    tournament: str
    contender: int
    member: int = 0
    """Of a team, from 1; 0 is the entry itself."""

    @property
    def called(self) -> str:
        """The person's number, in words."""
        entry = f"number {self.contender}"
        return f"member {self.member} of {entry}" if self.member else entry


@dataclass(frozen=True, slots=True)
class FoundText:
    """A name or a text that mentions somebody: a donor, who did something, a reason, a note."""

    text: str
    refs: tuple[str, ...]
    """Wherever it stands."""


@dataclass(frozen=True, slots=True)
class Found:
    """Everything that is stored under a name."""

    entries: tuple[FoundPerson, ...] = ()
    devices: tuple[int, ...] = ()
    invitations: tuple[int, ...] = ()
    texts: tuple[FoundText, ...] = ()


def find_person(context: "Context", name: str, stream: str = "") -> Found:
    """Returns where somebody of that name is entered, joined or mentioned: anywhere, or in a tournament."""
    wanted = " ".join(name.split()).casefold()
    if not wanted:
        return Found()
    registry = context.devices.registry()

    def is_meant(called: str, grants: frozenset[Grant]) -> bool:
        return called.casefold() == wanted and (not stream or {each.stream for each in grants} == {stream})

    entries = tuple(
        FoundPerson(each, tournament.name, number, member)
        for each in ((stream,) if stream else streams_in(context))
        for tournament in [snapshot_of(context, each).tournament]
        for number, member, called in _people(tournament)
        if called.casefold() == wanted
    )
    return Found(
        entries,
        tuple(each.number for each in registry.devices_in_order if is_meant(each.name, each.grants)),
        tuple(each.number for each in registry.invitations_in_order if is_meant(each.name, each.grants)),
        _texts(context, wanted, stream),
    )


def _texts(context: "Context", name: str, stream: str) -> tuple[FoundText, ...]:
    """Returns the texts in which a name occurs; what is stored of an entry or a device goes with that."""
    found: dict[str, dict[str, None]] = {}
    for row in context.journal.personal_rows():
        root, _, owner = row.owner.partition("#")
        if (
            root != ACCESS
            and not owner[:1].isdigit()
            and root == (stream or root)
            and name in row.value.casefold()
        ):
            text = msgspec.json.decode(row.value)
            if mentions(text, name):
                found.setdefault(text, {})[row.ref] = None
    return tuple(FoundText(text, tuple(refs)) for text, refs in found.items())


def _people(tournament: Tournament) -> Iterator[tuple[int, int, str]]:
    for entrant in tournament.entrants.values():
        for each in entrant.contenders:
            yield each.number, 0, each.name
            for place, member in enumerate(each.profile.members, 1):
                yield each.number, place, member


def erase_person(context: "Context", caller: Caller, person: FoundPerson) -> None:
    """Erases somebody in a tournament, with the names of the devices that they used."""
    command = c.ErasePerson(caller.name, person.contender, person.member)
    execute(context, caller, TOURNAMENTS, person.stream, command)


def erase_found(context: "Context", caller: Caller, found: Found) -> None:
    """Erases entries, devices, names and texts. Whoever asks must direct all tournaments that they are of."""
    for each in found.entries:
        erase_person(context, caller, each)
    texts = tuple(ref for each in found.texts for ref in each.refs)
    itself = replace(caller, grants=caller.grants | _ITSELF.grants)
    context.devices.forget(itself, Forget(found.devices, found.invitations, texts=texts))
    _note_beside_journal(context)


def forget_devices(context: "Context", outcome: TournamentOutcome) -> Steps[None]:
    """Erases the names of devices whose people were erased; a follow-up of their tournament."""
    for fact in outcome.facts:
        if isinstance(fact, f.PhotosErased):
            yield from look_up(partial(_note_beside_journal, context))
        if not isinstance(fact, f.EverybodyErased | f.PersonErased):
            continue
        context.states.let_go_of_all()  # who did what is in them, and why
        forget = yield from look_up(partial(_devices_of, context, outcome, fact))
        if isinstance(fact, f.PersonErased) and fact.member:
            forget = replace(
                forget, texts=(yield from look_up(partial(_former_names, context, outcome, fact)))
            )
        if forget != Forget():
            yield from executing(context, _ITSELF, DEVICES, ACCESS, forget)
        yield from look_up(partial(_note_beside_journal, context))


def _devices_of(
    context: "Context", outcome: TournamentOutcome, fact: f.EverybodyErased | f.PersonErased
) -> Forget:
    """Returns the devices and invitations of those who were erased.

    Whoever had roles at other events too is known until they are erased there.
    """
    registry, stream = context.devices.registry(), outcome.stream
    own: Callable[[Grant], bool] = (
        (lambda _grant: True) if isinstance(fact, f.EverybodyErased) else _is_of_person(outcome, fact)
    )

    def is_one(grants: frozenset[Grant]) -> bool:
        here = {grant for grant in grants if grant.stream == stream}
        return bool(here) and all(map(own, here)) and all(_is_of_nobody(context, at) for at in grants - here)

    return _those(registry, is_one)


def _former_names(context: "Context", outcome: TournamentOutcome, fact: f.PersonErased) -> tuple[str, ...]:
    """Returns the references of names that a member of a team had before: one that was misspelt, too."""
    stream, number = outcome.stream, fact.contender
    members = outcome.state.contender(number).profile.members
    before = {
        profile["members"][fact.member - 1].casefold()
        for told in context.journal.facts(stream)
        for profile in _profiles_of(number, told.kind, told.body)
        if len(profile["members"]) >= fact.member
    }
    former = before - {each.casefold() for each in members}
    owners = {f"{stream}#{how}/{name}" for name in former for how in (number, NAMED, BY)}
    return tuple(row.ref for row in context.journal.personal_rows() if row.owner in owners)


def _profiles_of(number: int, kind: str, body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yields what a fact tells of whoever has that number."""
    if kind == f.EntrantsRegistered.KIND:
        entered = (each for entrant in body["entrants"] for each in entrant["contenders"])
        yield from (each["profile"] for each in entered if each["number"] == number)
    elif kind == f.ProfileChanged.KIND and body["contender"] == number:
        yield body["profile"]


def _is_of_nobody(context: "Context", grant: Grant) -> bool:
    """Checks if whoever had a role at another event was erased there."""
    if grant.stream not in streams_in(context):
        return False
    tournament = snapshot_of(context, grant.stream).tournament
    if tournament.is_erased or grant.entrant is None:
        return tournament.is_erased
    entrant = tournament.entrants.get(grant.entrant) or tournament.find_entrant(grant.entrant)
    return entrant is not None and all(is_erased(each.name) for each in entrant.contenders)


def _those(registry: Registry, is_one: Callable[[frozenset[Grant]], bool]) -> Forget:
    """Returns the devices and invitations to forget, by what they were granted besides free games.

    Anybody may begin such a game, and is no less to be forgotten for it.
    """

    def is_meant(grants: frozenset[Grant]) -> bool:
        others = frozenset(grant for grant in grants if not is_free(grant.stream))
        return bool(others) and is_one(others)

    return Forget(
        tuple(each.number for each in registry.devices_in_order if is_meant(each.grants)),
        tuple(each.number for each in registry.invitations_in_order if is_meant(each.grants)),
    )


def _is_of_person(outcome: TournamentOutcome, fact: f.PersonErased) -> Callable[[Grant], bool]:
    """Returns what checks whether a role was for somebody's own device."""
    own = {outcome.state.entrant_of(fact.contender).number, fact.contender}
    return lambda grant: grant.role is Role.PLAYER and grant.entrant in own


def erase_from_copies(context: "Context", folders: Iterable[Path]) -> None:
    """Erases from copies whoever was erased, and notes it beside the journal, for copies that come back."""
    database = context.journal.database
    here = (database.path.parent,) if isinstance(database, SqliteFile) else ()
    for folder in (*here, *folders):
        keep_erased_out(context.journal, folder)
    for folder in here:
        for aside in set_aside_in(folder):
            keep_erased_out(context.journal, aside.parent, [aside])


def _note_beside_journal(context: "Context") -> None:
    try:
        erase_from_copies(context, ())
    except WordwaiterError as error:  # the person is erased; the next backup erases the copies
        logger.warning("could not erase from the copies beside the journal: %s", error)


def left_over(context: "Context", name: str) -> tuple[int, ...]:
    """Returns the positions of facts in which that name still stands: of a place, a word, a sponsor."""
    wanted = name.casefold()
    return tuple(
        row.position for row in context.journal.rows() if wanted in f"{row.body} {row.actor}".casefold()
    )


# ---------------------------------------------------------------- retention


def held_on(context: "Context", stream: str, tournament: Tournament) -> date:
    """Returns the day of a tournament; where nobody told it, the day of the latest entry."""
    if tournament.date:
        return day_of_text(tournament.date)
    facts = context.journal.facts(stream)
    return next(each.time.date() for each in reversed(facts) if each.kind not in _OF_PRIVACY)


def erase_when_due(context: "Context") -> tuple[str, ...]:
    """Announces what will be erased soon, and erases what is due; returns the streams that were erased."""
    today = context.clock().astimezone(UTC).date()
    erased = []
    for stream in streams_in(context):
        if stream.startswith(f"{EXAMPLE}-"):
            continue
        try:
            if _is_erased_now(context, stream, today):
                erased.append(stream)
        except Exception:  # people of the other events are erased all the same
            logger.exception("%s: names and all personal fields could not be erased yet", stream)
    return (*erased, *_forget_guests(context, today))


def _is_erased_now(context: "Context", stream: str, today: date) -> bool:
    """Announces or does what is due at one event; returns whether everybody was erased."""
    tournament = snapshot_of(context, stream).tournament
    held = held_on(context, stream, tournament)
    if tournament.is_erased:
        if today >= days_after(held, KEPT_DAYS):
            _erase_what_came_later(context, stream)
        return False
    day = erasure_day(tournament, held, today)
    if tournament.erasure_day and today >= day:
        execute(context, _ITSELF, TOURNAMENTS, stream, c.EraseEverybody(_ITSELF.name))
        return True
    if not tournament.erasure_day and today >= days_after(held, KEPT_DAYS - WARNED_DAYS):
        announce = c.AnnounceErasure(_ITSELF.name, day.isoformat())
        execute(context, _ITSELF, TOURNAMENTS, stream, announce)
        logger.warning(
            "%s: names and all personal fields will be erased on %s", tournament.name, day.isoformat()
        )
    return False


def _erase_what_came_later(context: "Context", stream: str) -> None:
    """Erases what was stored of people at an event after everybody there was erased: a note, a signature."""
    late = tuple(row.ref for row in context.journal.personal_rows(owner_of_all(stream)))
    if late:
        context.devices.forget(_ITSELF, Forget(texts=late))


def _forget_guests(context: "Context", today: date) -> tuple[str, ...]:
    """Erases whom no tournament tells of any more: at free tables, with roles for everything, strangers.

    Returns the free tables, which ended long ago.
    """
    last = datetime.combine(today - timedelta(days=KEPT_DAYS), datetime.min.time(), UTC)
    before = context.devices.registry().forgotten
    streams = tuple(
        stream
        for stream in sorted(context.devices.ended() - before)
        if is_free(stream) and any(each.time < last for each in context.journal.facts(stream, newest=1))
    )
    registry, gone, last_ms = context.devices.registry(), {*before, *streams}, milliseconds(last)

    def is_over(grants: frozenset[Grant], used_ms: int) -> bool:
        """Checks if nobody has used that for long, where it was for the whole server."""
        left = [each for each in grants if each.stream not in gone]
        is_old = used_ms < last_ms and all(
            each.stream == HOUSE or _is_of_nobody(context, each) for each in left
        )
        return not left or is_old

    devices = (each for each in registry.devices_in_order if each.name != each.id)
    invitations = (each for each in registry.invitations_in_order if each.name)
    forget = Forget(
        tuple(each.number for each in devices if is_over(each.grants, each.seen_ms)),
        tuple(each.number for each in invitations if is_over(each.grants, each.expires_ms)),
        streams,
        _old_misses(context, registry, last_ms),
    )
    if forget != Forget():
        context.devices.forget(_ITSELF, forget)
    return streams


def _old_misses(context: "Context", registry: Registry, last_ms: int) -> tuple[str, ...]:
    """Returns the references of addresses from which wrong PINs were tried before a time."""

    def is_old(owner: str) -> bool:
        is_before = is_missed_before(owner, last_ms)
        # Earlier versions told no day: where there is no such invitation, nothing else would erase it.
        number = owner.removeprefix(INVITATIONS)
        is_nobodys = number.isdecimal() and int(number) not in registry.invitations
        return is_nobodys if is_before is None else is_before

    return tuple(row.ref for row in context.journal.personal_rows(INVITATIONS) if is_old(row.owner))
