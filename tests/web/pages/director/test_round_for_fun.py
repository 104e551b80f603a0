"""The Tortoises after the game that counts: the medals come next, and whoever likes plays on for fun."""

import re
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from web.room import CUP, OWNER, bearer, join
from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.web.http.app import create_app


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def play_the_game_that_counts(context: Context) -> None:
    opening = [c.OpenDivision("Cora", "Tortoise", shipped_format("bee-tortoise"))]
    begin_tournament(context, OWNER, c.OpenTournament("Cora", "Bee", names=PublicNames.FULL), opening)
    teams = tuple(single(Profile(name, members=("A", "B", "C", "D"))) for name in ("Snails", "Slugs"))
    for command in (
        c.Register("Cora", "Tortoise", teams),
        c.CheckIn("Cora", (1, 2)),
        c.AnnounceWords("Cora", "Tortoise", 1, "GLOW", without=tuple(AnnouncedKind)),
        c.PublishRound("Cora", "Tortoise", (Seating(1, (1,)), Seating(2, (2,)))),
        c.StartRound("Cora", "Tortoise"),
        c.HandInSheet("Cora", "Tortoise", 1, 1, (611,), (1,)),
        c.HandInSheet("Cora", "Tortoise", 1, 2, (640,), (2,)),
        c.CloseRound("Cora", "Tortoise"),
    ):
        execute(context, OWNER, TOURNAMENTS, CUP, command)


@pytest.mark.clause("bee-tortoise-7-8")
@pytest.mark.clause("bee-winners")
def test_after_the_game_that_counts_come_the_medals_and_another_game_is_for_fun(tmp_path: Path) -> None:
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["GLOW"]),)))
    with Context.open(tmp_path / "wordwaiter.db", parts) as context, TestClient(create_app(context)) as made:
        client: TestClient[Any] = made
        play_the_game_that_counts(context)
        director = bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")[0])
        address = f"/director/{CUP}/rounds/1"
        page = plain(client.get(address, headers=director).text)
        assert "all rounds that count are closed. Time for the medals." in page
        assert "Play round 2 for fun" in page
        assert "Round 1 of 1, closed · final" in plain(client.get(f"/screen/{CUP}").text)
        medals = public_room(context, CUP).awards
        assert {award.what.value: award.name for (award,) in medals} == {"gold": "Slugs", "silver": "Snails"}

        sent = {"do": "publish", "sending": "for-fun-1"}
        assert client.post(address, data=sent, headers=director, follow_redirects=False).status_code == 303
        assert len(snapshot_of(context, CUP).tournament.rounds_of("Tortoise")) == 2
        assert "Play round 2" not in plain(client.get(address, headers=director).text)
        shown = plain(client.get(f"/director/{CUP}", headers=director).text)
        assert "Round 2 of 3, starting soon · for fun" in shown
        with pytest.raises(IllegalError) as refused:
            execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "Tortoise"))
        assert refused.value.code == "words-missing"
        emcee = Desk.of(client, context, Grant(Role.EMCEE, CUP), name="Emmy")
        said = emcee.open(f"/emcee/{CUP}")
        assert "Not announced yet for round 2: starting word, surprise word, sponsors." in said
        emcee.press("announce", without=[each.value for each in AnnouncedKind])
        assert "Missing:" not in emcee.text
        execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "Tortoise"))
        by_hand = plain(client.get(address, headers=director).text)
        assert "Turns cannot be entered at this table; play on paper and enter the total." in by_hand
        assert "Reason: enter the starting word that the committee announced" in by_hand
        room = plain(client.get(f"/director/{CUP}", headers=director).text)
        assert "Time for the medals." in room
        assert public_room(context, CUP).awards == medals
