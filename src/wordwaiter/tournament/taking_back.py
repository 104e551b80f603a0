"""Taking back what was done last: the command that is its opposite, where there is one."""

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import facts as f
from wordwaiter.tournament.guards import require_reason
from wordwaiter.tournament.rounds import Scored
from wordwaiter.tournament.state import Tournament


def undoing(before: Tournament, done: tuple[f.Fact, ...], by: str, reason: str) -> c.Command:
    """The command that takes `done` back, which was done to `before` at once; refused where none does."""
    require_reason(reason, "it is taken back")
    told = done[0] if isinstance(done[0], f.PeekBought) or len(done) == 1 else None
    match told:
        case f.CheckedIn(contenders=contenders):
            return c.CancelCheckIn(by, contenders)
        case f.CheckInCancelled(contenders=contenders):
            return c.CheckIn(by, contenders, reason)
        case f.ContenderLeft(contender=contender):
            return c.Reinstate(by, contender, reason)
        case f.EntrantMoved(entrant=entrant):
            return c.MoveEntrant(by, entrant, before.entrant(entrant).division, reason)
        case f.FormatChanged(division=division):
            return c.ChangeFormat(by, division, before.division(division).format, reason)
        case f.EquipmentProvided():
            return c.ProvideEquipment(by, before.sets, before.clocks)
        case f.RoundPublished(division=division):
            return c.WithdrawRound(by, division, reason)
        case f.RoundClosed(division=division):
            return c.ReopenRound(by, division, reason)
        case f.ResultSettled():
            return _undoing_result(before, told, by, reason)
        case f.MoneyTaken(line=line) | f.PeekBought(line=line):
            return c.ReverseMoney(by, line, reason)
        case _:
            raise _no_opposite(done)


def _undoing_result(before: Tournament, settled: f.ResultSettled, by: str, reason: str) -> c.Command:
    """The result as it was before it was corrected."""
    sitting = before.round(settled.division, settled.round).sitting_at(settled.table, settled.board)
    if sitting is None or not isinstance(sitting.outcome, Scored):
        raise ConflictError(
            "first-result",
            f"table {settled.table} had no result before; correct it to what is right, or cancel the game",
        )
    return c.CorrectResult(
        by,
        settled.division,
        settled.round,
        settled.table,
        sitting.outcome.scores,
        reason,
        settled.board,
    )


def _no_opposite(done: tuple[f.Fact, ...]) -> IllegalError:
    advice = {
        f.EntrantsRegistered.KIND: "withdraw those who should not be there",
        f.SheetHandedIn.KIND: "hand in the right sheet, or correct the result",
        f.GameCancelled.KIND: "correct the result to what was played",
        f.RoundStarted.KIND: "play on; a room's clock that has run cannot run back",
        f.TilesBought.KIND: "the tiles have been seen; give the money back by reversing its line",
        f.AllTilesBought.KIND: "the tiles have been seen; give the money back by reversing its line",
        f.WordsAnnounced.KIND: "announce other words before the round begins",
    }
    kind = done[0].KIND
    what = kind.partition(".")[2].replace("_", " ")
    return IllegalError(
        "no-opposite",
        f"{what} cannot be taken back; {advice.get(kind, 'do what sets it right instead')}",
        kind=kind,
    )
