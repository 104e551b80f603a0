"""The desk at which commands are given: the options that all have, the journal, and how answers are told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar, get_type_hints

import typer

from wordwaiter.cli.options import DB
from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.hints import lines_about
from wordwaiter.cli.tournament.tables import print_wrapped
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.service.access.callers import TERMINAL, Caller, director_of_everything
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import CommandMeta, digest_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch, Plan, TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot, load_tournament, wanted_stream
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.tournament.records import fact_to_plain

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

P = ParamSpec("P")
F = TypeVar("F")

DIVISION: Final[Any] = typer.Option(
    None, "--division", "-d", help="The division; required if there are several."
)
REASON: Final[Any] = typer.Option("", help="The reason; it is kept in the log.")


@dataclass(frozen=True, slots=True)
class Desk:
    """Where a command is given."""

    db: str
    as_json: bool
    which: str | None
    by: str = ""
    key: str | None = None
    seen: int | None = None
    digest: str | None = field(default=None, compare=False)
    """Of the command with all that was said to it."""

    @property
    def meta(self) -> CommandMeta:
        """Returns how commands are sent from here."""
        return CommandMeta(key=self.key, seen=self.seen, digest=self.digest)

    @contextmanager
    def reading(self) -> Iterator[JournalReader]:
        """The journal, to look something up."""
        with JournalReader.open(self.db) as journal:
            yield journal

    @property
    def caller(self) -> Caller:
        """The director of the house: whoever has the journal's file."""
        return director_of_everything(self.by, TERMINAL)

    @contextmanager
    def writing(self) -> "Iterator[Context]":
        """The house, whose journal must be there: a mistyped name is no new tournament."""
        JournalReader.open(self.db).close()
        with self.beginning() as context:
            yield context

    @contextmanager
    def beginning(self) -> "Iterator[Context]":
        """The house, whose journal is made if there is none."""
        # Only here: whoever but looks something up does not wait for all that a house can do.
        from wordwaiter.service.context import Context

        with Journal.open(self.db) as journal:
            yield Context.at_desk(journal)

    def look(self) -> Snapshot:
        """The tournament as it is now."""
        with self.reading() as journal:
            return load_tournament(journal, self.which)

    def give(self, plan: Plan) -> TournamentOutcome:
        """Carries out the planned commands, and returns their outcome."""
        with self.writing() as context:
            stream = wanted_stream(context, self.which)
            return execute(context, self.caller, TOURNAMENTS, stream, Batch(plan), self.meta)

    def tell(self, done: TournamentOutcome, *lines: str) -> None:
        """Say what was done, for programs or as the log does; in these lines where there are any."""
        if self.as_json:
            print_json(
                {
                    "tournament": done.stream,
                    "version": done.version,
                    "facts": [fact_to_plain(fact) for fact in done.facts],
                }
            )
            return
        for line in lines or lines_about(done, self.look()):
            print_wrapped(line)


def the_fact(done: TournamentOutcome, kind: type[F]) -> F:
    """The fact of that kind that a command brought about."""
    for fact in done.facts:
        if isinstance(fact, kind):
            return fact
    raise ConflictError("key-used", "this key was used for another command; choose a new one")


# ---------------------------------------------------------------- options that all commands have

_READING: Final[dict[str, tuple[type | Any, Any]]] = {
    "which": (
        str | None,
        typer.Option(None, "--tournament", help="The tournament, as shown by list; default: the latest."),
    ),
    "db": (str, DB),
    "as_json": (bool, typer.Option(False, "--json", help="Answer as JSON.")),
}
_GIVING: Final[dict[str, tuple[type | Any, Any]]] = {
    **_READING,
    "by": (str, typer.Option("director", help="Your name for the log.")),
    "key": (
        str | None,
        typer.Option(None, help="A unique key; a command sent twice with the same key runs once."),
    ),
    "seen": (
        int | None,
        typer.Option(None, help="The version you saw; the command is refused if anything changed since."),
    ),
}

Command = Callable[Concatenate[Desk, P], int | None]


def looking(command: Command[P]) -> Callable[..., int | None]:
    """The command with the options of those that change nothing."""
    return _with_options(command, _READING)


def giving(command: Command[P]) -> Callable[..., int | None]:
    """The command with the options of those that write something down."""
    return _with_options(command, _GIVING)


def _with_options(
    command: Command[P], options: dict[str, tuple[type | Any, Any]]
) -> Callable[..., int | None]:
    _, *own = signature(command).parameters.values()
    hints = get_type_hints(command)
    shared = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in options.items()
    ]

    def at_the_desk(**given: Any) -> int | None:
        desk = Desk(**{name: given.pop(name) for name in options})
        desk = replace(desk, digest=digest_of(command.__qualname__, repr(sorted(given.items()))))
        return command(desk, **given)  # type: ignore[call-arg]

    parameters = [each.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[each.name]) for each in own]
    # Typer reads what a command takes from these.
    at_the_desk.__signature__ = signature(command).replace(parameters=[*parameters, *shared])  # type: ignore[attr-defined]
    at_the_desk.__annotations__ = {each.name: each.annotation for each in [*parameters, *shared]}
    at_the_desk.__doc__ = command.__doc__
    return at_the_desk


_NOTHING_ASKED: Final = Desk(db=DB.default, as_json=False, which=None)


def require_options_last(desk: Desk, subcommand: str) -> None:
    """Refuse options before a subcommand: they would be dropped, and another file would be changed."""
    if desk != _NOTHING_ASKED:
        raise MalformedError("options-last", f"put the options after {subcommand}")
