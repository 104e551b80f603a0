"""The page that shows paper and pictures names every command and has every picture."""

import re
from pathlib import Path

import pytest
import typer

from wordwaiter.cli.paper import picture as picture_commands
from wordwaiter.cli.paper import print as print_commands

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "guide" / "paper.md").read_text("utf-8")
MOST_BYTES = 1_500_000


def commands(kind: str) -> list[str]:
    app = typer.Typer()
    {"print": print_commands, "picture": picture_commands}[kind].register(app)
    (group,) = app.registered_groups
    assert group.typer_instance is not None
    return [f"{kind} {command.name}" for command in group.typer_instance.registered_commands]


@pytest.mark.parametrize("command", [*commands("print"), *commands("picture")])
def test_every_command_is_on_the_page(command: str) -> None:
    assert f"`{command}" in PAGE


def test_every_picture_of_the_page_is_there_and_no_other_and_they_are_light() -> None:
    shown = set(re.findall(r"\(\.\./gallery/([\w.-]+)\)", PAGE))
    kept = {path.name: path.stat().st_size for path in (DOCS / "gallery").iterdir()}
    assert shown == set(kept)
    assert sum(kept.values()) < MOST_BYTES
