"""One team's board in a Hare round: commands become facts, or are refused.

The board is built and rebuilt freely until the emcee's signal; then the Word Waiter enters it, a member of
the team checks it, and the scoring table accepts the total. Time and chance are handed in.
"""

import random
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game.hare import commands as c
from wordwaiter.game.hare.building import adjust_time, buy_back, change_squares, give_back, paint
from wordwaiter.game.hare.closing import (
    accept,
    correct_points,
    reopen,
    signal_end,
    submit,
    tell_unplayed,
    withdraw_signal,
)
from wordwaiter.game.hare.evolve import evolve, fold, opened
from wordwaiter.game.hare.facts import HareFact
from wordwaiter.game.hare.opening import open_round
from wordwaiter.game.hare.round import (
    HareRound,
    RoundStage,
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
    "loose_tiles",
    "open_round",
    "opened",
    "remaining_ms",
    "score_of",
    "tally_of",
]


def decide(
    hare_round: HareRound, command: c.HareCommand, now_ms: int, rng: random.Random
) -> tuple[HareFact, ...]:
    """What happens when `command` is given at `now_ms`; a refusal changes nothing."""
    if now_ms < hare_round.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the watch shows {now_ms} ms, before the last entry at {hare_round.at_ms} ms; set the clock",
        )
    match command:
        case c.PaintBoard():
            return paint(hare_round, command, now_ms)
        case c.ChangeSquares():
            return change_squares(hare_round, command, now_ms)
        case c.BuyBack():
            return buy_back(hare_round, command, now_ms, rng)
        case c.GiveBack():
            return give_back(hare_round, command, now_ms)
        case c.AdjustTime():
            return adjust_time(hare_round, command, now_ms)
        case c.SignalEnd():
            return signal_end(hare_round, command, now_ms)
        case c.WithdrawSignal():
            return withdraw_signal(hare_round, command, now_ms)
        case c.TellUnplayed():
            return tell_unplayed(hare_round, command, now_ms)
        case c.SubmitBoard():
            return submit(hare_round, command, now_ms)
        case c.ReopenBoard():
            return reopen(hare_round, command, now_ms)
        case c.CorrectPoints():
            return correct_points(hare_round, command, now_ms)
        case c.AcceptBoard():
            return accept(hare_round, command, now_ms)
        case _:
            assert_never(command)
