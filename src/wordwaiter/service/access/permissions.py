"""Who may give which command: what a role is for, and whose table, team or board it is.

Each command declares its roles and which part of a tournament or a table it is about; here is whose that is.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, assert_never, cast

from wordwaiter.audience import Audience
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.table import Seat, Table
from wordwaiter.roles import Role, granted, is_of_program
from wordwaiter.rules.rulebooks.choices import Overrun, RulingBy
from wordwaiter.rules.rulebooks.rulebook import Rulebook, TurnChallenge
from wordwaiter.service.access.callers import Caller, Grant, NotAllowedError, refusal
from wordwaiter.service.tables.stream_names import BoardPlace, is_free_table, is_practice
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.roles import GRANTS
from wordwaiter.tournament.rounds.rounds import Sitting
from wordwaiter.tournament.rounds.tables import divisions_at
from wordwaiter.tournament.scopes import (
    AtBoard,
    AtTable,
    InDivision,
    OfCall,
    OfPeek,
    OfPeople,
    WholeDay,
)
from wordwaiter.tournament.state import Call, Tournament

_SEATINGS_KEPT: Final = 512
"""Free tables whose seats were looked through; each command asks twice whose they are."""

EVERY_TABLE_COMMAND: Final[frozenset[type[g.Command]]] = frozenset(g.Command.__args__)
EVERY_BOARD_COMMAND: Final[frozenset[type[h.HareCommand]]] = frozenset(h.HareCommand.__args__)

TABLE_GRANTS: Final = granted(EVERY_TABLE_COMMAND)
"""The commands that each role may give at a table of turns."""

BOARD_GRANTS: Final = granted(EVERY_BOARD_COMMAND)
"""The commands that each role may give at a board that a team builds."""

_BY_OWNER_OF_PRACTICE: Final = (h.SignalEnd,)
"""Given by anyone to their own practice board; in a round only the emcee gives it, for all."""

RULES_ON_CHALLENGES: Final[Mapping[RulingBy, frozenset[Role]]] = MappingProxyType(
    {
        RulingBy.JUDGE: frozenset({Role.JUDGE, Role.DIRECTOR}),
        RulingBy.JUDGE_OR_DIRECTOR: frozenset({Role.JUDGE, Role.DIRECTOR}),
        RulingBy.WORD_LIST: frozenset(
            {Role.JUDGE, Role.DIRECTOR, Role.JUDGING_STATION, Role.TABLE_SCOREKEEPER}
        ),
    }
)
"""Who enters a ruling. Where the word list itself rules, so does whoever keeps the table and looked it up."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Whose table it is: where it stands, and the numbers of those who own each side."""

    sides: tuple[frozenset[int], ...]
    """By side: entrant and contender at a tournament's table, the numbers of its seats at a free one."""
    division: str | None = None
    table: int | None = None

    def sides_of(self, caller: Caller, stream: str) -> frozenset[int]:
        """The sides for which a caller sits there."""
        own = {grant.entrant for grant in caller.grants_for(stream, Role.PLAYER)}
        return frozenset(side for side, owners in enumerate(self.sides) if not own.isdisjoint(owners))


def seated_in_round(tournament: Tournament, place: BoardPlace) -> Seated:
    """Returns who sits at a board of a round; nobody if the round was withdrawn or paired again."""
    found = place.played_in(tournament)
    owners = () if found is None else tuple(_owners(tournament, side) for side in found[1].sides)
    return Seated(owners, place.in_tournament(tournament).division, place.table)


def seated_freely(table: Table) -> Seated:
    """Returns who sits at a table of no tournament: each device there was given a seat."""
    return _seated_by_number(table.seats, len(table.sides))


@lru_cache(maxsize=_SEATINGS_KEPT)
def _seated_by_number(seats: tuple[Seat, ...], sides: int) -> Seated:
    return Seated(
        tuple(
            frozenset(number for number, seat in enumerate(seats) if seat.side == side)
            for side in range(sides)
        )
    )


def _owners(tournament: Tournament, contender: int) -> frozenset[int]:
    return frozenset({contender, tournament.entrant_of(contender).number})


# ---------------------------------------------------------------- a tournament


def permit(caller: Caller, stream: str, tournament: Tournament, command: c.Command) -> None:
    """Refuse a command to a tournament that the caller's roles do not grant, or that is others' to give."""
    if is_of_program(type(command)):
        if not caller.is_program:
            raise NotAllowedError("only-the-server", "the server takes results from tables; hand in a sheet")
        return
    able = [role for role in Role if type(command) in GRANTS[role]]
    grants = [grant for grant in caller.grants_for(stream) if grant.role in able]
    if not grants:
        raise refusal(caller, *able)
    if not any(_is_own(grant, tournament, command) for grant in grants):
        raise _not_yours(grants[0])


def _is_own(grant: Grant, tournament: Tournament, command: c.Command) -> bool:
    """Checks whether a command is about the part of the tournament that was granted."""
    return (
        (grant.entrant is None or _is_of_entrant(tournament, command, grant.entrant))
        and (grant.table is None or grant.table in _tables(tournament, command))
        and (grant.division is None or _is_in_division(tournament, command, grant.division))
    )


def _is_of_entrant(tournament: Tournament, command: c.Command, entrant: int) -> bool:
    """Checks whether a player, a pair or a team acts for itself."""
    own, scope = _contenders(tournament, entrant), command.SCOPE
    match scope:
        case AtBoard(signed=signed):
            sitting = _sitting(tournament, command)
            # They sign for themselves alone; the other side signs on its own device, or on paper.
            return (
                sitting is not None
                and not own.isdisjoint(sitting.sides)
                and own.issuperset(getattr(command, signed) if signed else ())
            )
        case AtTable():
            return not _tables(tournament, command).isdisjoint(_tables_of(tournament, own))
        case OfPeople(actors=actors):
            return own.issuperset(_numbers(command, actors))
        case WholeDay() | InDivision() | OfPeek() | OfCall():
            return False
        case _:
            assert_never(scope)


def _sitting(tournament: Tournament, command: Any) -> Sitting | None:
    return tournament.round(command.division, command.round).sitting_at(command.table, command.board)


def _tables(tournament: Tournament, command: c.Command) -> frozenset[int]:
    """The tables that a command is about."""
    scope, told = command.SCOPE, cast(Any, command)
    match scope:
        case AtBoard() | AtTable():
            return frozenset({told.table})
        case OfPeople() | OfPeek():
            return _tables_of(tournament, frozenset(_people(tournament, command, scope)))
        case OfCall():
            return frozenset(call.table for call in tournament.calls if call.number == told.call)
        case WholeDay() | InDivision():
            return frozenset()
        case _:
            assert_never(scope)


def _people(tournament: Tournament, command: Any, scope: OfPeople | OfPeek) -> tuple[int, ...]:
    """Everybody whom a command is about."""
    match scope:
        case OfPeople(actors=actors, others=others):
            return (*_numbers(command, actors), *_numbers(command, others))
        case OfPeek():
            return tuple(peek.team for peek in tournament.peeks if peek.number == command.peek)
        case _:
            assert_never(scope)


def _numbers(command: c.Command, field: str) -> tuple[int, ...]:
    """The numbers in a field that holds one, several or none."""
    value = getattr(command, field) if field else None
    return value if isinstance(value, tuple) else () if value is None else (value,)


def _contenders(tournament: Tournament, number: int) -> frozenset[int]:
    """Those who sit at tables for an entrant; a partner of a pair sits for themselves."""
    if number in tournament.entrants:
        return frozenset(each.number for each in tournament.entrants[number].contenders)
    return frozenset({number})


def _tables_of(tournament: Tournament, contenders: frozenset[int]) -> frozenset[int]:
    """The tables at which they sit in the rounds that are open."""
    rounds = (tournament.open_round(division) for division in tournament.divisions)
    return frozenset(
        sitting.table
        for each in rounds
        if each is not None
        for sitting in each.sittings
        if not contenders.isdisjoint(sitting.sides)
    )


def calls_for(caller: Caller, stream: str, tournament: Tournament) -> tuple[Call, ...]:
    """Returns the calls from tables that somebody looks after: why one calls may be private."""
    grants = caller.grants_for(stream, Role.DIRECTOR, *Audience.STAFF.value)
    return tuple(
        call
        for call in tournament.calls
        if any(
            grant.table in (None, call.table)
            and (grant.division is None or _called_from(tournament, call.number, grant.division))
            for grant in grants
        )
    )


def _is_one_of(owners: frozenset[int], tournament: Tournament, division: str) -> bool:
    """Checks whether a division is one of those with these numbers, or there are none."""
    return not owners or (
        division in tournament.divisions and tournament.divisions[division].number in owners
    )


def _called_from(tournament: Tournament, call: int, division: str) -> bool:
    """Checks whether a call came from a division's table, or a table of none; others may sit there since."""
    return _is_one_of(tournament.called_from.get(call, frozenset()), tournament, division)


def _is_in_division(tournament: Tournament, command: c.Command, division: str) -> bool:
    """Checks whether a command is about that division and no other; what is about the whole day is not."""
    scope, told = command.SCOPE, cast(Any, command)
    match scope:
        case WholeDay():
            return False
        case InDivision() | AtBoard():
            return bool(told.division == division)
        case OfPeople() | OfPeek():
            about = {_division_of(tournament, each) for each in _people(tournament, command, scope)}
            if isinstance(scope, OfPeople) and scope.division:
                about.add(getattr(command, scope.division))
            return about == {division}
        case AtTable():
            return _is_one_of(divisions_at(tournament, told.table), tournament, division)
        case OfCall():
            return _called_from(tournament, told.call, division)
        case _:
            assert_never(scope)


def _division_of(tournament: Tournament, number: int) -> str:
    entrant = tournament.entrants.get(number) or tournament.entrant_of(number)
    return entrant.division


# ---------------------------------------------------------------- a table


def permit_at_table(caller: Caller, stream: str, seated: Seated, table: Table, command: g.Command) -> None:
    """Refuse a command to a table that the caller's roles do not grant, or that is others' to give."""
    able = _able_at_table(type(command), stream, table.rulebook)
    grants = [grant for grant in caller.grants_for(stream) if grant.role in able]
    if not grants:
        raise refusal(caller, *able)
    if isinstance(command, g.Undo) and table.challenge and not keeps_table(caller, stream, seated):
        words = ", ".join(table.challenge.words)
        raise NotAllowedError(
            "undo-awaits-ruling",
            f"{words} is waiting for a ruling; only the director can undo this play",
            words=words,
        )
    if not any(
        _is_of_sides(table, seated.sides_of(caller, stream), command)
        if grant.role is Role.PLAYER
        else _is_there(grant, seated)
        for grant in grants
    ):
        raise _not_yours(grants[0])


def granted_at_table(caller: Caller, stream: str, seated: Seated, table: Table) -> frozenset[type[g.Command]]:
    """The commands to a table that the caller may give at all; so a page offers nothing that is refused."""
    sits_there = bool(seated.sides_of(caller, stream))
    there = {
        grant.role
        for grant in caller.grants_for(stream)
        if (sits_there if grant.role is Role.PLAYER else _is_there(grant, seated))
    }
    return frozenset(
        kind
        for kind in EVERY_TABLE_COMMAND
        if not there.isdisjoint(_able_at_table(kind, stream, table.rulebook))
    )


def _able_at_table(kind: type[g.Command], stream: str, rulebook: Rulebook) -> tuple[Role, ...]:
    """The roles that may give a command at a table under a rulebook."""
    able = _ABLE_AT_TABLE[kind]
    if kind is g.LeaveRackUnknown and not is_free_table(stream):
        # Nothing is taken off for such a rack, so no player says it of their own.
        return tuple(role for role in able if role is not Role.PLAYER)
    if kind is g.Rule:
        return tuple(role for role in able if role in rules_on_challenges(rulebook))
    if kind is g.Allow and not scorekeeper_allows(rulebook):
        return tuple(role for role in able if role is not Role.TABLE_SCOREKEEPER)
    return able


_ABLE_AT_TABLE: Final[Mapping[type[g.Command], tuple[Role, ...]]] = {
    kind: tuple(role for role in Role if kind in TABLE_GRANTS[role]) for kind in EVERY_TABLE_COMMAND
}
"""The roles that may give each command; asked for with every move."""


def permit_at_board(caller: Caller, stream: str, seated: Seated, command: h.HareCommand) -> None:
    """Refuse a command to a team's board that the caller's roles do not grant, or that is others' to give."""
    able = [role for role in Role if type(command) in BOARD_GRANTS[role]]
    if is_practice(stream) and isinstance(command, _BY_OWNER_OF_PRACTICE):
        able.append(Role.TABLE_SCOREKEEPER)
    grants = [grant for grant in caller.grants_for(stream) if grant.role in able]
    if not grants:
        raise refusal(caller, *able)
    own = seated.sides_of(caller, stream)
    if not any(bool(own) if grant.role is Role.PLAYER else _is_there(grant, seated) for grant in grants):
        raise _not_yours(grants[0])


def keeps_table(caller: Caller, stream: str, seated: Seated, *roles: Role) -> bool:
    """Checks whether a caller has one of these roles for that very table; a director has them all."""
    return any(_is_there(grant, seated) for grant in caller.grants_for(stream, Role.DIRECTOR, *roles))


def scorekeeper_allows(rulebook: Rulebook) -> bool:
    """Checks if the table's scorekeeper lets a late play stand: where a turn that lasts too long is a pass.

    Elsewhere only a challenge can be late, and that is for a judge.
    """
    return rulebook.turns.overrun is Overrun.PASS_UNLESS_ALLOWED


def rules_on_challenges(rulebook: Rulebook) -> frozenset[Role]:
    """Returns who enters a ruling under a rulebook."""
    challenge = rulebook.challenge
    return RULES_ON_CHALLENGES[
        challenge.ruling_by if isinstance(challenge, TurnChallenge) else RulingBy.JUDGE
    ]


def _is_of_sides(table: Table, own: frozenset[int], command: g.Command) -> bool:
    """Checks whether a command is given for a seat of one's own."""
    scope, told = command.SCOPE, cast(Any, command)
    match scope:
        case g.TableScope.SEAT:
            return 0 <= told.seat < len(table.seats) and table.seats[told.seat].side in own
        case g.TableScope.SIGNER:
            return told.signer in own
        case g.TableScope.TABLE:
            return False
        case _:
            assert_never(scope)


def _is_there(grant: Grant, seated: Seated) -> bool:
    return grant.division in (None, seated.division) and grant.table in (None, seated.table)


def _not_yours(grant: Grant) -> NotAllowedError:
    if grant.entrant is not None:
        part = "this device acts only for its own player, pair or team"
    elif grant.table is not None:
        part = f"this device is only for table {grant.table}"
    else:
        part = f"this device is only for {grant.division}"
    return NotAllowedError("not-yours", f"{part}; ask its owner or the director")
