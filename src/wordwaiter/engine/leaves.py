"""Leave values: what tiles kept on the rack are worth, in KLV2 files and in the package."""

import zlib
from array import array
from functools import cache
from importlib import resources
from pathlib import Path
from sys import byteorder
from typing import Final

from wordwaiter._core import EngineError, Leaves
from wordwaiter.errors import MalformedError, MalformedFileError
from wordwaiter.lexicon.tiles import BLANK, TileSet, shipped_tile_set

LARGEST_FILE: Final = 64 << 20
"""Bytes that a file of leave values may have; one of the English set has under four million."""

_MOST_TILES: Final = 6
"""A leave that is shipped has at most this many tiles: one less than the usual rack."""

_UNIT: Final = 20
"""Shipped values are multiples of so many thousandths of a point; nobody can tell the difference."""


def bag_counts(tile_set: TileSet) -> bytes:
    """Returns how many of each tile the bag holds, blanks first, as the engine wants it."""
    return bytes((tile_set.counts[BLANK], *(tile_set.counts[label] for label in tile_set.labels)))


def read_leaves(path: Path, tile_set: TileSet) -> Leaves:
    """The leave values of a KLV2 file for these tiles."""
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise MalformedFileError("leaves-too-large", path, "the file is too large for leave values")
    try:
        return Leaves.read(content, len(tile_set.labels))
    except EngineError as error:
        code, sentence = error.args
        raise MalformedFileError(code, path, sentence) from error


def pack_leaves(leaves: Leaves) -> bytes:
    """Leave values of all leaves of a bag, rounded and compressed, to be shipped with the package."""
    rounded = array("h", (round(value / _UNIT) for value in leaves.values()))
    if byteorder == "big":
        rounded.byteswap()
    # The high bytes are nearly all alike, so they are kept apart from the low ones.
    low, high = rounded.tobytes()[::2], rounded.tobytes()[1::2]
    return zlib.compress(low + high, 9)


def unpack_leaves(content: bytes, tile_set: TileSet) -> Leaves:
    """The leave values that `pack_leaves` packed, for the same tiles."""
    try:
        both = zlib.decompress(content)
        half = len(both) // 2
        mixed = bytearray(len(both))
        mixed[::2], mixed[1::2] = both[:half], both[half:]
        return Leaves.of_bag(bag_counts(tile_set), _MOST_TILES, mixed, _UNIT)
    except (zlib.error, ValueError) as error:
        raise MalformedError(
            "damaged-leaves", "the leave values are damaged or belong to another tile set"
        ) from error


@cache
def shipped_leaves(tile_set_name: str) -> Leaves | None:
    """The leave values that come with the package for this tile set; nothing if there are none."""
    source = resources.files(__package__) / "leave_values" / f"{tile_set_name}.leaves"
    return unpack_leaves(source.read_bytes(), shipped_tile_set(tile_set_name)) if source.is_file() else None
