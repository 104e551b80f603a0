"""Responses about tables and Hare boards, made of what the caller may see."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from wordwaiter.game.clock import Remaining
from wordwaiter.game.deciders.laying import Preview
from wordwaiter.game.hare.round import (
    HareRound,
    Purchase,
    RoundStage,
    loose_tiles,
    remaining_ms,
    score_of,
    tally_of,
)
from wordwaiter.game.queries import turn_lines
from wordwaiter.game.signers import signer_name
from wordwaiter.game.table import Adjustment, EndReason, Stage, TableKind
from wordwaiter.game.views import SeatView, TableView, TurnView
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import Board
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.scoring import PlayScore
from wordwaiter.rules.shape import ShapeFault
from wordwaiter.service.tables.views import HareLook, TableLook
from wordwaiter.web.api.wire import LaidTile

Rows = Annotated[
    list[str],
    Meta(
        description="A line for each row, a sign for each square: a dot is empty, a small letter a blank, "
        "[CH] one tile of two letters."
    ),
]


def board_response(board: Board) -> list[str]:
    """A board row by row."""
    return board.text().splitlines()


def placement_response(placement: Placement | None) -> list[LaidTile] | None:
    """Tiles with their squares."""
    if placement is None:
        return None
    return [LaidTile(str(square), tile.label, tile.is_blank) for square, tile in placement.laid]


# ---------------------------------------------------------------- a play's score


class LetterResponse(msgspec.Struct):
    """A letter of a word, and what it brings."""

    square: str
    label: str
    blank: bool
    value: int
    premium: str
    """`plain` for one that was there before, or on a square that does nothing."""
    points: int


class WordResponse(msgspec.Struct):
    """A word, letter by letter."""

    word: str
    square: str
    direction: str
    letters: list[LetterResponse]
    letter_sum: int
    multiplier: int
    points: int


class ScoreResponse(msgspec.Struct):
    """The score of a play, word by word, the main one first."""

    words: list[WordResponse]
    bonus: int
    """For a full rack."""
    total: int
    lines: list[str]
    """A line for each word and bonus, to be read out."""


class FaultResponse(msgspec.Struct):
    """Something that keeps a play from being announced, and the clause that says so."""

    code: str
    sentence: str
    clause: str
    squares: list[str]


class PreviewResponse(msgspec.Struct):
    """A play that is not announced: what it would score, and what is wrong with it. Words are not judged."""

    tiles: list[LaidTile]
    score: ScoreResponse | None
    faults: list[FaultResponse]


def preview_response(preview: Preview) -> PreviewResponse:
    """A play before it is announced."""
    return PreviewResponse(
        placement_response(preview.placement) or [],
        None if preview.score is None else score_response(preview.score),
        [_fault_response(each) for each in preview.faults],
    )


def score_response(score: PlayScore) -> ScoreResponse:
    """Returns the score of a play as a response."""
    words: list[WordResponse] = msgspec.convert(score.plain()["words"], list[WordResponse])
    return ScoreResponse(words, score.bonus, score.total, list(score.explain()))


def _fault_response(fault: ShapeFault) -> FaultResponse:
    return FaultResponse(
        fault.code.value, fault.sentence, fault.clause, [str(each) for each in fault.squares]
    )


# ---------------------------------------------------------------- a table of turns


class SeatResponse(msgspec.Struct):
    """A seat, and the tiles that it holds if the caller may see them."""

    name: str
    side: int
    count: int | None
    """How many tiles; unknown when only points were told."""
    rack: list[str] | None


class TableResponse(msgspec.Struct):
    """A table as the caller may see it."""

    table: str
    version: int
    now_ms: int
    """The time of the watch; clocks are as of then."""
    side: int | None
    """The caller's own."""
    stage: Stage
    board: Rows
    tentative: list[LaidTile] | None
    sides: list[str]
    scores: list[int]
    seats: list[SeatResponse]
    to_move: int | None
    bag_count: int | None
    partial: bool
    """Some turn was entered as points only."""
    turns: list[TurnView]
    hold: int | None
    """The seat that called hold."""
    challenged: list[str]
    """Words that wait for a ruling."""
    left: Remaining
    paused: str | None
    ended: EndReason | None
    count: list[Adjustment] | None
    unsigned: list[str]
    preview: PreviewResponse | None


def table_response(look: TableLook) -> TableResponse:
    """A table as somebody sees it."""
    view: TableView = look.view
    return TableResponse(
        table=look.stream,
        version=look.version,
        now_ms=look.now_ms,
        side=look.side,
        stage=view.stage,
        board=board_response(view.board),
        tentative=placement_response(view.tentative),
        sides=list(view.sides),
        scores=list(view.scores),
        seats=[_seat_response(each) for each in view.seats],
        to_move=view.to_move,
        bag_count=view.bag_count,
        partial=view.partial,
        turns=list(view.turns),
        hold=view.hold,
        challenged=list(view.challenged),
        left=view.left,
        paused=view.paused,
        ended=view.ended,
        count=None if view.count is None else list(view.count),
        unsigned=[signer_name(look.table, signer) for signer in view.unsigned],
        preview=None if view.preview is None else preview_response(view.preview),
    )


@dataclass(frozen=True, slots=True)
class TurnResponse(TurnView):
    """A turn, with how it came to its points."""

    lines: tuple[str, ...]
    """Its words, its bonus and what a challenge brought, a line each."""


def turns_response(look: TableLook) -> list[TurnResponse]:
    """Returns the turns of a table as somebody sees them, each explained line by line."""
    return [
        TurnResponse(each.number, each.seat, each.text, each.points, turn_lines(look.table, each.number))
        for each in look.view.turns
    ]


def _seat_response(seen: SeatView) -> SeatResponse:
    rack = None if seen.rack is None else list(seen.rack.tiles)
    return SeatResponse(seen.seat.name, seen.seat.side, seen.count, rack)


# ---------------------------------------------------------------- a Hare board


class ScoreLineResponse(msgspec.Struct):
    """Points, what they are for, and the clause that gives or takes them."""

    cause: str
    points: int
    sentence: str
    clause: str | None


class BonusResponse(msgspec.Struct):
    """A word that brings a bonus."""

    kind: str
    word: str
    points: int


class BoardProblem(msgspec.Struct):
    """Something to look at on a board."""

    code: str
    note: bool
    """Only to be known; nothing is wrong."""
    sentence: str
    clause: str
    squares: list[str]
    words: list[str]


class BestResponse(msgspec.Struct):
    """The best board that the program found for a team's words and tiles."""

    rows: Rows
    total: int
    search_ms: int


class BoardResponse(msgspec.Struct):
    """A team's board as the caller may see it, with its tally."""

    board: str
    version: int
    now_ms: int
    team: str
    round: int
    kind: TableKind
    stage: RoundStage
    words: Announcement
    rows: Rows
    remaining_ms: int | None
    loose: list[str] | int
    """Tiles beside the board: which, or how many."""
    removed: list[str] | int
    purchases: list[Purchase]
    checked_by: str | None
    tally: list[WordResponse]
    bonuses: list[BonusResponse]
    problems: list[BoardProblem]
    lines: list[ScoreLineResponse]
    total: int
    accepted_total: int | None
    best: BestResponse | None
    """When the round is closed, and while no other round of boards is built."""


def hare_response(look: HareLook) -> BoardResponse:
    """A team's board as somebody sees it."""
    built: HareRound = look.board
    tally, score = tally_of(built), score_of(built)
    loose = loose_tiles(built)
    plain: dict[str, Any] = tally.plain()
    return BoardResponse(
        board=look.stream,
        version=look.version,
        now_ms=look.now_ms,
        team=built.team,
        round=built.number,
        kind=built.kind,
        stage=built.stage,
        words=built.announcement,
        rows=board_response(built.board),
        remaining_ms=remaining_ms(built, look.now_ms),
        loose=list(loose.tiles) if isinstance(loose, Rack) else loose,
        removed=list(built.removed.tiles) if isinstance(built.removed, RemovedTiles) else built.removed.count,
        purchases=list(built.purchases),
        checked_by=built.checked_by,
        tally=msgspec.convert(plain["words"], list[WordResponse]),
        bonuses=[BonusResponse(each.kind.value, each.word, each.points) for each in tally.bonuses],
        problems=msgspec.convert(plain["problems"], list[BoardProblem]),
        lines=msgspec.convert(score.plain()["lines"], list[ScoreLineResponse]),
        total=score.total,
        accepted_total=built.accepted_total,
        best=None
        if built.best is None
        else BestResponse(board_response(built.best.board), built.best.total, built.best.search_ms),
    )
