"""Where documents go: the options that all commands of `wordwaiter print` have, and the file they write."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import Enum
from functools import partial
from inspect import Parameter, signature
from pathlib import Path
from typing import Any, Concatenate, Final, ParamSpec, get_type_hints

import typer

from wordwaiter.cli.options import DB, USUAL_LISTS
from wordwaiter.cli.output import print_bytes
from wordwaiter.errors import MalformedError
from wordwaiter.paper import Document, Event, Paper, Sheet, event_of, pdf, unprintable
from wordwaiter.paper.languages import in_language
from wordwaiter.service.tournaments.snapshots import Snapshot, load_tournament
from wordwaiter.store.journal import JournalReader
from wordwaiter.web.words import LANGUAGES
from wordwaiter.web.words.sentences import on_paper

P = ParamSpec("P")

OUT: Final[Any] = typer.Option(..., "--out", "-o", help="The file to write; - is the terminal.")


class PaperName(Enum):
    """How the sizes of paper are called."""

    A4 = "a4"
    LETTER = "letter"

    @property
    def paper(self) -> Paper:
        return Paper.A4 if self is PaperName.A4 else Paper.LETTER


@dataclass(frozen=True, slots=True)
class Printer:
    """Where a document goes, and on what."""

    out: str
    paper: PaperName = PaperName.A4
    large: bool = False
    db: str = ""
    which: str | None = None
    language: str = LANGUAGES[0]

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise MalformedError(
                "no-such-language", f"there is no language {self.language!r}; there are: {known}"
            )

    @property
    def sheet(self) -> Sheet:
        return Sheet(self.paper.paper, self.large)

    def look(self) -> Snapshot:
        """The tournament as it is now."""
        with JournalReader.open(self.db) as journal:
            return load_tournament(journal, self.which)

    def streams(self) -> tuple[str, ...]:
        """The names of all streams of the journal."""
        with JournalReader.open(self.db) as journal:
            return tuple(end.stream for end in journal.stream_ends())

    def event(self) -> Event:
        """The tournament with what was played at its tables."""
        with JournalReader.open(self.db) as journal:
            return event_of(journal, self.which)

    def notes(self, division: str | None) -> tuple[str, ...]:
        """Returns the notes on papers of a division, or of all, about word lists missing on this computer."""
        # Only here: other papers do not wait for word lists.
        from wordwaiter.cli.server.workers import judge_of
        from wordwaiter.service.judging.missing_lists import missing_in_journal, replaced_in_journal
        from wordwaiter.web.render.missing_lists import lists_on_paper, replaced_sentence
        from wordwaiter.web.words import catalogue

        judge, shelf = judge_of(USUAL_LISTS, None)
        with JournalReader.open(self.db) as journal:
            snapshot = load_tournament(journal, self.which)
            missing = missing_in_journal(journal, snapshot, judge, shelf)
            replaced = replaced_in_journal(journal, snapshot)
        words = catalogue(self.language)
        told = [(each.division, lists_on_paper(each, words)) for each in missing]
        told += [(each.division, replaced_sentence(each, words)) for each in replaced]
        named = None if division is None else division.casefold()
        return tuple(dict.fromkeys(said for about, said in told if named in (None, about.name.casefold())))

    def print(self, document: Document) -> None:
        """Write the document's file, and say which letters will be boxes."""
        if self.language != LANGUAGES[0]:
            document = in_language(document, self.language, partial(on_paper, self.language))
        write_file(self.out, pdf(document, self.sheet))
        if lacking := unprintable(document):
            told = " ".join(lacking[:20])
            print(
                f"wordwaiter: no font on this machine has {told}; they are printed as empty boxes. "
                "Install fonts such as fonts-noto-core, fonts-noto-cjk or fonts-noto-color-emoji.",
                file=sys.stderr,
            )


def write_file(out: str, content: bytes) -> None:
    """Put all of a file where it was asked for; a file that was there is replaced."""
    if out == "-":
        print_bytes(content)
        return
    path = Path(out)
    if not path.parent.is_dir():
        raise MalformedError(
            "no-such-folder", f"there is no folder {path.parent}; create it, or choose another"
        )
    path.write_bytes(content)


def local_zone() -> tzinfo:
    """The time zone of this computer."""
    return datetime.now().astimezone().tzinfo or UTC


# ---------------------------------------------------------------- options that all commands have

_PRINTING: Final[dict[str, tuple[Any, Any]]] = {
    "out": (str, OUT),
    "paper": (PaperName, typer.Option(PaperName.A4, help="The size of the paper.")),
    "large": (bool, typer.Option(False, "--large", help="Use large print.")),
    "language": (str, typer.Option(LANGUAGES[0], help=f"The language: {' or '.join(LANGUAGES)}.")),
}
_OF_A_TOURNAMENT: Final[dict[str, tuple[Any, Any]]] = {
    **_PRINTING,
    "which": (
        str | None,
        typer.Option(None, "--tournament", help="The tournament, as shown by list; default: the latest."),
    ),
    "db": (str, DB),
}

Command = Callable[Concatenate[Printer, P], None]


def printing(command: Command[P]) -> Callable[..., None]:
    """The command with the options of those that print something."""
    return _with_options(command, _PRINTING)


def printing_of_tournament(command: Command[P]) -> Callable[..., None]:
    """The command with the options of those that print something of a tournament."""
    return _with_options(command, _OF_A_TOURNAMENT)


def _with_options(command: Command[P], options: dict[str, tuple[Any, Any]]) -> Callable[..., None]:
    _, *own = signature(command).parameters.values()
    hints = get_type_hints(command)
    shared = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in options.items()
    ]

    def at_the_printer(**given: Any) -> None:
        printer = Printer(**{name: given.pop(name) for name in options})
        command(printer, **given)  # type: ignore[call-arg]

    parameters = [each.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[each.name]) for each in own]
    # Typer reads what a command takes from these.
    at_the_printer.__signature__ = signature(command).replace(parameters=[*parameters, *shared])  # type: ignore[attr-defined]
    at_the_printer.__annotations__ = {each.name: each.annotation for each in [*parameters, *shared]}
    at_the_printer.__doc__ = command.__doc__
    return at_the_printer
