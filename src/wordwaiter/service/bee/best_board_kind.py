"""BEST_BOARDS: the best board that was found for a round, noted on the board of its team."""

from dataclasses import dataclass
from typing import Final

from wordwaiter.game.hare.decide import evolve
from wordwaiter.game.hare.facts import BestBoardFound, HareFact
from wordwaiter.game.hare.round import HareRound
from wordwaiter.rules.placement import Placement
from wordwaiter.service.access.callers import HOUSE, require
from wordwaiter.service.stream_kind import Attempt, StreamKind
from wordwaiter.service.streams import hare_fact, table_facts


@dataclass(frozen=True, slots=True)
class NoteBestBoard:
    """Note the best board that the search has found; only the program does."""

    tiles: Placement
    total: int
    search_ms: int


def _permit(attempt: Attempt[HareRound], _command: NoteBestBoard) -> None:
    require(attempt.caller, HOUSE)


def _decide(
    attempt: Attempt[HareRound], built: HareRound, command: NoteBestBoard
) -> tuple[tuple[HareFact, ...], HareRound]:
    found = BestBoardFound(
        attempt.now_ms, attempt.caller.name, command.tiles, command.total, command.search_ms
    )
    return (found,), evolve(built, found)


BEST_BOARDS: Final = StreamKind(
    name="best boards",
    called="a board that a team builds",
    state=HareRound,
    permit=_permit,
    decide=_decide,
    encode=table_facts,
    decode=hare_fact,
    at_ms=lambda built: built.at_ms,
)
