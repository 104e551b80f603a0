"""A card box written as Zyzzyva's own file, `Anagrams.db`, so that it goes there and comes back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Final

import msgspec

from wordwaiter.errors import MalformedError
from wordwaiter.service.study.zyzzyva import HIGHEST_BOX, LATEST_S, MOST_CARDS, SavedCard, unpacked
from wordwaiter.study.queries import LONGEST_STUDIED

_TABLE: Final = (
    "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer, "
    "last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)"
)
_INDEX: Final = "CREATE UNIQUE INDEX question_index ON questions (question)"
_DIFFICULTY: Final = 50
"""The value Zyzzyva writes for every question."""
_MOST_COUNTED: Final = 1_000_000
_LONGEST: Final = 100 * MOST_CARDS
"""Bytes of what a browser sends, unpacked."""
_Row = tuple[str, int, int, int, int, int, int]
"""Letters, box, when due, times solved and missed, streak, when solved last."""
_ROWS: Final = msgspec.json.Decoder(list[_Row])
"""Refuses at the first value that is no row: lists in lists would otherwise take all memory, in one go."""


def written_box(content: bytes) -> bytes:
    """Returns the file of Zyzzyva with the cards that a browser sends, as JSON, compressed or not."""
    with closing(sqlite3.connect(":memory:")) as box:
        box.execute(_TABLE)
        box.execute(_INDEX)
        box.executemany(
            "INSERT OR REPLACE INTO questions VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (
                    card.letters,
                    card.right,
                    card.wrong,
                    card.streak,
                    card.last_right_s,
                    _DIFFICULTY,
                    card.box,
                    card.due_s,
                )
                for card in _cards(content)
            ),
        )
        box.commit()
        return box.serialize()


def _cards(content: bytes) -> Iterator[SavedCard]:
    wrong = MalformedError("bad-cards", "these are no cards of a card box; load the page again")
    many = MalformedError("many-cards", f"the card box has more than {MOST_CARDS:,} cards; save fewer")
    content = unpacked(content)
    if len(content) > _LONGEST:
        raise many
    try:
        rows = _ROWS.decode(content)
    except (msgspec.DecodeError, RecursionError) as error:
        raise wrong from error
    if len(rows) > MOST_CARDS:
        raise many
    cards = [_card(row) for row in rows]
    if not cards or None in cards:
        raise wrong
    yield from filter(None, cards)


def _card(row: _Row) -> SavedCard | None:
    letters, box, due_s, right, wrong, streak, last_s = row
    if not 1 < len(letters) <= LONGEST_STUDIED or not letters.isalpha():
        return None
    return SavedCard(
        "".join(sorted(letters.upper())),
        box=min(max(box, 0), HIGHEST_BOX),
        due_s=min(max(due_s, 0), LATEST_S),
        right=min(max(right, 0), _MOST_COUNTED),
        wrong=min(max(wrong, 0), _MOST_COUNTED),
        streak=min(max(streak, -_MOST_COUNTED), _MOST_COUNTED),
        last_right_s=min(max(last_s, 0), LATEST_S),
    )
