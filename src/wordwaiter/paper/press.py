"""The facts of the day in a paragraph, for the newspaper and the club's page."""

from collections.abc import Iterator
from typing import Final

from wordwaiter.game.table import Exchanged, Played, Table
from wordwaiter.paper.event import Event
from wordwaiter.paper.walls import value_text
from wordwaiter.rules.rulebooks.phrases import listed
from wordwaiter.sentences import day_in_words
from wordwaiter.service.rounds.chances import TurningPoint, turning_point
from wordwaiter.tournament.formats.choices import Criterion, Pairs, Players, Teams
from wordwaiter.tournament.money.ledger import dollars
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rounds.rounds import Scored
from wordwaiter.tournament.standings.awards import Award, Medal, awards
from wordwaiter.tournament.standings.game_lines import game_lines
from wordwaiter.tournament.standings.standings import standings
from wordwaiter.tournament.state import Tournament


def press_paragraph(event: Event) -> str:
    """Returns who met, who won what, the best game, what was raised: facts alone, ready to be sent."""
    tournament = event.public
    sentences = [
        _met(tournament),
        *(sentence for division in tournament.divisions for sentence in _medals(tournament, division)),
        *_best_game(tournament),
        *_turning_points(event),
        *_raised(tournament),
    ]
    return " ".join(sentences)


def _met(tournament: Tournament) -> str:
    counts = []
    for division in tournament.divisions.values():
        # Whoever was here and left before the first round has met nobody.
        seated = [number for played in tournament.rounds_of(division.name) for number in played.listed]
        there = tournament.here.intersection(seated) if seated else tournament.here
        entered = [
            each
            for each in tournament.entrants_of(division.name)
            if any(contender.number in there for contender in each.contenders)
        ]
        match division.format.entry.kind:
            case Pairs():
                counts.append((len(entered), "pair"))
            case Teams():
                counts.append((len(entered), "team"))
            case Players():
                counts.append((len(entered), "player"))
    totals: dict[str, int] = {}
    for count, noun in counts:
        totals[noun] = totals.get(noun, 0) + count
    counted = [f"{count} {noun}{'' if count == 1 else 's'}" for noun, count in totals.items()]
    who = listed(counted or ["nobody"], "and")
    games = sum(
        1
        for division in tournament.divisions
        for played in tournament.rounds_of(division)
        for sitting in played.sittings
        if isinstance(sitting.outcome, Scored)
    )
    played = "one game was played" if games == 1 else f"{games} games were played"
    when = f" on {day_in_words(tournament.date)}" if tournament.date else ""
    where = f" at {tournament.venue}" if tournament.venue else ""
    several = f" in {len(tournament.divisions)} divisions" if len(tournament.divisions) > 1 else ""
    return f"{tournament.name} brought {who} together{where}{when}; {played}{several}."


def _medals(tournament: Tournament, division: str) -> Iterator[str]:
    given = [award for award in awards(tournament, division) if isinstance(award.what, Medal)]
    for category in dict.fromkeys(award.category for award in given):
        yield _medals_of(tournament, division, [award for award in given if award.category == category])


def _medals_of(tournament: Tournament, division: str, given: list[Award]) -> str:
    parts = []
    for medal in Medal:
        winners = [award for award in given if award.what is medal]
        if winners:
            names = listed([_named(award) for award in winners], "and")
            parts.append(f"{medal.value} went to {names} with {_result(tournament, division, winners[0])}")
    several = len(tournament.divisions) > 1 or bool(tournament.division(division).groups)
    where = f"In {given[0].category}, " if several else ""
    sentence = f"{where}{listed(parts, 'and')}."
    return sentence[0].upper() + sentence[1:]


def _named(award: Award) -> str:
    members = [person for person in award.recipients if person not in award.name]
    return f"{award.name} ({', '.join(members)})" if members else award.name


_OF_ONE: Final = {"points": "point", "wins": "win"}


def _result(tournament: Tournament, division: str, award: Award) -> str:
    table = standings(tournament, division)
    values = table.line_of(award.entrant).values
    units = {
        Criterion.POINTS: "points",
        Criterion.WINS: "wins",
        Criterion.SPREAD: "spread",
        Criterion.TOTAL: "points in all",
        Criterion.HIGHEST_GAMES: "best games",
    }
    first = table.criteria[0]
    value, unit = value_text(first, values[0]), units[first]
    return f"{value} {_OF_ONE.get(unit, unit) if value == '1' else unit}"


def _best_game(tournament: Tournament) -> Iterator[str]:
    lines = [
        line for division in tournament.divisions for line in game_lines(tournament, division) if line.own
    ]
    if lines:
        most = max(line.own or 0 for line in lines)
        rounds_of: dict[int, list[str]] = {}
        for line in lines:
            if line.own == most:
                rounds_of.setdefault(line.contender, []).append(str(line.round))
        by = [
            f"{tournament.contender(number).name} in round{'s' * (len(rounds) > 1)} {listed(rounds, 'and')}"
            for number, rounds in rounds_of.items()
        ]
        yield f"The highest score of the day was {most:,}, by {listed(by, 'and')}."


def _turning_points(event: Event) -> Iterator[str]:
    """The turn that decided the game at the first table of each division's last round, if moves tell it."""
    tournament = event.public
    for division in tournament.divisions:
        latest = tournament.latest_round(division)
        last = [
            each
            for each in event.public_boards
            if latest is not None and (each.place.division, each.place.round) == (division, latest.number)
        ]
        table = last[0].played if last else None
        point = turning_point(table) if isinstance(table, Table) else None
        if isinstance(table, Table) and point is not None:
            yield _turning_point(table, point, last[0].where)


def _turning_point(table: Table, point: TurningPoint, where: str) -> str:
    turn, sides = point.turn, table.sides
    winner, mover = sides[point.winner], sides[table.seats[turn.seat].side]
    match turn.move:
        case Played() if turn.ruled_off:
            did = f"a play of {mover} was challenged off the board"
        case Played():
            did = f"{mover} scored {turn.points}"
        case Exchanged():
            did = f"{mover} exchanged tiles"
        case _:
            did = f"{mover} made no play"
    before, after = round(100 * point.before), round(100 * point.after)
    return (
        f"The turning point of {listed(sides, 'against')} ({where}) was turn {turn.number}, when {did}: "
        f"the chance of {winner} to win rose from {before} to {after} percent."
    )


def _raised(tournament: Tournament) -> Iterator[str]:
    found = funds(tournament)
    if found.total_cents:
        hoped = f" of {dollars(found.target_cents)} hoped for" if found.target_cents else ""
        yield f"{dollars(found.total_cents)}{hoped} was raised."
