"""A table that is being played now: commands at the time of a running clock, facts kept as they happen."""

import random

from wordwaiter.game.commands import Command, OpenTable
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.finder import Finder
from wordwaiter.game.table import Table
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.service.clock import Watch, counter_ms


def start_watch() -> Watch:
    """A watch that shows 0 now. It runs on when the computer's date and time are changed."""
    begun_ms = counter_ms()
    return lambda: counter_ms() - begun_ms


class LiveTable:
    """One table and all that has happened at it."""

    def __init__(
        self,
        rulebook: Rulebook,
        opening: OpenTable,
        rng: random.Random,
        watch: Watch,
        finder: Finder | None = None,
    ) -> None:
        self.rulebook = rulebook
        self._rng = rng
        self._watch = watch
        self._finder = finder
        self.facts: list[Fact] = list(open_table(rulebook, opening, watch(), rng))
        self.table: Table = fold(rulebook, self.facts)

    @property
    def now_ms(self) -> int:
        """The time of the table's watch."""
        return self._watch()

    def give(self, command: Command) -> tuple[Fact, ...]:
        """Give a command now; what happens, or a refusal that changes nothing."""
        facts = decide(self.table, command, self.now_ms, self._rng, self._finder)
        for fact in facts:
            self.table = evolve(self.table, fact)
        self.facts += facts
        return facts
