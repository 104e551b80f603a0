"""A game record as GCG: one way of writing each record, in UTF-8, declared as such."""

from dataclasses import replace
from typing import assert_never

from wordwaiter.notation.encoding import one_line
from wordwaiter.notation.record import (
    ChallengeSurvived,
    GameRecord,
    NumberExchanged,
    OpponentsRack,
    Overtime,
    OwnRack,
    Passed,
    PlayWithdrawn,
    RecordedMove,
    RecordedPlayer,
    TilesExchanged,
    TilesPlayed,
    distinct_nick,
    written,
)


def write_gcg(record: GameRecord) -> bytes:
    """The record's file: header, moves with their notes, and the racks that are left."""
    players = _with_distinct_nicks(record.players)
    lines = ["#character-encoding UTF-8"]
    lines += (
        _joined(f"#player{number}", player.nick, one_line(player.name))
        for number, player in enumerate(players, 1)
    )
    lines += (_joined(f"#{each.keyword}", one_line(each.text)) for each in record.pragmas)
    lines += (_joined("#note", one_line(note)) for note in record.notes)
    for move in record.moves:
        lines.append(_move_line(move, players[move.player].nick))
        lines += (_joined("#note", one_line(note)) for note in move.notes)
    lines += (
        f"#rack{number} {written(player.rack)}" for number, player in enumerate(players, 1) if player.rack
    )
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def _move_line(move: RecordedMove, nick: str) -> str:
    return _joined(f">{nick}:", _rack(move), str(move.move), f"{move.points:+d}", str(move.total))


def _rack(move: RecordedMove) -> str:
    """The rack before a move; the form of the two closing lines depends on whether it is there."""
    match move.move:
        case OpponentsRack():
            return ""
        case OwnRack(tiles):
            return written(move.rack or tiles)
        case (
            TilesPlayed() | TilesExchanged() | NumberExchanged() | Passed()
            | PlayWithdrawn() | ChallengeSurvived() | Overtime()
        ):  # fmt: skip
            return written(move.rack or ())
        case _:
            assert_never(move.move)


def _with_distinct_nicks(players: tuple[RecordedPlayer, ...]) -> tuple[RecordedPlayer, ...]:
    taken: set[str] = set()
    named: list[RecordedPlayer] = []
    for number, player in enumerate(players, 1):
        nick = distinct_nick(one_line(player.nick) or f"player{number}", taken)
        taken.add(nick.casefold())
        named.append(replace(player, nick=nick))
    return tuple(named)


def _joined(*fields: str) -> str:
    return " ".join(field for field in fields if field)
