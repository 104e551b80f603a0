"""The page of terminal commands: every command of `wordwaiter` with its arguments and options."""

from collections.abc import Iterator, Sequence
from typing import Any

import typer.main

from reference_pages.markdown import code, head, paragraph, table
from wordwaiter.cli.main import build_app

HIDDEN = {"help", "install_completion", "show_completion"}


def page() -> str:
    """Returns the text of the page."""
    parts = [
        head(
            "Terminal commands",
            "`wordwaiter COMMAND --help` shows the same in a terminal. "
            "[Running a tournament from the terminal](../guide/terminal.md) is a walk through a whole day.",
        )
    ]
    for name, command in _commands("wordwaiter", typer.main.get_command(build_app())):
        depth = min(name.count(" ") + 1, 3)
        parts.append(f"\n{'#' * depth if depth > 1 else '##'} {name}\n\n")
        parts.append(paragraph(" ".join((command.help or "").split())))
        arguments = [_row(each) for each in command.params if each.name not in HIDDEN]
        if arguments:
            parts.append("\n" + table(("argument", "what it is", "default"), arguments))
    return "".join(parts)


def _commands(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    yield name, command
    for word, each in getattr(command, "commands", {}).items():
        yield from _commands(f"{name} {word}", each)


def _row(parameter: Any) -> Sequence[str]:
    if parameter.param_type_name == "argument":
        words = (parameter.metavar or parameter.name).upper()
        return code(words), getattr(parameter, "help", None) or "", _default(parameter)
    words = ", ".join((*parameter.opts, *parameter.secondary_opts))
    choices = "|".join(getattr(parameter.type, "choices", ()))
    return (
        code(f"{words} {choices or parameter.metavar or ''}".strip()),
        " ".join((parameter.help or "").split()),
        _default(parameter),
    )


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    value = parameter.default
    if callable(value) or value is None or value is False or value in ("", (), []):
        return ""
    if value is True:
        return code(parameter.opts[0])
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(code(str(getattr(each, "value", each))) for each in values)
