"""`wordwaiter table`: table scripts, run and held against what they expect."""

import sys
from pathlib import Path

import typer

from wordwaiter.cli.games.drawing import LEGEND, draw_board
from wordwaiter.cli.games.finding import list_finder
from wordwaiter.cli.output import print_json
from wordwaiter.errors import MalformedFileError
from wordwaiter.game.queries import bag_count, explain_count, rack_count, turn_text
from wordwaiter.game.records import fact_to_plain
from wordwaiter.game.result import scores
from wordwaiter.game.signers import signer_name
from wordwaiter.game.table import Table
from wordwaiter.notation.script import Script, parse_script
from wordwaiter.notation.script_running import Run, run_script
from wordwaiter.rules.rulebooks.reading import read_rulebook

_FAILED = 1


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("table")(run_tables)


def run_tables(
    scripts: list[str] = typer.Argument(
        ..., metavar="SCRIPT...", help="Table scripts; - reads standard input."
    ),
    as_json: bool = typer.Option(False, "--json", help="Answer with the facts and the final state as JSON."),
    quiet: bool = typer.Option(False, "--quiet", "-q", help="Print only failures."),
) -> None:
    """Run table scripts: one table each, told line by line, with what is expected of it.

    Exit status 0: everything is as expected. 1: something is not, and it says which line, what was expected
    and what is. 2: a script cannot be read.
    """
    runs = [_run(name) for name in scripts]
    if as_json:
        tables = [_as_json(run) for run in runs]
        print_json(tables[0] if len(tables) == 1 else tables)
    else:
        for run in runs:
            _print_run(run, quiet)
    if any(run.failures for run in runs):
        raise typer.Exit(_FAILED)


def _run(name: str) -> Run:
    path = Path("standard input" if name == "-" else name)
    script = parse_script(_text(name, path), path)
    rulebook = read_rulebook(_rulebook_beside(script, name))
    return run_script(script, rulebook, list_finder(script.opening.lists))


def _text(name: str, path: Path) -> str:
    content = sys.stdin.buffer.read() if name == "-" else path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise MalformedFileError("not-text", path, "this is not UTF-8 text", line=line) from error


def _rulebook_beside(script: Script, name: str) -> str:
    """A rulebook's file is looked for beside the script, so that both can be handed on together."""
    beside = Path(name).parent / script.opening.rulebook
    return str(beside) if name != "-" and beside.suffix == ".toml" else script.opening.rulebook


# ---------------------------------------------------------------- for programs


def _as_json(run: Run) -> dict[str, object]:
    table = run.table
    return {
        "script": str(run.script.path),
        "rulebook": table.rulebook.name,
        "ok": not run.failures,
        "failures": [
            {"line": failure.line, "expected": failure.expected, "found": failure.found}
            for failure in run.failures
        ],
        "facts": [fact_to_plain(fact) for fact in run.facts],
        "state": _state(table),
    }


def _state(table: Table) -> dict[str, object]:
    ending = table.ending
    return {
        "stage": table.stage.value,
        "board": table.position.board.text().splitlines(),
        "sides": [
            {"name": name, "score": score} for name, score in zip(table.sides, scores(table), strict=True)
        ],
        "seats": [
            {"name": seat.name, "side": table.sides[seat.side], "tiles": rack_count(table, index)}
            for index, seat in enumerate(table.seats)
        ],
        "to_move": table.seats[table.position.to_move].name if ending is None else None,
        "bag": bag_count(table),
        "partial": table.position.partial,
        "turns": [
            {
                "number": turn.number,
                "seat": table.seats[turn.seat].name,
                "text": turn_text(table, turn.number),
                "points": turn.points,
            }
            for turn in table.turns
        ],
        "ended": None if ending is None else {"reason": ending.reason.value, "note": ending.note},
        "adjustments": list(explain_count(table)),
        "signed": [signer_name(table, signer) for signer in table.signatures],
    }


# ---------------------------------------------------------------- for people


def _print_run(run: Run, quiet: bool) -> None:
    for failure in run.failures:
        print(f"{run.script.path}:{failure.line}: expected {failure.expected}; found {failure.found}")
    if quiet:
        return
    table = run.table
    for turn in table.turns:
        print(f"{turn.number:>3}  {table.seats[turn.seat].name}: {turn_text(table, turn.number)}")
    for line in draw_board(table.position.board):
        print(line)
    print(LEGEND)
    for line in explain_count(table):
        print(line)
    print(", ".join(f"{name} {score}" for name, score in zip(table.sides, scores(table), strict=True)))
    outcome = "as expected" if not run.failures else f"{len(run.failures)} lines are not as expected"
    print(f"{run.script.path}: {outcome}")
