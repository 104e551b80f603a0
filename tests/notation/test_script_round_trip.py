"""Any recorded table, written out as a script or as a game record, tells the same game when it is run."""

import random
from dataclasses import replace
from typing import Final

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from game.random_play import random_opening
from notation.random_tables import RULEBOOKS, recorded
from wordwaiter.game.evolve import fold
from wordwaiter.game.facts import TurnCorrected
from wordwaiter.game.result import scores
from wordwaiter.game.table import TableKind
from wordwaiter.notation.gcg_reading import read_gcg
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.notation.replay import replay
from wordwaiter.notation.script import parse_script
from wordwaiter.notation.script_names import sayable_names
from wordwaiter.notation.script_running import run_script
from wordwaiter.notation.script_writing import write_script
from wordwaiter.notation.table_record import record_of
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

NAMES: Final = (("Ann", "Ben"), ("Team #1", "Team #2"), ("A: one", "A one"), ("judge", "expect more"))

every_table = settings(
    max_examples=20, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck)
)
chances = st.integers(0, 2**32 - 1).map(random.Random)


@pytest.mark.parametrize("name", RULEBOOKS)
@given(
    kind=st.sampled_from(TableKind),
    tiles_left=st.sampled_from((None, 6, 12, 30)),
    chance=chances,
)
@every_table
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


@pytest.mark.parametrize("name", RULEBOOKS)
@given(kind=st.sampled_from(TableKind), chance=chances)
@every_table
def test_the_record_of_any_table_replays_without_a_difference(
    name: str, kind: TableKind, chance: random.Random
) -> None:
    rulebook = shipped_rulebook(name)
    facts = recorded(rulebook, random_opening(rulebook, kind, None, chance), chance)
    table = fold(rulebook, facts)
    assume(not table.position.partial)
    # A play that was ruled off stays off, though it need not fit any more when a turn before it is corrected.
    corrected = any(isinstance(fact, TurnCorrected) for fact in facts)
    assume(not corrected or not any(turn.ruled_off for turn in table.turns))
    again = replay(read_gcg(write_gcg(record_of(table)), "told.gcg").record, rulebook)
    assert again.differences == ()
    # Whoever began is the first player of a record.
    second_began = bool(table.turns) and table.seats[table.turns[0].seat].side == 1
    assert again.final_scores == (scores(table)[::-1] if second_began else scores(table))
    assert again.board == table.position.board


def test_names_that_a_script_cannot_say_are_written_as_close_as_it_can() -> None:
    told = ("Team #1", "judge", "9:30 club", "A|B", "A/B", "#", "expect nothing")
    assert sayable_names(told) == (
        "Team №1", "Judge", "9 30 club", "A/B", "A/B (5)", "№", "Expect nothing"
    )  # fmt: skip
