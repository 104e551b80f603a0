"""The light way to a handler gives to the letter what the framework's own way gives."""

import re
from collections.abc import Iterator
from typing import Any, Final

import httpx
import pytest
from litestar import Litestar, post
from litestar.di import NamedDependency
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from wordwaiter.roles import Role
from wordwaiter.web.api.light import Light
from wordwaiter.web.api.sent import AnyRequest, json_body
from wordwaiter.web.http.authentication import is_form, proof_for
from wordwaiter.web.http.cookies import COOKIE

from .asking import app_of
from .conftest import Ask
from .person import Person, name_of, told
from .venue import Venue

ROUTES: Final = {"/api/v1/tables/{table:str}/commands", "/api/v1/boards/{board:str}/commands"}

PASS: Final = b'{"command": "pass", "seat": 0}'
BY_THE_FRAMEWORK: Final = "X-By-The-Framework"
SIGNAL: Final = b'{"command": "signal-end"}'
"""For a board, which knows no pass: the framework tells of two mistakes whichever it finds first."""


@pytest.fixture(scope="module")
def framework(venue: Venue) -> Iterator[TestClient[Litestar]]:
    """The same house, served in the framework's own way."""

    def goes_on(request: AnyRequest) -> bool:
        if BY_THE_FRAMEWORK in request.headers:
            went.append(request.url.path)
            return True
        return is_form(request)

    went: list[str] = []
    with pytest.MonkeyPatch.context() as patch, TestClient(app_of(venue)) as client:
        patch.setattr("wordwaiter.web.api.light.is_form", goes_on)
        client.headers[BY_THE_FRAMEWORK] = "yes"
        yield client
    assert went


def seen(answer: httpx.Response, *names: str) -> tuple[int, dict[str, str], str]:
    """All of an answer that is not different each time: ids, times, and the table's own name."""
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    headers.pop("content-length")  # it follows from the text, in which times may be shorter or longer
    text = re.sub(r'("now_ms"|"left"):(\d+|\{[^}]*\})', r"\1", answer.text)
    for name in names:
        text = text.replace(name, "the table")
    return answer.status_code, headers, text


def open_table(director: Person) -> str:
    opening = {"kind": "physical", "sides": ["Ann", "Bob"]}
    opened = told(director.post("/tables", {"rulebook": "club", "opening": opening}), 201)
    stream: str = opened["table"]["table"]
    return stream


def light_routes(app: Litestar) -> Iterator[str]:
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            if any(isinstance(layer, Light) for layer in handler.resolve_middleware()):
                yield route.path


def test_the_busiest_routes_have_it(browser: TestClient[Litestar]) -> None:
    assert set(light_routes(browser.app)) == ROUTES


GAME: Final[tuple[dict[str, Any], ...]] = (
    {"command": "draw-first", "seat": 0, "tile": "A"},
    {"command": "draw-first", "seat": 1, "tile": "B"},
    {"command": "play", "seat": 0, "placement": "8D RETINA"},
    {"command": "play", "seat": 1, "placement": "8D RETINA"},
    {"command": "play", "seat": 1, "placement": [{"square": "9D", "letter": "e"}]},
    {"command": "play", "seat": 1, "placement": "rubbish"},
    {"command": "correct", "number": 1, "placement": "8D RETAIN", "reason": "misheard"},
    {"command": "pause", "reason": "Émilie asks 🙂"},
    {"command": "sign", "by": "Ann"},
)


def test_a_game_is_answered_the_same_in_both_ways(director: Person, framework: TestClient[Litestar]) -> None:
    ours, theirs = open_table(director), open_table(director)
    heavy = Person(framework, director.headers)
    statuses = []
    for number, command in enumerate(GAME):
        headers = {"Idempotency-Key": f"both-{number}"}
        light = director.post(f"/tables/{ours}/commands", command, **headers, If_Match="*")
        again = director.post(f"/tables/{ours}/commands", command, **headers)
        slow = heavy.post(f"/tables/{theirs}/commands", command, Idempotency_Key=f"its-{number}")
        assert seen(light, ours) == seen(slow, theirs)
        assert light.status_code == again.status_code
        statuses.append(light.status_code)
    assert statuses == [200, 200, 200, 409, 200, 422, 200, 200, 409]


@pytest.mark.parametrize(
    ("role", "content", "headers"),
    [
        (Role.DIRECTOR, b"", {}),
        (Role.DIRECTOR, PASS, {"Content-Type": "text/plain"}),
        (Role.DIRECTOR, PASS, {"Content-Type": ""}),
        (Role.DIRECTOR, b"a=b", {"Content-Type": "application/x-www-form-urlencoded"}),
        (Role.DIRECTOR, b"{", {}),
        (Role.DIRECTOR, b'{"command": "pass"}', {}),
        (Role.DIRECTOR, b'{"command": "fly", "seat": 0}', {}),
        (Role.DIRECTOR, b'{"command": "pass", "seat": "0"}', {"Content-Type": "Application/JSON; charset=x"}),
        (Role.DIRECTOR, b'{"command": "pass", "seat": 0, "by": "somebody"}', {}),
        (Role.DIRECTOR, b'{"command": "pass", "seat": 7}', {}),
        (Role.DIRECTOR, b"x" * (512 * 1024 + 1), {}),
        (Role.DIRECTOR, PASS, {"If-Match": "soon"}),
        (Role.DIRECTOR, PASS, {"If-Match": '"99"'}),
        (Role.DIRECTOR, PASS, {"Idempotency-Key": "a b"}),
        (Role.DIRECTOR, PASS, {"Idempotency-Key": "x" * 201}),
        (Role.DIRECTOR, PASS, {"Origin": "http://elsewhere.example"}),
        (Role.DIRECTOR, PASS, {"Sec-Fetch-Site": "cross-site"}),
        (Role.DIRECTOR, PASS, {"Host": "elsewhere.example"}),
        (Role.DIRECTOR, PASS, {"Authorization": "Bearer nobody"}),
        (Role.PUBLIC, PASS, {}),
        (Role.PUBLIC, PASS, {"Cookie": f"{COOKIE}=nobody"}),
        (Role.TREASURER, PASS, {}),
        (Role.DISPLAY, PASS, {}),
    ],
)
def test_what_is_refused_is_refused_the_same_in_both_ways(
    venue: Venue,
    person: Ask,
    framework: TestClient[Litestar],
    role: Role,
    content: bytes,
    headers: dict[str, str],
) -> None:
    who = person(role)
    tables = (venue.tables(venue.turns)[0], venue.tables(venue.bee)[0], "table-999")
    for kind, readable in (("tables", PASS), ("boards", SIGNAL)):
        content = readable if content in (PASS, SIGNAL) else content
        for stream in tables:
            path = f"/api/v1/{kind}/{name_of(stream)}/commands"
            sent = {**who.headers, "Content-Type": "application/json", **headers}
            light = who.client.post(path, content=content, headers=sent)
            assert seen(light) == seen(framework.post(path, content=content, headers=sent))
            assert light.status_code >= 400


def test_a_browser_proves_itself_in_both_ways(
    venue: Venue, director: Person, framework: TestClient[Litestar]
) -> None:
    table = open_table(director)
    token = venue.headers(Role.DIRECTOR)["Authorization"].removeprefix("Bearer ")
    asked: dict[str, str] = {"Cookie": f"{COOKIE}={token}", "Content-Type": "application/json"}
    ways: tuple[tuple[dict[str, str], int], ...] = (
        ({}, 403),
        ({"X-Proof": "forged"}, 403),
        ({"X-Proof": proof_for(token)}, 409),
        ({"Origin": "http://testserver.local"}, 409),
    )
    for proof, status in ways:
        path = f"/api/v1/tables/{table}/commands"
        light = director.client.post(path, content=PASS, headers={**asked, **proof})
        assert seen(light) == seen(framework.post(path, content=PASS, headers={**asked, **proof}))
        assert light.status_code == status, light.text


def test_a_handler_that_takes_no_command_is_found_out() -> None:
    @post("/odd", dependencies={"sent": json_body(int)}, middleware=[Light()])
    async def odd(sent: NamedDependency[Any]) -> int:
        return int(sent)

    with TestClient(Litestar([odd], debug=True, logging_config=None)) as client:
        answer = client.post("/odd", json=1)
    assert answer.status_code == 500
    assert "takes no command" in answer.text
