"""`wordwaiter tournament default`: somebody is not there or has left, and which ranks change by it."""

from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import REASON, Desk, giving
from wordwaiter.cli.tournament.hints import lines_about
from wordwaiter.cli.tournament.names import the_contender
from wordwaiter.cli.tournament.tables import print_table
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.standings.standings import BeforeAfter, preview_default


def register(group: typer.Typer) -> None:
    """Add the command."""
    group.command("default")(giving(default))


def default(
    desk: Desk,
    who: str = typer.Argument(help="Name or number of the person who is absent or has left."),
    reason: str = REASON,
    preview: bool = typer.Option(False, "--preview", help="Only show the standings before and after."),
) -> None:
    """Declare somebody in default; shows which ranks change."""
    tournament = desk.look().tournament
    contender = the_contender(tournament, who)
    would = preview_default(tournament, contender)
    if preview:
        _show_default(desk, would)
        return
    done = desk.give(lambda _kept, _rng: [c.DeclareDefault(desk.by, contender, reason)])
    moved = would.moved
    told = "1 rank changes" if len(moved) == 1 else f"{len(moved)} ranks change"
    desk.tell(done, *lines_about(done, desk.look()), f"{told}.")
    if not desk.as_json:
        print_table(_RANKS, [(name, before, _rank(after)) for name, before, after in moved])


_RANKS: Final = ("Entrant", "Rank before", "Rank after")


def _rank(rank: int | None) -> object:
    return "not ranked" if rank is None else rank


def _show_default(desk: Desk, would: BeforeAfter) -> None:
    """The standings before and after, of everybody; whoever moves is marked."""
    if desk.as_json:
        changes = [{"entrant": name, "before": old, "after": new} for name, old, new in would.moved]
        print_json({"would_move": changes, "before": would.before.plain(), "after": would.after.plain()})
        return
    ranks = {line.entrant: line.rank for line in would.after.lines}
    rows = [
        (line.name, _rank(line.rank), _rank(after), "" if line.rank == after else "<")
        for line in would.before.lines
        for after in (ranks[line.entrant],)
    ]
    print_table((*_RANKS, ""), rows)
    print("Nothing is declared yet.")
