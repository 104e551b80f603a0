"""What a table's page says of calling time, and where it offers it: without a browser."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from service.houses import Computer
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.web.http.app import create_app

Client = TestClient[Litestar]
OFFERED = 'value="time"'
STATUS = re.compile(r'<p [^>]*id="status"[^>]*>(.*?)</p>', re.DOTALL)
PART = re.compile(r'<details[^>]* id="call-time">.*?</details>', re.DOTALL)


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def client(tmp_path: Path, computer: Computer) -> Iterator[Client]:
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), time=computer.time)
    with Context.open(tmp_path / "time.db", parts) as context, TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)
        yield client


def at_a_real_board(client: Client, rulebook: str) -> str:
    """The address of a table where Ann begins."""
    form = {"opponent": "real", "first": "Ann", "second": "Ben", "rulebook": rulebook}
    where = str(client.post("/play", data=form, follow_redirects=False).headers["location"])
    for seat, tile in enumerate("AB"):
        assert client.post(where, data={"do": "draw", "seat": str(seat), "tile": tile}).status_code == 200
    return where


def status(page: str) -> str:
    """What the table waits for. The page also carries every sentence that it may show later."""
    found = STATUS.search(page)
    assert found is not None
    return found[1]


def calling(client: Client, where: str) -> str:
    """The part of a table's page in which time is called; empty where there is none."""
    part = PART.search(client.get(where).text)
    return "" if part is None else part[0]


@pytest.mark.parametrize(
    ("rulebook", "says"),
    [
        pytest.param(
            "ontario",
            "Each side loses the value of the tiles on its rack",
            marks=pytest.mark.clause("ontario-8"),
        ),
        pytest.param(
            "grand-island", "Racks are filled from the bag", marks=pytest.mark.clause("grand-island-s9")
        ),
    ],
)
def test_the_page_says_what_the_rulebook_does_when_time_is_called(
    client: Client, rulebook: str, says: str
) -> None:
    part = calling(client, at_a_real_board(client, rulebook))
    assert says in part
    assert OFFERED in part


@pytest.mark.parametrize(
    ("rulebook", "says"),
    [
        pytest.param("ontario", "Count the tiles left on the racks.", marks=pytest.mark.clause("ontario-8")),
        pytest.param(
            "grand-island",
            "Fill the racks from the bag first, then count the tiles on them.",
            marks=pytest.mark.clause("grand-island-s9"),
        ),
    ],
)
def test_after_the_bell_the_page_says_whether_racks_are_filled_before_they_are_counted(
    client: Client, computer: Computer, rulebook: str, says: str
) -> None:
    """Grand Island: "If there are tiles left in the bag when time expires, players MUST fill their rack"."""
    where = at_a_real_board(client, rulebook)
    assert client.post(where, data={"do": "play", "play": "8D RETINA"}).status_code == 200
    computer.passes(60 * 60_000)
    client.post(where, data={"do": "time"})
    assert status(client.get(where).text).endswith(says)


@pytest.mark.clause("iowa-begin")
@pytest.mark.clause("grand-island-setup")
@pytest.mark.clause("ontario-3")
def test_the_page_says_how_the_draw_for_first_play_is_decided(client: Client) -> None:
    """Iowa: "The blank tile beats the “A”." Grand Island: "A blank tile supersedes all of the tiles." """
    form = {"opponent": "real", "first": "Ann", "second": "Ben", "rulebook": "iowa"}
    page = client.post("/play", data=form).text
    assert "Nearest to A plays first, and a blank beats A" in status(page)
    where = re.search(r'action="(/tables/[^"]+)"', page)
    assert where
    page = client.post(where[1], data={"do": "draw", "seat": "0", "tile": "?"}).text
    assert status(page) == "Ann drew a blank. Ben draws next."
    page = client.post(where[1], data={"do": "draw", "seat": "1", "tile": "?"}).text
    assert "draw again" in status(page)


@pytest.mark.parametrize("rulebook", ["iowa", "club"])
def test_where_time_ends_no_game_it_is_not_called(client: Client, rulebook: str) -> None:
    assert calling(client, at_a_real_board(client, rulebook)) == ""


@pytest.mark.clause("androscoggin-3")
@pytest.mark.clause("androscoggin-s9")
def test_at_androscoggin_time_is_offered_when_the_tables_own_is_up(
    client: Client, computer: Computer
) -> None:
    where = at_a_real_board(client, "androscoggin")
    computer.passes(30 * 60_000 - 1)
    part = calling(client, where)
    assert "Call time when it shows 0:00" in part
    assert OFFERED not in part
    computer.passes(1)
    part = calling(client, where)
    assert "tiles left on racks do not count." in part
    assert OFFERED in part
    # The turn has run out too; nobody is told to play on.
    assert status(client.get(where).text) == "Time is up: nothing more counts."
    client.post(where, data={"do": "time"})
    assert calling(client, where) == ""


def test_what_waited_for_the_network_counts_when_it_was_entered(client: Client, computer: Computer) -> None:
    where = at_a_real_board(client, "grand-island")
    computer.passes(5 * 60_000)
    scripted = {"Accept": "application/json"}
    play = {"do": "play", "play": "8D RETINA", "at_turn": "1"}
    late = client.post(where, data=play, headers=scripted | {"Wordwaiter-Waited": "60000"})
    assert late.json()["code"] == "turn-overtime"
    in_time = client.post(where, data=play, headers=scripted | {"Wordwaiter-Waited": "200000"})
    assert in_time.status_code == 200
    # The other side's three minutes run since then: 200 seconds.
    play = {"do": "play", "play": "I7 T.X", "at_turn": "2"}
    assert client.post(where, data=play, headers=scripted).json()["code"] == "turn-overtime"
    assert client.post(where, data=play, headers=scripted | {"Wordwaiter-Waited": "30000"}).status_code == 200


def test_a_rack_that_was_not_known_is_told_later_and_the_answer_says_before_and_after(
    client: Client, computer: Computer
) -> None:
    where = at_a_real_board(client, "ontario")
    assert client.post(where, data={"do": "play", "play": "8D RETINA"}).status_code == 200
    computer.passes(60 * 60_000)
    assert client.post(where, data={"do": "time"}).status_code == 200
    client.post(where, data={"do": "rack-unknown", "seat": "0"})
    client.post(where, data={"do": "rack", "seat": "1", "tiles": "VHDAEIR"})
    assert "Enter the tiles of Ann" in client.get(where).text
    answer = client.post(
        where, data={"do": "rack", "seat": "0", "tiles": "SDDAEIO"}, headers={"Accept": "application/json"}
    )
    assert answer.json()["said"] == "Recounted: Ann 14, Ben −14 before, Ann 5, Ben −14 now."
    assert "Enter the tiles of Ann" not in client.get(where).text


@pytest.mark.clause("grand-island-setup")
def test_the_page_says_that_an_overrun_is_a_pass_and_who_may_play(client: Client, computer: Computer) -> None:
    """Grand Island: "Each team will have no more than 3 minutes to complete their turn." """
    where = at_a_real_board(client, "grand-island")
    computer.passes(3 * 60_000 + 1)
    assert "Ann ran out of time: a pass. Ben may play." in client.get(where).text
    client.post(where, data={"do": "pass", "at_turn": "1"})
    turn = re.search(r'<td class="played">\s*passed, out of time.*?</td>', client.get(where).text, re.DOTALL)
    assert turn is not None
    assert 'href="/rules/grand-island-setup"' in turn[0]
    assert "(grand-island-setup)" not in turn[0]
    computer.passes(3 * 60_000 + 1)
    client.post(where, data={"do": "allow", "at_turn": "2"})
    assert "Ben to play, turn 2." in client.get(where).text
    assert client.post(where, data={"do": "play", "play": "8D RETINA", "at_turn": "2"}).status_code == 200
    assert "Ann to play, turn 3." in client.get(where).text
