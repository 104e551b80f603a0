"""One door to all documents of a tournament: what is wished for, by its name, becomes a document.

The names are those of `wordwaiter print` and of the buttons on pages.
"""

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from enum import Enum
from typing import Final, assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.paper.event import Event
from wordwaiter.paper.game_sheets import game_sheets
from wordwaiter.paper.money import receipts, treasurers_report
from wordwaiter.paper.people import certificates, name_badges, table_tents
from wordwaiter.paper.rule_sheets import event_rule_sheet
from wordwaiter.paper.score_cards import Address, score_cards
from wordwaiter.paper.score_sheets import score_sheets
from wordwaiter.paper.sponsors import sponsor_report
from wordwaiter.paper.tally_sheets import tally_sheets
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import (
    event_line,
    pairings_by_name,
    pairings_by_table,
    standings_sheet,
    timetable_sheet,
)


class Printable(Enum):
    """The documents of a tournament."""

    SCORE_CARDS = "score-cards"
    SCORE_SHEETS = "score-sheet"
    TALLY_SHEETS = "tally-sheet"
    PAIRINGS_BY_NAME = "pairings-by-name"
    PAIRINGS_BY_TABLE = "pairings-by-table"
    STANDINGS = "standings"
    TIMETABLE = "timetable"
    RULES = "rules"
    TENTS = "tents"
    BADGES = "badges"
    CERTIFICATES = "certificates"
    RECEIPTS = "receipts"
    TREASURER = "treasurer"
    SPONSORS = "sponsors"
    GAMES = "games"

    @property
    def is_of_a_round(self) -> bool:
        """Checks whether it is printed for one round of one division."""
        return self in _OF_A_ROUND


_OF_A_ROUND = frozenset(
    {
        Printable.SCORE_CARDS,
        Printable.SCORE_SHEETS,
        Printable.TALLY_SHEETS,
        Printable.PAIRINGS_BY_NAME,
        Printable.PAIRINGS_BY_TABLE,
    }
)


ABOUT_WORDS: Final = frozenset(
    {
        Printable.SCORE_CARDS,
        Printable.SCORE_SHEETS,
        Printable.TALLY_SHEETS,
        Printable.GAMES,
    }
)
"""Papers on which words are written: they say at their foot which lists decide, if not those of the rules."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A request to print something."""

    what: Printable
    division: str | None = None
    """All divisions, or the only one, if left out."""
    round: int | None = None
    """The latest if left out; of standings, as they are now."""
    lines: tuple[int, ...] = ()
    """Of the ledger, for receipts; all if left out."""
    address: Address | None = None
    """Where each table's page is, for the codes on score cards."""
    site: str = ""
    """Where the day can be followed, for the codes on table tents."""
    zone: tzinfo = UTC
    notes: tuple[str, ...] = ()
    """Notes on papers about word lists that are missing."""


def document_for(event: Event, wish: Wish) -> Document:
    """The document that is wished for; refused with what to do where there is nothing to print yet."""
    document = _of_round(event, wish) if wish.what.is_of_a_round else _of_event(event, wish)
    # The rule sheet has a section of its own for what is missing.
    return replace(document, notes=wish.notes) if wish.what in ABOUT_WORDS else document


def _of_round(event: Event, wish: Wish) -> Document:
    division = _the_division(event, wish)
    latest = event.tournament.latest_round(division)
    if latest is None:
        raise MalformedError("no-round", f"{division} has no round yet; pair and publish one first")
    number = latest.number if wish.round is None else wish.round
    tournament, rulebook = event.tournament, event.rulebook_of(division)
    match wish.what:
        case Printable.SCORE_CARDS:
            return score_cards(tournament, division, number, rulebook, wish.address)
        case Printable.SCORE_SHEETS:
            return score_sheets(tournament, division, number, rulebook)
        case Printable.TALLY_SHEETS:
            return tally_sheets(tournament, division, number, rulebook)
        case Printable.PAIRINGS_BY_NAME:
            return pairings_by_name(event.public, division, number)
        case Printable.PAIRINGS_BY_TABLE:
            return pairings_by_table(event.public, division, number)
        case _:
            raise AssertionError("not of a round")


def _of_event(event: Event, wish: Wish) -> Document:
    tournament = event.tournament
    divisions = None if wish.division is None else (_the_division(event, wish),)
    what = wish.what
    match what:
        case Printable.STANDINGS:
            return standings_sheet(event.public, divisions, wish.round)
        case Printable.TIMETABLE:
            return timetable_sheet(tournament, wish.zone)
        case Printable.RULES:
            division = _the_division(event, wish)
            return event_rule_sheet(event.rulebook_of(division), tournament, [division], wish.notes)
        case Printable.TENTS:
            return table_tents(event_line(tournament), _tables(event), wish.site)
        case Printable.BADGES:
            return name_badges(tournament, divisions)
        case Printable.CERTIFICATES:
            return certificates(tournament, divisions)
        case Printable.RECEIPTS:
            return receipts(tournament, wish.lines or range(1, len(tournament.ledger) + 1), wish.zone)
        case Printable.TREASURER:
            return treasurers_report(tournament, wish.zone)
        case Printable.SPONSORS:
            return sponsor_report(event)
        case Printable.GAMES:
            return game_sheets(tournament.name, event.games)
        case (
            Printable.SCORE_CARDS
            | Printable.SCORE_SHEETS
            | Printable.TALLY_SHEETS
            | Printable.PAIRINGS_BY_NAME
            | Printable.PAIRINGS_BY_TABLE
        ):
            raise AssertionError("of a round")
        case _:
            assert_never(what)


def _the_division(event: Event, wish: Wish) -> str:
    """The division that is named, in any case of letters, or the only one."""
    known = event.tournament.divisions
    if wish.division is not None:
        alike = [name for name in known if name.casefold() == wish.division.casefold()]
        return alike[0] if alike else event.tournament.division(wish.division).name
    if len(known) != 1:
        raise MalformedError("which-division", f"choose a division: {', '.join(known) or 'none yet'}")
    return next(iter(known))


def _tables(event: Event) -> list[int]:
    """The numbers of all tables at which somebody has sat."""
    rounds = event.tournament.rounds.values()
    return sorted({each.table for played in rounds for number in played for each in number.sittings})
