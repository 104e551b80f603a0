"""Whether a play was left where nobody could play: what a table's word lists say, for officials alone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.game.finder import PlaysLeft, plays_left
from wordwaiter.game.table import EndReason, Table
from wordwaiter.service.judging.word_lists import finder_at, lists_at
from wordwaiter.service.memo import Memo

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_FOUND: Final = Memo[PlaysLeft](64)
"""Answers by table: a page is loaded often, and the answer changes when a rack is told."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The word lists' answer about a game that ended because no play was left."""

    lists: tuple[str, ...]
    """Those that judge the table; empty where this computer has none."""
    found: PlaysLeft | None
    """`None` where no list is at hand, or the board is not known."""


def evidence_at(context: "Context", stream: str, table: Table) -> Evidence | None:
    """Returns what the lists say now, with the racks told so far; nothing for a game that ended otherwise."""
    if table.ending is None or table.ending.reason is not EndReason.NO_PLAY:
        return None
    finder, lists = finder_at(context, stream), lists_at(context, stream)
    position = table.position
    if finder is None or position.partial:
        return Evidence(lists, None)
    made_of = (finder, position.board, position.racks, position.bag, table.rulebook)
    return Evidence(lists, _FOUND.of(stream, made_of, lambda: plays_left(table, finder)))
