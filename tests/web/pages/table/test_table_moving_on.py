"""After the sign-off: whoever keeps the table goes on to it in the next round, a player to where they sit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, bearer, begin_cup, join, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
NEXT = f"/tables/{CUP}/1/2/1.1"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        start_round(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


def play_to_the_end(context: Context) -> None:
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    while (mover := to_move(table(context))) is not None:
        execute(context, OWNER, TABLES, TABLE, g.Pass(mover))
    for seat in range(2):
        execute(context, OWNER, TABLES, TABLE, g.DeclareRack(seat, tuple("AEIOULN" if seat else "AEIOURT")))


def table(context: Context) -> Table:
    state: Table = context.states.of(TABLE).state
    return state


def test_after_the_sign_off_the_page_leads_on_when_the_next_round_starts(
    client: Client, context: Context
) -> None:
    keeper = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, CUP, table=1), name="Kit")[0])
    player = bearer(join(context, Grant(Role.PLAYER, CUP, entrant=2), name="Bo Poe")[0])
    play_to_the_end(context)
    page = client.get(f"/tables/{TABLE}", headers=keeper).text
    assert page.count('value="sign"') == 2
    phone = client.get(f"/me/{CUP}", headers=player).text
    assert "−7 : −7" in phone
    assert "Game over. Check the totals" in phone
    assert "so far" not in phone
    for signer in range(2):
        signed = client.post(f"/tables/{TABLE}", data={"do": "sign", "signer": signer}, headers=keeper)
        assert signed.status_code == 200
    page = client.get(f"/tables/{TABLE}", headers=keeper).text
    assert "Everyone has signed." in page
    assert "Game over" not in client.get(f"/me/{CUP}", headers=player).text
    assert "A link to the next table appears here" in page
    assert f'href="/me/{CUP}"' in client.get(f"/tables/{TABLE}", headers=player).text

    execute(context, OWNER, TOURNAMENTS, CUP, c.CloseRound("Cora", "A"))
    execute(context, OWNER, TOURNAMENTS, CUP, c.PublishRound("Cora", "A", (Seating(1, (2, 1)),)))
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
    assert f'href="{NEXT}"' in client.get(f"/tables/{TABLE}", headers=keeper).text
    assert client.get(NEXT, headers=keeper).status_code == 200
    shown = client.get(f"/tables/{TABLE}", headers=player).text
    assert f'href="{NEXT}"' not in shown
    assert "Where do I sit next?" in shown
    assert NEXT in client.get(f"/me/{CUP}", headers=player).text

    # The round was started too early: nobody is led to its tables any more.
    assert client.get(f"/keep/{CUP}", headers=keeper).url.path == NEXT
    execute(context, OWNER, TOURNAMENTS, CUP, c.HaltRound("Cora", "A", "too early"))
    assert f'href="{NEXT}"' not in client.get(f"/tables/{TABLE}", headers=keeper).text
    assert "The round starts soon." in client.get(f"/keep/{CUP}", headers=keeper).text

    # Somebody leaves before it starts again: the table is not played, now and while the others play.
    execute(context, OWNER, TOURNAMENTS, CUP, c.Withdraw("Cora", 2, "ill"))
    unplayed = "Table 1 has no game in round 2: Bo Poe absent."
    waiting = client.get(f"/keep/{CUP}", headers=keeper).text
    assert unplayed in waiting
    assert "tournament.contender_left" in waiting.partition("data-feed")[2].partition(">")[0]
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))
    assert unplayed in client.get(f"/keep/{CUP}", headers=keeper).text
