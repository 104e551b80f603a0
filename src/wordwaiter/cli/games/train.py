"""`wordwaiter train`: leave values and a win model learned from games."""

from pathlib import Path

import typer

from wordwaiter.cli.games.moves import leaves_for
from wordwaiter.cli.games.selfplay import MOST_GAMES, progress_bar
from wordwaiter.cli.options import MOST_SEED
from wordwaiter.cli.output import print_columns
from wordwaiter.engine import Engine, Plan, train_leaves
from wordwaiter.engine.win_model import check_win_model, pack_win_model, train_win_model
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


@app.command("win-model")
def win_model(
    out: Path = typer.Argument(..., metavar="MODEL.win", help="The file to write."),
    games: int = typer.Option(100_000, min=16, max=MOST_GAMES, help="How many games to learn from."),
    check_games: int = typer.Option(
        20_000, min=0, max=MOST_GAMES, help="How many games of the next seed to check the model with."
    ),
    threads: int = typer.Option(1, min=1, max=1024, help="How many threads to use; the result is the same."),
    seed: int = typer.Option(1, min=0, max=MOST_SEED - 1, help="The random seed."),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    leaves_file: Path | None = typer.Option(None, "--leaves", help="Leave values of your own, a KLV2 file."),
) -> None:
    """Learn from games how often a lead wins, write it as a win model, and check it with other games."""
    rules = read_rulebook(rulebook)
    values = leaves_for(rules.table.tile_set, leaves_file)
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], rules, values)
    with progress_bar() as bar:
        task = bar.add_task("games", total=games)
        model = train_win_model(
            engine,
            games,
            seed=seed,
            threads=threads,
            report=lambda done: bar.update(task, completed=done),
        )
    write_whole(out, pack_win_model(model))
    print(f"{out}: a win model from {games:,} games")
    rows = check_win_model(engine, model, check_games, seed=seed + 1, threads=threads)
    if rows:
        print_columns(
            [
                ("rated", "won", "positions"),
                *(
                    (f"{100 * row.expected:.1f} %", f"{100 * row.won:.1f} %", f"{row.positions:,}")
                    for row in rows
                ),
            ]
        )
