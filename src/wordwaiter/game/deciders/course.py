"""Course: what has happened so far while a command is decided, and the table that it leads to."""

from dataclasses import dataclass

from wordwaiter.game.evolve import evolve
from wordwaiter.game.facts import Fact
from wordwaiter.game.table import Table


@dataclass(frozen=True, slots=True)
class Course:
    """Facts in their order, and the table after them; so each is folded once."""

    table: Table
    facts: tuple[Fact, ...] = ()

    def then(self, *facts: Fact) -> "Course":
        """The course with more facts."""
        table = self.table
        for fact in facts:
            table = evolve(table, fact)
        return Course(table, self.facts + facts)
