"""How tests speak of game records."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from wordwaiter.lexicon.tiles import Tile, TileSet
from wordwaiter.notation.gcg_reading import GcgReading, read_gcg
from wordwaiter.notation.oddity import Oddity
from wordwaiter.notation.replay import Replay, replay
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

GAMES: Final = Path(__file__).parent / "games"


def games(folder: str) -> list[Path]:
    """The records of a folder."""
    return sorted((GAMES / folder).glob("*.gcg"))


def read_file(path: Path) -> GcgReading:
    """A record of ours, read."""
    return read_gcg(path.read_bytes(), path)


def read_lines(*lines: str) -> GcgReading:
    """A record of two players, Ada and Bo, with these lines after the header; the first of them is line 4."""
    header = ("#character-encoding UTF-8", "#player1 Ada Ada Byron", "#player2 Bo Bo Peep")
    return read_gcg("".join(f"{line}\n" for line in (*header, *lines)).encode(), "game.gcg")


def replay_lines(*lines: str, rulebook: str | Rulebook = "club") -> Replay:
    """The same record, replayed."""
    rules = shipped_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    return replay(read_lines(*lines).record, rules, "game.gcg")


def found(result: Replay) -> list[tuple[int, str, object, object]]:
    """The differences without their sentences: line, code, recorded, computed."""
    return [(each.line, each.code, each.recorded, each.computed) for each in result.differences]


def codes(oddities: Iterable[Oddity]) -> set[str]:
    """The codes of oddities."""
    return {oddity.code for oddity in oddities}


def with_tiles(rulebook: str, *tiles: tuple[str, int, int], blanks: int = 0) -> Rulebook:
    """A shipped rulebook with a set of its own: label, value and count of each tile."""
    tile_set = TileSet("small", "Small set", "en", tuple(Tile(*tile) for tile in tiles), blanks, {})
    book = shipped_rulebook(rulebook)
    return replace(book, table=replace(book.table, tile_set=tile_set))
