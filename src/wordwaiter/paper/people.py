"""Badges, table tents and certificates."""

from collections.abc import Iterable, Iterator
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.paper.codes import qr_svg
from wordwaiter.paper.typesetting import Document
from wordwaiter.paper.walls import event_line
from wordwaiter.sentences import day_in_words, joined, said
from wordwaiter.tournament.entrants.entrants import Contender, Entrant
from wordwaiter.tournament.formats.choices import Prize
from wordwaiter.tournament.standings.awards import Award, Medal, ceremony
from wordwaiter.tournament.state import Tournament

_PRIZE_PATTERNS: Final = {
    Prize.HIGH_GAME: "High game",
    Prize.HIGH_PLAY: "High play",
    Prize.HIGH_WORD: "High word",
    Prize.BEST_COMEBACK: "Best comeback",
    Prize.BIGGEST_LOSS: "Brave loser",
    Prize.MOST_TILES_BOUGHT: "Most tiles bought",
}

_PLACE_PATTERNS: Final = {
    Medal.GOLD: "First place",
    Medal.SILVER: "Second place",
    Medal.BRONZE: "Third place",
}
_MEDAL_PATTERNS: Final = {Medal.GOLD: "Gold", Medal.SILVER: "Silver", Medal.BRONZE: "Bronze"}
_SHARED_PATTERNS: Final = {
    Medal.GOLD: "First place, shared",
    Medal.SILVER: "Second place, shared",
    Medal.BRONZE: "Third place, shared",
}


# ---------------------------------------------------------------- badges


def name_badges(tournament: Tournament, divisions: Iterable[str] | None = None) -> Document:
    """A badge for each person who takes part: players, partners, members of teams."""
    names = tuple(tournament.divisions) if divisions is None else tuple(divisions)
    badges = [
        badge
        for entrant in tournament.entrants.values()
        if entrant.division in names
        for contender in entrant.contenders
        for badge in _badges(entrant, contender)
    ]
    if not badges:
        raise MalformedError("nobody-entered", "nobody has entered yet, so there are no badges")
    return Document(
        "badges",
        said("{event}: name badges", event=tournament.name),
        {"event": event_line(tournament), "badges": badges},
    )


def _badges(entrant: Entrant, contender: Contender) -> Iterator[dict[str, str]]:
    profile = contender.profile
    for name in profile.members or (profile.name,):
        team = profile.name if profile.members else entrant.name if entrant.is_pair else profile.club
        yield {
            "name": name,
            "under": team,
            "division": entrant.division,
            "number": said("No. {n}", n=contender.number),
        }


# ---------------------------------------------------------------- tents


def table_tents(event: str, tables: Iterable[int], address: str = "") -> Document:
    """A tent for each table, with its number on both sides, and an address to go to by phone."""
    code = qr_svg(address) if address else None
    tents = [{"number": str(number), "address": address, "qr": code} for number in tables]
    if not tents:
        raise MalformedError("no-tables", "choose the tables that need a tent")
    return Document("tents", said("{event}: table tents", event=event), {"event": event, "tents": tents})


# ---------------------------------------------------------------- certificates


def certificates(tournament: Tournament, divisions: Iterable[str] | None = None) -> Document:
    """A certificate for each person who gets a medal or a prize, in the order of the ceremony."""
    names = tuple(tournament.divisions) if divisions is None else tuple(divisions)
    made = [
        _certificate(tournament, award, person)
        for award in ceremony(tournament)
        if award.division in names
        for person in award.recipients
    ]
    if not made:
        raise MalformedError("no-awards", "there are no awards before all rounds of a division are closed")
    return Document(
        "certificates", said("{event}: certificates", event=tournament.name), {"certificates": made}
    )


def _certificate(tournament: Tournament, award: Award, person: str) -> dict[str, str]:
    medal: str
    achieved: str
    match award.what:
        case Medal():
            tone, medal = award.what.value, said(_MEDAL_PATTERNS[award.what])
            place = said(_SHARED_PATTERNS[award.what] if award.shared else _PLACE_PATTERNS[award.what])
            achieved = joined(" · ", [place, award.category])
        case Prize():
            tone, medal = "prize", prize_name(award.what)
            achieved = joined(" · ", [award.category, award.why])
    return {
        "event": tournament.name,
        "tone": tone,
        "medal": medal,
        "name": person,
        "of": "" if award.name == person else award.name,
        "achieved": achieved,
        "when": joined(" · ", filter(None, (day_in_words(tournament.date), tournament.venue))),
    }


def prize_name(prize: Prize) -> str:
    """Returns a prize's name as it is said when it is handed out."""
    return said(_PRIZE_PATTERNS[prize])
