"""The log: every fact as a sentence that can be read out, with whoever brought it about."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from wordwaiter.game.holdings import count_of
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.evolve import evolve, opened
from wordwaiter.tournament.guards import names_of
from wordwaiter.tournament.money import dollars
from wordwaiter.tournament.rounds import Ground
from wordwaiter.tournament.state import Tournament


@dataclass(frozen=True, slots=True)
class LogLine:
    """What happened, when and by whom."""

    number: int
    """Of the line, from 1; undo takes it."""
    at_ms: int
    by: str
    kind: str
    sentence: str


def log_of(told: Iterable[f.Fact]) -> Iterator[LogLine]:
    """The log of a tournament's facts, in their order."""
    tournament: Tournament | None = None
    for number, fact in enumerate(told, 1):
        if isinstance(fact, f.TournamentOpened):
            tournament = opened(fact)
            sentence = _of_division(fact)
        elif tournament is not None:
            # The state after a fact knows the names of those that it adds; before it, of those that leave.
            tournament = evolve(tournament, fact)
            sentence = _sentence(tournament, fact)
        else:
            continue
        yield LogLine(number, fact.at_ms, fact.by, fact.KIND, sentence)


def _sentence(tournament: Tournament, fact: f.Fact) -> str:
    if isinstance(fact, f.TournamentOpened | f.DivisionFact):
        return _of_division(fact)
    if isinstance(fact, f.EntrantFact):
        return _of_entrants(tournament, fact)
    if isinstance(fact, f.RoundFact):
        return _of_round(fact)
    if isinstance(fact, f.ResultFact):
        return _of_result(tournament, fact)
    if isinstance(fact, f.FeatNoted):
        name = names_of(tournament, [fact.feat.contender])
        return f"{fact.feat.feat.value} of {name}: {fact.feat.text}, {fact.feat.points}"
    if isinstance(fact, f.BeeFact):
        return _of_bee(tournament, fact)
    if isinstance(fact, f.MoneyFact):
        return _of_money(tournament, fact)
    if isinstance(fact, f.DayFact):
        return _of_day(tournament, fact)
    assert_never(fact)


def _of_division(fact: f.TournamentOpened | f.DivisionFact) -> str:
    match fact:
        case f.TournamentOpened(name=name):
            return f"{name} begins"
        case f.DivisionOpened(name=name, rulebook=rulebook, format=format_):
            return f"division {name} is opened, format {format_.name}, rulebook {rulebook}"
        case f.FormatChanged(division=division, settings=settings, reason=reason):
            return f"the format of {division} is changed ({', '.join(settings)}): {reason}"
        case f.DivisionsMerged(source=source, target=target, reason=reason):
            return f"{source} is merged into {target}: {reason}"
        case f.EquipmentProvided(sets=sets, clocks=clocks):
            return f"{sets} sets and {clocks} clocks are provided"


def _of_entrants(tournament: Tournament, fact: f.EntrantFact) -> str:
    match fact:
        case f.EntrantsRegistered(division=division, entrants=entrants, late=late):
            names = ", ".join(each.name for each in entrants)
            return f"entered in {division}{', late' if late else ''}: {names}"
        case f.ProfileChanged(contender=number):
            return f"the entry of {names_of(tournament, [number])} is put right"
        case f.CheckedIn(contenders=contenders, late_reason=reason):
            return f"here: {names_of(tournament, contenders)}{f' ({reason})' if reason else ''}"
        case f.CheckInCancelled(contenders=contenders):
            return f"not here after all: {names_of(tournament, contenders)}"
        case f.EntrantMoved(entrant=number, division=division, reason=reason):
            return f"{tournament.entrant(number).name} goes to {division}: {reason}"
        case f.ContenderLeft(contender=number, how=how, reason=reason):
            return f"{names_of(tournament, [number])} is {how.value}: {reason}"
        case f.ContenderReinstated(contender=number, reason=reason):
            return f"{names_of(tournament, [number])} is back: {reason}"


def _of_round(fact: f.RoundFact) -> str:
    match fact:
        case f.RoundPublished(division=division, number=number, seatings=seatings, rests=rests):
            resting = f", {len(rests)} resting" if rests else ""
            return f"round {number} of {division} is published: {_counted(len(seatings), 'board')}{resting}"
        case f.RoundStarted(division=division, number=number, length_ms=length_ms):
            timed = f", {length_ms // 60_000} minutes" if length_ms else ""
            return f"round {number} of {division} begins{timed}"
        case f.RoomClockAdjusted(division=division, number=number, by_ms=by_ms, reason=reason):
            return f"the clock of round {number} of {division} is set by {by_ms / 1000:+.0f} s: {reason}"
        case f.RoundTimeCalled(division=division, number=number):
            return f"time is called in round {number} of {division}"
        case f.RoundClosed(division=division, number=number):
            return f"round {number} of {division} is closed"
        case f.RoundWithdrawn(division=division, number=number, reason=reason):
            return f"round {number} of {division} is taken back: {reason}"
        case f.RoundHalted(division=division, number=number, reason=reason):
            return f"round {number} of {division} is halted: {reason}"
        case f.RoundResumed(division=division, number=number, reason=reason):
            return f"round {number} of {division} goes on: {reason}"
        case f.RoundReopened(division=division, number=number, reason=reason):
            return f"round {number} of {division} is open again: {reason}"


def _of_result(tournament: Tournament, fact: f.ResultFact) -> str:
    sitting = tournament.round(fact.division, fact.round).sitting_at(fact.table, fact.board)
    sides = sitting.sides if sitting else ()
    where = f"{fact.division}, round {fact.round}, table {fact.table}"

    def totals(scores: tuple[int, ...]) -> str:
        named = (names_of(tournament, [side]) for side in sides)
        return ", ".join(f"{name} {score}" for name, score in zip(named, scores, strict=True))

    match fact:
        case f.SheetHandedIn(scores=scores, signed=signed):
            signers = names_of(tournament, signed) or "nobody"
            return f"{where}: a sheet says {totals(scores)}, signed by {signers}"
        case f.ResultSettled(scores=scores, ground=Ground.CORRECTION, reason=reason):
            return f"{where}: corrected to {totals(scores)}: {reason}"
        case f.ResultSettled(scores=scores, ground=ground, reason=reason):
            return f"{where}: {totals(scores)} stands ({ground.value}{f', {reason}' if reason else ''})"
        case f.GameCancelled(reason=reason):
            return f"{where}: cancelled: {reason}"
        case f.GameForfeited(absent=absent, reason=reason):
            there = [side for side in sides if side not in absent]
            bye = f"; a bye for {names_of(tournament, there)}" if there else ""
            return f"{where}: not played, without {names_of(tournament, absent)}: {reason}{bye}"
        case f.ResultWithdrawn(reason=reason):
            return f"{where}: the result is taken back: {reason}"


def _of_bee(tournament: Tournament, fact: f.BeeFact) -> str:
    match fact:
        case f.WordsAnnounced(division=division, round=number, announcement=words):
            told = [
                f"starting word {words.starting_word}" if words.starting_word else "",
                f"surprise word {words.surprise_word}" if words.surprise_word else "",
                f"sponsors {', '.join(words.sponsors)}" if words.sponsors else "",
            ]
            return f"{division}, round {number}: {', '.join(filter(None, told)) or 'no words'}"
        case f.PeekBought(team=team, word=word):
            return f"{names_of(tournament, [team])} buys a peek at {word}"
        case f.PeekAnswered(number=number, good=good):
            return f"{tournament.peeks[number - 1].word} is {'good' if good else 'not good'}"
        case f.TilesBought(team=team, tiles=tiles, cents=cents):
            what = _counted(count_of(tiles), "tile")
            return f"{names_of(tournament, [team])} buys {what} back for {dollars(cents)}"
        case f.AllTilesBought(team=team, cents=cents):
            return f"{names_of(tournament, [team])} buys all tiles of all rounds for {dollars(cents)}"
        case f.TilesReturned(team=team, line=line, tiles=tiles):
            back = f"; {_counted(count_of(tiles), 'tile')} out of play again" if count_of(tiles) else ""
            return f"{names_of(tournament, [team])} has not bought the tiles of line {line}{back}"
        case f.BoardWordChallenged(challenge=challenge):
            return f"{challenge.challenger} challenges {challenge.target} of {challenge.challenged}"
        case f.BoardWordRuled(challenger=challenger, good=good):
            return f"the word that {challenger} challenged is {'good' if good else 'not good'}"


def _of_money(tournament: Tournament, fact: f.MoneyFact) -> str:
    match fact:
        case f.MoneyTaken(line=line, payment=payment):
            giver = "" if payment.team is None else f" from {names_of(tournament, [payment.team])}"
            return (
                f"line {line}: {payment.fund.value}{giver}, {dollars(payment.cents)}, {payment.method.value}"
            )
        case f.MoneyReversed(line=line, reverses=reverses, reason=reason):
            return f"line {line} takes line {reverses} back: {reason}"
        case f.TabPaid(team=team, cents=cents, method=method):
            return f"{names_of(tournament, [team])} pays a tab of {dollars(cents)}, {method.value}"
        case f.PledgeMade(team=team, donor=donor, cents_per_point=cents):
            return f"{donor} pledges {dollars(cents)} a point of {names_of(tournament, [team])}"
        case f.TargetSet(cents=cents):
            return f"the target is {dollars(cents)}"
        case f.CashCounted(counted_cents=counted, expected_cents=expected):
            return f"{dollars(counted)} in cash, {dollars(expected)} in the ledger"


def _of_day(tournament: Tournament, fact: f.DayFact) -> str:
    match fact:
        case f.OfficialCalled(table=table, wanted=wanted, reason=reason):
            return f"table {table} calls the {wanted.value}: {reason}"
        case f.CallAnswered(number=number, by=by):
            return f"{by} goes to table {tournament.calls[number - 1].table}"
        case f.CallEnded(number=number, note=note):
            return f"the call of table {tournament.calls[number - 1].table} is over: {note}"
        case f.ScreenChosen(screen=screen):
            return f"the big screen shows: {screen.value}"
        case f.TimetableSet(slots=slots):
            return f"the day has {len(slots)} parts"
        case f.TimetableShifted(slot=slot, by_ms=by_ms, reason=reason):
            name = tournament.timetable[slot].name
            return f"{name} and all after it move by {by_ms / 60_000:+.0f} minutes: {reason}"


def _counted(number: int, thing: str) -> str:
    """`1 board`, `3 boards`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
