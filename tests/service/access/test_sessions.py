"""Tokens: made by the server at each join, renewed with new roles, and ended when they are old or idle."""

from datetime import timedelta

from service.access.roll import AUTUMN, OWNER, SPRING, Clock, joins, judge, refused
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Grant
from wordwaiter.service.access.devices import Devices, Joining

HOUR = timedelta(hours=1)


def test_what_a_device_offers_never_becomes_its_token(devices: Devices) -> None:
    """Somebody else may have put it there, and would then be that device."""
    planted = keys.new_token()
    token, caller = joins(devices, judge(), token=planted)
    assert token != planted
    assert devices.caller_of(planted) == NOBODY
    assert devices.caller_of(token) == caller


def test_a_phone_whose_answer_was_lost_sends_again_and_is_the_same_device(devices: Devices) -> None:
    code, kept = devices.invite(OWNER, [judge()]).secret, keys.new_token()
    first = devices.join(code, Joining("Judith", token=kept))
    again = devices.join(code, Joining("Judith", token=kept))
    assert again.caller == first.caller
    # Which of the two answers came last, nobody knows.
    assert devices.caller_of(first.token) == devices.caller_of(again.token) == first.caller
    assert devices.caller_of(kept) == NOBODY
    assert len(devices.devices(OWNER)) == 1


def test_after_some_minutes_a_code_that_was_used_is_used(devices: Devices, clock: Clock) -> None:
    code, kept = devices.invite(OWNER, [judge()]).secret, keys.new_token()
    devices.join(code, Joining("Judith", token=kept))
    clock.now += timedelta(minutes=11)
    with refused("code-used"):
        devices.join(code, Joining("Judith", token=kept))


def test_nobody_becomes_another_device_by_a_pin_that_many_know(devices: Devices) -> None:
    made, planted = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen"), keys.new_token()
    first = devices.join_by_pin(made.invitation.number, made.secret, Joining(token=planted))
    second = devices.join_by_pin(made.invitation.number, made.secret, Joining(token=planted))
    assert first.caller.device != second.caller.device


def test_whoever_planted_their_own_token_gets_none_of_the_roles_that_were_added_to_it(
    devices: Devices,
) -> None:
    """A judge joins where a screen's token was put, and its owner sends their old code again."""
    code = devices.invite(OWNER, [Grant(Role.DISPLAY, SPRING)], name="Screen").secret
    planted = devices.join(code, Joining()).token
    token, caller = joins(devices, judge(), token=planted)
    assert Role.JUDGE in caller.roles(SPRING)
    with refused("code-used"):
        devices.join(code, Joining(token=planted))
    assert devices.caller_of(planted) == NOBODY
    assert devices.caller_of(token) == caller


def test_whoever_planted_their_own_token_gets_no_added_roles_by_what_they_offered_for_it(
    devices: Devices,
) -> None:
    """A judge joins where a screen's token was put, and its owner sends the form of the screen again."""
    offered = keys.new_token()
    code = devices.invite(OWNER, [Grant(Role.DISPLAY, SPRING)], name="Screen").secret
    planted = devices.join(code, Joining(token=offered)).token
    token, caller = joins(devices, judge(), token=planted)
    assert Role.JUDGE in caller.roles(SPRING)
    with refused("code-used"):
        devices.join(code, Joining(token=offered))
    assert devices.caller_of(token) == caller


def test_with_more_roles_a_device_gets_a_new_token_and_the_old_one_ends(devices: Devices) -> None:
    token, _ = joins(devices, judge())
    again, caller = joins(devices, Grant(Role.TREASURER, AUTUMN), token=token)
    assert again != token
    assert devices.caller_of(token) == NOBODY
    assert devices.caller_of(again) == caller
    assert caller.roles(SPRING) == {Role.JUDGE, Role.PUBLIC}
    assert caller.roles(AUTUMN) == {Role.TREASURER, Role.PUBLIC}
    assert caller.device == "device-1"


def test_new_roles_whose_answer_was_lost_can_be_asked_for_again(devices: Devices) -> None:
    token, _ = joins(devices, judge())
    code = devices.invite(OWNER, [Grant(Role.TREASURER, AUTUMN)]).secret
    devices.join(code, Joining(token=token))
    again = devices.join(code, Joining(token=token))
    assert devices.caller_of(again.token).roles(AUTUMN) == {Role.TREASURER, Role.PUBLIC}
    assert again.caller.device == "device-1"


def test_a_device_that_is_not_in_use_for_a_day_is_signed_out(devices: Devices, clock: Clock) -> None:
    token, caller = joins(devices, judge())
    clock.now += 23 * HOUR
    assert devices.caller_of(token) == caller
    clock.now += HOUR
    assert devices.caller_of(token) == NOBODY


def test_a_device_in_use_stays_for_a_week_and_no_longer(devices: Devices, clock: Clock) -> None:
    token, caller = joins(devices, judge())
    assert not devices.is_to_note(caller)
    for _ in range(7 * 2):
        assert devices.caller_of(token) == caller
        clock.now += 12 * HOUR
        if devices.caller_of(token) != NOBODY:
            assert devices.is_to_note(caller)
            devices.note_seen(caller)
            assert not devices.is_to_note(caller)
    assert devices.caller_of(token) == NOBODY


def test_that_a_device_is_in_use_is_written_once_an_hour(devices: Devices, clock: Clock) -> None:
    _, caller = joins(devices, judge())
    before = devices._context.journal.position()
    for _ in range(6):
        clock.now += timedelta(minutes=20)
        devices.note_seen(caller)
    assert devices._context.journal.position() == before + 2


def test_a_director_whose_token_has_ended_gets_a_new_link_at_the_next_start(
    devices: Devices, clock: Clock
) -> None:
    link = devices.first_link()
    assert link is not None
    devices.join(link.secret, Joining("Dora", is_here=True))
    assert devices.first_link() is None
    clock.now += 24 * HOUR
    assert devices.first_link() is not None


def test_the_list_of_devices_tells_when_each_ends(devices: Devices) -> None:
    joins(devices, Grant(Role.DIRECTOR, HOUSE))
    (device,) = devices.devices(OWNER)
    assert device.expires_ms - device.joined_ms == 24 * 60 * 60_000
