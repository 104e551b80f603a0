"""One move of a GCG file: the fields after the player's name as a value."""

import re
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.quoting import quoted
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.notation.oddity import OddityCode, OddityList
from wordwaiter.notation.record import (
    ChallengeSurvived,
    Move,
    NumberExchanged,
    OpponentsRack,
    Overtime,
    OwnRack,
    Passed,
    PlayWithdrawn,
    Tiles,
    TilesExchanged,
    TilesPlayed,
)
from wordwaiter.rules.board import split_tiles
from wordwaiter.rules.layout import LARGEST_BOARD, parse_start
from wordwaiter.rules.placement import THROUGH

MOST_TILES: Final = 100
"""Tiles that a rack may be recorded with: all that were left, where somebody overdid it."""

_NUMBER: Final = re.compile(r"([+\-−–]?)([0-9]{1,6})")
_SQUARE: Final = re.compile(r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}")


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """The part of a line after the player's name, with the total where it has one."""

    move: Move
    points: int
    total: int | None
    rack: Tiles | None


def parse_move(fields: list[str], line: int, oddities: OddityList) -> WrittenMove:
    """The move that the fields of a line write; raises MalformedError if they write none."""
    rack_field = None
    if fields and not _begins_move(fields[0]):
        rack_field, *fields = fields
    if not fields:
        raise _bad("there is no move after the name; a move is written >nick: RACK 8D RETINA +14 14")
    rack = None if rack_field is None else _parse_rack(rack_field, line, oddities)

    length = 1 if fields[0].startswith(("-", "(")) else 2
    numbers = fields[length:]
    points = _parse_number(numbers[0]) if numbers else None
    if points is None:
        raise _bad(f"{quoted(' '.join(fields[:length]))} has no points after the move")
    if numbers[0][0].isdigit():
        oddities.note_habit(line, OddityCode.UNSIGNED_POINTS, "the points have no sign")
    total = _parse_number(numbers[1]) if len(numbers) > 1 else None
    extra = numbers[1:] if total is None else numbers[2:]
    if extra:
        oddities.note_habit(
            line,
            OddityCode.WORDS_AFTER_TOTAL,
            f"left out what stands after the total: {quoted(' '.join(extra))}",
        )

    if length == 2:
        move: Move = _parse_play(fields[0], fields[1], line, oddities)
    elif fields[0].startswith("-"):
        move = _parse_hyphened(fields[0])
    else:
        move = _parse_bracketed(fields[0], points, rack)
    return WrittenMove(move, points, total, rack)


def parse_tiles(text: str) -> Tiles:
    """The tiles that a text such as `AEINRT?` or `A[CH]E` shows, in capitals."""
    tiles = tuple(split_tiles(text))
    if len(tiles) > MOST_TILES:
        raise MalformedError("bad-tiles", f"{quoted(text)} has {len(tiles)} tiles, more than a rack holds")
    for tile in tiles:
        if tile != BLANK and not tile.isalpha():
            raise MalformedError("bad-tiles", f"{quoted(text)} has {quoted(tile)}, which is not a tile")
    return tuple(_capital(tile) for tile in tiles)


def _begins_move(field: str) -> bool:
    return field.startswith(("-", "(")) or _SQUARE.fullmatch(field) is not None


def _parse_rack(text: str, line: int, oddities: OddityList) -> Tiles | None:
    try:
        rack = parse_tiles(text)
    except MalformedError as error:
        oddities.note(line, OddityCode.UNREADABLE_RACK, f"the rack was left out: {error}")
        return None
    if "".join(rack) != text.replace("[", "").replace("]", ""):
        oddities.note_habit(line, OddityCode.LOWER_CASE_RACK, "the rack is in lower case")
    return rack


def _parse_play(square: str, word: str, line: int, oddities: OddityList) -> TilesPlayed:
    if _SQUARE.fullmatch(square) is None:
        raise _bad(f"{quoted(square)} is not a square; a play is written like 8D RETINA")
    start, direction = parse_start(square)
    if square != square.upper():
        oddities.note_habit(line, OddityCode.LOWER_CASE_SQUARE, f"the square {square} is in lower case")
    signs = [sign for sign in split_tiles(word) if sign not in ("(", ")")]
    if len(signs) > LARGEST_BOARD:
        raise _bad(f"{quoted(word)} is longer than any board")
    if not "".join(signs).replace(THROUGH, "").replace(BLANK, "A").isalpha():
        raise _bad(f"{quoted(word)} is not a word; a play is written like 8D RETINA")
    if "(" in word:
        oddities.note_habit(
            line, OddityCode.LETTERS_IN_PARENTHESES, "tiles already there stand in parentheses, not as dots"
        )
    return TilesPlayed(start, direction, word)


def _parse_hyphened(field: str) -> Passed | PlayWithdrawn | TilesExchanged | NumberExchanged:
    what = field[1:]
    if what == "-":
        return PlayWithdrawn()
    if not what or what == "0":
        return Passed()
    if re.fullmatch(r"[0-9]{1,2}", what):
        return NumberExchanged(int(what))
    return TilesExchanged(parse_tiles(what))


def _parse_bracketed(
    field: str, points: int, rack: Tiles | None
) -> ChallengeSurvived | Overtime | OpponentsRack | OwnRack:
    if not field.endswith(")"):
        raise _bad(f"{quoted(field)} has no closing bracket")
    what = field[1:-1]
    if what.lower() == "challenge":
        return ChallengeSurvived()
    if what.lower() == "time":
        return Overtime()
    tiles = parse_tiles(what)
    # The two closing lines look alike where the rack is missing: the sign of the points tells them apart.
    is_own = rack == tiles if points == 0 else points < 0
    return OwnRack(tiles) if is_own else OpponentsRack(tiles)


def _parse_number(field: str) -> int | None:
    found = _NUMBER.fullmatch(field)
    if found is None:
        return None
    return int(found[2]) if found[1] in ("", "+") else -int(found[2])


def _capital(tile: str) -> str:
    capital = tile.upper()
    return capital if len(capital) == len(tile) else tile


def _bad(reason: str) -> MalformedError:
    return MalformedError("bad-move", reason)
