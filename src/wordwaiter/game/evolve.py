"""Facts fold into state: what a table is after each thing that happened. Nothing is judged here."""

from collections.abc import Iterable
from typing import Final, assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game import facts as f
from wordwaiter.game.deciders.correction import corrected
from wordwaiter.game.holdings import holding_of
from wordwaiter.game.positions import (
    after_draw,
    after_exchange,
    after_fill,
    after_lost_turn,
    after_play,
    after_report,
    with_points,
    with_rack,
    without_refuted_racks,
)
from wordwaiter.game.replacing import replace
from wordwaiter.game.signers import signer_named
from wordwaiter.game.table import (
    Ending,
    EndReason,
    Exchanged,
    Move,
    OpenChallenge,
    Passed,
    Played,
    Position,
    Reported,
    Ruling,
    Skipped,
    Table,
    Turn,
)
from wordwaiter.game.timing import clocks_for, keep_time
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook, TurnChallenge


def fold(rulebook: Rulebook, facts: Iterable[f.Fact]) -> Table:
    """The table that these facts tell of, the first of which opened it."""
    told = iter(facts)
    first = next(told, None)
    if not isinstance(first, f.TableOpened):
        raise MalformedError("not-opened", "the first fact of a table must open it")
    table = opened(rulebook, first)
    for fact in told:
        table = evolve(table, fact)
    return table


def evolve(table: Table, fact: f.Fact) -> Table:
    """The table after `fact`."""
    after = _applied(table, fact)
    if isinstance(fact, f.RulingGiven):
        after = replace(after, before_ruling=table)
    elif after.before_ruling is not None and not _leaves_the_ruling_last(fact):
        after = replace(after, before_ruling=None)
    clocks = keep_time(table, after, fact.at_ms)
    if clocks is after.clocks and after.at_ms == fact.at_ms:
        return after
    return replace(after, clocks=clocks, at_ms=fact.at_ms)


_AFTER_A_RULING: Final = (
    f.TurnSkipped,
    f.RacksFilled,
    f.RackDeclared,
    f.RackLeftUnknown,
    f.ResultCounted,
    f.ResultSigned,
    f.ResultAccepted,
    f.ResultReturned,
    f.ClockPaused,
    f.ClockResumed,
    f.ClockAdjusted,
)
"""Facts that may follow a ruling that can still be undone: what the rules make of it, count and clocks."""
_ENDED_BY_THE_RULES: Final = (EndReason.OUT, EndReason.NO_PLAY, EndReason.SCORELESS, EndReason.TIME)


def _leaves_the_ruling_last(fact: f.Fact) -> bool:
    """Checks if nobody has played or decided anything since the ruling."""
    if isinstance(fact, f.GameEnded):
        return not fact.note and fact.reason in _ENDED_BY_THE_RULES
    return isinstance(fact, _AFTER_A_RULING)


def opened(rulebook: Rulebook, fact: f.TableOpened) -> Table:
    """The table as it is set up."""
    if fact.rulebook != rulebook.name:
        raise MalformedError(
            "other-rulebook",
            f"this table uses the rulebook {fact.rulebook}, not {rulebook.name}",
            rulebook=fact.rulebook,
        )
    tile_set = rulebook.table.tile_set
    empty = empty_board(rulebook.table.layout, tile_set)
    board = empty.with_tiles((*fact.board.laid, *fact.starting_word.laid))
    racks = tuple(holding_of(tiles, tile_set) for tiles in fact.racks)
    clocks = clocks_for(rulebook, len(fact.sides), fact.room_ms, fact.side_ms)
    return Table(
        rulebook=rulebook,
        kind=fact.table_kind,
        sides=fact.sides,
        contenders=fact.contenders,
        seats=fact.seats,
        position=Position(board, fact.bag, racks, fact.scores, to_move=0, scoreless=fact.scoreless),
        clocks=clocks.room_started(fact.at_ms) if fact.room_running else clocks,
        at_ms=fact.at_ms,
        opened_ms=fact.at_ms,
        opening_scores=fact.scores,
        announcement=fact.announcement,
        starting_word=fact.starting_word,
        first_draw=(None,) * len(fact.seats),
    )


def _applied(table: Table, fact: f.Fact) -> Table:
    match fact:
        case f.TableOpened():
            raise MalformedError("opened-twice", "this table is already open")
        case f.FirstTileDrawn(seat=seat, tile=tile):
            drawn = table.first_draw or ()
            return replace(table, first_draw=(*drawn[:seat], tile, *drawn[seat + 1 :]))
        case f.FirstDrawTied():
            return replace(table, first_draw=(None,) * len(table.seats))
        case f.PlayBegan(seat=seat, racks=racks):
            position = after_fill(replace(table.position, to_move=seat), racks)
            return replace(table, first_draw=None, position=position)
        case f.FirstPlayerChosen(seat=seat):
            return replace(table, position=replace(table.position, to_move=seat))
        case f.TilesLaid(placement=placement):
            return replace(table, turns=_turns_closed(table), tentative=placement, at_ms=fact.at_ms)
        case f.TilesLifted():
            return replace(table, tentative=None)
        case f.PlayAnnounced() | f.TilesExchanged() | f.TurnPassed() | f.TurnTimedOut():
            return _turn_taken(table, fact)
        case f.PointsReported() | f.TurnSkipped():
            return _turn_taken(table, fact)
        case f.TilesDrawn(seat=seat, tiles=tiles):
            return _drawn(table, seat, tiles, fact.at_ms)
        case f.HoldCalled(seat=seat):
            return replace(table, hold=seat)
        case f.HoldReleased():
            return replace(table, hold=None)
        case f.PlayChallenged(seat=seat, words=words):
            return replace(table, challenge=OpenChallenge(seat, words, fact.at_ms), allowed=False)
        case f.RulingGiven():
            return _ruled(table, fact)
        case f.LateAllowed():
            return replace(table, allowed=True)
        case f.ClockPaused(reason=reason):
            return replace(table, pause=reason)
        case f.ClockResumed():
            return replace(table, pause=None)
        case f.ClockAdjusted(clock=clock, side=side, by_ms=by_ms):
            return replace(table, clocks=table.clocks.adjusted(clock, side, by_ms))
        case f.TimeCalled():
            return replace(table, time_called=True)
        case f.TurnUndone(number=number, bag=bag):
            return _undone(table, number, bag)
        case f.RulingUndone():
            return _ruling_undone(table)
        case f.EndingUndone(bag=bag):
            return _ending_undone(table, bag)
        case f.TurnCorrected(number=number, placement=placement, scores=scores):
            return corrected(table, number, placement, scores)
        case f.GameEnded():
            ending = Ending(
                fact.reason,
                fact.note,
                fact.by,
                fact.at_ms,
                table.position,
                fact.evidence,
                loser=fact.loser,
            )
            return replace(table, ending=ending, tentative=None, allowed=False, end_offer=None)
        case f.EndOffered(seat=seat):
            return replace(table, end_offer=seat)
        case f.EndOfferDeclined():
            return replace(table, end_offer=None)
        case f.RacksFilled(drawn=filled):
            return replace(
                table,
                position=after_fill(table.position, filled),
                ending=table.ending and replace(table.ending, racks_filled=True),
            )
        case f.RackDeclared(seat=seat, tiles=told):
            return _rack_declared(table, seat, told)
        case f.RackLeftUnknown(seat=seat):
            return _rack_declared(table, seat, (), is_known=False)
        case f.ResultCounted(adjustments=adjustments):
            return replace(table, count=adjustments)
        case f.ResultSigned(signer=signer):
            signed_by = signer_named(table, signer.name) if isinstance(signer, f.NamedSigner) else signer
            return replace(table, signatures=(*table.signatures, signed_by), hold=None)
        case f.ResultAccepted(by=by):
            return replace(table, accepted_by=by, hold=None)
        case f.ResultReturned(reason=reason):
            return replace(table, signatures=(), accepted_by=None, returned=reason)
        case f.SideRenamed(side=side, name=name):
            return table.with_side_named(side, name)
        case _:
            assert_never(fact)


# ---------------------------------------------------------------- turns


def _turn_taken(
    table: Table,
    fact: (
        f.PlayAnnounced | f.TilesExchanged | f.TurnPassed | f.TurnTimedOut | f.PointsReported | f.TurnSkipped
    ),
) -> Table:
    seats, position = table.seats, table.position
    move: Move
    points = 0
    drawn: f.Tiles | None = None
    match fact:
        case f.PlayAnnounced(placement=placement, words=words, points=points):
            move = Played(placement, words)
            held = without_refuted_racks(position, position.to_move, placement.kinds)
            after = after_play(held, seats, placement, points)
        case f.TilesExchanged(tiles=tiles, drawn=drawn, bag=bag):
            move = Exchanged(holding_of(tiles, position.board.tile_set))
            held = without_refuted_racks(position, position.to_move, () if isinstance(tiles, int) else tiles)
            after = after_exchange(held, seats, tiles, drawn, bag)
        case f.TurnPassed(cannot_play=cannot_play):
            move = Passed(cannot_play)
            after = after_lost_turn(position, seats)
        case f.TurnTimedOut(clause=clause):
            move = Passed(clause=clause)
            after = after_lost_turn(position, seats)
        case f.TurnSkipped(clause=clause):
            move = Skipped(clause)
            after = after_lost_turn(position, seats)
        case f.PointsReported(points=points):
            move = Reported()
            after = after_report(position, seats, points)
        case _:
            assert_never(fact)
    # A lost turn does not begin, so it closes nothing: the draw of the seat before it is still due.
    turns = table.turns if isinstance(move, Skipped) else _turns_closed(table)
    turn = Turn(
        number=len(table.turns) + 1,
        seat=fact.seat,
        move=move,
        points=points,
        before=position,
        at_ms=fact.at_ms,
        drawn=None if drawn is None else holding_of(drawn, position.board.tile_set),
    )
    return replace(
        table,
        position=after,
        turns=(*turns, turn),
        tentative=None,
        allowed=False,
        end_offer=None,
        hold=None,
    )


def _drawn(table: Table, seat: int, tiles: f.Tiles, at_ms: int) -> Table:
    index = last_taken(table)
    if index is None:
        raise MalformedError("nothing-drawn", "nobody has played a turn yet")
    drawn = holding_of(tiles, table.position.board.tile_set)
    turn = replace(table.turns[index], drawn=drawn, drawn_ms=at_ms)
    after = after_draw(table.position, seat, tiles)
    turns, hold = _turns_with(table, index, turn), _hold_after_draw(table)
    return replace(table, turns=turns, position=after, hold=hold, at_ms=at_ms)


def _hold_after_draw(table: Table) -> int | None:
    """Returns the seat whose hold stays on; where nobody draws during a hold, none does."""
    rules = table.rulebook.challenge
    is_courtesy = isinstance(rules, TurnChallenge) and rules.courtesy_draw is not None
    return table.hold if is_courtesy else None


def _turns_closed(table: Table) -> tuple[Turn, ...]:
    """The turns so far, when the next seat begins its own."""
    index = last_taken(table)
    if index is None or table.turns[index].closed:
        return table.turns
    return _turns_with(table, index, replace(table.turns[index], closed=True))


def last_taken(table: Table) -> int | None:
    """The index of the last turn that was not skipped."""
    for index in range(len(table.turns) - 1, -1, -1):
        if not isinstance(table.turns[index].move, Skipped):
            return index
    return None


def _with_turn(table: Table, index: int, turn: Turn) -> Table:
    return replace(table, turns=_turns_with(table, index, turn))


def _turns_with(table: Table, index: int, turn: Turn) -> tuple[Turn, ...]:
    return (*table.turns[:index], turn, *table.turns[index + 1 :])


# ---------------------------------------------------------------- rulings and what is taken back


def _ruled(table: Table, fact: f.RulingGiven) -> Table:
    challenge, turn = table.challenge, table.turns[-1]
    if challenge is None:
        raise MalformedError("nothing-to-rule", "no challenge is waiting for a ruling")
    ruling = Ruling(challenge.words, challenge.seat, fact.good, fact.by, fact.ground)
    ruled = replace(turn, ruling=ruling, awards=fact.awards)
    after = replace(table, challenge=None, hold=None, tentative=None, allowed=False)
    if fact.good:
        position = with_points(table.position, fact.awards)
        # An ending that is taken back leaves the ruling, and so its points, as they are.
        ending = table.ending and replace(table.ending, before=with_points(table.ending.before, fact.awards))
        after = replace(_with_turn(after, turn.number - 1, ruled), position=position, ending=ending)
        # Whoever signed before did not sign these totals.
        return replace(after, signatures=(), accepted_by=None) if any(fact.awards) else after
    before = turn.before if fact.bag is None else replace(turn.before, bag=fact.bag)
    position = with_points(after_lost_turn(before, table.seats), fact.awards)
    off = replace(ruled, points=0, drawn=None, drawn_ms=None)
    return replace(_running_again(_with_turn(after, turn.number - 1, off)), position=position)


def _undone(table: Table, number: int, bag: f.Tiles | None) -> Table:
    before = table.turns[number - 1].before
    position = before if bag is None else replace(before, bag=bag)
    after = _running_again(replace(table, challenge=None, hold=None, tentative=None, allowed=False))
    after = replace(after, position=position, turns=table.turns[: number - 1])
    index = last_taken(after)
    # The turn that closed the one before it never was.
    return after if index is None else _with_turn(after, index, replace(after.turns[index], closed=False))


def _ruling_undone(table: Table) -> Table:
    """The table as it was before the ruling; time that has gone by since is not given back."""
    if table.before_ruling is None:
        raise MalformedError("nothing-ruled", "the last decision was not a ruling")
    return replace(
        table.before_ruling,
        clocks=table.clocks,
        pause=table.pause,
        returned=table.returned,
        before_ruling=None,
    )


def _ending_undone(table: Table, bag: f.Tiles | None) -> Table:
    if table.ending is None:
        raise MalformedError("not-ended", "the game has not ended")
    before = table.ending.before
    position = before if bag is None else replace(before, bag=bag)
    return replace(_running_again(table), position=position, time_called=False, challenge=None)


def _running_again(table: Table) -> Table:
    return replace(table, ending=None, count=None, signatures=(), accepted_by=None)


def _rack_declared(table: Table, seat: int, tiles: tuple[str, ...], *, is_known: bool = True) -> Table:
    rack = rack_of(tiles, table.position.board.tile_set)
    position = with_rack(table.position, seat, rack)
    if table.ending is None:
        return replace(table, position=without_refuted_racks(position, seat, tiles))
    after = replace(table, position=position)
    others = tuple(each for each in table.ending.unknown if each != seat)
    ending = replace(table.ending, unknown=others if is_known else tuple(sorted((*others, seat))))
    return replace(after, ending=ending, count=None, signatures=(), accepted_by=None)
