"""KWG files made by hand, good and bad."""

import struct
from collections.abc import Sequence

LAST = 1 << 22
ENDS_WORD = 1 << 23


def node(letter: int = 0, child: int = 0, *, last: bool = True, ends_word: bool = False) -> int:
    return letter << 24 | (ENDS_WORD if ends_word else 0) | (LAST if last else 0) | child


def kwg(nodes: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(nodes)}I", *nodes)


AB = (node(child=2), node(), node(1, 3), node(2, ends_word=True))
"""The word AB, without a GADDAG."""

CYCLE = (node(child=2), node(), node(1, 2, ends_word=True))

CHILD_OUT_OF_RANGE = (node(child=2), node(), node(1, 4_000_000, ends_word=True))

EXPLOSION = (
    node(child=2),
    node(),
    *(
        node(letter + 1, 2 + 26 * (level + 1) if level < 63 else 0, last=letter == 25, ends_word=level == 63)
        for level in range(64)
        for letter in range(26)
    ),
)
"""A few nodes that stand for all 26 ** 64 words of 64 letters."""
