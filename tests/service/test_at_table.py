"""What somebody has before them at a table: the forms of one's own table, and only a look at the others."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wordwaiter.errors import IllegalError
from wordwaiter.service.access import Caller, Grant
from wordwaiter.service.at_table import preview_at, scene_at
from wordwaiter.service.house import House
from wordwaiter.tournament.roles import Role

from .houses import Computer, library_night, round_begun, serving


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
