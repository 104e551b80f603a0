"""Results on their way from a table to its tournament: handed in once, also when the program died between."""

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare.facts import BoardReopened, FaultRulingUndone
from wordwaiter.game.hare.round import HareRound, has_result
from wordwaiter.game.result import outcome
from wordwaiter.game.table import Table
from wordwaiter.service.access.callers import Caller, with_all_rights
from wordwaiter.service.execute import executing
from wordwaiter.service.steps import Steps, look_up
from wordwaiter.service.stream_kind import CommandMeta, Outcome
from wordwaiter.service.tables.stream_names import BoardPlace, place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored
from wordwaiter.tournament.rounds.table_results import following_board, result_of_table

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)


def is_to_hand_in(state: Table | HareRound) -> bool:
    """Checks whether a table has a result that its tournament can take."""
    match state:
        case Table():
            final = outcome(state)
            return final is not None and (not final.unsigned or final.accepted_by is not None)
        case HareRound():
            return has_result(state)


def is_handed_in(context: "Context", stream: str, state: Table | HareRound) -> bool:
    """Checks whether the tournament has the result of a table, which the table cannot change any more."""
    place = place_of(stream)
    if place is None or not is_to_hand_in(state):
        return False
    return not awaits_result(context, place)


def awaits_result(context: "Context", place: BoardPlace) -> bool:
    """Checks if a tournament waits for the result of a board: its round is on, and nothing is settled."""
    return _lacks_result(snapshot_of(context, place.tournament), place)


def follow_table(context: "Context", caller: Caller, outcome: Outcome[Any, Any]) -> Steps[None]:
    """Hands the result of a table in after a command there; of a board that was reopened, takes it back."""
    reopened = [fact for fact in outcome.facts if isinstance(fact, BoardReopened | FaultRulingUndone)]
    if reopened:
        yield from _taking_back(context, caller, outcome.stream, reopened[-1].reason)
    yield from handing_in(context, caller, outcome.stream, outcome.state)


def handing_in(context: "Context", caller: Caller, stream: str, state: Table | HareRound) -> Steps[None]:
    """Hands the result of a table to its tournament, if it is signed and the tournament lacks it.

    A team's board goes there whenever it changes: what a judge corrects counts at once.
    """
    place = place_of(stream)
    if place is None or not is_to_hand_in(state):
        return

    def plan(snapshot: Snapshot, _rng: object) -> tuple[c.Command, ...]:
        where = place.in_tournament(snapshot.tournament)
        by = caller.name or stream
        match state:
            case Table():
                return (result_of_table(snapshot.tournament, where, state, by),)
            case HareRound():
                command = following_board(snapshot.tournament, where, state, by)
                return () if command is None else (command,)

    if not (yield from look_up(partial(_lacks, context, place, stream))):
        return
    # A signature may have been taken back since.
    state = (yield from look_up(partial(context.states.of, stream))).state
    if not is_to_hand_in(state):
        return
    yield from _written(context, caller, place, Batch(plan))


def _lacks(context: "Context", place: BoardPlace, stream: str) -> bool:
    """Checks if a tournament lacks the result of a table as it is now."""
    snapshot = snapshot_of(context, place.tournament)
    state = context.states.of(stream).state
    if isinstance(state, HareRound):
        where = place.in_tournament(snapshot.tournament)
        return following_board(snapshot.tournament, where, state, stream) is not None
    return _lacks_result(snapshot, place)


def _taking_back(context: "Context", caller: Caller, stream: str, reason: str) -> Steps[None]:
    """Takes the result of a board out of the standings until it is handed in again."""
    place = place_of(stream)
    if place is None:
        return

    def plan(snapshot: Snapshot, _rng: object) -> tuple[c.Command, ...]:
        where = place.in_tournament(snapshot.tournament)
        found = place.played_in(snapshot.tournament)
        if found is None or not isinstance(found[1].outcome, Scored):
            return ()  # the tournament took it back itself
        at = (where.division, where.round, where.table)
        return (c.WithdrawResult(caller.name or stream, *at, reason, where.board),)

    yield from _written(context, caller, place, Batch(plan))


def _written(context: "Context", caller: Caller, place: BoardPlace, batch: Batch) -> Steps[None]:
    # A hundred tables may be signed in one moment, and of those that wait one gets through each time.
    # There is no key: whoever writes first has handed in the same, and a second result is refused.
    program, meta = with_all_rights(caller), CommandMeta(must_be_written=True)
    try:
        yield from executing(context, program, TOURNAMENTS, place.tournament, batch, meta)
    except (ConflictError, IllegalError, MalformedError) as error:
        logger.info("could not hand in the result of %s: %s", place, error)


def _lacks_result(snapshot: Snapshot, place: BoardPlace) -> bool:
    where = place.in_tournament(snapshot.tournament)
    rounds = snapshot.tournament.rounds_of(where.division)
    if not 1 <= where.round <= len(rounds):
        return False
    played = rounds[where.round - 1]
    sitting = played.sitting_at(where.table, where.board)
    is_open = played.stage in (RoundStage.RUNNING, RoundStage.ENDED)
    return is_open and sitting is not None and sitting.outcome is None
