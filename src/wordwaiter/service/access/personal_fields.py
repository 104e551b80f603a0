"""Which parts of facts are about people, and about whom.

They are stored apart from the facts (`store.personal`), under an *owner*: `tournament-1#12` for whoever plays
under number 12, `tournament-1#12/ada lee` for one member of team 12, `tournament-1#12/pair` for the name of
their pair, `access#device-3` for whoever used a device, `tournament-1#named/ada lee` for whoever has that
name and no number there: a donor, somebody who signed. Texts have the owner `tournament-1#texts`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, Final, get_type_hints

from wordwaiter.game.facts import FACT_TYPES as TABLE_FACT_TYPES
from wordwaiter.game.facts import ResultSigned, SideRenamed, TableOpened
from wordwaiter.game.hare.facts import (
    HARE_FACT_TYPES,
    BoardAccepted,
    BoardSubmitted,
    RoundOpened,
    TeamRenamed,
)
from wordwaiter.service.access import facts as a
from wordwaiter.service.access.pin_misses import day_of_miss
from wordwaiter.service.photos.photo_facts import OF_PHOTOS, BoardPhotographed, picture_owners
from wordwaiter.service.tables.note_facts import NoteWritten
from wordwaiter.store.facts import NewFact, PersonalPart
from wordwaiter.store.personal import BY, MENTIONS, NAMED, TEXTS
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.erased import erased_member, erased_pair, erased_profile
from wordwaiter.tournament.state import Tournament

ERASING: Final = frozenset(
    kind.KIND for kind in (f.PersonErased, f.EverybodyErased, f.PhotosErased, a.Forgotten)
)
"""Kinds of fact after which nothing of before may stay in memory."""
ERASING_VALUES: Final = ERASING | {BoardPhotographed.KIND}  # a picture makes room for a newer one, too
Body = Mapping[str, Any]
_Parts = Iterator[PersonalPart]

INVITATIONS: Final = "access#invitation-"
"""Begins the owner of what is about whoever has an invitation."""
PAIR: Final = "pair"
ERASED_TEXT: Final = "–"
"""Stands for a text that was erased."""
PROGRAMS: Final = frozenset({"", "wordwaiter", "terminal"})
"""Who did something where nobody did."""
_TEXT_FIELDS: Final = frozenset({"reason", "note", "ground"})
"""How fields are called in which people type freely."""

RULED: Final = "a challenge"
"""Why points changed, for whoever may not know whose word it was."""

_PROFILE_FIELDS: Final = ("name", "club", "age", "needs", "rating", "email")


def with_personal_parts(stream: str, facts: Iterable[NewFact], actor: str) -> tuple[NewFact, ...]:
    """Returns facts with their personal parts named, so that these are stored apart."""
    return tuple([_with_own_parts(stream, fact, actor) for fact in facts])


def _with_own_parts(stream: str, fact: NewFact, actor: str) -> NewFact:
    if fact.kind not in _PARTS and fact.body.get("by") == actor:
        return fact  # nearly every fact of a game
    found = tuple(parts_of(stream, fact, actor))
    return replace(fact, personal=found) if found else fact


def parts_of(stream: str, fact: NewFact, actor: str) -> _Parts:
    """Yields the parts of a fact that are about people."""
    root = stream.partition("/")[0]
    body = fact.body
    if (parts := _PARTS.get(fact.kind)) is not None:
        about = _ABOUT[fact.kind](body).partition("/")[0] if fact.kind in _ABOUT else root
        for part in parts(body):
            # Whatever is in a name: it may have a # of its own.
            yield replace(part, owners=tuple(f"{about}#{owner}" for owner in part.owners))
    # One device may enter the plays of both sides, and a director acts for others: each has their name here.
    by = body.get("by")
    if isinstance(by, str) and by != actor and by not in PROGRAMS:
        yield PersonalPart(("by",), (f"{root}#{BY}/{by.casefold()}",), "")


def owner_of_actor(stream: str, device: str, actor: str) -> str:
    """Returns the owner of the name of whoever did something; nothing where the program did it itself."""
    if device.startswith("device-"):
        return f"access#{device}"
    if actor in PROGRAMS or actor.startswith("Computer"):
        return ""
    return f"{stream.partition('/')[0]}#{_named(actor)}"


def owner_of_invitation(number: int) -> str:
    """Returns the owner of the name on an invitation."""
    return f"{INVITATIONS}{number}"


def owner_of_all(stream: str) -> str:
    """Returns what stands for everybody in a tournament or at a free table."""
    return f"{stream}#"


def owners_forgotten(facts: Iterable[a.AccessFact]) -> tuple[str, ...]:
    """Returns the owners whose values facts about devices erase."""
    forgotten = [fact for fact in facts if isinstance(fact, a.Forgotten)]
    return (
        *(f"access#device-{number}" for each in forgotten for number in each.devices),
        *(owner_of_invitation(number) for each in forgotten for number in each.invitations),
        *(owner_of_all(stream) for each in forgotten for stream in each.streams),
        *(ref for each in forgotten for ref in each.texts),
    )


def owners_erased(stream: str, tournament: Tournament, fact: f.Fact) -> tuple[str, ...]:
    """Returns the owners whose values a fact of a tournament erases."""
    match fact:
        case f.EverybodyErased():
            return (owner_of_all(stream),)
        case f.PersonErased(contender=number, member=0):
            entrant = tournament.entrant_of(number)
            pairs = [f"{each.number}/{PAIR}" for each in entrant.contenders] if entrant.is_pair else []
            profile = tournament.contender(number).profile
            texts = (f"{MENTIONS}/{name}" for name in {profile.name, *profile.members})
            owners = (number, entrant.number, *pairs, f"{OF_PHOTOS}/{number}", *texts)
            return tuple(f"{stream}#{owner}" for owner in owners)
        case f.PersonErased(contender=number, member=member):
            name = tournament.contender(number).profile.members[member - 1]
            owners = (member_owner(number, name), f"{OF_PHOTOS}/{number}", f"{MENTIONS}/{name}")
            return tuple(f"{stream}#{owner}" for owner in owners)
        case f.PhotosErased():
            return (f"{stream}#{OF_PHOTOS}",)
        case _:
            return ()


def _part(otherwise: object, owner: object, *path: str | int) -> PersonalPart:
    return PersonalPart(path, (str(owner),), otherwise)


def _text(*path: str | int) -> PersonalPart:
    return _part(ERASED_TEXT, TEXTS, *path)


def _named(name: str) -> str:
    """Returns the owner of a name that goes with no number."""
    return f"{NAMED}/{name.casefold()}"


# ---------------------------------------------------------------- tournaments


def _registered(body: Body) -> _Parts:
    for at, entrant in enumerate(body["entrants"]):
        contenders = entrant["contenders"]
        if len(contenders) > 1:
            owner = f"{contenders[0]['number']}/{PAIR}"
            yield _part(erased_pair(entrant["number"]), owner, "entrants", at, "name")
        else:
            profile = contenders[0]["profile"]
            name = erased_profile(entrant["number"], has_members=bool(profile["members"])).name
            yield _part(name, contenders[0]["number"], "entrants", at, "name")
        for place, contender in enumerate(contenders):
            path = ("entrants", at, "contenders", place, "profile")
            yield from _profile(contender["number"], contender["profile"], path)


def _published(body: Body) -> _Parts:
    """Yields why people meet or rest, which may name others of their club."""
    for what in ("seatings", "rests"):
        for at, each in enumerate(body[what]):
            if each.get("why"):
                yield _part("", TEXTS, what, at, "why")


def _profile_changed(body: Body) -> _Parts:
    number, profile = body["contender"], body["profile"]
    is_alone = body["name"] == profile["name"]
    erased = erased_profile(number, has_members=bool(profile["members"])).name
    yield _part(
        erased if is_alone else erased_pair(number), number if is_alone else f"{number}/{PAIR}", "name"
    )
    yield from _profile(number, profile, ("profile",))


def _profile(number: int, profile: Body, path: tuple[str | int, ...]) -> _Parts:
    erased = erased_profile(number, has_members=bool(profile["members"]))
    for name in _PROFILE_FIELDS:
        otherwise = getattr(erased, name)
        yield _part([] if otherwise == () else otherwise, number, *path, name)
    for at, member in enumerate(profile["members"]):
        yield _part(erased_member(at), member_owner(number, member), *path, "members", at)


def member_owner(number: int, member: str) -> str:
    """Returns the owner of what is about one member of a team."""
    return f"{number}/{member.casefold()}"


def _reason_of(field: str, numbers: Callable[[Body], Iterable[int]]) -> Callable[[Body], _Parts]:
    """Returns what yields a reason that may tell of somebody's illness."""

    def parts(body: Body) -> _Parts:
        owners = tuple(map(str, numbers(body)))
        if owners:
            yield PersonalPart((field,), owners, "")

    return parts


def _paid(body: Body) -> _Parts:
    payment = body["payment"]
    yield _part("", TEXTS, "payment", "note")
    for field in ("donor", "cheque"):
        if payment.get(field):
            yield _part("", _named(payment["donor"]) if payment["donor"] else TEXTS, "payment", field)


def _challenge(challenge: Body, path: tuple[str | int, ...]) -> _Parts:
    for side in ("challenger", "challenged"):
        yield from _team(challenge[side], (*path, side))
    yield _part("", challenge["challenger"]["number"] or _named(challenge["by"]), *path, "by")
    if challenge.get("void"):
        yield _text(*path, "void")
    for name in ("ruling", "proposed"):
        official = challenge.get(name)
        if official:
            yield _part("", _named(official["by"]), *path, name, "by")
            yield _text(*path, name, "ground")
            yield from _changes(official.get("changes", ()), (*path, name, "changes"))


def _team(team: Body, path: tuple[str | int, ...]) -> _Parts:
    """Yields the name of a team; the first version had nothing but the name."""
    number = team["number"]
    erased = "Team" if number is None else erased_profile(number, has_members=True).name
    yield _part(erased, _named(team["name"]) if number is None else number, *path, "name")


def _ruled(body: Body) -> _Parts:
    yield from _team(body["challenger"], ("challenger",))
    yield from _changes(body["points"], ("points",))


def _changes(changes: Iterable[Any], path: tuple[str | int, ...]) -> _Parts:
    """Yields why points changed: the sentences have names in them."""
    owners = tuple(dict.fromkeys(str(line[0]) for line in changes))
    for at, _ in enumerate(changes):
        yield PersonalPart((*path, at, 2), owners, RULED)


def _refused_challenge(body: Body) -> _Parts:
    return _team(body["challenger"], ("challenger",))


# ---------------------------------------------------------------- tables


def _table_opened(body: Body) -> _Parts:
    sides, contenders = body["sides"], body.get("contenders") or [None] * len(body["sides"])
    for at, number in enumerate(contenders):
        yield _part(
            _side_name(number, at, body), _named(sides[at]) if number is None else number, "sides", at
        )
    for at, seat in enumerate(body["seats"]):
        number, name = contenders[seat["side"]], seat["name"]
        if number is None:
            yield _part(f"Player {at + 1}", _named(name), "seats", at, "name")
        elif name == sides[seat["side"]]:
            yield _part(_side_name(number, seat["side"], body), number, "seats", at, "name")
        else:
            yield _part(erased_member(at), member_owner(number, name), "seats", at, "name")


def _side_name(number: int | None, at: int, body: Body) -> str:
    if number is None:
        return f"Player {at + 1}"
    return erased_profile(number, has_members=len(body["seats"]) > len(body["sides"])).name


def _board_opened(body: Body) -> _Parts:
    number = body.get("contender")
    name = "Team" if number is None else erased_profile(number, has_members=True).name
    yield _part(name, _named(body["team"]) if number is None else number, "team")


def _board_submitted(body: Body) -> _Parts:
    # The fact does not tell of which team the member is.
    yield _part("a member", _named(body["member"]), "member")


def _result_signed(body: Body) -> _Parts:
    if body.get("member"):
        yield from _board_submitted(body)


def _note_written(_: Body) -> _Parts:
    yield _part("", TEXTS, "text")


def _board_accepted(body: Body) -> _Parts:
    for at, challenge in enumerate(body["challenges"]):
        yield from _challenge(challenge, ("challenges", at))


# ---------------------------------------------------------------- the house


def _invited(body: Body) -> _Parts:
    yield _part("", f"invitation-{body['number']}", "name")


def _missed(body: Body) -> _Parts:
    yield _part("", f"invitation-{body['number']}/{day_of_miss(body['at_ms'])}", "address")


def _takeover_asked(body: Body) -> _Parts:
    for field in ("name", "address"):
        yield _part("", f"invitation-{body['number']}", field)


def _joined(body: Body) -> _Parts:
    device = f"device-{body['device']}"
    yield _part(device, device, "name")
    yield _part("", device, "address")


def _reason_at(device_or_invitation: Callable[[Body], str]) -> Callable[[Body], _Parts]:
    return lambda body: iter([_part(ERASED_TEXT, device_or_invitation(body), "reason")])


_ABOUT: Final[Mapping[str, Callable[[Body], str]]] = {
    NoteWritten.KIND: lambda body: str(body["table"]),
    a.AccessEnded.KIND: lambda body: str(body["stream"]),
}
"""The stream whose people a fact of the house is about, by its kind."""

_OWN_PARTS: Final[Mapping[str, Callable[[Body], _Parts]]] = {
    f.EntrantsRegistered.KIND: _registered,
    f.ProfileChanged.KIND: _profile_changed,
    f.EntrantsRemoved.KIND: _reason_of("reason", lambda body: body["entrants"]),
    f.CheckedIn.KIND: _reason_of("late_reason", lambda body: body["contenders"]),
    f.RoundPublished.KIND: _published,
    f.EntrantMoved.KIND: _reason_of("reason", lambda body: [body["entrant"]]),
    f.ContenderLeft.KIND: _reason_of("reason", lambda body: [body["contender"]]),
    f.ContenderReinstated.KIND: _reason_of("reason", lambda body: [body["contender"]]),
    f.BoardWordChallenged.KIND: lambda body: _challenge(body["challenge"], ("challenge",)),
    f.BoardWordRuled.KIND: _ruled,
    f.BoardPointsProposed.KIND: _refused_challenge,
    f.BoardChallengeVoided.KIND: _refused_challenge,
    f.BoardRulingUndone.KIND: _refused_challenge,
    f.PledgeMade.KIND: lambda body: iter([_part("", _named(body["donor"]), "donor")]),
    f.PledgeChanged.KIND: lambda body: iter([_part("", _named(body["pledge"]["donor"]), "pledge", "donor")]),
    f.MoneyTaken.KIND: _paid,
    f.FeatNoted.KIND: lambda _: iter([_part("", TEXTS, "feat", "text")]),
    TableOpened.KIND: _table_opened,
    SideRenamed.KIND: lambda body: iter([_part(f"Player {body['side'] + 1}", _named(body["name"]), "name")]),
    RoundOpened.KIND: _board_opened,
    TeamRenamed.KIND: lambda body: iter([_part("Team", _named(body["name"]), "name")]),
    BoardSubmitted.KIND: _board_submitted,
    ResultSigned.KIND: _result_signed,
    BoardAccepted.KIND: _board_accepted,
    a.Invited.KIND: _invited,
    a.PinSet.KIND: _invited,
    a.PinMissed.KIND: _missed,
    a.TakeoverAsked.KIND: _takeover_asked,
    a.DeviceJoined.KIND: _joined,
    a.DeviceRevoked.KIND: _reason_at(lambda body: f"device-{body['device']}"),
    a.InvitationWithdrawn.KIND: _reason_at(lambda body: f"invitation-{body['number']}"),
    a.AccessEnded.KIND: _reason_at(lambda _: TEXTS),
    NoteWritten.KIND: _note_written,
    BoardPhotographed.KIND: lambda body: iter([PersonalPart(("picture",), picture_owners(body), None)]),
}
"""By the kind of fact."""


def _with_texts(kind: type, own: Callable[[Body], _Parts] | None) -> Callable[[Body], _Parts] | None:
    """Returns what yields the parts of a kind of fact: its own ones, and texts that people typed."""
    hints = get_type_hints(kind)
    names = [each.name for each in fields(kind) if each.name in _TEXT_FIELDS and hints[each.name] is str]
    if not names:
        return own

    def parts(body: Body) -> _Parts:
        found = () if own is None else tuple(own(body))
        yield from found
        known = {part.path[0] for part in found}
        yield from (_text(name) for name in names if name not in known and body.get(name))

    return parts


_PARTS: Final[Mapping[str, Callable[[Body], _Parts]]] = {
    **_OWN_PARTS,
    **{
        name: parts
        for types in (TABLE_FACT_TYPES, HARE_FACT_TYPES, f.FACT_TYPES)
        for name, kind in types.items()
        if (parts := _with_texts(kind, _OWN_PARTS.get(name))) is not None
    },
}
"""By the kind of fact, with the texts."""
