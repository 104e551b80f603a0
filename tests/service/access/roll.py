"""Words for tests of devices: who invites, who joins, and what is refused."""

from datetime import UTC, datetime

import pytest

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.clock import Timepieces, milliseconds

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
OWNER = director_of_everything("Cora")
SPRING, AUTUMN = "tournament-1", "tournament-2"


class Clock:
    """A clock on which time goes by as the test says; the computer's counter goes with it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    @property
    def time(self) -> Timepieces:
        return Timepieces(self, lambda: milliseconds(self.now), lambda: "")


def judge(stream: str = SPRING) -> Grant:
    return Grant(Role.JUDGE, stream)


def joins(devices: Devices, *grants: Grant, name: str = "Judith", token: str = "") -> tuple[str, Caller]:
    code = devices.invite(OWNER, grants).secret
    joined = devices.join(code, Joining(name, "192.168.1.20", token))
    return joined.token, joined.caller


def refused(code: str) -> "pytest.RaisesExc[WordwaiterError]":
    return pytest.RaisesExc(WordwaiterError, check=lambda error: error.code == code)
