"""Somebody who asks the API: the vocabulary of its tests."""

from dataclasses import dataclass
from typing import Any

import httpx
from litestar import Litestar
from litestar.testing import TestClient


@dataclass(frozen=True)
class Person:
    """Somebody with a token, or nobody."""

    client: TestClient[Litestar]
    headers: dict[str, str]

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.client.get(f"/api/v1{path}", params=query, headers=self.headers)

    def post(self, path: str, sent: Any = None, **headers: str) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(f"/api/v1{path}", json=sent, headers={**self.headers, **named})

    def post_file(self, path: str, content: bytes, media_type: str, **query: Any) -> httpx.Response:
        headers = {**self.headers, "Content-Type": media_type}
        return self.client.post(f"/api/v1{path}", content=content, params=query, headers=headers)

    def give(self, tournament: str, command: str, /, **fields: Any) -> httpx.Response:
        """Give a command to a tournament."""
        return self.post(f"/tournaments/{tournament}/commands", {"command": command, **fields})

    def give_table(self, table: str, command: str, /, **fields: Any) -> httpx.Response:
        """Give a command to a table."""
        return self.post(f"/tables/{name_of(table)}/commands", {"command": command, **fields})

    def give_board(self, board: str, command: str, /, **fields: Any) -> httpx.Response:
        """Give a command to a Hare board."""
        return self.post(f"/boards/{name_of(board)}/commands", {"command": command, **fields})


def name_of(stream: str) -> str:
    """A table's name in an address."""
    return stream.replace("/", ":")


def told(response: httpx.Response, status: int = 200) -> Any:
    """The answer, which must have that status."""
    assert response.status_code == status, response.text
    return response.json()


def refused(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The problem, which must have that status and code."""
    problem: dict[str, Any] = told(response, status)
    assert problem["code"] == code, problem
    assert problem["sentence"]
    assert problem.keys() <= {"code", "sentence", "facts", "clause"}
    return problem
