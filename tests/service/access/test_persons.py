"""Invitations tell whose device it is: two people of one name are two, and one with two codes is one."""

import pytest

import bees
from service.access.roll import AUTUMN, OWNER, joins, judge, refused
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.roles import Role
from wordwaiter.rules.layout import Direction, parse_square
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c


def invited(devices: Devices, *grants: Grant, name: str = "", other: bool = False) -> Caller:
    """A device that joins by an invitation with a name, or where whoever joins types one."""
    code = devices.invite(OWNER, grants, name=name, is_somebody_else=other).secret
    return devices.join(code, Joining("Al")).caller


def same(devices: Devices, one: Caller, other: Caller) -> bool:
    return devices.is_same_person(one.device, other.device)


def test_names_that_people_type_tell_nothing(devices: Devices) -> None:
    one, other = invited(devices, judge()), invited(devices, judge())
    assert one.name == other.name
    assert not same(devices, one, other)
    assert same(devices, one, one)


def test_whoever_is_invited_by_the_same_name_to_the_same_event_is_one_person(devices: Devices) -> None:
    phone = invited(devices, judge(), name="Ada Lee")
    tablet = invited(devices, Grant(Role.TREASURER, "tournament-1"), name="ada lee")
    elsewhere = invited(devices, judge(AUTUMN), name="Ada Lee")
    assert same(devices, phone, tablet)
    assert not same(devices, phone, elsewhere)
    everywhere = invited(devices, Grant(Role.DIRECTOR, HOUSE), name="Ada Lee")
    assert same(devices, phone, everywhere)


def test_whoever_invites_may_say_that_it_is_somebody_else_of_that_name(devices: Devices) -> None:
    one = invited(devices, judge(), name="Ada Lee")
    other = invited(devices, judge(), name="Ada Lee", other=True)
    assert not same(devices, one, other)


def test_a_further_code_for_a_name_that_two_have_may_be_of_either(devices: Devices) -> None:
    """Whoever gives it does not say for which of them, and neither confirms what they entered by another."""
    one = invited(devices, judge(), name="Ada Lee")
    tablet = invited(devices, judge(), name="Ada Lee")
    other = invited(devices, judge(), name="Ada Lee", other=True)
    further = invited(devices, judge(), name="Ada Lee")
    assert same(devices, further, one)
    assert same(devices, further, other)
    assert not same(devices, one, other)
    assert not same(devices, tablet, other)


def test_a_device_that_takes_a_second_code_makes_one_person_of_both(devices: Devices) -> None:
    phone = invited(devices, judge(), name="Ada")
    token, tablet = joins(devices, Grant(Role.EMCEE, "tournament-1"), name="Jo")
    third = invited(devices, judge(), name="Jules")
    assert not same(devices, phone, tablet)
    code = devices.invite(OWNER, [Grant(Role.TREASURER, "tournament-1")], name="Ada").secret
    devices.join(code, Joining("Jo", token=token))
    assert same(devices, phone, tablet)
    assert not same(devices, third, tablet)
    assert same(devices, phone, invited(devices, judge(), name="Jo"))


def test_a_printed_code_is_of_one_person_whatever_device_uses_it(devices: Devices) -> None:
    devices.invite_printed(OWNER, [("", judge()), ("", judge())], "seed")
    first, second = (each.secret for each in devices.invited_by_sheet(OWNER, "seed"))
    one, two = (devices.join(code, Joining("Al")).caller for code in (first, second))
    assert not same(devices, one, two)
    devices.leave(one)
    assert same(devices, one, devices.join(first, Joining("Bo")).caller)


def test_two_pins_make_nobody_one_person(devices: Devices) -> None:
    made = devices.set_pin(OWNER, [Grant(Role.EMCEE, "tournament-1")])
    pair = [devices.join_by_pin(made.invitation.number, made.secret, Joining(name)) for name in ("Al", "Al")]
    assert not same(devices, pair[0].caller, pair[1].caller)


@pytest.fixture
def context(devices: Devices) -> Context:
    return devices._context


def proposed(context: Context, bee: str, by: Caller) -> None:
    """Somebody has entered points for a word whose board is not here."""
    bees.begin(context, bee)
    commands: list[c.Command] = [
        c.CallRoundTime("", bees.HARE),
        *(c.HandInSheet("", bees.HARE, 1, table, (700,), (table,)) for table in (1, 2)),
        c.ChallengeBoardWord("Ann", 1, 2, 1, PlacedWord("ZORP", parse_square("8H"), Direction.ACROSS)),
    ]
    for command in commands:
        execute(context, OWNER, TOURNAMENTS, bee, command)
    execute(context, by, TOURNAMENTS, bee, c.RuleBoardWord("", 1, 2, good=False, points=14))


def test_nobody_confirms_points_that_they_entered_on_another_device(
    devices: Devices, context: Context
) -> None:
    bee = bees.evening(context)
    phone = invited(devices, judge(bee), name="Ada")
    tablet = invited(devices, judge(bee), name="Ada")
    proposed(context, bee, phone)
    for each in (phone, tablet):
        with refused("same-official"):
            execute(context, each, TOURNAMENTS, bee, c.ConfirmBoardPoints("", 1, 2))
    namesake = invited(devices, judge(bee), name="Ada", other=True)
    execute(context, namesake, TOURNAMENTS, bee, c.ConfirmBoardPoints("", 1, 2, points=14))


def test_a_director_who_writes_another_name_does_not_confirm_their_own(
    devices: Devices, context: Context
) -> None:
    bee = bees.evening(context)
    director = invited(devices, Grant(Role.DIRECTOR, bee))
    proposed(context, bee, director)
    with refused("same-official"):
        execute(context, director, TOURNAMENTS, bee, c.ConfirmBoardPoints("Jules", 1, 2))


def test_the_terminal_is_one_device_for_all_who_use_it(devices: Devices, context: Context) -> None:
    bee, at = bees.evening(context), CommandMeta(device="terminal")
    proposed(context, bee, invited(devices, judge(bee)))
    undone = c.UndoBoardRuling("", 1, 2, "a slip")
    execute(context, OWNER, TOURNAMENTS, bee, undone, at)
    execute(context, OWNER, TOURNAMENTS, bee, c.RuleBoardWord("Jo", 1, 2, good=False, points=14), at)
    with refused("same-official"):
        execute(context, OWNER, TOURNAMENTS, bee, c.ConfirmBoardPoints("Cy", 1, 2), at)
