"""How players end a free game themselves: one resigns, both agree, or one claims what the other left."""

from typing import Final

from wordwaiter.errors import ConflictError, IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.deciders.guards import require_no_ruling_awaited, require_playing, who
from wordwaiter.game.facts import EndOfferDeclined, EndOffered, Fact, GameEnded
from wordwaiter.game.table import EndReason, Evidence, Table
from wordwaiter.game.timing import side_out_of_time

LEFT_AFTER_MS: Final = 15 * 60_000
"""A side that is to move has left the game when nothing has happened for so long."""


@decides
def resign(table: Table, command: c.Resign, now_ms: int) -> tuple[Fact, ...]:
    """The other side has won."""
    by = who(table, command.seat, command.by)
    _require_opponents(table)
    return (_lost(table, command.seat, by, now_ms, EndReason.RESIGNED),)


@decides
def offer_end(table: Table, command: c.OfferEnd, now_ms: int) -> tuple[Fact, ...]:
    """The other side is asked; where it has asked already, the game is over."""
    by = who(table, command.seat, command.by)
    _require_opponents(table)
    if table.end_offer is None:
        return (EndOffered(now_ms, by, command.seat),)
    if _is_of_other_side(table, command.seat):
        return (_agreed(by, now_ms),)
    raise ConflictError("offered-already", "you have offered to end the game; wait for the answer")


@decides
def answer_offer(table: Table, command: c.AnswerOffer, now_ms: int) -> tuple[Fact, ...]:
    """The game is over as it stands, or goes on."""
    by = who(table, command.seat, command.by)
    _require_opponents(table)
    if not _is_of_other_side(table, command.seat):
        raise ConflictError("nothing-offered", "nobody has offered you to end the game")
    return (_agreed(by, now_ms) if command.accepts else EndOfferDeclined(now_ms, by, command.seat),)


@decides
def claim_win(table: Table, command: c.ClaimWin, now_ms: int) -> tuple[Fact, ...]:
    """The side that is to move has left, and lost."""
    by = who(table, command.seat, command.by)
    _require_opponents(table)
    mover = table.position.to_move
    if table.seats[mover].side == table.seats[command.seat].side:
        raise IllegalError("own-turn", "it is your turn; claim the game only while the other is to move")
    if side_out_of_time(table, now_ms) == table.seats[mover].side:
        return (_lost(table, mover, by, now_ms, EndReason.OVERTIME),)
    if (left_ms := ms_to_claim(table, now_ms)) > 0:
        minutes = -(-left_ms // 60_000)
        raise IllegalError(
            "not-left-yet", f"you can claim the game in {minutes} min, if nothing happens", minutes=minutes
        )
    return (_lost(table, mover, by, now_ms, EndReason.LEFT),)


def ms_to_claim(table: Table, now_ms: int) -> int:
    """Returns how long until the side to move has lost if nothing happens; 0 or less if it has."""
    left_ms = table.at_ms + LEFT_AFTER_MS - now_ms
    most_ms = table.rulebook.clock.most_overtime
    if most_ms is None:
        return left_ms
    clock = table.clocks.sides[table.seats[table.position.to_move].side]
    return min(left_ms, clock.remaining_ms(now_ms) + most_ms)


def _require_opponents(table: Table) -> None:
    require_playing(table)
    require_no_ruling_awaited(table)
    if len(table.sides) != 2:
        raise IllegalError("no-opponent-here", "a team alone has nobody to give the game to; end it instead")


def _is_of_other_side(table: Table, seat: int) -> bool:
    """Checks whether the other side offers to end the game."""
    return table.end_offer is not None and table.seats[table.end_offer].side != table.seats[seat].side


def _agreed(by: str, now_ms: int) -> GameEnded:
    return GameEnded(now_ms, by, EndReason.AGREED, "agreed by both players", Evidence.UNKNOWN)


def _lost(table: Table, seat: int, by: str, now_ms: int, reason: EndReason) -> GameEnded:
    return GameEnded(now_ms, by, reason, "", Evidence.UNKNOWN, table.seats[seat].side)
