"""What a caller may see of entrants, of facts as they happen, and of the verdicts of word lists.

Each fact declares for whom it and its fields are; here is who belongs to which audience.

- What is private of somebody (age, needs, e-mail, why they left) is for officials.
- In public, people are shown by initials unless the organiser chose names; minors and whoever asked for it
  always, but to those who need the name for their task and to themselves.
- No fact tells a rack, or the order of the bag: its owner sees the rack at the table, and nobody the bag.
- What a word list says of a play is for judges: whether a peek was good, on what ground a word was bad, and
  whether a play was left when a game was ended.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from wordwaiter.audience import Audience, Sees, visible_body
from wordwaiter.game.facts import FACT_TYPES as TABLE_FACTS
from wordwaiter.game.hare.facts import HARE_FACT_TYPES
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, OFFICIALS, Caller, Grant
from wordwaiter.service.access.facts import ACCESS_FACT_TYPES, ACCESS_UPGRADES
from wordwaiter.service.access.shown_rounds import authors, without_names, without_reasons
from wordwaiter.service.earlier_facts import TABLE_UPGRADES, TOURNAMENT_UPGRADES
from wordwaiter.service.judging.judge_access import is_judge
from wordwaiter.service.judging.rulings import JUDGE_FAMILY, RULING_FACT_TYPES
from wordwaiter.service.judging.rulings import STREAM as RULINGS
from wordwaiter.service.judging.word_list_facts import LIST_FACT_TYPES
from wordwaiter.service.lifecycle import LIFECYCLE_FACT_TYPES
from wordwaiter.service.memo import Memo
from wordwaiter.service.photos.photo_facts import PHOTO_FACT_TYPES
from wordwaiter.service.tables.note_facts import NOTE_FACT_TYPES
from wordwaiter.service.tables.stream_names import is_free, place_of
from wordwaiter.store.facts import Fact, write_time
from wordwaiter.store.families import Upgrades, upgraded
from wordwaiter.tournament.entrants.entrants import Contender, Entrant, Profile, PublicNames, usual_name
from wordwaiter.tournament.entrants.finding import plain_text
from wordwaiter.tournament.entrants.public_names import (
    UNVEILED,
    Veil,
    initials_by_number,
    initials_of,
    veil_of,
)
from wordwaiter.tournament.facts import FACT_TYPES as TOURNAMENT_FACTS
from wordwaiter.tournament.state import Peek, Tournament

_INITIALS: Final = Memo[Mapping[int, str]](16)
_IN_PUBLIC: Final = frozenset({Role.PUBLIC, Role.DISPLAY, Role.JUDGING_STATION})
"""Who shows what everybody can read."""

_SHOWN: Final = Memo[Tournament](16)
"""Tournaments as all see them who are no officials: many ask at once when something happened."""


# ---------------------------------------------------------------- entrants


@dataclass(frozen=True, slots=True)
class _Sight:
    """The divisions of which somebody sees what is private, and the names of those by initials."""

    private: frozenset[str]
    names: frozenset[str]
    in_public: bool
    """Whether they are none of those who take part."""


def _sight(caller: Caller, stream: str, tournament: Tournament) -> _Sight:
    divisions = {*tournament.divisions, *(each.division for each in tournament.entrants.values())}
    private = caller.grants_for(stream, *OFFICIALS)
    names = caller.grants_for(stream, Role.DIRECTOR, *Audience.DESK.value)
    return _Sight(
        frozenset(name for name in divisions if any(each.division in (None, name) for each in private)),
        frozenset(name for name in divisions if any(each.division in (None, name) for each in names)),
        tournament.public_names is PublicNames.INITIALS and is_public(caller, stream),
    )


def is_public(caller: Caller, stream: str) -> bool:
    """Checks if a caller has no part in a tournament, not even as a player."""
    return caller.roles(stream) <= _IN_PUBLIC


def tournament_for(caller: Caller, stream: str, tournament: Tournament) -> Tournament:
    """The tournament with what the caller may see of everybody; lists made of it need nothing more."""
    if caller.is_official(stream):
        return tournament
    sight = _sight(caller, stream, tournament)
    shown = _SHOWN.of((stream, sight), (tournament,), lambda: _shown_tournament(tournament, sight))
    mine = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    if not mine:
        return shown
    seen = _seen_by(caller, stream, tournament)
    # Of everybody else all see the same, and of those who are shown by name everybody does.
    own = {
        number: told
        for number, entrant in tournament.entrants.items()
        if entrant.division not in sight.names and _is_one_of(mine, entrant)
        if (told := seen(entrant)) != shown.entrants[number]
    }
    return replace(shown, entrants={**shown.entrants, **own}) if own else shown


def _shown_tournament(tournament: Tournament, sight: _Sight) -> Tournament:
    """A tournament as those see it who are no officials of all of it."""
    show = _Showing(tournament, in_public=sight.in_public)
    entrants = {
        number: entrant
        if entrant.division in sight.private
        else show.entrant(entrant, named=entrant.division in sight.names)
        for number, entrant in tournament.entrants.items()
    }
    veiled = {
        number for number, entrant in entrants.items() if entrant.name != tournament.entrants[number].name
    }
    told = authors(tournament, entrants)
    return replace(
        tournament,
        entrants=entrants,
        departures={
            number: each
            if tournament.entrant_of(number).division in sight.private
            else replace(each, reason="")
            for number, each in tournament.departures.items()
        },
        rounds={
            name: rounds
            if name in sight.private
            else tuple(
                without_names(without_reasons(each), veiled, None if name in sight.names else told)
                for each in rounds
            )
            for name, rounds in tournament.rounds.items()
        },
    )


def _seen_by(caller: Caller, stream: str, tournament: Tournament) -> Callable[[Entrant], Entrant]:
    """Returns a function that shows an entrant as this caller sees it; the caller is looked up once."""
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    show = _Showing(tournament, in_public=is_public(caller, stream))

    def seen(entrant: Entrant) -> Entrant:
        named = sees_names_in(caller, stream, entrant.division) or _is_one_of(own, entrant)
        return show.entrant(entrant, named=named)

    return seen


def seen_entrant(caller: Caller, stream: str, tournament: Tournament, entrant: Entrant) -> Entrant:
    """Returns an entrant as somebody sees them who is no official."""
    return _seen_by(caller, stream, tournament)(entrant)


def sees_name(caller: Caller, stream: str, entrant: Entrant) -> bool:
    """Checks if a caller sees the full name of an entrant also where initials were asked for."""
    own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
    return sees_names_in(caller, stream, entrant.division) or _is_one_of(own, entrant)


def sees_names_in(caller: Caller, stream: str, division: str) -> bool:
    """Checks if a caller must know whom they have before them in a division."""
    grants = caller.grants_for(stream, Role.DIRECTOR, *Audience.DESK.value)
    return any(grant.division in (None, division) for grant in grants)


def _is_one_of(numbers: set[int | None], entrant: Entrant) -> bool:
    return not numbers.isdisjoint({entrant.number, *(each.number for each in entrant.contenders)})


class _Showing:
    """Shows the entrants of a tournament to those who are no officials."""

    def __init__(self, tournament: Tournament, *, in_public: bool) -> None:
        self._tournament = tournament
        self._in_public = in_public
        self._initials = _INITIALS.of(tournament.name, (tournament,), lambda: initials_by_number(tournament))

    def entrant(self, entrant: Entrant, *, named: bool) -> Entrant:
        """Returns what others may see of an entrant; with the names where somebody must know them."""
        veils = [UNVEILED if named else self._veil(entrant, each) for each in entrant.contenders]
        contenders = tuple(
            Contender(each.number, self._profile(each, veil))
            for each, veil in zip(entrant.contenders, veils, strict=True)
        )
        is_veiled = any(veil.name for veil in veils)
        name = _shown_name(entrant, contenders) if is_veiled else entrant.name
        return replace(entrant, name=name, contenders=contenders)

    def _veil(self, entrant: Entrant, contender: Contender) -> Veil:
        return veil_of(self._tournament, entrant, contender.profile, in_public=self._in_public)

    def _profile(self, contender: Contender, veil: Veil) -> Profile:
        profile = contender.profile
        members = profile.members
        return replace(
            profile,
            age=None,
            needs=(),
            email="",
            name=self._initials[contender.number] if veil.name else profile.name,
            members=tuple(map(initials_of, members)) if veil.members else members,
        )


def _shown_name(entrant: Entrant, shown: tuple[Contender, ...]) -> str:
    """An entrant's name when somebody in it is shown by initials; a name made of theirs follows."""
    if len(shown) == 1 or entrant.name == usual_name(each.profile for each in entrant.contenders):
        return usual_name(each.profile for each in shown)
    full = " ".join(plain_text(each.profile.name) for each in entrant.contenders)
    parts = (part for part in re.split(r"\W+", full) if len(part) > 1)
    own = plain_text(entrant.name)
    tells = any(part in own for part in parts)
    return usual_name(each.profile for each in shown) if tells else entrant.name


# ---------------------------------------------------------------- facts

EVERY_FACT: Final[Mapping[str, type]] = {
    **TABLE_FACTS,
    **HARE_FACT_TYPES,
    **TOURNAMENT_FACTS,
    **RULING_FACT_TYPES,
    **ACCESS_FACT_TYPES,
    **LIFECYCLE_FACT_TYPES,
    **LIST_FACT_TYPES,
    **NOTE_FACT_TYPES,
    **PHOTO_FACT_TYPES,
}


_UPGRADES: Final[Upgrades] = {
    **TABLE_UPGRADES,
    **TOURNAMENT_UPGRADES,
    **ACCESS_UPGRADES,
    **JUDGE_FAMILY.upgrades,
}


def visible_fact(caller: Caller, fact: Fact) -> Mapping[str, object] | None:
    """Returns what a caller may see of a fact: when, what and by whom; `None` if not even that."""
    if not may_know_of(caller, fact.kind):
        return None
    told: dict[str, object] = {"time": write_time(fact.time)}
    if not may_know_content(caller, fact):
        return told
    sees = _sees(caller, fact)
    if sees(Audience.DESK):
        told |= {"actor": fact.actor, "device": fact.device}
    body = upgraded(fact, _UPGRADES).body
    return told | {"body": visible_body(EVERY_FACT[fact.kind], body, sees)}


def may_know_content(caller: Caller, fact: Fact) -> bool:
    """Checks whether a caller may know more of a fact than that it happened."""
    kind: Any = EVERY_FACT.get(fact.kind)
    return kind is not None and _sees(caller, fact)(kind.AUDIENCE)


def may_know_of(caller: Caller, kind: str) -> bool:
    """Checks if a caller may know of facts of a kind; of an unknown one, the director of the house may."""
    return KNOWN_TO.get(kind.partition(".")[0], _directs_the_house)(caller)


def _directs_something(caller: Caller) -> bool:
    return any(grant.role is Role.DIRECTOR for grant in caller.grants)


def _is_at_a_desk(caller: Caller) -> bool:
    return any(grant.role in {Role.DIRECTOR, *Audience.DESK.value} for grant in caller.grants)


def _directs_the_house(caller: Caller) -> bool:
    return caller.holds(HOUSE)


KNOWN_TO: Final[Mapping[str, Callable[[Caller], bool]]] = {
    **dict.fromkeys(("game", "hare", "tournament"), lambda _: True),
    "judge": is_judge,
    "photos": _is_at_a_desk,
    # Each director has a list of devices, which is looked at anew then.
    "access": _directs_something,
    **dict.fromkeys(("house", "lists", "notes"), _directs_the_house),
}
"""Who may know that there are facts of a family."""


def _sees(caller: Caller, fact: Fact) -> Sees:
    """Checks whether a caller belongs to an audience of a fact."""
    roles = {
        Role.PUBLIC,
        *(each.role for each in caller.grants_for(fact.stream) if _is_about(caller, fact, each)),
    }
    directs = Role.DIRECTOR in roles
    # Rulings are of the whole house, and judges are of tournaments.
    judges = fact.stream == RULINGS and is_judge(caller)

    def sees(audience: Audience) -> bool:
        if audience is Audience.NOBODY:
            return False
        return directs or not roles.isdisjoint(audience.value) or (judges and audience is Audience.JUDGES)

    return sees


def _is_about(caller: Caller, fact: Fact, grant: Grant) -> bool:
    """Checks whether a fact is about what was granted: a part of a tournament is told by the fact itself.

    A fact that does not tell of which part it is counts as one of others. So does one that tells the name of
    a division from a time when another one had it.
    """
    place = place_of(fact.stream)
    table = fact.body.get("table") if place is None else place.table
    return (
        (grant.division is None or _is_in_division(caller, fact, grant.division))
        and (grant.table is None or table == grant.table)
        and (grant.entrant is None or is_free(fact.stream))
    )


def _is_in_division(caller: Caller, fact: Fact, division: str) -> bool:
    at_ms = fact.body.get("at_ms")
    is_named = fact.body.get("division") == division
    return is_named and isinstance(at_ms, int) and caller.was_called_so(fact.stream, division, at_ms)


# ---------------------------------------------------------------- peeks


def visible_peek(caller: Caller, stream: str, tournament: Tournament, peek: Peek) -> Peek:
    """A peek as the caller may see it: its word is for judges and for the team's own table."""
    division = tournament.entrant_of(peek.team).division
    if caller.holds_in(stream, division, Role.JUDGE):
        return peek
    sittings = tournament.round(division, peek.round).sittings
    tables = {each.table for each in sittings if peek.team in each.sides}
    keeps = any(
        grant.division in (None, division) and (grant.table is None or grant.table in tables)
        for grant in caller.grants_for(stream, Role.TABLE_SCOREKEEPER)
    )
    return replace(peek, good=None, word=peek.word if keeps else "")


# ---------------------------------------------------------------- tables


def names_for(caller: Caller, stream: str, tournament: Tournament) -> Mapping[str, str]:
    """Returns the names this caller sees as initials, with what stands for each."""
    if caller.is_official(stream):
        return {}
    seen = _seen_by(caller, stream, tournament)
    names: dict[str, str] = {}
    for entrant in tournament.entrants.values():
        for each, shown in zip(entrant.contenders, seen(entrant).contenders, strict=True):
            full, told = each.profile, shown.profile
            pairs = zip((full.name, *full.members), (told.name, *told.members), strict=True)
            names |= {name: other for name, other in pairs if name != other}
    return names


def author_for(caller: Caller, stream: str, tournament: Tournament) -> Callable[[str], str]:
    """Returns how the caller sees the name of whoever wrote something.

    Whoever typed another name than theirs in the tournament is shown by initials: they may be one of those
    who asked for it.
    """
    if caller.is_official(stream):
        return lambda name: name
    shown = names_for(caller, stream, tournament)
    people = [each.profile for entrant in tournament.entrants.values() for each in entrant.contenders]
    named = {name for each in people for name in (each.name, *each.members)}
    return lambda name: shown.get(name, name) if name in named else initials_of(name)
