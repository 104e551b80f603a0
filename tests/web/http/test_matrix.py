"""Every route against every role, made from the application's own list: a route without a decision fails."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler, get
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from litestar.types import Message, Scope

from web.asgi_client import AsgiClient, asgi_client
from web.http.permission_table import KEPT, table
from web.pixels import draw_one_pixel
from web.room import CUP, ROLES, TABLE, bearer, begin_cup, grant_of, join, join_as_owner, start_round
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY, Caller, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.web.api.outcome import Export
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.authentication import ADMITTED
from wordwaiter.web.http.cookies import COOKIE
from wordwaiter.web.http.guards import Who
from wordwaiter.web.http.limits import Limiter, Limits, Rate

PARAMETERS: Final = {
    "{tournament:str}": CUP,
    "{stream:str}": CUP,
    "{stream:path}": TABLE,
    "{table:str}": TABLE.replace("/", ":"),
    "{path:path}": "look.css",
}
"""What stands in paths; a parameter that is not here is a number that nothing has."""

GOES_ON: Final = "/api/v1/feed"
"""Its answer has no end."""

LEAVES: Final = ("/leave", "/session/end", "/{tournament:str}/end")
"""Whoever may do this is gone afterwards, and could not ask the routes after it."""

pytestmark = pytest.mark.usefixtures("wrong_pins_at_once")


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(
        tmp_path_factory.mktemp("matrix") / "wordwaiter.db", ContextParts(judge=judge)
    ) as context:
        begin_cup(context)
        start_round(context)
        yield context


@pytest.fixture(scope="module")
def requests() -> list[Scope]:
    """What the application knew of each request, the latest last."""
    return []


@pytest.fixture(scope="module")
def client(context: Context, requests: list[Scope]) -> Iterator[AsgiClient]:
    often = Limits(*(Limiter(Rate(10_000, 10_000)) for _ in range(3)))
    app = create_app(context, limits=often)

    async def note(_message: Message, scope: Scope) -> None:
        requests.append(scope)

    app.before_send = [note]
    with asgi_client(app) as client, pytest.MonkeyPatch.context() as patch:
        draw_one_pixel(patch)
        yield client


@pytest.fixture(scope="module")
def callers(context: Context) -> dict[str, tuple[str, Caller]]:
    """Everybody by a word: the public, the house's director, each role here, each at another tournament."""
    another = begin_cup(context, Profile("Cy Elsewhere"))
    elsewhere = [grant_of(role, another) for role in ROLES]
    return {
        "public": ("", NOBODY),
        "house": join_as_owner(context),
        **{role.value: join(context, grant_of(role)) for role in ROLES},
        **{f"{grant.role.value} elsewhere": join(context, grant) for grant in elsewhere},
    }


def decided_routes(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in app.routes:
        assert isinstance(route, HTTPRoute), f"{route.path}: a route of a new kind; teach this test about it"
        for handler in route.route_handlers:
            # OPTIONS is the framework's own and tells only which methods there are.
            yield from ((str(m), route.path, handler) for m in handler.http_methods if m != "OPTIONS")


def undecided(app: Litestar) -> list[str]:
    return [
        f"{method} {path}"
        for method, path, handler in decided_routes(app)
        if not isinstance(handler.opt.get("who"), Who)
    ]


def test_every_route_has_its_decision(client: AsgiClient) -> None:
    assert undecided(client.app) == []
    assert len(list(decided_routes(client.app))) > 20


def test_every_decision_about_a_tournament_names_a_part_of_its_path(client: AsgiClient) -> None:
    for method, path, handler in decided_routes(client.app):
        of = handler.opt["who"].of
        assert of is None or f"{{{of}:" in path, (method, path)
        # A role elsewhere must not do: where the path names a tournament, the decision does.
        is_open = Role.PUBLIC in handler.opt["who"].roles or handler.opt["who"].in_house
        assert is_open or of is not None or "{tournament:" not in path, (method, path)


@pytest.mark.long
def test_the_program_permits_what_the_table_of_permissions_says_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Role x own and other division x own and other table x own and other entrant: permissions.txt."""
    draw_one_pixel(monkeypatch)
    told = table(tmp_path).splitlines()
    assert told == KEPT.read_text().splitlines()
    assert [row for row in told if "not asked" in row] == []


SENT_BY_SCRIPTS: Final = ("/api/", "/tallies/", "/analysis/think", "/analysis/try")
"""No browser has these in its address bar."""


@pytest.mark.long
def test_every_address_that_takes_a_form_can_be_opened_too(
    client: AsgiClient, callers: dict[str, tuple[str, Caller]]
) -> None:
    """After a form was refused its address stays in the browser: for a reload, for the live page."""
    taking = [path for method, path, _ in decided_routes(client.app) if method == "POST"]
    addresses = [_address(path) for path in taking if not path.startswith(SENT_BY_SCRIPTS)]
    assert addresses
    token, _ = callers["house"]
    headers = {**bearer(token), "Accept": "text/html"}
    dead = [each for each in addresses if client.get(each, headers=headers).status_code == 405]
    assert not dead
    # A browser that looks at a list stays there while others check people in.
    looking = client.get(f"/director/{CUP}/entrants/file", headers=headers, follow_redirects=False)
    assert looking.status_code == 200


def _address(path: str) -> str:
    return re.sub(r"\{\w+:\w+\}", lambda found: PARAMETERS.get(found[0], "999"), path)


@pytest.mark.long
def test_every_route_refuses_whom_its_decision_refuses_and_nobody_else(
    client: AsgiClient, callers: dict[str, tuple[str, Caller]], requests: list[Scope]
) -> None:
    wrong = []
    for method, path, handler in decided_routes(client.app):
        who: Who = handler.opt["who"]
        stream = None if who.of is None else _address(re.findall(rf"\{{{who.of}:\w+\}}", path)[0])
        for word, (token, caller) in callers.items():
            admitted = who.admits(caller, stream)
            if path == GOES_ON and admitted:
                continue
            if path.endswith(LEAVES) and admitted:
                continue
            answer = client.request(
                method, _address(path), headers=bearer(token) if token else {}, follow_redirects=False
            )
            refused = ADMITTED not in requests.pop()["state"]
            expected = 401 if not caller.grants and who.room is None else 403
            if refused is admitted or (refused and answer.status_code != expected):
                wrong.append((method, path, word, answer.status_code, answer.text[-300:]))
            assert answer.status_code < 500, (method, path, word)
    assert not wrong, wrong[:8]


def test_the_matrix_knows_roles_apart(client: AsgiClient, callers: dict[str, tuple[str, Caller]]) -> None:
    """A matrix in which everybody may everything would be as green as this one."""
    seen = {
        tuple(
            handler.opt["who"].admits(caller, CUP if handler.opt["who"].of else None)
            for _, _, handler in decided_routes(client.app)
        )
        for _, caller in callers.values()
    }
    assert len(seen) >= 5


def test_a_route_without_a_decision_is_closed_to_all_and_found(context: Context) -> None:
    @get("/new", sync_to_thread=False)
    def new() -> str:
        return "hello"

    whole = create_app(context)
    app = Litestar(
        [new],
        guards=whole.guards,
        exception_handlers=whole.exception_handlers,
        state=whole.state,
        openapi_config=None,
    )
    assert undecided(app) == ["GET /new"]
    token, _ = join_as_owner(context)
    with TestClient(app) as client:
        for headers in ({}, bearer(token)):
            answer = client.get("/new", headers=headers)
            assert answer.status_code == 403
            assert "hello" not in answer.text


MEGABYTE: Final = 1024 * 1024
TAKES_MORE: Final = {
    "/director/{stream:str}/sponsors/logo": 5 * MEGABYTE,
    "/director/{stream:str}/lists/file": 33 * MEGABYTE,
    "/laptop/restore": 128 * MEGABYTE,
    "/photo/{stream:path}": 41 * MEGABYTE,
    "/api/v1/photos": 41 * MEGABYTE,
}
"""Where a whole word list is sent, all data of another laptop, or a photo. Only the body of a
director, or of a device that has joined, is read there."""


def test_every_body_has_a_limit(client: AsgiClient) -> None:
    for method, path, handler in decided_routes(client.app):
        most = handler.resolve_request_max_body_size()
        assert most is not None, (method, path)
        assert most <= TAKES_MORE.get(path, 2 * MEGABYTE), (method, path)


def test_no_body_is_read_of_whoever_may_not_send_one(context: Context) -> None:
    """A browser's form must be looked into for its proof; by then it is known that its sender may send it."""
    app, read = create_app(context), []

    async def watched(scope: Any, receive: Any, send: Any) -> None:
        async def receive_and_note() -> Any:
            read.append(scope.get("path", "lifespan"))
            return await receive()

        await app(scope, receive_and_note, send)

    form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"{COOKIE}=nobodys"}
    with TestClient(watched) as client:
        for path in (*map(_address, TAKES_MORE), f"/emcee/{CUP}", "/devices/invite"):
            read.clear()
            assert client.post(path, content=b"x" * 1000, headers=form).status_code == 401
            assert read == []


@pytest.mark.long
def test_a_body_over_the_limit_is_refused_by_every_route_that_reads_one(
    client: AsgiClient, callers: dict[str, tuple[str, Caller]]
) -> None:
    token, _ = callers["house"]
    asked = 0
    for method, path, handler in decided_routes(client.app):
        if method in ("GET", "HEAD") or path.endswith(LEAVES):
            continue
        most = handler.resolve_request_max_body_size()
        assert isinstance(most, int)
        for kind in ("application/json", "application/x-www-form-urlencoded"):
            headers = {**bearer(token), "Content-Type": kind}
            answer = client.request(method, _address(path), content=b"x" * (most + 1), headers=headers)
            assert 400 <= answer.status_code < 500, (method, path, answer.status_code)
            asked += answer.status_code == 413
    assert asked > 10


def test_grants_are_read_from_the_journal_and_not_from_the_request(
    client: AsgiClient, tmp_path: Path
) -> None:
    assert not list(tmp_path.iterdir())
    forged = {"Authorization": "Bearer house", "X-Role": "director", "Cookie": "role=director"}
    assert client.get("/api/v1/devices", headers=forged).status_code == 401
    assert Grant(Role.DIRECTOR, CUP) not in NOBODY.grants


PRIVATE: Final = ("ann@example.org", "step-free", "Step-free")
TELLS_NOBODY: Final = (GOES_ON, "/api/v1/openapi.json")
"""The feed has tests of its own, and the document speaks of nobody."""


def _pages(app: Litestar) -> Iterator[str]:
    """Every address that can be looked at."""
    for method, path, _ in decided_routes(app):
        if method != "GET" or path in TELLS_NOBODY:
            continue
        if "{what:str}" in path:
            yield from (_address(path.replace("{what:str}", what.value)) for what in Export)
        else:
            yield _address(path)


@pytest.mark.long
def test_no_page_tells_what_is_private_to_anybody_but_officials(
    client: AsgiClient, callers: dict[str, tuple[str, Caller]]
) -> None:
    told = []
    for word, (token, caller) in callers.items():
        if caller.is_official(CUP):
            continue
        knows_the_name = caller.works_in(CUP, Role.TABLE_SCOREKEEPER, Role.TREASURER, Role.PLAYER)
        secrets = PRIVATE if knows_the_name else (*PRIVATE, "Leclerc")
        for address in _pages(client.app):
            text = client.get(address, headers=bearer(token) if token else {}).text
            told += [(word, address, secret) for secret in secrets if secret in text]
    assert not told, told[:10]


def test_an_official_is_told(client: AsgiClient, callers: dict[str, tuple[str, Caller]]) -> None:
    """Otherwise the test above would be green where nobody is told anything."""
    token, _ = callers["judge"]
    texts = [client.get(address, headers=bearer(token)).text for address in _pages(client.app)]
    for secret in ("ann@example.org", "step-free", "Leclerc"):
        assert any(secret in text for text in texts), secret


def test_every_address_that_takes_something_has_a_line(client: AsgiClient) -> None:
    forms = KEPT.read_text().partition("\nforms ")[2]
    known = {line.split(" ")[0] for line in forms.splitlines()}
    sent_to = {
        route.path
        for route in client.app.routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if handler.http_methods - {"GET", "HEAD", "OPTIONS"}
    }
    assert sent_to - known == set()
