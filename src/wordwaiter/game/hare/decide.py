"""One team's board in a Hare round: commands become facts, or are refused.

The board is built and rebuilt freely until the emcee's signal; then the Word Waiter enters it, a member of
the team checks it, and it goes to the scoring table. Time and chance are handed in.
"""

import random
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare import building, closing, faults
from wordwaiter.game.hare import commands as c
from wordwaiter.game.hare.deciding import decides
from wordwaiter.game.hare.evolve import evolve, fold, opened
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.hare.round import (
    HareRound,
    RoundStage,
    has_result,
    loose_tiles,
    remaining_ms,
    score_of,
    tally_of,
)

__all__ = [
    "HareRound",
    "RoundStage",
    "decide",
    "evolve",
    "fold",
    "has_result",
    "loose_tiles",
    "open_round",
    "opened",
    "remaining_ms",
    "score_of",
    "tally_of",
]

_DECIDERS: Final = decides.complete(c.HareCommand.__args__, building, closing, faults)


def decide(
    hare_round: HareRound, command: c.HareCommand, now_ms: int, rng: random.Random
) -> tuple[HareFact, ...]:
    """Returns the facts of `command`, given at `now_ms`; a refusal changes nothing."""
    if now_ms < hare_round.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the clock shows {now_ms} ms, but the last entry was at {hare_round.at_ms} ms; set the clock",
        )
    facts: tuple[HareFact, ...] = _DECIDERS[type(command)](hare_round, command, (now_ms, rng))
    return facts
