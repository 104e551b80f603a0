"""A played table as a game record, which can be written as GCG."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, assert_never

from wordwaiter.errors import IllegalError
from wordwaiter.game.holdings import count_of, unseen_tiles
from wordwaiter.game.queries import explain_count
from wordwaiter.game.table import (
    Adjustment,
    Cause,
    Exchanged,
    Holding,
    Passed,
    Played,
    Reported,
    Skipped,
    Table,
    Turn,
)
from wordwaiter.notation import record as r
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.placement import play_text
from wordwaiter.rules.rack import Rack, rack_of
from wordwaiter.rules.scoring import score_play

_MADE_UP: Final = "The tiles were not told. Those that stand here are any of the unseen ones."
"""Said of a turn whose rack nobody knows: other programs read no such turn without one."""


def record_of(
    table: Table, notes: Mapping[int, Sequence[str]] = MappingProxyType({}), lists: Sequence[str] = ()
) -> r.GameRecord:
    """The record of a table, as far as it was played; `notes` are said of its turns, by their numbers.
    `lists` are the word lists that judged it, if not those of its rulebook.

    A side is a player, the one who began first, as other programs take it: of a team around one board, all
    turns are the team's. What no game record can tell is refused: turns that were entered as points only, and
    a game that began from a position.
    """
    if table.position.partial:
        raise IllegalError("partial-board", "some turns have only points, so no game record can be written")
    if not _began_empty(table):
        raise IllegalError(
            "given-position", "the game started from a position, so no game record can be written"
        )
    moves = tuple(_Totals(table, notes).moves())
    lists = lists or table.rulebook.words.lists
    pragmas = (
        *((r.Pragma("lexicon", lists[0].upper()),) if lists else ()),
        *(() if table.count is not None else (r.Pragma("incomplete", ""),)),
    )
    players = r.name_players(table.sides)
    if table.count is None:
        players = tuple(_with_rack(player, table, side) for side, player in enumerate(players))
    return _first_mover_first(r.GameRecord(players, moves, pragmas, tuple(notes.get(0, ()))))


def _first_mover_first(record: r.GameRecord) -> r.GameRecord:
    """The record with whoever began as the first player: Quackle and Macondo take the first one to begin."""
    if not record.moves or record.moves[0].player == 0:
        return record
    return replace(
        record,
        players=record.players[::-1],
        moves=tuple(replace(move, player=1 - move.player) for move in record.moves),
    )


def _began_empty(table: Table) -> bool:
    first = table.turns[0].before.board if table.turns else table.position.board
    return first.tile_counts() == table.starting_word.needs()


def _with_rack(player: r.RecordedPlayer, table: Table, side: int) -> r.RecordedPlayer:
    racks = [rack for seat, rack in zip(table.seats, table.position.racks, strict=True) if seat.side == side]
    known = racks[0] if len(racks) == 1 else None
    return r.RecordedPlayer(player.nick, player.name, known.tiles if isinstance(known, Rack) else None)


def _shown(turn: Turn) -> r.Tiles:
    """The tiles that a turn itself shows."""
    match turn.move:
        case Played(placement, _):
            return tuple(placement.needs().elements())
        case Exchanged(Rack(tiles)):
            return tiles
        case _:
            return ()


class _Totals:
    """The running totals of the sides, as moves are written down one after another."""

    def __init__(self, table: Table, notes: Mapping[int, Sequence[str]]) -> None:
        self._table = table
        self._notes = notes
        self._totals = [0] * len(table.sides)

    def moves(self) -> Iterator[r.RecordedMove]:
        """All lines of the record."""
        yield from self._starting_word()
        for turn in self._table.turns:
            first, *further = self._turn(turn, self._told_rack(turn))
            yield replace(first, notes=(*first.notes, *self._notes.get(turn.number, ())))
            yield from further
        for adjustment, told in zip(self._table.count or (), explain_count(self._table), strict=True):
            yield self._adjustment(adjustment, told)

    def _line(
        self, side: int, move: r.Move, points: int, rack: r.Tiles | None, note: str = ""
    ) -> r.RecordedMove:
        self._totals[side] += points
        return r.RecordedMove(side, move, points, self._totals[side], rack, (note,) if note else ())

    def _starting_word(self) -> Iterator[r.RecordedMove]:
        laid = self._table.starting_word
        rules = self._table.rulebook.table
        if laid.laid:
            yield self._line(
                0,
                _played(play_text(empty_board(rules.layout, rules.tile_set), laid)),
                self._table.opening_scores[0],
                tuple(tile.kind for tile in laid.tiles),
                "the starting word, laid by the committee",
            )

    def _told_rack(self, turn: Turn) -> r.Tiles | None:
        """The rack before a turn, or the part of it that this play or a later one shows; `None` if none does.

        Other programs read no pass and no exchange without a rack, and take a part of one.
        """
        holding = turn.before.racks[turn.seat]
        for own in (each for each in self._table.turns[turn.number - 1 :] if each.seat == turn.seat):
            held, shown = own.before.racks[own.seat], _shown(own)
            # A rack that lacks what is played from it was told wrongly.
            if isinstance(held, Rack) and not held.lacks(shown):
                return held.tiles if count_of(held) == count_of(holding) else None
            if shown:
                return rack_of(shown, own.before.board.tile_set).tiles
            if isinstance(own.move, Exchanged):
                return None
        return None

    def _turn(self, turn: Turn, rack: r.Tiles | None) -> Iterator[r.RecordedMove]:
        table = self._table
        side = table.seats[turn.seat].side
        match turn.move:
            case Played(placement, _):
                points = score_play(turn.before.board, placement, table.rulebook).total
                play = _played(play_text(turn.before.board, placement))
                yield self._line(side, play, points, rack)
                if turn.ruled_off:
                    yield self._line(side, r.PlayWithdrawn(), -points, rack)
                for winner, award in enumerate(turn.awards):
                    if award:
                        yield self._line(winner, r.ChallengeSurvived(), award, rack)
            case Exchanged(tiles):
                yield self._without_score(side, turn, _exchange(tiles), rack, count_of(tiles))
            case Passed():
                yield self._without_score(side, turn, r.Passed(), rack)
            case Skipped() as lost:
                yield self._without_score(side, turn, r.Passed(), rack, note=str(lost))
            case Reported():
                raise AssertionError("a partial board was refused above")
            case _:
                assert_never(turn.move)

    def _without_score(
        self, side: int, turn: Turn, move: r.Move, rack: r.Tiles | None, tiles: int = 1, note: str = ""
    ) -> r.RecordedMove:
        """A turn for nothing. Where no rack was told it has `tiles` of the unseen ones, the commonest."""
        if rack:
            return self._line(side, move, 0, rack, note)
        unseen = unseen_tiles(turn.before)
        likely = sorted(unseen.elements(), key=lambda tile: (-unseen[tile], tile))[:tiles]
        some = rack_of(likely, turn.before.board.tile_set).tiles
        return self._line(side, move, 0, some, " ".join(filter(None, (note, _MADE_UP))))

    def _adjustment(self, adjustment: Adjustment, told: str) -> r.RecordedMove:
        move: r.Move
        note = ""
        match adjustment.cause:
            case Cause.OWN_TILES:
                move = r.OwnRack(adjustment.tiles)
            case Cause.OTHERS_TILES | Cause.OTHERS_TILES_TWICE:
                move = r.OpponentsRack(adjustment.tiles)
            case Cause.OVERTIME:
                move = r.Overtime()
            case Cause.OVERTIME_MARGIN if adjustment.points < 0:
                move, note = r.Overtime(), told
            case Cause.OVERTIME_MARGIN:
                move, note = r.ChallengeSurvived(), told
            case Cause.SURPRISE_WORD | Cause.SPONSOR_WORD:
                # The form has no line for it; points for a challenge are the only ones that need no tiles.
                move, note = r.ChallengeSurvived(), told
            case _:
                assert_never(adjustment.cause)
        return self._line(adjustment.side, move, adjustment.points, adjustment.tiles or None, note)


def _played(text: str) -> r.TilesPlayed:
    """The play that `text` writes."""
    start, word = text.split()
    square, direction = parse_start(start)
    return r.TilesPlayed(square, direction, word)


def _exchange(tiles: Holding) -> r.Exchange:
    return r.TilesExchanged(tiles.tiles) if isinstance(tiles, Rack) else r.NumberExchanged(tiles)
