"""Pages that many read alike are made once: never stale, never another's, right to the byte."""

import gzip
import json
import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from crowd import BOSS, Tables, begin_event, commands_of, device, moves_at, start_round
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds import room_moments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.state import Screen
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.gzip_parts import gzip_of, packed, stored
from wordwaiter.web.render import templates

Client = TestClient[Litestar]

PAGES = ["/live/{0}", "/screen/{0}", "/me/{0}?who=1", "/me/{0}"]


@pytest.fixture
def event(context: Context) -> Tables:
    return start_round(context, begin_event(context, 2), 2)


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


def text_of(client: Client, address: str, token: str = "", **headers: str) -> str:
    cookies = {"Cookie": f"{COOKIE}={token}"} if token else {}
    answer = client.get(address, headers={**headers, **cookies})
    assert answer.status_code == 200
    return answer.text


def without_time(html: str) -> str:
    """A page without what no two have in common: the server's clock, and the key of a form."""
    html = re.sub(r'(data-now|as-of|remaining-ms)="\d+"', "", html)
    html = re.sub(r'"(as_of|remaining_ms)":\d+', "", html)
    return re.sub(r">\d+:\d\d<", "><", html)


def play(client: Client, event: Tables, number: int, moves: int) -> None:
    """The first moves of a table."""
    for turn, move in enumerate(moves_at(event, number)[:moves]):
        headers = {"Authorization": f"Bearer {event.token}", "Idempotency-Key": f"move-{number}-{turn}"}
        answer = client.post(commands_of(event.tables[number]), json=json.loads(move), headers=headers)
        assert answer.status_code == 200, answer.text


# ---------------------------------------------------------------- packing


@pytest.mark.parametrize("texts", [[], [""], ["one"], ["<p>Zoë</p>" * 900, "", "<b>7</b>" * 3, "😀"]])
def test_pieces_side_by_side_are_one_gzip_file(texts: list[str]) -> None:
    pieces = [make(text) for text in texts for make in (packed, stored)]
    assert gzip.decompress(gzip_of(pieces)).decode() == "".join(text * 2 for text in texts)


def test_a_piece_that_is_too_long_is_not_stored() -> None:
    with pytest.raises(ValueError, match="better compressed"):
        stored("x" * 70_000)


# ---------------------------------------------------------------- never stale


@pytest.mark.parametrize("address", PAGES[:1] + PAGES[2:3])
def test_a_move_is_on_the_next_page_that_anybody_asks_for(
    client: Client, event: Tables, address: str
) -> None:
    where = address.format(event.stream)
    before = [text_of(client, where) for _ in range(2)]
    assert without_time(before[0]) == without_time(before[1])
    play(client, event, 0, 5)
    scores = client.get(
        f"/api/v1/tables/{event.tables[0].replace('/', ':')}",
        headers={"Authorization": f"Bearer {event.token}"},
    ).json()["scores"]
    assert sum(scores)
    after = text_of(client, where)
    assert without_time(after) != without_time(before[0])
    assert f"{scores[0]} : {scores[1]}" in after or f'<b class="score">{scores[0]}</b>' in after


def test_what_the_director_chooses_is_on_the_screen_at_once(
    client: Client, event: Tables, context: Context
) -> None:
    where = f"/screen/{event.stream}"
    assert 'data-screens="clock"' in text_of(client, where)
    execute(context, BOSS, TOURNAMENTS, event.stream, c.ChooseScreen("", Screen.SPONSORS))
    assert 'data-screens="sponsors"' in text_of(client, where)


@pytest.mark.parametrize("address", PAGES)
def test_the_servers_clock_is_of_now_on_every_page(
    client: Client, event: Tables, context: Context, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    began = context.watch() // 1000 * 1000
    seen = []
    for passed in (1_001, 1_003, 1_007):
        monkeypatch.setattr(context, "watch", lambda at=began + passed: at)
        found = re.search(r'data-now="(\d+)"', text_of(client, address.format(event.stream)))
        assert found is not None
        seen.append(int(found[1]) - began)
    assert seen == [1_001, 1_003, 1_007]


# ---------------------------------------------------------------- never another's


@pytest.mark.parametrize("address", PAGES)
def test_everybody_reads_in_their_own_way(client: Client, event: Tables, address: str) -> None:
    where = address.format(event.stream)
    english, french, dark = (
        text_of(client, where),
        text_of(client, where, **{"Accept-Language": "fr"}),
        text_of(client, where, Cookie="theme=dark"),
    )
    assert ['lang="en"' in english, 'lang="fr"' in french] == [True, True]
    assert ['data-theme="dark"' in page for page in (english, french, dark)] == [False, False, True]
    assert without_time(text_of(client, where)) == without_time(english)


def test_a_page_without_compression_is_the_same(client: Client, event: Tables) -> None:
    for address in PAGES:
        where = address.format(event.stream)
        plain = client.get(where, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert without_time(plain.text) == without_time(text_of(client, where, **{"Accept-Encoding": "gzip"}))


def test_a_name_that_one_phone_may_see_comes_to_no_other(
    client: Client, event: Tables, context: Context
) -> None:
    hidden = Profile("Rosalind Quill", by_initials=True)
    execute(context, BOSS, TOURNAMENTS, event.stream, c.ChangeProfile("", 1, hidden))
    execute(context, BOSS, TOURNAMENTS, event.stream, c.ChooseScreen("", Screen.PAIRINGS))
    own, other = (device(context, Grant(Role.PLAYER, event.stream, entrant=number)) for number in (1, 2))
    where = f"/me/{event.stream}"
    for _ in range(2):
        assert "Rosalind Quill" in text_of(client, where, own)
        for page in (
            text_of(client, where, other),
            *(text_of(client, a.format(event.stream)) for a in PAGES),
        ):
            assert "Rosalind" not in page
            assert "R. Q." in page


def test_an_address_with_something_added_to_it_makes_no_page_anew(
    client: Client, event: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One phone had the page made for each question, and pages of all others forgotten."""
    made, filled = list[str](), templates._filled

    def noted(*asked: Any) -> str:
        made.append(threading.current_thread().name)
        return filled(*asked)

    monkeypatch.setattr(templates, "_filled", noted)
    monkeypatch.setattr(room_moments, "MOMENT_MS", 3_600_000)
    headers = [{"Host": f"10.0.0.{number}"} for number in range(3)]
    shown = [
        text_of(client, f"/live/{event.stream}?x={number}", **headers[number % 3]) for number in range(9)
    ]
    assert len(made) == 1
    assert made[0].startswith("asyncio"), "in a thread"
    for number, html in enumerate(shown):
        assert f'value="/live/{event.stream}?x={number}"' in html


@pytest.mark.parametrize(
    "address", ["/tables/{0}", "/me/{1}?who=1", "/play", "/practice", "/tournaments/new"]
)
def test_no_page_is_made_in_the_event_loop(
    client: Client, event: Tables, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixteen pages that one phone asked for at once had everybody else wait for all of them."""
    made, filled = set[str](), templates._filled

    def noted(*asked: Any) -> str:
        made.add(threading.current_thread().name.partition("_")[0])
        return filled(*asked)

    monkeypatch.setattr(templates, "_filled", noted)
    text_of(client, address.format(event.tables[0], event.stream))
    assert made
    assert made <= {"asyncio", "AnyIO worker thread"}
