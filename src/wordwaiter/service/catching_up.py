"""What a program that died left half done, done when it starts again.

Tables whose round had started are opened, and results that were signed go to their tournaments. All of it
can be done twice without harm.
"""

import logging
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import WordwaiterError
from wordwaiter.game.hare_round import HareRound
from wordwaiter.game.table import Table
from wordwaiter.service.access import director_of_the_house
from wordwaiter.service.handing_in import handing_in
from wordwaiter.service.places import BoardPlace
from wordwaiter.service.round_tables import opening_tables, stream_at
from wordwaiter.service.steps import done
from wordwaiter.service.tournament_steps import Kept, kept_in, streams_in
from wordwaiter.tournament.rounds import Round, RoundStage

if TYPE_CHECKING:
    from wordwaiter.service.house import House

logger: Final = logging.getLogger(__name__)

_ITSELF: Final = director_of_the_house("wordwaiter")


def catch_up(house: "House") -> None:
    """Bring tables and tournaments in line with each other, as they would be had nothing been interrupted."""
    for stream in streams_in(house):
        kept = kept_in(house, stream)
        for division in kept.tournament.divisions:
            open_round = kept.tournament.open_round(division)
            if open_round is None:
                continue
            try:
                _catch_up_round(house, kept, division, open_round)
            except WordwaiterError as error:  # a full disk, for example; the rest of the house still opens
                logger.warning(
                    "round %d of %s was not brought in line: %s", open_round.number, division, error
                )


def _catch_up_round(house: "House", kept: Kept, division: str, played: Round) -> None:
    if played.stage is RoundStage.RUNNING:
        done(house.journal, opening_tables(house, _ITSELF, kept, division))
    number = kept.tournament.division(division).number
    for sitting in played.outstanding:
        stream = stream_at(
            house, BoardPlace(kept.stream, number, played.number, sitting.table, sitting.board)
        )
        if stream is None:
            continue
        state = house.states.of(stream).state
        if isinstance(state, Table | HareRound):
            done(house.journal, handing_in(house, _ITSELF, stream, state))
