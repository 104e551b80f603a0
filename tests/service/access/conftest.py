"""What tests of devices share: two tournaments, and a clock that the test turns on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.access.roll import OWNER, Clock
from wordwaiter.service.access.devices import Devices
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.store.journal import Journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        for name in ("Spring", "Autumn"):
            begin_tournament(
                Context.at_desk(journal),
                OWNER,
                c.OpenTournament("Cora", name, names=PublicNames.FULL),
                [
                    *(c.OpenDivision("Cora", each, shipped_format("club")) for each in "AB"),
                    c.Register("Cora", "A", tuple(single(Profile(each)) for each in ("Ann", "Bo"))),
                    c.Register("Cora", "B", tuple(single(Profile(each)) for each in ("Cy", "Di"))),
                ],
            )
        yield journal


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def devices(journal: Journal, clock: Clock) -> Devices:
    return Context.at_desk(journal, ContextParts(time=clock.time)).devices
