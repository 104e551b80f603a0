"""Whole games by the real rules, as commands that can be given again: nothing in them is left to chance."""

import json
import random
from collections.abc import Iterator
from functools import cache

from game.random_play import phoney, possible_rack
from wordwaiter.command_fields import word_of
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as c
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.signers import unsigned
from wordwaiter.game.table import Stage, Table, TableKind
from wordwaiter.rules.placement import play_text
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

OPENING = c.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"))
TURN_MS = 20_000
NO_CHANCE = random.Random(0)
"""Handed in where the rules ask for chance; at a physical table they never use it."""


@cache
def rulebook() -> Rulebook:
    return shipped_rulebook("club")


def begin() -> tuple[Fact, ...]:
    """The facts with which each of these games begins."""
    return open_table(rulebook(), OPENING, 0, NO_CHANCE)


def give(table: Table, command: c.Command, number: int) -> tuple[Fact, ...]:
    """What happens when a game's command of that number is given."""
    return decide(table, command, number * TURN_MS, NO_CHANCE)


@cache
def recorded_game(seed: int) -> tuple[c.Command, ...]:
    """A game from the first draw to the last signature."""
    return tuple(_commands(random.Random(seed)))


def _commands(chance: random.Random) -> Iterator[c.Command]:
    table = fold(rulebook(), begin())
    number = 0
    while True:
        for command in _tries(table, chance):
            try:
                facts = give(table, command, number)
            except IllegalError:
                continue
            break
        else:
            return
        for fact in facts:
            table = evolve(table, fact)
        yield command
        number += 1


def _tries(table: Table, chance: random.Random) -> Iterator[c.Command]:
    """Commands of which the first that is legal is given; none when the game is signed."""
    if table.stage is Stage.DRAWING:
        drawn = table.first_draw or ()
        yield c.DrawFirst(drawn.index(None), chance.choice("ABCDEFGH" if drawn[0] is None else "IJKLMNOP"))
        return
    if table.stage is Stage.PLAYING:
        seat = table.position.to_move
        for _ in range(20):
            yield c.Play(seat, phoney(table.position, seat, chance))
        yield c.Pass(seat)
        return
    if table.count is None:
        for seat in range(len(table.seats)):
            yield c.DeclareRack(seat, tuple(possible_rack(table.position, seat, chance)))
        return
    for signer in unsigned(table):
        yield c.Sign(signer)


@cache
def wired_game(seed: int) -> tuple[bytes, ...]:
    """The same game, command by command, as the JSON API takes it."""
    table, wired = fold(rulebook(), begin()), []
    for number, command in enumerate(recorded_game(seed)):
        wired.append(_wired(table, command))
        for fact in give(table, command, number):
            table = evolve(table, fact)
    return tuple(wired)


def _wired(table: Table, command: c.Command) -> bytes:
    told: dict[str, object] = {"command": word_of(type(command))}
    for name in ("seat", "tile", "tiles", "words", "points"):
        if getattr(command, name, None) is not None:
            told[name] = getattr(command, name)
    if isinstance(command, c.Play):
        told["placement"] = play_text(table.position.board, command.placement)
    if isinstance(command, c.Sign):
        told["signer"] = command.signer if isinstance(command.signer, int) else command.signer.value
    return json.dumps(told).encode()
