"""`wordwaiter train leaves`: leave values learned from games."""

from pathlib import Path

import typer

from wordwaiter.cli.games.selfplay import MOST_GAMES, progress_bar
from wordwaiter.cli.options import MOST_SEED
from wordwaiter.engine import Engine, Plan, train_leaves
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.rules.rulebooks.reading import read_rulebook

app = typer.Typer(help="Train the computer player.")


def register(parent: typer.Typer) -> None:
    """Add the group of commands."""
    parent.add_typer(app, name="train")


@app.callback()
def _train() -> None:
    """Teach the player."""


@app.command()
def leaves(
    out: Path = typer.Argument(..., metavar="LEAVES.klv2", help="The file to write."),
    games: int = typer.Option(
        200_000, min=16, max=MOST_GAMES, help="How many games to play; more is better."
    ),
    threads: int = typer.Option(1, min=1, max=1024, help="How many threads to use; the result is the same."),
    seed: int = typer.Option(1, min=0, max=MOST_SEED, help="The random seed."),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
) -> None:
    """Learn from games what it is worth to keep tiles, and write it as a KLV2 file.

    What is done stands in LEAVES.klv2.part until the end; a training that was interrupted goes on from there.
    """
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], read_rulebook(rulebook))
    part = out.with_name(out.name + ".part")
    with progress_bar() as bar:
        task = bar.add_task("games", total=games)
        learned = train_leaves(
            engine,
            Plan(games, seed),
            part,
            threads=threads,
            report=lambda done: bar.update(task, completed=done),
        )
    write_whole(out, learned.write())
    part.unlink(missing_ok=True)
    print(f"{out}: the values of {len(learned):,} leaves, from {games:,} games")
