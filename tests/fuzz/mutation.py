"""Broken copies of good files: bytes flipped, lines doubled, files joined, numbers made huge."""

import random
from collections.abc import Callable, Sequence
from typing import Final

_AWKWARD: Final = (
    b"\x00", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\r", b"\n\n", b"\t", b" ", b'"', b"'", b"[", b"]",
    b"{", b"=", b"-1", b"0", b"99999999999999999999", b"1e400", b"nan", "٣".encode(), "é".encode(),
    "\u202e".encode(), b"../", b"%s", b"A" * 300, b"(" * 200, b"[" * 200, b";", b",", b"#", b">", b":", b"+",
)  # fmt: skip
"""What parsers stumble over."""

_LONGEST: Final = 200_000


def broken_copy(samples: Sequence[bytes], rng: random.Random) -> bytes:
    """Returns a sample with one to eight things broken."""
    content = bytearray(rng.choice(samples))
    for _ in range(rng.randint(1, 8)):
        rng.choice(_WAYS)(content, samples, rng)
        del content[_LONGEST:]
    return bytes(content)


def _flip(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    if content:
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def _set(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    if content:
        content[rng.randrange(len(content))] = rng.choice((0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)))


def _cut(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    start, end = _span(content, rng)
    del content[start:end]


def _double(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    start, end = _span(content, rng)
    content[end:end] = content[start:end] * rng.randint(1, 4)


def _insert(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    place = rng.randint(0, len(content))
    content[place:place] = rng.choice(_AWKWARD)


def _replace(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    start, end = _span(content, rng, longest=8)
    content[start:end] = rng.choice(_AWKWARD)


def _splice(content: bytearray, samples: Sequence[bytes], rng: random.Random) -> None:
    other = rng.choice(samples)
    start, end = _span(other, rng)
    place = rng.randint(0, len(content))
    content[place:place] = other[start:end]


def _swap_lines(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    lines = content.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    content[:] = b"\n".join(lines)


def _end_early(content: bytearray, _: Sequence[bytes], rng: random.Random) -> None:
    del content[rng.randint(0, len(content)) :]


_WAYS: Final[tuple[Callable[[bytearray, Sequence[bytes], random.Random], None], ...]] = (
    _flip, _set, _cut, _double, _insert, _insert, _replace, _replace, _splice, _swap_lines, _end_early,
)  # fmt: skip


def _span(content: bytes | bytearray, rng: random.Random, longest: int = 64) -> tuple[int, int]:
    start = rng.randint(0, len(content))
    return start, min(len(content), start + rng.randint(1, longest))
