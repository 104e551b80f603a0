"""Who is let in, what is refused, and what browsers are told."""

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

import patiently
from web.conftest import Program, SameForAll, Start
from wordwaiter.service.context import Context
from wordwaiter.service.judging.rulings import rulings_in
from wordwaiter.store.journal import Journal
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.client_device import is_own_address, plain_address
from wordwaiter.web.http.guards import Who

Client = TestClient[Litestar]


def _routes_behind_the_door(app: Litestar) -> set[tuple[str, str]]:
    """The routes that the door decides on: what is computed from a word list, and the rulings."""
    found = set()
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            who = handler.opt.get("who")
            if isinstance(who, Who) and who.room is not None:
                found |= {(str(method), route.path) for method in handler.http_methods if method != "OPTIONS"}
    return found


def test_a_closed_door_closes_every_route_that_computes_from_a_word_list(
    context: Context, journal: Journal
) -> None:
    context.door = SameForAll(admitted=False)
    app = create_app(context)
    closed = _routes_behind_the_door(app)
    assert {
        ("GET", "/judge"),
        ("POST", "/judge"),
        ("GET", "/judge/log"),
        ("POST", "/api/v1/judge"),
        ("GET", "/api/v1/judge/rulings"),
    } <= closed
    with TestClient(app) as client:
        for method, path in closed:
            for body in ({"json": {"words": "quotes"}}, {"data": {"words": "quotes"}}):
                answer = client.request(method, path, **body)  # type: ignore[arg-type]
                assert answer.status_code == 403, (method, path)
                assert "QUOTES" not in answer.text
    assert rulings_in(journal) == ()


def test_an_open_door_opens_the_same_routes(client: Client) -> None:
    for method, path in _routes_behind_the_door(client.app):
        assert client.request(method, path).status_code != 403, (method, path)


@pytest.mark.parametrize(
    "path", ["/judge", "/judge/log", "/healthz", "/static/look.css", "/nowhere", "/api/nowhere"]
)
def test_every_answer_carries_the_security_headers(onlooker: Client, path: str) -> None:
    headers = onlooker.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cache-control"] == ("no-cache" if "static" in path else "no-store")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://testserver.local:81", "http://[::1"]
)
@pytest.mark.parametrize("path", ["/judge", "/api/v1/judge"])
def test_a_page_of_another_site_can_ask_nothing(
    client: Client, journal: Journal, origin: str, path: str
) -> None:
    answer = client.post(path, json={"words": "quotes"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert rulings_in(journal) == ()


def test_our_own_page_and_programs_without_an_origin_can_ask(client: Client) -> None:
    for headers in ({"Origin": "http://testserver.local"}, {}):
        assert client.post("/api/v1/judge", json={"words": "quotes"}, headers=headers).status_code == 200
        assert client.post("/judge", data={"words": "quotes"}, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "192.168.1.5", "[::1]:8080", "[fd00::2]", "localhost:8080", "LOCALHOST"]
)
def test_an_address_and_this_computers_own_name_are_served(onlooker: Client, host: str) -> None:
    assert onlooker.get("/judge", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "local.example",
        "evil",
        "evil.local",
        "evil.lan",
        "evil.localhost:8080",
        "evil.home.arpa",
        "evil.example@127.0.0.1:8080",
        "",
    ],
)
def test_a_name_that_points_here_and_is_not_announced_is_refused(onlooker: Client, host: str) -> None:
    """The owner of a name may point it at 127.0.0.1; a page of theirs is then of the same origin."""
    answer = onlooker.get("/judge", headers={"Host": host})
    assert answer.status_code == 403
    assert "Word list" not in answer.text


def test_a_name_that_is_none_is_refused_and_fills_no_terminal(start: Start) -> None:
    program = start()
    for host in ("[::1", "[evil.example]:8080", "127.0.0.1:evil", "127.0.0.1:99999", "[::1]:evil"):
        assert patiently.get(f"{program.url}/judge", headers={"Host": host}).status_code == 403
    assert program.stop() == 0
    assert program.errors() == ""
    assert "evil" not in program.output.read()


def test_a_name_that_was_announced_is_served(context: Context) -> None:
    with TestClient(create_app(context, own_names=["Judge.Club.Example"])) as client:
        assert client.get("/judge", headers={"Host": "judge.club.example:8080"}).status_code == 200


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
def test_this_computers_addresses_are_its_own(address: str) -> None:
    assert is_own_address(address)


@pytest.mark.parametrize("address", ["198.51.100.7", "255.255.255.255", "2001:db8::7", "testclient", ""])
def test_other_addresses_are_not(address: str) -> None:
    assert not is_own_address(address)


def test_an_address_of_ipv4_is_the_same_on_a_server_for_both_kinds() -> None:
    assert plain_address("::ffff:192.168.1.20") == "192.168.1.20"
    assert plain_address("192.168.1.20") == "192.168.1.20"
    assert plain_address("fd00::2") == "fd00::2"


def test_the_real_program_shows_its_log_to_this_computer(program: Program) -> None:
    patiently.post(f"{program.url}/api/v1/judge", json={"words": "quotes"})
    (ruling,) = patiently.get(f"{program.url}/api/v1/judge/rulings").json()
    assert ruling["address"] == "127.0.0.1"
    assert patiently.get(f"{program.url}/judge/log").status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_what_a_proxy_on_this_computer_passes_on_is_not_from_this_computer(
    header: str, program: Program
) -> None:
    passed_on = patiently.get(f"{program.url}/judge/log", headers={header: "203.0.113.9"})
    assert passed_on.status_code == 403
    assert patiently.get(f"{program.url}/judge/log").status_code == 200
