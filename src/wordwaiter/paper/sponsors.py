"""What a sponsor wants to know: how often its name was on a board, where, and what came in."""

from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.paper.event import Event
from wordwaiter.paper.lists import Column, Page, Section, list_document, rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import event_line
from wordwaiter.rules.bonus import BonusKind, find_bonuses
from wordwaiter.tournament.money.ledger import Fund, dollars


@dataclass(frozen=True, slots=True)
class SponsorView:
    """A sponsor's name on one board."""

    sponsor: str
    division: str
    round: int
    team: str
    points: int


def sponsors_of(event: Event) -> tuple[str, ...]:
    """Every sponsor whose name was announced, in the order of the announcements."""
    named = (sponsor for each in event.tournament.announcements.values() for sponsor in each.sponsors)
    return tuple(dict.fromkeys(named))


def sponsors_shown(event: Event) -> tuple[SponsorView, ...]:
    """Each time a sponsor's name was on a board, unaltered, and so brought its bonus."""
    found = []
    for each in event.public_boards:
        place = each.place
        announced = event.tournament.announcement(place.division, place.round)
        earned = find_bonuses(each.board, announced, event.rulebook_of(place.division)).earned
        found += [
            SponsorView(bonus.word, place.division, place.round, " and ".join(each.names), bonus.points)
            for bonus in earned
            if bonus.kind is BonusKind.SPONSOR
        ]
    return tuple(found)


def sponsor_report(event: Event) -> Document:
    """A section for each sponsor, and the money that sponsors gave."""
    tournament = event.tournament
    shown = sponsors_shown(event)
    sections = [_section(event, sponsor, shown) for sponsor in sponsors_of(event)]
    given = [
        (line.payment.note or "not named", dollars(line.payment.cents))
        for line in tournament.ledger
        if line.payment.fund is Fund.SPONSOR
    ]
    if given:
        sections.append(
            Section("Given by sponsors", (Column("", wide=True), Column("Amount", right=True)), rows(given))
        )
    if not sections:
        raise MalformedError("no-sponsors", "no sponsor was announced or gave money")
    page = Page("Thank you to our sponsors", event_line(tournament), "", tuple(sections))
    return list_document(page, f"{tournament.name}: sponsors")


def _section(event: Event, sponsor: str, shown: tuple[SponsorView, ...]) -> Section:
    here = [each for each in shown if each.sponsor == sponsor]
    columns = (
        Column("Division"),
        Column("Round", right=True),
        Column("Team", wide=True),
        Column("Bonus", right=True),
    )
    found = rows((each.division, each.round, each.team, f"+{each.points}") for each in here)
    rounds = [
        f"{division}, round {number}"
        for (division, number), announced in event.tournament.announcements.items()
        if sponsor in announced.sponsors
    ]
    times = {0: "on no board that was kept", 1: "on one board"}.get(len(here), f"on {len(here)} boards")
    note = f"Announced for: {'; '.join(rounds)}."
    return Section(f"{sponsor}: {times}", columns if found else (), found, (note,))
