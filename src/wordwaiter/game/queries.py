"""Questions about a table: whose turn it is, what is left, what happened."""

from collections.abc import Iterator

from wordwaiter.errors import MalformedError
from wordwaiter.game.clock import Remaining, remaining
from wordwaiter.game.holdings import count_of
from wordwaiter.game.result import explain_adjustment, scores
from wordwaiter.game.table import Exchanged, Passed, Played, Reported, Skipped, Stage, Table, Turn
from wordwaiter.rules.board import Board
from wordwaiter.rules.rulebooks.rulebook import TurnChallenge
from wordwaiter.rules.scoring import PlayScore, score_play
from wordwaiter.sentences import Wording, said


def seat_named(table: Table, name: str) -> int:
    """The seat of that name; a side of one seat may be named instead."""
    for index, seat in enumerate(table.seats):
        if seat.name == name:
            return index
    names = ", ".join(seat.name for seat in table.seats)
    raise MalformedError("no-such-seat", f"nobody called {name!r} sits here; choose from {names}", name=name)


def side_named(table: Table, name: str) -> int:
    """The side of that name, or the side of the seat of that name."""
    return table.sides.index(name) if name in table.sides else table.seats[seat_named(table, name)].side


def to_move(table: Table) -> int | None:
    """The seat whose turn it is; nobody's before play began and after it ended."""
    return table.position.to_move if table.stage is Stage.PLAYING else None


def score_of(table: Table, name: str) -> int:
    """The score of a side, with final adjustments once they are counted."""
    return scores(table)[side_named(table, name)]


def bag_count(table: Table) -> int | None:
    """Returns how many tiles are in the bag; unknown when the board is partial.

    Where nobody challenges at the table, a seat that has played draws at once, also if that is not told yet.
    """
    if table.position.partial:
        return None
    tiles = count_of(table.position.bag)
    last = table.turns[-1] if table.turns and table.stage is Stage.PLAYING else None
    waits = last is not None and last.drawn is None and not last.closed and not last.ruled_off
    if last is None or not waits or isinstance(table.rulebook.challenge, TurnChallenge):
        return tiles
    missing = (table.rulebook.table.rack_size or 0) - count_of(table.position.racks[last.seat])
    return max(0, tiles - max(0, missing))


def rack_count(table: Table, seat: int) -> int | None:
    """Returns how many tiles a seat holds; unknown when the board is partial."""
    return None if table.position.partial else count_of(table.position.racks[seat])


def left(table: Table, now_ms: int) -> Remaining:
    """Returns the time left on each clock."""
    return remaining(table.clocks, now_ms)


def board_before(table: Table, number: int) -> Board:
    """The board on which a turn was played: what a correction of that turn is written against."""
    return _turn(table, number).before.board


def explain_turn(table: Table, number: int) -> PlayScore | None:
    """Explains a play's score word by word; `None` if the turn was no play, or its play was ruled off."""
    turn = _turn(table, number)
    if not isinstance(turn.move, Played) or turn.ruled_off:
        return None
    return score_play(turn.before.board, turn.move.placement, table.rulebook)


def turn_lines(table: Table, number: int) -> tuple[str, ...]:
    """Explains a turn's points line by line: its words, its bonus, and what a challenge brought."""
    turn, score = _turn(table, number), explain_turn(table, number)
    return (*(() if score is None else score.explain()), *_challenge_lines(table, turn))


def _challenge_lines(table: Table, turn: Turn) -> Iterator[Wording]:
    if turn.ruling is None:
        return
    own, words = table.seats[turn.seat].side, ", ".join(turn.ruling.words)
    for side, points in enumerate(turn.awards):
        pattern = "{words} challenged, and good: {points}"
        if side != own:
            pattern = "{words} challenged, and good: {points} for the challenger"
        if points:
            yield said(pattern, words=words, points=f"{points:+}")


def explain_count(table: Table) -> tuple[str, ...]:
    """The final adjustments, a line for each."""
    return tuple(explain_adjustment(table, adjustment) for adjustment in table.count or ())


def turn_text(table: Table, number: int) -> str:
    """A turn in a few words: `8D RETINA +14`, `exchanged 3`, `passed`."""
    turn = _turn(table, number)
    match turn.move:
        case Played() as play:
            told = play.text_on(turn.before.board)
            return f"{told} taken back" if turn.ruled_off else f"{told} +{turn.points}"
        case Exchanged(tiles):
            return f"exchanged {tiles}"
        case Passed(cannot_play, clause):
            told = "cannot play" if cannot_play else "passed"
            return f"{told}, out of time ({clause})" if clause else told
        case Skipped() as lost:
            return str(lost)
        case Reported():
            return f"+{turn.points}, tiles not told"


def _turn(table: Table, number: int) -> Turn:
    if not 1 <= number <= len(table.turns):
        raise MalformedError(
            "no-such-turn", f"there is no turn {number}; {len(table.turns)} turns were played"
        )
    return table.turns[number - 1]
