"""`wordwaiter print`: what an event prints, as PDF files."""

import re
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

import typer

from wordwaiter.cli.paper.printer import Printer, local_zone, printing, printing_of_tournament, write_file
from wordwaiter.errors import MalformedError
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.paper import (
    ABOUT_WORDS,
    Event,
    PlayedGame,
    Printable,
    Wish,
    blank_score_sheet,
    blank_tally_sheet,
    closing_pack,
    document_for,
    event_of,
    game_sheets,
    rule_sheet_document,
    table_pages,
    table_tents,
)
from wordwaiter.rules.rulebooks.reading import read_rulebook
from wordwaiter.service.tournaments.snapshots import load_tournament
from wordwaiter.service.tournaments.tournaments import log_lines
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.transfer import export_lines
from wordwaiter.store.verify import head_of

_RULEBOOK: Final[Any] = typer.Argument(
    ..., metavar="NAME", help="A rulebook, or the path of a file of your own."
)
_DIVISION: Final[Any] = typer.Option(
    None, "--division", "-d", help="The division; required if there are several."
)
_ONLY: Final[Any] = typer.Option(None, "--division", "-d", help="Only this division.")
_ROUND: Final[Any] = typer.Option(None, "--round", help="The round; default: the latest.")
_SITE: Final[Any] = typer.Option(
    "", help="The address of the web pages, such as http://192.168.1.20:8080, for a QR code."
)
_MOST_TABLES: Final = 1_000


class Order(Enum):
    """How pairings are listed."""

    NAME = "name"
    TABLE = "table"


def register(parent: typer.Typer) -> None:
    """Add the command and its subcommands."""
    group = typer.Typer(help="Print what an event needs on paper, as PDF files.", no_args_is_help=True)
    group.command("rules")(printing(rules))
    group.command("game")(printing(game))
    group.command("tents")(printing(tents))
    group.command("score-cards")(printing_of_tournament(cards))
    group.command("score-sheet")(printing_of_tournament(sheets))
    group.command("tally-sheet")(printing_of_tournament(tallies))
    group.command("pairings")(printing_of_tournament(pairings))
    group.command("standings")(printing_of_tournament(standings))
    group.command("timetable")(printing_of_tournament(timetable))
    group.command("badges")(printing_of_tournament(badges))
    group.command("certificates")(printing_of_tournament(awards))
    group.command("receipts")(printing_of_tournament(money_receipts))
    group.command("treasurer")(printing_of_tournament(treasurer))
    group.command("sponsors")(printing_of_tournament(sponsors))
    group.command("games")(printing_of_tournament(games))
    group.command("closing-pack")(printing_of_tournament(closing))
    parent.add_typer(group, name="print")


# ---------------------------------------------------------------- of any table


def rules(printer: Printer, name: str = _RULEBOOK) -> None:
    """Print the rule sheet of a rulebook."""
    printer.print(rule_sheet_document(read_rulebook(name)))


def game(
    printer: Printer,
    record: Path = typer.Argument(..., metavar="GAME.gcg", help="The game record."),
    rulebook: str = typer.Option("club", help="A rulebook, or the path of a file of your own."),
) -> None:
    """Print the filled score sheet of a recorded game."""
    reading = read_gcg(record.read_bytes(), record)
    printer.print(game_sheets("", [PlayedGame(reading.record, read_rulebook(rulebook))]))


def tents(
    printer: Printer,
    tables: str = typer.Argument(..., help="The numbers, such as 1-12 or 3,5,8."),
    event: str = typer.Option("", help="The text above the number."),
    site: str = _SITE,
) -> None:
    """Print a tent for each table: fold it, and its number is seen from both sides."""
    printer.print(table_tents(event, _numbers(tables), site))


def _numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", part, re.ASCII)
        if found is None:
            raise MalformedError(
                "bad-numbers", f"{text!r} are not table numbers; write 1-12, or 3,5,8", text=text
            )
        numbers += range(int(found[1]), int(found[2] or found[1]) + 1)
    if not 1 <= len(numbers) <= _MOST_TABLES:
        raise MalformedError(
            "bad-numbers", f"{text!r} is {len(numbers)} tables; print 1 to {_MOST_TABLES} at a time"
        )
    return numbers


# ---------------------------------------------------------------- of a round


def cards(
    printer: Printer, division: str | None = _DIVISION, number: int | None = _ROUND, site: str = _SITE
) -> None:
    """Print a score card for each table of a round, filled in with names, table and rulebook."""
    kept = printer.look()
    address = table_pages(site, kept.stream, kept.tournament, printer.streams()) if site else None
    notes = printer.notes(division)
    wish = Wish(Printable.SCORE_CARDS, division, number, address=address, notes=notes)
    printer.print(document_for(Event(kept.tournament), wish))


def sheets(
    printer: Printer,
    rulebook: str = typer.Argument(
        "", metavar="[NAME]", help="For a blank sheet: the rulebook, such as ontario."
    ),
    division: str | None = _DIVISION,
    number: int | None = _ROUND,
) -> None:
    """Print the classic score sheet: blank for a rulebook, or two for each table of a round."""
    if rulebook:
        printer.print(blank_score_sheet(read_rulebook(rulebook)))
    else:
        _print(printer, Wish(Printable.SCORE_SHEETS, division, number))


def tallies(
    printer: Printer,
    rulebook: str = typer.Argument(
        "", metavar="[NAME]", help="For a blank sheet: the rulebook, such as bee-hare."
    ),
    division: str | None = _DIVISION,
    number: int | None = _ROUND,
) -> None:
    """Print the Word Waiter's tally sheet: blank for a rulebook, or one for each team of a round."""
    if rulebook:
        printer.print(blank_tally_sheet(read_rulebook(rulebook)))
    else:
        _print(printer, Wish(Printable.TALLY_SHEETS, division, number))


def pairings(
    printer: Printer,
    division: str | None = _DIVISION,
    number: int | None = _ROUND,
    by: Order = typer.Option(Order.NAME, help="The order of the list."),
) -> None:
    """Print the pairings of a round, to hang on the wall."""
    what = Printable.PAIRINGS_BY_NAME if by is Order.NAME else Printable.PAIRINGS_BY_TABLE
    _print(printer, Wish(what, division, number))


def _print(printer: Printer, wish: Wish) -> None:
    told = replace(wish, notes=printer.notes(wish.division)) if wish.what in ABOUT_WORDS else wish
    printer.print(document_for(Event(printer.look().tournament), told))


# ---------------------------------------------------------------- of the whole event


def standings(
    printer: Printer,
    division: str | None = _ONLY,
    number: int | None = typer.Option(None, "--round", help="The standings after this round."),
) -> None:
    """Print the standings of each division."""
    _print(printer, Wish(Printable.STANDINGS, division, number))


def badges(printer: Printer, division: str | None = _ONLY) -> None:
    """Print a name badge for everybody."""
    _print(printer, Wish(Printable.BADGES, division))


def awards(printer: Printer, division: str | None = _ONLY) -> None:
    """Print a certificate for each person who gets a medal or a prize."""
    _print(printer, Wish(Printable.CERTIFICATES, division))


def money_receipts(
    printer: Printer, lines: list[int] = typer.Argument(..., help="Line numbers of the ledger.")
) -> None:
    """Print receipts for lines of the ledger."""
    _print(printer, Wish(Printable.RECEIPTS, lines=tuple(lines), zone=local_zone()))


def treasurer(printer: Printer) -> None:
    """Print the treasurer's report."""
    _print(printer, Wish(Printable.TREASURER, zone=local_zone()))


def timetable(printer: Printer) -> None:
    """Print the timetable of the day."""
    _print(printer, Wish(Printable.TIMETABLE, zone=local_zone()))


def sponsors(printer: Printer) -> None:
    """Print the sponsors' report: how often each name was on a board."""
    printer.print(document_for(printer.event(), Wish(Printable.SPONSORS)))


def games(printer: Printer) -> None:
    """Print the filled score sheet of every game that was kept turn by turn."""
    printer.print(document_for(printer.event(), Wish(Printable.GAMES, notes=printer.notes(None))))


def closing(printer: Printer) -> None:
    """Write the closing pack, a ZIP file: certificates, results, games, reports, press, journal."""
    with JournalReader.open(printer.db) as journal:
        event = event_of(journal, printer.which)
        log = [f"{line.by}: {line.sentence}" for line in log_lines(load_tournament(journal, printer.which))]
        pack = closing_pack(
            event, export_lines(journal), log, printer.sheet, local_zone(), head=head_of(journal)
        )
    write_file(printer.out, pack)
