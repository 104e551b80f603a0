"""Facts as plain values for a journal or JSON, and back without loss."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import NoneType
from typing import Any, ClassVar, Final, Protocol, TypeVar, get_type_hints

import msgspec

from wordwaiter.errors import MalformedError
from wordwaiter.game.facts import FACT_TYPES, Fact
from wordwaiter.game.hare.facts import HARE_FACT_TYPES, HareFact
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Laid, PlacedTile
from wordwaiter.rules.layout import parse_square
from wordwaiter.rules.placement import Placement

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Form:
    """How a type that has a short form of its own is written down and read."""

    write: Callable[[Any], object]
    """Gives what JSON has: no tuples, but lists."""
    read: Callable[[object], object]


Forms = Mapping[Any, Form]


class PlainFact(Protocol):
    """The attributes of every kind of fact."""

    KIND: ClassVar[str]


def _laid_to_plain(laid: Laid) -> list[str]:
    """`["8D", "R"]`, or for a blank `["8D", "?", "R"]`: the square, the tile, the letter it stands for."""
    square, tile = laid
    return [str(square), BLANK, tile.label] if tile.is_blank else [str(square), tile.label]


def _laid_from_plain(row: list[str]) -> Laid:
    match row:
        case [square, "?", letter]:
            return parse_square(square), PlacedTile(letter, is_blank=True)
        case [square, letter] if letter != BLANK:
            return parse_square(square), PlacedTile(letter)
        case _:
            raise MalformedError("bad-tile", f"{row!r} is not a square and a tile", row=row)


def _placement_to_plain(placement: Placement) -> object:
    return [_laid_to_plain(laid) for laid in placement.laid]


def _placement_from_plain(rows: object) -> Placement:
    return Placement(tuple(_laid_from_plain(row) for row in msgspec.convert(rows, list[list[str]])))


_GAME_FORMS: Final[Forms] = {Placement: Form(_placement_to_plain, _placement_from_plain)}


_AS_IN_JSON: Final = frozenset({int, str, bool, NoneType})
"""Types of values that are written as they are: nearly all fields."""


def fact_to_plain(fact: Fact | HareFact) -> dict[str, object]:
    """The fact as values of JSON, its `kind` first."""
    return plain_fact(fact, _GAME_FORMS)


def fact_body(fact: Fact | HareFact) -> dict[str, object]:
    """The fields of a fact as values of JSON, as they stand in a journal beside its kind."""
    return plain_body(fact, _GAME_FORMS)


def fact_from_plain(record: Mapping[str, object]) -> Fact:
    """The fact that `fact_to_plain` wrote down; refused if a part is missing, unknown or of a wrong type."""
    return read_fact(record, FACT_TYPES)


def hare_fact_from_plain(record: Mapping[str, object]) -> HareFact:
    """Reads a fact of a Hare round from its plain form."""
    return read_fact(record, HARE_FACT_TYPES)


def read_fact(record: Mapping[str, object], kinds: Mapping[str, type[F]], forms: Forms = _GAME_FORMS) -> F:
    """The fact of one of these kinds that was written down as plain values."""
    kind = record.get("kind")
    if not isinstance(kind, str) or kind not in kinds:
        raise MalformedError("no-such-fact", f"unknown kind of fact {kind!r}; update Wordwaiter", kind=kind)
    make: Callable[..., F] = kinds[kind]
    types = _field_types(make)
    body = {name: value for name, value in record.items() if name != "kind"}
    if wrong := sorted(body.keys() ^ types.keys()):
        what = "is missing" if wrong[0] in types else "is unknown"
        raise MalformedError("bad-fact", f"{kind}: {wrong[0]!r} {what}", kind=kind, field=wrong[0])
    return make(**{name: _value(f"{kind}.{name}", body[name], types[name], forms) for name in types})


def plain_fact(fact: PlainFact, forms: Forms) -> dict[str, object]:
    """A fact of any package as values of JSON, its `kind` first."""
    return {"kind": fact.KIND, **plain_body(fact, forms)}


def plain_body(fact: PlainFact, forms: Forms) -> dict[str, object]:
    """The fields of a fact as values of JSON."""
    return {
        name: value if type(value := getattr(fact, name)) in _AS_IN_JSON else _plain(value, forms)
        for name in _field_types(type(fact))
    }


@cache
def _field_types(fact_type: Any) -> Mapping[str, Any]:
    hints = get_type_hints(fact_type)
    return {each.name: hints[each.name] for each in fields(fact_type)}


def _plain(value: object, forms: Forms) -> object:
    form = forms.get(type(value))
    return lists(msgspec.to_builtins(value, enc_hook=str)) if form is None else form.write(value)


def lists(value: object) -> object:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, (tuple, list)):
        return [lists(each) for each in value]
    if isinstance(value, dict):
        return {name: lists(each) for name, each in value.items()}
    return value


def _value(name: str, value: object, wanted: Any, forms: Forms) -> object:
    form = forms.get(wanted)
    try:
        return msgspec.convert(value, wanted) if form is None else form.read(value)
    except (msgspec.ValidationError, MalformedError) as error:
        raise MalformedError("bad-fact", f"{name}: {error}", field=name) from error
