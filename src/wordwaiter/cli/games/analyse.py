"""`wordwaiter analyse`: each turn of a game beside the best one."""

import html
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import typer
from rich.progress import Progress, TaskID

from wordwaiter.cli.games.moves import leaves_for
from wordwaiter.cli.games.selfplay import progress_bar
from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.engine import Engine, SimulationEffort
from wordwaiter.engine.analysis import AnalysedGame, AnalysedTurn, analyse_game
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.notation.encoding import LARGEST_RECORD
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.record import GameRecord
from wordwaiter.platform import usable_cores
from wordwaiter.rules.rulebooks.reading import read_rulebook

_HEADINGS: Final = ("line", "player", "turn", "wins", "lost", "mistake", "best", "wins")
_MANY_DRAWS: Final = 1 << 24


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("analyse")(analyse)


def analyse(
    game: Path = typer.Argument(..., metavar="GAME.gcg|FOLDER", help="A game record, or a folder of them."),
    seconds_per_move: float | None = typer.Option(
        None, min=0.0, help="Think so many seconds about each turn, instead of 1,000 draws."
    ),
    threads: int | None = typer.Option(
        None, min=1, max=1024, help="How many threads to use; all by default."
    ),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    report: Path | None = typer.Option(
        None, "--html", metavar="REPORT", help="Write a page to read in a browser."
    ),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Compare each turn of a game with the best one: chances to win, mistakes and what was better.

    Turns whose rack is not in the record are left out, and that is told.
    """
    rules = read_rulebook(rulebook)
    games = [(path, _read(path)) for path in _paths(game)]
    leaves = leaves_for(rules.table.tile_set, None)
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], rules, leaves)
    draws = 1000 if seconds_per_move is None else _MANY_DRAWS
    effort = SimulationEffort(draws=draws, seconds=seconds_per_move, threads=threads or usable_cores())
    found: list[tuple[Path, AnalysedGame]] = []
    with progress_bar() as bar:
        for path, record in games:
            task = bar.add_task(path.name, total=len(record.moves))
            analysed = analyse_game(engine, record, effort, partial(_tell, bar, task))
            found.append((path, analysed))
            if analysed.is_stopped:
                break
    if report:
        write_whole(report, _page(found).encode())
    if as_json:
        print_json({"games": [_as_json(path, analysed) for path, analysed in found]})
    else:
        for path, analysed in found:
            _show(path, analysed)


def _tell(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _paths(game: Path) -> Sequence[Path]:
    if not game.is_dir():
        return [game]
    paths = sorted(game.glob("*.gcg"))
    if not paths:
        raise MalformedError("no-games", f"{game} has no game records (*.gcg)")
    return paths


def _read(path: Path) -> GameRecord:
    with path.open("rb") as file:
        return read_gcg(file.read(LARGEST_RECORD + 1), path).record


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _row(analysed: AnalysedGame, turn: AnalysedTurn) -> tuple[str, ...]:
    board, best = turn.found.stand.board, turn.found.best
    return (
        str(turn.line),
        analysed.record.players[turn.player].name,
        turn.played.turn.readable(board),
        _percent(turn.played.win.value),
        _percent(turn.lost),
        str(turn.mistake or ""),
        best.turn.readable(board),
        _percent(best.win.value),
    )


def _sentences(analysed: AnalysedGame) -> Iterator[str]:
    for turn in analysed.turns:
        if turn.mistake:
            name = analysed.record.players[turn.player].name
            yield f"Line {turn.line}, {name}, a {turn.mistake} mistake: {turn.explanation()}"
        if not turn.is_rack_known:
            yield f"Line {turn.line}: only a part of the rack is known; the rest was drawn at random."
    yield from analysed.left_out
    if any(turn.luck is not None for turn in analysed.turns):
        each = (
            f"{player.name} {analysed.luck(at):+.0f}" for at, player in enumerate(analysed.record.players)
        )
        yield f"Luck of the draw, in points: {', '.join(each)}."


def _show(path: Path, analysed: AnalysedGame) -> None:
    print(path)
    print_columns([_HEADINGS, *(_row(analysed, turn) for turn in analysed.turns)])
    for sentence in _sentences(analysed):
        print(sentence)


def _as_json(path: Path, analysed: AnalysedGame) -> dict[str, object]:
    return {
        "file": str(path),
        "players": [player.name for player in analysed.record.players],
        "turns": [
            {
                "line": turn.line,
                "player": turn.player,
                "position": str(turn.found.stand),
                "turn": turn.played.turn.text(turn.found.stand.board),
                "win": round(turn.played.win.value, 4),
                "best": turn.found.best.turn.text(turn.found.stand.board),
                "best_win": round(turn.found.best.win.value, 4),
                "lost": round(turn.lost, 4),
                "mistake": turn.mistake,
                "explanation": turn.explanation(),
                "rack_known": turn.is_rack_known,
                "proven": turn.found.is_proven,
                "luck": None if turn.luck is None else round(turn.luck, 1),
            }
            for turn in analysed.turns
        ],
        "luck": [round(analysed.luck(player), 1) for player in range(len(analysed.record.players))],
        "left_out": list(analysed.left_out),
    }


def _page(found: Sequence[tuple[Path, AnalysedGame]]) -> str:
    """A page that needs no other file."""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Analysis</title>'
        '<meta name="viewport" content="width=device-width">'
        "<style>body{font-family:sans-serif;margin:1rem}td,th{padding:.2rem .6rem;text-align:left}</style>"
        + "".join(_section(path, analysed) for path, analysed in found)
        + "</html>\n"
    )


def _section(path: Path, analysed: AnalysedGame) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"

    names = " and ".join(player.name for player in analysed.record.players)
    rows = "".join(row(_row(analysed, turn), "td") for turn in analysed.turns)
    told = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in _sentences(analysed))
    return (
        f"<h2>{html.escape(names)}</h2><p>{html.escape(path.name)}</p>{_graph(analysed)}"
        f"<table>{row(_HEADINGS, 'th')}{rows}</table><ul>{told}</ul>"
    )


def _graph(analysed: AnalysedGame) -> str:
    """The first player's chance to win, turn by turn."""
    chances = [
        turn.played.win.value if turn.player == 0 else 1 - turn.played.win.value for turn in analysed.turns
    ]
    points = " ".join(f"{10 * index},{100 * (1 - chance):.1f}" for index, chance in enumerate(chances))
    width = 10 * max(1, len(chances) - 1)
    first = html.escape(analysed.record.players[0].name)
    return (
        f'<svg viewBox="0 0 {width} 100" width="600" height="150" preserveAspectRatio="none" role="img" '
        f'aria-label="How often {first} wins, turn by turn"><path d="M0 50H{width}" stroke="gray"/>'
        f'<polyline points="{points}" fill="none" stroke="navy" stroke-width="2"/></svg>'
    )
