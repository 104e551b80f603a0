"""A venue for each file of tests, and somebody of each role who asks."""

from collections.abc import Callable, Iterator

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from wordwaiter.roles import Role

from .asking import app_of
from .person import Person
from .venue import Venue, furnish, open_house

Ask = Callable[[Role], Person]


@pytest.fixture(scope="module")
def venue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Venue]:
    with open_house(tmp_path_factory.mktemp("venue")) as context:
        yield furnish(context)


@pytest.fixture(scope="module")
def browser(venue: Venue) -> Iterator[TestClient[Litestar]]:
    with TestClient(app_of(venue)) as client:
        yield client


@pytest.fixture
def person(venue: Venue, browser: TestClient[Litestar]) -> Ask:
    """Somebody with a device of that role."""
    return lambda role: Person(browser, venue.headers(role))


@pytest.fixture
def director(person: Ask) -> Person:
    return person(Role.DIRECTOR)


@pytest.fixture
def public(person: Ask) -> Person:
    return person(Role.PUBLIC)
