"""Where a record and the rules differ: each kind with its code, and a sentence that says what is what."""

from dataclasses import dataclass
from enum import Enum

from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.notation.record import Move, OpponentsRack, OwnRack, Tiles, written
from wordwaiter.rules.layout import Square
from wordwaiter.rules.scoring import PlayScore
from wordwaiter.rules.shape import ShapeFault


class DifferenceCode(Enum):
    """The ways in which a record can differ from the rules, beside the faults of a play's shape."""

    POINTS = "points-differ"
    TOTAL = "total-differs"
    FINAL_SCORE = "final-score-differs"
    LETTERS = "letters-differ"
    NO_TILE_THERE = "no-tile-there"
    MORE_THAN_SET = "more-than-the-set-has"
    RACK_TOO_LARGE = "rack-too-large"
    TILES_NOT_HELD = "tiles-not-held"
    BAG_TOO_SHORT = "bag-too-short"
    FORBIDDEN = "forbidden"
    WRONG_TURN = "wrong-turn"
    AFTER_THE_END = "after-the-end"
    NOTHING_WITHDRAWN = "nothing-to-withdraw"
    CHALLENGE_POINTS = "challenge-points-differ"
    TIME_PENALTY = "time-penalty-differs"
    UNPLAYED_TILES = "unplayed-tiles-differ"
    END_ADJUSTMENT = "end-adjustment-differs"
    END_ADJUSTMENT_MISSING = "end-adjustment-missing"


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where they differ: what was written down, what the rules give, and a sentence."""

    line: int
    code: str
    """A `DifferenceCode`, or the code of a fault in a play's shape (`rules.shape.ShapeCode`)."""
    recorded: int | str | None
    computed: int | str | None
    sentence: str


def _difference(
    line: int, code: DifferenceCode, recorded: int | str, computed: int | str | None, sentence: str
) -> Difference:
    return Difference(line, code.value, recorded, computed, sentence)


# ---------------------------------------------------------------- points and totals


def play_points(line: int, move: str, recorded: int, score: PlayScore) -> Difference:
    sentence = f"{move} is recorded with {recorded} and scores {score.total}: {'; '.join(score.explain())}"
    return _difference(line, DifferenceCode.POINTS, recorded, score.total, sentence)


def pointless_move(line: int, move: Move, recorded: int) -> Difference:
    sentence = f"{move} is recorded with {recorded} and brings no points"
    return _difference(line, DifferenceCode.POINTS, recorded, 0, sentence)


def withdrawn_points(line: int, recorded: int, play: int) -> Difference:
    sentence = f"the play was recorded with {play}, and {-recorded} are taken back"
    return _difference(line, DifferenceCode.POINTS, recorded, -play, sentence)


def total(line: int, recorded: int, before: int, points: int) -> Difference:
    sentence = f"the total is recorded as {recorded}, and {before} {points:+d} makes {before + points}"
    return _difference(line, DifferenceCode.TOTAL, recorded, before + points, sentence)


def final_score(line: int, name: str, recorded: int, computed: int) -> Difference:
    sentence = f"the record gives {name} {recorded} points in all, and the rules give {computed}"
    return _difference(line, DifferenceCode.FINAL_SCORE, recorded, computed, sentence)


def challenge_points(line: int, recorded: int, computed: int, clause: str) -> Difference:
    sentence = f"{recorded:+d} is recorded for a challenge, and the rules give {computed:+d} ({clause})"
    return _difference(line, DifferenceCode.CHALLENGE_POINTS, recorded, computed, sentence)


def no_time_penalty(line: int, recorded: int, clause: str) -> Difference:
    sentence = f"{recorded:+d} is recorded for time, and the rules take nothing for it ({clause})"
    return _difference(line, DifferenceCode.TIME_PENALTY, recorded, 0, sentence)


def uneven_time_penalty(line: int, recorded: int, per_minute: int, clause: str) -> Difference:
    sentence = f"{recorded:+d} is recorded for time, and each minute over costs {per_minute} ({clause})"
    return _difference(line, DifferenceCode.TIME_PENALTY, recorded, None, sentence)


# ---------------------------------------------------------------- tiles


def shape(line: int, move: Move, fault: ShapeFault) -> Difference:
    sentence = f"{move}: {fault.sentence} ({fault.clause})"
    return Difference(line, fault.code.value, str(move), None, sentence)


def letters(line: int, square: Square, recorded: str, there: str) -> Difference:
    sentence = f"the record has {recorded} on {square}, where {there} lies"
    return _difference(line, DifferenceCode.LETTERS, recorded, there, sentence)


def no_tile_there(line: int, move: Move, square: Square) -> Difference:
    sentence = f"{move} has a dot on {square}, where no tile lies"
    return _difference(line, DifferenceCode.NO_TILE_THERE, str(move), None, sentence)


def more_than_set(line: int, tile: str, count: int, in_set: int) -> Difference:
    name = "blanks" if tile == BLANK else f"tiles {tile}"
    sentence = f"this makes {count} {name}, and the set has {in_set}"
    return _difference(line, DifferenceCode.MORE_THAN_SET, count, in_set, sentence)


def rack_too_large(line: int, count: int, most: int) -> Difference:
    sentence = f"the rack has {count} tiles, and there can be {most}"
    return _difference(line, DifferenceCode.RACK_TOO_LARGE, count, most, sentence)


def too_many_exchanged(line: int, count: int, held: int) -> Difference:
    sentence = f"{count} tiles are exchanged, and the player has {held}"
    return _difference(line, DifferenceCode.TILES_NOT_HELD, count, held, sentence)


def exchanged_not_held(line: int, move: Move, missing: Tiles) -> Difference:
    sentence = f"these exchanged tiles are not on the rack: {', '.join(missing)}"
    return _difference(line, DifferenceCode.TILES_NOT_HELD, str(move), None, sentence)


def bag_too_short(line: int, needed: int, bag: int, clause: str) -> Difference:
    sentence = f"this exchange needs {needed} tiles in the bag, and there are {bag} ({clause})"
    return _difference(line, DifferenceCode.BAG_TOO_SHORT, needed, bag, sentence)


# ---------------------------------------------------------------- whose move, and whether


def forbidden(line: int, move: Move, what: str, clause: str) -> Difference:
    sentence = f"{what} is not allowed ({clause})"
    return _difference(line, DifferenceCode.FORBIDDEN, str(move), None, sentence)


def wrong_turn(line: int, mover: str, expected: str) -> Difference:
    sentence = f"{mover} moves in the turn of {expected}; a turn lost by a challenge is written as a pass"
    return _difference(line, DifferenceCode.WRONG_TURN, mover, expected, sentence)


def after_the_end(line: int, move: Move) -> Difference:
    sentence = f"{move} comes after the end of the game"
    return _difference(line, DifferenceCode.AFTER_THE_END, str(move), None, sentence)


def nothing_withdrawn(line: int, move: Move) -> Difference:
    sentence = "a play is withdrawn, and the move before it is no play of this player"
    return _difference(line, DifferenceCode.NOTHING_WITHDRAWN, str(move), None, sentence)


# ---------------------------------------------------------------- the end


def unplayed_tiles(line: int, recorded: Tiles, unplayed: Tiles) -> Difference:
    said, left = written(recorded), written(unplayed)
    sentence = f"{said or 'nothing'} is recorded as unplayed, and {left or 'nothing'} is left"
    return _difference(line, DifferenceCode.UNPLAYED_TILES, said, left, sentence)


def end_adjustment(
    line: int, move: OpponentsRack | OwnRack, recorded: int, computed: int, why: str
) -> Difference:
    sentence = f"{recorded:+d} is recorded for {move}, and the rules give {computed:+d} ({why})"
    return _difference(line, DifferenceCode.END_ADJUSTMENT, recorded, computed, sentence)


def end_adjustment_missing(line: int, name: str, computed: int) -> Difference:
    sentence = f"the game is over, and the {computed:+d} of {name} for unplayed tiles is not recorded"
    return _difference(line, DifferenceCode.END_ADJUSTMENT_MISSING, 0, computed, sentence)
