"""Results on their way from a table to its tournament."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.room import CUP, OWNER, TABLE, begin_cup, finish, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.table import EndReason
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with Context.open(tmp_path / "room.db") as context:
        begin_cup(context)
        start_round(context)
        yield context


def test_a_result_that_is_signed_after_time_was_called_is_handed_in(context: Context) -> None:
    finish(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.CallRoundTime("Cora", "A"))
    played = snapshot_of(context, CUP).tournament.round("A", 1)
    assert (played.stage, played.sittings[0].outcome) == (RoundStage.ENDED, None)
    for seat, rack in enumerate(("EEEEEEE", "OOOOOOO")):
        execute(context, OWNER, TABLES, TABLE, g.DeclareRack(seat, tuple(rack)))
    for side in (0, 1):
        execute(context, OWNER, TABLES, TABLE, g.Sign(side))
    assert isinstance(snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome, Scored)


def test_a_result_that_an_official_accepts_is_handed_in_without_signatures(context: Context) -> None:
    finish(context)
    for seat, rack in enumerate(("EEEEEEE", "OOOOOOO")):
        execute(context, OWNER, TABLES, TABLE, g.DeclareRack(seat, tuple(rack)))
    assert snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome is None
    execute(context, OWNER, TABLES, TABLE, g.End("Cora", EndReason.AGREED, "both went home"))
    assert isinstance(snapshot_of(context, CUP).tournament.round("A", 1).sittings[0].outcome, Scored)
