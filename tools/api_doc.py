"""Writes docs/api-reference.md: every route of the API, who may ask it, and every command that can be sent.

python tools/api_doc.py            writes the file
python tools/api_doc.py --check    exit status 1 if the file is not up to date
"""

import inspect
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.house import House, Parts
from wordwaiter.web.api.commands import HARE_COMMANDS, TABLE_COMMANDS, TOURNAMENT_COMMANDS, CommandSet
from wordwaiter.web.api.document import document
from wordwaiter.web.app import create_app

PAGE = Path(__file__).parent.parent / "docs" / "api-reference.md"

HEAD = """\
# The API: every route and every command

Written by `make api-doc` from the program itself; a test fails when it is out of date. [api.md](api.md) tells
how to use it, and `/api/v1/openapi.json` on a running server has all types, for programs.

## Routes

Who may ask is the first question; whose table, team or tab it is, comes after it. A director may do
everything.
"""

COMMANDS = (
    ("a tournament", "POST /api/v1/tournaments/{tournament}/commands", TOURNAMENT_COMMANDS),
    ("a table of turns", "POST /api/v1/tables/{table}/commands", TABLE_COMMANDS),
    ("a Hare board", "POST /api/v1/boards/{board}/commands", HARE_COMMANDS),
)


def page() -> str:
    """The text of docs/api-reference.md."""
    operations = [
        (operation["tags"][0], method.upper(), path, operation)
        for path, methods in _document()["paths"].items()
        for method, operation in methods.items()
    ]
    parts = [HEAD]
    for tag, group in groupby(sorted(operations, key=lambda each: each[0]), key=lambda each: each[0]):
        parts.append(f"\n### {tag.capitalize()}\n\n| route | what it does | who |\n|---|---|---|\n")
        for _, method, path, operation in group:
            parts.append(f"| `{method} {path}` | {operation['summary']} | {operation['x-who']} |\n")
    for of, route, commands in COMMANDS:
        parts.append(f"\n## Commands of {of}\n\nSent to `{route}`; fields with a `?` may be left out.\n\n")
        parts.append("| command | what it asks for | fields |\n|---|---|---|\n")
        parts += _rows(commands)
    return "".join(parts)


def _document() -> dict[str, Any]:
    judge = Judge((Lexicon.of_words("none", ["NONE"]),))
    with TemporaryDirectory() as folder, House.open(Path(folder) / "none.db", Parts(judge)) as house:
        return document(create_app(house).routes)


def _rows(commands: CommandSet) -> Iterator[str]:
    for word, kind in sorted(commands.kinds.items()):
        says = (inspect.getdoc(kind) or "").partition("\n")[0]
        yield f"| `{word}` | {says} | {_fields(commands.structs[word])} |\n"


def _fields(struct: Any) -> str:
    return ", ".join(
        f"`{field.name}{'' if field.required else '?'}`" for field in msgspec.structs.fields(struct)
    )


def main() -> None:
    if "--check" in sys.argv[1:]:
        sys.exit(0 if PAGE.read_text("utf-8") == page() else 1)
    PAGE.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
