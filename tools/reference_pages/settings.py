"""The pages of settings: every setting of a rulebook and of a format, with its values."""

import ast
import inspect
from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from reference_pages.markdown import code, first_line, head, paragraph, table
from wordwaiter.lexicon.tiles import TileSet, shipped_tile_sets
from wordwaiter.rules.layout import BoardLayout, shipped_layouts
from wordwaiter.rules.rulebooks import rulebook
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.setting_values import NONE, is_variant, value_kinds, variant_word
from wordwaiter.tournament.formats import format as formats


def rulebook_page() -> str:
    """Returns the text of the page of a rulebook's settings."""
    intro = head(
        "Rulebook settings",
        "[A rulebook of your own](../guide/rulebooks.md) explains how a file is written.",
        "A rulebook has `[table]`, `[words]`, `[placing]`, `[clock]` and `[scoring]`. It has `[turns]`, "
        "`[challenge]` and `[ending]` where people take turns, or `[building]`, `[board_challenge]` and "
        "`[round_ending]` where a team builds a board.",
    )
    return intro + _topics(rulebook.TOPICS)


def format_page() -> str:
    """Returns the text of the page of a format's settings."""
    intro = head(
        "Format settings",
        "[A tournament format of your own](../guide/formats.md) explains how a file is written.",
    )
    return intro + _topics(formats.TOPICS)


def _topics(topics: Mapping[str, type]) -> str:
    parts = []
    for name, topic in topics.items():
        parts.append(f"\n## [{name}]\n\n{paragraph(first_line(topic))}\n")
        rows = []
        for key, hint in get_type_hints(topic, include_extras=True).items():
            kind, setting = get_args(hint)
            rows.append((code(f"{name}.{key}"), setting.asks, _values(kind)))
        parts.append(table(("setting", "what it decides", "values"), rows))
    return "".join(parts)


def _values(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return f"a list of<br>{_values(get_args(kind)[0])}"
    return "<br>".join(_value(each) for each in value_kinds(kind))


def _value(kind: Any) -> str:
    if kind is NoneType:
        return code(NONE)
    if kind is Milliseconds:
        return 'minutes and seconds, such as "3:00"'
    if kind is int:
        return "a number"
    if kind is str:
        return "text"
    if kind is TileSet or kind is BoardLayout:
        return ", ".join(map(code, shipped_tile_sets() if kind is TileSet else shipped_layouts()))
    if is_variant(kind):
        fields = " and ".join(_field(name, each) for name, each in get_type_hints(kind).items())
        return f"{code(variant_word(kind))}{f' with {fields}' if fields else ''}: {first_line(kind)}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "<br>".join(_choice(each) for each in kind)
    raise TypeError(kind)


def _field(name: str, kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{code(name)} ({' or '.join(code(str(each.value)) for each in kind)})"
    return code(name)


def _choice(choice: Enum) -> str:
    says = _member_docs(type(choice)).get(choice.name)
    return f"{code(str(choice.value))}: {says}" if says else code(str(choice.value))


@cache
def _member_docs(kind: type[Enum]) -> Mapping[str, str]:
    """Returns the text below each member of an enum that has one."""
    body = [node for definition in ast.parse(inspect.getsource(kind)).body for node in _body(definition)]
    docs = {}
    for member, text in pairwise(body):
        match member, text:
            case ast.Assign(targets=[ast.Name(id=name)]), ast.Expr(value=ast.Constant(value=str(says))):
                docs[name] = " ".join(says.split())
            case _:
                pass
    return docs


def _body(node: ast.stmt) -> list[ast.stmt]:
    return node.body if isinstance(node, ast.ClassDef) else []
