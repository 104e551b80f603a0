"""`wordwaiter lexicon`: the word lists that there are, and the organiser's own."""

import sys
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path

import typer

from wordwaiter.cli.output import print_bytes, print_columns, print_json, printable
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon import (
    DamagedList,
    ListCard,
    Omission,
    Reading,
    Shelf,
    read_word_list,
    shipped_lists,
    shipped_tile_set,
)
from wordwaiter.lexicon.cards import canonical_text, card_of
from wordwaiter.lexicon.folders import write_whole

_OMISSIONS_SHOWN = 5

app = typer.Typer(help="Word lists: see, add, remove, export.")

_NAME = typer.Argument(..., metavar="NAME", help="The name of a word list.")
_JSON = typer.Option(False, "--json", help="Answer as JSON.")


class Format(StrEnum):
    """The forms in which a list can be exported."""

    TEXT = "text"
    KWG = "kwg"


def register(parent: typer.Typer) -> None:
    """Add the group of commands."""
    parent.add_typer(app, name="lexicon")


@app.command("list")
def list_all(as_json: bool = _JSON) -> None:
    """Show which word lists there are."""
    cards = Shelf.of_user().cards()
    if as_json:
        print_json([_as_json(card) for card in cards])
        return
    for card in cards:
        if isinstance(card, DamagedList):
            print(printable(f"wordwaiter: {card.name} is damaged: {card.reason}"), file=sys.stderr)
    print_columns(
        (
            card.name,
            f"{card.count:,} words",
            card.letters,
            card.sha256[:12],
            " ".join((card.title, card.edition)),
        )
        for card in cards
        if isinstance(card, ListCard)
    )


@app.command()
def info(name: str = _NAME, as_json: bool = _JSON) -> None:
    """Show what is known of a word list."""
    card = Shelf.of_user().card(name)
    if as_json:
        print_json(_as_json(card))
        return
    print_columns(
        (
            ("name", card.name),
            ("title", card.title),
            ("edition", card.edition or "not given"),
            ("size", f"{card.count:,} words"),
            ("letters", f"{card.letters} ({shipped_tile_set(card.letters).title})"),
            ("source", card.source or "not given"),
            ("sha256", card.sha256),
            ("kept", "comes with the program" if card.name in shipped_lists() else "your own"),
        )
    )


@app.command()
def add(
    file: Path = typer.Argument(..., metavar="FILE", help="Text with one word per line, or KWG."),
    name: str = typer.Option(..., help="The list's name: letters, digits and hyphens."),
    title: str = typer.Option("", help="Its full name."),
    edition: str = typer.Option("", help="The edition."),
    source: str = typer.Option("", help="The source; default: the file name."),
    letters: str = typer.Option("english", help="The tile set of its words."),
    lenient: bool = typer.Option(False, "--lenient", help="Skip lines that cannot be read."),
    replace: bool = typer.Option(False, "--replace", help="Replace the list of that name."),
    as_json: bool = _JSON,
) -> None:
    """Add a word list that you own, from a text or KWG file."""
    tile_set = shipped_tile_set(letters)
    try:
        reading = read_word_list(file, tile_set, lenient=lenient)
    except MalformedFileError as error:
        if error.line is None or error.code == "binary-list" or lenient:
            raise
        raise MalformedFileError(
            error.code, error.path, f"{error.reason} (use --lenient to skip such lines)", line=error.line
        ) from error
    card = card_of(
        reading.words, name, title=title, edition=edition, letters=letters, source=source or _plain(file.name)
    )
    try:
        Shelf.of_user().add(card, reading.words, replace=replace)
    except MalformedError as error:  # each word can be read, and together they are too many for a graph
        raise MalformedFileError(error.code, file, error.sentence) from error
    if as_json:
        print_json(
            _as_json(card)
            | {"omitted": len(reading.omissions), "omissions": [asdict(each) for each in _first(reading)]}
        )
        return
    print(f"added {card.name}: {card.count:,} words")
    if reading.glossed:
        print(
            f"{len(reading.glossed):,} lines had more than a word (line {reading.glossed[0]:,} first); "
            "it was taken for a definition and not kept"
        )
    if reading.omissions:
        print(f"{len(reading.omissions):,} lines were left out:")
        for omission in _first(reading):
            print(f"  line {omission.line}: {omission.reason}" if omission.line else f"  {omission.reason}")
        if len(reading.omissions) > _OMISSIONS_SHOWN:
            print("  ...")


@app.command()
def remove(name: str = _NAME) -> None:
    """Remove one of your own word lists."""
    Shelf.of_user().remove(name)
    print(f"removed {name.lower()}")


@app.command()
def export(
    name: str = _NAME,
    format: Format = typer.Option(Format.TEXT, help="Text with one word per line, or KWG."),  # noqa: A002
    out: Path | None = typer.Option(None, metavar="FILE", help="The file to write; default: the terminal."),
) -> None:
    """Write the words of a list as text or KWG."""
    lexicon = Shelf.of_user().open(name)
    content = canonical_text(lexicon.words()) if format is Format.TEXT else lexicon.kwg()
    if out is not None:
        write_whole(out, content)
    elif format is Format.KWG and sys.stdout.isatty():
        raise MalformedError("binary-to-terminal", "a terminal cannot show KWG; choose a file with --out")
    else:
        print_bytes(content)


def _as_json(card: ListCard | DamagedList) -> dict[str, object]:
    if isinstance(card, DamagedList):
        return {"name": card.name, "damaged": card.reason}
    return asdict(card) | {"shipped": card.name in shipped_lists()}


def _first(reading: Reading) -> tuple[Omission, ...]:
    return reading.omissions[:_OMISSIONS_SHOWN]


def _plain(file_name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in file_name)
