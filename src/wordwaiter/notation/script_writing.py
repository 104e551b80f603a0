"""A recorded table written out as a script, which tells the same game when it is run.

A virtual table is written as a physical one: the script then needs no chance to come out the same, and what
the racks hold is told where the count needs it.
"""

from collections.abc import Iterable, Iterator

from wordwaiter.game import facts as f
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.evolve import evolve, opened
from wordwaiter.game.holdings import count_of
from wordwaiter.game.result import scores
from wordwaiter.game.table import EndReason, Table, TableKind
from wordwaiter.notation.cgp import Position, write_cgp
from wordwaiter.notation.script import is_no_play
from wordwaiter.notation.watch import write_time
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.placement import Placement, play_text
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.rulebook import Rulebook

_TIME_WIDTH = 9


def write_script(rulebook: Rulebook, facts: Iterable[f.Fact]) -> str:
    """The script of a table, with its scores expected after each turn and at the end."""
    first, *rest = facts
    if not isinstance(first, f.TableOpened):
        raise ValueError("the facts of a table begin with its opening")
    lines = [*_header(rulebook, first), ""]
    table = opened(rulebook, first)
    expected = scores(table)
    for fact in rest:
        told = list(_told(table, fact))
        # What follows from a line by itself belongs to it, so its scores are expected before the next line.
        if told and scores(table) != expected:
            expected = scores(table)
            lines += _expected_scores(table)
        lines += (f"{write_time(fact.at_ms).ljust(_TIME_WIDTH)} {line}" for line in told)
        table = evolve(table, fact)
    lines += _expected_scores(table)
    if table.ending is not None and table.count is not None:
        lines.append(f"{'':{_TIME_WIDTH}} expect ended {table.ending.reason.value}")
    return "\n".join(lines) + "\n"


def _header(rulebook: Rulebook, fact: f.TableOpened) -> Iterator[str]:
    yield f"rulebook  {fact.rulebook}"
    if len(fact.sides) == 1:
        yield f"side      {fact.sides[0]}"
        yield f"seats     {' | '.join(seat.name for seat in fact.seats)}"
    else:
        yield f"sides     {' | '.join(fact.sides)}"
    yield "kind      physical"
    if fact.announcement.starting_word is not None:
        yield f"start     {fact.announcement.starting_word}"
    if fact.announcement.surprise_word is not None:
        yield f"surprise  {fact.announcement.surprise_word}"
    for sponsor in fact.announcement.sponsors:
        yield f"sponsor   {sponsor}"
    if fact.room_ms is not None:
        yield f"room      {write_time(fact.room_ms)}"
    if fact.side_ms is not None:
        yield f"budget    {write_time(fact.side_ms)}"
    if fact.board.laid:
        yield f"position  {_position(rulebook, fact)}"


def _position(rulebook: Rulebook, fact: f.TableOpened) -> str:
    tile_set = rulebook.table.tile_set
    board = empty_board(rulebook.table.layout, tile_set).with_tiles(fact.board.laid)
    first, *others = (rack_of(() if isinstance(rack, int) else rack, tile_set) for rack in fact.racks)
    # CGP has two sides; a team alone has the second one empty.
    second = others[0] if len(fact.sides) > 1 else Rack(())
    own, other = (*fact.scores, 0)[:2]
    return write_cgp(Position(board, (first, second), (own, other), fact.scoreless))


def _expected_scores(table: Table) -> Iterator[str]:
    for side, score in zip(table.sides, scores(table), strict=True):
        yield f"{'':{_TIME_WIDTH}} expect score {side} {score}"


def _told(table: Table, fact: f.Fact) -> Iterator[str]:
    """The lines that bring a fact about; none if it follows from another by itself."""
    match fact:
        case f.FirstTileDrawn(_, _, seat, tile):
            yield f"{_name(table, seat)}: draws {tile}"
        case f.TilesLaid(_, _, seat, placement):
            yield f"{_name(table, seat)}: lays {_play(table, placement)}"
        case f.TilesLifted(_, _, seat):
            yield f"{_name(table, seat)}: lifts"
        case f.PlayAnnounced(_, _, seat, placement, _, _):
            laid = table.tentative == placement
            yield f"{_name(table, seat)}: " + ("announces" if laid else f"plays {_play(table, placement)}")
        case f.TilesDrawn(_, _, seat, _, inferred) if not inferred:
            yield f"{_name(table, seat)}: fills"
        case f.TilesExchanged(_, _, seat, tiles, _, _):
            told = tiles if isinstance(tiles, int) else _exchanged(table, tiles)
            yield f"{_name(table, seat)}: exchanges {told}"
        case f.TurnPassed(_, _, seat, cannot_play):
            yield f"{_name(table, seat)}: {'cannot play' if cannot_play else 'passes'}"
        case f.PointsReported(_, _, seat, points):
            yield f"{_name(table, seat)}: scores {points}"
        case f.HoldCalled(_, _, seat):
            yield f"{_name(table, seat)}: holds"
        case f.HoldReleased(_, _, seat):
            yield f"{_name(table, seat)}: releases"
        case f.PlayChallenged(_, _, seat, words):
            yield f"{_name(table, seat)}: challenges {' '.join(words)}"
        case f.RackDeclared(_, _, seat, tiles):
            yield f"{_name(table, seat)}: has {_rack(table, tiles) or 'nothing'}"
        case f.ResultSigned(_, _, signer):
            yield f"{signer}: signs"
        case f.ResultCounted() if table.kind is TableKind.VIRTUAL:
            # A physical table must be told what a virtual one knows.
            for seat, rack in enumerate(table.position.racks):
                yield (
                    f"{_name(table, seat)}: has {rack}"
                    if count_of(rack)
                    else f"{_name(table, seat)}: has nothing"
                )
        case _:
            yield from _told_of_officials(table, fact)


def _told_of_officials(table: Table, fact: f.Fact) -> Iterator[str]:
    match fact:
        case f.RulingGiven(_, _, good, ground, _, _):
            yield f"judge: rules {'good' if good else 'bad'} {ground}".rstrip()
        case f.LateAllowed(_, _, reason):
            yield f"judge: allows {reason}".rstrip()
        case f.ClockPaused(_, _, reason):
            yield f"director: pauses {reason}"
        case f.ClockResumed():
            yield "director: resumes"
        case f.ClockAdjusted(_, _, clock, side, by_ms, reason):
            whose = f" {table.sides[side]}" if clock is ClockKind.SIDE and side is not None else ""
            sign = "+" if by_ms >= 0 else ""
            yield f"director: adjusts {clock.value}{whose} {sign}{write_time(by_ms)} {reason}"
        case f.TimeCalled():
            yield "clock: time"
        case f.TurnUndone(_, _, _, _, reason) | f.EndingUndone(_, _, _, reason):
            yield f"director: undoes {reason}".rstrip()
        case f.TurnCorrected(_, _, number, placement, _, reason):
            board = table.turns[number - 1].before.board
            yield f"director: corrects {number} {play_text(board, placement)} {reason}".rstrip()
        case f.GameEnded(_, _, EndReason.AGREED, note, _):
            yield f"director: ends {note}"
        case f.GameEnded(_, _, EndReason.NO_PLAY, note, _) if note:
            yield f"director: ends {note if is_no_play(note) else f'no play: {note}'}"
        case f.ResultAccepted(_, _, note):
            yield f"director: ends {note or 'accepted'}"
        case _:
            pass


def _name(table: Table, seat: int) -> str:
    return table.seats[seat].name


def _play(table: Table, placement: Placement) -> str:
    return play_text(table.position.board, placement)


def _rack(table: Table, tiles: Iterable[str]) -> str:
    return str(rack_of(tiles, table.rulebook.table.tile_set))


def _exchanged(table: Table, tiles: tuple[str, ...]) -> str:
    """Which tiles were exchanged; of a virtual table how many, since its racks are not told in a script."""
    return str(len(tiles)) if table.kind is TableKind.VIRTUAL else _rack(table, tiles)
