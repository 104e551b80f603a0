"""After the signal: the board is entered, checked with the team, and corrected."""

from dataclasses import replace
from typing import Final

from wordwaiter.errors import ConflictError, MalformedError
from wordwaiter.game.hare import commands as c
from wordwaiter.game.hare.building import require_building
from wordwaiter.game.hare.deciding import decides
from wordwaiter.game.hare.facts import (
    BoardReopened,
    BoardSubmitted,
    EndSignalled,
    HareFact,
    PointsCorrected,
    SignalWithdrawn,
    UnplayedResponse,
)
from wordwaiter.game.hare.round import HareRound, RoundStage, tally_of
from wordwaiter.game.signers import require_member_named
from wordwaiter.rules.finished_board import RemovedUnseen
from wordwaiter.rules.problem import ProblemCode

_TO_BE_ANSWERED: Final = frozenset(
    {
        ProblemCode.EMPTY_BOARD,
        ProblemCode.BLANK_WITHOUT_LETTER,
        ProblemCode.UNPLAYED_UNKNOWN,
        ProblemCode.UNPLAYED_IMPOSSIBLE,
    }
)
"""Problems of a board that is not entered yet; with all others it can be handed in, for the judges."""


@decides
def signal_end(hare_round: HareRound, command: c.SignalEnd, now_ms: int) -> tuple[HareFact, ...]:
    """The round is over."""
    require_building(hare_round)
    return (EndSignalled(now_ms, command.by),)


@decides
def withdraw_signal(hare_round: HareRound, command: c.WithdrawSignal, now_ms: int) -> tuple[HareFact, ...]:
    """The signal was a mistake, and the round goes on."""
    _require_stage(hare_round, RoundStage.ENTERING)
    _require_reason(command.reason, "say why the round goes on")
    return (SignalWithdrawn(now_ms, command.by, command.reason),)


@decides
def tell_unplayed(hare_round: HareRound, command: c.TellUnplayed, now_ms: int) -> tuple[HareFact, ...]:
    """The value of the tiles left over is told, where the software cannot know it."""
    _require_stage(hare_round, RoundStage.ENTERING)
    if not isinstance(hare_round.removed, RemovedUnseen):
        raise ConflictError("unplayed-known", "the leftover tiles are known; no total is needed")
    if command.points < 0:
        raise MalformedError("bad-points", "enter the value of the leftover tiles, 0 or more")
    told = replace(hare_round, removed=replace(hare_round.removed, unplayed_points=command.points))
    for problem in tally_of(told).problems:
        if problem.code is ProblemCode.UNPLAYED_IMPOSSIBLE:
            raise problem.error()
    return (UnplayedResponse(now_ms, command.by, command.points),)


@decides
def submit(hare_round: HareRound, command: c.SubmitBoard, now_ms: int) -> tuple[HareFact, ...]:
    """The board goes to the scoring table as it was entered."""
    _require_stage(hare_round, RoundStage.ENTERING)
    require_member_named(command.member, hare_round.rulebook.clause_of("round_ending.sign_off"))
    for problem in tally_of(hare_round).problems:
        if problem.code in _TO_BE_ANSWERED:
            raise problem.error()
    return (BoardSubmitted(now_ms, command.by, command.member),)


@decides
def reopen(hare_round: HareRound, command: c.ReopenBoard, now_ms: int) -> tuple[HareFact, ...]:
    """A board that was handed in is entered again."""
    if not hare_round.is_handed_in:
        _require_stage(hare_round, RoundStage.SUBMITTED)
    _require_reason(command.reason, "say why the board is entered again")
    return (BoardReopened(now_ms, command.by, command.reason),)


@decides
def correct_points(hare_round: HareRound, command: c.CorrectPoints, now_ms: int) -> tuple[HareFact, ...]:
    """An official gives or takes points, also when the round is closed."""
    if hare_round.stage is RoundStage.BUILDING:
        raise ConflictError("round-running", "correct points after the round ends")
    _require_reason(command.reason, "say what the points are given or taken for")
    if command.points == 0:
        raise MalformedError("bad-points", "a correction of 0 points changes nothing")
    return (PointsCorrected(now_ms, command.by, command.points, command.reason),)


def _require_stage(hare_round: HareRound, wanted: RoundStage) -> None:
    if hare_round.stage is wanted:
        return
    hint = {
        RoundStage.BUILDING: "wait for the emcee's signal",
        RoundStage.ENTERING: "the board is being entered; hand it in first",
        RoundStage.SUBMITTED: "the board was handed in; an official can reopen it to be entered again",
        RoundStage.ACCEPTED: "the total was accepted; an official can correct its points",
    }[hare_round.stage]
    raise ConflictError(f"round-{hare_round.stage.value}", hint)


def _require_reason(reason: str, sentence: str) -> None:
    if not reason.strip():
        raise MalformedError("no-reason", sentence)
