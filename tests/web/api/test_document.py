"""The document of the API says what the API does: asked by it, everything answers as it says."""

import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.routes import HTTPRoute
from schemathesis.python import asgi

from wordwaiter.roles import Role
from wordwaiter.web.http.guards import Who

from .asking import Asker, app_of, ask_everything
from .person import Person, told
from .venue import Venue

REQUESTS = 3
"""For each route and role; `make test-api` asks thirty times as much."""

pytestmark = pytest.mark.usefixtures("wrong_pins_at_once")


@pytest.fixture(scope="module")
def asker(venue: Venue) -> Iterator[Asker]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the parts that the requests are made up with
        yield Asker(venue, app_of(venue))
        asgi.shutdown_lifespans()


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_whatever_is_asked_as_whatever_role_is_answered_as_the_document_says(asker: Asker) -> None:
    ask_everything(asker, REQUESTS)
    assert asker.failures == []
    assert not [status for status in asker.statuses if status >= 500]
    assert asker.asked_as.keys() == set(Role)
    assert {200, 201, 400, 401, 403, 404, 409, 422} <= asker.statuses.keys()


@pytest.fixture
def document(public: Person) -> dict[str, Any]:
    found: dict[str, Any] = told(public.get("/openapi.json"))
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def test_it_is_openapi_3_1_with_every_route_of_the_api(document: dict[str, Any], browser: Any) -> None:
    assert document["openapi"] == "3.1.0"
    app: Litestar = browser.app
    served = {
        f"{method} {route.path_format}"
        for route in app.routes
        if isinstance(route, HTTPRoute) and route.path.startswith("/api/")
        for handler in route.route_handlers
        for method in handler.http_methods
        if method != "OPTIONS"
    }
    assert {name for name, _ in operations(document)} == served - {"GET /api/v1/openapi.json"}


def test_every_route_says_what_it_is_for_and_who_may_ask(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(set(names)) == len(names)
    for name, operation in operations(document):
        assert operation["summary"].endswith("."), name
        assert operation["x-who"], name
        assert operation["responses"].keys() >= {"400", "401", "403", "404", "409", "422", "503"}, name


def test_every_route_carries_its_decision(browser: Any) -> None:
    app: Litestar = browser.app
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            if handler.http_methods != {"OPTIONS"}:
                assert isinstance(handler.opt.get("who"), Who), route.path


def test_every_reference_leads_somewhere_and_every_name_is_plain(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert not [name for name in schemas if not name.isidentifier()]

    def references(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            if isinstance(found := value.get("$ref"), str):
                yield found
            for each in value.values():
                yield from references(each)
        elif isinstance(value, list):
            for each in value:
                yield from references(each)

    for reference in references(document):
        place: Any = document
        for step in reference.removeprefix("#/").split("/"):
            assert step in place, reference
            place = place[step]


def test_commands_are_told_apart_by_one_word(document: dict[str, Any]) -> None:
    path = document["paths"]["/api/v1/tournaments/{tournament}/commands"]["post"]
    schema = path["requestBody"]["content"]["application/json"]["schema"]
    assert schema["discriminator"]["propertyName"] == "command"
    assert "start-round" in schema["discriminator"]["mapping"]
