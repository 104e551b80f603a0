"""Who is there: check-in, default, withdraw, reinstate."""

import random
from collections.abc import Iterable, Iterator
from typing import Final

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import REASON, Desk, giving, the_contender, the_division, the_fact
from wordwaiter.cli.tournament.tables import print_table
from wordwaiter.cli.tournament.words import absence_lines
from wordwaiter.errors import MalformedError
from wordwaiter.service.tournaments.tournaments import Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import CheckedIn, CheckInCancelled, ContenderLeft, ContenderReinstated
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.standings.standings import BeforeAfter, preview_default
from wordwaiter.tournament.state import Tournament


def register(group: typer.Typer) -> None:
    """Add these commands."""
    group.command("check-in")(giving(check_in))
    group.command("default")(giving(default))
    group.command("withdraw")(giving(withdraw))
    group.command("reinstate")(giving(reinstate))


def check_in(
    desk: Desk,
    who: list[str] = typer.Argument(None, help="Names or numbers."),
    everybody: bool = typer.Option(False, "--all", help="All who are not here yet."),
    division: str | None = typer.Option(None, "--division", "-d", help="With --all: of this division alone."),
    cancel: bool = typer.Option(False, "--cancel", help="It was a mistake; they are not here."),
    late_reason: str = typer.Option("", help="Why one who comes late may play all the same."),
) -> None:
    """Note that people have come."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        tournament = snapshot.tournament
        meant = [the_contender(tournament, each) for each in who or ()]
        if everybody:
            wanted = division and the_division(tournament, division)
            meant += [
                number
                for number, entrant in tournament.owners().items()
                if wanted in (None, entrant.division)
                and number not in (*tournament.here, *tournament.departures, *meant)
            ]
        if not meant:
            raise MalformedError("nobody", "nobody is left to check in" if everybody else "say who has come")
        if cancel:
            yield c.CancelCheckIn(desk.by, tuple(meant))
        else:
            yield c.CheckIn(desk.by, tuple(meant), late_reason)

    done = desk.give(plan)
    count = sum(len(fact.contenders) for fact in done.facts if isinstance(fact, CheckedIn | CheckInCancelled))
    came = "taken off the list" if cancel else "checked in"
    desk.tell(done, f"{count} {came}; {len(done.snapshot.tournament.here)} are here.")


# ---------------------------------------------------------------- leaving, and coming back


def default(
    desk: Desk,
    who: str = typer.Argument(help="Name or number of whoever is not there or has left."),
    reason: str = REASON,
    preview: bool = typer.Option(False, "--preview", help="Show the standings before and after; do nothing."),
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
    desk.tell(done, *absence_lines(done), f"{told[0].upper()}{told[1:]}.")
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
    moved = {name for name, _, _ in would.moved}
    rows = [
        (line.name, _rank(line.rank), _rank(ranks[line.entrant]), "<" if line.name in moved else "")
        for line in would.before.lines
    ]
    print_table((*_RANKS, ""), rows)
    print("Nothing is declared yet.")


def withdraw(desk: Desk, who: str = typer.Argument(help="Name or number."), reason: str = REASON) -> None:
    """Somebody stops playing; what was played stays in the standings."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.Withdraw(desk.by, the_contender(snapshot.tournament, who), reason)

    done = desk.give(plan)
    left = the_fact(done, ContenderLeft)
    tournament = done.snapshot.tournament
    name = tournament.contender(left.contender).name
    desk.tell(done, f"{name} plays no more.", *_game_left(tournament, left.contender))


def _game_left(tournament: Tournament, contender: int) -> Iterator[str]:
    """What to do about the game that somebody leaves behind."""
    played = tournament.open_round(tournament.entrant_of(contender).division)
    sitting = None if played is None else played.sitting_of(contender)
    if played is None or sitting is None or sitting.outcome is not None:
        return
    if played.stage is RoundStage.PUBLISHED:
        yield f"Round {played.number} was paired before: pair again after pair --withdraw --reason WHY."
        yield "If it starts as it is, the opponent has a bye."
        return
    name = tournament.contender(contender).name
    absent = f"result {sitting.table} --absent '{name}' --reason WHY"
    yield f"If the game at {sitting.place} is not played: {absent}"


def reinstate(desk: Desk, who: str = typer.Argument(help="Name or number."), reason: str = REASON) -> None:
    """Take a default or a withdrawal back."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.Reinstate(desk.by, the_contender(snapshot.tournament, who), reason)

    done = desk.give(plan)
    returned = the_fact(done, ContenderReinstated)
    desk.tell(done, f"{done.snapshot.tournament.contender(returned.contender).name} is back.")
