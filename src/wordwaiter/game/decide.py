"""Commands become facts, or are refused with a code and the clause that forbids them."""

import random
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game import result
from wordwaiter.game.deciders import challenge, count, endings, free_endings, officials, opening, turns
from wordwaiter.game.deciders.course import Course
from wordwaiter.game.deciders.deciding import decides
from wordwaiter.game.facts import Fact
from wordwaiter.game.finder import Finder
from wordwaiter.game.table import Table

_DECIDERS: Final = decides.complete(
    set(c.Command.__args__) - {c.Play},
    challenge,
    count,
    endings,
    free_endings,
    officials,
    opening,
    result,
    turns,
)
"""A play goes its own way: tiles that are laid and announced at once are folded once."""


def decide(
    table: Table, command: c.Command, now_ms: int, rng: random.Random, finder: Finder | None = None
) -> tuple[Fact, ...]:
    """Returns the facts of `command`, given at `now_ms`; a refusal changes nothing.

    `finder` is asked for evidence where a game is ended because no play is left, and decides nothing.
    """
    return decided(table, command, now_ms, rng, finder).facts


def decided(
    table: Table, command: c.Command, now_ms: int, rng: random.Random, finder: Finder | None = None
) -> Course:
    """Returns the facts of a command with the table that they lead to."""
    if now_ms < table.at_ms:
        raise MalformedError(
            "time-went-back",
            f"the table's clock shows {now_ms} ms, but the last entry was at {table.at_ms} ms; set the clock",
        )
    course = turns.begun_by_next(table, command, now_ms)
    if isinstance(command, c.Play):
        course = turns.play(course, command, now_ms)
    else:
        course = course.then(*_DECIDERS[type(command)](course.table, command, (now_ms, rng, finder)))
    return endings.consequences(course, course.facts[-1].by, now_ms, finder)
