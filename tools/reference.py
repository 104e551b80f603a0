"""Writes the pages of docs/reference from the program: python tools/reference.py"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from reference_pages import api, clauses, errors, facts, roles, sentences, settings, terminal
from reference_pages.markdown import head, table

FOLDER: Final = Path(__file__).resolve().parent.parent / "docs" / "reference"

Page = tuple[Callable[[], str], str, str]
"""What writes a page, its title in the index, and what it lists."""

LISTED: Final[Mapping[str, Page]] = {
    "terminal.md": (terminal.page, "Terminal commands", "every command of `wordwaiter`, with its options"),
    "rulebook-settings.md": (settings.rulebook_page, "Rulebook settings", "how a table can be played"),
    "format-settings.md": (settings.format_page, "Format settings", "how a division can be run"),
    "clauses.md": (clauses.page, "Clauses", "every clause of the rules, and the tests that prove it"),
    "sentences.md": (
        sentences.page,
        "Sentences",
        "every sentence of the five documents, and how the rule sheet says it",
    ),
    "roles.md": (roles.page, "Roles", "which commands each role may send"),
    "api.md": (api.page, "API", "every route and command of the JSON API"),
    "errors.md": (errors.page, "Error codes", "every code with its sentence"),
    "facts.md": (facts.page, "Facts", "every kind of fact that the journal can hold"),
}


def _index() -> str:
    rows = ((f"[{title}]({name})", lists) for name, (_, title, lists) in LISTED.items())
    return (
        head("Reference", "Everything that can be set, typed, sent or refused.")
        + "\n"
        + table(("page", "what it lists"), rows)
    )


PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "README.md": _index,
    **{name: write for name, (write, _, _) in LISTED.items()},
}


def main() -> None:
    """Writes every page."""
    for name, write in PAGES.items():
        (FOLDER / name).write_text(write(), "utf-8")


if __name__ == "__main__":
    main()
