"""What a program that died left half done, done when it starts again.

Tables whose round had started are opened and told what happened to the room, results that were signed go to
their tournaments, and time that was given back reaches every clock. All of it can be done twice without harm.
"""

import logging
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare.round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.rounds.downtime import giving_back
from wordwaiter.service.rounds.room_signals import ITSELF, OfTheRoom, alike_before, telling
from wordwaiter.service.rounds.round_tables import opening_tables, stream_at
from wordwaiter.service.steps import Steps, done
from wordwaiter.service.streams import tournament_fact
from wordwaiter.service.tables.result_handoff import handing_in
from wordwaiter.service.tables.stream_names import BoardPlace
from wordwaiter.service.tournaments.tournament_steps import Kept, kept_in, streams_in
from wordwaiter.tournament.facts import ProfileChanged, RoundStarted
from wordwaiter.tournament.rounds.rounds import Round, RoundStage

if TYPE_CHECKING:
    from wordwaiter.service.context import House

logger: Final = logging.getLogger(__name__)


def catch_up(house: "House") -> None:
    """Bring tables and tournaments in line with each other, as they would be had nothing been interrupted."""
    for stream in streams_in(house):
        kept = kept_in(house, stream)
        for division in kept.tournament.divisions:
            played = kept.tournament.open_round(division)
            if played is not None and played.stage is not RoundStage.PUBLISHED:
                _try(house, f"round {played.number} of {division}", _catching_up(house, kept, played))
    record = house.record
    for gap in () if record is None else record.gaps:
        _try(house, f"gap {gap.number}", giving_back(house, gap))


def _try(house: "House", what: str, steps: Steps[None]) -> None:
    try:
        done(house.journal, steps)
    except WordwaiterError as error:  # a full disk, for example; the house opens all the same
        logger.warning("%s is not in line: %s", what, error)


def _catching_up(house: "House", kept: Kept, played: Round) -> Steps[None]:
    told = _told_in_round(kept, played)
    # First the names: a table with another one would be taken for one of those who sat there before.
    for fact, alike in told:
        if isinstance(fact, ProfileChanged):
            yield from telling(house, kept, fact, alike)
    if played.stage is RoundStage.RUNNING:
        yield from opening_tables(house, ITSELF, kept, played.division)
    for fact, alike in told:
        yield from telling(house, kept, fact, alike)
    number = kept.tournament.division(played.division).number
    for sitting in played.outstanding:
        place = BoardPlace(kept.stream, number, played.number, sitting.table, sitting.board)
        stream = stream_at(house, place)
        state = None if stream is None else house.states.of(stream).state
        if stream is not None and isinstance(state, Table | HareRound):
            yield from handing_in(house, ITSELF, stream, state)


def _told_in_round(kept: Kept, played: Round) -> tuple[tuple[OfTheRoom, int], ...]:
    """What tables should have been told since their round was started, and how many alike came before."""
    told: list[tuple[OfTheRoom, int]] = []
    happened = kept.facts
    for each in happened:
        fact = tournament_fact(each)
        if isinstance(fact, RoundStarted) and fact.division == played.division:
            told = []
        elif isinstance(fact, OfTheRoom):
            told.append((fact, alike_before(happened, each.version)))
    return tuple(told)
