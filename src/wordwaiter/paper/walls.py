"""Papers for the wall: pairings by name and by table, standings, the timetable."""

import unicodedata
from collections.abc import Iterable, Iterator, Set
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.paper.lists import Column, Page, Row, Section, list_document, rows
from wordwaiter.paper.typesetting import Document
from wordwaiter.sentences import Wording, day_in_words, joined, numeral, said
from wordwaiter.tournament.entrants.absence import not_there
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.rounds.rounds import Rest, RestKind, Round, Seating
from wordwaiter.tournament.standings.awards import Medal, awards
from wordwaiter.tournament.standings.standings import StandingLine, Standings, Value, half_text, standings
from wordwaiter.tournament.state import Slot, SlotKind, Tournament

_REST_PATTERNS: Final = {
    RestKind.BYE: "{name} has a bye.",
    RestKind.FORFEIT: "{name} forfeits.",
    RestKind.ABSENT: "{name} is not here.",
}
_RESTING_PATTERNS: Final = {
    RestKind.BYE: "has a bye",
    RestKind.FORFEIT: "forfeits",
    RestKind.ABSENT: "is not here",
}
_HEADING_PATTERNS: Final = {
    Criterion.POINTS: "Points",
    Criterion.WINS: "Wins",
    Criterion.SPREAD: "Spread",
    Criterion.TOTAL: "Total",
    Criterion.HIGHEST_GAMES: "Best games",
}


def event_line(tournament: Tournament) -> str:
    """The tournament with its day and place."""
    return joined(" · ", filter(None, (tournament.name, day_in_words(tournament.date), tournament.venue)))


# ---------------------------------------------------------------- pairings


def pairings_by_name(tournament: Tournament, division: str, round_number: int) -> Document:
    """Everybody of a round in the order of the alphabet: at which table, against whom."""
    played = tournament.round(division, round_number)
    found = sorted(
        (*_seats(tournament, played), *_rests(tournament, played)), key=lambda cells: _as_in_lists(cells[0])
    )
    columns = (
        Column(said("Name"), wide=True, strong=True),
        Column(said("Table"), right=True, strong=True),
        Column(said("Against"), wide=True),
    )
    # Where teams play by themselves nobody is against them.
    width = len(columns) if any(against for *_, against in found) else len(columns) - 1
    return _pairings(
        tournament,
        played,
        said("{division}, by name", division=played.division),
        Section("", columns[:width], rows(each[:width] for each in found)),
    )


def _as_in_lists(name: str) -> tuple[str, str]:
    """Returns a name's sort key: É sorts with E, not after Z."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(sign for sign in letters if not unicodedata.combining(sign)), name


def _seats(tournament: Tournament, played: Round) -> Iterator[tuple[str, str, str]]:
    name = partial(_name, tournament)
    for sitting in played.sittings:
        if not_there(tournament, played, sitting):
            continue
        for side in sitting.sides:
            others = ", ".join(name(each) for each in sitting.sides if each != side)
            yield name(side), _board(sitting), others


def _rests(tournament: Tournament, played: Round) -> Iterator[tuple[str, str, str]]:
    for rest in _resting(tournament, played):
        yield _name(tournament, rest.contender), "", said(_RESTING_PATTERNS[rest.kind])


def _resting(tournament: Tournament, played: Round) -> Iterator[Rest]:
    """Returns who has no game: as the round was paired, and at tables where somebody is not there."""
    yield from played.rests
    for sitting in played.sittings:
        absent = not_there(tournament, played, sitting)
        if absent:
            for side in sitting.sides:
                yield Rest(side, RestKind.ABSENT if side in absent else RestKind.BYE)


def pairings_by_table(tournament: Tournament, division: str, round_number: int) -> Document:
    """Every board of a round, who sits at it and who plays first where that is not drawn."""
    played = tournament.round(division, round_number)
    name = partial(_name, tournament)
    seatings = sorted(
        (each for each in played.sittings if not not_there(tournament, played, each)),
        key=lambda each: (each.table, each.board),
    )
    # A team that sits alone has the whole line; whoever has nobody opposite them leaves a place empty.
    most = max((len(each.sides) for each in seatings), default=1)
    found = [
        (_board(each), *names, *("",) * (most - len(names)))
        for each in seatings
        for names in [[_marked(name(side), first=side == each.first) for side in each.sides]]
    ]
    columns = (Column(said("Table"), right=True, strong=True), *(Column("", wide=True),) * most)
    notes = tuple(_rest_told(tournament, rest) for rest in _resting(tournament, played))
    if any(each.first is not None for each in seatings):
        notes = (said("▶ plays first"), *notes)
    return _pairings(
        tournament,
        played,
        said("{division}, by table", division=played.division),
        Section("", columns, rows(found), notes),
    )


def _pairings(tournament: Tournament, played: Round, under: str, section: Section) -> Document:
    if not section.rows:
        raise MalformedError(
            "no-tables", f"nobody sits at a table in round {played.number} of {played.division}"
        )
    page = Page(said("Round {n}", n=played.number), event_line(tournament), under, (section,), wall=True)
    told = said("{event}: round {n}, {which}", event=tournament.name, n=played.number, which=under)
    return list_document(page, told)


def _name(tournament: Tournament, contender: int) -> str:
    return tournament.contender(contender).name


def _board(seating: Seating) -> str:
    return seating.place.removeprefix("table ").replace(", board ", "/")


def _marked(name: str, *, first: bool) -> str:
    return f"▶ {name}" if first else name


def _rest_told(tournament: Tournament, rest: Rest) -> str:
    return said(_REST_PATTERNS[rest.kind], name=_name(tournament, rest.contender))


# ---------------------------------------------------------------- standings


def standings_sheet(
    tournament: Tournament, divisions: Iterable[str] | None = None, after_round: int | None = None
) -> Document:
    """The standings of all divisions or of some, now or as they were after a round."""
    names = tuple(tournament.divisions) if divisions is None else tuple(divisions)
    if after_round is not None and not any(
        1 <= after_round <= len(tournament.rounds_of(name)) for name in names
    ):
        raise MalformedError("no-such-round", f"round {after_round} has no standings yet")
    tables = [standings(tournament, name, after_round) for name in names]
    under = said("provisional: a round is not closed") if any(each.is_provisional for each in tables) else ""
    sections = tuple(_standing_section(tournament, table) for table in tables)
    page = Page(said("Standings"), event_line(tournament), under, sections, wall=True)
    return list_document(page, said("{event}: standings", event=tournament.name))


def _standing_section(tournament: Tournament, table: Standings) -> Section:
    columns = (
        Column("", right=True, strong=True),
        Column(said("Name"), wide=True),
        *(Column(said(_HEADING_PATTERNS[each]), right=True) for each in table.criteria),
    )
    given = awards(tournament, table.division)
    on_podium = {award.entrant for award in given if isinstance(award.what, Medal)}
    after = (
        said("{division}, after round {n}", division=table.division, n=table.after_round)
        if table.after_round
        else said("{division}, before the first round", division=table.division)
    )
    return Section(
        after,
        columns,
        tuple(_standing_row(table, line, on_podium) for line in table.lines),
        tuple(joined(": ", [line.name, _note(line)]) for line in table.lines if line.note),
    )


def _note(line: StandingLine) -> str:
    """Why an entrant is not ranked; a clause leads to its rule on a page, and would be a code on paper."""
    note = line.note
    if not isinstance(note, Wording) or "reasons" not in note.values:
        return note
    return said("not ranked: {reasons}", reasons=note.values["reasons"])


def _standing_row(table: Standings, line: StandingLine, on_podium: Set[int]) -> Row:
    values = (
        value_text(criterion, value) for criterion, value in zip(table.criteria, line.values, strict=True)
    )
    rank = "" if line.rank is None else str(line.rank)
    return Row((rank, line.name, *values), mark=line.entrant in on_podium)


def value_text(criterion: Criterion, value: Value) -> str:
    """Returns an entrant's value of a criterion as people write it; only the best three game scores."""
    match criterion:
        case Criterion.WINS:
            return half_text(value[0])
        case Criterion.SPREAD:
            return signed(value[0])
        case Criterion.HIGHEST_GAMES:
            return ", ".join(map(str, value[:3]))
        case Criterion.POINTS | Criterion.TOTAL:
            return numeral(value[0])


def signed(difference: int) -> str:
    """A difference with its sign, as it is printed: `+17`, `−4`, `0`."""
    return f"{difference:+,d}".replace("-", "−") if difference else "0"


# ---------------------------------------------------------------- the day


def timetable_sheet(tournament: Tournament, zone: tzinfo = UTC) -> Document:
    """The timetable of the day, by the clock of that time zone."""
    if not tournament.timetable:
        raise MalformedError("no-timetable", "there is no timetable yet; create one first")
    found = [
        (f"{_clock(slot.starts_ms, zone)} – {_clock(slot.ends_ms, zone)}", _part(slot))
        for slot in tournament.timetable
    ]
    section = Section("", (Column(said("Time"), strong=True), Column("", wide=True)), rows(found))
    page = Page(said("Timetable"), event_line(tournament), "", (section,), wall=True)
    return list_document(page, said("{event}: timetable", event=tournament.name))


def _part(slot: Slot) -> str:
    """Returns the name of a part of the day, in the paper's language."""
    number = slot.name.removeprefix("Round ")
    if slot.kind is SlotKind.ROUND and number != slot.name:
        return said("Round {n}", n=number)
    return said("Ceremony") if (slot.kind, slot.name) == (SlotKind.CEREMONY, "Ceremony") else slot.name


def _clock(at_ms: int, zone: tzinfo) -> str:
    return datetime.fromtimestamp(at_ms / 1000, zone).strftime("%H:%M")
