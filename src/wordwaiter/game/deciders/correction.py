"""An earlier turn replaced by another play, and everything after it played again."""

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from wordwaiter.errors import IllegalError
from wordwaiter.game.deciders.laying import missing_tiles, require_exchange, require_play
from wordwaiter.game.deciders.turn_ending import reason_in_turns
from wordwaiter.game.holdings import count_of, draw_to, holding_of
from wordwaiter.game.positions import (
    after_draw,
    after_exchange,
    after_fill,
    after_lost_turn,
    after_play,
    after_report,
    fills,
    somebody_is_out,
    with_points,
    with_rack,
)
from wordwaiter.game.table import (
    Exchanged,
    Passed,
    Played,
    Position,
    Reported,
    Skipped,
    Table,
    TableKind,
    Turn,
)
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack

TurnScore = tuple[tuple[str, ...], int]
"""The words that a turn makes and its points."""

_Scorer = Callable[[Turn, Placement], TurnScore]
"""Words and points of the play in a turn that is played again from its `before`."""


def rescored(table: Table, number: int, placement: Placement) -> tuple[TurnScore, ...]:
    """Words and points of turn `number` with another play, and of each turn after it.

    Refused if a later turn no longer fits, saying which and why.
    """

    def score(turn: Turn, laid: Placement) -> TurnScore:
        try:
            played = require_play(turn.before, turn.seat, laid, table.rulebook)
        except IllegalError as error:
            raise error if turn.number == number else _does_not_fit(turn, error) from error
        return tuple(word.word for word in played.words), played.total

    turns, _ = _played_again(table, number, placement, score)
    for turn in turns:
        try:
            _require_still_possible(table, turn)
        except IllegalError as error:
            raise _does_not_fit(turn, error) from error
    return tuple((turn.move.words if isinstance(turn.move, Played) else (), turn.points) for turn in turns)


def _require_still_possible(table: Table, turn: Turn) -> None:
    if not turn.before.partial and somebody_is_out(turn.before):
        raise IllegalError("game-over", "the game would have ended before this turn")
    if isinstance(turn.move, Exchanged):
        tiles = turn.move.tiles
        told = tiles if isinstance(tiles, int) else tiles.tiles
        require_exchange(turn.before, turn.seat, told, table.rulebook)


def _does_not_fit(turn: Turn, error: IllegalError) -> IllegalError:
    return IllegalError(
        "later-turn-does-not-fit",
        f"turn {turn.number} no longer fits: {error}; undo or correct that turn first",
        turn=turn.number,
        reason=error.code,
    )


def corrected(table: Table, number: int, placement: Placement, scores: tuple[TurnScore, ...]) -> Table:
    """The table in which turn `number` was that play; `scores` are the words and points from there on."""
    turns, position = _played_again(table, number, placement, lambda turn, _: scores[turn.number - number])
    after = replace(
        table,
        turns=(*table.turns[: number - 1], *turns),
        position=_present(table, position),
        tentative=None,
        allowed=False,
        count=None,
        signatures=(),
        accepted_by=None,
    )
    if table.ending is None:
        return after
    ended_by_turns = table.ending.reason is reason_in_turns(table)
    if ended_by_turns and table.ending.reason is not reason_in_turns(after):
        return replace(after, ending=None)
    return replace(after, ending=replace(table.ending, before=position))


def _played_again(
    table: Table, number: int, placement: Placement, score: _Scorer
) -> tuple[tuple[Turn, ...], Position]:
    """The turns from `number` on, and the position after them, before any ending."""
    old = table.turns[number - 1 :]
    end = table.position if table.ending is None else table.ending.before
    position = old[0].before
    turns: list[Turn] = []
    for turn, recorded in zip(old, (*(later.before for later in old[1:]), end), strict=True):
        move = Played(placement, ()) if turn.number == number else turn.move
        again, position = _turn_again(table, replace(turn, before=position, move=move), score)
        turns.append(again)
        if turn.awards:
            position = with_points(position, turn.awards)
        if table.kind is TableKind.VIRTUAL:
            # A correction lays the same tiles, so bag and racks are those that were recorded.
            position = replace(position, bag=recorded.bag, racks=recorded.racks)
    return tuple(turns), position


def _turn_again(table: Table, turn: Turn, score: _Scorer) -> tuple[Turn, Position]:
    """A turn taken once more from its `before`, and the position after it and its draw."""
    match turn.move:
        case Played(placement, _) if not turn.ruled_off:
            words, points = score(turn, placement)
            again = replace(turn, move=Played(placement, words), points=points)
            position = after_play(turn.before, table.seats, placement, points)
            was_drawn = turn.drawn is not None or turn.closed
            if was_drawn and table.kind is TableKind.PHYSICAL and not position.partial:
                drawn = draw_to(position, turn.seat, table.rulebook.table.rack_size or 0)
                again = replace(again, drawn=holding_of(drawn, position.board.tile_set))
                position = after_draw(position, turn.seat, drawn)
            return again, position
        case Exchanged(tiles):
            told = tiles.tiles if isinstance(tiles, Rack) else tiles
            bag = turn.before.bag
            return turn, after_exchange(turn.before, table.seats, told, count_of(tiles), bag)
        case Played() | Passed() | Skipped():
            return turn, after_lost_turn(turn.before, table.seats)
        case Reported():
            return turn, after_report(turn.before, table.seats, turn.points)
        case _:
            assert_never(turn.move)


def _present(table: Table, position: Position) -> Position:
    """The corrected position as it is now: racks filled for the count, and known where they were told."""
    if table.kind is TableKind.VIRTUAL:
        return replace(position, bag=table.position.bag, racks=table.position.racks)
    if table.ending is not None and table.ending.before.bag != table.position.bag:
        position = after_fill(position, fills(position, table.rulebook.table.rack_size or 0))
    for seat, rack in enumerate(table.position.racks):
        fits = isinstance(rack, Rack) and len(rack) == count_of(position.racks[seat])
        if fits and isinstance(rack, Rack) and not missing_tiles(position, seat, rack.counts()):
            position = with_rack(position, seat, rack)
    return position
