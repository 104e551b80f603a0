"""Who gets anything from a word list while rounds run: those who judge, and do not play in one of them."""

from dataclasses import replace

import pytest

from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant
from wordwaiter.service.judging.judge_access import Device, HouseDoor, Room, is_judge

HERE, ELSEWHERE = "tournament-1", "tournament-2"


def device(*grants: tuple[Role, str]) -> Device:
    given = frozenset(
        Grant(role, stream, entrant=1 if role is Role.PLAYER else None) for role, stream in grants
    )
    return Device("192.168.1.7", is_ours=False, caller=Caller("Sam", "device-1", given))


def admits(seen: Device, room: Room = Room.JUDGE) -> bool:
    """While a round runs here, and none elsewhere."""
    return HouseDoor(lambda: frozenset({HERE})).admits(seen, room)


JUDGES = (Role.DIRECTOR, Role.JUDGE, Role.JUDGING_STATION)


@pytest.mark.clause("bee-phones")
@pytest.mark.parametrize("stream", [HERE, ELSEWHERE, HOUSE])
@pytest.mark.parametrize("role", Role)
def test_judges_of_any_tournament_here_are_admitted_and_nobody_else(role: Role, stream: str) -> None:
    assert admits(device((role, stream))) is (role in JUDGES)
    assert admits(device((role, stream)), Room.LOG) is (role in JUDGES[:2])


@pytest.mark.clause("bee-phones")
@pytest.mark.parametrize("role", JUDGES)
def test_who_plays_in_the_round_is_a_player_whatever_they_judge_elsewhere(role: Role) -> None:
    assert not admits(device((role, ELSEWHERE), (Role.PLAYER, HERE)))
    assert admits(device((role, ELSEWHERE), (Role.PLAYER, ELSEWHERE)))
    assert admits(device((role, HERE), (Role.PLAYER, HERE)))  # a small club's director plays too
    assert admits(device((role, HOUSE), (Role.PLAYER, HERE)))


@pytest.mark.clause("bee-phones")
@pytest.mark.parametrize("role", JUDGES)
def test_who_plays_in_the_round_is_a_player_whatever_other_division_they_judge(role: Role) -> None:
    plays, judges = Grant(Role.PLAYER, HERE, entrant=1), Grant(role, HERE, "Tortoise")
    caller = Caller("Sam", "device-1", frozenset({plays, judges}))
    assert not admits(Device("192.168.1.7", is_ours=False, caller=caller))
    assert admits(Device("192.168.1.7", is_ours=False, caller=replace(caller, grants=frozenset({judges}))))


@pytest.mark.parametrize("stream", ["example-1", "table-4", "table-4/1", "practice-2"])
@pytest.mark.parametrize("role", JUDGES)
def test_nobody_is_a_judge_by_an_example_or_a_free_table(role: Role, stream: str) -> None:
    assert not admits(device((role, stream)))
    assert not is_judge(device((role, stream)).caller)


def test_while_no_round_runs_the_judge_is_open_to_all_and_the_log_to_judges_and_this_computer() -> None:
    door = HouseDoor(frozenset)
    stranger, ours = Device("192.168.1.7", is_ours=False), Device("127.0.0.1", is_ours=True)
    assert door.admits(stranger, Room.JUDGE)
    assert not door.admits(stranger, Room.LOG)
    assert door.admits(ours, Room.LOG)
    assert door.admits(device((Role.JUDGE, "example-1")), Room.LOG)
    assert not door.admits(device((Role.JUDGING_STATION, HERE)), Room.LOG)
    assert not is_judge(NOBODY)
    assert not admits(ours)
