"""Engine: the plays of a position, all of them or the best few, by one word list under one rulebook."""

import hashlib
import threading
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self, overload

from wordwaiter import _core
from wordwaiter.engine.endgame import EndgameSolution, solve_endgame
from wordwaiter.engine.index import index_of
from wordwaiter.engine.leaves import bag_counts
from wordwaiter.engine.native_errors import engine_errors_as_ours
from wordwaiter.engine.play import Play
from wordwaiter.engine.pre_endgame import PreEndgameSolution, solve_pre_endgame
from wordwaiter.engine.thinking import UNLIMITED, Limits
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon, common_tile_set
from wordwaiter.lexicon.tiles import BLANK, TileSet
from wordwaiter.notation import cgp
from wordwaiter.rules.board import Board, PlacedTile
from wordwaiter.rules.layout import BoardLayout, Direction, Square
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.choices import (
    BagHoldsAtLeast,
    BagHoldsWhatIsDrawn,
)
from wordwaiter.rules.rulebooks.rulebook import GameEnding, Rulebook
from wordwaiter.rules.unplayed import holder_factor, out_factor

if TYPE_CHECKING:
    from wordwaiter.engine.candidates import Candidate
    from wordwaiter.engine.simulation import Simulated, SimulationEffort

_BLANK_FLAG: Final = 0x80
_VOWELS: Final = frozenset("AEIOU")
_LEAST_WORD: Final = 2
_NEVER: Final = 1_000_000
_AT_ONCE: Final = 256
"""Plays that are converted together when somebody goes through all."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Everything beyond its score that a play is judged by: tiles in the bag, and points on other racks."""

    bag: int = _NEVER
    """Leaves count while the bag is not empty; with an empty one, going out does."""
    others_points: int = 0


MIDGAME: Final = Outlook()
"""So many tiles in the bag that the end of the game does not matter."""


class Engine:
    """Finds plays. Any number of threads may use one engine at once; it lets others run meanwhile."""

    def __init__(
        self, words: _core.WordIndex, rulebook: Rulebook, leaves: _core.Leaves | None = None
    ) -> None:
        """An engine for the words of an index; `leaves` says what tiles kept are worth."""
        tile_set = rulebook.table.tile_set
        self.rulebook: Final = rulebook
        self.tile_set: Final = tile_set
        self.layout: Final = rulebook.table.layout
        self.leaves: Final = leaves
        self.words: Final = words
        self.native: Final = _native_engine(words, rulebook, leaves)
        self.codes: Final = {label: number for number, label in enumerate((BLANK, *tile_set.labels))}
        self.placed_tiles: Final = _placed_tiles(tile_set)
        self.least_first_tiles: Final = rulebook.least_first_letters

    @classmethod
    def of_lists(
        cls, lexicons: Sequence[Lexicon], rulebook: Rulebook, leaves: _core.Leaves | None = None
    ) -> Self:
        """An engine for the words of these lists together."""
        expect_tiles_of(rulebook, lexicons)
        return cls.of_graph(graph_of(lexicons), rulebook, leaves)

    @classmethod
    def of_graph(cls, graph: _core.WordGraph, rulebook: Rulebook, leaves: _core.Leaves | None = None) -> Self:
        """An engine for the words of a graph; what is built of a large one is kept in the user's cache."""
        with engine_errors_as_ours():
            return cls(index_of(graph), rulebook, leaves)

    def __repr__(self) -> str:
        return f"<Engine {self.rulebook.name}>"

    def at(self, board: Board) -> "Position":
        """The board, ready to be searched for plays of any rack."""
        return Position.of(self, board)

    def game_rules(self) -> "_core.GameRules":
        """The rules of a game between two players, beyond board and words.

        It begins with a word on the start square; a rulebook that wants something else is refused.
        """
        if self.least_first_tiles != _LEAST_WORD:
            raise MalformedError(
                "other-opening",
                f"self-play needs free opening words, which {self.rulebook.name} does not allow; "
                "choose another rulebook",
            )
        ending = self.rulebook.ending
        scoreless = ending.scoreless_turns if isinstance(ending, GameEnding) else None
        match self.rulebook.turns.exchange:
            case BagHoldsAtLeast(tiles):
                least = tiles
            case BagHoldsWhatIsDrawn():
                least = rack_size_of(self.rulebook)  # whatever is thrown, the bag can make it good
            case None:
                least = _NEVER
        return list(bag_counts(self.tile_set)), least, scoreless or 6

    def fingerprint(self) -> bytes:
        """A hash that tells games by these words, board and rules from all others (SHA-256)."""
        table = self.rulebook.table
        rules = (
            _premium_rows(table.layout),
            table.layout.start,
            table.tile_set.tiles,
            table.rack_size,
            table.longest_word,
            self.rulebook.scoring.full_rack_bonus,
            _unplayed(self.rulebook),
            self.game_rules(),
        )
        return hashlib.sha256(repr(rules).encode() + self.words.write()).digest()

    def play(self, parts: "_core.PlayParts") -> Play:
        """A play that the native engine has found, as a value."""
        row, col, down, tiles, score, equity, kept, leave_value = parts
        blanks = kept.count(0)
        leave = tuple(self.tile_set.labels[kind - 1] for kind in kept[blanks:]) + (BLANK,) * blanks
        return Play(
            Square(row, col),
            Direction.DOWN if down else Direction.ACROSS,
            tuple(map(self.placed_tiles.__getitem__, tiles)),
            score,
            Rack(leave),
            leave_value,
            equity,
        )

    def simulate(
        self,
        position: cgp.Position,
        candidates: "int | Sequence[Candidate]" = 15,
        effort: "SimulationEffort | None" = None,
    ) -> "Simulated":
        """Compares turns of a position by games that go on with random tiles: see `simulation.simulate`."""
        from wordwaiter.engine.simulation import simulate  # which is built on engines

        return simulate(self, position, candidates, effort)

    def exists_play(self, board: Board, tiles: Rack) -> bool:
        """Checks whether some of `tiles`, no more than a rack holds, can be laid as a play of good words."""
        return self.at(board).exists_play(tiles)

    def solve_endgame(
        self, position: cgp.Position, limits: Limits = UNLIMITED, stop: threading.Event | None = None
    ) -> EndgameSolution:
        """Returns the best line of play of a position with an empty bag; Ctrl-C gives the best so far."""
        return solve_endgame(self, position, limits, stop)

    def solve_pre_endgame(
        self, position: cgp.Position, limits: Limits = UNLIMITED, stop: threading.Event | None = None
    ) -> PreEndgameSolution:
        """Returns what all plays come to with 1 to 4 tiles in the bag; Ctrl-C gives the best so far."""
        return solve_pre_endgame(self, position, limits, stop)

    @property
    def rack_size(self) -> int:
        """Tiles of a full rack."""
        return rack_size_of(self.rulebook)

    def kinds(self, rack: Rack) -> bytes:
        """Returns the numbers of a rack's tiles, as the native engine takes them."""
        try:
            return bytes(map(self.codes.__getitem__, rack.tiles))
        except KeyError as error:
            raise MalformedError("no-such-tile", f"this tile set has no tile {error.args[0]!r}") from error


@dataclass(frozen=True, slots=True)
class Position:
    """A board as an engine sees it. A value: asking changes nothing."""

    engine: Engine
    board: Board
    native: _core.SearchBoard = field(repr=False, compare=False)

    @classmethod
    def of(cls, engine: Engine, board: Board) -> Self:
        """The board as this engine sees it."""
        if board.layout != engine.layout or board.tile_set.labels != engine.tile_set.labels:
            raise MalformedError(
                "other-board",
                f"the engine plays on the {engine.layout.name} board with {engine.tile_set.name} tiles",
            )
        codes = engine.codes
        squares = bytes(
            0 if cell is None else codes[cell.label] | (_BLANK_FLAG if cell.is_blank else 0)
            for cell in board.cells
        )
        with engine_errors_as_ours():
            return cls(engine, board, engine.native.board(squares))

    def plays(self, rack: Rack, outlook: Outlook = MIDGAME) -> Sequence[Play]:
        """Every legal play, best first; of equal ones rows before columns, from the top left.

        They are found and sorted now, and each is made a value when it is asked for.
        """
        with engine_errors_as_ours():
            found = self.engine.native.all_plays(
                self.native, self.engine.kinds(rack), (outlook.bag, outlook.others_points)
            )
        if self._restricts_first_play():
            least = self.engine.least_first_tiles
            return tuple(play for play in Plays(self.engine, found) if least and len(play.tiles) >= least)
        return Plays(self.engine, found)

    def best(self, rack: Rack, count: int = 1, outlook: Outlook = MIDGAME) -> tuple[Play, ...]:
        """The best few plays: the head of `plays`, found without the rest."""
        if self._restricts_first_play():
            return tuple(self.plays(rack, outlook)[:count])
        with engine_errors_as_ours():
            found = self.engine.native.best_plays(
                self.native, self.engine.kinds(rack), (outlook.bag, outlook.others_points), count
            )
        return tuple(map(self.engine.play, found))

    def exists_play(self, tiles: Rack) -> bool:
        """Checks whether some of `tiles`, no more than a rack holds, can be laid as a play of good words."""
        least = self.engine.least_first_tiles if self.board.is_empty else 1
        if least is None:
            return False
        with engine_errors_as_ours():
            return self.engine.native.exists_play(self.native, self.engine.kinds(tiles), least)

    def _restricts_first_play(self) -> bool:
        """Checks whether the first play must do more than cover the start with a word."""
        return self.engine.least_first_tiles != _LEAST_WORD and self.board.is_empty


class Plays(Sequence[Play]):
    """The plays that an engine has found, best first."""

    __slots__ = ("_engine", "_found")

    def __init__(self, engine: Engine, found: _core.PlayList) -> None:
        self._engine = engine
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Play: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Play, ...]: ...
    def __getitem__(self, index: int | slice) -> Play | tuple[Play, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step != 1:
                return tuple(self[place] for place in range(start, stop, step))
            return tuple(map(self._engine.play, self._found.parts(start, stop)))
        place = range(len(self))[index]
        [parts] = self._found.parts(place, place + 1)
        return self._engine.play(parts)

    def __iter__(self) -> Iterator[Play]:
        for first in range(0, len(self), _AT_ONCE):
            yield from map(self._engine.play, self._found.parts(first, first + _AT_ONCE))

    def that_lay(self, placement: Placement) -> Iterator[Play]:
        """Those with these tiles that begin on the same square, of which there are few.

        With two blanks there may be ten thousand plays, and it takes long to make a value of each.
        """
        known, first = self._engine.codes, placement.squares[0]
        codes = bytes(known[tile.label] | (_BLANK_FLAG if tile.is_blank else 0) for tile in placement.tiles)
        for begin in range(0, len(self), _AT_ONCE):
            for parts in self._found.parts(begin, begin + _AT_ONCE):
                row, col, _, tiles, *_ = parts
                if (row, col) == (first.row, first.col) and bytes(tiles) == codes:
                    yield self._engine.play(parts)

    def __repr__(self) -> str:
        return f"<{len(self)} plays>"


def expect_tiles_of(rulebook: Rulebook, lexicons: Sequence[Lexicon]) -> None:
    """Refuse lists that are spelled with other tiles than those of the rulebook."""
    tile_set, spelled = rulebook.table.tile_set, common_tile_set(lexicons)
    if spelled.labels != tile_set.labels:
        raise MalformedError(
            "other-tiles",
            f"the list uses {spelled.name} tiles, but {rulebook.name} uses {tile_set.name} tiles; "
            "choose another list",
        )


def rack_size_of(rulebook: Rulebook) -> int:
    """Tiles of a full rack; a rulebook without racks is refused."""
    if rulebook.table.rack_size is None:
        raise MalformedError("no-racks", f"{rulebook.name} has no racks, so there are no moves to find")
    return rulebook.table.rack_size


def graph_of(lexicons: Sequence[Lexicon]) -> _core.WordGraph:
    """The graph of the words of these lists together."""
    if len(lexicons) == 1:
        return lexicons[0].graph
    words = {word for lexicon in lexicons for word in lexicon.words()}
    return _core.WordGraph.build(sorted(words), common_tile_set(lexicons).labels)


def _native_engine(words: _core.WordIndex, rulebook: Rulebook, leaves: _core.Leaves | None) -> _core.Engine:
    layout, tile_set = rulebook.table.layout, rulebook.table.tile_set
    with engine_errors_as_ours():
        return _core.Engine(
            words,
            rows=_premium_rows(layout),
            start=(layout.start.row, layout.start.col),
            values=[tile.value for tile in tile_set.tiles],
            vowels=[_is_vowel(tile.label) for tile in tile_set.tiles],
            rack_size=rack_size_of(rulebook),
            full_rack_bonus=rulebook.scoring.full_rack_bonus or 0,
            longest_word=rulebook.table.longest_word,
            unplayed=_unplayed(rulebook),
            leaves=leaves,
        )


def _premium_rows(layout: BoardLayout) -> list[bytes]:
    return [bytes(16 * square.word_factor + square.letter_factor for square in row) for row in layout.rows]


def _unplayed(rulebook: Rulebook) -> tuple[int, int, int]:
    """Returns the factors of unplayed tiles: others' for whoever is out, their own then, and otherwise."""
    ending = rulebook.ending
    if not isinstance(ending, GameEnding):
        return 0, 0, 0
    return (
        out_factor(ending),
        holder_factor(ending, somebody_is_out=True),
        holder_factor(ending, somebody_is_out=False),
    )


def _is_vowel(label: str) -> bool:
    return len(label) == 1 and unicodedata.normalize("NFD", label)[0] in _VOWELS


def _placed_tiles(tile_set: TileSet) -> dict[int, PlacedTile]:
    letters = {number: PlacedTile(label) for number, label in enumerate(tile_set.labels, 1)}
    blanks = {number | _BLANK_FLAG: PlacedTile(tile.label, is_blank=True) for number, tile in letters.items()}
    return letters | blanks
