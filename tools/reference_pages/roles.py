"""The page of roles: what each role may ask of a tournament, a table of turns and a Hare board."""

import re
from collections.abc import Iterable

from reference_pages.markdown import code, head, table
from wordwaiter.roles import Role
from wordwaiter.service.access.permissions import (
    BOARD_GRANTS,
    EVERY_BOARD_COMMAND,
    EVERY_TABLE_COMMAND,
    TABLE_GRANTS,
)
from wordwaiter.tournament.roles import EVERY_COMMAND, GRANTS


def page() -> str:
    """Returns the text of the page."""
    parts = [
        head(
            "Roles and commands",
            "Every device that joins has a role, and a role allows the commands that its work needs. A "
            "device may use them only for its own tournament, table or team. "
            "[Access](../development/access.md) explains how devices join.",
        )
    ]
    for title, grants, everything in (
        ("At a tournament", GRANTS, EVERY_COMMAND),
        ("At a table of turns", TABLE_GRANTS, EVERY_TABLE_COMMAND),
        ("At a Hare board", BOARD_GRANTS, EVERY_BOARD_COMMAND),
    ):
        rows = ((code(role.value), _commands(grants[role], everything)) for role in Role)
        parts.append(f"\n## {title}\n\n" + table(("role", "commands"), rows))
    return "".join(parts)


def _commands(granted: Iterable[type], everything: Iterable[type]) -> str:
    if set(granted) == set(everything):
        return "all commands"
    words = sorted(re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in granted)
    return ", ".join(map(code, words)) or "none"
