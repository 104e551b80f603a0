"""Recorded tables at which chance tried everything that a seat or an official can do."""

import random
from collections.abc import Callable
from typing import Final

from game.random_play import phoney, possible_rack, shifted
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.decide import decide
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.table import EndReason, Played, SigningOfficial, Table, TableKind
from wordwaiter.rules.rulebooks.rulebook import Rulebook

RULEBOOKS: Final = ("iowa", "grand-island", "ontario", "androscoggin", "club", "club-5", "bee-tortoise")
WAITS_MS: Final = (0, 0, 1, 1000, 10_000, 60_000, 200_000)
REASONS: Final = ("", "table #3: see sheet", "no play of hers was left", "a second\nline")

Step = Callable[[Table, random.Random], c.Command]


def _plays(table: Table, chance: random.Random) -> c.Command:
    seat = table.position.to_move
    command = c.Lay if chance.random() < 0.2 else c.Play
    return command(seat, phoney(table.position, seat, chance))


def _exchanges(table: Table, chance: random.Random) -> c.Command:
    seat = table.position.to_move
    tiles = tuple(possible_rack(table.position, seat, chance)[: chance.randrange(1, 4)])
    known = table.kind is TableKind.VIRTUAL or chance.random() < 0.5
    return c.Exchange(seat, tiles if known else len(tiles))


def _challenges(table: Table, chance: random.Random) -> c.Command:
    move = table.turns[-1].move if table.turns else None
    words = move.words if isinstance(move, Played) else ("TEA",)
    return c.Challenge(table.position.to_move, words[: chance.randrange(1, 3)])


def _corrects(table: Table, chance: random.Random) -> c.Command:
    if not table.turns:
        return c.Undo("director")
    turn = chance.choice(table.turns)
    laid = phoney(turn.before, turn.seat, chance)
    if table.kind is TableKind.VIRTUAL and isinstance(turn.move, Played):
        laid = shifted(turn.move.placement, chance)
    return c.Correct("director", turn.number, laid, chance.choice(REASONS))


def _has(table: Table, chance: random.Random) -> c.Command:
    seat = chance.randrange(len(table.seats))
    return c.DeclareRack(seat, tuple(possible_rack(table.position, seat, chance)))


def _turn(table: Table, chance: random.Random) -> c.Command:
    seat = table.position.to_move
    return chance.choice(
        (
            c.Announce(seat),
            c.Lift(seat),
            c.Fill(table.turns[-1].seat if table.turns else 0),
            c.Pass(seat),
            c.SayCannotPlay(seat),
            c.CallHold(seat),
            c.ReleaseHold(seat),
            c.ReportPoints(seat, chance.randrange(40)),
            c.Sign(
                chance.choice((*range(len(table.sides)), SigningOfficial.SCOREKEEPER)),
                member=table.seats[-1].name,
            ),
        )
    )


def _official(_: Table, chance: random.Random) -> c.Command:
    reason = chance.choice(REASONS)
    return chance.choice(
        (
            c.Allow(chance.choice(("judge", "scorekeeper")), reason),
            c.Pause("director", reason),
            c.Resume("director"),
            c.AdjustClock("director", chance.choice(tuple(ClockKind)), -7_001, "bell #2", 0),
            c.Undo("director", reason),
            c.UndoRuling("judge", reason),
            c.CallTime("clock"),
            c.End("director", chance.choice((EndReason.AGREED, EndReason.NO_PLAY)), reason),
        )
    )


STEPS: Final[tuple[Step, ...]] = (
    *(_plays,) * 8,
    *(_turn,) * 8,
    *(_official,) * 6,
    *(_challenges,) * 3,
    *(_has,) * 3,
    _exchanges,
    _corrects,
)


def recorded(rulebook: Rulebook, opening: c.OpenTable, chance: random.Random) -> list[Fact]:
    """The facts of a table that was opened in the third minute, and at which chance tried what it could."""
    now_ms = 180_000
    facts = list(open_table(rulebook, opening, now_ms, chance))
    table = fold(rulebook, facts)
    for _ in range(40):
        command = chance.choice(STEPS)(table, chance)
        if table.first_draw is not None:
            command = c.DrawFirst(chance.randrange(2), chance.choice("ABK?"))
        elif table.challenge is not None and chance.random() < 0.8:
            command = c.Rule(chance.choice(("judge", "director")), chance.random() < 0.6, "sheet #2")
        now_ms += chance.choice(WAITS_MS)
        try:
            decided = decide(table, command, now_ms, chance)
        except WordwaiterError:
            continue
        for fact in decided:
            table = evolve(table, fact)
        facts += decided
    return facts
