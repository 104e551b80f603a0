"""`wordwaiter replay`: a game record played again, and where it differs from the rules."""

import sys
import textwrap
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import typer

from wordwaiter.cli.games.drawing import LEGEND, draw_board, in_colour
from wordwaiter.cli.output import can_print, print_json
from wordwaiter.notation.difference import Difference
from wordwaiter.notation.encoding import LARGEST_RECORD
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.oddity import Oddity
from wordwaiter.notation.record import written
from wordwaiter.notation.replay import Replay, ReplayedMove, replay
from wordwaiter.rules.rulebooks.reading import read_rulebook

_DIFFERENT = 1
_WIDTH = 79
_LONGEST_NICK = 14
_LONGEST_RACK = 10
_HEADINGS = ("line", "player", "rack", "play", "points", "rules", "total")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("replay")(replay_game)


def replay_game(
    game: str = typer.Argument(..., metavar="GAME.gcg", help="The game record; - reads standard input."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Replay a game record: score every move again, and say where record and rules differ.

    Exit status 0: they agree. 1: they differ. 2: the record cannot be read. Untidy records are read as they
    were meant, and what is odd about them is told; that alone is no difference.
    """
    rules = read_rulebook(rulebook)
    path = "standard input" if game == "-" else game
    reading = read_gcg(_content(game), path)
    result = replay(reading.record, rules, path)
    oddities = tuple(sorted(reading.oddities + result.oddities))
    if as_json:
        print_json(_as_json(result, oddities))
    else:
        _print_replay(result, oddities)
    if not result.agrees:
        raise typer.Exit(_DIFFERENT)


def _content(game: str) -> bytes:
    """The record's bytes; of a file that is far too large, only what it takes to know so."""
    if game == "-":
        return sys.stdin.buffer.read(LARGEST_RECORD + 1)
    with Path(game).open("rb") as file:
        return file.read(LARGEST_RECORD + 1)


def _as_json(result: Replay, oddities: Sequence[Oddity]) -> dict[str, object]:
    names = [player.name for player in result.record.players]
    return {
        "rulebook": result.rulebook.name,
        "agrees": result.agrees,
        "players": names,
        "final_scores": list(result.final_scores),
        "recorded_scores": list(result.recorded_scores),
        "moves": [
            {
                "line": move.recorded.line,
                "player": names[move.recorded.player],
                "rack": None if move.recorded.rack is None else written(move.recorded.rack),
                "play": str(move.recorded.move),
                "recorded": move.recorded.points,
                "computed": move.points,
                "total": move.recorded.total,
            }
            for move in result.moves
        ],
        "differences": [asdict(difference) for difference in result.differences],
        "oddities": [asdict(oddity) for oddity in oddities],
        "board": result.board.text().splitlines(),
    }


# ---------------------------------------------------------------- for people


def _print_replay(result: Replay, oddities: Sequence[Oddity]) -> None:
    title = result.record.pragma("title")
    if title:
        _print_wrapped(title)
    names = " against ".join(player.name for player in result.record.players)
    _print_wrapped(f"{names}, replayed under {result.rulebook.title} ({result.rulebook.name})")
    _say("")
    _print_moves(result)
    _say("")
    for line in draw_board(result.board):
        _say(line)
    _say(LEGEND)
    _say("")
    for player, name in enumerate(each.name for each in result.record.players):
        score, recorded = result.final_scores[player], result.recorded_scores[player]
        _say(f"{name}: {score}" + ("" if score == recorded else f" ({recorded} in the record)"))
    _say("")
    if oddities:
        _say("Read as it was meant:")
        for oddity in oddities:
            _print_wrapped(f"line {oddity.line}: {oddity.sentence} [{oddity.code}]", "  ")
    _say(_verdict(result))


def _verdict(result: Replay) -> str:
    match len(result.differences):
        case 0:
            return "Record and rules agree."
        case 1:
            return "Record and rules differ in one place, marked ! above."
        case count:
            return f"Record and rules differ in {count} places, marked ! above."


def _print_moves(result: Replay) -> None:
    rows = [_HEADINGS, *(_row(result, move) for move in result.moves)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told: dict[int, list[Difference]] = {}
    for difference in result.differences:
        told.setdefault(difference.line, []).append(difference)
    _say(f"  {_aligned(_HEADINGS, widths)}")
    for row, move in zip(rows[1:], result.moves, strict=True):
        differences = told.pop(move.recorded.line, [])
        line = f"{'!' if differences else ' '} {_aligned(row, widths)}"
        _say(typer.style(line, fg="red", bold=True) if differences and in_colour() else line)
        for difference in differences:
            _print_wrapped(f"{difference.sentence} [{difference.code}]", "      ")


def _row(result: Replay, move: ReplayedMove) -> tuple[str, ...]:
    recorded = move.recorded
    rules = "" if move.points == recorded.points else "?" if move.points is None else f"{move.points:+d}"
    return (
        str(recorded.line),
        result.record.players[recorded.player].nick[:_LONGEST_NICK],
        written(recorded.rack or ())[:_LONGEST_RACK],
        move.readable,
        f"{recorded.points:+d}",
        rules,
        str(recorded.total),
    )


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    numeric = {"line", "points", "rules", "total"}
    cells = (
        cell.rjust(width) if heading in numeric else cell.ljust(width)
        for heading, cell, width in zip(_HEADINGS, row, widths, strict=True)
    )
    return "  ".join(cells).rstrip()


def _print_wrapped(text: str, indent: str = "") -> None:
    later = f"{indent}  "
    for line in textwrap.wrap(
        text, _WIDTH, initial_indent=indent, subsequent_indent=later, break_on_hyphens=False
    ):
        _say(line)


def _say(line: str) -> None:
    """Print a line; where the terminal's encoding has no ×, it is an x."""
    print(line if can_print(line) else line.replace("×", "x"))
