"""What an address may ask for: every limit that a route declares is kept, and the document names it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute
from litestar.testing import TestClient

from wordwaiter.roles import Role
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Followers, Limiter, Limits

from .asking import NO_LIMITS
from .person import Person, told
from .venue import Venue

Sent = str | list[str]


@pytest.fixture
def client(venue: Venue) -> Iterator[TestClient[Litestar]]:
    # Nobody may follow here: a request that gets as far as a feed is refused, and does not wait for news.
    limits = Limits(*(Limiter(NO_LIMITS) for _ in range(3)), followers=Followers(0, 0))
    with TestClient(create_app(venue.context, limits=limits, own_names=["testserver"])) as found:
        yield found


def queries(app: Litestar) -> Iterator[tuple[str, HTTPRouteHandler, dict[str, QueryParameter]]]:
    """Each route of the program that takes something in its query, with what it declares of it."""
    for route in app.routes:
        assert isinstance(route, HTTPRoute)
        for handler in route.route_handlers:
            declared = {
                found.kwarg_definition.name or name: found.kwarg_definition
                for name, found in handler.parsed_fn_signature.parameters.items()
                if isinstance(found.kwarg_definition, QueryParameter)
            }
            if declared:
                yield route.path_format, handler, declared


def beyond(declared: QueryParameter) -> Iterator[Sent]:
    """Values just beyond each limit."""
    if declared.max_items is not None:
        yield ["1"] * (declared.max_items + 1)
    if declared.max_length is not None:
        yield "1" * (declared.max_length + 1)
    if declared.le is not None:
        yield str(int(declared.le) + 1)
    if declared.ge is not None:
        yield str(int(declared.ge) - 1)
    if declared.min_length:
        yield ""
    if declared.pattern is not None:
        yield "\N{SNOWMAN}"


@pytest.mark.long
def test_every_limit_that_a_route_declares_for_its_query_is_kept(
    venue: Venue, client: TestClient[Litestar]
) -> None:
    headers = venue.headers(Role.DIRECTOR)
    asked = 0
    for path, handler, declared in queries(client.app):
        method = min(handler.http_methods - {"OPTIONS", "HEAD"})
        address = re.sub(r"\{[^}]*\}", "1", path)
        for name, limits in declared.items():
            for value in beyond(limits):
                wanted: dict[str, Any] = {"name": "A day", name: value}
                got = client.request(method, address, params=wanted, headers=headers)
                assert got.status_code in (400, 415), (method, path, name, got.status_code, got.text[:300])
                asked += 1
    assert asked > 40


def test_the_document_names_each_parameter_as_the_route_takes_it(client: TestClient[Litestar]) -> None:
    document = told(Person(client, {}).get("/openapi.json"))
    for path, handler, declared in queries(client.app):
        if path not in document["paths"]:
            continue
        method = min(handler.http_methods - {"OPTIONS", "HEAD"})
        shown = {
            each["name"]: each["schema"]
            for each in document["paths"][path][method.lower()]["parameters"]
            if each["in"] == "query"
        }
        assert declared.keys() <= shown.keys(), path
        for name, limits in declared.items():
            assert shown[name].get("maxItems") == limits.max_items, (path, name)
    (feed,) = (each for each in document["paths"]["/api/v1/feed"].values())
    assert {each["name"] for each in feed["parameters"] if each["in"] == "header"} == {"Last-Event-ID"}
