"""A record that is written turn by turn while somebody reads the moves out, or from a score sheet."""

from dataclasses import replace
from typing import Final

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.notation.difference import DifferenceCode
from wordwaiter.notation.gcg_line import parse_move
from wordwaiter.notation.oddity import OddityList
from wordwaiter.notation.record import (
    GameRecord,
    Passed,
    RecordedMove,
    RecordedPlayer,
    TilesExchanged,
    TilesPlayed,
    Turn,
)
from wordwaiter.notation.replay import replay
from wordwaiter.rules.rulebooks.rulebook import Rulebook

_OF_TOTALS: Final = frozenset(
    {
        DifferenceCode.POINTS.value,
        DifferenceCode.TOTAL.value,
        DifferenceCode.FINAL_SCORE.value,
        DifferenceCode.END_ADJUSTMENT.value,
        DifferenceCode.END_ADJUSTMENT_MISSING.value,
        DifferenceCode.UNPLAYED_TILES.value,
    }
)
"""Differences that only mean that points are not written yet, or that the game is not over."""
_LONGEST: Final = 60


def begun_record(first: str, second: str) -> GameRecord:
    """Returns the record of two players before the first turn."""
    names = [" ".join(name.split()) or f"Player {number}" for number, name in enumerate((first, second), 1)]
    nicks = [name.replace(" ", "_") for name in names]
    if nicks[0] == nicks[1]:
        raise MalformedError("same-names", "both players have the same name; tell them apart")
    players = tuple(RecordedPlayer(nick, name) for nick, name in zip(nicks, names, strict=True))
    return GameRecord(players, ())


def next_player(record: GameRecord) -> int:
    """Returns whose turn it is: players take turns, and lose one only by a pass that is written too."""
    last = next((each.player for each in reversed(record.moves) if isinstance(each.move, Turn)), 1)
    return 1 - last


def with_turn(record: GameRecord, rulebook: Rulebook, rack: str, turn: str) -> GameRecord:
    """Returns the record with one more turn, scored by the rules: `8D RETINA`, `-QV` or `-`.

    The rack may be left out. A turn that cannot be is refused with what is wrong.
    """
    player = next_player(record)
    fields = [*rack.upper().split(), *turn.split(), "+0", "+0"]
    if len(turn) > _LONGEST or len(rack) > _LONGEST:
        raise MalformedError("too-long", "this is too long for a turn")
    written = parse_move(fields, len(record.moves) + 1, OddityList())
    if not isinstance(written.move, TilesPlayed | TilesExchanged | Passed):
        raise MalformedError(
            "no-turn", "write a play such as 8D RETINA, an exchange such as -QV, or - for a pass"
        )
    move = RecordedMove(player, written.move, 0, 0, written.rack, line=len(record.moves) + 1)
    return _settled(replace(record, moves=(*record.moves, move)), rulebook)


def without_last(record: GameRecord) -> GameRecord:
    """Returns the record without its last turn."""
    return replace(record, moves=record.moves[:-1])


def _settled(record: GameRecord, rulebook: Rulebook) -> GameRecord:
    """The record with the points of its last move."""
    done = replay(record, rulebook)
    last = record.moves[-1]
    for each in done.differences:
        if each.line == last.line and each.code not in _OF_TOTALS:
            raise IllegalError(each.code, each.sentence)
    points = done.moves[-1].points or 0
    before = next((each.total for each in reversed(record.moves[:-1]) if each.player == last.player), 0)
    return replace(record, moves=(*record.moves[:-1], replace(last, points=points, total=before + points)))
