"""Rulebooks as plain values and as the text of a file that reads back as the same rulebook."""

import json
from typing import get_type_hints

from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.rulebooks.setting_values import NONE, plain_setting


def plain_rulebook(rulebook: Rulebook) -> dict[str, object]:
    """The rulebook as plain values, topic by topic, as in its file."""
    plain: dict[str, object] = {
        "name": rulebook.name,
        "title": rulebook.title,
        "source": rulebook.source or NONE,
    }
    for name, topic in rulebook.topics().items():
        hints = get_type_hints(type(topic), include_extras=True)
        plain[name] = {
            key: plain_setting(hint, getattr(topic, key), rulebook.origins[f"{name}.{key}"])
            for key, hint in hints.items()
        }
    return plain


def rulebook_toml(rulebook: Rulebook) -> str:
    """The text of a file with every setting of the rulebook."""
    lines = []
    for key, value in plain_rulebook(rulebook).items():
        if isinstance(value, dict):
            lines.append(f"\n[{key}]")
            lines += [f"{name} = {_toml(entry)}" for name, entry in value.items()]
        else:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    match value:
        case dict():
            return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case str():
            # JSON's strings are TOML's, but for DEL, which JSON leaves as it is and TOML wants escaped.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case int():
            return str(value)
        case _:
            raise TypeError(f"{value!r} has no form in a rulebook's file")
