"""Facts as plain values for a journal or JSON, and back without loss."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

import msgspec

from wordwaiter.errors import MalformedError
from wordwaiter.game.facts import FACT_TYPES, Fact
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Laid, PlacedTile
from wordwaiter.rules.layout import parse_square
from wordwaiter.rules.placement import Placement


def fact_to_plain(fact: Fact) -> dict[str, object]:
    """The fact as values of JSON, its `kind` first."""
    body = {each.name: _plain(getattr(fact, each.name)) for each in fields(fact)}
    return {"kind": fact.KIND, **body}


def fact_from_plain(record: Mapping[str, object]) -> Fact:
    """The fact that `fact_to_plain` wrote down; refused if a part is missing, unknown or of a wrong type."""
    kind = record.get("kind")
    fact_type = FACT_TYPES.get(kind) if isinstance(kind, str) else None
    if fact_type is None:
        raise MalformedError("no-such-fact", f"there is no kind of fact {kind!r}", kind=kind)
    types = _field_types(fact_type.KIND)
    body = {name: value for name, value in record.items() if name != "kind"}
    if wrong := sorted(body.keys() ^ types.keys()):
        what = "is missing" if wrong[0] in types else "is unknown"
        raise MalformedError("bad-fact", f"{kind}: {wrong[0]!r} {what}", kind=kind, field=wrong[0])
    make: Callable[..., Fact] = fact_type
    return make(**{name: _value(f"{kind}.{name}", body[name], types[name]) for name in types})


@cache
def _field_types(kind: str) -> Mapping[str, Any]:
    fact_type = FACT_TYPES[kind]
    hints = get_type_hints(fact_type)
    return {each.name: hints[each.name] for each in fields(fact_type)}


def _plain(value: object) -> object:
    if isinstance(value, Placement):
        return [_laid_to_plain(laid) for laid in value.laid]
    return _lists(msgspec.to_builtins(value))


def _lists(value: object) -> object:
    """Tuples as lists, as JSON has them."""
    if isinstance(value, tuple | list):
        return [_lists(each) for each in value]
    if isinstance(value, dict):
        return {name: _lists(each) for name, each in value.items()}
    return value


def _value(name: str, value: object, wanted: Any) -> object:
    try:
        if wanted is Placement:
            rows = msgspec.convert(value, list[list[str]])
            return Placement(tuple(_laid_from_plain(row) for row in rows))
        return msgspec.convert(value, wanted)
    except (msgspec.ValidationError, MalformedError) as error:
        raise MalformedError("bad-fact", f"{name}: {error}", field=name) from error


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
            raise MalformedError("bad-tile", f"{row!r} is not a square with a tile", row=row)
