"""PINs: whoever guesses waits, and nobody else does; the time of an answer tells nothing."""

import asyncio
from datetime import timedelta
from ipaddress import ip_address

import pytest

from aside import aside
from service.access.roll import OWNER, SPRING, Clock, judge, refused
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.access.devices import Devices, Joining, NewInvitation
from wordwaiter.web.http.pins import joined_by_pin

GUESSER = Joining(address="192.168.1.66")
SCREEN = Joining(address="192.168.1.20")


@pytest.fixture
def pin(devices: Devices) -> NewInvitation:
    return devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")


def guesses(devices: Devices, number: int, count: int, guesser: Joining = GUESSER) -> None:
    for _ in range(count):
        with refused("wrong-pin"):
            devices.join_by_pin(number, "x", guesser)


def test_a_pin_lets_several_join(devices: Devices, pin: NewInvitation) -> None:
    for _ in range(2):
        caller = devices.join_by_pin(pin.invitation.number, pin.secret, Joining()).caller
        assert caller.roles(SPRING) == {Role.DISPLAY, Role.PUBLIC}
    assert len(devices.devices(OWNER)) == 2


@pytest.mark.long
def test_ten_wrong_pins_lock_their_address_for_longer_each_time(
    devices: Devices, clock: Clock, pin: NewInvitation
) -> None:
    number = pin.invitation.number
    for minutes in (1, 2, 4, 8, 15, 15):
        guesses(devices, number, 10)
        with refused("pin-locked"):
            devices.join_by_pin(number, pin.secret, GUESSER)
        clock.now += timedelta(minutes=minutes, seconds=-1)
        with refused("pin-locked"):
            devices.join_by_pin(number, pin.secret, GUESSER)
        clock.now += timedelta(seconds=1)
    devices.join_by_pin(number, pin.secret, GUESSER)


@pytest.mark.long
def test_whoever_guesses_locks_nobody_else_out(devices: Devices, pin: NewInvitation) -> None:
    for host in range(100, 110):
        guesses(devices, pin.invitation.number, 10, Joining(address=f"192.168.1.{host}"))
    assert devices.join_by_pin(pin.invitation.number, pin.secret, SCREEN).caller.name == "screen"


@pytest.mark.long
def test_all_addresses_of_one_ipv6_network_are_one(devices: Devices, pin: NewInvitation) -> None:
    network = int(ip_address("2001:db8:1:2::"))
    for host in range(10):
        guesses(devices, pin.invitation.number, 1, Joining(address=str(ip_address(network + host))))
    with refused("pin-locked"):
        devices.join_by_pin(pin.invitation.number, pin.secret, Joining(address="2001:db8:1:2:ffff::1"))
    devices.join_by_pin(pin.invitation.number, pin.secret, Joining(address="2001:db8:1:3::1"))


@pytest.mark.long
def test_guesses_at_invitations_that_there_are_not_count_too(devices: Devices, pin: NewInvitation) -> None:
    for number in range(900, 910):
        guesses(devices, number, 1)
    with refused("pin-locked"):
        devices.join_by_pin(pin.invitation.number, pin.secret, GUESSER)


def test_a_wrong_pin_takes_as_much_work_where_there_is_no_such_invitation(
    devices: Devices, pin: NewInvitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    slowly = keys.pin_hash

    def pin_hash(typed: str, salt: str) -> str:
        hashed.append(salt)
        return slowly(typed, salt)

    monkeypatch.setattr(keys, "pin_hash", pin_hash)
    written = []
    code = devices.invite(OWNER, [judge()])
    for number in (pin.invitation.number, code.invitation.number, 99):
        before = devices._context.journal.position()
        guesses(devices, number, 1)
        written.append(devices._context.journal.position() - before)
    assert len(hashed) == 3
    assert written == [1, 1, 1]


@pytest.mark.long
def test_wrong_pins_are_answered_later_and_after_some_of_one_number_later_still(
    devices: Devices, pin: NewInvitation, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def guess(number: int, host: int) -> None:
        with refused("wrong-pin"):
            await joined_by_pin(devices, number, "x", Joining(address=f"10.0.0.{host}"))

    for number in (pin.invitation.number, 99):
        for host in range(7):
            aside(guess(number, host))
    first, second = waited[:7], waited[7:]
    assert all(0 <= each <= 0.5 for each in (*first[:5], *second[:5]))
    assert all(0.5 < each <= 2 for each in (*first[5:], *second[5:]))
    waited.clear()
    aside(joined_by_pin(devices, pin.invitation.number, pin.secret, SCREEN))
    assert waited == [], "the right one is answered at once"


def test_no_director_and_no_judge_joins_by_a_pin(devices: Devices) -> None:
    for role in (Role.DIRECTOR, Role.JUDGE):
        with refused("pin-too-weak"):
            devices.set_pin(OWNER, [Grant(role, SPRING)])


def test_a_pin_opens_no_other_invitation(devices: Devices, pin: NewInvitation) -> None:
    code = devices.invite(OWNER, [judge()])
    for number in (code.invitation.number, 99):
        with refused("wrong-pin"):
            devices.join_by_pin(number, pin.secret, Joining("Mallory"))
