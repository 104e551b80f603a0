"""`wordwaiter analyse`: each turn of a game beside the best one, and what many games tell of players."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

import typer

from wordwaiter.cli.games.analysis_page import analysis_page
from wordwaiter.cli.games.analysis_text import print_game, print_players
from wordwaiter.cli.games.selfplay import progress_bar
from wordwaiter.cli.output import print_json, printable
from wordwaiter.engine import SimulationEffort
from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.notation.encoding import LARGEST_RECORD
from wordwaiter.platform import usable_cores
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.service.jobs.executors import ListVersion
from wordwaiter.service.jobs.game_analyses import (
    GameOrder,
    GameReport,
    analyse_games,
    analyse_order,
    in_processes,
    on_cluster,
    order_of,
)
from wordwaiter.service.jobs.player_reports import PlayerReport, player_reports

_MANY_DRAWS: Final = 1 << 24
_PRINTED: Final = 20
"""The most games printed turn by turn; more would hide the summary."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("analyse")(analyse)


def analyse(
    game: Path = typer.Argument(
        ..., metavar="GAME.gcg|FOLDER", help="A game record, or a folder of them with its subfolders."
    ),
    seconds_per_move: float | None = typer.Option(
        None, min=0.0, help="Think so many seconds about each turn, instead of a number of draws."
    ),
    draws: int = typer.Option(
        1000, min=1, max=_MANY_DRAWS, help="Draws of the unseen tiles for each turn, when no time is given."
    ),
    threads: int | None = typer.Option(None, min=1, max=1024, help="How many cores to use; all by default."),
    cluster: str | None = typer.Option(
        None, metavar="ADDRESS", help="Analyse a folder on a Dask cluster, such as tcp://10.0.0.5:8786."
    ),
    keep: Path | None = typer.Option(
        None,
        metavar="FOLDER",
        help="Keep each analysed game there; a run that was ended goes on where it was.",
    ),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    report: Path | None = typer.Option(
        None, "--html", metavar="REPORT", help="Write a page to read in a browser."
    ),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Compare each turn of a game with the best one: chances to win, mistakes and what was better.

    A folder also gets a report: how much each player gives away, and by which mistakes most. With --draws the
    result is the same wherever it is computed. Ctrl-C ends it with the games so far.
    """
    rules = read_rulebook(rulebook)
    wanted = _MANY_DRAWS if seconds_per_move is not None else draws
    cores = threads or usable_cores()
    card = Shelf.of_user().open(lexicon).card
    order = partial(order_of, rulebook=rules, lists=(ListVersion(card.name, card.sha256),))
    if game.is_dir():
        effort = SimulationEffort(wanted, seconds_per_move)
        orders = tuple(_orders(game, partial(order, effort=effort)))
        doing = on_cluster(cluster) if cluster else in_processes(min(cores, len(orders)))
        with progress_bar() as bar:
            task = bar.add_task("games", total=len(orders))
            found = analyse_games(orders, doing, keep, lambda done: bar.update(task, completed=done))
        games = tuple(each for each in found if not each.stopped)
        if len(games) < len(orders):
            _tell(_ended(len(games), len(orders), keep))
    else:
        effort = SimulationEffort(wanted, seconds_per_move, threads=cores)
        games = (_one_game(order(game.name, _content(game), effort=effort), keep),)
    players = player_reports(games) if game.is_dir() else ()
    if report:
        write_whole(report, analysis_page(games, players).encode())
    if as_json:
        print_json(_plain(games, players))
    else:
        _show(games, players)


def _one_game(order: GameOrder, keep: Path | None) -> GameReport:
    """One game on all cores, with a bar of its lines."""
    with progress_bar() as bar:
        task = bar.add_task(printable(order.file), total=order.record.count(b"\n>"))

        def doing(orders: Sequence[GameOrder]) -> Iterator[tuple[int, GameReport]]:
            for place, each in enumerate(orders):
                yield place, analyse_order(each, lambda done: bar.update(task, completed=done))

        return analyse_games([order], doing, keep)[0]


def _orders(folder: Path, order: "partial[GameOrder]") -> Iterator[GameOrder]:
    """The games of a folder; what cannot be analysed is named, and the others go on."""
    paths = sorted(folder.rglob("*.gcg"))
    if not paths:
        raise MalformedError("no-games", f"{folder} has no game records (*.gcg)")
    count = 0
    for path in paths:
        try:
            made = order(path.relative_to(folder).as_posix(), _content(path))
        except WordwaiterError as error:
            _tell(f"Left out: {error}.")
        else:
            count += 1
            yield made
    if not count:
        raise MalformedError("no-games", f"none of the game records in {folder} can be analysed")


def _content(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_RECORD + 1)


def _ended(done: int, count: int, keep: Path | None) -> str:
    after = "run it again to go on" if keep else "with --keep FOLDER you can go on where you stopped"
    return f"Stopped: {done} of {count} games are analysed; {after}."


def _tell(sentence: str) -> None:
    """A sentence beside the answer, which a program may read."""
    print(printable(sentence), file=sys.stderr)


def _plain(games: Sequence[GameReport], players: Sequence[PlayerReport]) -> dict[str, object]:
    """Plain values, for JSON."""
    return {
        "games": [asdict(game) for game in games],
        "players": [asdict(each) | {"accuracy": round(each.accuracy, 4)} for each in players],
    }


def _show(games: Sequence[GameReport], players: Sequence[PlayerReport]) -> None:
    if len(games) <= _PRINTED:
        for game in games:
            print_game(game)
            print()
    if players:
        print_players(games, players)
