"""Computer players for all rulebooks of a plan: what they can find, and what the lists say of it."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from wordwaiter.engine import Engine, Outlook, shipped_leaves
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Lexicon
from wordwaiter.lexicon.withheld import shown_list
from wordwaiter.rules.board import Board
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import words_of_play

_SHUFFLES = 4
"""How often tiles are laid in another order until they make a word that is none."""


class SimulatedPlayers:
    """Finds plays as people do: good ones, seldom the best, now and then a word that is none."""

    def __init__(self, lexicons: Sequence[Lexicon]) -> None:
        if not lexicons:
            raise MalformedError("no-list", "a rehearsal needs a word list; set one in [words] lists")
        self._lexicons = tuple(lexicons)
        self._engines: dict[str, Engine] = {}

    def engine(self, rulebook: Rulebook, rack_size: int) -> Engine:
        """The engine of a rulebook; where it has no racks, so many tiles are looked at together."""
        key = f"{rulebook.name}/{rack_size}"
        if key not in self._engines:
            with_racks = replace(rulebook, table=replace(rulebook.table, rack_size=rack_size))
            leaves = shipped_leaves(rulebook.table.tile_set.name)
            shown = tuple(shown_list(each) for each in self._lexicons)  # boards of a rehearsal are looked at
            self._engines[key] = Engine.of_lists(shown, with_racks, leaves)
        return self._engines[key]

    def all_good(self, words: Iterable[str]) -> bool:
        """Checks whether some list has each of these words."""
        return all(any(word in lexicon for lexicon in self._lexicons) for word in words)

    def find(
        self, engine: Engine, board: Board, rack: Rack, outlook: Outlook, best_of: int, rng: random.Random
    ) -> Placement | None:
        """One of the best plays of a rack; nothing if there is none."""
        found = engine.at(board).best(rack, best_of, outlook)
        return rng.choice(found).placement(board) if found else None

    def misspelt(self, board: Board, placement: Placement, rng: random.Random) -> Placement:
        """Returns the tiles in an order that makes no word, if a few tries give one."""
        squares = [square for square, _ in placement.laid]
        tiles = [tile for _, tile in placement.laid]
        for _ in range(_SHUFFLES):
            rng.shuffle(tiles)
            other = Placement(tuple(zip(squares, tiles, strict=True)))
            if not self.all_good(words_on(board, other)):
                return other
        return placement


def words_on(board: Board, placement: Placement) -> tuple[str, ...]:
    """The words that a play makes, its own first."""
    return tuple(word.text for word in words_of_play(board, placement))
