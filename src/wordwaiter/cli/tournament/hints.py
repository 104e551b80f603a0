"""Hints after a command: the lines of the log, and what to know or to type next."""

from collections.abc import Iterator
from typing import Final

from wordwaiter.cli.tournament.words import hour_text, sentence
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.rulebooks.rulebook import Building
from wordwaiter.service.streams import shipped
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.service.tournaments.tournaments import log_lines
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants.entrants import Leaving
from wordwaiter.tournament.money.ledger import CashCount, dollars
from wordwaiter.tournament.rounds.rounds import ResultState, RoundStage
from wordwaiter.tournament.standings.awards import PRIZES
from wordwaiter.tournament.state import Tournament

_NO_BOARDS: Final = (
    "A round that is started here has no boards on the pages, and no best board is looked for; for these, "
    "start rounds on the director's page, or start wordwaiter serve once more while the round runs."
)


def lines_about(done: TournamentOutcome, snapshot: Snapshot) -> Iterator[str]:
    """Yields what the log says of what was done, then what to know or to type next."""
    lines = list(log_lines(snapshot))[done.first - 1 :]
    is_settled = any(isinstance(fact, f.ResultSettled) for fact in done.facts)
    for fact, line in zip(done.facts, lines, strict=False):
        if not (_is_default(fact) or (is_settled and isinstance(fact, f.SheetHandedIn))):
            yield sentence(line.sentence)
    for fact in done.facts:
        yield from _hints(done.state, fact)
    yield from _defaults(done)


def _is_default(fact: f.Fact) -> bool:
    return isinstance(fact, f.ContenderLeft) and fact.how is Leaving.DEFAULTED


def _hints(tournament: Tournament, fact: f.Fact) -> Iterator[str]:
    match fact:
        case f.CheckedIn() | f.CheckInCancelled():
            yield f"{len(tournament.here)} are here."
        case f.ContenderLeft(contender=contender, how=Leaving.WITHDRAWN):
            yield from _game_left(tournament, contender)
        case f.RoundStarted(division=division):
            if isinstance(shipped(tournament.division(division).rulebook).play, Building):
                yield _NO_BOARDS
        case f.SheetHandedIn() | f.ResultSettled() | f.GameCancelled() | f.GameForfeited():
            yield from _results_in(tournament, fact)
        case f.FeatNoted(feat=feat):
            its = tournament.division(tournament.entrant_of(feat.contender).division)
            if PRIZES[feat.feat] not in its.format.honours.prizes:
                yield f"{its.name} has no prize for it; it is kept in the log alone."
        case f.WordsAnnounced(warnings=warnings):
            yield from (f"Beware: {warning}" for warning in warnings)
        case f.PeekBought(number=number):
            if tournament.peeks[number - 1].good is None:
                yield f"Peek {number} waits for a judge: answer {number} --good, or --not-good"
        case f.TilesBought(tiles=tuple() as tiles):
            yield f"They are: {' '.join(tiles)}."
        case f.BoardWordRuled(points=points):
            yield from (f"{tournament.contender(team).name} {by:+d}: {why}" for team, by, why in points)
        case f.MoneyReversed(reverses=line):
            if any(each.line == line and count_of(each.tiles) for each in tournament.purchases):
                yield "The tiles were played with, and stay counted as bought."
        case f.TilesReturned(tiles=tuple() as tiles):
            yield f"Take them from the table: {' '.join(tiles)}."
        case f.CashCounted():
            yield f"The cash is {difference_text(tournament.cash_counts[-1])}."
        case f.TimetableShifted(by_ms=by_ms):
            first, last = tournament.timetable[0], tournament.timetable[-1]
            ends, before = (hour_text(last.ends_ms - ms, first.starts_ms) for ms in (0, by_ms))
            yield f"The day ends at {ends} instead of {before}."
        case f.OfficialCalled(number=number):
            yield f"Whoever goes there types: call --answer {number}"
        case f.CallAnswered(number=number):
            yield f"When it is settled: call --end {number} --reason HOW"
        case _:
            pass


def _game_left(tournament: Tournament, contender: int) -> Iterator[str]:
    """Yields what to do about the game that somebody leaves behind."""
    played = tournament.open_round(tournament.entrant_of(contender).division)
    sitting = None if played is None else played.sitting_of(contender)
    if played is None or sitting is None or sitting.outcome is not None:
        return
    if played.stage is RoundStage.PUBLISHED:
        yield f"Round {played.number} was paired before: pair again after pair --withdraw --reason WHY."
        then = f"{sitting.place} stays empty" if len(sitting.sides) == 1 else "the opponent has a bye"
        yield f"If it starts as it is, {then}."
        return
    name = tournament.contender(contender).name
    absent = f"result {sitting.table} --absent '{name}' --reason WHY"
    yield f"If the game at {sitting.place} is not played: {absent}"


def _results_in(
    tournament: Tournament, fact: f.SheetHandedIn | f.ResultSettled | f.GameCancelled | f.GameForfeited
) -> Iterator[str]:
    played = tournament.round(fact.division, fact.round)
    sitting = played.sitting_at(fact.table, fact.board)
    if sitting is not None and sitting.state is ResultState.DISPUTED:
        yield "The sheets differ: the director decides."
    if isinstance(fact, f.SheetHandedIn) and sitting is not None and sitting.outcome is not None:
        return  # what it settles tells it
    missing, boards = len(played.outstanding), len(played.sittings)
    number = played.number
    yield (
        f"Round {number} has {boards - missing} of {boards} results."
        if missing
        else (f"All results of round {number} are in.")
    )


def _defaults(done: TournamentOutcome) -> Iterator[str]:
    """Yields who is in default by what was done, with the clause, and how to take it back."""
    tournament = done.state
    gone: dict[tuple[str, str, bool], list[str]] = {}
    for fact in done.facts:
        if isinstance(fact, f.ContenderLeft) and _is_default(fact):
            division = tournament.entrant_of(fact.contender).division
            alike = gone.setdefault((division, fact.reason, fact.contender in tournament.here), [])
            alike.append(tournament.contender(fact.contender).name)
    for (division, reason, was_here), names in gone.items():
        clause = tournament.division(division).format.clause_of("absence.games_against_defaulter")
        back = "reinstate NAME --reason WHY" if was_here else "check-in NAME --late-reason WHY"
        yield f"In default ({clause}), {reason}: {', '.join(names)}. Take it back with: {back}"


def difference_text(counted: CashCount) -> str:
    """`as it should be`, or `$0.50 missing`: cash that was counted beside the ledger."""
    difference = counted.difference_cents
    if not difference:
        return "as it should be"
    return f"{dollars(abs(difference))} {'too much' if difference > 0 else 'missing'}"
