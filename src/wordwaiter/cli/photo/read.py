"""`wordwaiter photo read`: the letters on a photographed board."""

from pathlib import Path
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.errors import MalformedError
from wordwaiter.photo import Reading, read_board
from wordwaiter.photo.showing import shown

_NOT_LOCATED: Final = 1
_NUMBERS: Final = 8


def register(app: typer.Typer) -> None:
    """Add the subcommand."""
    app.command("read")(read)


def read(
    files: list[Path] = typer.Argument(..., metavar="FILE...", help="Photos: JPEG, PNG or WebP."),
    corners: str | None = typer.Option(
        None, metavar="X,Y,X,Y,X,Y,X,Y", help="The board's corners in pixels of the photo, clockwise."
    ),
    layout: str = typer.Option("standard", metavar="NAME", help="The layout of the board."),
    tiles: str = typer.Option("english", metavar="NAME", help="The tile set."),
    picture: Path | None = typer.Option(
        None, metavar="OUT", help="Write a PNG: the photo from above, and the letters beside it."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print JSON."),
) -> None:
    """Print the letters on the board in each photo, and the squares to look at.

    Exit status 0: all boards were found. 1: one was not, and the sentence says what to do.
    """
    if len(files) > 1 and (corners or picture):
        raise MalformedError("photo-one-file", "Give one photo with --corners or --picture.")
    taps = None if corners is None else _points(corners)
    results = []
    for file in files:
        reading = read_board(file, corners=taps, layout=layout, tile_set=tiles)
        results.append(({"file": str(file)} if len(files) > 1 else {}) | reading.plain())
        if reading.problem:
            typer.echo(f"{file}: {reading.problem}", err=True)
        if not as_json and not reading.problem:
            _print(file, reading, name=len(files) > 1)
        if picture:
            picture.write_bytes(shown(reading))
    if as_json:
        print_json(results if len(files) > 1 else results[0])
    if not all(result["located"] for result in results):
        raise typer.Exit(_NOT_LOCATED)


def _points(text: str) -> list[tuple[float, float]]:
    """Returns the corners of `--corners`."""
    try:
        numbers = [float(part) for part in text.replace(" ", "").split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != _NUMBERS:
        raise MalformedError("photo-corners", "Give the four corners as x,y,x,y,x,y,x,y, clockwise.")
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _print(file: Path, reading: Reading, *, name: bool) -> None:
    if name:
        print(file)
    for line in reading.board:
        print(line)
    if reading.doubtful:
        squares = ", ".join(
            f"{row + 1}{chr(ord('A') + column)} ({' or '.join(reading.candidates[row, column])})"
            for row, column in reading.doubtful
        )
        print(f"Look at {squares}.")
