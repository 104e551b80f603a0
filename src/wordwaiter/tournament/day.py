"""The course of the day: tables call officials, and the timetable moves."""

from typing import Final

from wordwaiter.command_fields import MOST_BY_ENDING
from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.facts import (
    AnalysisAllowed,
    AnalysisForbidden,
    AwardShown,
    CallAnswered,
    CallEnded,
    Fact,
    OfficialCalled,
    RacksHidden,
    RacksShown,
    ScreenChosen,
    ScreenTurned,
    TimetableSet,
    TimetableShifted,
)
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.standings.awards import ceremony_steps
from wordwaiter.tournament.state import Call, Official, Screen, ScreenTurn, Tournament


@decides
def call_official(tournament: Tournament, command: c.CallOfficial, now_ms: int) -> tuple[Fact, ...]:
    """A table calls the convenor or a judge; a table that waits already need not call again."""
    if command.table < 1:
        raise MalformedError("bad-table", "table numbers start at 1")
    seated = {
        sitting.table
        for rounds in tournament.rounds.values()
        for played in rounds
        for sitting in played.sittings
    }
    if seated and command.table not in seated:
        raise MalformedError(
            "no-such-table", f"nobody sits at table {command.table}; the highest is table {max(seated)}"
        )
    for call in waiting_calls(tournament, command.wanted):
        if call.table == command.table:
            raise ConflictError(
                "called-already", f"table {command.table} is already waiting for the {command.wanted.value}"
            )
    number = len(tournament.calls) + 1
    return (OfficialCalled(now_ms, command.by, number, command.table, command.wanted, command.reason),)


@decides
def answer_call(tournament: Tournament, command: c.AnswerCall, now_ms: int) -> tuple[Fact, ...]:
    """An official goes to the table."""
    call = _open_call(tournament, command.call)
    if call.answered_by is not None:
        raise ConflictError("answered-already", f"{call.answered_by} is on the way to table {call.table}")
    return (CallAnswered(now_ms, command.by, call.number),)


@decides
def end_call(tournament: Tournament, command: c.EndCall, now_ms: int) -> tuple[Fact, ...]:
    """It is said what came of a call."""
    call = _open_call(tournament, command.call)
    require_reason(command.note, "closing the call")
    return (CallEnded(now_ms, command.by, call.number, command.note),)


def _open_call(tournament: Tournament, number: int) -> Call:
    if not 1 <= number <= len(tournament.calls):
        raise MalformedError("no-such-call", f"there is no call {number}")
    call = tournament.calls[number - 1]
    if not call.is_open:
        raise ConflictError("call-over", f"call {number} is over: {call.note}")
    return call


def waiting_calls(tournament: Tournament, wanted: Official | None = None) -> tuple[Call, ...]:
    """The queue: calls that nobody has answered, the oldest first."""
    return tuple(
        each
        for each in tournament.calls
        if each.is_open and each.answered_by is None and wanted in (None, each.wanted)
    )


def attended_calls(tournament: Tournament) -> tuple[Call, ...]:
    """Calls to which somebody has gone and which are not over, the oldest first."""
    return tuple(each for each in tournament.calls if each.is_open and each.answered_by is not None)


@decides
def choose_screen(tournament: Tournament, command: c.ChooseScreen, now_ms: int) -> tuple[Fact, ...]:
    """The big screen shows something else."""
    if command.screen is tournament.screen:
        raise ConflictError("shown-already", "the big screen already shows this")
    if command.screen is Screen.CEREMONY:
        require_final(tournament)
    return (ScreenChosen(now_ms, command.by, command.screen),)


@decides
def turn_screen(tournament: Tournament, command: c.TurnScreen, now_ms: int) -> tuple[Fact, ...]:
    """The slides of the big screen stay, go on, or one is skipped."""
    if command.how is (ScreenTurn.PAUSE if tournament.screen_paused else ScreenTurn.RESUME):
        raise ConflictError("shown-already", "the big screen already does this")
    return (ScreenTurned(now_ms, command.by, command.how),)


@decides
def show_award(tournament: Tournament, command: c.ShowAward, now_ms: int) -> tuple[Fact, ...]:
    """The ceremony goes on by a step, or back."""
    require_final(tournament)
    last = len(ceremony_steps(tournament)) + 1
    if not 0 <= command.step <= last:
        raise MalformedError("no-such-award", f"the ceremony has steps 0 to {last}")
    return (AwardShown(now_ms, command.by, command.step),)


SHORTEST_DELAY_MS: Final = 60_000
LONGEST_DELAY_MS: Final = 60 * 60_000


@decides
def show_racks(tournament: Tournament, command: c.ShowRacks, now_ms: int) -> tuple[Fact, ...]:
    """Video overlays show racks late; nobody at the table may gain from that."""
    if not SHORTEST_DELAY_MS <= command.delay_ms <= LONGEST_DELAY_MS:
        raise MalformedError("bad-delay", "choose a delay from 1 to 60 minutes")
    if command.delay_ms == tournament.racks_delay_ms:
        raise ConflictError("shown-already", "racks are already shown with this delay")
    return (RacksShown(now_ms, command.by, command.delay_ms),)


@decides
def hide_racks(tournament: Tournament, command: c.HideRacks, now_ms: int) -> tuple[Fact, ...]:
    """Video overlays show no racks."""
    if tournament.racks_delay_ms is None:
        raise ConflictError("shown-already", "racks are not shown")
    return (RacksHidden(now_ms, command.by),)


@decides
def allow_analysis(tournament: Tournament, command: c.AllowAnalysis, now_ms: int) -> tuple[Fact, ...]:
    """The analysis board answers during rounds; it still refuses games in play."""
    if tournament.allows_analysis:
        raise ConflictError("analysis-set", "analysis is already allowed during rounds")
    return (AnalysisAllowed(now_ms, command.by),)


@decides
def forbid_analysis(tournament: Tournament, command: c.ForbidAnalysis, now_ms: int) -> tuple[Fact, ...]:
    """The analysis board is closed during rounds."""
    if not tournament.allows_analysis:
        raise ConflictError("analysis-set", "analysis is already closed during rounds")
    return (AnalysisForbidden(now_ms, command.by),)


def require_final(tournament: Tournament) -> None:
    """Refuses medals while a round that counts is open."""
    if not tournament.is_final:
        raise ConflictError("not-final", "the results are not final; close all rounds first")


# ---------------------------------------------------------------- the timetable


@decides
def set_timetable(_tournament: Tournament, command: c.SetTimetable, now_ms: int) -> tuple[Fact, ...]:
    """The day has a timetable, in the order of the clock."""
    for slot in command.slots:
        if not slot.name.strip() or slot.length_ms < 0:
            raise MalformedError("bad-slot", "each part of the day needs a name and a length of 0 or more")
        _require_a_time(slot.starts_ms)
    starts = [slot.starts_ms for slot in command.slots]
    if starts != sorted(starts):
        raise MalformedError("not-in-order", "put the parts of the day in order of their start")
    return (TimetableSet(now_ms, command.by, command.slots),)


def _require_a_time(starts_ms: int) -> None:
    """Refuses a time that no page could write: years end at 9999, and begin at 1."""
    if not 0 <= starts_ms <= MOST_BY_ENDING["starts_ms"]:
        raise MalformedError("bad-slot", "a part of the day starts at a time since 1970")


@decides
def shift_timetable(tournament: Tournament, command: c.ShiftTimetable, now_ms: int) -> tuple[Fact, ...]:
    """A part of the day is moved with all that comes after it."""
    require_reason(command.reason, "moving the timetable")
    if not 0 <= command.slot < len(tournament.timetable):
        raise MalformedError("no-such-slot", f"the timetable has no part {command.slot + 1}")
    if not command.by_ms:
        raise ConflictError("no-change", "this changes nothing; enter how many minutes to move")
    for slot in tournament.timetable[command.slot :]:
        _require_a_time(slot.starts_ms + command.by_ms)
    moved = tournament.timetable[command.slot].starts_ms + command.by_ms
    if command.slot and moved < tournament.timetable[command.slot - 1].starts_ms:
        before = tournament.timetable[command.slot - 1]
        raise MalformedError("not-in-order", f"it would start before {before.name}")
    return (TimetableShifted(now_ms, command.by, command.slot, command.by_ms, command.reason),)
