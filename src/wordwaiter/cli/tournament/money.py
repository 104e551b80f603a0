"""`wordwaiter tournament funds`: what came in, from whom and for what; dollars on paper, cents in JSON."""

from dataclasses import asdict

import typer

from wordwaiter.cli.output import print_json, printable
from wordwaiter.cli.tournament.derived import FUNDS
from wordwaiter.cli.tournament.desk import Desk, looking, require_options_last
from wordwaiter.cli.tournament.hints import difference_text
from wordwaiter.cli.tournament.names import the_division
from wordwaiter.cli.tournament.steps import add_steps
from wordwaiter.cli.tournament.tables import print_table, print_wrapped
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament.bee.report import without_purchases
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.money.pledges import PledgeDue, pledges_due
from wordwaiter.tournament.money.treasury import funds as funds_of
from wordwaiter.tournament.money.treasury import receipt as receipt_of
from wordwaiter.tournament.money.treasury import tab_cents
from wordwaiter.tournament.state import Tournament


def register(group: typer.Typer) -> None:
    """Add the command and what belongs to it."""
    funds = typer.Typer(help="Show or record the money that came in.", invoke_without_command=True)
    funds.callback()(looking(overview))
    add_steps(funds, FUNDS)
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
                    {
                        "pledge": due.number,
                        "team": _team(tournament, due),
                        "donor": due.pledge.donor,
                        "points": due.points,
                        "cents": due.cents,
                        "paid_cents": due.paid_cents,
                    }
                    for due in pledges_due(tournament)
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
        due = [
            (
                due.number,
                due.pledge.donor,
                _team(tournament, due),
                due.points if due.pledge.cents_per_point else "",
                dollars(due.cents),
                dollars(due.paid_cents),
            )
            for due in pledges_due(tournament)
        ]
        print_table(("", "Pledged by", "For", "Points", "Comes to", "Paid"), due)
    print()
    print(f"Cash that must be in the box: {dollars(found.cash_cents)}; on tabs: {dollars(found.tabs_cents)}")
    for counted in tournament.cash_counts[-1:]:
        print(f"Last counted by {counted.by}: {dollars(counted.counted_cents)}, {difference_text(counted)}")


def _team(tournament: Tournament, due: PledgeDue) -> str:
    return "" if due.pledge.team is None else tournament.contender(due.pledge.team).name


def bought(
    desk: Desk,
    division: str | None = typer.Option(
        None, "--division", "-d", help="The division; required if there are several."
    ),
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
    return "not known" if points is None else f"{points:,}"


def receipt(desk: Desk, line: int = typer.Argument(help="The line number in the ledger.")) -> None:
    """Print a receipt for one line of the ledger."""
    made = receipt_of(desk.look().tournament, line)
    if desk.as_json:
        print_json({"receipt": asdict(made) | {"fund": made.fund.value, "method": made.method.value}})
    else:
        print("\n".join(map(printable, made.lines())))


def sponsors(desk: Desk) -> None:
    """Tell for each sponsor how often its name was on a board, what that brought, and what it gave."""
    # Boards are folded for this alone; other commands need not load what reads them.
    from wordwaiter.paper.event import event_of
    from wordwaiter.paper.sponsors import given_by_sponsors, sponsors_of, sponsors_shown

    with desk.reading() as journal:
        event = event_of(journal, desk.which)
    shown = sponsors_shown(event)
    given = given_by_sponsors(event.tournament)
    named = {name: [each for each in shown if each.sponsor == name] for name in sponsors_of(event)}
    rows = [
        {
            "sponsor": name,
            "boards": len(boards),
            "points": sum(each.points for each in boards),
            "cents": given.pop(name, 0),
        }
        for name, boards in named.items()
    ]
    rows += [
        {"sponsor": name or "not named", "boards": 0, "points": 0, "cents": cents}
        for name, cents in given.items()
    ]
    if desk.as_json:
        print_json({"boards_known": len(event.boards), "sponsors": rows})
        return
    table = [(row["sponsor"], row["boards"], row["points"], dollars(int(str(row["cents"])))) for row in rows]
    print_table(("Sponsor", "Boards", "Points", "Given"), table)
    print(f"{len(event.boards)} boards were kept, of all that were played.")
