"""Faults of a team's finished board, whatever its words are."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.rules.announcement import Announcement, starting_tiles
from wordwaiter.rules.board import Board
from wordwaiter.rules.layout import Direction, Square
from wordwaiter.rules.problem import Problem, ProblemCode
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook
from wordwaiter.sentences import Wording, listed, said


@dataclass(frozen=True, slots=True)
class RemovedTiles:
    """The tiles that were taken out of play and not bought back, all known."""

    tiles: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        return len(self.tiles)


@dataclass(frozen=True, slots=True)
class RemovedUnseen:
    """So many tiles were taken out of play and not bought back, and nobody noted which."""

    count: int
    unplayed_points: int | None = None
    """The value of the team's leftover tiles, added up at the table."""


Removed = RemovedTiles | RemovedUnseen

NONE_REMOVED: Final = RemovedTiles()


def check_removed(removed: Removed, rulebook: Rulebook) -> None:
    """Refuse tiles that no set has, more than there are, or any where the rules take none out."""
    tile_set = rulebook.table.tile_set
    if removed != NONE_REMOVED and not isinstance(rulebook.play, Building):
        raise MalformedError(
            "none-removed", f"{rulebook.name} takes no tiles out; leave out the removed tiles"
        )
    if isinstance(removed, RemovedTiles):
        rack_of(removed.tiles, tile_set)
        if extra := Counter(removed.tiles) - Counter(tile_set.counts):
            label = min(extra)
            raise MalformedError(
                "bad-removed",
                f"you cannot take out {removed.tiles.count(label)} × {tile_name(label)}; the "
                f"{tile_set.short_title} set has {tile_set.counts[label]}",
                tile=label,
            )
    elif not 0 <= removed.count <= tile_set.size:
        raise MalformedError(
            "bad-removed", f"you cannot take out {removed.count} tiles; the set has {tile_set.size}"
        )


def tile_name(label: str) -> str:
    """A tile as people call it."""
    return said("blank") if label == BLANK else label


def board_problems(
    board: Board, rulebook: Rulebook, announcement: Announcement, removed: Removed
) -> tuple[Problem, ...]:
    """Returns faults of the board as it lies: connections, lengths, tiles, the starting word."""
    if board.is_empty:
        setting = "placing.joining" if announcement.starting_word is None else "table.starting_word"
        sentence = said("the board is empty; enter the tiles that lie on it")
        return (Problem(ProblemCode.EMPTY_BOARD, sentence, rulebook.clause_of(setting)),)
    return (
        *starting_word_problems(board, rulebook, announcement),
        *_connection_problems(board, rulebook),
        *_length_problems(board, rulebook),
        *unnamed_blanks(board, rulebook),
        *tile_problems(board, rulebook, removed),
    )


# ---------------------------------------------------------------- the starting word, connections, lengths


def starting_word_problems(board: Board, rulebook: Rulebook, announcement: Announcement) -> Iterator[Problem]:
    """One problem if letters of the starting word do not lie where the committee had them laid.

    A blank that stands for the same letter may lie there in place of the tile.
    """
    moved = tuple(
        square
        for square, tile in starting_tiles(announcement, rulebook)
        if (there := board.at(square)) is None or there.label != tile.label
    )
    if moved and announcement.starting_word is not None:
        sentence = said(
            "the starting word {word} must lie across from {start}, "
            "and may only be made longer; look at {squares}",
            word=announcement.starting_word,
            start=board.layout.start,
            squares=", ".join(map(str, moved)),
        )
        yield Problem(
            ProblemCode.STARTING_WORD_MOVED,
            sentence,
            rulebook.clause_of("placing.played_tiles"),
            squares=moved,
            words=(announcement.starting_word,),
        )


def _connection_problems(board: Board, rulebook: Rulebook) -> Iterator[Problem]:
    """One problem for each group of tiles that does not hang together with the main one.

    The main group covers the start square; if none does, it is the largest.
    """
    groups = connected_groups(board)
    start = board.layout.start
    main = max(groups, key=lambda group: (start in group, len(group)))
    clause = rulebook.clause_of("placing.joining")
    for group in groups:
        if group is main:
            continue
        words = tuple(word for word in board.words() if word.square in group)
        if words:
            pattern = "{words} are not connected to the other words"
            if len(words) == 1:
                pattern = "{words} is not connected to the other words"
            sentence = said(pattern, words=listed([str(word) for word in words]))
        else:
            tile = board.at(group[0])
            label = tile.label if tile else ""
            where = group[0].name
            sentence = said("{tile} on {square} lies alone: it is in no word", tile=label, square=where)
        yield Problem(
            ProblemCode.NOT_CONNECTED,
            sentence,
            clause,
            squares=group,
            words=tuple(word.text for word in words),
        )


def connected_groups(board: Board) -> tuple[tuple[Square, ...], ...]:
    """The tiles of a board in groups that hang together side by side; a corner does not connect."""
    left = {square for square, _ in board.tiles()}
    groups: list[tuple[Square, ...]] = []
    for square, _ in board.tiles():
        if square not in left:
            continue
        left.remove(square)
        group, edge = [square], [square]
        while edge:
            reached = {near for each in edge for near in _neighbours(each)} & left
            left -= reached
            edge = list(reached)
            group += edge
        groups.append(tuple(sorted(group)))
    return tuple(groups)


def _neighbours(square: Square) -> Iterator[Square]:
    for direction in Direction:
        yield square.toward(direction, -1)
        yield square.toward(direction, 1)


def _length_problems(board: Board, rulebook: Rulebook) -> Iterator[Problem]:
    longest = rulebook.table.longest_word
    if longest is None:
        return
    for word in board.words():
        if len(word.tiles) > longest:
            sentence = said(
                "{word} has {letters} letters, and a word has at most {longest}",
                word=word,
                letters=len(word.tiles),
                longest=longest,
            )
            clause = rulebook.clause_of("table.longest_word")
            yield Problem(
                ProblemCode.WORD_TOO_LONG, sentence, clause, squares=word.squares, words=(word.text,)
            )


# ---------------------------------------------------------------- tiles


def unnamed_blanks(board: Board, rulebook: Rulebook) -> Iterator[Problem]:
    """Blanks of which nobody has said which letter they stand for."""
    for square, tile in board.tiles():
        if tile.label == BLANK:
            sentence = said("ask the team which letter the blank on {square} stands for", square=square.name)
            clause = rulebook.clause_of("placing.blanks")
            yield Problem(ProblemCode.BLANK_WITHOUT_LETTER, sentence, clause, squares=(square,))


def tile_problems(board: Board, rulebook: Rulebook, removed: Removed) -> Iterator[Problem]:
    """Tiles on the board that the set does not have, or that were taken out of play."""
    tile_set = rulebook.table.tile_set
    on_board = board.tile_counts()
    for label in _in_order(on_board, tile_set):
        there = on_board[label]
        if there > tile_set.counts[label]:
            sentence = _too_many(there, tile_name(label), tile_set.counts[label])
            yield Problem(
                ProblemCode.TOO_MANY_TILES,
                sentence,
                rulebook.clause_of("table.tile_set"),
                squares=_squares_of(label, board),
            )
    if removed.count:
        yield from _removed_problems(board, rulebook, removed)


def _too_many(there: int, tile: str, count: int) -> Wording:
    if count == 1:
        return said(
            "{there} × {tile} lie on the board, and there is only 1; "
            "look again, one may be misread or be a blank",
            there=there,
            tile=tile,
        )
    return said(
        "{there} × {tile} lie on the board, and there are only {all}; "
        "look again, one may be misread or be a blank",
        there=there,
        tile=tile,
        all=count,
    )


def _removed_problems(board: Board, rulebook: Rulebook, removed: Removed) -> Iterator[Problem]:
    tile_set = rulebook.table.tile_set
    on_board = board.tile_counts()
    clause = rulebook.clause_of("building.tiles_removed")
    match removed:
        case RemovedTiles(tiles):
            out = Counter(tiles)
            for label in _in_order(on_board, tile_set):
                held = tile_set.counts[label] - out[label]
                if held < on_board[label] <= tile_set.counts[label]:
                    sentence = said(
                        "{there} × {tile} lie on the board, and the team has {held}: "
                        "{out} were taken out and not bought back",
                        there=on_board[label],
                        tile=tile_name(label),
                        held=held,
                        out=out[label],
                    )
                    yield Problem(
                        ProblemCode.REMOVED_TILE_USED, sentence, clause, squares=_squares_of(label, board)
                    )
        case RemovedUnseen(count):
            if on_board.total() > tile_set.size - count:
                sentence = said(
                    "{there} tiles lie on the board, and the team has {held}: "
                    "{out} were taken out and not bought back",
                    there=on_board.total(),
                    held=tile_set.size - count,
                    out=count,
                )
                yield Problem(ProblemCode.REMOVED_TILE_USED, sentence, clause)


def _in_order(labels: Iterable[str], tile_set: TileSet) -> tuple[str, ...]:
    return rack_of(labels, tile_set).tiles


def _squares_of(label: str, board: Board) -> tuple[Square, ...]:
    return tuple(square for square, tile in board.tiles() if tile.kind == label)
