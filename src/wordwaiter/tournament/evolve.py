"""Facts fold into state: what a tournament is after each thing that happened. Nothing is judged here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game.clock import Countdown
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.bee.evolve import evolve_bee, rename_in_challenges
from wordwaiter.tournament.entrants.age_groups import grouped
from wordwaiter.tournament.entrants.entrants import Departure, Entrant
from wordwaiter.tournament.evolve_divisions import evolve_divisions
from wordwaiter.tournament.money.ledger import CashCount, LedgerLine, Pledge, TabPayment
from wordwaiter.tournament.privacy import after_erasure, evolve_privacy
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    Forfeited,
    RestKind,
    Round,
    RoundStage,
    Scored,
    Sheet,
    Sitting,
)
from wordwaiter.tournament.rounds.tables import divisions_at
from wordwaiter.tournament.sponsors import evolve_sponsors
from wordwaiter.tournament.state import Call, Screen, ScreenTurn, Tournament


def fold(facts: Iterable[f.Fact]) -> Tournament:
    """The tournament that these facts tell of, the first of which opened it."""
    told = iter(facts)
    first = next(told, None)
    if not isinstance(first, f.TournamentOpened):
        raise MalformedError("not-opened", "the first fact of a tournament must open it")
    tournament = opened(first)
    for fact in told:
        tournament = evolve(tournament, fact)
    return tournament


def opened(fact: f.TournamentOpened) -> Tournament:
    """The tournament as it begins."""
    return Tournament(
        fact.name, fact.date, fact.venue, fact.at_ms, fact.sets, fact.clocks, public_names=fact.names
    )


def evolve(tournament: Tournament, fact: f.Fact) -> Tournament:
    """The tournament after `fact`."""
    return replace(_applied(after_erasure(tournament, fact), fact), at_ms=fact.at_ms)


def _applied(tournament: Tournament, fact: f.Fact) -> Tournament:
    if isinstance(fact, f.TournamentOpened):
        raise MalformedError("opened-twice", "this tournament is already open")
    if isinstance(fact, f.DivisionFact):
        return evolve_divisions(tournament, fact)
    if isinstance(fact, f.EntrantFact):
        return _entrants(tournament, fact)
    if isinstance(fact, f.RoundFact):
        return _rounds(tournament, fact)
    if isinstance(fact, f.ResultFact):
        return _result(tournament, fact)
    if isinstance(fact, f.FeatNoted):
        return replace(tournament, feats=(*tournament.feats, fact.feat))
    if isinstance(fact, f.BeeFact):
        return evolve_bee(tournament, fact)
    if isinstance(fact, f.MoneyFact):
        return _money(tournament, fact)
    if isinstance(fact, f.DayFact):
        return _day(tournament, fact)
    if isinstance(fact, f.PrivacyFact):
        return evolve_privacy(tournament, fact)
    if isinstance(fact, f.SponsorFact):
        return evolve_sponsors(tournament, fact)
    assert_never(fact)


# ---------------------------------------------------------------- divisions and entrants


def _with_entrants(tournament: Tournament, *entrants: Entrant) -> Tournament:
    """Returns the tournament with these entrants, each in the age group that they belong to."""
    after = {**tournament.entrants, **{each.number: each for each in entrants}}
    divisions = {
        name: replace(
            each, groups=grouped(each.groups, (other for other in entrants if other.division == name))
        )
        if each.groups
        else each
        for name, each in tournament.divisions.items()
    }
    return replace(tournament, entrants=after, divisions=divisions)


def _entrants(tournament: Tournament, fact: f.EntrantFact) -> Tournament:
    match fact:
        case f.EntrantsRegistered(entrants=entrants):
            last = max(each.contenders[-1].number for each in entrants)
            return replace(_with_entrants(tournament, *entrants), last_number=last)
        case f.EntrantsRemoved(entrants=numbers):
            left = {each.number for number in numbers for each in tournament.entrant(number).contenders}
            return replace(
                tournament,
                entrants={key: each for key, each in tournament.entrants.items() if key not in numbers},
                here=tournament.here - left,
                departures={key: each for key, each in tournament.departures.items() if key not in left},
                own_tables={key: each for key, each in tournament.own_tables.items() if key not in left},
            )
        case f.ProfileChanged(contender=number, profile=profile, name=name):
            before = tournament.entrant_of(number)
            contenders_after = tuple(
                replace(each, profile=profile) if each.number == number else each
                for each in before.contenders
            )
            changed = replace(before, name=name, contenders=contenders_after)
            after = _with_entrants(tournament, changed)
            return rename_in_challenges(after, before.division, number, profile.name)
        case f.CheckedIn(contenders=contenders):
            return replace(tournament, here=tournament.here | set(contenders))
        case f.CheckInCancelled(contenders=contenders):
            return replace(tournament, here=tournament.here - set(contenders))
        case f.EntrantMoved(entrant=number, division=division):
            return _with_entrants(tournament, replace(tournament.entrants[number], division=division))
        case f.ContenderLeft(contender=number):
            gone = Departure(fact.how, fact.after_round, fact.reason)
            return replace(tournament, departures={**tournament.departures, number: gone})
        case f.ContenderReinstated(contender=number):
            departures = {key: each for key, each in tournament.departures.items() if key != number}
            return replace(tournament, departures=departures)
        case _:
            assert_never(fact)


# ---------------------------------------------------------------- rounds and results


def _rounds(tournament: Tournament, fact: f.RoundFact) -> Tournament:
    division, number = fact.division, fact.number
    rounds = tournament.rounds_of(division)
    match fact:
        case f.RoundPublished():
            sittings = tuple(
                Sitting(each.table, each.sides, each.board, each.first, each.why) for each in fact.seatings
            )
            published = Round(
                division, number, sittings, fact.rests, removed=dict(fact.removed), published_ms=fact.at_ms
            )
            own_tables = _own_tables(tournament, sittings)
            rounds_after = {**tournament.rounds, division: (*rounds, published)}
            return replace(tournament, rounds=rounds_after, own_tables=own_tables)
        case f.RoundWithdrawn():
            return replace(tournament, rounds={**tournament.rounds, division: rounds[:-1]})
        case f.RoundStarted(length_ms=length_ms, removed=removed):
            clock = None if length_ms is None else Countdown(length_ms).running(True, fact.at_ms)
            # Whoever has left before it begins has no bye.
            published = _with_gone(tournament, rounds[number - 1], RestKind.BYE, RestKind.ABSENT)
            begun = replace(published, clock=clock, stage=RoundStage.RUNNING, removed=dict(removed))
            return tournament.with_round(replace(begun, sponsors=tournament.all_sponsors))
        case f.RoomClockAdjusted(by_ms=by_ms):
            running = rounds[number - 1]
            return tournament.with_round(
                replace(running, clock=running.clock and running.clock.adjusted(by_ms))
            )
        case f.RoundTimeCalled() | f.RoundReopened():
            ended = _clock_stopped(rounds[number - 1], fact.at_ms)
            at_ms = fact.at_ms if isinstance(fact, f.RoundTimeCalled) else ended.ended_ms
            return tournament.with_round(replace(ended, stage=RoundStage.ENDED, ended_ms=at_ms))
        case f.RoundHalted():
            begun = _with_gone(tournament, rounds[number - 1], RestKind.ABSENT, RestKind.BYE)
            halted = replace(begun, stage=RoundStage.PUBLISHED, clock=None)
            return tournament.with_round(halted)
        case f.RoundResumed():
            ended = rounds[number - 1]
            clock = ended.clock and ended.clock.running(True, fact.at_ms)
            return tournament.with_round(replace(ended, stage=RoundStage.RUNNING, clock=clock))
        case f.RoundClosed():
            ended = _clock_stopped(rounds[number - 1], fact.at_ms)
            return tournament.with_round(replace(ended, stage=RoundStage.CLOSED))
        case _:
            assert_never(fact)


def _own_tables(tournament: Tournament, sittings: tuple[Sitting, ...]) -> dict[int, int]:
    """Returns whose table each is after a round is published; a withdrawn round leaves them as they are."""
    given = {each.sides[0]: each.table for each in sittings if len(each.sides) == 1}
    taken = {each.table for each in sittings}
    left = {team: table for team, table in tournament.own_tables.items() if table not in taken}
    return {**left, **given}


def _with_gone(tournament: Tournament, played: Round, before: RestKind, after: RestKind) -> Round:
    """A round in which those who have left rest in another way than it says."""
    rests = tuple(
        replace(each, kind=after) if each.contender in tournament.departures and each.kind is before else each
        for each in played.rests
    )
    return replace(played, rests=rests)


def _clock_stopped(running: Round, at_ms: int) -> Round:
    return replace(running, clock=running.clock and running.clock.running(False, at_ms))


def _result(tournament: Tournament, fact: f.ResultFact) -> Tournament:
    played = tournament.round(fact.division, fact.round)

    def after(sitting: Sitting) -> Sitting:
        match fact:
            case f.SheetHandedIn(scores=scores, signed=signed, by=by):
                sheet = Sheet(scores, signed, by)
                return replace(sitting, sheets=(*_sheets_left(sitting, sheet), sheet))
            case f.ResultSettled():
                outcome = Scored(fact.scores, fact.ground, fact.by, fact.reason)
                return replace(sitting, outcome=outcome)
            case f.GameCancelled(by=by, reason=reason):
                return replace(sitting, outcome=Cancelled(by, reason))
            case f.GameForfeited(absent=absent, by=by, reason=reason):
                return replace(sitting, outcome=Forfeited(absent, by, reason))
            case f.ResultWithdrawn():
                return replace(sitting, sheets=(), outcome=None)
            case _:
                assert_never(fact)

    sittings = tuple(
        after(each) if (each.table, each.board) == (fact.table, fact.board) else each
        for each in played.sittings
    )
    if not isinstance(fact, f.ResultWithdrawn):
        return tournament.with_round(replace(played, sittings=sittings))
    # The board is entered anew, so what was ruled on its words is ruled on anew.
    anew = played.sitting_at(fact.table, fact.board)
    kept = tuple(each for each in played.refused_words if anew is None or each.team not in anew.sides)
    return tournament.with_round(replace(played, sittings=sittings, refused_words=kept))


def _sheets_left(sitting: Sitting, newer: Sheet) -> tuple[Sheet, ...]:
    """The sheets that a newer one leaves: a side's own earlier one is replaced, and so is an unsigned one."""
    left = (
        replace(sheet, signed=tuple(side for side in sheet.signed if side not in newer.signed))
        for sheet in sitting.sheets
    )
    return tuple(sheet for sheet in left if sheet.signed)


# ---------------------------------------------------------------- money and the day


def _money(tournament: Tournament, fact: f.MoneyFact) -> Tournament:
    match fact:
        case f.MoneyTaken(line=number, payment=payment):
            line = LedgerLine(number, fact.at_ms, fact.by, payment)
            return replace(tournament, ledger=(*tournament.ledger, line))
        case f.MoneyReversed(line=number, reverses=reverses, reason=reason):
            before = tournament.ledger[reverses - 1].payment
            payment = replace(before, cents=-before.cents, note=reason)
            line = LedgerLine(number, fact.at_ms, fact.by, payment, reverses)
            return replace(tournament, ledger=(*tournament.ledger, line))
        case f.TabPaid():
            paid = TabPayment(fact.team, fact.cents, fact.method, fact.by, fact.at_ms)
            return replace(tournament, tab_payments=(*tournament.tab_payments, paid))
        case f.PledgeMade():
            return replace(tournament, pledges=(*tournament.pledges, fact.pledge))
        case f.PledgeChanged(number=number, pledge=pledge):
            return replace(tournament, pledges=_put(tournament.pledges, number, pledge))
        case f.PledgeWithdrawn(number=number):
            withdrawn = replace(tournament.pledges[number - 1], is_withdrawn=True)
            return replace(tournament, pledges=_put(tournament.pledges, number, withdrawn))
        case f.TargetSet(cents=cents):
            return replace(tournament, target_cents=cents)
        case f.CashCounted():
            count = CashCount(fact.at_ms, fact.by, fact.counted_cents, fact.expected_cents)
            return replace(tournament, cash_counts=(*tournament.cash_counts, count))
        case _:
            assert_never(fact)


def _put(pledges: tuple[Pledge, ...], number: int, pledge: Pledge) -> tuple[Pledge, ...]:
    return (*pledges[: number - 1], pledge, *pledges[number:])


def _day(tournament: Tournament, fact: f.DayFact) -> Tournament:
    match fact:
        case f.OfficialCalled():
            call = Call(fact.number, fact.at_ms, fact.table, fact.wanted, fact.reason)
            called_from = {**tournament.called_from, fact.number: divisions_at(tournament, fact.table)}
            return replace(tournament, calls=(*tournament.calls, call), called_from=called_from)
        case f.CallAnswered(number=number, by=by):
            return replace(
                tournament,
                calls=tuple(
                    replace(each, answered_by=by, answered_at_ms=fact.at_ms)
                    if each.number == number
                    else each
                    for each in tournament.calls
                ),
            )
        case f.CallEnded(number=number, note=note):
            return replace(
                tournament,
                calls=tuple(
                    replace(each, note=note) if each.number == number else each for each in tournament.calls
                ),
            )
        case f.ScreenChosen(screen=screen):
            return replace(tournament, screen=screen, screen_paused=False)
        case f.RacksShown(delay_ms=delay_ms):
            return replace(tournament, racks_delay_ms=delay_ms)
        case f.RacksHidden():
            return replace(tournament, racks_delay_ms=None)
        case f.AnalysisAllowed() | f.AnalysisForbidden():
            return replace(tournament, allows_analysis=isinstance(fact, f.AnalysisAllowed))
        case f.ScreenTurned(how=how):
            return _screen_turned(tournament, how)
        case f.AwardShown(step=step):
            return replace(tournament, screen=Screen.CEREMONY, awards_shown=step)
        case f.TimetableSet(slots=slots):
            return replace(tournament, timetable=slots)
        case f.TimetableShifted(slot=first, by_ms=by_ms):
            return replace(
                tournament,
                timetable=tuple(
                    replace(each, starts_ms=each.starts_ms + by_ms) if index >= first else each
                    for index, each in enumerate(tournament.timetable)
                ),
            )
        case _:
            assert_never(fact)


def _screen_turned(tournament: Tournament, how: ScreenTurn) -> Tournament:
    match how:
        case ScreenTurn.PAUSE:
            return replace(tournament, screen_paused=True)
        case ScreenTurn.RESUME:
            return replace(tournament, screen_paused=False)
        case ScreenTurn.SKIP:
            return replace(tournament, slides_skipped=tournament.slides_skipped + 1)
        case _:
            assert_never(how)
