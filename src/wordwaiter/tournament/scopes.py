"""Scopes: which part of a tournament a command is about, and which of its fields tell.

Whoever was invited for one division, one table or one team gives commands about that alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, TypeVar, assert_never

C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class WholeDay:
    """About no part of it in particular."""


@dataclass(frozen=True, slots=True)
class InDivision:
    """About the division that the field `division` names."""


@dataclass(frozen=True, slots=True)
class AtBoard:
    """About a board of a round, by the fields `division`, `round`, `table` and `board`."""

    signed: str = ""
    """The field with those who sign, where a player may give it: for themselves alone."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """About the table that the field `table` names, in whatever division it stands."""


@dataclass(frozen=True, slots=True)
class OfPeople:
    """About contenders or entrants, by number."""

    actors: str
    """The field with one number or several of those for whom the command acts."""
    others: str = ""
    """The field with somebody else whom it concerns."""
    division: str = ""
    """The field with a division that it concerns besides their own."""


@dataclass(frozen=True, slots=True)
class OfPeek:
    """About the team that bought the peek with the number `peek`."""


@dataclass(frozen=True, slots=True)
class OfCall:
    """About the table from which the call with the number `call` came."""


Scope = WholeDay | InDivision | AtBoard | AtTable | OfPeople | OfPeek | OfCall


def with_scopes(kinds: Iterable[type[C]]) -> frozenset[type[C]]:
    """Returns the commands; one that does not declare its `SCOPE`, or lacks a field of it, is refused."""
    every = frozenset(kinds)
    for kind in every:
        scope: Any = getattr(kind, "SCOPE", None)
        if not isinstance(scope, Scope):
            raise TypeError(f"{kind.__name__} does not declare its SCOPE")
        for name in _fields_of(scope):
            if name not in {each.name for each in fields(kind)}:  # type: ignore[arg-type]
                raise TypeError(f"{kind.__name__} has no field {name}, which its scope asks for")
    return every


def _fields_of(scope: Scope) -> Iterator[str]:
    match scope:
        case WholeDay():
            return
        case OfCall():
            yield "call"
        case InDivision():
            yield "division"
        case AtBoard(signed=signed):
            yield from ("division", "round", "table", "board")
            yield from filter(None, [signed])
        case AtTable():
            yield "table"
        case OfPeople(actors=actors, others=others, division=division):
            yield from filter(None, [actors, others, division])
        case OfPeek():
            yield "peek"
        case _:
            assert_never(scope)
