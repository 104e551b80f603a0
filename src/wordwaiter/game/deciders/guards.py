"""Checks that most commands need: the seat exists, the game is in play, and it is this seat's turn."""

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.table import Stage, Table


def who(table: Table, seat: int, by: str) -> str:
    """Returns who gave a seat's command: the seat itself if nobody else is named."""
    require_seat(table, seat)
    return by or table.seats[seat].name


def require_seat(table: Table, seat: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < len(table.seats):
        raise MalformedError(
            "no-such-seat", f"there is no seat {seat}; this table has {len(table.seats)} seats", seat=seat
        )


def require_begun(table: Table) -> None:
    """Refuse what needs a game that has begun."""
    if table.stage is Stage.DRAWING:
        raise IllegalError(
            "not-begun",
            "the game has not started; each side draws a tile for first play",
            clause=table.rulebook.clause_of("turns.first_side"),
        )


def require_playing(table: Table) -> None:
    """Refuse what needs a game that is going on."""
    require_begun(table)
    if table.ending is not None:
        raise ConflictError("game-over", "the game is over; an official can undo that")


def require_no_ruling_awaited(table: Table) -> None:
    """Refuse what must wait for a judge."""
    if table.challenge is not None:
        words = ", ".join(table.challenge.words)
        raise ConflictError(
            "ruling-awaited",
            f"{words} was challenged; wait for the ruling",
            words=list(table.challenge.words),
        )


def require_not_paused(table: Table) -> None:
    """Refuse what must wait until the clocks run again."""
    if table.pause is not None:
        raise ConflictError(
            "paused", f"the table is paused ({table.pause}); an official can resume it", reason=table.pause
        )


def require_turn(table: Table, seat: int) -> None:
    """Refuse a seat that is not to move, or may not move now."""
    require_playing(table)
    require_no_ruling_awaited(table)
    require_not_paused(table)
    mover = table.position.to_move
    if seat != mover:
        raise IllegalError(
            "not-your-turn",
            f"it is {table.seats[mover].name}'s turn, not {table.seats[seat].name}'s",
            clause=table.rulebook.clause_of("table.form"),
            to_move=table.seats[mover].name,
        )
