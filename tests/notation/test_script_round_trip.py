"""Any recorded table written out as a script tells the same game when the script is run."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from game.random_play import phoney, possible_rack, random_opening, shifted
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.decide import decide
from wordwaiter.game.evolve import evolve, fold
from wordwaiter.game.facts import Fact
from wordwaiter.game.opening import open_table
from wordwaiter.game.result import scores
from wordwaiter.game.table import EndReason, Played, Table, TableKind
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_names import sayable_names
from wordwaiter.notation.script_running import run_script
from wordwaiter.notation.script_writing import write_script
from wordwaiter.rules.reading import shipped_rulebook
from wordwaiter.rules.rulebook import Rulebook

RULEBOOKS: Final = ("iowa", "grand-island", "ontario", "androscoggin", "club", "club-5", "bee-tortoise")
WAITS_MS: Final = (0, 0, 1, 1000, 10_000, 60_000, 200_000)
NAMES: Final = (("Ann", "Ben"), ("Team #1", "Team #2"), ("A: one", "A one"), ("judge", "expect more"))
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
            c.Sign(chance.choice((*table.sides, "scorekeeper"))),
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


@pytest.mark.parametrize("name", RULEBOOKS)
@given(
    kind=st.sampled_from(TableKind),
    tiles_left=st.sampled_from((None, 6, 12, 30)),
    chance=st.integers(0, 2**32 - 1).map(random.Random),
)
@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck))
def test_a_script_of_any_recorded_table_tells_the_same_game(
    name: str, kind: TableKind, tiles_left: int | None, chance: random.Random
) -> None:
    rulebook = shipped_rulebook(name)
    opening = random_opening(rulebook, kind, tiles_left, chance)
    begins_at_once = opening.position is not None or bool(opening.seats)
    opening = replace(
        opening,
        sides=opening.sides if opening.seats else chance.choice(NAMES),
        first_seat=chance.randrange(2) if begins_at_once else 0,
    )
    facts = recorded(rulebook, opening, chance)
    table = fold(rulebook, facts)
    text = write_script(rulebook, facts)
    again = run_script(parse_script(text, "told.table"), rulebook)
    assert again.failures == (), text
    assert again.table.position.board == table.position.board
    # Where play begins at once a script names first whoever begins.
    turned = opening.first_seat if len(table.sides) == 2 else 0
    told = scores(again.table)
    assert told[-turned:] + told[:-turned] == scores(table)
    assert again.table.stage is table.stage
    assert [turn.points for turn in again.table.turns] == [turn.points for turn in table.turns]
    assert [turn.closed for turn in again.table.turns] == [turn.closed for turn in table.turns]
    assert (again.table.ending and again.table.ending.reason) == (table.ending and table.ending.reason)
    assert len(again.table.signatures) == len(table.signatures)


def test_names_that_a_script_cannot_say_are_written_as_close_as_it_can() -> None:
    told = ("Team #1", "judge", "9:30 club", "A|B", "A/B", "#", "expect nothing")
    assert sayable_names(told) == (
        "Team №1", "Judge", "9 30 club", "A/B", "A/B (5)", "№", "Expect nothing"
    )  # fmt: skip
