"""Results: totals from score cards or tables, agreed or decided, corrected, cancelled, forfeited."""

from typing import Final

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.bee.boards import Boards, faults_of, require_ruled, require_unruled
from wordwaiter.tournament.deciding import decides
from wordwaiter.tournament.entrants.absence import without
from wordwaiter.tournament.facts import (
    Fact,
    FeatNoted,
    GameCancelled,
    ResultSettled,
    ResultWithdrawn,
    SheetHandedIn,
)
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.rounds.rounds import Ground, ResultState, Round, RoundStage, Sheet, Sitting
from wordwaiter.tournament.state import NotedFeat, Tournament

LEAST_SCORE: Final = -999
MOST_SCORE: Final = 9_999
"""Beyond these a total was mistyped."""

_OfOneGame = (
    c.HandInSheet | c.TakeTableResult | c.DecideResult | c.SettleSheets | c.CancelGame | c.ForfeitGame
    | c.CorrectResult | c.WithdrawResult
)  # fmt: skip


@decides
def hand_in(tournament: Tournament, command: c.HandInSheet, now_ms: int, boards: Boards) -> tuple[Fact, ...]:
    """A sheet comes in; the result stands when all sides have signed the same totals."""
    played, sitting = _game(tournament, command)
    _require_no_result(played, sitting)
    require_ruled(tournament, played, sitting, boards)
    _require_scores(sitting, command.scores)
    if strangers := [side for side in command.signed if side not in sitting.sides]:
        raise MalformedError("no-such-signer", f"number {strangers[0]} does not sit at {sitting.place}")
    place = (command.division, command.round, command.table, command.board)
    sheet = SheetHandedIn(now_ms, command.by, *place, command.scores, command.signed)
    others = [
        Sheet(each.scores, tuple(side for side in each.signed if side not in command.signed), each.by)
        for each in sitting.sheets
    ]
    signed = {*command.signed, *(side for each in others for side in each.signed)}
    agreed = all(each.scores == command.scores for each in others if each.signed)
    if not agreed or signed != set(sitting.sides):
        return (sheet,)
    return (sheet, ResultSettled(now_ms, command.by, *place, command.scores, Ground.SIGNED, ""))


@decides
def take_table_result(
    tournament: Tournament, command: c.TakeTableResult, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """The result of a table's own play stands at once."""
    played, sitting = _game(tournament, command)
    _require_no_result(played, sitting)
    require_ruled(tournament, played, sitting, boards)
    return _settled(sitting, command, Ground.TABLE, "", now_ms)


@decides
def decide_result(
    tournament: Tournament, command: c.DecideResult, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """The director decides a result that does not stand by itself."""
    played, sitting = _game(tournament, command)
    _require_no_result(played, sitting)
    require_ruled(tournament, played, sitting, boards)
    require_reason(command.reason, "deciding the result")
    return _settled(sitting, command, Ground.DIRECTOR, command.reason, now_ms)


@decides
def settle_sheets(
    tournament: Tournament, command: c.SettleSheets, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """Somebody with both sheets in hand says which totals are right; only where the sheets differ."""
    played, sitting = _game(tournament, command)
    _require_no_result(played, sitting)
    require_ruled(tournament, played, sitting, boards)
    require_reason(command.reason, "settling the sheets")
    if sitting.state is not ResultState.DISPUTED:
        raise IllegalError("sheets-agree", f"the sheets of {sitting.place} do not differ; hand in a sheet")
    return _settled(sitting, command, Ground.CHOSEN, command.reason, now_ms)


@decides
def correct_result(tournament: Tournament, command: c.CorrectResult, now_ms: int) -> tuple[Fact, ...]:
    """Other totals take the place of a result, in any round; everything after follows."""
    _, sitting = _game(tournament, command)
    require_reason(command.reason, "correcting the result")
    if sitting.outcome is None:
        raise ConflictError("no-result", f"{sitting.place} has no result yet; enter one")
    return _settled(sitting, command, Ground.CORRECTION, command.reason, now_ms)


@decides
def cancel_game(tournament: Tournament, command: c.CancelGame, now_ms: int) -> tuple[Fact, ...]:
    """A game counts for nobody."""
    played, sitting = _game(tournament, command)
    require_reason(command.reason, "cancelling the game")
    require_unruled(played, sitting)
    return (
        GameCancelled(
            now_ms, command.by, command.division, command.round, sitting.table, sitting.board, command.reason
        ),
    )


@decides
def forfeit_game(tournament: Tournament, command: c.ForfeitGame, now_ms: int) -> tuple[Fact, ...]:
    """A game was not played because somebody was not there."""
    played, sitting = _game(tournament, command)
    require_reason(command.reason, "marking the game as not played")
    if not command.absent:
        raise MalformedError("no-such-side", f"enter who did not show up at {sitting.place}")
    if strangers := [each for each in command.absent if each not in sitting.sides]:
        known = strangers[0] in tournament.owners()
        who = tournament.contender(strangers[0]).name if known else f"number {strangers[0]}"
        raise MalformedError("no-such-side", f"{who} does not sit at {sitting.place}")
    return tuple(without(tournament, played, sitting, command, now_ms))


@decides
def withdraw_result(
    tournament: Tournament, command: c.WithdrawResult, now_ms: int, boards: Boards
) -> tuple[Fact, ...]:
    """A result is taken back with its sheets; in a closed round it can only be corrected."""
    played, sitting = _game(tournament, command)
    require_reason(command.reason, "withdrawing the result")
    if played.stage is RoundStage.CLOSED:
        raise ConflictError("round-closed", "the round is closed; correct the result, or reopen the round")
    if sitting.state is ResultState.MISSING:
        raise ConflictError("no-result", f"{sitting.place} has no result to withdraw")
    if not faults_of(played, sitting, boards):
        require_unruled(played, sitting)
    return (
        ResultWithdrawn(
            now_ms, command.by, command.division, command.round, sitting.table, sitting.board, command.reason
        ),
    )


@decides
def note_feat(tournament: Tournament, command: c.NoteFeat, now_ms: int) -> tuple[Fact, ...]:
    """A play, a word or a comeback is noted for a prize."""
    tournament.entrant_of(command.contender)
    if not 0 < command.points <= MOST_SCORE:
        raise MalformedError("bad-score", "the points must be above zero; check the entry")
    return (
        FeatNoted(
            now_ms, command.by, NotedFeat(command.feat, command.contender, command.points, command.text)
        ),
    )


# ---------------------------------------------------------------- what they share


def _game(tournament: Tournament, command: _OfOneGame) -> tuple[Round, Sitting]:
    played = tournament.round(command.division, command.round)
    sitting = played.sitting_at(command.table, command.board)
    if sitting is None:
        raise MalformedError(
            "no-such-table",
            f"nobody of {command.division} sits at table {command.table} in round {command.round}",
            table=command.table,
        )
    if played.stage is RoundStage.PUBLISHED:
        raise ConflictError("not-started", f"round {played.number} of {played.division} has not started")
    return played, sitting


def _require_no_result(played: Round, sitting: Sitting) -> None:
    if sitting.outcome is not None:
        raise ConflictError(
            "result-stands",
            f"{sitting.place} of round {played.number} already has a result; correct it with a reason",
        )


def _require_scores(sitting: Sitting, scores: tuple[int, ...]) -> None:
    if len(scores) != len(sitting.sides):
        raise MalformedError("wrong-scores", f"{sitting.place} needs {len(sitting.sides)} totals")
    for score in scores:
        if not LEAST_SCORE <= score <= MOST_SCORE:
            raise MalformedError("bad-score", f"{score} cannot be a total; check the entry", score=score)


def _settled(
    sitting: Sitting,
    command: c.TakeTableResult | c.DecideResult | c.SettleSheets | c.CorrectResult,
    ground: Ground,
    reason: str,
    now_ms: int,
) -> tuple[Fact, ...]:
    _require_scores(sitting, command.scores)
    return (
        ResultSettled(
            now_ms,
            command.by,
            command.division,
            command.round,
            sitting.table,
            sitting.board,
            command.scores,
            ground,
            reason,
        ),
    )
