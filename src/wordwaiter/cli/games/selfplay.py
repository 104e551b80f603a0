"""`wordwaiter selfplay`: games of the static player, and how fast they were."""

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from wordwaiter._core import GraphError, WordGraph
from wordwaiter.cli.games.moves import leaves_for
from wordwaiter.cli.options import MOST_SEED
from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.engine import Engine, GamesPlayed, Mean, Players, play_games
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon import Shelf
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

MOST_GAMES: Final = 1_000_000_000
"""Games that can be asked for: those of some weeks."""

_LARGEST_KWG: Final = 4 << 22
"""A KWG has no more nodes than 22 bits can count; what is longer is refused without being read to its end."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("selfplay")(selfplay)


def selfplay(
    games: int = typer.Option(1000, min=1, max=MOST_GAMES, help="How many games."),
    threads: int = typer.Option(1, min=1, max=1024, help="How many threads to use; the result is the same."),
    seed: int = typer.Option(
        1, min=0, max=MOST_SEED, help="The random seed; the same seed gives the same games."
    ),
    lexicon: str = typer.Option("enable", help="The word list."),
    kwg: Path | None = typer.Option(None, help="Another engine's word graph, a KWG file."),
    leaves: Path | None = typer.Option(None, help="Another engine's leave values, a KLV2 file."),
    against_scores: bool = typer.Option(
        False,
        "--against-scores",
        help="The second player uses scores only, and each bag is played twice.",
    ),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """Let the static player play against itself, and say how it went and how fast."""
    rules = read_rulebook(rulebook)
    values = leaves_for(rules.table.tile_set, leaves)
    engine = Engine.of_graph(_graph(kwg, lexicon, rules), rules, values)
    engine.native.prepare()
    players = Players((values, None), mirrored=True) if against_scores else Players((values, values))
    with progress_bar() as bar:
        task = bar.add_task("games", total=games)
        begin = time.perf_counter()
        played = play_games(
            engine,
            games,
            seed=seed,
            threads=threads,
            players=players,
            report=lambda done: bar.update(task, completed=done),
        )
        run = Run(played, time.perf_counter() - begin, threads, seed)
    if as_json:
        print_json(run.as_json())
    else:
        run.show()


def progress_bar() -> Progress:
    """A bar on standard error, shown only to somebody who looks at a terminal."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _graph(kwg: Path | None, name: str, rules: Rulebook) -> WordGraph:
    if kwg is None:
        return Shelf.of_user().open(name).graph
    with kwg.open("rb") as file:
        content = file.read(_LARGEST_KWG + 4)
    try:
        return WordGraph.read(content, rules.table.tile_set.labels)
    except GraphError as error:
        code, sentence = error.args
        raise MalformedFileError(code, kwg, f"this KWG file cannot be used: {sentence}") from error


@dataclass(frozen=True, slots=True)
class Run:
    """Games played, and how long they took."""

    played: GamesPlayed
    seconds: float
    threads: int
    seed: int

    @property
    def games_per_second(self) -> float:
        return self.played.games / self.seconds if self.seconds else 0.0

    def as_json(self) -> dict[str, object]:
        played = self.played
        return {
            "games": played.games,
            "seed": self.seed,
            "threads": self.threads,
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games_per_second, 1),
            "turns": played.turns,
            "bingos": played.bingos,
            "exchanges": played.exchanges,
            "passes": played.passes,
            "wins": list(played.wins),
            "scores": [_mean_json(played.score(player)) for player in (0, 1)],
            "spread": _mean_json(played.spread()),
            "first_player_advantage": round(played.first_spread / played.games, 3),
        }

    def show(self) -> None:
        played = self.played
        first, second = played.score(0), played.score(1)
        print_columns(
            [
                ("games", f"{played.games:,} in {self.seconds:.1f} s"),
                ("games a second", f"{self.games_per_second:,.0f}"),
                ("turns a game", f"{played.turns / played.games:.2f}"),
                ("full racks a game", f"{played.bingos / played.games:.2f}"),
                ("first player", f"{first.value:.1f} ± {first.within:.1f} points"),
                ("second player", f"{second.value:.1f} ± {second.within:.1f} points"),
                ("spread", f"{played.spread().value:+.1f} ± {played.spread().within:.1f} points"),
                ("wins", f"{played.wins[0]:,} and {played.wins[1]:,}"),
            ]
        )


def _mean_json(mean: Mean) -> dict[str, float]:
    return {"mean": round(mean.value, 3), "within": round(mean.within, 3)}
