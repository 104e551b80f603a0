"""Absence: who is not there when play begins, who leaves, the games that fall away, and coming back.

Where the format makes a late arrival a default, nobody has to declare it: starting a round does.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.entrants import Contender, Departure, Leaving
from wordwaiter.tournament.facts import (
    ContenderLeft,
    ContenderReinstated,
    Fact,
    GameForfeited,
    ResultWithdrawn,
)
from wordwaiter.tournament.formats.choices import LateArrival
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    Forfeited,
    Rest,
    ResultState,
    Round,
    RoundStage,
    Scored,
    Sitting,
)
from wordwaiter.tournament.state import Division, Tournament

# ---------------------------------------------------------------- who is not there


def absence_is_default(division: Division) -> bool:
    """Checks whether whoever is not there is in default, and whoever leaves too."""
    return division.format.absence.late_arrival is LateArrival.DEFAULT


def has_begun(tournament: Tournament, division: str) -> bool:
    """Checks whether play has begun in a division."""
    rounds = tournament.rounds_of(division)
    return bool(rounds) and rounds[0].stage is not RoundStage.PUBLISHED


def not_come(tournament: Tournament, division: str) -> tuple[Contender, ...]:
    """Those who are entered and are neither here nor gone."""
    return tuple(
        each
        for each in tournament.contenders_of(division)
        if each.number not in tournament.here and each.number not in tournament.departures
    )


def would_default(tournament: Tournament, division: str) -> tuple[Contender, ...]:
    """Those who will be in default when the next round of a division starts without them."""
    if not absence_is_default(tournament.division(division)):
        return ()
    return not_come(tournament, division)


def not_there(tournament: Tournament, played: Round, sitting: Sitting) -> tuple[int, ...]:
    """Without whom a game is not played: as was noted or, before its round begins, those who have left."""
    match sitting.outcome:
        case Forfeited(absent=absent):
            return absent
        case None if played.stage is RoundStage.PUBLISHED:
            return tuple(side for side in sitting.sides if side in tournament.departures)
        case Scored() | Cancelled() | None:
            return ()
        case _:
            assert_never(sitting.outcome)


def why_not_playing(tournament: Tournament, played: Round, contender: int) -> str:
    """Returns why somebody has no part in a round that has begun; empty for those who play in it."""
    sitting = played.sitting_of(contender)
    if sitting is None:
        return f"no table in round {played.number}"
    gone = tournament.departures.get(contender)
    match sitting.outcome:
        case Forfeited(absent=absent) if contender in absent:
            return f"{gone.how.value}" if gone is not None else f"not there in round {played.number}"
        case Cancelled():
            return f"its game of round {played.number} is cancelled"
        case None if gone is not None:
            return f"{gone.how.value}"
        case Scored() | Forfeited() | None:
            return ""
        case _:
            assert_never(sitting.outcome)


def require_playing(tournament: Tournament, played: Round, contender: int, what: str) -> None:
    """Refuses what only those do who play in a round."""
    if why := why_not_playing(tournament, played, contender):
        name = tournament.contender(contender).name
        raise ConflictError("not-in-round", f"{name} does not play in round {played.number} ({why}); {what}")


def table_waiting_for(tournament: Tournament, contender: int) -> int | None:
    """The table whose result is awaited though somebody has withdrawn who sits there, if there is one."""
    played = tournament.open_round(tournament.entrant_of(contender).division)
    sitting = None if played is None else played.sitting_of(contender)
    if (
        played is None
        or played.stage is RoundStage.PUBLISHED
        or sitting is None
        or sitting.outcome is not None
    ):
        return None
    return sitting.table


def resting(tournament: Tournament, played: Round) -> tuple[Rest, ...]:
    """Those without a game in a round; nobody who has left before it begins."""
    if played.stage is not RoundStage.PUBLISHED:
        return played.rests
    return tuple(each for each in played.rests if each.contender not in tournament.departures)


def on_start(tournament: Tournament, published: Round, by: str, now_ms: int) -> Iterator[Fact]:
    """Yields the absences a starting round finds, and the results of games of those who have left since."""
    missed = _missed_start(tournament, published)
    for each in would_default(tournament, published.division):
        yield ContenderLeft(now_ms, by, each.number, missed.how, missed.after_round, missed.reason)
    for sitting in published.sittings:
        gone = not_there(tournament, published, sitting)
        if gone and sitting.outcome is None:
            reasons = dict.fromkeys(tournament.departures[side].reason for side in gone)
            yield _forfeited(published, sitting, gone, by, "; ".join(reasons), now_ms)


def on_halt(tournament: Tournament, halted: Round, by: str, reason: str, now_ms: int) -> Iterator[Fact]:
    """Those who were in default by the start of a round alone are expected again."""
    missed = _missed_start(tournament, halted)
    for each in tournament.contenders_of(halted.division):
        if each.number not in tournament.here and tournament.departures.get(each.number) == missed:
            yield ContenderReinstated(now_ms, by, each.number, reason)


def _missed_start(tournament: Tournament, started: Round) -> Departure:
    """Returns how somebody leaves who is not there when this round starts."""
    closed = _closed_rounds(tournament, started.division)
    begun = started.number > 1 or closed
    reason = f"not here when {f'round {started.number}' if begun else 'play'} began"
    return Departure(Leaving.DEFAULTED, closed, reason)


# ---------------------------------------------------------------- leaving


@decides
def leave(tournament: Tournament, command: c.Withdraw | c.DeclareDefault, now_ms: int) -> tuple[Fact, ...]:
    """Somebody plays no more: withdrawn, or in default; a defaulter's game that is not over falls away."""
    how = Leaving.DEFAULTED if isinstance(command, c.DeclareDefault) else Leaving.WITHDRAWN
    division = tournament.division(tournament.entrant_of(command.contender).division)
    name = tournament.contender(command.contender).name
    require_reason(
        command.reason, f"the default of {name}" if how is Leaving.DEFAULTED else f"withdrawing {name}"
    )
    gone = tournament.departures.get(command.contender)
    if gone is not None:
        raise ConflictError("gone-already", f"{name} is already {gone.how.value}; undo that first")
    closed = _closed_rounds(tournament, division.name)
    left = ContenderLeft(now_ms, command.by, command.contender, how, closed, command.reason)
    if isinstance(command, c.DeclareDefault):
        return (*_falls_away(tournament, command, division.name, now_ms), left)
    if absence_is_default(division) and has_begun(tournament, division.name):
        raise IllegalError(
            "must-finish",
            f"{division.name} does not allow withdrawing; record a default for {name} instead",
            clause=division.format.clause_of("absence.games_against_defaulter"),
        )
    return (left,)


def _falls_away(
    tournament: Tournament, command: c.DeclareDefault, division: str, now_ms: int
) -> Iterator[Fact]:
    """The defaulter's game of the round that is played, unless a sheet says how it went."""
    played = tournament.open_round(division)
    if played is None or played.stage is RoundStage.PUBLISHED:
        return  # pair again; a round that starts all the same gives the opponent a bye
    sitting = played.sitting_of(command.contender)
    if sitting is None:
        return
    match sitting.outcome:
        case Forfeited(absent=absent):
            both = (*absent, command.contender)
            yield _forfeited(played, sitting, both, command.by, command.reason, now_ms)
        case None if sitting.state is ResultState.MISSING:
            yield _forfeited(played, sitting, (command.contender,), command.by, command.reason, now_ms)
        case Scored() | Cancelled() | None:
            return
        case _:
            assert_never(sitting.outcome)


def without(
    tournament: Tournament, played: Round, sitting: Sitting, command: c.ForfeitGame, now_ms: int
) -> Iterator[Fact]:
    """A game that is not played without these, who are in default where the format says so."""
    absent = tuple(dict.fromkeys(command.absent))
    yield _forfeited(played, sitting, absent, command.by, command.reason, now_ms)
    if not absence_is_default(tournament.division(played.division)):
        return
    closed = _closed_rounds(tournament, played.division)
    for each in absent:
        if each not in tournament.departures:
            yield ContenderLeft(now_ms, command.by, each, Leaving.DEFAULTED, closed, command.reason)


def _forfeited(
    played: Round, sitting: Sitting, absent: Sequence[int], by: str, reason: str, now_ms: int
) -> GameForfeited:
    place = (played.division, played.number, sitting.table, sitting.board)
    return GameForfeited(now_ms, by, *place, tuple(absent), reason)


def _closed_rounds(tournament: Tournament, division: str) -> int:
    return sum(each.stage is RoundStage.CLOSED for each in tournament.rounds_of(division))


# ---------------------------------------------------------------- coming back


@decides
def reinstate(tournament: Tournament, command: c.Reinstate, now_ms: int) -> tuple[Fact, ...]:
    """A withdrawal or a default is taken back, and in an open round the game that fell away with it."""
    name = tournament.contender(command.contender).name
    require_reason(command.reason, f"bringing {name} back")
    if command.contender not in tournament.departures:
        raise ConflictError("not-gone", f"{name} has not withdrawn or defaulted")
    back = ContenderReinstated(now_ms, command.by, command.contender, command.reason)
    return (*_game_back(tournament, command, now_ms), back)


def _game_back(tournament: Tournament, command: c.Reinstate, now_ms: int) -> Iterator[Fact]:
    played = tournament.open_round(tournament.entrant_of(command.contender).division)
    sitting = None if played is None else played.sitting_of(command.contender)
    if played is None or sitting is None or not isinstance(sitting.outcome, Forfeited):
        return
    absent = sitting.outcome.absent
    if command.contender not in absent:
        return
    if others := tuple(each for each in absent if each != command.contender):
        yield _forfeited(played, sitting, others, command.by, command.reason, now_ms)
    else:
        place = (played.division, played.number, sitting.table, sitting.board)
        yield ResultWithdrawn(now_ms, command.by, *place, command.reason)
