"""Facts fold into state: what a tournament is after each thing that happened. Nothing is judged here."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game.clock import Countdown
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare_challenge import BoardRuling
from wordwaiter.game.holdings import count_of
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.entrants import Departure
from wordwaiter.tournament.money import CashCount, LedgerLine, Pledge, TabPayment
from wordwaiter.tournament.rounds import Cancelled, Forfeited, Round, RoundStage, Scored, Sheet, Sitting
from wordwaiter.tournament.state import Call, Division, Peek, Purchase, Tournament


def fold(facts: Iterable[f.Fact]) -> Tournament:
    """The tournament that these facts tell of, the first of which opened it."""
    told = iter(facts)
    first = next(told, None)
    if not isinstance(first, f.TournamentOpened):
        raise MalformedError("not-opened", "the facts of a tournament begin with its opening")
    tournament = opened(first)
    for fact in told:
        tournament = evolve(tournament, fact)
    return tournament


def opened(fact: f.TournamentOpened) -> Tournament:
    """The tournament as it begins."""
    return Tournament(fact.name, fact.date, fact.venue, fact.at_ms, fact.sets, fact.clocks)


def evolve(tournament: Tournament, fact: f.Fact) -> Tournament:
    """The tournament after `fact`."""
    return replace(_applied(tournament, fact), at_ms=fact.at_ms)


def _applied(tournament: Tournament, fact: f.Fact) -> Tournament:
    match fact:
        case f.TournamentOpened():
            raise MalformedError("opened-twice", "a tournament is opened once")
        case f.DivisionOpened() | f.FormatChanged() | f.DivisionsMerged() | f.EquipmentProvided():
            return _division(tournament, fact)
        case (
            f.EntrantsRegistered()
            | f.ProfileChanged()
            | f.CheckedIn()
            | f.CheckInCancelled()
            | f.EntrantMoved()
            | f.ContenderLeft()
            | f.ContenderReinstated()
        ):
            return _entrants(tournament, fact)
        case (
            f.RoundPublished()
            | f.RoundWithdrawn()
            | f.RoundStarted()
            | f.RoomClockAdjusted()
            | f.RoundTimeCalled()
            | f.RoundClosed()
            | f.RoundHalted()
            | f.RoundResumed()
            | f.RoundReopened()
        ):
            return _rounds(tournament, fact)
        case (
            f.SheetHandedIn()
            | f.ResultSettled()
            | f.GameCancelled()
            | f.GameForfeited()
            | f.ResultWithdrawn()
        ):
            return _result(tournament, fact)
        case f.FeatNoted(feat=feat):
            return replace(tournament, feats=(*tournament.feats, feat))
        case (
            f.WordsAnnounced()
            | f.PeekBought()
            | f.PeekAnswered()
            | f.TilesBought()
            | f.AllTilesBought()
            | f.TilesReturned()
            | f.BoardWordChallenged()
            | f.BoardWordRuled()
        ):
            return _bee(tournament, fact)
        case (
            f.MoneyTaken()
            | f.MoneyReversed()
            | f.TabPaid()
            | f.PledgeMade()
            | f.TargetSet()
            | f.CashCounted()
        ):
            return _money(tournament, fact)
        case (
            f.OfficialCalled()
            | f.CallAnswered()
            | f.CallEnded()
            | f.TimetableSet()
            | f.TimetableShifted()
            | f.ScreenChosen()
        ):
            return _day(tournament, fact)
        case _:
            assert_never(fact)


# ---------------------------------------------------------------- divisions and entrants


def _division(
    tournament: Tournament,
    fact: f.DivisionOpened | f.FormatChanged | f.DivisionsMerged | f.EquipmentProvided,
) -> Tournament:
    divisions = dict(tournament.divisions)
    match fact:
        case f.DivisionOpened(name=name):
            number = tournament.divisions_opened + 1
            divisions[name] = Division(name, fact.rulebook, fact.format, fact.ages, number)
            return replace(tournament, divisions=divisions, divisions_opened=number)
        case f.FormatChanged(division=name):
            divisions[name] = replace(divisions[name], format=fact.format)
        case f.DivisionsMerged(source=source, target=target):
            del divisions[source]
            divisions[target] = replace(divisions[target], ages=fact.ages)
            entrants = {
                number: replace(each, division=target) if each.division == source else each
                for number, each in tournament.entrants.items()
            }
            return replace(tournament, divisions=divisions, entrants=entrants)
        case f.EquipmentProvided(sets=sets, clocks=clocks):
            return replace(tournament, sets=sets, clocks=clocks)
        case _:
            assert_never(fact)
    return replace(tournament, divisions=divisions)


def _entrants(
    tournament: Tournament,
    fact: (
        f.EntrantsRegistered
        | f.ProfileChanged
        | f.CheckedIn
        | f.CheckInCancelled
        | f.EntrantMoved
        | f.ContenderLeft
        | f.ContenderReinstated
    ),
) -> Tournament:
    match fact:
        case f.EntrantsRegistered(entrants=entrants):
            added = {each.number: each for each in entrants}
            return replace(tournament, entrants={**tournament.entrants, **added})
        case f.ProfileChanged(contender=number, profile=profile, name=name):
            before = tournament.entrant_of(number)
            contenders_after = tuple(
                replace(each, profile=profile) if each.number == number else each
                for each in before.contenders
            )
            changed = replace(before, name=name, contenders=contenders_after)
            return replace(tournament, entrants={**tournament.entrants, before.number: changed})
        case f.CheckedIn(contenders=contenders):
            return replace(tournament, here=tournament.here | set(contenders))
        case f.CheckInCancelled(contenders=contenders):
            return replace(tournament, here=tournament.here - set(contenders))
        case f.EntrantMoved(entrant=number, division=division):
            moved = replace(tournament.entrants[number], division=division)
            return replace(tournament, entrants={**tournament.entrants, number: moved})
        case f.ContenderLeft(contender=number):
            gone = Departure(fact.how, fact.after_round, fact.reason)
            return replace(tournament, departures={**tournament.departures, number: gone})
        case f.ContenderReinstated(contender=number):
            departures = {key: each for key, each in tournament.departures.items() if key != number}
            return replace(tournament, departures=departures)
        case _:
            assert_never(fact)


# ---------------------------------------------------------------- rounds and results


def _rounds(
    tournament: Tournament,
    fact: (
        f.RoundPublished
        | f.RoundWithdrawn
        | f.RoundStarted
        | f.RoomClockAdjusted
        | f.RoundTimeCalled
        | f.RoundClosed
        | f.RoundHalted
        | f.RoundResumed
        | f.RoundReopened
    ),
) -> Tournament:
    division, number = fact.division, fact.number
    rounds = tournament.rounds_of(division)
    match fact:
        case f.RoundPublished():
            sittings = tuple(
                Sitting(each.table, each.sides, each.board, each.first, each.why) for each in fact.seatings
            )
            published = Round(division, number, sittings, fact.rests)
            return replace(tournament, rounds={**tournament.rounds, division: (*rounds, published)})
        case f.RoundWithdrawn():
            return replace(tournament, rounds={**tournament.rounds, division: rounds[:-1]})
        case f.RoundStarted(length_ms=length_ms, removed=removed):
            clock = None if length_ms is None else Countdown(length_ms).running(True, fact.at_ms)
            begun = replace(rounds[number - 1], clock=clock, stage=RoundStage.RUNNING, removed=dict(removed))
            return _with_round(tournament, begun)
        case f.RoomClockAdjusted(by_ms=by_ms):
            running = rounds[number - 1]
            return _with_round(
                tournament, replace(running, clock=running.clock and running.clock.adjusted(by_ms))
            )
        case f.RoundTimeCalled() | f.RoundReopened():
            ended = _clock_stopped(rounds[number - 1], fact.at_ms)
            return _with_round(tournament, replace(ended, stage=RoundStage.ENDED))
        case f.RoundHalted():
            halted = replace(rounds[number - 1], stage=RoundStage.PUBLISHED, clock=None, removed={})
            return _with_round(tournament, halted)
        case f.RoundResumed():
            ended = rounds[number - 1]
            clock = ended.clock and ended.clock.running(True, fact.at_ms)
            return _with_round(tournament, replace(ended, stage=RoundStage.RUNNING, clock=clock))
        case f.RoundClosed():
            ended = _clock_stopped(rounds[number - 1], fact.at_ms)
            return _with_round(tournament, replace(ended, stage=RoundStage.CLOSED))
        case _:
            assert_never(fact)


def _clock_stopped(running: Round, at_ms: int) -> Round:
    return replace(running, clock=running.clock and running.clock.running(False, at_ms))


def _with_round(tournament: Tournament, changed: Round) -> Tournament:
    rounds = list(tournament.rounds_of(changed.division))
    rounds[changed.number - 1] = changed
    return replace(tournament, rounds={**tournament.rounds, changed.division: tuple(rounds)})


def _result(
    tournament: Tournament,
    fact: f.SheetHandedIn | f.ResultSettled | f.GameCancelled | f.GameForfeited | f.ResultWithdrawn,
) -> Tournament:
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
    return _with_round(tournament, replace(played, sittings=sittings))


def _sheets_left(sitting: Sitting, newer: Sheet) -> tuple[Sheet, ...]:
    """The sheets that a newer one leaves: a side's own earlier one is replaced, and so is an unsigned one."""
    left = (
        replace(sheet, signed=tuple(side for side in sheet.signed if side not in newer.signed))
        for sheet in sitting.sheets
    )
    return tuple(sheet for sheet in left if sheet.signed)


# ---------------------------------------------------------------- the Bee


def _bee(
    tournament: Tournament,
    fact: (
        f.WordsAnnounced
        | f.PeekBought
        | f.PeekAnswered
        | f.TilesBought
        | f.AllTilesBought
        | f.TilesReturned
        | f.BoardWordChallenged
        | f.BoardWordRuled
    ),
) -> Tournament:
    match fact:
        case f.WordsAnnounced(division=division, round=number, announcement=announcement):
            announced = {**tournament.announcements, (division, number): announcement}
            return replace(tournament, announcements=announced)
        case f.PeekBought():
            peek = Peek(fact.number, fact.team, fact.round, fact.word, fact.line)
            return replace(tournament, peeks=(*tournament.peeks, peek))
        case f.PeekAnswered(number=number, good=good, by=by):
            peeks = tuple(
                replace(each, good=good, answered_by=by) if each.number == number else each
                for each in tournament.peeks
            )
            return replace(tournament, peeks=peeks)
        case f.TilesBought():
            line = len(tournament.ledger) + 1
            return _tiles_back(tournament, Purchase(fact.team, fact.round, fact.tiles, fact.cents, 0, line))
        case f.AllTilesBought():
            line = len(tournament.ledger) + 1
            purchase = Purchase(fact.team, fact.round, fact.tiles, fact.cents, fact.later, line, of_all=True)
            after = _tiles_back(tournament, purchase)
            return replace(after, bought_all=after.bought_all | {fact.team})
        case f.TilesReturned():
            return _tiles_returned(tournament, fact)
        case f.BoardWordChallenged(division=division, round=number, challenge=challenge):
            played = tournament.round(division, number)
            return _with_round(tournament, replace(played, challenges=(*played.challenges, challenge)))
        case f.BoardWordRuled():
            return _word_ruled(tournament, fact)
        case _:
            assert_never(fact)


def _tiles_back(tournament: Tournament, purchase: Purchase) -> Tournament:
    team = purchase.team
    after = replace(tournament, purchases=(*tournament.purchases, purchase))
    played = tournament.open_round(tournament.entrant_of(team).division)
    if played is None or played.number != purchase.round or team not in played.removed:
        return after
    removed = _without(played.removed[team], purchase.tiles)
    return _with_round(after, replace(played, removed={**played.removed, team: removed}))


def _without(removed: Tiles, bought: Tiles) -> Tiles:
    if isinstance(removed, int) or isinstance(bought, int):
        return count_of(removed) - count_of(bought)
    left = list(removed)
    for tile in bought:
        left.remove(tile)
    return tuple(left)


def _tiles_returned(tournament: Tournament, fact: f.TilesReturned) -> Tournament:
    """As if they had not been bought; what was played with meanwhile stays bought."""
    (purchase,) = (each for each in tournament.purchases if each.line == fact.line)
    kept = replace(purchase, later=0) if count_of(fact.tiles) < count_of(purchase.tiles) else None
    purchases = (kept if each is purchase else each for each in tournament.purchases)
    bought_all = tournament.bought_all - {fact.team} if purchase.of_all else tournament.bought_all
    after = replace(
        tournament, purchases=tuple(each for each in purchases if each is not None), bought_all=bought_all
    )
    if not count_of(fact.tiles):
        return after
    played = tournament.round(tournament.entrant_of(fact.team).division, fact.round)
    removed = _with(played.removed.get(fact.team, ()), fact.tiles)
    return _with_round(after, replace(played, removed={**played.removed, fact.team: removed}))


def _with(removed: Tiles, returned: Tiles) -> Tiles:
    if isinstance(removed, int) or isinstance(returned, int):
        return count_of(removed) + count_of(returned)
    return tuple(sorted((*removed, *returned), key=lambda tile: (tile == BLANK, tile)))


def _word_ruled(tournament: Tournament, fact: f.BoardWordRuled) -> Tournament:
    played = tournament.round(fact.division, fact.round)
    ruling = BoardRuling(fact.good, fact.by, fact.at_ms, fact.ground)
    challenges = tuple(
        replace(each, ruling=ruling) if each.challenger == fact.challenger and each.ruling is None else each
        for each in played.challenges
    )
    points = (*played.ruled_points, *fact.points)
    return _with_round(tournament, replace(played, challenges=challenges, ruled_points=points))


# ---------------------------------------------------------------- money and the day


def _money(
    tournament: Tournament,
    fact: f.MoneyTaken | f.MoneyReversed | f.TabPaid | f.PledgeMade | f.TargetSet | f.CashCounted,
) -> Tournament:
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
            paid = TabPayment(fact.team, fact.cents, fact.method)
            return replace(tournament, tab_payments=(*tournament.tab_payments, paid))
        case f.PledgeMade():
            pledge = Pledge(fact.team, fact.donor, fact.cents_per_point, fact.most_cents)
            return replace(tournament, pledges=(*tournament.pledges, pledge))
        case f.TargetSet(cents=cents):
            return replace(tournament, target_cents=cents)
        case f.CashCounted():
            count = CashCount(fact.at_ms, fact.by, fact.counted_cents, fact.expected_cents)
            return replace(tournament, cash_counts=(*tournament.cash_counts, count))
        case _:
            assert_never(fact)


def _day(
    tournament: Tournament,
    fact: f.OfficialCalled
    | f.CallAnswered
    | f.CallEnded
    | f.TimetableSet
    | f.TimetableShifted
    | f.ScreenChosen,
) -> Tournament:
    match fact:
        case f.OfficialCalled():
            call = Call(fact.number, fact.at_ms, fact.table, fact.wanted, fact.reason)
            return replace(tournament, calls=(*tournament.calls, call))
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
            return replace(tournament, screen=screen)
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
