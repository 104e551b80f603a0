"""What somebody has before them at a table: the forms of one's own table, and only a look at the others."""

import pytest

from service.houses import DORA, library_night, round_begun
from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as g
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.scene import preview_at, scene_at


def test_whoever_keeps_one_table_only_looks_at_the_others(context: Context) -> None:
    night = library_night(context)
    round_begun(context, night)
    keeper = Caller("Kim", "tablet", frozenset({Grant(Role.TABLE_SCOREKEEPER, night, table=2)}))
    own, other = f"{night}/1/1/2.1", f"{night}/1/1/1.1"

    assert scene_at(context, keeper, own).seats == {0, 1}
    assert scene_at(context, keeper, other).seats == frozenset()
    assert preview_at(context, keeper, own, "8H CAT") is not None
    with pytest.raises(IllegalError) as refused:
        preview_at(context, keeper, other, "8H CAT")
    assert refused.value.code == "not-your-role"


def test_a_play_that_waits_for_the_judge_is_taken_back_by_the_director_alone(context: Context) -> None:
    night = library_night(context)
    round_begun(context, night)
    stream = f"{night}/1/1/2.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
    table = context.states.of(stream).state
    mover = table.position.to_move
    keeper = Caller("Kim", "tablet", frozenset({Grant(Role.TABLE_SCOREKEEPER, night, table=2)}))
    execute(context, keeper, TABLES, stream, g.Play(mover, parse_play("8D FROZED", table.position.board)))
    execute(context, keeper, TABLES, stream, g.Challenge(1 - mover, ("FROZED",)))
    with pytest.raises(IllegalError) as refused:
        execute(context, keeper, TABLES, stream, g.Undo("Kim", "wrong"))
    assert refused.value.code == "undo-awaits-ruling"
    execute(context, DORA, TABLES, stream, g.Undo("Dora", "they laid FROZEN"))
    assert context.states.of(stream).state.turns == ()
