"""What a caller may see: of entrants, of facts as they happen, and of what a word list says.

- What is private of somebody (age, needs, e-mail, why they left) is for officials.
- Whoever asked for it is shown by initials, but to those who need the name for their task and to themselves.
- No fact tells a rack, or the order of the bag: its owner sees the rack at the table, and nobody the bag.
- What a word list says of a play is for judges: whether a peek was good, on what ground a word was bad, and
  whether a play was left when a game was ended.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller
from wordwaiter.service.judging.judge_access import is_judge
from wordwaiter.service.memo import Memo
from wordwaiter.service.streams import tournament_fact
from wordwaiter.store.facts import Fact, write_time
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.entrants import Contender, Entrant, Profile, usual_name
from wordwaiter.tournament.records import fact_to_plain
from wordwaiter.tournament.rounds.rounds import Round
from wordwaiter.tournament.state import Tournament

_SEES_NAMES: Final = frozenset({Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.TREASURER})
"""Who must know whom they have before them. The emcee is not: what an emcee reads, the room hears."""

_SHOWN: Final = Memo[Tournament](16)
"""Tournaments as all see them who are no officials: many ask at once when something happened."""


# ---------------------------------------------------------------- entrants


def tournament_for(caller: Caller, stream: str, tournament: Tournament) -> Tournament:
    """The tournament with what the caller may see of everybody; lists made of it need nothing more."""
    if caller.is_official(stream):
        return tournament
    named = caller.holds(stream, *_SEES_NAMES)
    shown = _SHOWN.of((stream, named), (tournament,), lambda: _shown_tournament(tournament, named=named))
    seen = _seen_by(caller, stream)
    # Of everybody else all see the same, and of those who are shown by name everybody does.
    own = {
        number: told
        for number, entrant in tournament.entrants.items()
        if not named and _asked_for_initials(entrant)
        if (told := seen(entrant)) != shown.entrants[number]
    }
    return replace(shown, entrants={**shown.entrants, **own}) if own else shown


def _shown_tournament(tournament: Tournament, *, named: bool) -> Tournament:
    """A tournament as those see it who are no officials, with all names or with those that are public."""
    return replace(
        tournament,
        entrants={
            number: _shown_entrant(entrant, named=named) for number, entrant in tournament.entrants.items()
        },
        departures={number: replace(each, reason="") for number, each in tournament.departures.items()},
        rounds={name: tuple(map(_without_reasons, rounds)) for name, rounds in tournament.rounds.items()},
    )


def _without_reasons(played: Round) -> Round:
    """A round without why two met and why a result was decided: that may tell of illness, needs and names."""
    sittings = tuple(
        replace(each, why="", outcome=None if each.outcome is None else replace(each.outcome, reason=""))
        for each in played.sittings
    )
    return replace(played, sittings=sittings)


def entrant_for(caller: Caller, stream: str, entrant: Entrant) -> Entrant:
    """An entrant as the caller may see it."""
    return entrant if caller.is_official(stream) else _seen_by(caller, stream)(entrant)


def _seen_by(caller: Caller, stream: str) -> Callable[[Entrant], Entrant]:
    """How somebody who is no official sees an entrant; who that is, is looked up once for all of them."""
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    knows_names = caller.holds(stream, *_SEES_NAMES)

    def seen(entrant: Entrant) -> Entrant:
        return _shown_entrant(entrant, named=knows_names or _is_one_of(own, entrant))

    return seen


def sees_name(caller: Caller, stream: str, entrant: Entrant) -> bool:
    """Checks if a caller sees the full name of an entrant also where initials were asked for."""
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    return sees_all_names(caller, stream) or _is_one_of(own, entrant)


def sees_all_names(caller: Caller, stream: str) -> bool:
    """Checks if a caller must know whom they have before them."""
    return caller.holds(stream, *_SEES_NAMES)


def _is_one_of(numbers: set[int | None], entrant: Entrant) -> bool:
    return not numbers.isdisjoint({entrant.number, *(each.number for each in entrant.contenders)})


def _shown_entrant(entrant: Entrant, *, named: bool) -> Entrant:
    contenders = tuple(
        Contender(each.number, shown_profile(each.profile, named=named)) for each in entrant.contenders
    )
    name = entrant.name
    if not named and _asked_for_initials(entrant):
        name = _shown_name(entrant, contenders)
    return replace(entrant, name=name, contenders=contenders)


def _asked_for_initials(entrant: Entrant) -> bool:
    return any(each.profile.by_initials for each in entrant.contenders)


def shown_profile(profile: Profile, *, named: bool) -> Profile:
    """What others than officials may see of somebody; without the name where initials were asked for."""
    public = replace(profile, age=None, needs=(), email="")
    if named or not profile.by_initials:
        return public
    return replace(public, name=initials_of(profile.name), members=tuple(map(initials_of, profile.members)))


def initials_of(name: str) -> str:
    """`Ann-Marie Lee` as `A. M. L.`"""
    return " ".join(f"{part[0].upper()}." for part in re.split(r"[\s-]+", name) if part)


def _shown_name(entrant: Entrant, shown: tuple[Contender, ...]) -> str:
    """An entrant's name when somebody in it asked for initials; a name made of theirs follows."""
    if len(shown) == 1 or entrant.name == usual_name(each.profile for each in entrant.contenders):
        return usual_name(each.profile for each in shown)
    full = (name for each in entrant.contenders for name in each.profile.name.split())
    tells = any(part.casefold() in entrant.name.casefold() for part in full if len(part) > 1)
    return usual_name(each.profile for each in shown) if tells else entrant.name


# ---------------------------------------------------------------- facts

_STAFF: Final = (
    Role.JUDGE,
    Role.SCOREKEEPER,
    Role.TABLE_SCOREKEEPER,
    Role.EMCEE,
    Role.TREASURER,
)
"""Who has a task in the room."""

_CONTENT_FOR: Final[Mapping[str, tuple[Role, ...]]] = {
    # Whoever asks later to be shown by initials would still have the name in what was told before.
    "tournament.entrants_registered": tuple(_SEES_NAMES),
    "tournament.profile_changed": tuple(_SEES_NAMES),
    "game.side_renamed": tuple(_SEES_NAMES),
    "hare.team_renamed": tuple(_SEES_NAMES),
    "tournament.money_taken": (Role.TREASURER,),
    "tournament.money_reversed": (Role.TREASURER,),
    "tournament.tab_paid": (Role.TREASURER,),
    "tournament.pledge_made": (Role.TREASURER,),
    "tournament.cash_counted": (Role.TREASURER,),
    "tournament.official_called": _STAFF,
    "tournament.call_answered": _STAFF,
    "tournament.call_ended": _STAFF,
    "tournament.peek_bought": (Role.JUDGE,),
    "tournament.peek_answered": (Role.JUDGE,),
    # It helps whoever builds in the next round, so pages show it only between rounds.
    "hare.best_board_found": (),
    # They are announced before the round begins; from then on its tables tell them.
    "tournament.words_announced": (Role.EMCEE, Role.JUDGE),
}
"""Kinds of which only these roles learn more than that it happened."""

_FROM_A_WORD_LIST: Final = frozenset({"evidence", "warnings", "ground"})
"""Fields that say what a word list says; for judges alone."""

_UNSEEN_TILES: Final = frozenset({"bag", "racks", "drawn", "tiles"})
"""Fields of a table's facts with tiles in the bag and on racks; only how many there are is told."""

_HASHES: Final = frozenset({"code_hash", "token_hash", "pin_hash", "salt"})

_NAMES: Final = frozenset({"by", "signer", "sides", "seats", "team", "member", "challenger"})
"""Fields with names; for those who must know whom they have before them."""

_REASONS: Final = frozenset({"reason", "late_reason", "note"})
"""Fields with what officials wrote for each other; for those who have a task in the room."""


def shown_fact(caller: Caller, fact: Fact) -> Mapping[str, object] | None:
    """What a caller may see of a fact: when, what and by whom; `None` where it may not even know of it."""
    if not may_know_of(caller, fact.kind):
        return None
    told: dict[str, object] = {"time": write_time(fact.time)}
    if not may_know_content(caller, fact):
        return told
    body = _shown_body(caller, fact)
    if caller.holds(fact.stream, *_SEES_NAMES):
        return told | {"actor": fact.actor, "device": fact.device, "body": body}
    hidden = _NAMES if caller.holds(fact.stream, *_STAFF) else _NAMES | _REASONS
    return told | {"body": {name: value for name, value in body.items() if name not in hidden}}


def may_know_content(caller: Caller, fact: Fact) -> bool:
    """Whether a caller may know more of a fact than that it happened."""
    if fact.kind.startswith("access."):
        return caller.holds(HOUSE)
    return caller.holds(fact.stream, *_CONTENT_FOR.get(fact.kind, (Role.PUBLIC,)))


def may_know_of(caller: Caller, kind: str) -> bool:
    """Whether a caller may know that there are facts of a kind."""
    match kind.partition(".")[0]:
        case "game" | "hare" | "tournament":
            return True
        case "judge":
            return is_judge(caller)
        case "access":
            # Each director has a list of devices, which is looked at anew then.
            return any(grant.role is Role.DIRECTOR for grant in caller.grants)
        case _:
            return caller.holds(HOUSE)


def _shown_body(caller: Caller, fact: Fact) -> dict[str, object]:
    hidden = _HASHES if caller.holds(fact.stream, Role.JUDGE) else _HASHES | _FROM_A_WORD_LIST
    body = {name: value for name, value in _fact_for(caller, fact).items() if name not in hidden}
    if fact.kind.startswith("game."):
        body |= {name: _how_many(body[name]) for name in _UNSEEN_TILES & body.keys()}
    return body


def _fact_for(caller: Caller, fact: Fact) -> Mapping[str, object]:
    """The body of a fact, with of each entrant in it what the caller may see."""
    if caller.is_official(fact.stream) or not fact.kind.startswith("tournament."):
        return fact.body
    told, is_named = tournament_fact(fact), caller.holds(fact.stream, *_SEES_NAMES)
    match told:
        case f.EntrantsRegistered(entrants=entrants):
            told = replace(told, entrants=tuple(entrant_for(caller, fact.stream, each) for each in entrants))
        case f.ProfileChanged(profile=profile):
            told = replace(told, profile=shown_profile(profile, named=True))
        case f.RoundPublished(seatings=seatings):
            told = replace(told, seatings=tuple(replace(each, why="") for each in seatings))
        case f.BoardWordRuled(points=points) if not is_named:
            told = replace(told, points=tuple((contender, change, "") for contender, change, _ in points))
        case f.BoardWordChallenged(challenge=challenge) if not is_named:
            told = replace(told, challenge=replace(challenge, challenger="", challenged=""))
        case _:
            return fact.body
    return fact_to_plain(told)


def _how_many(tiles: object) -> object:
    """A number for tiles; for the racks of several seats, one each."""
    if not isinstance(tiles, list | tuple):
        return tiles
    if any(isinstance(each, list | tuple | int) for each in tiles):
        return [_how_many(each) for each in tiles]
    return len(tiles)


# ---------------------------------------------------------------- tables


def names_for(caller: Caller, stream: str, tournament: Tournament) -> Mapping[str, str]:
    """How the caller sees those who are shown by initials: the full names, and what stands for each."""
    if caller.is_official(stream):
        return {}
    seen = _seen_by(caller, stream)
    names: dict[str, str] = {}
    for entrant in tournament.entrants.values():
        if not _asked_for_initials(entrant):
            continue
        for each, shown in zip(entrant.contenders, seen(entrant).contenders, strict=True):
            full, told = each.profile, shown.profile
            if full.name != told.name:
                names |= dict(zip((full.name, *full.members), (told.name, *told.members), strict=True))
    return names
