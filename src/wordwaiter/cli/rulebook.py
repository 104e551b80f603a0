"""`wordwaiter rulebook`: what the rulebooks say, where two differ, and whether one of your own is right."""

import sys
import textwrap
from dataclasses import asdict
from pathlib import Path

import typer

from wordwaiter.cli.output import print_bytes, print_columns, print_json, printable
from wordwaiter.rules.rulebooks.english import Difference, RuleSheet, Sentence, compare_rulebooks, rule_sheet
from wordwaiter.rules.rulebooks.reading import (
    examine_rulebook,
    read_rulebook,
    read_rulebook_text,
    shipped_rulebook,
    shipped_rulebooks,
)
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.rulebooks.writing import plain_rulebook, rulebook_toml

_WRONG = 2
_WIDTH = 96

app = typer.Typer(help="Show, compare and check the rules that a table plays by.")

_RULEBOOK = typer.Argument(..., metavar="NAME", help="A shipped rulebook, or the path of a file of your own.")
_JSON = typer.Option(False, "--json", help="Answer as JSON.")


def register(parent: typer.Typer) -> None:
    """Add the group of commands."""
    parent.add_typer(app, name="rulebook")


@app.command("list")
def list_rulebooks(as_json: bool = _JSON) -> None:
    """Print the rulebooks that come with the software."""
    rulebooks = [shipped_rulebook(name) for name in shipped_rulebooks()]
    if as_json:
        print_json([{"name": rulebook.name, "title": rulebook.title} for rulebook in rulebooks])
    else:
        print_columns([(rulebook.name, rulebook.title) for rulebook in rulebooks])


@app.command()
def show(
    name: str = _RULEBOOK,
    as_json: bool = _JSON,
    as_toml: bool = typer.Option(False, "--toml", help="Print every setting as a file to copy and change."),
) -> None:
    """Print the rules in plain English, each with the clauses that it comes from."""
    if as_json and as_toml:
        raise typer.BadParameter("choose --json or --toml")
    rulebook = read_rulebook(name)
    if as_toml:
        print_bytes(rulebook_toml(rulebook).encode())
    elif as_json:
        print_json({"settings": plain_rulebook(rulebook), "sheet": asdict(rule_sheet(rulebook))})
    else:
        _print_sheet(rule_sheet(rulebook))


@app.command()
def check(
    files: list[Path] = typer.Argument(..., metavar="FILE...", help="Files of your own."),
    as_json: bool = _JSON,
) -> None:
    """Check rulebooks of your own; exit status 2 and a line for each fault if one is wrong."""
    results = [(file, *examine_rulebook(read_rulebook_text(file))) for file in files]
    if as_json:
        print_json(
            [
                {
                    "file": str(file),
                    "right": rulebook is not None,
                    "faults": [asdict(fault) for fault in faults],
                }
                for file, rulebook, faults in results
            ]
        )
    else:
        for file, rulebook, faults in results:
            for fault in faults:
                print(printable(f"{file}:{fault.line}: {fault.reason}"), file=sys.stderr)
            if rulebook is not None:
                print(printable(f"{file}: the rulebook {rulebook.name} is right"))
    if any(faults for _, _, faults in results):
        raise typer.Exit(_WRONG)


@app.command()
def compare(
    left: str = typer.Argument(
        ..., metavar="A", help="A shipped rulebook, or the path of a file of your own."
    ),
    right: str = typer.Argument(..., metavar="B", help="The rulebook to compare it with."),
    as_json: bool = _JSON,
) -> None:
    """Print where two rulebooks differ, setting by setting."""
    rulebooks = read_rulebook(left), read_rulebook(right)
    differences = compare_rulebooks(*rulebooks)
    if as_json:
        print_json([asdict(difference) for difference in differences])
    elif differences:
        for difference in differences:
            _print_difference(difference, rulebooks)
    else:
        print(f"{rulebooks[0].name} and {rulebooks[1].name} are the same rules")


def _print_sheet(sheet: RuleSheet) -> None:
    print(f"{sheet.title} ({sheet.name})")
    read = {reading.clause for reading in sheet.readings}
    chosen: set[str] = set()
    for section in sheet.sections:
        print(f"\n{section.title}")
        for sentence in section.sentences:
            _print_wrapped(f"{sentence.text} {_origin(sentence, read)}", "  ")
            if sentence.note is not None:
                _print_wrapped(f"Reading: {sentence.note}", "      ")
            # Many choices have the same reason; it is told once.
            if sentence.choice is not None and sentence.choice not in chosen:
                chosen.add(sentence.choice)
                _print_wrapped(f"Reason: {sentence.choice}", "      ")
    if sheet.readings:
        print("\n* How a clause was read where its source is silent or unclear")
        for reading in sheet.readings:
            _print_wrapped(f"{reading.clause}: {reading.text}", "  ")


def _origin(sentence: Sentence, read: set[str] | frozenset[str] = frozenset()) -> str:
    """The clauses of a sentence, those that had to be interpreted with a star."""
    clauses = [f"{clause}*" if clause in read else clause for clause in sentence.clauses]
    return f"[{', '.join(clauses) or 'choice'}]"


def _print_difference(difference: Difference, rulebooks: tuple[Rulebook, Rulebook]) -> None:
    print(f"{difference.setting}: {difference.asks}")
    for rulebook, sentence in zip(rulebooks, (difference.left, difference.right), strict=True):
        said = f"{sentence.text} {_origin(sentence)}" if sentence else "has no such setting"
        _print_wrapped(f"{rulebook.name}: {said}", "  ")


def _print_wrapped(text: str, indent: str) -> None:
    filled = textwrap.fill(
        text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "  ", break_on_hyphens=False
    )
    print(filled)
