"""The treasurer's desk: what is sold to whom, and when."""

from pathlib import Path

import pytest

import bees
from service.houses import DORA, Computer, entered, serving
from wordwaiter.errors import ConflictError
from wordwaiter.game.hare import commands as h
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.bee.treasury import TeamAccount, treasury_desk
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile


def account(context: Context, stream: str) -> TeamAccount:
    (jays,) = treasury_desk(context, DORA, stream).accounts
    return jays


def test_peeks_and_tiles_are_sold_only_while_a_round_runs(tmp_path: Path) -> None:
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = entered(context, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
        tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest("Open", "Dora"))
        execute(
            context,
            DORA,
            TOURNAMENTS,
            bee,
            c.AnnounceWords("", "Open", 1, "LITERACY", without=tuple(AnnouncedKind)),
        )
        assert (account(context, bee).peek_cents, account(context, bee).tile_cents) == (None, None)
        execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
        assert account(context, bee).peek_cents == 100
        execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", "Open"))
        assert account(context, bee).peek_cents is None


# "Your Word Waiter will collect, record and re-distribute tiles for this transaction."
@pytest.mark.clause("bee-hare-7")
def test_no_tile_comes_back_without_a_line_in_the_ledger(tmp_path: Path) -> None:
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = bees.evening(context)
        bees.begin(context, bee)
        bees.close(context, bee)
        bees.begin(context, bee, 2)
        owls = bees.boards(context, bee, 2)["Owls"]
        with pytest.raises(ConflictError) as refused:
            execute(context, DORA, BOARDS, owls, h.BuyBack("", 1))
        assert refused.value.code == "not-paid"
        execute(context, DORA, TOURNAMENTS, bee, c.BuyTiles("", 1, 2))
        assert bees.built(context, owls).removed.count == 18
        assert len(snapshot_of(context, bee).tournament.ledger) == 1
