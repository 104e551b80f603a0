"""`wordwaiter tournament funds`: what came in, from whom and for what; dollars on paper, cents in JSON."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import typer

from wordwaiter.cli.output import print_json
from wordwaiter.cli.tournament.desk import (
    BELOW_ZERO,
    REASON,
    Desk,
    giving,
    looking,
    require_options_last,
    the_contender,
    the_division,
)
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.tournaments.tournaments import Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.report import pledges_due, without_purchases
from wordwaiter.tournament.facts import Fact, TabPaid, TilesReturned
from wordwaiter.tournament.money.ledger import CashCount, Fund, Method, cents_of, dollars
from wordwaiter.tournament.money.treasury import funds as funds_of
from wordwaiter.tournament.money.treasury import receipt as receipt_of
from wordwaiter.tournament.money.treasury import tab_cents
from wordwaiter.tournament.state import Tournament


def register(group: typer.Typer) -> None:
    """Add the command and what belongs to it."""
    funds = typer.Typer(help="Tell what came in; or write it down.", invoke_without_command=True)
    funds.callback()(looking(overview))
    funds.command("take", context_settings=BELOW_ZERO)(giving(take))
    funds.command("reverse")(giving(reverse))
    funds.command("pay-tab")(giving(pay_tab))
    funds.command("pledge")(giving(pledge))
    funds.command("target")(giving(target))
    funds.command("count")(giving(count))
    funds.command("bought")(looking(bought))
    funds.command("receipt")(looking(receipt))
    funds.command("sponsors")(looking(sponsors))
    group.add_typer(funds, name="funds")


# ---------------------------------------------------------------- what there is


def overview(desk: Desk, context: typer.Context) -> None:
    """Tell what came in, by kind and by team; with a word more, write something down."""
    if context.invoked_subcommand is None:
        _show(desk)
    else:
        require_options_last(desk, context.invoked_subcommand)


def _show(desk: Desk) -> None:
    tournament = desk.look().tournament
    found = funds_of(tournament)
    teams = {
        team: ("no team" if team is None else tournament.contender(team).name, cents)
        for team, cents in found.by_team.items()
    }
    if desk.as_json:
        print_json(
            {
                "total_cents": found.total_cents,
                "target_cents": found.target_cents,
                "by_fund": {fund.value: cents for fund, cents in found.by_fund.items()},
                "by_team": [{"team": name, "cents": cents} for name, cents in teams.values()],
                "cash_cents": found.cash_cents,
                "tabs_cents": found.tabs_cents,
                "lines": len(tournament.ledger),
                "pledges": [
                    {"team": team, "donor": donor, "points": points, "cents": cents}
                    for donor, team, points, cents in _pledges(tournament)
                ],
            }
        )
        return
    hoped = "" if found.target_cents is None else f" of {dollars(found.target_cents)} hoped for"
    print(f"{tournament.name}: {dollars(found.total_cents)} raised{hoped}")
    if found.by_fund:
        print()
        print_table(
            ("For", "Amount"), [(fund.value, dollars(cents)) for fund, cents in found.by_fund.items()]
        )
        print()
        rows = [
            (name, dollars(cents), "" if team is None else dollars(tab_cents(tournament, team)))
            for team, (name, cents) in teams.items()
        ]
        print_table(("From", "Amount", "Still on the tab"), rows)
    if tournament.pledges:
        print()
        due = [(donor, team, points, dollars(cents)) for donor, team, points, cents in _pledges(tournament)]
        print_table(("Pledged by", "For", "Points", "Comes to"), due)
    print()
    print(f"Cash that must be in the box: {dollars(found.cash_cents)}; on tabs: {dollars(found.tabs_cents)}")
    for counted in tournament.cash_counts[-1:]:
        print(f"Last counted by {counted.by}: {dollars(counted.counted_cents)}, {_difference(counted)}")


def _pledges(tournament: Tournament) -> list[tuple[str, str, int, int]]:
    """Donor, team, the team's points so far, and the cents that they come to."""
    return [
        (due.pledge.donor, tournament.contender(due.pledge.team).name, due.points, due.cents)
        for due in pledges_due(tournament)
    ]


def _difference(counted: CashCount) -> str:
    difference = counted.difference_cents
    if not difference:
        return "as it should be"
    return f"{dollars(abs(difference))} {'too much' if difference > 0 else 'missing'}"


def bought(
    desk: Desk,
    division: str | None = typer.Option(None, "--division", "-d", help="Which; needed if there are several."),
) -> None:
    """Show the totals with and without the face value of tiles that were bought back, for the curious."""
    tournament = desk.look().tournament
    name = the_division(tournament, division)
    values = shipped_rulebook(tournament.division(name).rulebook).table.tile_set.values
    lines = without_purchases(tournament, name, values)
    if desk.as_json:
        print_json(
            {
                "division": name,
                "teams": [asdict(each) | {"total_without": each.total_without} for each in lines],
            }
        )
        return
    rows = [(each.name, each.total, _known(each.bought_points), _known(each.total_without)) for each in lines]
    print_table(("Team", "Total", "Bought", "Without"), rows)
    if any(each.bought_points is None for each in lines):
        print_wrapped("Not known where tiles came back, or were never taken out, without a note of which.")


def _known(points: int | None) -> str:
    return "not known" if points is None else str(points)


def receipt(desk: Desk, line: int = typer.Argument(help="Of the ledger.")) -> None:
    """Print a receipt for one line of the ledger."""
    made = receipt_of(desk.look().tournament, line)
    if desk.as_json:
        print_json({"receipt": asdict(made) | {"fund": made.fund.value, "method": made.method.value}})
    else:
        print("\n".join(made.lines()))


def sponsors(desk: Desk) -> None:
    """Tell for each sponsor how often its name was on a board, what that brought, and what it gave."""
    # Boards are folded for this alone; other commands need not load what reads them.
    from wordwaiter.paper.event import event_of
    from wordwaiter.paper.sponsors import sponsors_of, sponsors_shown

    with desk.reading() as journal:
        event = event_of(journal, desk.which)
    shown = sponsors_shown(event)
    given = Counter[str]()
    for line in event.tournament.ledger:
        if line.payment.fund is Fund.SPONSOR:
            given[line.payment.note] += line.payment.cents
    named = {name: [each for each in shown if each.sponsor == name] for name in sponsors_of(event)}
    rows = [
        {
            "sponsor": name,
            "boards": len(boards),
            "points": sum(each.points for each in boards),
            "cents": sum(cents for note, cents in given.items() if note.casefold() == name.casefold()),
        }
        for name, boards in named.items()
    ]
    known = {name.casefold() for name in named}
    rows += [
        {"sponsor": note or "not named", "boards": 0, "points": 0, "cents": cents}
        for note, cents in given.items()
        if note.casefold() not in known
    ]
    if desk.as_json:
        print_json({"boards_known": len(event.boards), "sponsors": rows})
        return
    table = [(row["sponsor"], row["boards"], row["points"], dollars(int(str(row["cents"])))) for row in rows]
    print_table(("Sponsor", "Boards", "Points", "Given"), table)
    print(f"{len(event.boards)} boards were kept, of all that were played.")


# ---------------------------------------------------------------- what is written down


def take(
    desk: Desk,
    fund: Fund = typer.Argument(help="What it is for."),
    amount: str = typer.Argument(help="In dollars, as 12 or 12.50."),
    pay: Method = typer.Option(Method.CASH, "--pay", help="How it is paid."),
    team: str | None = typer.Option(None, help="Whose it is, where it is a team's."),
    note: str = typer.Option("", help="From whom, or what for."),
) -> None:
    """Write down money that came in."""
    cents = cents_of(amount)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.TakeMoney(desk.by, fund, cents, pay, _team(snapshot.tournament, team), note)

    done = desk.give(plan)
    desk.tell(
        done, f"Line {len(done.snapshot.tournament.ledger)}: {dollars(cents)}, {fund.value}, {pay.value}."
    )


def _team(tournament: Tournament, named: str | None) -> int | None:
    return None if named is None else the_contender(tournament, named)


def reverse(desk: Desk, line: int = typer.Argument(help="Of the ledger."), reason: str = REASON) -> None:
    """Take a line of the ledger back by another line."""
    done = desk.give(lambda _kept, _rng: [c.ReverseMoney(desk.by, line, reason)])
    desk.tell(
        done,
        f"Line {line} is taken back by line {len(done.snapshot.tournament.ledger)}.",
        *_tiles_lines(done.snapshot.tournament, line, done.facts),
    )


def _tiles_lines(tournament: Tournament, line: int, facts: Iterable[Fact]) -> Iterator[str]:
    """What becomes of tiles that were sold in the line."""
    returned = next((fact for fact in facts if isinstance(fact, TilesReturned)), None)
    snapshot = next((each for each in tournament.purchases if each.line == line), None)
    if returned is not None and (number := count_of(returned.tiles)):
        which = "" if isinstance(returned.tiles, int) else f": {' '.join(returned.tiles)}"
        tiles = "1 tile goes" if number == 1 else f"{number} tiles go"
        yield f"{tiles} out of play again{which}. Take them from the table."
    if snapshot is not None and count_of(snapshot.tiles):
        yield "The tiles were played with, and stay counted as bought."


def pay_tab(
    desk: Desk,
    team: str = typer.Argument(help="Name or number."),
    pay: Method = typer.Option(Method.CASH, "--pay", help="How it is paid."),
) -> None:
    """A team pays all that is on its tab."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.PayTab(desk.by, the_contender(snapshot.tournament, team), pay)

    done = desk.give(plan)
    paid = sum(fact.cents for fact in done.facts if isinstance(fact, TabPaid))
    desk.tell(done, f"{team} paid {dollars(paid)}, {pay.value}.")


def pledge(
    desk: Desk,
    team: str = typer.Argument(help="Name or number."),
    donor: str = typer.Argument(help="Who promises it."),
    per_point: str = typer.Argument(help="In dollars, as 0.05."),
    most: str | None = typer.Option(None, help="No more than this, in dollars."),
) -> None:
    """Somebody promises so much for each point of a team."""
    cents, most_cents = cents_of(per_point), None if most is None else cents_of(most)

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield c.MakePledge(desk.by, the_contender(snapshot.tournament, team), donor, cents, most_cents)

    desk.tell(desk.give(plan), f"{donor} promises {dollars(cents)} for each point of {team}.")


def target(desk: Desk, amount: str = typer.Argument(help="In dollars.")) -> None:
    """Say how much is hoped for."""
    cents = cents_of(amount)
    desk.tell(desk.give(lambda _kept, _rng: [c.SetTarget(desk.by, cents)]), f"Hoped for: {dollars(cents)}.")


def count(desk: Desk, amount: str = typer.Argument(help="The cash that was counted, in dollars.")) -> None:
    """Compare the cash with the ledger."""
    cents = cents_of(amount)
    done = desk.give(lambda _kept, _rng: [c.CountCash(desk.by, cents)])
    counted = done.snapshot.tournament.cash_counts[-1]
    desk.tell(
        done, f"{dollars(cents)} counted, {dollars(counted.expected_cents)} expected: {_difference(counted)}."
    )
