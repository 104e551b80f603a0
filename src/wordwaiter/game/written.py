"""How people write the fields of a table's commands: plays, tiles, words."""

from typing import Final

from wordwaiter.command_fields import Readers, Written
from wordwaiter.game.table import Table
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import parse_rack


def words_of(text: str) -> tuple[str, ...]:
    """Returns the words of a text, with spaces or commas between them."""
    return tuple(text.replace(",", " ").split())


PLAY: Final = Written("A play: 8D RETINA across, D8 RETINA down.", word="play")
TILES: Final = Written("Tiles, as AEI; ? is a blank.")
EXCHANGED: Final = Written("Which tiles, as AEI, or how many.")
WORDS: Final = Written("Words, with spaces or commas between them.", words_of)
TURN: Final = Written("The number of the turn.", word="turn")


def readers_at(table: Table) -> Readers:
    """Returns how plays and tiles are read at a table as it stands."""
    tile_set = table.rulebook.table.tile_set

    def tiles(text: str) -> tuple[str, ...]:
        return parse_rack(text, tile_set).tiles

    return {
        PLAY: lambda text: parse_play(text, table.position.board),
        TILES: tiles,
        EXCHANGED: lambda text: int(text) if text.isdecimal() and len(text) < 5 else tiles(text),
    }
