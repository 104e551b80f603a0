"""`wordwaiter picture`: boards, racks, games and charts as pictures."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.paper.printer import OUT, local_zone, write_file
from wordwaiter.cli.tournament.names import the_division
from wordwaiter.errors import MalformedError
from wordwaiter.notation.cgp import parse_cgp
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.paper import for_everybody
from wordwaiter.picture import (
    BoardPicture,
    Moving,
    RackPicture,
    ScoreGraph,
    ShareCard,
    Shot,
    Theme,
    animate,
    film_of,
    funds_chart,
    scores_chart,
)
from wordwaiter.picture.board import USUAL_WIDTH
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.service.tournaments.snapshots import load_tournament
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament.state import Tournament

_RULEBOOK: Final[Any] = typer.Option("club", help="A rulebook, or the path of a file of your own.")
_THEME: Final[Any] = typer.Option(Theme.LIGHT, help="The colours.")
_WIDTH: Final[Any] = typer.Option(None, help="The width in pixels.")
_RECORD: Final[Any] = typer.Argument(..., metavar="GAME.gcg", help="The game record; - reads standard input.")
_TURN: Final[Any] = typer.Option(None, help="The line of the record to show; default: the last.")
_WHICH: Final[Any] = typer.Option(
    None, "--tournament", help="The tournament, as shown by list; default: the latest."
)


class _Picture(Protocol):
    def svg(self) -> str: ...
    def png(self) -> bytes: ...


def register(parent: typer.Typer) -> None:
    """Add the command and its subcommands."""
    group = typer.Typer(
        help=(
            "Draw boards, racks, games and charts. The file name decides the format: .svg or "
            ".png, and .gif, .apng or .webp for an animated game."
        ),
        no_args_is_help=True,
    )
    commands: dict[str, Callable[..., None]] = {
        "board": board,
        "rack": rack,
        "game": game,
        "graph": graph,
        "card": card,
        "scores": scores,
        "funds": funds,
    }
    for name, command in commands.items():
        group.command(name)(command)
    parent.add_typer(group, name="picture")


# ---------------------------------------------------------------- boards, racks, games


def board(
    position: str = typer.Argument(
        ..., metavar="CGP|GAME.gcg", help="A position on one line, in quotes; or a game record."
    ),
    out: str = OUT,
    turn: int | None = _TURN,
    theme: Theme = _THEME,
    width: int | None = _WIDTH,
    rulebook: str = _RULEBOOK,
) -> None:
    """Draw a board: of a position, or of a game after one of its turns, with that turn marked."""
    pixels = USUAL_WIDTH if width is None else width
    if "/" in position.partition(" ")[0] and not Path(position).is_file():
        table = read_rulebook(rulebook).table
        stand = parse_cgp(position, table.layout, table.tile_set)
        _write(out, BoardPicture(stand.board, theme=theme, width=pixels))
    else:
        shot = _shot(position, rulebook, turn)
        _write(out, BoardPicture(shot.board, shot.last, theme, pixels, shot.headline, shot.note))


def rack(
    tiles: str = typer.Argument(..., help="The tiles; ? is a blank."),
    out: str = OUT,
    theme: Theme = _THEME,
    width: int = typer.Option(320, help="The width in pixels."),
    rulebook: str = _RULEBOOK,
) -> None:
    """Draw a rack."""
    table = read_rulebook(rulebook).table
    held = parse_rack(tiles, table.tile_set)
    _write(out, RackPicture(held, table.tile_set, theme, width, table.rack_size or len(held)))


def game(
    record: str = _RECORD,
    out: str = OUT,
    theme: Theme = _THEME,
    width: int = typer.Option(486, help="The width in pixels."),
    rulebook: str = _RULEBOOK,
) -> None:
    """Draw a game that moves, a frame for each turn: .gif, .apng or .webp."""
    ending = Path(out).suffix.removeprefix(".").lower()
    kinds = {kind.value: kind for kind in Moving}
    if ending not in kinds:
        known = ", ".join(f".{each}" for each in kinds)
        raise MalformedError("no-such-picture", f"{out}: an animated game is one of {known}", ending=ending)
    write_file(out, animate(_film(record, rulebook), kinds[ending], theme, width))


def graph(
    record: str = _RECORD,
    out: str = OUT,
    theme: Theme = _THEME,
    width: int = typer.Option(720, help="The width in pixels."),
    rulebook: str = _RULEBOOK,
) -> None:
    """Draw how the scores of a game grew."""
    _write(out, ScoreGraph(_film(record, rulebook), theme, width))


def card(
    record: str = _RECORD,
    out: str = OUT,
    heading: str = typer.Option("", help="The title, such as place and date; default: the record's title."),
    turn: int | None = _TURN,
    theme: Theme = _THEME,
    rulebook: str = _RULEBOOK,
) -> None:
    """Draw the card that a shared link shows: board, names and score, 1200 by 630."""
    title = read_gcg(_content(record), record).record.pragma("title") or "A game"
    _write(out, ShareCard(_shot(record, rulebook, turn), heading or title, theme))


def _film(record: str, rulebook: str) -> tuple[Shot, ...]:
    return film_of(read_gcg(_content(record), record).record, read_rulebook(rulebook))


def _shot(record: str, rulebook: str, turn: int | None) -> Shot:
    film = _film(record, rulebook)
    if turn is not None and not 0 <= turn < len(film):
        raise MalformedError(
            "no-such-turn", f"the record has lines 1 to {len(film) - 1}; there is no line {turn}", turn=turn
        )
    return film[-1 if turn is None else turn]


def _content(record: str) -> bytes:
    return sys.stdin.buffer.read() if record == "-" else Path(record).read_bytes()


# ---------------------------------------------------------------- charts of a tournament


def scores(
    out: str = OUT,
    division: str | None = typer.Option(
        None, "--division", "-d", help="The division; required if there are several."
    ),
    theme: Theme = _THEME,
    width: int = typer.Option(720, help="The width in pixels."),
    which: str | None = _WHICH,
    db: str = DB,
) -> None:
    """Draw the scores of a division, round by round."""
    tournament = for_everybody(_tournament(db, which))
    _write(out, scores_chart(tournament, the_division(tournament, division), theme, width))


def funds(
    out: str = OUT,
    theme: Theme = _THEME,
    width: int = typer.Option(720, help="The width in pixels."),
    which: str | None = _WHICH,
    db: str = DB,
) -> None:
    """Draw the funds over the evening."""
    _write(out, funds_chart(_tournament(db, which), local_zone(), theme, width))


def _tournament(db: str, which: str | None) -> Tournament:
    with JournalReader.open(db) as journal:
        return load_tournament(journal, which).tournament


def _write(out: str, picture: _Picture) -> None:
    match Path(out).suffix.lower():
        case ".png":
            write_file(out, picture.png())
        case ".svg":
            write_file(out, picture.svg().encode())
        case _ if out == "-":
            write_file(out, picture.svg().encode())
        case ending:
            raise MalformedError("no-such-picture", f"{out}: a picture is .svg or .png, not {ending!r}")
