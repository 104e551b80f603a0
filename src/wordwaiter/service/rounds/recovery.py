"""Recovery: finishes at the start what a program that died left half done.

Tables whose round had started are opened and told what happened to the room, results that were signed go to
their tournaments, and time that was given back reaches every clock. All of it can be done twice without harm.
"""

import logging
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.hare.round import RoundStage as BoardStage
from wordwaiter.game.table import Table
from wordwaiter.service.rounds.downtime import giving_back
from wordwaiter.service.rounds.opening import opening_tables
from wordwaiter.service.rounds.room_signals import (
    ITSELF,
    OfTheRoom,
    alike_before,
    rounds_concerned,
    signalling,
)
from wordwaiter.service.rounds.round_tables import stream_at
from wordwaiter.service.steps import Steps, run
from wordwaiter.service.streams import tournament_fact
from wordwaiter.service.tables.result_handoff import handing_in
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.snapshots import Snapshot, snapshot_of, streams_in
from wordwaiter.tournament.facts import RoundStarted
from wordwaiter.tournament.rounds.rounds import Ground, Outcome, Round, RoundStage, Scored

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

logger: Final = logging.getLogger(__name__)


def catch_up(context: "Context") -> None:
    """Bring tables and tournaments in line with each other, as they would be had nothing been interrupted."""
    for stream in streams_in(context):
        snapshot = snapshot_of(context, stream)
        for division in snapshot.tournament.divisions:
            played = snapshot.tournament.open_round(division)
            if played is not None and played.stage is not RoundStage.PUBLISHED:
                _try(context, f"round {played.number} of {division}", _catching_up(context, snapshot, played))
            for closed in snapshot.tournament.rounds_of(division):
                if closed.stage is RoundStage.CLOSED and len(closed.sittings[0].sides) == 1:
                    _try(context, f"round {closed.number} of {division}", _boards(context, snapshot, closed))
    record = context.record
    for gap in () if record is None else record.gaps:
        _try(context, f"gap {gap.number}", giving_back(context, gap))


def _try(context: "Context", what: str, steps: Steps[None]) -> None:
    try:
        run(context.journal, steps)
    except WordwaiterError as error:  # a full disk, for example; the house opens all the same
        logger.warning("%s is inconsistent: %s", what, error)
    except Exception:  # an error of the program in one round; the others are played all the same
        logger.exception("%s could not be finished", what)


def _catching_up(context: "Context", snapshot: Snapshot, played: Round) -> Steps[None]:
    told = _signals_of_round(snapshot, played)
    if played.stage is RoundStage.RUNNING:
        yield from opening_tables(context, ITSELF, snapshot, played.division)
    for fact, alike in told:
        yield from signalling(context, snapshot, fact, alike)
    yield from _boards(context, snapshot, played)


def _boards(context: "Context", snapshot: Snapshot, played: Round) -> Steps[None]:
    """Results that the tournament lacks, and corrections of boards that have not reached it."""
    number = snapshot.tournament.division(played.division).number
    # What was played with an earlier version stays as it is: it accepted boards, and corrected only results.
    taken = [each for each in played.sittings if len(each.sides) == 1 and _is_of_table(each.outcome)]
    for sitting in (*played.outstanding, *taken):
        place = BoardPlace(snapshot.stream, number, played.number, sitting.table, sitting.board)
        stream = stream_at(context, place)
        state = None if stream is None else context.states.of(stream).state
        is_old = isinstance(state, HareRound) and state.stage is BoardStage.ACCEPTED
        if stream is not None and isinstance(state, Table | HareRound) and not is_old:
            yield from handing_in(context, ITSELF, stream, state)


def _is_of_table(outcome: Outcome | None) -> bool:
    return isinstance(outcome, Scored) and outcome.ground is Ground.TABLE


def _signals_of_round(snapshot: Snapshot, played: Round) -> tuple[tuple[OfTheRoom, int], ...]:
    """Returns signals the division's tables should have had since its round started, with `alike_before`.

    Each division has its own latest start: nothing from before it is repeated on behalf of another one.
    """
    told: list[tuple[OfTheRoom, int]] = []
    happened = snapshot.facts
    for each in happened:
        fact = tournament_fact(each)
        if isinstance(fact, RoundStarted) and fact.division == played.division:
            told = []
        elif isinstance(fact, OfTheRoom) and any(
            each.division == played.division for each in rounds_concerned(snapshot.tournament, fact)
        ):
            told.append((fact, alike_before(happened, each.version)))
    return tuple(told)
