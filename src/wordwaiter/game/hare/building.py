"""Building and entering a board: squares change, and removed tiles are bought back."""

import random
from collections.abc import Iterable, Iterator

from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare import commands as c
from wordwaiter.game.hare.deciding import decides
from wordwaiter.game.hare.evolve import changed
from wordwaiter.game.hare.facts import (
    HareFact,
    RemovedCorrected,
    SquaresChanged,
    TilesBoughtBack,
    TilesGivenBack,
    TimeAdjusted,
)
from wordwaiter.game.hare.merge import merge
from wordwaiter.game.hare.round import HareRound, RoundStage
from wordwaiter.game.holdings import count_of
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon.tiles import BLANK
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.finished_board import (
    NONE_REMOVED,
    RemovedTiles,
    starting_word_problems,
    tile_name,
    tile_problems,
    unnamed_blanks,
)
from wordwaiter.rules.layout import Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.problem import Problem
from wordwaiter.rules.rack import Rack, rack_of


def require_building(hare_round: HareRound) -> None:
    """Refuse what needs a round that is running."""
    if hare_round.stage is not RoundStage.BUILDING:
        raise IllegalError(
            "round-over",
            "the round is over; do not touch the tiles",
            clause=hare_round.rulebook.clause_of("round_ending.signal"),
        )


# ---------------------------------------------------------------- squares


@decides
def paint(hare_round: HareRound, command: c.PaintBoard, now_ms: int) -> tuple[HareFact, ...]:
    """The squares change in which the board differs from what was known; none is no news."""
    before = hare_round.board
    for board in (command.board, *command.seen):
        if (board.layout, board.tile_set) != (before.layout, before.tile_set):
            raise MalformedError("other-board", "this board or tile set does not match")
    after = _meant(before, command)
    differing = [square for square in before.layout.squares() if before.at(square) != after.at(square)]
    laid = ((square, after.at(square)) for square in differing)
    placement = Placement(tuple((square, tile) for square, tile in laid if tile is not None))
    lifted = tuple(square for square in differing if after.at(square) is None)
    return _change(hare_round, placement, lifted, command.by, now_ms)


def _meant(before: Board, command: c.PaintBoard) -> Board:
    """The whole board as it is meant; refused where others have painted something else since."""
    if not command.seen:
        return command.board
    merged = merge(command.board, command.seen, before)
    if merged.contested and not command.over_others:
        raise _contested(merged.contested, command.board, before)
    return merged.board


def _contested(squares: Iterable[Square], mine: Board, theirs: Board) -> ConflictError:
    """Returns the refusal that names what each of two devices has on the same squares."""
    named = ", ".join(square.name for square in squares)
    own, other = (", ".join(_face(board.at(square)) for square in squares) for board in (mine, theirs))
    return ConflictError(
        "painted-elsewhere",
        f"somebody else changed {named}: yours {own}, theirs {other}. Check the table, then choose",
        squares=named,
        mine=own,
        theirs=other,
    )


def _face(tile: PlacedTile | None) -> str:
    """Returns the letter of a tile, small for a blank, and a dash for an empty square."""
    if tile is None:
        return "–"
    return tile.label.lower() if tile.is_blank else tile.label


@decides
def change_squares(hare_round: HareRound, command: c.ChangeSquares, now_ms: int) -> tuple[HareFact, ...]:
    """Some squares change; those that stay as they are are no news."""
    touched = (*command.laid.squares, *command.lifted)
    for square in touched:
        if square not in hare_round.board.layout:
            raise MalformedError("off-board", f"{square} is off the board", square=str(square))
        if touched.count(square) > 1:
            raise MalformedError("square-twice", f"{square} is listed twice; list it once")
    for square, tile in command.laid.laid:
        if tile.label not in hare_round.board.tile_set.values or (tile.label == BLANK and not tile.is_blank):
            raise MalformedError(
                "no-such-tile", f"{square}: there is no tile {tile.label!r}", square=str(square)
            )
    board = hare_round.board
    laid = Placement(tuple((square, tile) for square, tile in command.laid.laid if board.at(square) != tile))
    lifted = tuple(sorted(square for square in command.lifted if board.at(square) is not None))
    return _change(hare_round, laid, lifted, command.by, now_ms)


def _change(
    hare_round: HareRound, laid: Placement, lifted: tuple[Square, ...], by: str, now_ms: int
) -> tuple[HareFact, ...]:
    _require_open_board(hare_round)
    if not laid.laid and not lifted:
        return ()
    fact = SquaresChanged(now_ms, by, laid, lifted)
    for problem in _refusals(hare_round, changed(hare_round.board, fact)):
        raise problem.error()
    return (fact,)


def _require_open_board(hare_round: HareRound) -> None:
    match hare_round.stage:
        case RoundStage.BUILDING:
            return
        case RoundStage.ENTERING:
            if hare_round.kind is TableKind.VIRTUAL:
                require_building(hare_round)
        case RoundStage.SUBMITTED | RoundStage.ACCEPTED:
            raise ConflictError("board-submitted", "the board is handed in; an official can reopen it")


def _refusals(hare_round: HareRound, after: Board) -> Iterator[Problem]:
    """Yields the reasons why a board cannot be changed in this way.

    While the round runs, the team can correct a fault, so it is refused. After the signal the Word Waiter
    enters the board as it lies: the tally marks its faults, and judges rule on them. Which tiles were taken
    out is what somebody noted: where real tiles lie, a board that differs from it is marked too, not refused.
    """
    rulebook = hare_round.rulebook
    is_virtual = hare_round.kind is TableKind.VIRTUAL
    match hare_round.stage:
        case RoundStage.BUILDING:
            yield from starting_word_problems(after, rulebook, hare_round.announcement)
            yield from tile_problems(after, rulebook, hare_round.removed if is_virtual else NONE_REMOVED)
            if is_virtual:
                yield from unnamed_blanks(after, rulebook)
        case RoundStage.ENTERING | RoundStage.SUBMITTED | RoundStage.ACCEPTED:
            return


# ---------------------------------------------------------------- tiles for money, and time


@decides
def buy_back(
    hare_round: HareRound, command: c.BuyBack, now_ms: int, rng: random.Random
) -> tuple[HareFact, ...]:
    """Removed tiles come back at random: the software draws them where it knows which were removed."""
    require_building(hare_round)
    count, left = count_of(command.tiles), hare_round.removed.count
    clause = hare_round.rulebook.clause_of("building.tile_cents")
    if count < 1:
        raise MalformedError("no-tiles", "enter how many tiles to buy back")
    if count > left:
        raise IllegalError(
            "not-that-many-removed",
            f"you cannot buy back {count} tiles; {left} are out of play",
            clause=clause,
            removed=left,
        )
    cents = count * hare_round.rulebook.building.tile_cents if command.cents is None else command.cents
    if cents < 0:
        raise MalformedError("bad-price", "a price cannot be negative")
    return (TilesBoughtBack(now_ms, command.by, _bought(hare_round, command.tiles, clause, rng), cents),)


def _bought(hare_round: HareRound, wanted: Tiles, clause: str, rng: random.Random) -> Tiles:
    tile_set = hare_round.rulebook.table.tile_set
    removed = hare_round.removed
    if isinstance(wanted, int):
        if isinstance(removed, RemovedTiles):
            return rack_of(rng.sample(removed.tiles, wanted), tile_set).tiles
        return wanted
    if hare_round.kind is TableKind.VIRTUAL:
        raise MalformedError("tiles-are-drawn", "the program draws the tiles here; enter only how many")
    bought = rack_of(wanted, tile_set)
    if isinstance(removed, RemovedTiles) and (missing := Rack(removed.tiles).lacks(bought.tiles)):
        raise IllegalError(
            "not-removed",
            f"you cannot buy back {', '.join(map(tile_name, missing))}; it was not taken out",
            clause=clause,
        )
    return bought.tiles


@decides
def give_back(hare_round: HareRound, command: c.GiveBack, now_ms: int) -> tuple[HareFact, ...]:
    """The tiles of a purchase are out of play again; one that lies on the board is told as wrong there."""
    require_building(hare_round)
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for returning the tiles")
    if not any(purchase.tiles == command.tiles for purchase in hare_round.purchases):
        raise ConflictError("not-bought", f"{hare_round.team} did not buy back these tiles in this round")
    return (TilesGivenBack(now_ms, command.by, command.tiles, command.reason),)


@decides
def correct_removed(hare_round: HareRound, command: c.CorrectRemoved, now_ms: int) -> tuple[HareFact, ...]:
    """Other tiles are out of play than was told; the tally follows."""
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for correcting the tiles")
    if hare_round.is_handed_in:
        raise ConflictError("board-submitted", "the board is handed in; an official can reopen it")
    return (RemovedCorrected(now_ms, command.by, command.tiles, command.reason),)


@decides
def adjust_time(hare_round: HareRound, command: c.AdjustTime, now_ms: int) -> tuple[HareFact, ...]:
    """The round is given time, or loses some."""
    require_building(hare_round)
    if hare_round.clock is None:
        raise IllegalError(
            "no-such-clock", "this round has no clock", clause=hare_round.rulebook.clause_of("clock.game")
        )
    if not command.reason.strip():
        raise MalformedError("no-reason", "give a reason for changing the clock")
    return (TimeAdjusted(now_ms, command.by, command.by_ms, command.reason),)
