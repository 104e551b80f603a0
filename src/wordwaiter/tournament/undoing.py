"""Undo: the command that takes the last step back, where there is one.

Nothing is rubbed out: what takes a step back is a command like any other, with an actor and a reason, and is
refused where too much has come of the step.
"""

from collections.abc import Sequence

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.format import Format
from wordwaiter.tournament.rounds import Ground


def undo_command(told: Sequence[f.Fact], by: str, reason: str) -> c.Command:
    """The command that takes back the last of a tournament's facts."""
    if len(told) < 2:
        raise ConflictError("nothing-to-undo", "nothing has happened yet")
    *earlier, last = told
    match last:
        case f.CheckedIn(contenders=contenders):
            return c.CancelCheckIn(by, contenders)
        case f.CheckInCancelled(contenders=contenders):
            return c.CheckIn(by, contenders, reason)
        case f.ContenderLeft(contender=contender):
            return c.Reinstate(by, contender, reason)
        case f.EntrantMoved(entrant=entrant):
            return c.MoveEntrant(by, entrant, _division_before(earlier, entrant), reason)
        case f.FormatChanged(division=division):
            return c.ChangeFormat(by, division, _format_before(earlier, division), reason)
        case f.RoundPublished(division=division):
            return c.WithdrawRound(by, division, reason)
        case f.RoundStarted(division=division):
            return c.HaltRound(by, division, reason)
        case f.RoundTimeCalled(division=division):
            return c.ResumeRound(by, division, reason)
        case f.RoundClosed(division=division):
            return c.ReopenRound(by, division, reason)
        case f.RoomClockAdjusted(division=division, by_ms=by_ms):
            return c.AdjustRoomClock(by, division, -by_ms, reason)
        case f.SheetHandedIn() | f.ResultSettled() | f.GameCancelled():
            return _result_before(earlier, last, by, reason)
        case f.MoneyTaken(line=line):
            return c.ReverseMoney(by, line, reason)
        case f.TimetableShifted(slot=slot, by_ms=by_ms):
            return c.ShiftTimetable(by, slot, -by_ms, reason)
        case _:
            raise IllegalError(
                "cannot-undo",
                f"{last.KIND.removeprefix('tournament.').replace('_', ' ')} cannot be taken back as such; "
                "put it right with a command of its own",
                kind=last.KIND,
            )


def _result_before(
    earlier: Sequence[f.Fact], last: f.SheetHandedIn | f.ResultSettled | f.GameCancelled, by: str, reason: str
) -> c.Command:
    """The result that the board had, or none."""
    place = (last.division, last.round, last.table, last.board)
    before: tuple[int, ...] | None = None
    for fact in earlier:
        if not isinstance(fact, f.ResultSettled | f.GameCancelled | f.ResultWithdrawn):
            continue
        if (fact.division, fact.round, fact.table, fact.board) == place:
            before = fact.scores if isinstance(fact, f.ResultSettled) else None
    is_first = isinstance(last, f.ResultSettled) and last.ground is not Ground.CORRECTION
    if before is None or is_first:
        return c.WithdrawResult(by, last.division, last.round, last.table, reason, last.board)
    return c.CorrectResult(by, last.division, last.round, last.table, before, reason, last.board)


def _division_before(earlier: Sequence[f.Fact], entrant: int) -> str:
    division = ""
    for fact in earlier:
        match fact:
            case f.EntrantsRegistered(division=name, entrants=entrants):
                division = name if any(each.number == entrant for each in entrants) else division
            case f.EntrantMoved(entrant=number, division=name) if number == entrant:
                division = name
            case f.DivisionsMerged(source=source, target=target) if source == division:
                division = target
            case _:
                pass
    return division


def _format_before(earlier: Sequence[f.Fact], division: str) -> Format:
    formats = [
        fact.format
        for fact in earlier
        if (isinstance(fact, f.DivisionOpened) and fact.name == division)
        or (isinstance(fact, f.FormatChanged) and fact.division == division)
    ]
    return formats[-1]
