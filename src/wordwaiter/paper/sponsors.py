"""A report for a sponsor: how often its name was on a board, where, and what came in."""

from collections import Counter
from dataclasses import dataclass

from wordwaiter.errors import MalformedError
from wordwaiter.paper.event import Event
from wordwaiter.paper.lists import Column, Page, Section, list_document, rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import event_line
from wordwaiter.rules.bonus import BonusKind, find_bonuses
from wordwaiter.sentences import joined, listed, said
from wordwaiter.tournament.money.ledger import Fund, dollars
from wordwaiter.tournament.state import Logo, Tournament


@dataclass(frozen=True, slots=True)
class SponsorView:
    """A sponsor's name on one board."""

    sponsor: str
    division: str
    round: int
    team: str
    points: int


def sponsors_of(event: Event) -> tuple[str, ...]:
    """Every sponsor of the event: the list from which words, slides and paper are made."""
    return event.tournament.all_sponsors


def given_by_sponsors(tournament: Tournament) -> dict[str, int]:
    """The cents that sponsors gave, by the name in the event's list where it is one of them."""
    listed = {name.casefold(): name for name in tournament.all_sponsors}
    given: Counter[str] = Counter()
    for line in tournament.ledger:
        if line.payment.fund is Fund.SPONSOR:
            # A reversal's note is its reason: whose it is stands in the line that it takes back.
            payment = line.payment if line.reverses is None else tournament.ledger[line.reverses - 1].payment
            name = payment.donor or payment.note
            given[listed.get(name.casefold(), name)] += line.payment.cents
    return {name: cents for name, cents in given.items() if cents}


def sponsors_shown(event: Event) -> tuple[SponsorView, ...]:
    """Each time a sponsor's name was on a board, unaltered, and so brought its bonus."""
    found = []
    for each in event.public_boards:
        place = each.place
        announced = event.tournament.announcement(place.division, place.round)
        earned = find_bonuses(each.board, announced, event.rulebook_of(place.division)).earned
        found += [
            SponsorView(bonus.word, place.division, place.round, listed(each.names), bonus.points)
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
        (name or said("not named"), dollars(cents)) for name, cents in given_by_sponsors(tournament).items()
    ]
    if given:
        sections.append(
            Section(
                said("Given by sponsors"),
                (Column("", wide=True), Column(said("Amount"), right=True)),
                rows(given),
            )
        )
    if not sections:
        raise MalformedError("no-sponsors", "no sponsor is listed or gave money")
    page = Page(said("Thank you to our sponsors"), event_line(tournament), "", tuple(sections))
    return list_document(page, said("{event}: sponsors", event=tournament.name))


def _section(event: Event, sponsor: str, shown: tuple[SponsorView, ...]) -> Section:
    here = [each for each in shown if each.sponsor == sponsor]
    columns = (
        Column(said("Division")),
        Column(said("Round"), right=True),
        Column(said("Team"), wide=True),
        Column(said("Bonus"), right=True),
    )
    found = rows((each.division, each.round, each.team, f"+{each.points}") for each in here)
    rounds = [
        said("{division}, round {n}", division=division, n=number)
        for (division, number), announced in event.tournament.announcements.items()
        if sponsor in announced.sponsors
    ]
    note = (
        said("Announced for: {rounds}.", rounds=joined("; ", rounds))
        if rounds
        else said("A good word in every round.")
    )
    logo = event.tournament.logos.get(sponsor)
    title: str
    if len(here) == 1:
        title = said("{sponsor}: on one board", sponsor=sponsor)
    elif here:
        title = said("{sponsor}: on {n} boards", sponsor=sponsor, n=len(here))
    else:
        title = sponsor  # whoever is thanked need not read that nobody laid their name
    return Section(
        title, columns if found else (), found, (note,), None if logo is None else _svg(logo), sponsor
    )


def _svg(logo: Logo) -> str:
    """The logo at the left of the sheet, 18 parts of its width high at most."""
    height = 18
    width = min(logo.width * height / logo.height, 50)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 {height}">'
        f'<image href="data:image/png;base64,{logo.png}" width="{width}" height="{height}" '
        'preserveAspectRatio="xMinYMid meet"/></svg>'
    )
