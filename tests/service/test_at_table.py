"""What somebody has before them at a table: the forms of one's own table, and only a look at the others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.game import commands as g
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.context import House
from wordwaiter.service.tables.scene import preview_at, scene_at
from wordwaiter.service.tables.tables import give
from wordwaiter.tournament.roles import Role

from .houses import DORA, Computer, library_night, round_begun, serving


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with serving(tmp_path / "table.db", Computer()) as house:
        yield house


def test_whoever_keeps_one_table_only_looks_at_the_others(house: House) -> None:
    night = library_night(house)
    round_begun(house, night)
    keeper = Caller("Kim", "tablet", frozenset({Grant(Role.TABLE_SCOREKEEPER, night, table=2)}))
    own, other = f"{night}/1/1/2.1", f"{night}/1/1/1.1"

    assert scene_at(house, keeper, own).seats == {0, 1}
    assert scene_at(house, keeper, other).seats == frozenset()
    assert preview_at(house, keeper, own, "8H CAT") is not None
    with pytest.raises(IllegalError) as refused:
        preview_at(house, keeper, other, "8H CAT")
    assert refused.value.code == "not-your-role"


def test_a_play_that_waits_for_the_judge_is_taken_back_by_the_director_alone(house: House) -> None:
    night = library_night(house)
    round_begun(house, night)
    stream = f"{night}/1/1/2.1"
    for seat, tile in enumerate("AB"):
        give(house, DORA, stream, g.DrawFirst(seat, tile))
    table = house.states.of(stream).state
    mover = table.position.to_move
    keeper = Caller("Kim", "tablet", frozenset({Grant(Role.TABLE_SCOREKEEPER, night, table=2)}))
    give(house, keeper, stream, g.Play(mover, parse_play("8D FROZED", table.position.board)))
    give(house, keeper, stream, g.Challenge(1 - mover, ("FROZED",)))
    with pytest.raises(IllegalError) as refused:
        give(house, keeper, stream, g.Undo("Kim", "wrong"))
    assert refused.value.code == "undo-awaits-ruling"
    give(house, DORA, stream, g.Undo("Dora", "they laid FROZEN"))
    assert house.states.of(stream).state.turns == ()
