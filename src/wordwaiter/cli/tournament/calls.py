"""Calls: a table wants the convenor or a judge, somebody goes there, and it is said what came of it."""

from collections.abc import Iterator

import typer

from wordwaiter.cli.tournament.desk import REASON, Desk, giving
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.tournaments import Done
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.day import waiting_calls
from wordwaiter.tournament.facts import CallAnswered, CallEnded, OfficialCalled
from wordwaiter.tournament.state import Official


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("call")(giving(call))


def call(
    desk: Desk,
    table: int | None = typer.Argument(None, help="The table that calls."),
    wanted: Official = typer.Option(Official.CONVENOR, help="Whom it wants."),
    reason: str = REASON,
    answer: int | None = typer.Option(None, help="Somebody goes to the call of this number."),
    end: int | None = typer.Option(None, help="The call of this number is over; --reason says how."),
) -> None:
    """Call the convenor or a judge to a table; or answer a call, or end it."""
    command: c.Command
    if answer is not None:
        command = c.AnswerCall(desk.by, answer)
    elif end is not None:
        command = c.EndCall(desk.by, end, reason)
    elif table is not None:
        command = c.CallOfficial(desk.by, table, wanted, reason)
    else:
        raise MalformedError("no-table", "say which table calls, or which call is answered or over")
    done = desk.give(lambda _kept, _rng: [command])
    waiting = [f"table {each.table}" for each in waiting_calls(done.snapshot.tournament)]
    desk.tell(done, *_of_call(done), f"Waiting: {', '.join(waiting) or 'nobody'}.")


def _of_call(done: Done) -> Iterator[str]:
    """What became of a call, and what to type next."""
    calls = done.snapshot.tournament.calls
    for fact in done.facts:
        match fact:
            case OfficialCalled(number=number, table=table, wanted=wanted):
                yield f"Call {number}: table {table} waits for the {wanted.value}."
                yield f"Whoever goes there types: call --answer {number}"
            case CallAnswered(number=number, by=by):
                yield f"Call {number}: {by} goes to table {calls[number - 1].table}."
                yield f"When it is settled: call --end {number} --reason HOW"
            case CallEnded(number=number, note=note):
                yield f"Call {number} of table {calls[number - 1].table} is over: {note}."
            case _:
                pass
