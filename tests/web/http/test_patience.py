"""Requests whose body does not come."""

import asyncio

import pytest
from litestar.exceptions import HTTPException
from litestar.types import HTTPReceiveMessage, HTTPScope

from aside import aside
from wordwaiter.web.http.request_body import in_time


def collect(
    seconds: float, *messages: HTTPReceiveMessage, announced: bytes | None = None
) -> list[HTTPReceiveMessage]:
    """What an application gets that asks until the other side has left, from one that falls silent."""
    got: list[HTTPReceiveMessage] = []
    coming = iter(messages)

    async def receive() -> HTTPReceiveMessage:
        for message in coming:
            return message
        await asyncio.Event().wait()
        raise AssertionError("nothing comes any more")

    async def arrived() -> None:
        """Waits for nothing."""

    async def application(scope: HTTPScope) -> None:
        in_hurry = in_time(scope, receive, arrived, seconds)
        while not got or got[-1]["type"] != "http.disconnect":
            got.append(await in_hurry())  # type: ignore[arg-type]

    length = (b"transfer-encoding", b"chunked") if announced is None else (b"content-length", announced)
    headers = [(b"host", b"here"), length]
    scope: HTTPScope = {"type": "http", "headers": headers}  # type: ignore[typeddict-item]
    aside(application(scope))
    return got


def part(body: bytes, *, more: bool) -> HTTPReceiveMessage:
    return {"type": "http.request", "body": body, "more_body": more}


@pytest.mark.parametrize("came", [[], [part(b"words=q", more=True)]])
def test_a_body_that_does_not_come_is_given_up(came: list[HTTPReceiveMessage]) -> None:
    with pytest.raises(HTTPException) as refusal:
        collect(0, *came)
    assert refusal.value.status_code == 408


def test_a_body_that_came_is_passed_on_and_then_there_is_no_hurry() -> None:
    messages: list[HTTPReceiveMessage] = [
        part(b"words=q", more=True),
        part(b"uotes", more=False),
        {"type": "http.disconnect"},
    ]
    assert collect(0, *messages) == messages


def test_a_body_is_complete_when_as_much_came_as_was_announced() -> None:
    left: HTTPReceiveMessage = {"type": "http.disconnect"}
    # Time is up already: were the body not taken for complete, the next message would be refused.
    got = collect(0, part(b"words=q", more=True), part(b"uotes", more=True), left, announced=b"12")
    assert got == [part(b"words=q", more=True), part(b"uotes", more=False), left]


@pytest.mark.parametrize("announced", [b"13", b"-7", b"seven"])
def test_a_body_that_is_shorter_than_announced_is_waited_for(announced: bytes) -> None:
    with pytest.raises(HTTPException):
        collect(0, part(b"words=q", more=True), part(b"uotes", more=True), announced=announced)


@pytest.mark.parametrize("announced", [b"12", None])
def test_who_leaves_in_the_middle_of_a_body_is_told_so_and_it_is_not_our_mistake(
    announced: bytes | None,
) -> None:
    with pytest.raises(HTTPException) as refusal:
        collect(9, part(b"words=q", more=True), {"type": "http.disconnect"}, announced=announced)
    assert refusal.value.status_code == 400
