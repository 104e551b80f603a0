"""At which turn something was entered: what comes late is not done in another turn than it was meant for."""

from typing import Final

from wordwaiter.errors import ConflictError
from wordwaiter.game import commands as c
from wordwaiter.game.holdings import count_of
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Exchanged, Passed, Played, Reported, Skipped, Table, Turn
from wordwaiter.sentences import Wording, counted, joined, said

OF_A_TURN: Final[frozenset[type[object]]] = frozenset(
    {
        c.Lay,
        c.Lift,
        c.Announce,
        c.Play,
        c.Fill,
        c.Exchange,
        c.Pass,
        c.SayCannotPlay,
        c.ReportPoints,
        c.CallHold,
        c.ReleaseHold,
        c.Challenge,
        c.Rule,
        c.Allow,
        c.Undo,
        c.UndoRuling,
    }
)
"""Commands that mean the turn under way, or the play before it; a signature, a rack or a clock does not."""

_MOST_TOLD: Final = 3
"""More turns than that nobody wants to hear of in one sentence."""


def turn_under_way(table: Table) -> int:
    """The number of the turn that is next to be taken."""
    return len(table.turns) + 1


def require_turn_meant(table: Table, kind: type[object], number: int) -> None:
    """Refuse a command of that kind that was entered in another turn than the one under way."""
    now = turn_under_way(table)
    if kind not in OF_A_TURN or number == now:
        return
    if number > now:
        raise ConflictError(
            "turn-to-come",
            f"this is for turn {number}, but turn {_with_name(table, now)} is missing or was "
            "undone; enter that one first",
            turn=number,
            now=_with_name(table, now),
        )
    meanwhile = joined(
        "; ", (_entered(table, turn) for turn in table.turns[max(number - 1, 0) :][-_MOST_TOLD:])
    )
    raise ConflictError(
        "turn-over",
        f"this was for turn {_with_name(table, number)}, but it is now turn "
        f"{_with_name(table, now)}; meanwhile: {meanwhile}. Check the table, and enter it "
        "again if it is still right",
        turn=_with_name(table, number),
        now=_with_name(table, now),
        meanwhile=meanwhile,
    )


def _with_name(table: Table, number: int) -> Wording:
    """A turn with whose it was or is: `2 (Ann)`; after the last one the game is over."""
    seat = table.turns[number - 1].seat if 1 <= number <= len(table.turns) else to_move(table)
    if seat is None:
        return said("{number}, the game is over", number=number)
    return said("{number} ({who})", number=number, who=table.seats[seat].name)


def _entered(table: Table, turn: Turn) -> Wording:
    """Names the entry, without the tiles of an exchange: the reader may sit opposite."""
    who = table.seats[turn.seat].name
    match turn.move:
        case Played() as play:
            return said(
                "{who} plays {words} for {points}",
                who=who,
                words=play.text_on(turn.before.board),
                points=turn.points,
            )
        case Exchanged(tiles):
            return said(
                "{who} exchanges {tiles}", who=who, tiles=counted(count_of(tiles), "{n} tile", "{n} tiles")
            )
        case Passed(cannot_play=cannot_play):
            return said("{who} passes, having no play" if cannot_play else "{who} passes", who=who)
        case Skipped():
            return said("{who} loses the turn", who=who)
        case Reported():
            return said("{who} reports {n} points", who=who, n=turn.points)
