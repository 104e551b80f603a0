"""Money on paper: receipts, and the treasurer's report."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, tzinfo
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.paper.languages import Drawn, Opening
from wordwaiter.paper.lists import Column, Page, Row, Section, list_document, rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import event_line
from wordwaiter.picture.charts import funds_chart
from wordwaiter.picture.theme import Theme
from wordwaiter.sentences import joined, moment_in_words, said
from wordwaiter.tournament.money.ledger import (
    CashCount,
    Fund,
    LedgerLine,
    Method,
    Payment,
    Pledge,
    dollars,
)
from wordwaiter.tournament.money.pledges import pledges_due
from wordwaiter.tournament.money.treasury import (
    funds,
    giver,
    ledger_line,
    paid_how,
    tab_cents,
    tab_payment_of,
)
from wordwaiter.tournament.state import Tournament

_BOUGHT_BACK: Final = re.compile(r"(\d+) of round (\d+)(?:: (.+))?")
"""What the ledger notes of tiles that a team bought back."""


def receipts(tournament: Tournament, lines: Iterable[int], zone: tzinfo = UTC) -> Document:
    """A receipt for each of these lines of the ledger."""
    if not tournament.ledger:
        raise MalformedError("no-money", "no money came in, so there are no receipts")
    made = [_receipt(tournament, ledger_line(tournament, number), zone) for number in lines]
    if not made:
        raise MalformedError("no-such-line", "choose the ledger lines that need a receipt")
    data = {"event": event_line(tournament), "receipts": made}
    return Document("receipts", said("{event}: receipts", event=tournament.name), data)


def _receipt(tournament: Tournament, line: LedgerLine, zone: tzinfo) -> dict[str, object]:
    payment = line.payment
    taken_back = next((each.number for each in tournament.ledger if each.reverses == line.number), None)
    void = said("Void: taken back by line {n}", n=taken_back) if taken_back else ""
    if line.reverses is not None:
        void = said("Takes back line {n}", n=line.reverses)
    told: dict[str, str] = {
        said("From"): giver(tournament, payment),
        said("For"): Opening(joined(": ", filter(None, (_fund(payment.fund), _note(payment))))),
        said("Paid"): Opening(_paid(tournament, line, zone)),
        said("Taken by"): line.by,
        said("When"): _when(line.at_ms, zone),
    }
    return {
        # Whoever has not paid yet gets no receipt to sign, but what they owe.
        "title": said("Bill {n}" if _is_unpaid(tournament, line) else "Receipt {n}", n=line.number),
        "amount": dollars(payment.cents),
        "lines": [{"label": label, "value": value} for label, value in told.items() if value],
        "void": void,
    }


def _is_unpaid(tournament: Tournament, line: LedgerLine) -> bool:
    return line.payment.method is Method.TAB and tab_payment_of(tournament, line) is None


def _paid(tournament: Tournament, line: LedgerLine, zone: tzinfo) -> str:
    payment = line.payment
    if payment.method is not Method.TAB:
        return paid_how(payment.method, payment.cheque)
    settled = tab_payment_of(tournament, line)
    if settled is None:
        return said("not yet: it is on the tab")
    return joined(", ", [paid_how(settled.method, ""), _when(settled.at_ms, zone)])


def _fund(fund: Fund) -> str:
    return said(fund.value.replace("-", " "))


def _when(at_ms: int, zone: tzinfo) -> str:
    return moment_in_words(datetime.fromtimestamp(at_ms / 1000, zone))


# ---------------------------------------------------------------- the treasurer's report


def treasurers_report(tournament: Tournament, zone: tzinfo = UTC) -> Document:
    """Makes a report of what came in: by kind and team; cash, tabs, pledges; every line; room to sign."""
    if not tournament.ledger:
        raise MalformedError("no-money", "no money came in, so there is nothing to report")
    found = funds(tournament)
    sums = {"sum": dollars(found.total_cents), "hoped": dollars(found.target_cents or 0)}
    money = (Column("", wide=True), Column(said("Amount"), right=True))
    sections = [
        Section(
            said("What it was for"),
            money,
            (
                *rows((Opening(_fund(fund)), dollars(cents)) for fund, cents in found.by_fund.items()),
                Row((Opening(said("together")), dollars(found.total_cents)), strong=True),
            ),
        ),
        _grown(tournament, zone),
        _by_donor(tournament),
        _by_team(tournament),
        Section(
            said("Cash and tabs"),
            money,
            rows(
                [
                    (Opening(said("cash that must be in the box")), dollars(found.cash_cents)),
                    (Opening(said("on tabs, not paid yet")), dollars(found.tabs_cents)),
                ]
            ),
            tuple(_counted(each, zone) for each in tournament.cash_counts),
        ),
        _cheques(tournament),
        *_pledges(tournament),
        _ledger(tournament, zone),
        _tabs_paid(tournament, zone),
    ]
    page = Page(
        said("{sum} raised of {hoped} hoped for", **sums)
        if found.target_cents
        else said("{sum} raised", sum=sums["sum"]),
        event_line(tournament),
        said("Treasurer's report"),
        tuple(section for section in sections if section.rows or section.picture),
        signers=(said("Treasurer"), said("Checked by")),
    )
    return list_document(page, said("{event}: treasurer's report", event=tournament.name))


def _grown(tournament: Tournament, zone: tzinfo) -> Section:
    """The funds as they grew."""
    title = said("The funds as they grew")
    drawn = Drawn(lambda tell: funds_chart(tournament, zone, Theme.PRINT, tell=tell, title=title).svg())
    return Section("", picture=drawn, picture_alt=title)


def _by_team(tournament: Tournament) -> Section:
    columns = (
        Column("", wide=True),
        Column(said("Amount"), right=True),
        Column(said("Still on the tab"), right=True),
    )
    found = [
        (
            Opening(said("no team")) if team is None else tournament.contender(team).name,
            dollars(cents),
            "" if team is None else dollars(tab_cents(tournament, team)),
        )
        for team, cents in sorted(funds(tournament).by_team.items(), key=lambda each: -each[1])
    ]
    return Section(said("By team"), columns, rows(found))


def _by_donor(tournament: Tournament) -> Section:
    """Whom to thank, the largest gift first."""
    given = sorted(funds(tournament).by_donor.items(), key=lambda each: (-each[1], each[0].casefold()))
    columns = (Column("", wide=True), Column(said("Amount"), right=True))
    return Section(said("By donor"), columns, rows((donor, dollars(cents)) for donor, cents in given))


def _cheques(tournament: Tournament) -> Section:
    """Lists the cheques to take to the bank: every one that was not reversed."""
    reversed_ = {line.reverses for line in tournament.ledger}
    held = [
        line
        for line in tournament.ledger
        if line.payment.method is Method.CHEQUE and line.reverses is None and line.number not in reversed_
    ]
    columns = (
        Column(said("Line"), right=True),
        Column(said("Number")),
        Column(said("From"), wide=True),
        Column(said("Amount"), right=True),
    )
    found = rows(
        (line.number, line.payment.cheque, giver(tournament, line.payment), dollars(line.payment.cents))
        for line in held
    )
    together = ("", "", Opening(said("together")), dollars(sum(line.payment.cents for line in held)))
    return Section(said("Cheques"), columns, (*found, Row(together, strong=True)) if held else ())


def _counted(count: CashCount, zone: tzinfo) -> str:
    difference = count.difference_cents
    verdict = said("as it should be")
    if difference:
        sum_ = dollars(abs(difference))
        verdict = said("{sum} too much", sum=sum_) if difference > 0 else said("{sum} missing", sum=sum_)
    return said(
        "Counted by {who}, {when}: {counted}, {expected} expected: {verdict}.",
        who=count.by,
        when=_when(count.at_ms, zone),
        counted=dollars(count.counted_cents),
        expected=dollars(count.expected_cents),
        verdict=verdict,
    )


def _pledges(tournament: Tournament) -> Iterable[Section]:
    dues = pledges_due(tournament)
    if dues:
        columns = (
            Column(said("Pledged by"), wide=True),
            Column(said("Pledge"), wide=True),
            Column(said("Points"), right=True),
            Column(said("Comes to"), right=True),
            Column(said("Paid"), right=True),
            Column(said("Still due"), right=True),
        )
        found = rows(
            (
                due.pledge.donor,
                pledge_terms(tournament, due.pledge),
                due.points if due.pledge.cents_per_point else "",
                *map(dollars, (due.cents, due.paid_cents, due.left_cents)),
            )
            for due in dues
        )
        sums = (sum(due.cents for due in dues), sum(due.paid_cents for due in dues))
        left = sum(due.left_cents for due in dues)
        together = Row((Opening(said("together")), "", "", *map(dollars, (*sums, left))), strong=True)
        yield Section(said("Pledges"), columns, (*found, together))


def pledge_terms(tournament: Tournament, pledge: Pledge) -> str:
    """`$0.10 a point of Owls, at most $50`, `$100 for Owls`, or `$100`."""
    team = "" if pledge.team is None else tournament.contender(pledge.team).name
    if pledge.fixed_cents:
        sum_ = dollars(pledge.fixed_cents)
        return said("{sum} for {team}", sum=sum_, team=team) if team else sum_
    told = {"sum": dollars(pledge.cents_per_point), "team": team}
    if pledge.most_cents is None:
        return said("{sum} a point of {team}", **told)
    return said("{sum} a point of {team}, at most {most}", **told, most=dollars(pledge.most_cents))


def _ledger(tournament: Tournament, zone: tzinfo) -> Section:
    columns = (
        Column(said("Line"), right=True),
        Column(said("When")),
        Column(said("For")),
        Column(said("From, what"), wide=True),
        Column(said("How")),
        Column(said("Taken by")),
        Column(said("Amount"), right=True),
    )
    found = [
        (
            line.number,
            datetime.fromtimestamp(line.at_ms / 1000, zone).strftime("%H:%M"),
            Opening(_fund(line.payment.fund)),
            _from(tournament, line),
            Opening(paid_how(line.payment.method, line.payment.cheque)),
            line.by,
            dollars(line.payment.cents),
        )
        for line in tournament.ledger
    ]
    return Section(said("The ledger"), columns, rows(found))


def _tabs_paid(tournament: Tournament, zone: tzinfo) -> Section:
    """Lists what teams paid of their tabs; it was counted when it went on the tab."""
    columns = (
        Column(said("Time")),
        Column(said("Team"), wide=True),
        Column(said("How")),
        Column(said("Taken by")),
        Column(said("Amount"), right=True),
    )
    found = [
        (
            datetime.fromtimestamp(each.at_ms / 1000, zone).strftime("%H:%M"),
            tournament.contender(each.team).name,
            Opening(paid_how(each.method, "")),
            each.by,
            dollars(each.cents),
        )
        for each in tournament.tab_payments
    ]
    return Section(said("Tabs paid"), columns, rows(found))


def _from(tournament: Tournament, line: LedgerLine) -> str:
    reverses = "" if line.reverses is None else said("takes back line {line}", line=line.reverses)
    return joined(", ", filter(None, (giver(tournament, line.payment), _note(line.payment), reverses)))


def _note(payment: Payment) -> str:
    """Returns what a payment was for: as somebody typed it, or as a sale of tiles noted it."""
    if payment.fund is Fund.ALL_TILES and payment.note == (all_tiles := said("all tiles of all rounds")):
        return all_tiles
    sold = _BOUGHT_BACK.fullmatch(payment.note) if payment.fund is Fund.TILES else None
    if sold is None:
        return payment.note
    count, number, tiles = sold.groups(default="")
    names = [said("blank") if each == "blank" else each for each in tiles.split(", ") if each]
    of_round = said("{count} of round {n}", count=count, n=number)
    return joined(": ", filter(None, (of_round, joined(", ", names))))
