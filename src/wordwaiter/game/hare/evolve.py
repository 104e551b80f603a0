"""Facts of a Hare round fold into state. Nothing is judged here."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from wordwaiter.errors import MalformedError
from wordwaiter.game.clock import Countdown, Stopwatch
from wordwaiter.game.facts import Tiles
from wordwaiter.game.hare import facts as f
from wordwaiter.game.hare.round import (
    Correction,
    FaultRuling,
    FoundBoard,
    HareRound,
    Purchase,
    RoundStage,
    removed_of,
)
from wordwaiter.game.holdings import count_of
from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.finished_board import Removed, RemovedTiles, RemovedUnseen
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Rulebook


def fold(rulebook: Rulebook, facts: Iterable[f.HareFact]) -> HareRound:
    """The round that these facts tell of, the first of which opened it."""
    told = iter(facts)
    first = next(told, None)
    if not isinstance(first, f.RoundOpened):
        raise MalformedError("not-opened", "the first fact of a Hare round must open it")
    hare_round = opened(rulebook, first)
    for fact in told:
        hare_round = evolve(hare_round, fact)
    return hare_round


def opened(rulebook: Rulebook, fact: f.RoundOpened) -> HareRound:
    """The round as it begins."""
    if fact.rulebook != rulebook.name:
        raise MalformedError(
            "other-rulebook", f"this round used the rulebook {fact.rulebook}, not {rulebook.name}"
        )
    board = empty_board(rulebook.table.layout, rulebook.table.tile_set).with_tiles(fact.starting_word.laid)
    length_ms = fact.length_ms
    return HareRound(
        rulebook=rulebook,
        team=fact.team,
        contender=fact.contender,
        number=fact.number,
        kind=fact.table_kind,
        announcement=fact.announcement,
        board=board,
        removed=removed_of(fact.removed),
        clock=None if length_ms is None else Countdown(length_ms, Stopwatch(since_ms=fact.at_ms)),
        at_ms=fact.at_ms,
        opened_ms=fact.at_ms,
    )


def evolve(hare_round: HareRound, fact: f.HareFact) -> HareRound:
    """The round after `fact`."""
    return replace(_applied(hare_round, fact), at_ms=fact.at_ms)


def _applied(before: HareRound, fact: f.HareFact) -> HareRound:
    match fact:
        case f.RoundOpened():
            raise MalformedError("opened-twice", "this Hare round is already open")
        case f.SquaresChanged():
            return replace(before, board=changed(before.board, fact))
        case f.TilesBoughtBack(tiles=tiles, cents=cents):
            purchase = Purchase(tiles, cents, fact.at_ms)
            return replace(before, removed=_less(before, tiles), purchases=(*before.purchases, purchase))
        case f.TilesGivenBack(tiles=tiles):
            place = max(index for index, each in enumerate(before.purchases) if each.tiles == tiles)
            left = (*before.purchases[:place], *before.purchases[place + 1 :])
            return replace(before, removed=_more(before, tiles), purchases=left)
        case f.RemovedCorrected(tiles=tiles):
            return replace(before, removed=removed_of(tiles))
        case f.TimeAdjusted(by_ms=by_ms):
            return replace(before, clock=before.clock and before.clock.adjusted(by_ms))
        case f.EndSignalled():
            return replace(before, stage=RoundStage.ENTERING)
        case f.SignalWithdrawn():
            return replace(before, stage=RoundStage.BUILDING, removed=_untold(before.removed))
        case f.UnplayedResponse(points=points):
            return replace(before, removed=RemovedUnseen(before.removed.count, points))
        case f.BoardSubmitted(member=member):
            return replace(before, stage=RoundStage.SUBMITTED, checked_by=member)
        case f.TeamRenamed(name=name):
            return replace(before, team=name)
        case f.BoardReopened(reason=reason):
            # What was ruled on was the board as it lay then.
            return replace(
                before, stage=RoundStage.ENTERING, checked_by=None, returned=reason, fault_rulings=()
            )
        case f.FaultAccepted(fault=fault, reason=reason, by=by):
            ruling = FaultRuling(fault, (), reason, by)
            return replace(before, fault_rulings=(*before.fault_rulings, ruling))
        case f.WordsStruck(fault=fault, words=words, reason=reason, by=by):
            ruling = FaultRuling(fault, words, reason, by)
            return replace(before, fault_rulings=(*before.fault_rulings, ruling))
        case f.FaultRulingUndone(fault=fault):
            kept = tuple(each for each in before.fault_rulings if each.fault != fault)
            return replace(before, fault_rulings=kept)
        case f.PointsCorrected(points=points, reason=reason, by=by):
            return replace(before, corrections=(*before.corrections, Correction(points, reason, by)))
        case f.BoardAccepted(challenges=challenges, total=total):
            return replace(before, stage=RoundStage.ACCEPTED, challenges=challenges, accepted_total=total)
        case f.BestBoardFound(tiles=tiles, total=total, search_ms=search_ms):
            empty = empty_board(before.board.layout, before.board.tile_set)
            return replace(before, best=FoundBoard(empty.with_tiles(tiles.laid), total, search_ms))
        case _:
            assert_never(fact)


def changed(board: Board, fact: f.SquaresChanged) -> Board:
    """The board after tiles were laid over what lay there, and others lifted."""
    return board.without_tiles((*fact.laid.squares, *fact.lifted)).with_tiles(fact.laid.laid)


def _less(before: HareRound, bought: Tiles) -> Removed:
    """Returns the tiles out of play after some were bought back."""
    match before.removed:
        case RemovedTiles(tiles) if not isinstance(bought, int):
            left = Counter(tiles) - Counter(bought)
            return RemovedTiles(rack_of(left.elements(), before.rulebook.table.tile_set).tiles)
        case RemovedTiles() | RemovedUnseen():
            return removed_of(before.removed.count - count_of(bought))


def _more(before: HareRound, returned: Tiles) -> Removed:
    """Returns the tiles out of play after bought tiles went back."""
    match before.removed:
        case RemovedTiles(tiles) if not isinstance(returned, int):
            return RemovedTiles(rack_of((*tiles, *returned), before.rulebook.table.tile_set).tiles)
        case RemovedTiles() | RemovedUnseen():
            return removed_of(before.removed.count + count_of(returned))


def _untold(removed: Removed) -> Removed:
    """The value of tiles left over was told too early: the round goes on."""
    return RemovedUnseen(removed.count) if isinstance(removed, RemovedUnseen) else removed
