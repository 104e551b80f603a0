"""Printed codes: one device uses a code at a time, and another takes it over when the director says so."""

from datetime import timedelta

import pytest

from service.access.roll import AUTUMN, OWNER, SPRING, Clock, joins, judge, refused
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import NOBODY, Grant
from wordwaiter.service.access.devices import Devices, Joining

TABLE_3 = Grant(Role.TABLE_SCOREKEEPER, SPRING, table=3)


def browser() -> str:
    """What a browser keeps before it has joined."""
    return keys.new_token()


@pytest.fixture
def code(devices: Devices) -> str:
    seed = keys.new_token()
    devices.invite_printed(OWNER, [("Table 3", TABLE_3)], seed)
    return next(keys.codes_in_sheet(seed))


def test_a_sheet_has_a_code_of_its_own_for_each_and_can_be_shown_again(devices: Devices) -> None:
    seed = keys.new_token()
    tables = [(f"Table {n}", Grant(Role.TABLE_SCOREKEEPER, SPRING, table=n)) for n in range(1, 121)]
    devices.invite_printed(OWNER, tables, seed)
    sheet = devices.invited_by_sheet(OWNER, seed)
    assert [each.invitation.name for each in sheet] == [name for name, _ in tables]
    assert len({each.secret for each in sheet}) == 120
    assert devices.join(sheet[6].secret, Joining()).caller.grants == {tables[6][1]}
    assert devices.invited_by_sheet(OWNER, keys.new_token()) == ()
    autumn = joins(devices, Grant(Role.DIRECTOR, AUTUMN))[1]
    assert devices.invited_by_sheet(autumn, seed) == ()


def test_only_a_director_makes_a_sheet(devices: Devices) -> None:
    caller = joins(devices, judge())[1]
    with refused("not-your-role"):
        devices.invite_printed(caller, [("Table 3", TABLE_3)], keys.new_token())


def test_one_device_uses_a_printed_code_at_a_time(devices: Devices, code: str) -> None:
    devices.join(code, Joining(token=browser()))
    second = Joining(token=browser())
    for attempt in (devices.join, devices.invitation_of):
        with refused("code-in-use"):
            attempt(code, second)


def test_a_printed_code_is_sent_again_until_its_device_is_in_use(
    devices: Devices, clock: Clock, code: str
) -> None:
    """Many can read it. Whoever planted what the browser offered would be a second device unseen."""
    planted = Joining(token=browser())
    devices.join(code, planted)
    clock.now += timedelta(seconds=2)
    again = devices.join(code, planted)  # the first answer was lost
    assert devices.is_to_note(again.caller)
    devices.note_seen(again.caller)
    assert not devices.is_to_note(again.caller)
    with refused("code-in-use"):
        devices.join(code, planted)


def test_another_device_takes_over_when_the_director_confirms(devices: Devices, code: str) -> None:
    first = devices.join(code, Joining(token=browser()))
    second, third = Joining(address="192.168.1.7", token=browser()), Joining(token=browser())
    devices.ask_takeover(code, second)
    devices.ask_takeover(code, second)
    (asked,) = devices.takeovers(OWNER)
    assert asked.waiting is not None
    assert asked.waiting.address == "192.168.1.7"
    with refused("code-in-use"):  # until then nothing changes
        devices.join(code, second)
    assert devices.caller_of(first.token).grants == {TABLE_3}

    devices.answer_takeover(OWNER, asked.number, asked.waiting.at_ms, is_allowed=True)
    assert devices.caller_of(first.token) == NOBODY
    with refused("code-in-use"):  # it is freed for the one that asked
        devices.join(code, third)
    assert devices.join(code, second).caller.grants == {TABLE_3}
    assert devices.takeovers(OWNER) == ()
    with refused("code-in-use"):
        devices.join(code, Joining(token=browser()))


def test_whoever_has_other_roles_keeps_them_when_a_code_is_taken_over(devices: Devices, code: str) -> None:
    token, _ = joins(devices, judge())
    first = devices.join(code, Joining(token=token))
    assert first.caller.grants == {judge(), TABLE_3}
    _take_over(devices, code, Joining(token=browser()))
    assert devices.caller_of(first.token).grants == {judge()}


def test_a_refused_device_does_not_join_and_may_ask_again(devices: Devices, code: str) -> None:
    first = devices.join(code, Joining(token=browser()))
    second = Joining(token=browser())
    _take_over(devices, code, second, is_allowed=False)
    with refused("code-in-use"):
        devices.join(code, second)
    assert devices.caller_of(first.token).grants == {TABLE_3}
    assert devices.takeovers(OWNER) == ()
    devices.ask_takeover(code, second)
    assert len(devices.takeovers(OWNER)) == 1


def test_an_answer_is_for_the_device_that_was_shown(devices: Devices, code: str) -> None:
    devices.join(code, Joining(token=browser()))
    devices.ask_takeover(code, Joining(token=browser()))
    (shown,) = devices.takeovers(OWNER)
    assert shown.waiting is not None
    with refused("not-asked"):
        devices.answer_takeover(OWNER, shown.number, shown.waiting.at_ms - 1, is_allowed=True)


@pytest.mark.parametrize("grant", [judge(), Grant(Role.DIRECTOR, AUTUMN)])
def test_nobody_but_its_director_answers(devices: Devices, code: str, grant: Grant) -> None:
    devices.join(code, Joining(token=browser()))
    devices.ask_takeover(code, Joining(token=browser()))
    (asked,) = devices.takeovers(OWNER)
    assert asked.waiting is not None
    caller = joins(devices, grant)[1]
    assert devices.takeovers(caller) == ()
    with refused("not-your-role"):
        devices.answer_takeover(caller, asked.number, asked.waiting.at_ms, is_allowed=True)


def test_whoever_leaves_gives_the_code_back_but_whoever_was_signed_out_must_ask(
    devices: Devices, code: str
) -> None:
    joined = devices.join(code, Joining(token=browser()))
    devices.leave(joined.caller)
    again = devices.join(code, Joining(token=browser()))
    devices.revoke(OWNER, int(again.caller.device.removeprefix("device-")), "phone lost")
    with refused("code-in-use"):
        devices.join(code, Joining(token=browser()))


def test_a_code_that_was_not_printed_is_never_taken_over(devices: Devices) -> None:
    code = devices.invite(OWNER, [judge()]).secret
    devices.join(code, Joining("Judith"))
    with refused("code-used"):
        devices.ask_takeover(code, Joining(token=browser()))


def test_a_withdrawn_sheet_is_not_taken_over(devices: Devices, code: str) -> None:
    (invitation,) = devices.invitations(OWNER)
    devices.withdraw(OWNER, invitation.number, "lost")
    with refused("code-used"):
        devices.ask_takeover(code, Joining(token=browser()))
    with refused("code-used"):
        devices.join(code, Joining(token=browser()))


def _take_over(devices: Devices, code: str, joining: Joining, *, is_allowed: bool = True) -> None:
    devices.ask_takeover(code, joining)
    (asked,) = devices.takeovers(OWNER)
    assert asked.waiting is not None
    devices.answer_takeover(OWNER, asked.number, asked.waiting.at_ms, is_allowed=is_allowed)
