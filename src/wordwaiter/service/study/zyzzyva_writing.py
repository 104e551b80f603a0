"""A card box written as Zyzzyva's own file, `Anagrams.db`, so that it goes there and comes back."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.service.study.zyzzyva import HIGHEST_BOX, LATEST_S, MOST_CARDS, SavedCard, unpacked
from wordwaiter.study.queries import LONGEST_STUDIED

_TABLE: Final = (
    "CREATE TABLE questions (question varchar(16), correct integer, incorrect integer, streak integer, "
    "last_correct integer, difficulty integer, cardbox integer, next_scheduled integer)"
)
_INDEX: Final = "CREATE UNIQUE INDEX question_index ON questions (question)"
_DIFFICULTY: Final = 50
"""What Zyzzyva writes for every question."""
_MOST_COUNTED: Final = 1_000_000
_COLUMNS: Final = 7


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
    try:
        rows = json.loads(unpacked(content))
    except (ValueError, RecursionError) as error:
        raise wrong from error
    if not isinstance(rows, list) or not rows:
        raise wrong
    if len(rows) > MOST_CARDS:
        raise MalformedError("many-cards", f"the card box has more than {MOST_CARDS:,} cards; save fewer")
    for row in rows:
        card = _card(row) if isinstance(row, list) and len(row) == _COLUMNS else None
        if card is None:
            raise wrong
        yield card


def _card(row: list[Any]) -> SavedCard | None:
    """The card of letters, box, when due, times solved and missed, streak, when solved last."""
    letters, *numbers = row
    if not isinstance(letters, str) or not 1 < len(letters) <= LONGEST_STUDIED or not letters.isalpha():
        return None
    if any(type(number) is not int for number in numbers):
        return None
    box, due_s, right, wrong, streak, last_s = numbers
    return SavedCard(
        "".join(sorted(letters.upper())),
        box=min(max(box, 0), HIGHEST_BOX),
        due_s=min(max(due_s, 0), LATEST_S),
        right=min(max(right, 0), _MOST_COUNTED),
        wrong=min(max(wrong, 0), _MOST_COUNTED),
        streak=min(max(streak, -_MOST_COUNTED), _MOST_COUNTED),
        last_right_s=min(max(last_s, 0), LATEST_S),
    )
