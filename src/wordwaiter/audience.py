"""Audiences: for whom each fact and each of its fields is.

A fact declares its own audience (`AUDIENCE`), and that of each field: `reason: ForStaff[str]`. A fact or a
field that declares none fails when its module is imported. The director reads whatever anybody may read.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from wordwaiter.roles import Role

T = TypeVar("T")


class Audience(Enum):
    """An audience: the roles that something is for, and the director."""

    ALL = frozenset({Role.PUBLIC})
    STAFF = frozenset({Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.EMCEE, Role.TREASURER})
    """Everybody with a task in the room."""
    DESK = frozenset({Role.JUDGE, Role.SCOREKEEPER, Role.TABLE_SCOREKEEPER, Role.TREASURER})
    """Officials who must know who is before them; not the emcee, whom the room hears."""
    OFFICIALS = frozenset({Role.JUDGE, Role.SCOREKEEPER})
    """Officials who may read private details of entrants."""
    JUDGES = frozenset({Role.JUDGE})
    """Officials who may see verdicts of word lists."""
    EMCEE = frozenset({Role.EMCEE, Role.JUDGE})
    """The emcee, and the judges who check the emcee's words."""
    TREASURER = frozenset({Role.TREASURER})
    DIRECTOR = frozenset({Role.DIRECTOR})
    """In a stream of the house, the director of the house."""
    NOBODY = frozenset[Role]()
    """Not even the director: a secret."""

    def is_within(self, other: "Audience") -> bool:
        """Checks if everybody here belongs to the other audience too."""
        return other is Audience.ALL or self.value <= other.value | Audience.DIRECTOR.value


class Extent(Enum):
    """How much of a field its audience reads, where that is not all."""

    HOW_MANY = "how many"
    """The number of tiles, and not which."""


ForAll = Annotated[T, Audience.ALL]
ForStaff = Annotated[T, Audience.STAFF]
ForDesk = Annotated[T, Audience.DESK]
ForOfficials = Annotated[T, Audience.OFFICIALS]
ForJudges = Annotated[T, Audience.JUDGES]
ForEmcee = Annotated[T, Audience.EMCEE]
ForTreasurer = Annotated[T, Audience.TREASURER]
ForDirector = Annotated[T, Audience.DIRECTOR]
ForNobody = Annotated[T, Audience.NOBODY]
HowMany = Annotated[T, Audience.ALL, Extent.HOW_MANY]

F = TypeVar("F")
Sees = Callable[[Audience], bool]
"""Whether somebody belongs to an audience."""

_Show = Callable[[Any, Sees], object]
"""The part of a plain value that somebody may read."""


@dataclass(frozen=True, slots=True)
class Field:
    """How a field of a fact is shown."""

    audience: Audience
    show: _Show
    """Given the plain value, to those of the audience."""


def declared(kinds: Iterable[type[F]]) -> dict[str, type[F]]:
    """Facts by their stable name; a kind that leaves out a declaration is refused."""
    found: dict[str, type[F]] = {}
    for kind in kinds:
        own: Any = kind
        if not isinstance(vars(kind).get("AUDIENCE"), Audience):
            raise TypeError(f"{kind.__name__} does not declare its AUDIENCE")
        if not {"SENTENCE", "sentence"} & vars(kind).keys():
            raise TypeError(f"{kind.__name__} does not declare its SENTENCE in the log")
        for name, audience in _audiences(kind).items():
            if name in get_annotations(kind) and not audience.is_within(own.AUDIENCE):
                raise TypeError(f"{kind.__name__}.{name} is for others than the fact itself")
        found[own.KIND] = kind
    return found


def visible_body(kind: type, body: Mapping[str, object], sees: Sees) -> dict[str, object]:
    """The fields of a fact's plain body that somebody may read; what is not declared is hidden."""
    known = visible_fields(kind)
    return {
        name: field.show(value, sees)
        for name, value in body.items()
        if (field := known.get(name)) is not None and sees(field.audience)
    }


@cache
def visible_fields(kind: type) -> Mapping[str, Field]:
    """Returns how each field of a fact is shown."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        name: Field(
            audience, how_many if Extent.HOW_MANY in _marks(hints[name]) else _show_of(_bare(hints[name]))
        )
        for name, audience in _audiences(kind).items()
    }


def how_many(tiles: object, _: Sees) -> object:
    """A number for tiles; for the racks of several seats, one each."""
    if not isinstance(tiles, list | tuple):
        return tiles
    if any(isinstance(each, list | tuple | int) for each in tiles):
        return [how_many(each, _) for each in tiles]
    return len(tiles)


def _marks(hint: object) -> tuple[object, ...]:
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _bare(hint: object) -> object:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _audiences(kind: type) -> Mapping[str, Audience]:
    """The audience of each field."""
    found = _marked(kind)
    for each in fields(kind):
        if each.name not in found:
            raise TypeError(f"{kind.__name__}.{each.name} does not declare its audience")
    return found


def _marked(kind: type) -> dict[str, Audience]:
    hints = get_type_hints(kind, include_extras=True)
    return {
        each.name: mark
        for each in fields(kind)
        for mark in _marks(hints[each.name])
        if isinstance(mark, Audience)
    }


# ---------------------------------------------------------------- values within values


def _as_it_is(value: object, _: Sees) -> object:
    return value


@cache
def _show_of(hint: Any) -> _Show:
    """Returns how a plain value of a type is shown: without the parts of it that are for others."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        audience, show = args[1], _show_of(args[0])
        is_part = isinstance(audience, Audience) and args[0] is str
        return (lambda value, sees: value if sees(audience) else "") if is_part else show
    if is_dataclass(hint):
        return _show_of_parts(hint)  # type: ignore[arg-type]
    inner = [_show_of(each) for each in args if each not in (Ellipsis, NoneType)]
    if all(each is _as_it_is for each in inner):
        return _as_it_is
    if origin in (Union, UnionType) and len(inner) == 1:
        return lambda value, sees: None if value is None else inner[0](value, sees)
    if origin is tuple and args[-1] is Ellipsis:
        return lambda value, sees: [inner[0](each, sees) for each in value]
    if origin is tuple:
        return lambda value, sees: [show(each, sees) for show, each in zip(inner, value, strict=True)]
    raise TypeError(f"{hint} has parts for some alone; it cannot be told which these are")


def _show_of_parts(kind: type) -> _Show:
    """Returns how the plain form of a value is shown, of which some fields are for some alone."""
    hints = get_type_hints(kind, include_extras=True)
    audiences = _audiences(kind) if _marked(kind) else {}
    inner = {each.name: _show_of(_bare(hints[each.name])) for each in fields(kind)}
    if not audiences and all(show is _as_it_is for show in inner.values()):
        return _as_it_is
    blanks = {
        name: _blank_of(kind, name) for name, audience in audiences.items() if audience is not Audience.ALL
    }

    def show(value: Mapping[str, object], sees: Sees) -> object:
        return {
            name: inner[name](part, sees) if name not in blanks or sees(audiences[name]) else blanks[name]
            for name, part in value.items()
            if name in inner
        }

    return show


def _blank_of(kind: type, name: str) -> object:
    """The value that stands for one that is not shown: the default, or an empty text."""
    (field,) = (each for each in fields(kind) if each.name == name)
    if field.default is not MISSING:
        return [] if field.default == () else field.default
    if get_type_hints(kind)[name] is not str:
        raise TypeError(f"{kind.__name__}.{name} is for some alone, and nothing can stand for it")
    return ""
