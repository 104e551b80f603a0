"""What tests of coming in read from answers."""

import re
from typing import Any

from litestar.testing import TestClient

Client = TestClient[Any]


def session(client: Client, **headers: str) -> list[str]:
    """The roles that a request has."""
    answer = client.get("/api/v1/session", headers=headers)
    assert answer.status_code == 200
    return [grant["role"] for grant in answer.json()["grants"]]


def proof_on(page: str) -> str:
    found = re.search(r'name="proof" value="(\w+)"', page)
    assert found
    return found[1]
