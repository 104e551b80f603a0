"""`wordwaiter moves`: the plays and exchanges of a position, best first."""

from pathlib import Path

import typer

from wordwaiter._core import Leaves
from wordwaiter.cli.output import print_columns, print_json
from wordwaiter.engine import Engine, Play, outlook_of, read_leaves, shipped_leaves
from wordwaiter.engine.candidates import ExchangeTurn, ranked_turns
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.rules.board import Board
from wordwaiter.rules.rulebooks.reading import read_rulebook

_NO_PLAY = 1
_USUAL_TOP = 15
_MOST_TOP = 1_000_000
_HEADINGS = ("play", "score", "leave", "worth", "equity")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("moves")(moves)


def moves(
    position: str = typer.Argument(..., metavar="CGP", help="The position on one line, in quotes."),
    top: int = typer.Option(_USUAL_TOP, min=1, max=_MOST_TOP, help="How many turns to list."),
    everything: bool = typer.Option(False, "--all", help="List every play and exchange."),
    lexicon: str = typer.Option("enable", help="The word list."),
    rulebook: str = typer.Option("club", help="A shipped rulebook, or the path of a file of your own."),
    leaves: Path | None = typer.Option(None, help="Leave values of your own, a KLV2 file."),
    as_json: bool = typer.Option(False, "--json", help="Answer as JSON."),
) -> None:
    """List plays and exchanges (`-QV`) of a position with score, leave and equity, best first.

    Exit status 1: there is neither a play nor an exchange.
    """
    rules = read_rulebook(rulebook)
    stand = parse_cgp(position, rules.table.layout, rules.table.tile_set)
    outlook = outlook_of(stand, rules)
    engine = Engine.of_lists([Shelf.of_user().open(lexicon)], rules, leaves_for(rules.table.tile_set, leaves))
    found = ranked_turns(engine, stand.board, stand.racks[0], outlook, None if everything else top)
    if as_json:
        print_json({"moves": [_as_json(play, stand.board) for play in found]})
    else:
        print_columns([_HEADINGS, *(_row(play, stand.board) for play in found)])
    if not found:
        raise typer.Exit(_NO_PLAY)


def leaves_for(tile_set: TileSet, path: Path | None) -> Leaves | None:
    """The leave values of a file, or else those that come with the package for these tiles."""
    return read_leaves(path, tile_set) if path else shipped_leaves(tile_set.name)


def _as_json(play: Play | ExchangeTurn, board: Board) -> dict[str, object]:
    return {
        "play": play.text(board),
        "score": play.score,
        "leave": str(play.leave),
        "leave_value": play.leave_thousandths / 1000,
        "equity": play.equity_thousandths / 1000,
    }


def _row(play: Play | ExchangeTurn, board: Board) -> tuple[str, ...]:
    return (
        play.readable(board),
        str(play.score),
        str(play.leave) or "-",
        f"{play.leave_thousandths / 1000:+.1f}",
        f"{play.equity_thousandths / 1000:.1f}",
    )
