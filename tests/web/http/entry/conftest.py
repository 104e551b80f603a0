"""A client at a tournament, and a code for a judge."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from web.room import OWNER, begin_cup, grant_of
from wordwaiter.roles import Role
from wordwaiter.service.context import Context
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    begin_cup(context)
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def code(context: Context, client: Client) -> str:
    """A code for a judge."""
    assert client.app is not None
    return context.devices.invite(OWNER, [grant_of(Role.JUDGE)]).secret
