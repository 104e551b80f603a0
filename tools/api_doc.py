"""Writes docs/reference/api.md: every route of the API, who may ask it, and every command that can be sent.

python tools/api_doc.py            writes the file
python tools/api_doc.py --check    exit status 1 if the file is not up to date
"""

import ast
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from wordwaiter.errors import MalformedFileError, WordwaiterError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.rules.shape import ShapeCode
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.api.commands import HARE_COMMANDS, TABLE_COMMANDS, TOURNAMENT_COMMANDS, CommandSet
from wordwaiter.web.api.document import document
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.problems import HTTP_PROBLEMS, status_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "reference" / "api.md"
SOURCE = ROOT / "src" / "wordwaiter"
NOT_SERVED = frozenset({"cli", "engine", "paper", "rehearsal"})
"""Parts of the program that no request comes to."""

HEAD = """\
# The API: every route and every command

Written by `make api-doc` from the program itself; a test fails when it is out of date.
[api.md](../development/api.md) tells how to use it, and `/api/v1/openapi.json` on a running server has all
types, for programs.

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
    """The text of docs/reference/api.md."""
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
    parts.append(CODES)
    for status, codes in sorted(_codes().items()):
        parts.append(f"\n**{status}**: {', '.join(f'`{code}`' for code in sorted(codes))}\n")
    return "".join(parts)


CODES = """
## Codes of problems

By the status that they come with. A code never changes its meaning; new ones may come.
"""


def _codes() -> dict[int, set[str]]:
    """Every code of an error that the program can raise, by its status."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    families = {each.__name__: each for each in _subclasses(WordwaiterError)}
    served = (path for path in SOURCE.rglob("*.py") if NOT_SERVED.isdisjoint(path.parts))
    for path in served:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(code)), *_]) if (
                    name in families and families[name] is not MalformedFileError
                ):
                    error = WordwaiterError.__new__(families[name])
                    error.code = code
                    found[status_of(error)].add(code)
                case _:
                    pass
    found[409] |= {code.value for code in ShapeCode}
    for status, (code, _) in HTTP_PROBLEMS.items():
        found[status].add(code)
    return found


def _subclasses(kind: type[WordwaiterError]) -> Iterator[type[WordwaiterError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _subclasses(each)


def _document() -> dict[str, Any]:
    judge = Judge((Lexicon.of_words("none", ["NONE"]),))
    with (
        TemporaryDirectory() as folder,
        Context.open(Path(folder) / "none.db", ContextParts(judge)) as context,
    ):
        return document(create_app(context).routes)


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
