"""Signals of a room to its tables: a round starts, time is called, a result is taken back.

Each signalling has a key of its own, made of the tournament's fact, so that it can be repeated after a crash.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.game.clock import ClockKind, remaining
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import HareRound, has_result, remaining_ms, score_of
from wordwaiter.game.holdings import count_of
from wordwaiter.game.table import EndReason, Table
from wordwaiter.service.access.callers import Caller, director_of_everything
from wordwaiter.service.execute import executing, standing_of
from wordwaiter.service.rounds.opening import opening_tables
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.steps import Steps, look_up
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.result_handoff import handing_in
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.kind import TournamentOutcome, snapshot_after
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.rounds.rounds import Ground, Round, RoundStage, Scored, Sitting
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)

ITSELF: Final = director_of_everything("wordwaiter")
"""Who tells the tables, whoever brought it about; so that anybody can tell them again after a crash."""

_AGAIN: Final = "the round was started again"

OfTheRoom = (
    f.RoomClockAdjusted | f.RoundTimeCalled | f.RoundResumed | f.RoundHalted
    | f.TilesBought | f.AllTilesBought | f.TilesReturned | f.TilesOutCorrected
    | f.ResultWithdrawn | f.ResultSettled
)  # fmt: skip
"""Facts that tables must know of."""


def follow_tournament(context: "Context", caller: Caller, outcome: TournamentOutcome) -> Steps[None]:
    """Tells tables what happened in their tournament; only a server has tables."""
    if not context.is_serving:
        return
    snapshot = snapshot_after(context, outcome)
    for version, fact in enumerate(outcome.facts, outcome.first):
        if isinstance(fact, f.RoundStarted) and _is_running(snapshot, fact.division):
            for stream in (yield from opening_tables(context, caller, snapshot, fact.division)):
                yield from _taking_up(context, snapshot, fact, stream)
        elif isinstance(fact, f.RoundReopened):
            for stream in _concerned(context, snapshot, fact):
                # What was signed while it was closed was not taken.
                standing = yield from standing_of(context, stream)
                yield from handing_in(context, ITSELF, stream, standing.state)
        elif isinstance(fact, OfTheRoom):
            happened = yield from look_up(snapshot.read)
            yield from signalling(context, snapshot, fact, alike_before(happened, version))


def _is_running(snapshot: Snapshot, division: str) -> bool:
    running = snapshot.tournament.open_round(division)
    return running is not None and running.stage is RoundStage.RUNNING


def _taking_up(context: "Context", snapshot: Snapshot, fact: f.RoundStarted, stream: str) -> Steps[None]:
    """A table that stood still since the start of its round was taken back goes on with the room's clock."""
    clock = snapshot.tournament.round(fact.division, fact.number).clock
    state = (yield from standing_of(context, stream)).state
    now_ms = max(context.watch(), state.at_ms, snapshot.tournament.at_ms)
    shown_ms = None if clock is None else clock.remaining_ms(now_ms)
    key = f"{stream} {fact.KIND} {fact.at_ms}"
    with _taking_no_part(stream, fact):
        match state:
            case Table():
                left_ms = remaining(state.clocks, now_ms).room_ms
                if shown_ms is not None and left_ms is not None and shown_ms != left_ms:
                    set_right = g.AdjustClock(fact.by, ClockKind.ROOM, shown_ms - left_ms, _AGAIN)
                    yield from executing(
                        context, ITSELF, TABLES, stream, set_right, CommandMeta(key=f"{key} clock")
                    )
                if state.pause is not None:
                    yield from executing(
                        context, ITSELF, TABLES, stream, g.Resume(fact.by), CommandMeta(key=f"{key} goes on")
                    )
            case HareRound():
                left_ms = remaining_ms(state, now_ms)
                if shown_ms is not None and left_ms is not None and shown_ms != left_ms:
                    given = h.AdjustTime(fact.by, shown_ms - left_ms, _AGAIN)
                    yield from executing(context, ITSELF, BOARDS, stream, given, CommandMeta(key=key))
    yield from handing_in(context, ITSELF, stream, (yield from standing_of(context, stream)).state)


@contextmanager
def _taking_no_part(stream: str, fact: f.Fact) -> Iterator[None]:
    """A table to which a fact means nothing refuses it, and that is all."""
    try:
        yield
    except (ConflictError, IllegalError, MalformedError) as error:
        logger.info("%s was left out of %s: %s", stream, fact.KIND, error)


def alike_before(facts: Sequence[JournalFact], version: int) -> int:
    """Returns how many earlier facts had the same tables and the same millisecond.

    Two directors may give the room time at once. And while a watch that was set anew waits for the time that
    it had told before, all that happens is of one millisecond.
    """
    what = _concern(facts[version - 1])
    return sum(_concern(each) == what for each in facts[: version - 1])


def _concern(fact: JournalFact) -> tuple[object, ...]:
    return fact.kind, fact.body.get("at_ms"), fact.body.get("division"), fact.body.get("team")


def signalling(context: "Context", snapshot: Snapshot, fact: OfTheRoom, alike: int = 0) -> Steps[None]:
    """One such fact, told to each table once; a table to which it means nothing refuses it.

    `alike` is how many such came before it (`alike_before`).
    """
    for stream in _concerned(context, snapshot, fact):
        meta = CommandMeta(key=f"{stream} {fact.KIND} {fact.at_ms}{f' {alike + 1}' if alike else ''}")
        with _taking_no_part(stream, fact):
            standing = yield from standing_of(context, stream)
            match standing.state:
                case Table() as table if (command := _for_table(table, fact)) is not None:
                    yield from executing(context, ITSELF, TABLES, stream, command, meta)
                case HareRound() as built if (told := _for_board(snapshot, built, fact)) is not None:
                    yield from executing(context, ITSELF, BOARDS, stream, told, meta)


def _concerned(context: "Context", snapshot: Snapshot, fact: OfTheRoom | f.RoundReopened) -> Iterator[str]:
    """The tables that a fact concerns."""
    for played in rounds_concerned(snapshot.tournament, fact):
        division = snapshot.tournament.division(played.division).number
        for sitting in played.sittings:
            if _is_concerned(sitting, fact):
                place = BoardPlace(snapshot.stream, division, played.number, sitting.table, sitting.board)
                stream = stream_at(context, place)
                if stream is not None:
                    yield stream


def rounds_concerned(tournament: Tournament, fact: OfTheRoom | f.RoundReopened) -> Sequence[Round]:
    """Returns the rounds whose tables must know of a fact."""
    match fact:
        case (
            f.TilesBought(team=team)
            | f.AllTilesBought(team=team)
            | f.TilesReturned(team=team)
            | f.TilesOutCorrected(team=team)
        ):
            name, number = tournament.entrant_of(team).division, fact.round
        case (
            f.RoomClockAdjusted()
            | f.RoundTimeCalled()
            | f.RoundResumed()
            | f.RoundHalted()
            | f.RoundReopened()
        ):
            name, number = fact.division, fact.number
        case f.ResultWithdrawn() | f.ResultSettled():
            name, number = fact.division, fact.round
    return [each for each in tournament.rounds_of(name) if each.number == number]


def _is_concerned(sitting: Sitting, fact: OfTheRoom | f.RoundReopened) -> bool:
    match fact:
        case (
            f.TilesBought(team=team)
            | f.AllTilesBought(team=team)
            | f.TilesReturned(team=team)
            | f.TilesOutCorrected(team=team)
        ):
            return team in sitting.sides
        case (
            f.RoomClockAdjusted()
            | f.RoundTimeCalled()
            | f.RoundResumed()
            | f.RoundHalted()
            | f.RoundReopened()
        ):
            return True
        case f.ResultWithdrawn(table=table, board=board):
            # Where there is another result by now, what the table has signed is not asked for any more.
            return (sitting.table, sitting.board) == (table, board) and sitting.outcome is None
        case f.ResultSettled(table=table, board=board, scores=scores, ground=Ground.CORRECTION):
            # What the board itself came to since is no correction of the director's any more.
            meant = Scored(scores, fact.ground, fact.by, fact.reason)
            return (sitting.table, sitting.board) == (table, board) and sitting.outcome == meant
        case f.ResultSettled():
            return False


def _for_table(table: Table, fact: OfTheRoom) -> g.Command | None:
    match fact:
        case f.RoomClockAdjusted(by=by, by_ms=by_ms, reason=reason):
            # Where each table has its own time, all of them get what the room gets.
            clock = ClockKind.ROOM if table.clocks.table is None else ClockKind.TABLE
            return g.AdjustClock(by, clock, by_ms, reason)
        case f.RoundHalted(by=by, reason=reason):
            return g.Pause(by, reason)
        case f.RoundTimeCalled(by=by):
            return g.CallTime(by)
        case f.RoundResumed(by=by, reason=reason):
            ended_by_time = table.ending is not None and table.ending.reason is EndReason.TIME
            return g.Undo(by, reason) if ended_by_time else None
        case f.ResultWithdrawn(by=by, reason=reason):
            return g.ReturnResult(by, reason)
        case (
            f.TilesBought()
            | f.AllTilesBought()
            | f.TilesReturned()
            | f.TilesOutCorrected()
            | f.ResultSettled()
        ):
            return None


def _for_board(snapshot: Snapshot, built: HareRound, fact: OfTheRoom) -> h.HareCommand | None:
    match fact:
        case f.RoomClockAdjusted(by=by, by_ms=by_ms, reason=reason):
            return h.AdjustTime(by, by_ms, reason)
        case f.RoundHalted():
            return None  # its clock only tells, and is set anew when the round is started again
        case f.RoundTimeCalled(by=by):
            return h.SignalEnd(by)
        case f.RoundResumed(by=by, reason=reason):
            return h.WithdrawSignal(by, reason)
        case f.ResultWithdrawn(by=by, reason=reason):
            # One that waits for the judges was handed in, and stays so.
            return h.ReopenBoard(by, reason) if has_result(built) else None
        case f.ResultSettled(by=by, reason=reason, scores=scores):
            points = sum(scores) - score_of(built, ()).total
            return h.CorrectPoints(by, points, reason) if built.is_handed_in and points else None
        case f.TilesBought() | f.AllTilesBought():
            return _bought(snapshot, built, fact)
        case f.TilesOutCorrected(by=by, tiles=tiles, reason=reason):
            return h.CorrectRemoved(by, tiles, reason)
        case f.TilesReturned(by=by, tiles=tiles, line=line):
            reason = f"line {line} of the ledger was taken back"
            return h.GiveBack(by, tiles, reason) if count_of(tiles) else None


def _bought(
    snapshot: Snapshot, built: HareRound, fact: f.TilesBought | f.AllTilesBought
) -> h.HareCommand | None:
    division = snapshot.tournament.entrant_of(fact.team).division
    out_of_play = snapshot.tournament.round(division, fact.round).removed.get(fact.team, ())
    if built.removed.count <= count_of(out_of_play):
        return None  # the board was opened after they were bought
    return h.BuyBack(fact.by, fact.tiles, fact.cents) if count_of(fact.tiles) else None
