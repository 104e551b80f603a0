"""What a team has paid to have looked up, and what the list says of it: not on the pages of others."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.api.asking import app_of
from web.api.venue import DIRECTOR, Venue, furnish, open_house
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    folder: Path = tmp_path_factory.mktemp("venue")
    with open_house(folder) as context:
        yield furnish(context)


@pytest.fixture(scope="module")
def board(venue: Venue) -> tuple[str, str, int]:
    """A team's board, its division and its table; the team has had a word looked up."""
    stream = next(each for each in venue.tables(venue.bee) if each.endswith(".1"))
    place = place_of(stream)
    assert place is not None
    tournament = snapshot_of(venue.context, venue.bee).tournament
    where = place.in_tournament(tournament)
    sitting = tournament.round(where.division, where.round).sitting_at(where.table, where.board)
    assert sitting is not None
    bought = execute(
        venue.context, DIRECTOR, TOURNAMENTS, venue.bee, c.BuyPeek("Dora", sitting.sides[0], "RETINA")
    )
    number = bought.state.peeks[-1].number
    execute(venue.context, DIRECTOR, TOURNAMENTS, venue.bee, c.AnswerPeek("Dora", number, good=True))
    return stream, where.division, where.table


@pytest.mark.parametrize(
    ("role", "other_table", "sees", "is_kept_from"),
    [
        (Role.TABLE_SCOREKEEPER, 0, True, False),
        (Role.TABLE_SCOREKEEPER, 1, False, True),
        (Role.JUDGE, None, True, False),
        (Role.DISPLAY, None, False, True),
        (Role.EMCEE, None, False, False),
    ],
)
@pytest.mark.clause("bee-phones")
def test_a_peek_is_seen_by_judges_and_by_the_word_waiter_who_bought_it(
    venue: Venue,
    board: tuple[str, str, int],
    role: Role,
    other_table: int | None,
    sees: bool,
    is_kept_from: bool,
) -> None:
    stream, division, table = board
    snapshot = None if other_table is None else table + other_table
    grant = Grant(role, venue.bee, None if snapshot is None else division, snapshot)
    invited = venue.context.devices.invite(DIRECTOR, [grant], name="Wilma")
    token = venue.context.devices.join(invited.secret, Joining()).token
    with TestClient(app_of(venue)) as client:
        shown = client.get(f"/hare/{stream}", headers={"Authorization": f"Bearer {token}"})
    assert shown.status_code == (409 if is_kept_from else 200)
    assert ("<b>RETINA</b>" in shown.text) is sees
