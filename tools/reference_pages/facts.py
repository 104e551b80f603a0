"""The page of facts: every kind of fact that the journal can hold, by family."""

import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import groupby
from typing import Any

from reference_pages.markdown import code, first_line, head, table
from reference_pages.modules import modules
from wordwaiter.audience import Audience


def page() -> str:
    """Returns the text of the page."""
    parts = [
        head(
            "Facts",
            "A fact says what happened, once and for ever. [The journal](../development/journal.md) "
            "explains how facts are kept. The kind of a fact never changes.",
            "Each fact has an audience, which learns that it happened. Some of its fields may be for fewer "
            "people. The director reads whatever anybody may read.",
        ),
        "\n",
        table(("audience", "roles"), ((each.name.lower(), _roles(each)) for each in Audience)),
    ]
    kinds = sorted(_fact_kinds(), key=lambda kind: kind.KIND)
    for family, group in groupby(kinds, key=lambda kind: kind.KIND.partition(".")[0]):
        parts.append(f"\n## {family}\n\n")
        rows = [
            (
                code(kind.KIND),
                first_line(kind),
                kind.AUDIENCE.name.lower(),
                ", ".join(code(each.name) for each in fields(kind)),
            )
            for kind in group
        ]
        parts.append(table(("kind", "what happened", "audience", "fields"), rows))
    return "".join(parts)


def _roles(audience: Audience) -> str:
    if audience is Audience.ALL:
        return "everybody"
    return ", ".join(sorted(code(role.value) for role in audience.value)) or "nobody"


def _fact_kinds() -> Iterator[Any]:
    """Yields every dataclass that has a kind."""
    for module in modules():
        for _, each in inspect.getmembers(module, inspect.isclass):
            if each.__module__ == module.__name__ and is_dataclass(each) and "KIND" in vars(each):
                yield each
