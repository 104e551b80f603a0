"""The engine's long thoughts, in a process of its own: no page waits for them, however many ask."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import Event, Lock
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from cachetools import LRUCache

from wordwaiter._core import WordGraph
from wordwaiter.engine.engine import Engine
from wordwaiter.engine.finder import EnginesOfLists
from wordwaiter.lexicon import Lexicon
from wordwaiter.lexicon.cards import ListCard
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.jobs.own_process import Asked, OwnProcess

if TYPE_CHECKING:
    from wordwaiter.service.tables.computer import Engines

Task = TypeVar("Task")
Answer = TypeVar("Answer")

EngineWork = Callable[[Engine, Task, Asked], Answer]
"""A function of a module, which thinks with an engine there."""

PackedLists = tuple[tuple[ListCard, bytes], ...]
"""Word lists as they are sent."""

THINKING: Final = OwnProcess("thinking", gives_way=True, at_once=4, most=80)
"""Analysis, hints, puzzles and the champion: those who asked first do not keep the others waiting."""


def think_aside(
    engines: "Engines",
    rulebook: Rulebook,
    work: EngineWork[Task, Answer],
    task: Task,
    *,
    report: Callable[[Any], None] | None = None,
    stop: Event | None = None,
) -> Answer:
    """Returns what the work finds with the engine of these lists and rules, in the process of its own."""
    lists = engines.lexicons
    name = sha256("\n".join(each.hash for each in lists).encode()).hexdigest()
    needs = {name: lambda: pack_lists(lists)}
    order = (work, task, rulebook, name)
    return cast("Answer", THINKING.do(_think, order, needs=needs, report=report, stop=stop))


def pack_lists(lists: Sequence[Lexicon]) -> PackedLists:
    """Returns word lists as they are sent to another process."""
    return tuple((each.card, each.kwg()) for each in lists)


def unpack_lists(packed: PackedLists) -> tuple[Lexicon, ...]:
    """Returns the word lists that were packed."""
    return tuple(_lexicon(card, graph) for card, graph in packed)


def _lexicon(card: ListCard, graph: bytes) -> Lexicon:
    tile_set = shipped_tile_set(card.letters)
    return Lexicon(card, tile_set, WordGraph.read(graph, tile_set.labels))


# ---------------------------------------------------------------- in the other process

_MOST_WORDS: Final = 4
"""Sets of lists that are laid out at a time: each takes some twenty megabytes. A variant of a rulebook takes
ten kilobytes more."""

_ENGINES: Final[LRUCache[str, EnginesOfLists]] = LRUCache(_MOST_WORDS)
_BUILDING: Final = Lock()


def _think(order: tuple[EngineWork[Any, Any], object, Rulebook, str], asked: Asked) -> object:
    work, task, rulebook, name = order
    return work(_engine(name, rulebook, asked), task, asked)


def _engine(name: str, rulebook: Rulebook, asked: Asked) -> Engine:
    with _BUILDING:
        if name not in _ENGINES:
            _ENGINES[name] = EnginesOfLists(unpack_lists(cast("PackedLists", asked.kept[0])))
        return _ENGINES[name].of(rulebook)
