"""The native core: word graphs (Python's face is `wordwaiter.lexicon`) and moves (`wordwaiter.engine`).

A `Buffer` is used in place if it is `bytes` or a read-only memory map, or a view of one. Any other is copied,
so that it may be changed at any time. A file that is mapped must never be changed while it is used, only
replaced by a rename.
"""

from collections.abc import Sequence
from typing import Final, final

from typing_extensions import Buffer

FORMAT: Final[int]
"""Raised whenever the builder gives other nodes for the same words, so that old caches are not believed."""

LONGEST_WORD: Final[int]
"""No word of a graph has more tiles than this."""

class GraphError(ValueError):
    """Nodes, words or a question that cannot be used: `args` is (code, sentence)."""

@final
class WordGraph:
    """The words of one list as DAWG and GADDAG in one KWG array. Immutable; safe to share between threads."""

    @staticmethod
    def build(words: Sequence[str], labels: Sequence[str]) -> WordGraph:
        """The graph of `words` (any order, duplicates merged), whose tiles are `labels` in their order."""

    @staticmethod
    def read(nodes: Buffer, labels: Sequence[str]) -> WordGraph:
        """The graph in the bytes of a KWG file made by anybody, checked whole before it is believed."""

    @staticmethod
    def open(nodes: Buffer, labels: Sequence[str]) -> WordGraph:
        """The graph in bytes that `write` made, used where they lie (a memory map).

        The caller vouches for the bytes. Wrong ones give wrong answers or a GraphError, never a crash.
        """

    def write(self) -> bytes:
        """The bytes of the KWG file, as they were read or built."""

    @property
    def node_count(self) -> int:
        """How many nodes of four bytes it has."""

    @property
    def letter_count(self) -> int:
        """How many kinds of tile its words are spelled with."""

    def __len__(self) -> int:
        """How many words it has; counted once."""

    def __contains__(self, word: str) -> bool:
        """Whether it is a word, in any case; a text that cannot be spelled is none."""

    def contains_each(self, words: Sequence[str]) -> list[bool]:
        """For each word whether it is in the graph; much faster than asking one by one."""

    def words(self) -> list[str]:
        """All words, in the order of the alphabet."""

    def anagrams(self, tiles: str) -> list[str]:
        """The words that use all of `tiles`; `?` is a blank."""

    def subanagrams(self, tiles: str) -> list[str]:
        """The words that can be made of `tiles` or some of them; `?` is a blank."""

    def matching(self, pattern: str) -> list[str]:
        """The words of a pattern, in the order of the alphabet.

        `?` or `.` is one tile, `*` any number, `[AEI]` one of these, `[^AEI]` one that is none of these.
        """

    def containing(self, part: str) -> list[str]:
        """The words that have `part` somewhere in them."""

    def front_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put before `word`."""

    def back_hooks(self, word: str) -> list[str]:
        """The tiles that make another word when put after `word`."""

def checksum(content: Buffer) -> int:
    """A fast 64-bit check value of `content`, against accidents and not against malice."""

class EngineError(ValueError):
    """Equipment, a position or a file that the engine refuses: `args` is (code, sentence)."""

PlayParts = tuple[int, int, bool, bytes, int, int, bytes, int]
"""Row and column of the first tile laid, whether it goes down, tiles, score, equity, kept, leave value.

Tiles are letters' numbers, 128 more for a blank; what is kept is kinds, 0 for a blank. Equity and leave value
are in thousandths of a point.
"""

TallyParts = tuple[int, int, int, int, int, tuple[int, int], tuple[int, int], tuple[int, int], int, int]
"""Games, turns, full racks played, exchanges, passes; of each player: wins, points, their squares;
squares of the spread; points of those who began less those of the others."""

GameRules = tuple[Sequence[int], int, int]
"""Counts of the bag by kind, blanks first; tiles it must hold for an exchange; scoreless turns that end."""

@final
class Leaves:
    """Leave values of one tile set. Immutable."""

    @staticmethod
    def read(content: Buffer, letters: int) -> Leaves:
        """The leaves of a KLV2 file made by anybody, checked before it is believed."""

    @staticmethod
    def of_bag(counts: bytes, most: int, steps: Buffer, unit: int) -> Leaves:
        """All leaves of at most `most` tiles of a bag (counts by kind, blanks first).

        `steps` has two bytes for each, the low one first: how many times `unit` thousandths it is worth.
        """

    def write(self) -> bytes:
        """The bytes of the KLV2 file."""

    def values(self) -> list[int]:
        """The values in thousandths of a point, in the order of the leaves."""

    def __len__(self) -> int: ...
    def value(self, kinds: bytes) -> int | None:
        """The value of a leave in thousandths of a point; nothing if it has none."""

@final
class PlayList:
    """Plays found, best first, each turned into Python's values when it is asked for. Immutable."""

    def __len__(self) -> int: ...
    def parts(self, start: int, stop: int) -> list[PlayParts]:
        """The plays of these indexes; those beyond the end are left out."""

INDEX_FORMAT: Final[int]
"""Changes whenever the bytes of `WordIndex.write` do."""

@final
class WordIndex:
    """The words of a list, laid out for searches. Immutable; engines may share it."""

    @staticmethod
    def build(graph: WordGraph) -> WordIndex:
        """The index of a graph's words; its word map is built when it is first needed."""

    @staticmethod
    def read(content: Buffer) -> WordIndex:
        """The index in bytes that `write` made. The caller vouches for the words in them."""

    def write(self, room: int = 0) -> bytearray:
        """The whole index, the word map included, after `room` bytes of zeros."""

@final
class SearchBoard:
    """A board with tiles on it, ready to be searched. Immutable."""

@final
class Engine:
    """One word list, one board and set of tiles. Immutable; safe to share between threads."""

    def __new__(
        cls,
        words: WordIndex,
        *,
        rows: Sequence[bytes],
        start: tuple[int, int],
        values: Sequence[int],
        vowels: Sequence[bool],
        rack_size: int,
        full_rack_bonus: int,
        longest_word: int | None,
        unplayed: tuple[int, int, int],
        leaves: Leaves | None,
    ) -> Engine:
        """The engine for these words; `rows` has 16 * word multiplier + letter multiplier for each square.

        `unplayed` says how often unplayed tiles count: the others' for whoever is out, their own for those
        who are not, and their own for all when nobody is out.
        """

    @property
    def memory(self) -> int:
        """Bytes held by graph, word map and leaves."""

    def prepare(self) -> None:
        """Build the word map now instead of at the first search for the best play."""

    def board(self, squares: bytes) -> SearchBoard:
        """The board with these tiles, row by row: 0 empty, a letter's number, 128 more for a blank."""

    def all_plays(self, board: SearchBoard, rack: bytes, outlook: tuple[int, int]) -> PlayList:
        """Every legal play, best first; `outlook` is tiles in the bag and points on other racks."""

    def best_plays(
        self, board: SearchBoard, rack: bytes, outlook: tuple[int, int], count: int
    ) -> list[PlayParts]:
        """The best `count` plays, best first: the head of `all_plays`, found without the rest."""

    def exists_play(self, board: SearchBoard, tiles: bytes, least: int) -> bool:
        """Whether any play can be made of some of these tiles, which may be many, and at least `least`."""

    def self_play(
        self,
        rules: GameRules,
        *,
        games: tuple[int, int],
        threads: int,
        seed: int,
        leaves: tuple[Leaves | None, Leaves | None],
        mirrored: bool,
    ) -> TallyParts:
        """Plays the games of these numbers between two players who make the turn of best equity."""

@final
class Observations:
    """What has been seen of each leave in games, to learn its value from."""

    def __new__(cls, counts: bytes, most: int, kept: Buffer | None = None) -> Observations:
        """Nothing seen yet of the leaves of at most `most` tiles of a bag, or what `write` kept."""

    @property
    def turns(self) -> int:
        """How many turns were seen."""

    def watch(
        self,
        engine: Engine,
        rules: GameRules,
        *,
        games: tuple[int, int],
        threads: int,
        seed: int,
        leaves: Leaves | None,
    ) -> None:
        """Play games by these leave values and add what was seen in them."""

    def leaves(self) -> Leaves:
        """The leave values that follow from what was seen."""

    def write(self) -> bytes:
        """What was seen, as bytes, to go on with later."""

TurnParts = tuple[int, int, bool, bytes, int]
"""Row and column of the first tile laid, whether it goes down, tiles, score."""

EndgameParts = tuple[int, bool, int | None, list[TurnParts | None], int, int]
"""Value, whether it is proven, what is proven at least, the line (nothing for a pass), plies, positions."""

@final
class Control:
    """Ends a search from another thread, and tells how far it is."""

    def __new__(cls) -> Control: ...
    def stop(self) -> None:
        """End the search soon, with the best so far."""

    @property
    def nodes(self) -> int:
        """Positions searched so far."""

def solve_endgame(
    engine: Engine,
    board: SearchBoard,
    racks: tuple[bytes, bytes],
    passed: bool,
    effort: tuple[int, float | None, int | None],
    control: Control,
) -> EndgameParts:
    """Solves a position with an empty bag; `passed` if a pass would end the game.

    `effort` is how many threads, for how many seconds, how many plies ahead.
    """

DrawParts = tuple[bytes, bytes, int, int | None, int | None]
"""Tiles drawn, tiles left in the bag, how often it comes, sign of the result, its points.

More than a hundred of a turn that were not decided are one draw without tiles.
"""

JudgedParts = tuple[TurnParts | None, bytes, list[DrawParts], str, bool]
"""The play, the tiles exchanged, the draws, `decided`, `given up` or `open`, whether it is an estimate."""

def solve_pre_endgame(
    engine: Engine,
    board: SearchBoard,
    tiles: tuple[bytes, bytes, bytes | None],
    bag: int,
    lead: int,
    rules: tuple[bool, bool],
    effort: tuple[int, float | None, int | None],
    control: Control,
) -> tuple[list[JudgedParts], bool, int]:
    """Judges all plays of a position with a few tiles in the bag, best first; whether that is proven; nodes.

    `tiles` is the rack, the unseen tiles, and those of the other rack where they are known. `rules` says
    whether a turn that scores nothing ends the game, and whether tiles may be exchanged.
    """

BoardParts = tuple[bytes, int, int, int]
"""Squares row by row (0 empty, a letter's number, 128 more for a blank), score, bonuses, value left over."""

@final
class HarePuzzle:
    """The best board to be built from tiles that lie face up. Immutable; safe to share between threads."""

    def __new__(
        cls,
        lists: Sequence[WordGraph],
        *,
        rows: Sequence[bytes],
        values: Sequence[int],
        counts: Sequence[int],
        blanks: int,
        longest_word: int | None,
        fixed: Sequence[tuple[int, int, int]],
        bonuses: Sequence[tuple[bytes, int, bool]],
        unplayed_count: bool,
        extra_words: Sequence[bytes],
    ) -> HarePuzzle:
        """The puzzle; `rows` has 16 * word multiplier + letter multiplier for each square.

        `fixed` are (row, column, letter's number); `bonuses` are (word, points, whether blanks are allowed).
        """

    def search(
        self,
        *,
        seed: int,
        threads: int,
        steps: int | None = None,
        seconds: float | None = None,
        cpu_seconds: float | None = None,
    ) -> HareSearch:
        """Begin to look for the best board, on threads of its own; exactly one budget is to be given."""

@final
class HareSearch:
    """A search that goes on in the background. It stops when nobody holds it any more."""

    def wait(self, most_ms: int) -> bool:
        """Wait until it has ended, but no longer than so many milliseconds; whether it has."""

    def stop(self) -> None:
        """End it soon, with the best board so far."""

    def best(self) -> BoardParts | None:
        """The best board so far; nothing before the first."""

    def result(self) -> BoardParts | None:
        """The board it ended with; nothing while it goes on."""

CandidateParts = tuple[tuple[int, int, bool, bytes, int] | None, bytes | None]
"""Row, column, whether it goes down, tiles, points of a play; what an exchange keeps; a pass has neither."""

def champion_turn(
    engine: Engine,
    rules: GameRules,
    model: WinModel,
    board: SearchBoard,
    racks: tuple[bytes, bytes],
    standing: tuple[int, int],
    before: tuple[SearchBoard, bytes, int, int] | None,
    pace: tuple[int, int, int, float | None, int, int],
) -> CandidateParts:
    """The turn that the champion makes; `standing` is the lead of the side to move and the scoreless turns.

    `before` is the other side's last turn: the board before it, tiles put down and points, or how many tiles
    were exchanged. `pace` is draws, plies, positions, seconds, threads and seed.
    """

EstimateParts = tuple[int, int, int, int, int, bool, list[tuple[int, int, int]]]
"""Draws; sums of chances to win and their squares, of spreads (thousandths) and their squares (tenths);
whether it is beaten; for each turn that follows: how often, points, plays of a full rack."""

FindingsParts = tuple[list[EstimateParts], int, float, int, int, str]
"""Candidates, the best, how sure that is, draws, positions, why it ended."""

@final
class WinModel:
    """How often the side to move wins, by its lead and what it does not see. Immutable."""

    @staticmethod
    def read(content: Buffer) -> WinModel:
        """The model that `write` wrote."""

    def write(self) -> bytes:
        """Two bytes for each chance, the low one first, row by row."""

    def chance(self, lead: int, unseen: int) -> float:
        """The chance, from 0 to 1, that the side to move wins with this lead in thousandths of a point."""

    def check(
        self,
        engine: Engine,
        rules: GameRules,
        *,
        games: tuple[int, int],
        threads: int,
        seed: int,
        leaves: Leaves | None,
    ) -> list[tuple[int, float, int]]:
        """Plays games; for each twentieth of chances: positions, chances, half points of the side to move."""

@final
class Swings:
    """How leads change until the end of games, to learn a win model from."""

    def __new__(cls, tiles: int) -> Swings:
        """Nothing seen yet of games with so many tiles."""

    @property
    def turns(self) -> int:
        """How many turns were seen."""

    def watch(
        self,
        engine: Engine,
        rules: GameRules,
        *,
        games: tuple[int, int],
        threads: int,
        seed: int,
        leaves: Leaves | None,
    ) -> None:
        """Plays games by these leave values and adds what was seen in them."""

    def model(self) -> WinModel:
        """The model that follows from what was seen."""

@final
class Simulation:
    """A simulation that goes on in the background. It stops when nobody holds it any more."""

    def __new__(
        cls,
        engine: Engine,
        rules: GameRules,
        model: WinModel,
        *,
        board: SearchBoard,
        racks: tuple[bytes, bytes],
        standing: tuple[int, int],
        candidates: Sequence[CandidateParts],
        plies: int,
        draws: int,
        seconds: float | None,
        confidence: float,
        threads: int,
        seed: int,
    ) -> Simulation:
        """Begins to compare turns; `standing` is the lead of the side to move and the scoreless turns."""

    def wait(self, most_ms: int) -> bool:
        """Waits until it has ended, but no longer than so many milliseconds; whether it has."""

    def stop(self) -> None:
        """Ends it soon, with what it has found so far."""

    def latest(self) -> FindingsParts | None:
        """What it has found so far; nothing before the first comparison."""

    def result(self) -> FindingsParts | None:
        """What it ended with; nothing while it goes on."""

def simulate_places(
    field: tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int], int],
    *,
    left: int,
    known: Sequence[tuple[int, int]] | None,
    runs: int,
    seed: int,
) -> list[list[int]]:
    """How often of `runs` each player ends at each place, a list for each player.

    The field: half points, spreads, chances of 2^32 by player and opponent row by row, margins of games,
    and the margin of a bye.
    """
