"""Money on paper: receipts, and the treasurer's report."""

from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo

from wordwaiter.errors import MalformedError
from wordwaiter.paper.lists import Column, Page, Row, Section, list_document, rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import event_line
from wordwaiter.picture.charts import funds_chart
from wordwaiter.picture.theme import Theme
from wordwaiter.tournament.bee.report import pledges_due
from wordwaiter.tournament.money.ledger import CashCount, LedgerLine, Method, dollars
from wordwaiter.tournament.money.treasury import funds, tab_cents
from wordwaiter.tournament.state import Tournament


def receipts(tournament: Tournament, lines: Iterable[int], zone: tzinfo = UTC) -> Document:
    """A receipt for each of these lines of the ledger."""
    if not tournament.ledger:
        raise MalformedError("no-money", "no money came in, so there are no receipts")
    made = [_receipt(tournament, _line(tournament, number), zone) for number in lines]
    if not made:
        raise MalformedError("no-such-line", "choose the ledger lines that need a receipt")
    data = {"event": event_line(tournament), "receipts": made}
    return Document("receipts", f"{tournament.name}: receipts", data)


def _line(tournament: Tournament, number: int) -> LedgerLine:
    if not 1 <= number <= len(tournament.ledger):
        raise MalformedError("no-such-line", f"the ledger has no line {number}")
    return tournament.ledger[number - 1]


def _receipt(tournament: Tournament, line: LedgerLine, zone: tzinfo) -> dict[str, object]:
    payment = line.payment
    taken_back = next((each.number for each in tournament.ledger if each.reverses == line.number), None)
    void = f"Void: taken back by line {taken_back}" if taken_back else ""
    if line.reverses is not None:
        void = f"Takes back line {line.reverses}"
    told = {
        "From": "" if payment.team is None else tournament.contender(payment.team).name,
        "For": _fund(payment.fund.value) + (f": {payment.note}" if payment.note else ""),
        "Paid": "not yet: it is on the tab" if payment.method is Method.TAB else payment.method.value,
        "Taken by": line.by,
        "When": _when(line.at_ms, zone),
    }
    return {
        "title": f"Receipt {line.number}",
        "amount": dollars(payment.cents),
        "lines": [{"label": label, "value": value} for label, value in told.items() if value],
        "void": void,
    }


def _fund(value: str) -> str:
    return value.replace("-", " ")


def _when(at_ms: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(at_ms / 1000, zone).strftime("%Y-%m-%d %H:%M")


# ---------------------------------------------------------------- the treasurer's report


def treasurers_report(tournament: Tournament, zone: tzinfo = UTC) -> Document:
    """What came in, by kind and by team; cash, tabs, pledges; every line of the ledger; room to sign."""
    if not tournament.ledger:
        raise MalformedError("no-money", "no money came in, so there is nothing to report")
    found = funds(tournament)
    hoped = f" of {dollars(found.target_cents)} hoped for" if found.target_cents else ""
    money = (Column("", wide=True), Column("Amount", right=True))
    sections = [
        Section(
            "What it was for",
            money,
            (
                *rows((_fund(fund.value), dollars(cents)) for fund, cents in found.by_fund.items()),
                Row(("together", dollars(found.total_cents)), strong=True),
            ),
            picture=funds_chart(tournament, zone, Theme.PRINT).svg(),
            picture_alt="The funds as they grew",
        ),
        _by_team(tournament),
        Section(
            "Cash and tabs",
            money,
            rows(
                [
                    ("cash that must be in the box", dollars(found.cash_cents)),
                    ("on tabs, not paid yet", dollars(found.tabs_cents)),
                ]
            ),
            tuple(_counted(each, zone) for each in tournament.cash_counts),
        ),
        *_pledges(tournament),
        _ledger(tournament, zone),
    ]
    page = Page(
        f"{dollars(found.total_cents)} raised{hoped}",
        event_line(tournament),
        "Treasurer's report",
        tuple(section for section in sections if section.rows),
        signers=("Treasurer", "Checked by"),
    )
    return list_document(page, f"{tournament.name}: treasurer's report")


def _by_team(tournament: Tournament) -> Section:
    columns = (Column("", wide=True), Column("Amount", right=True), Column("Still on the tab", right=True))
    found = [
        (
            "no team" if team is None else tournament.contender(team).name,
            dollars(cents),
            "" if team is None else dollars(tab_cents(tournament, team)),
        )
        for team, cents in sorted(funds(tournament).by_team.items(), key=lambda each: -each[1])
    ]
    return Section("From whom", columns, rows(found))


def _counted(count: CashCount, zone: tzinfo) -> str:
    difference = count.difference_cents
    verdict = "as it should be"
    if difference:
        verdict = f"{dollars(abs(difference))} {'too much' if difference > 0 else 'missing'}"
    return (
        f"Counted by {count.by}, {_when(count.at_ms, zone)}: {dollars(count.counted_cents)}, "
        f"{dollars(count.expected_cents)} expected: {verdict}."
    )


def _pledges(tournament: Tournament) -> Iterable[Section]:
    if tournament.pledges:
        columns = (
            Column("Pledged by", wide=True),
            Column("For", wide=True),
            Column("Points", right=True),
            Column("Comes to", right=True),
        )
        found = [
            (due.pledge.donor, tournament.contender(due.pledge.team).name, due.points, dollars(due.cents))
            for due in pledges_due(tournament)
        ]
        yield Section("Pledges", columns, rows(found))


def _ledger(tournament: Tournament, zone: tzinfo) -> Section:
    columns = (
        Column("Line", right=True),
        Column("When"),
        Column("For"),
        Column("From, what", wide=True),
        Column("How"),
        Column("Taken by"),
        Column("Amount", right=True),
    )
    found = [
        (
            line.number,
            datetime.fromtimestamp(line.at_ms / 1000, zone).strftime("%H:%M"),
            _fund(line.payment.fund.value),
            _from(tournament, line),
            line.payment.method.value,
            line.by,
            dollars(line.payment.cents),
        )
        for line in tournament.ledger
    ]
    return Section("The ledger", columns, rows(found))


def _from(tournament: Tournament, line: LedgerLine) -> str:
    team = "" if line.payment.team is None else tournament.contender(line.payment.team).name
    reverses = "" if line.reverses is None else f"takes back line {line.reverses}"
    return ", ".join(filter(None, (team, line.payment.note, reverses)))
