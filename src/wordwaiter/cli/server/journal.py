"""`wordwaiter journal`: check, carry over and mend what has happened."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.output import print_columns, print_json, printable
from wordwaiter.errors import MalformedError

if TYPE_CHECKING:
    from wordwaiter.service.streams import Rulebooks

_DIFFERENT: Final = 1

_RULEBOOK: Final = typer.Option(
    [], "--rulebook", help="The file of your own rulebook, if tables used it; may be repeated."
)
_JSON: Final = typer.Option(False, "--json", help="Answer as JSON.")


def register(app: typer.Typer) -> None:
    """Add the command and its subcommands."""
    journal = typer.Typer(help="Check, move and repair the journal.", no_args_is_help=True)
    journal.command("verify")(verify)
    journal.command("export")(export)
    journal.command("import")(import_)
    journal.command("undo")(undo)
    journal.command("stats")(stats)
    journal.command("erase-person")(erase_person)
    app.add_typer(journal, name="journal")


def verify(
    db: str = DB,
    rulebook: list[str] = _RULEBOOK,
    as_json: bool = _JSON,
    head: str = typer.Option("", help="A seal that the director's page or the closing papers showed."),
) -> int:
    """Go through all of it: nothing missing, nothing changed, everything folds. Ends with 1 if not."""
    from wordwaiter.service.access.personal_fields import ERASING_VALUES
    from wordwaiter.service.streams import all_families
    from wordwaiter.store.journal import JournalReader
    from wordwaiter.store.verify import verify_journal

    with JournalReader.open(db) as journal:
        found = verify_journal(journal, all_families(_rulebooks(rulebook)), head, ERASING_VALUES)
    if as_json:
        print_json(asdict(found) | {"good": found.good})
    else:
        for problem in found.problems:
            print(printable(f"{problem.code}: {problem.sentence}"))
        if found.erased_as_copy:
            print(
                f"Personal values erased from this file as from a copy: {found.erased_as_copy:,}. "
                "If it was never restored from one, somebody removed them."
            )
        verdict = "all is well" if found.good else f"{len(found.problems):,} wrong"
        print(f"{found.facts:,} facts in {found.streams:,} streams: {verdict}")
    return 0 if found.good else _DIFFERENT


def export(
    db: str = DB, to: Path | None = typer.Option(None, help="The file to write; default: the terminal.")
) -> None:
    """Write it out as lines of JSON, from which import makes the same journal again."""
    from wordwaiter.platform import open_private
    from wordwaiter.store.journal import JournalReader
    from wordwaiter.store.transfer import export_lines

    with JournalReader.open(db) as journal:
        if to is None:
            sys.stdout.buffer.writelines(export_lines(journal))
            return
        with open(to, "xb", opener=open_private) as file:
            file.writelines(export_lines(journal))


def import_(
    file: Path = typer.Argument(help="A file written by export; - reads standard input."), db: str = DB
) -> None:
    """Make a new journal of exported lines."""
    from wordwaiter.store.journal import Journal
    from wordwaiter.store.transfer import import_lines

    with sys.stdin.buffer if file == Path("-") else file.open("rb") as lines, Journal.open(db) as journal:
        count = import_lines(lines, journal, file)
        print(f"{count:,} facts are now in {journal.name}.")


def undo(
    stream: str = typer.Argument(help="The table, as shown by journal stats --streams."),
    by: str = typer.Option(..., help="Who undoes the turn."),
    reason: str = typer.Option("", help="Why."),
    db: str = DB,
    rulebook: list[str] = _RULEBOOK,
) -> None:
    """Take back the last turn of a table, by a new fact that says so."""
    from wordwaiter.game.commands import Undo
    from wordwaiter.service.journal_tools import undo_last_turn
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        facts = undo_last_turn(journal, _rulebooks(rulebook), stream, Undo(by, reason))
    for fact in facts:
        print(f"{fact.position}  {fact.stream}  {fact.kind}")


def erase_person(
    name: str = typer.Argument(
        help="The name as it was typed: of a player, a partner, a team, a member, a donor or an official."
    ),
    db: str = DB,
    backups: list[Path] = typer.Option(
        [], "--backups", help="A folder of backups from which to erase too; may be repeated."
    ),
    yes: bool = typer.Option(False, "--yes", help="Do not ask first."),
) -> None:
    """Erase somebody for ever, with texts that name them, also from backups. Results stay under a number."""
    from wordwaiter.service.access.callers import director_of_everything
    from wordwaiter.service.access.erasing import (
        Found,
        erase_found,
        erase_from_copies,
        find_person,
        left_over,
    )
    from wordwaiter.service.context import Context
    from wordwaiter.store.journal import Journal

    with Journal.open(db) as journal:
        context = Context.at_desk(journal)
        found = find_person(context, name)
        if found == Found():
            raise MalformedError("no-such-person", f"nobody here is called {name!r}; check the spelling")
        for each in found.entries:
            print(f"{printable(each.tournament)} ({each.stream}): {each.called}")
        for device in found.devices:
            print(f"device {device}, which will be signed out")
        for number in found.invitations:
            print(f"invitation {number}")
        for text in found.texts:
            places = f" (in {len(text.refs)} places)" if len(text.refs) > 1 else ""
            print(f"text: {printable(text.text)}{places}")
        if not yes:
            typer.confirm(f"Erase {name} and these texts for ever?", abort=True)
        erase_found(context, director_of_everything("terminal"), found)
        erase_from_copies(context, backups)
        left = left_over(context, name)
    stays = ", ".join(each.called for each in found.entries)
    print(f"Erased. Results stay under: {stays}." if stays else "Erased.")
    if not backups:
        print("Backups: name their folders with --backups, or they are erased at the next backup there.")
    if left:
        print(f"Names of things, or words, still have the name: facts {', '.join(map(str, left))}.")


def stats(
    db: str = DB,
    streams: bool = typer.Option(False, "--streams", help="Also list each stream."),
    as_json: bool = _JSON,
) -> None:
    """Tell how much is in it."""
    from wordwaiter.service.journal_tools import journal_statistics
    from wordwaiter.service.streams import all_families
    from wordwaiter.store.facts import write_time
    from wordwaiter.store.journal import JournalReader

    with JournalReader.open(db) as journal:
        found = journal_statistics(journal, all_families())
        ends = journal.stream_ends() if streams else ()
    times = {name: time and write_time(time) for name, time in (("first", found.first), ("last", found.last))}
    if as_json:
        listed = {"by_stream": [asdict(end) for end in ends]} if streams else {}
        print_json(asdict(found) | times | listed)
        return
    print(f"{found.facts:,} facts in {found.streams:,} streams, {found.open_streams:,} of them open")
    if found.facts:
        print(f"from {times['first']} to {times['last']}")
        print_columns((f"{count:,}", kind) for kind, count in found.kinds.items())
    if ends:
        print_columns((end.stream, f"{end.version:,}", end.kind) for end in ends)


def _rulebooks(files: Sequence[str]) -> "Rulebooks":
    """Finds the rulebook of a name, in these files or among those that are shipped."""
    from wordwaiter.rules.rulebooks.reading import read_rulebook, shipped_rulebook

    own = {rulebook.name: rulebook for rulebook in map(read_rulebook, files)}
    return cache(lambda name: own[name] if name in own else shipped_rulebook(name))
