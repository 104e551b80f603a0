"""The page of the JSON API: every route, who may use it, and every command that can be sent."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from reference_pages.markdown import code, first_line, head, paragraph, table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.api.commands import HARE_COMMANDS, TABLE_COMMANDS, TOURNAMENT_COMMANDS, CommandSet
from wordwaiter.web.api.document import document
from wordwaiter.web.http.app import create_app

COMMANDS = (
    ("a tournament", "POST /api/v1/tournaments/{tournament}/commands", TOURNAMENT_COMMANDS),
    ("a table of turns", "POST /api/v1/tables/{table}/commands", TABLE_COMMANDS),
    ("a Hare board", "POST /api/v1/boards/{board}/commands", HARE_COMMANDS),
)


def page() -> str:
    """Returns the text of the page."""
    operations = [
        (operation["tags"][0], method.upper(), path, operation)
        for path, methods in _document()["paths"].items()
        for method, operation in methods.items()
    ]
    parts = [
        head(
            "The API: every route and every command",
            "[Using the API](../development/api.md) shows how to send a command, step by step. A running "
            "server describes every type at `/api/v1/openapi.json`. [Error codes](errors.md) lists every "
            "refusal.",
        ),
        "\n## Routes\n\n",
        paragraph(
            "The column *who* names the roles that may use a route. Some routes then also check whose table, "
            "team or tab it is. A director may use all of them."
        ),
    ]
    for tag, group in groupby(sorted(operations, key=lambda each: each[0]), key=lambda each: each[0]):
        parts.append(f"\n### {tag.capitalize()}\n\n")
        rows = [
            (code(f"{method} {path}"), operation["summary"], operation["x-who"])
            for _, method, path, operation in group
        ]
        parts.append(table(("route", "what it does", "who"), rows))
    for of, route, commands in COMMANDS:
        parts.append(f"\n## Commands of {of}\n\n")
        parts.append(paragraph(f"Send them to `{route}`. Fields with a `?` may be left out.") + "\n")
        parts.append(table(("command", "what it asks for", "fields"), _rows(commands)))
    return "".join(parts)


def _document() -> dict[str, Any]:
    judge = Judge((Lexicon.of_words("none", ["NONE"]),))
    with (
        TemporaryDirectory() as folder,
        Context.open(Path(folder) / "none.db", ContextParts(judge)) as context,
    ):
        return document(create_app(context).routes)


def _rows(commands: CommandSet) -> Iterator[Sequence[str]]:
    for word, kind in sorted(commands.kinds.items()):
        yield code(word), first_line(kind), _fields(commands.structs[word])


def _fields(struct: Any) -> str:
    return ", ".join(
        code(f"{field.name}{'' if field.required else '?'}") for field in msgspec.structs.fields(struct)
    )
