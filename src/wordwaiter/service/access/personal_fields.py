"""Which parts of facts are about people, and about whom.

They are stored apart from the facts (`store.personal`), under an *owner*: `tournament-1#12` for whoever plays
under number 12, `tournament-1#12/ada lee` for one member of team 12, `tournament-1#12/pair` for the name of
their pair, `access#device-3` for whoever used a device.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from wordwaiter.game.facts import ResultSigned, SideRenamed, TableOpened
from wordwaiter.game.hare.facts import BoardAccepted, BoardSubmitted, RoundOpened, TeamRenamed
from wordwaiter.service.access import facts as a
from wordwaiter.service.tables.note_facts import NoteWritten
from wordwaiter.store.facts import NewFact, PersonalPart
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.erased import erased_member, erased_pair, erased_profile
from wordwaiter.tournament.state import Tournament

ERASING: Final = frozenset({f.PersonErased.KIND, f.EverybodyErased.KIND, a.Forgotten.KIND})
"""Kinds of fact after which nothing of before may stay in memory."""

Body = Mapping[str, Any]
_Parts = Iterator[PersonalPart]

PAIR: Final = "pair"
OTHERS: Final = "others"
"""Those who have no number: donors, and guests at free tables."""

RULED: Final = "a challenge"
"""Why points changed, for whoever may not know whose word it was."""

_PROFILE_FIELDS: Final = ("name", "club", "age", "needs", "rating", "email")


def with_personal_parts(stream: str, facts: Iterable[NewFact]) -> tuple[NewFact, ...]:
    """Returns facts with their personal parts named, so that these are stored apart."""
    return tuple(
        replace(fact, personal=tuple(parts_of(stream, fact.kind, fact.body))) if fact.kind in _PARTS else fact
        for fact in facts
    )


def parts_of(stream: str, kind: str, body: Body) -> _Parts:
    """Yields the parts of a fact that are about people."""
    root = stream.partition("/")[0]
    for part in _PARTS.get(kind, _none)(body):
        owners = tuple(f"{root}#{owner}" for owner in part.owners)
        yield replace(part, owners=owners)


def owner_of_device(device: str) -> str:
    """Returns the owner of the name of whoever used a device; nothing where it is no device that joined."""
    return f"access#{device}" if device.startswith("device-") else ""


def owner_of_invitation(number: int) -> str:
    """Returns the owner of the name on an invitation."""
    return f"access#invitation-{number}"


def owner_of_all(stream: str) -> str:
    """Returns what stands for everybody in a tournament or at a free table."""
    return f"{stream}#"


def owners_forgotten(facts: Iterable[a.AccessFact]) -> tuple[str, ...]:
    """Returns the owners whose values facts about devices erase."""
    forgotten = [fact for fact in facts if isinstance(fact, a.Forgotten)]
    return (
        *(owner_of_device(f"device-{number}") for each in forgotten for number in each.devices),
        *(owner_of_invitation(number) for each in forgotten for number in each.invitations),
        *(owner_of_all(stream) for each in forgotten for stream in each.streams),
    )


def owners_erased(stream: str, tournament: Tournament, fact: f.Fact) -> tuple[str, ...]:
    """Returns the owners whose values a fact of a tournament erases."""
    match fact:
        case f.EverybodyErased():
            return (owner_of_all(stream),)
        case f.PersonErased(contender=number, member=0):
            entrant = tournament.entrant_of(number)
            pairs = [f"{each.number}/{PAIR}" for each in entrant.contenders] if entrant.is_pair else []
            members = map(_signer, tournament.contender(number).profile.members)
            return tuple(f"{stream}#{owner}" for owner in (number, entrant.number, *pairs, *members))
        case f.PersonErased(contender=number, member=member):
            name = tournament.contender(number).profile.members[member - 1]
            return (f"{stream}#{member_owner(number, name)}", f"{stream}#{_signer(name)}")
        case _:
            return ()


def _part(otherwise: object, owner: object, *path: str | int) -> PersonalPart:
    return PersonalPart(path, (str(owner),), otherwise)


def _none(_: Body) -> _Parts:
    yield from ()


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


def _others(*paths: tuple[str, ...]) -> Callable[[Body], _Parts]:
    """Returns what yields parts about people without a number, such as donors."""
    return lambda _: iter([_part("", OTHERS, *path) for path in paths])


def _challenge(challenge: Body, path: tuple[str | int, ...]) -> _Parts:
    for side in ("challenger", "challenged"):
        yield from _team(challenge[side], (*path, side))
    if isinstance(challenge["challenger"], Mapping) and "by" in challenge:
        yield _part("", challenge["challenger"]["number"] or OTHERS, *path, "by")


def _team(team: Any, path: tuple[str | int, ...]) -> _Parts:
    """Yields the name of a team; the first version had nothing but the name."""
    if isinstance(team, Mapping):
        erased = OTHERS if team["number"] is None else erased_profile(team["number"], has_members=True).name
        yield _part(erased, team["number"] or OTHERS, *path, "name")


def _ruled(body: Body) -> _Parts:
    yield from _team(body["challenger"], ("challenger",))
    owners = tuple(str(line[0]) for line in body["points"])
    for at, _ in enumerate(body["points"]):
        yield PersonalPart(("points", at, 2), owners, RULED)


# ---------------------------------------------------------------- tables


def _table_opened(body: Body) -> _Parts:
    sides, contenders = body["sides"], body.get("contenders") or [None] * len(body["sides"])
    for at, number in enumerate(contenders):
        yield _part(_side_name(number, at, body), OTHERS if number is None else number, "sides", at)
    for at, seat in enumerate(body["seats"]):
        number, name = contenders[seat["side"]], seat["name"]
        if number is None:
            yield _part(f"Player {at + 1}", OTHERS, "seats", at, "name")
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
    yield _part(name, OTHERS if number is None else number, "team")


def _board_submitted(body: Body) -> _Parts:
    yield _part("a member", _signer(body["member"]), "member")


def _result_signed(body: Body) -> _Parts:
    if body.get("member"):
        yield from _board_submitted(body)


def _signer(member: str) -> str:
    """Returns the owner of the name with which a member signed: the fact does not tell of which team."""
    return f"signer/{member.casefold()}"


def _board_accepted(body: Body) -> _Parts:
    for at, challenge in enumerate(body["challenges"]):
        yield from _challenge(challenge, ("challenges", at))


# ---------------------------------------------------------------- the house


def _invited(body: Body) -> _Parts:
    yield _part("", f"invitation-{body['number']}", "name")


def _takeover_asked(body: Body) -> _Parts:
    for field in ("name", "address"):
        yield _part("", f"invitation-{body['number']}", field)


def _joined(body: Body) -> _Parts:
    device = f"device-{body['device']}"
    yield _part(device, device, "name")
    yield _part("", device, "address")


_PARTS: Final[Mapping[str, Callable[[Body], _Parts]]] = {
    f.EntrantsRegistered.KIND: _registered,
    f.ProfileChanged.KIND: _profile_changed,
    f.EntrantsRemoved.KIND: _reason_of("reason", lambda body: body["entrants"]),
    f.CheckedIn.KIND: _reason_of("late_reason", lambda body: body["contenders"]),
    f.EntrantMoved.KIND: _reason_of("reason", lambda body: [body["entrant"]]),
    f.ContenderLeft.KIND: _reason_of("reason", lambda body: [body["contender"]]),
    f.ContenderReinstated.KIND: _reason_of("reason", lambda body: [body["contender"]]),
    f.BoardWordChallenged.KIND: lambda body: _challenge(body["challenge"], ("challenge",)),
    f.BoardWordRuled.KIND: _ruled,
    f.PledgeMade.KIND: lambda _: iter([_part("", OTHERS, "donor")]),
    f.PledgeChanged.KIND: _others(("pledge", "donor"), ("reason",)),
    f.PledgeWithdrawn.KIND: _others(("reason",)),
    f.MoneyTaken.KIND: _others(("payment", "note"), ("payment", "donor"), ("payment", "cheque")),
    f.MoneyReversed.KIND: _others(("reason",)),
    TableOpened.KIND: _table_opened,
    SideRenamed.KIND: lambda body: iter([_part(f"Player {body['side'] + 1}", OTHERS, "name")]),
    RoundOpened.KIND: _board_opened,
    TeamRenamed.KIND: lambda _: iter([_part("Team", OTHERS, "name")]),
    BoardSubmitted.KIND: _board_submitted,
    ResultSigned.KIND: _result_signed,
    BoardAccepted.KIND: _board_accepted,
    a.Invited.KIND: _invited,
    a.PinSet.KIND: _invited,
    a.PinMissed.KIND: lambda body: iter([_part("", f"invitation-{body['number']}", "address")]),
    a.TakeoverAsked.KIND: _takeover_asked,
    a.DeviceJoined.KIND: _joined,
    NoteWritten.KIND: lambda _: iter([_part("", OTHERS, "text")]),
}
"""By the kind of fact."""

PERSONAL_KINDS: Final = frozenset(_PARTS)
"""Kinds of fact that have parts about people."""
