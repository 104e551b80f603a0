"""Pages that are compressed in pieces: what many read alike once, and then it is put beside what differs.

A gzip file is a head, blocks, and a sum over what is in them. A block that ends with a whole byte and refers
to nothing before it can stand beside any other, so a page is put together without compressing it again.
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x04\xff"
"""A gzip file of no name and no date, compressed quickly, from no particular system."""

_LAST_BLOCK: Final = b"\x03\x00"
"""A block with nothing in it that says that it is the last."""

_LONGEST_STORED: Final = 0xFFFF


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a page as it is read, and as it goes over the air."""

    plain: bytes
    packed: bytes
    """Blocks that end with a whole byte and refer to nothing before them; none is the last."""


def packed(text: str) -> Piece:
    """A piece, compressed quickly: much of a page is another one with every move."""
    plain = text.encode()
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS)
    return Piece(plain, packer.compress(plain) + packer.flush(zlib.Z_SYNC_FLUSH))


def stored(text: str) -> Piece:
    """A piece of a few letters, which compressing would only make longer."""
    plain = text.encode()
    if len(plain) > _LONGEST_STORED:
        raise ValueError("a piece as long as this is better compressed")
    return Piece(plain, struct.pack("<BHH", 0, len(plain), len(plain) ^ 0xFFFF) + plain)


def gzip_of(pieces: Iterable[Piece]) -> bytes:
    """The pieces, one after the other, as one gzip file."""
    blocks, total, size = [_HEAD], 0, 0
    for piece in pieces:
        blocks.append(piece.packed)
        total = zlib.crc32(piece.plain, total)
        size += len(piece.plain)
    blocks += [_LAST_BLOCK, struct.pack("<LL", total, size & 0xFFFFFFFF)]
    return b"".join(blocks)
