"""A recorded table written out as a script, which tells the same game when it is run.

A virtual table is written as a physical one: the script then needs no chance to come out the same, and what
the racks hold is told where the count needs it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar, assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game import facts as f
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.evolve import evolve, opened
from wordwaiter.game.result import scores
from wordwaiter.game.signers import signer_name
from wordwaiter.game.table import EndReason, Table, TableKind
from wordwaiter.notation.cgp import Position, write_cgp
from wordwaiter.notation.script import is_no_play
from wordwaiter.notation.script_names import sayable, sayable_names
from wordwaiter.notation.script_words import DIRECTOR, JUDGE, SCOREKEEPER
from wordwaiter.notation.watch import write_time
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.placement import Placement, play_text
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook

_TIME_WIDTH = 9

T = TypeVar("T")


def write_script(rulebook: Rulebook, facts: Iterable[f.Fact]) -> str:
    """The script of a table, with its scores expected after each turn and at the end.

    Its watch shows 0:00 when the table was opened.
    """
    first, *rest = facts
    if not isinstance(first, f.TableOpened):
        raise MalformedError("not-opened", "the first fact of a table must open it")
    opening = _with_sayable_names(first)
    began = rest[0].seat if rest and isinstance(rest[0], f.PlayBegan) else None
    lines = [*_header(rulebook, opening, began), ""]
    table = opened(rulebook, opening)
    expected = scores(table)
    for fact in rest:
        if isinstance(fact, f.SideRenamed):
            continue  # in a script everybody is called as at first
        told = list(_lines(table, fact))
        if told and _racks_are_untold(table) and isinstance(fact, f.ResultSigned | f.ResultAccepted):
            lines += _timed(table.at_ms - first.at_ms, _racks_told(table))
        # What follows from a line by itself belongs to it, so its scores are expected before the next line.
        if told and scores(table) != expected and not _racks_are_untold(table):
            expected = scores(table)
            lines += _expected_scores(table)
        lines += _timed(fact.at_ms - first.at_ms, told)
        table = evolve(table, fact)
    if _racks_are_untold(table):
        if table.challenge is not None:
            return "\n".join(lines) + "\n"
        lines += _timed(table.at_ms - first.at_ms, _racks_told(table))
    lines += _expected_scores(table)
    if table.ending is not None and table.count is not None:
        lines.append(f"{'':{_TIME_WIDTH}} expect ended {table.ending.reason.value}")
    return "\n".join(lines) + "\n"


def _timed(at_ms: int, told: Iterable[str]) -> Iterator[str]:
    return (f"{write_time(at_ms).ljust(_TIME_WIDTH)} {line}" for line in told)


def _with_sayable_names(fact: f.TableOpened) -> f.TableOpened:
    """The opening with names that a script can say; a side of one seat is called as its seat."""
    sides = sayable_names(fact.sides)
    alone = len(sides) == 1
    names = sayable_names(tuple(seat.name for seat in fact.seats)) if alone else sides
    seats = tuple(replace(seat, name=name) for seat, name in zip(fact.seats, names, strict=True))
    return replace(fact, sides=sides, seats=seats)


def _racks_are_untold(table: Table) -> bool:
    """Checks whether a count was made of racks that only the software has seen.

    They are told before the first signature: a rack that is told later makes all sign again.
    """
    is_open = not table.signatures and table.accepted_by is None
    return table.kind is TableKind.VIRTUAL and table.count is not None and is_open


def _racks_told(table: Table) -> Iterator[str]:
    for seat, rack in enumerate(table.position.racks):
        yield f"{_name(table, seat)}: has {str(rack) or 'nothing'}"


def _header(rulebook: Rulebook, fact: f.TableOpened, began: int | None) -> Iterator[str]:
    """The head of the script; where play began at once, the seat that began comes first."""
    yield f"rulebook  {fact.rulebook}"
    if len(fact.sides) == 1:
        yield f"side      {fact.sides[0]}"
        yield f"seats     {' | '.join(seat.name for seat in _from(began, fact.seats))}"
    else:
        yield f"sides     {' | '.join(_from(began, fact.sides))}"
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
    if began is not None and not fact.starting_word.laid:
        yield f"position  {_position(rulebook, fact, began)}"


def _position(rulebook: Rulebook, fact: f.TableOpened, began: int) -> str:
    tile_set = rulebook.table.tile_set
    board = empty_board(rulebook.table.layout, tile_set).with_tiles(fact.board.laid)
    racks = tuple(
        rack_of(() if isinstance(rack, int) else rack, tile_set) for rack in _from(began, fact.racks)
    )
    # CGP has two scores; a team alone has nothing for the second.
    first, second = (*fact.scores, 0) if len(fact.sides) == 1 else _from(began, fact.scores)
    return write_cgp(Position(board, racks, (first, second), fact.scoreless))


def _from(began: int | None, by_seat: tuple[T, ...]) -> tuple[T, ...]:
    """Returns values by seat, beginning with the seat that began."""
    return by_seat[began or 0 :] + by_seat[: began or 0]


def _expected_scores(table: Table) -> Iterator[str]:
    for side, score in zip(table.sides, scores(table), strict=True):
        yield f"{'':{_TIME_WIDTH}} expect score {side} {score}"


def _lines(table: Table, fact: f.Fact) -> Iterator[str]:
    """The lines that bring a fact about; none if it follows from another by itself."""
    match fact:
        case f.FirstTileDrawn(_, _, seat, tile):
            yield f"{_name(table, seat)}: draws {tile}"
        case f.FirstPlayerChosen(_, _, seat):
            yield f"{_name(table, seat)}: begins"
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
        case f.TurnTimedOut(_, _, seat):
            yield f"{_name(table, seat)}: passes"
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
        case f.RackLeftUnknown(_, _, seat):
            yield f"{_name(table, seat)}: has unknown"
        case f.EndOffered(_, _, seat):
            yield f"{_name(table, seat)}: offers to end"
        case f.EndOfferDeclined(_, _, seat):
            yield f"{_name(table, seat)}: declines the end"
        case f.ResultSigned(member=member):
            who = signer_name(table, evolve(table, fact).signatures[-1])
            yield f"{who}: signs {member}".rstrip()
        case f.TableOpened() | f.FirstDrawTied() | f.PlayBegan() | f.TilesDrawn() | f.TurnSkipped():
            pass  # they follow from what was told before
        case _:
            yield from _official_lines(table, fact)


def _official_lines(
    table: Table,
    fact: (
        f.RulingGiven
        | f.LateAllowed
        | f.OfficialFact
        | f.GameEnded
        | f.RacksFilled
        | f.ResultCounted
        | f.ResultAccepted
        | f.ResultReturned
    ),
) -> Iterator[str]:
    match fact:
        case f.RulingGiven(_, by, good, ground, _, _):
            yield _said(by, (JUDGE, DIRECTOR), f"rules {'good' if good else 'bad'}", ground)
        case f.LateAllowed(_, by, reason):
            yield _said(by, (JUDGE, DIRECTOR, SCOREKEEPER), "allows", reason)
        case f.ClockPaused(_, _, reason):
            yield f"director: pauses {sayable(reason)}"
        case f.ClockResumed():
            yield "director: resumes"
        case f.ClockAdjusted(_, _, clock, side, by_ms, reason):
            whose = f" {table.sides[side]}" if clock is ClockKind.SIDE and side is not None else ""
            sign = "+" if by_ms >= 0 else ""
            yield f"director: adjusts {clock.value}{whose} {sign}{write_time(by_ms)} {sayable(reason)}"
        case f.TimeCalled():
            yield "clock: time"
        case f.RulingUndone(_, by, _, reason):
            yield _said(by, (JUDGE, DIRECTOR), "withdraws the ruling", reason)
        case f.TurnUndone(_, _, _, _, reason) | f.EndingUndone(_, _, _, reason):
            yield _said(DIRECTOR, (DIRECTOR,), "undoes", reason)
        case f.TurnCorrected(_, _, number, placement, _, reason):
            board = table.turns[number - 1].before.board
            yield _said(DIRECTOR, (DIRECTOR,), f"corrects {number} {play_text(board, placement)}", reason)
        case f.GameEnded(_, _, EndReason.RESIGNED, loser=loser) if loser is not None:
            yield f"{table.sides[loser]}: resigns"
        case f.GameEnded(_, _, EndReason.LEFT, loser=loser) if loser is not None:
            yield f"{table.sides[1 - loser]}: claims the win"
        case f.GameEnded(_, _, EndReason.AGREED, _, _) if table.end_offer is not None:
            yield f"{table.sides[1 - table.seats[table.end_offer].side]}: accepts the end"
        case f.GameEnded(_, _, EndReason.AGREED, note, _):
            yield f"director: ends {f'agreed: {sayable(note)}' if is_no_play(note) else sayable(note)}"
        case f.GameEnded(_, _, EndReason.NO_PLAY, note, _) if note:
            yield f"director: ends {sayable(note) if is_no_play(note) else f'no play: {sayable(note)}'}"
        case f.ResultAccepted(_, _, note):
            yield f"director: ends {sayable(note) or 'accepted'}"
        case f.ResultReturned(_, _, reason):
            yield f"director: returns {sayable(reason)}"
        case f.GameEnded() | f.RacksFilled() | f.ResultCounted() | f.SideRenamed():
            pass  # they follow from what was told before
        case _:
            assert_never(fact)


def _said(by: str, may: tuple[str, ...], what: str, reason: str) -> str:
    """The line of an official, or of the first who may if the record has another name for them."""
    return f"{by if by in may else may[0]}: {what} {sayable(reason)}".rstrip()


def _name(table: Table, seat: int) -> str:
    return table.seats[seat].name


def _play(table: Table, placement: Placement) -> str:
    return play_text(table.position.board, placement)


def _rack(table: Table, tiles: Iterable[str]) -> str:
    return str(rack_of(tiles, table.rulebook.table.tile_set))


def _exchanged(table: Table, tiles: tuple[str, ...]) -> str:
    """Returns the tiles exchanged; their number at a virtual table, whose racks no script tells."""
    return str(len(tiles)) if table.kind is TableKind.VIRTUAL else _rack(table, tiles)
