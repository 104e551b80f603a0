"""Each player's chance of each place: for the director, and for everybody where the director shows it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.web.http.app import create_app

CUP = "tournament-1"
DORA = director_of_everything("Dora")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A club night of four after its first round, in which Ann and Cy have won."""
    judge = Judge((Lexicon.of_words("few", ["READ", "DARE"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        opened = c.OpenTournament("", "Club", names=PublicNames.FULL)
        begin_tournament(context, DORA, opened, [c.OpenDivision("", "A", shipped_format("club"))])
        names = ("Ann", "Bo", "Cy", "Di")
        for command in (
            c.Register("", "A", tuple(single(Profile(name)) for name in names)),
            c.CheckIn("", (1, 2, 3, 4)),
            c.PublishRound("", "A", (Seating(1, (1, 2)), Seating(2, (3, 4)))),
            c.StartRound("", "A"),
            c.HandInSheet("", "A", 1, 1, (450, 300), (1, 2)),
            c.HandInSheet("", "A", 1, 2, (400, 390), (3, 4)),
            c.CloseRound("", "A"),
        ):
            execute(context, DORA, TOURNAMENTS, CUP, command)
        yield context


@pytest.fixture
def desk(context: Context) -> Iterator[Desk]:
    with TestClient(create_app(context)) as client:
        yield Desk.of(client, context, Grant(Role.DIRECTOR, HOUSE))


def test_the_director_sees_the_chances_and_everybody_only_where_they_are_shown(desk: Desk) -> None:
    assert "Chances of each place, A" in desk.open(f"/director/{CUP}/standings")
    # On a phone the table folds, and each figure says which place it is about.
    assert '<table class="chances folds"' in desk.html
    assert 'data-label="Place 1:"' in desk.html
    public = Desk(desk.client, {})
    assert "Chances in %" not in public.open(f"/live/{CUP}")
    desk.open(f"/director/{CUP}/entrants")
    desk.press("format", chances="on", reason="for the room")
    said = public.open(f"/live/{CUP}")
    assert "Chances in %" in said
    rows = said.split("Chances in % ")[1].split("Name 1 2 3 ")[1]
    # Ann is ahead by far, so she has the best chance of the first place.
    assert rows.startswith("Ann ")
