"""The treasurer's desk: what is sold to whom, and when."""

from pathlib import Path

from service.houses import DORA, Computer, entered, serving
from wordwaiter.service.bee.treasury import TeamAccount, treasury_desk
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile


def account(context: Context, stream: str) -> TeamAccount:
    (jays,) = treasury_desk(context, DORA, stream).accounts
    return jays


def test_peeks_and_tiles_are_sold_only_while_a_round_runs(tmp_path: Path) -> None:
    with serving(tmp_path / "house.db", Computer()) as context:
        bee = entered(context, "Bee", "bee-hare", Profile("Jays", members=("Ann", "Bob", "Cy", "Di")))
        tournaments.publish_next_round(context, DORA, bee, tournaments.RoundRequest("Open", "Dora"))
        execute(context, DORA, TOURNAMENTS, bee, c.AnnounceWords("", "Open", 1, "LITERACY"))
        assert (account(context, bee).peek_cents, account(context, bee).tile_cents) == (None, None)
        execute(context, DORA, TOURNAMENTS, bee, c.StartRound("", "Open"))
        assert account(context, bee).peek_cents == 100
        execute(context, DORA, TOURNAMENTS, bee, c.CallRoundTime("", "Open"))
        assert account(context, bee).peek_cents is None
