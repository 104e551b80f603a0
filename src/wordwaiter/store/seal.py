"""Seals: each fact's seal is a hash of the fact and of the seal before it.

So a fact that was changed, put in or taken out by other means than the journal's own is found out by whoever
goes through the chain. Seals stand in files that must be readable for ever: what is hashed, never changes.
"""

from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

NO_SEAL: Final = ""
"""Stands for the seal before the first fact."""


class SealedRow(NamedTuple):
    """A fact as the table has it, column by column."""

    position: int
    stream: str
    version: int
    kind: str
    kind_version: int
    body: str
    actor: str
    device: str
    time: str
    key: str | None
    part: int
    digest: str | None
    seal: str


Unsealed = tuple[int, str, int, str, int, str, str, str, str, str | None, int, str | None]
"""A row without its seal."""


def sealed(before: str, unsealed: Unsealed) -> SealedRow:
    """The row with its seal, which is that of `before` and all its columns."""
    return SealedRow(*unsealed, _seal(before, unsealed))


def seal_after(before: str, row: SealedRow) -> str:
    """The seal that `row` should have."""
    return _seal(before, row[:-1])


def _seal(before: str, columns: tuple[object, ...]) -> str:
    if columns[-1] is None:
        columns = columns[:-1]  # as it was hashed before there were digests
    return blake2b(msgspec.json.encode((before, *columns)), digest_size=16).hexdigest()
