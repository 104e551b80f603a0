"""`wordwaiter tally`: what a team's finished board scores, word by word, and what is wrong with it."""

import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from wordwaiter.cli.games.drawing import LEGEND, draw_board
from wordwaiter.cli.output import can_print, list_identity, print_json
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon import Judge, Shelf
from wordwaiter.rules.announcement import announce, check_announcement
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.rules.finished_board import Removed, RemovedTiles, RemovedUnseen, tile_name
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.tally import Tally, judge_tally, tally_board

_WRONG_BOARD = 1
_LARGEST_FILE = 100_000
_WIDTH = 79
_DEFAULT_LIST = "enable"


@dataclass(frozen=True, slots=True)
class _Report:
    """A tally with all that was said about it on the command line."""

    rulebook: Rulebook
    board: Board
    tally: Tally
    about_words: tuple[Problem, ...]
    """Problems with the announced words themselves, whatever the board is."""
    judge: Judge | None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tally")(tally)


def tally(
    board: str = typer.Argument(
        ...,
        metavar="BOARD.txt",
        help="The board, one line per row: . is empty, lower case is a blank; - reads standard input.",
    ),
    rulebook: str = typer.Option("bee-hare", help="A shipped rulebook, or the path of a file of your own."),
    start: str | None = typer.Option(None, metavar="WORD", help="The starting word, if one was announced."),
    surprise: str | None = typer.Option(None, metavar="WORD", help="The surprise word of the round."),
    sponsor: list[str] = typer.Option([], metavar="NAME", help="A sponsor's name; may be repeated."),
    removed: str = typer.Option(
        "", metavar="LETTERS", help="The tiles taken out and not bought back; ? is a blank."
    ),
    removed_count: int | None = typer.Option(
        None, metavar="N", help="How many tiles were taken out and not bought back, if nobody noted which."
    ),
    unplayed_value: int | None = typer.Option(
        None, metavar="POINTS", help="With --removed-count: the total value of the leftover tiles."
    ),
    judge: bool = typer.Option(False, "--judge", help="For judges: also mark words that are in no list."),
    lexicon: list[str] = typer.Option(
        [], metavar="NAME", help=f"With --judge: a word list; may be repeated. [default: {_DEFAULT_LIST}]"
    ),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Tally a finished board: every word across and down, bonuses, unplayed tiles.

    Exit status 0: nothing is wrong with the board. 1: something is, and the problems say what; all words are
    counted all the same, since judges decide what follows. 2: it cannot be read. An altered bonus word is
    told of, and is no fault. Whether words are good is told with --judge alone. For rules of turns (Tortoise)
    only the bonuses are tallied.
    """
    rules = read_rulebook(rulebook)
    if lexicon and not judge:
        raise MalformedError(
            "bad-options", "--lexicon only works with --judge; add --judge, or drop --lexicon"
        )
    announcement = announce(rules.table.tile_set, start, surprise, sponsor)
    out_of_play = _removed(removed, removed_count, unplayed_value, rules)
    lying = _read_board(board, rules)
    result = tally_board(lying, rules, announcement, out_of_play)
    court = _court(lexicon) if judge else None
    if court is not None:
        result = judge_tally(result, lying, court, rules, announcement)
    report = _Report(rules, lying, result, check_announcement(announcement, rules), court)
    if as_json:
        print_json(_as_json(report))
    else:
        _print_report(report)
    if result.faults:
        raise typer.Exit(_WRONG_BOARD)


# ---------------------------------------------------------------- from text to values


def _read_board(source: str, rulebook: Rulebook) -> Board:
    """The board of a text file; what cannot be read is refused with its line."""
    name = "standard input" if source == "-" else source
    text = _text(source, name)
    lines_before = len(text[: len(text) - len(text.lstrip())].splitlines())
    try:
        return parse_board(text, rulebook.table.layout, rulebook.table.tile_set)
    except MalformedError as error:
        match error.facts:
            case {"row": int(row)}:
                place = row
            case {"rows": int(rows)}:
                # The first row too many, or the last one there is.
                place = min(rows, rulebook.table.layout.height + 1)
            case _:
                place = 1
        raise MalformedFileError(
            error.code, name, error.sentence, line=max(lines_before + place, 1)
        ) from error


def _text(source: str, name: str) -> str:
    if source == "-":
        content = sys.stdin.buffer.read(_LARGEST_FILE + 1)
    else:
        with Path(source).open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    if len(content) > _LARGEST_FILE:
        raise MalformedFileError(
            "file-too-large", name, "is far too large for a board, which has a few hundred characters", line=1
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise MalformedFileError(
            "wrong-encoding", name, "is not UTF-8 text; save it as UTF-8", line=line
        ) from error


def _removed(tiles: str, count: int | None, unplayed_value: int | None, rulebook: Rulebook) -> Removed:
    if count is None:
        if unplayed_value is not None:
            raise MalformedError(
                "bad-options", "--unplayed-value needs --removed-count; otherwise it is calculated"
            )
        return RemovedTiles(parse_rack(tiles, rulebook.table.tile_set).tiles)
    if tiles:
        raise MalformedError("bad-options", "use --removed or --removed-count, not both")
    if unplayed_value is not None and unplayed_value < 0:
        raise MalformedError("bad-options", "--unplayed-value must be 0 or more; it is subtracted")
    return RemovedUnseen(count, unplayed_value)


def _court(lists: Sequence[str]) -> Judge:
    shelf = Shelf.of_user()
    return Judge(tuple(map(shelf.open, dict.fromkeys(lists or [_DEFAULT_LIST]))))


# ---------------------------------------------------------------- for programs


def _as_json(report: _Report) -> dict[str, object]:
    answer = {"rulebook": report.rulebook.name, **report.tally.plain()}
    answer["announcement"] = [problem.plain() for problem in report.about_words]
    if report.judge is not None:
        answer["lists"] = [list_identity(lexicon.card) for lexicon in report.judge.lexicons]
    return answer


# ---------------------------------------------------------------- for people


def _print_report(report: _Report) -> None:
    result = report.tally
    say(f"{report.rulebook.title} ({report.rulebook.name})")
    say("")
    for line in draw_board(report.board):
        say(line)
    say(LEGEND)
    say("")
    print_tally(result)
    print_problems("Look at:", (problem for problem in result.problems if not problem.code.is_note))
    print_problems("To know:", (problem for problem in result.problems if problem.code.is_note))
    print_problems("Announced words:", report.about_words)
    if report.judge is not None:
        names = ", ".join(lexicon.name for lexicon in report.judge.lexicons)
        say("")
        say(f"Judged by: {names}. Points are as on the board: words stand until they are challenged.")


def print_tally(result: Tally) -> None:
    """Square, word, how it is counted, points: right-aligned points, so that they can be added up."""
    rows = [
        (
            word.square.written(word.direction),
            word.word,
            " ".join(map(str, word.letters)) + "".join(f" ×{factor}" for factor in word.factors),
            f"{word.points}",
        )
        for word in result.words
    ]
    count = len(rows)
    if rows:
        rows.append(("", f"{count} words" if count > 1 else "1 word", "", f"{result.word_points:,}"))
    rows += [
        (bonus.square.written(bonus.direction), bonus.word, bonus.kind.value, f"+{bonus.points}")
        for bonus in result.bonuses
    ]
    if result.unplayed.points:
        tiles = result.unplayed.tiles
        which = "" if tiles is None else " ".join(_counted(tiles.tiles))
        rows.append(("", "unplayed", which, f"-{result.unplayed.points}"))
    rows.append(("", "total", "", f"{result.total:,}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    widths[2] = min(widths[2], _WIDTH - sum(widths) + widths[2] - 6)
    for square, word, how, points in rows:
        parts = textwrap.wrap(how, widths[2]) or [""]
        for part in parts[:-1]:
            say(f"{square.rjust(widths[0])}  {word.ljust(widths[1])}  {part}")
            square = word = ""
        line = f"{square.rjust(widths[0])}  {word.ljust(widths[1])}  {parts[-1].ljust(widths[2])}"
        say(f"{line}  {points.rjust(widths[3])}")


def _counted(tiles: Sequence[str]) -> list[str]:
    """Each kind of tile once, with its number: A×3, B, blank×2."""
    counts = dict.fromkeys(tiles, 0)
    for tile in tiles:
        counts[tile] += 1
    return [tile_name(tile) + (f"×{count}" if count > 1 else "") for tile, count in counts.items()]


def print_problems(heading: str, problems: Iterable[Problem]) -> None:
    lines = [f"{problem} [{problem.code.value}]" for problem in problems]
    if not lines:
        return
    say("")
    say(heading)
    for line in lines:
        for part in textwrap.wrap(
            line, _WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
        ):
            say(part)


def say(line: str) -> None:
    """Print a line; where the terminal's encoding has no ×, it is an x."""
    print(line if can_print(line) else line.replace("×", "x"))
