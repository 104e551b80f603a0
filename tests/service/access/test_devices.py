"""Joining: codes that work once, PINs that lock, tokens that end; nothing of them is kept but hashes."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from wordwaiter.errors import WordwaiterError
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.clock import Timepieces
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
OWNER = director_of_everything("Cora")
SPRING, AUTUMN = "tournament-1", "tournament-2"


class Clock:
    """A clock that the test turns on."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        for name in ("Spring", "Autumn"):
            begin_tournament(
                Context.at_desk(journal),
                director_of_everything("Cora"),
                c.OpenTournament("Cora", name),
                [
                    *(c.OpenDivision("Cora", each, shipped_format("club")) for each in "AB"),
                    c.Register("Cora", "A", tuple(single(Profile(each)) for each in ("Ann", "Bo"))),
                    c.Register("Cora", "B", tuple(single(Profile(each)) for each in ("Cy", "Di"))),
                ],
            )
        yield journal


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def devices(journal: Journal, clock: Clock) -> Devices:
    return Context.at_desk(journal, ContextParts(time=Timepieces(clock))).devices


def _judge(stream: str = SPRING) -> Grant:
    return Grant(Role.JUDGE, stream)


def _joins(devices: Devices, *grants: Grant, name: str = "Judith", token: str = "") -> tuple[str, Caller]:
    code = devices.invite(OWNER, grants).secret
    joined = devices.join(code, Joining(name, "192.168.1.20", token))
    return joined.token, joined.caller


def _refused(code: str) -> "pytest.RaisesExc[WordwaiterError]":
    return pytest.RaisesExc(WordwaiterError, check=lambda error: error.code == code)


def test_a_code_is_exchanged_for_a_token_that_stands_for_the_roles(devices: Devices) -> None:
    token, caller = _joins(devices, _judge(), Grant(Role.EMCEE, SPRING))
    assert caller == Caller("Judith", "device-1", frozenset({_judge(), Grant(Role.EMCEE, SPRING)}))
    assert devices.caller_of(token) == caller
    assert caller.roles(SPRING) == {Role.JUDGE, Role.EMCEE, Role.PUBLIC}
    assert caller.roles(AUTUMN) == {Role.PUBLIC}


def test_a_code_works_once(devices: Devices) -> None:
    code = devices.invite(OWNER, [_judge()]).secret
    devices.join(code, Joining("Judith"))
    with _refused("code-used"):
        devices.join(code, Joining("Mallory"))
    with _refused("code-used"):
        devices.invitation_of(code)


def test_a_phone_whose_answer_was_lost_sends_again_and_gets_the_same(devices: Devices) -> None:
    code, kept = devices.invite(OWNER, [_judge()]).secret, keys.new_token()
    first = devices.join(code, Joining("Judith", token=kept))
    assert devices.join(code, Joining("Judith", token=kept)) == first
    assert first.token == kept
    assert len(devices.devices(OWNER)) == 1


def test_a_code_is_read_as_people_type_it(devices: Devices) -> None:
    code = devices.invite(OWNER, [_judge()], name="Judith").secret
    typed = "-".join(code[start : start + 4] for start in range(0, 26, 4)).lower().replace("0", "o")
    assert devices.join(f" {typed} ", Joining()).caller.name == "Judith"


def test_a_code_expires(devices: Devices, clock: Clock) -> None:
    code = devices.invite(OWNER, [_judge()], lasts=timedelta(hours=1)).secret
    clock.now += timedelta(hours=1)
    with _refused("code-used"):
        devices.join(code, Joining("Judith"))


def test_a_withdrawn_code_is_refused(devices: Devices) -> None:
    made = devices.invite(OWNER, [_judge()])
    assert devices.invitations(OWNER) == (made.invitation,)
    devices.withdraw(OWNER, made.invitation.number, "sent to the wrong address")
    with _refused("code-used"):
        devices.join(made.secret, Joining("Judith"))
    with _refused("not-open"):
        devices.withdraw(OWNER, made.invitation.number, "again")
    assert devices.invitations(OWNER) == ()


@pytest.mark.parametrize("code", ["", "no such code", "0" * 26, "é" * 26])
def test_a_code_that_was_never_made_is_refused(devices: Devices, code: str) -> None:
    with _refused("wrong-code"):
        devices.join(code, Joining("Mallory"))


def test_one_device_may_get_several_roles_one_after_the_other(devices: Devices) -> None:
    token, _ = _joins(devices, _judge())
    again, caller = _joins(devices, Grant(Role.TREASURER, AUTUMN), token=token)
    assert again == token
    assert caller.roles(SPRING) == {Role.JUDGE, Role.PUBLIC}
    assert caller.roles(AUTUMN) == {Role.TREASURER, Role.PUBLIC}
    assert devices.caller_of(token) == caller


def test_a_revoked_token_holds_no_longer_and_never_again(devices: Devices) -> None:
    token, _ = _joins(devices, _judge())
    (device,) = devices.devices(OWNER)
    devices.revoke(OWNER, device.number, "phone lost")
    assert devices.caller_of(token) == NOBODY
    again, caller = _joins(devices, _judge(), token=token)
    assert again != token
    assert caller.device == "device-2"
    assert devices.caller_of(token) == NOBODY
    with _refused("revoked-already"):
        devices.revoke(OWNER, device.number, "again")


def test_a_device_may_leave_by_itself(devices: Devices) -> None:
    token, caller = _joins(devices, _judge())
    devices.revoke(caller, 1, "left")
    assert devices.caller_of(token) == NOBODY


def test_a_token_ends_with_its_tournament_and_not_with_another(devices: Devices) -> None:
    token, _ = _joins(devices, _judge())
    both, _ = _joins(devices, _judge(), Grant(Role.EMCEE, AUTUMN), name="Emmy")
    devices.end_of(OWNER, SPRING, "medals are given")
    assert devices.caller_of(token) == NOBODY
    assert devices.caller_of(both).grants == {Grant(Role.EMCEE, AUTUMN)}
    with _refused("tournament-over"):
        devices.invite(OWNER, [_judge()])
    assert devices.ended() == {SPRING}


def test_a_code_of_a_tournament_that_is_over_is_refused(devices: Devices) -> None:
    code = devices.invite(OWNER, [_judge()]).secret
    devices.end_of(OWNER, SPRING)
    with _refused("tournament-over"):
        devices.join(code, Joining("Judith"))


# ---------------------------------------------------------------- who may invite and revoke


def test_only_a_director_invites_and_only_to_what_is_theirs(devices: Devices) -> None:
    _, director = _joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    devices.invite(director, [_judge()])
    for grants in ([_judge(AUTUMN)], [_judge(), _judge(AUTUMN)], [Grant(Role.DIRECTOR, HOUSE)]):
        with _refused("not-your-role"):
            devices.invite(director, grants)
    _, judge = _joins(devices, _judge())
    with _refused("not-your-role"):
        devices.invite(judge, [_judge()])
    with _refused("unknown-device"):
        devices.invite(NOBODY, [_judge()])


def test_the_event_scorekeeper_hands_players_their_codes_and_no_others(devices: Devices) -> None:
    _, desk = _joins(devices, Grant(Role.SCOREKEEPER, SPRING), name="Sam")
    devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=3)], name="Ann")
    with _refused("not-your-role"):
        devices.invite(desk, [_judge()])
    with _refused("not-your-role"):
        devices.invite(desk, [Grant(Role.PLAYER, AUTUMN, entrant=3)])


def test_a_scorekeeper_of_one_division_invites_no_players_of_another(devices: Devices) -> None:
    """Joined as both players of another division, a scorekeeper could settle their game."""
    _, desk = _joins(devices, Grant(Role.SCOREKEEPER, SPRING, division="A"), name="Sam")
    devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=1)], name="Ann")
    with _refused("not-your-role"):
        devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=3)])
    with _refused("whose-device"):
        devices.invite(desk, [Grant(Role.PLAYER, SPRING, division="A", entrant=3)])


@pytest.mark.parametrize("stream", ["access", "house-log", "tournament", f"{SPRING}/1/1/1.1"])
def test_nobody_is_invited_to_what_is_no_tournament_and_no_free_table(devices: Devices, stream: str) -> None:
    _joins(devices, _judge())
    with _refused("no-such-stream"):
        devices.invite(OWNER, [Grant(Role.DIRECTOR, stream)])


def test_a_director_cannot_touch_what_another_has_given(devices: Devices) -> None:
    _joins(devices, Grant(Role.DIRECTOR, HOUSE), name="Cora")
    _joins(devices, _judge(), Grant(Role.EMCEE, AUTUMN), name="Emmy")
    _, director = _joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    assert [each.name for each in devices.devices(director)] == ["Emmy", "Dora"]
    for number in (1, 2):
        with _refused("not-your-role"):
            devices.revoke(director, number, "why not")
    with _refused("not-your-role"):
        devices.end_of(director, AUTUMN)


def test_a_director_of_one_division_gives_no_more_than_that(devices: Devices) -> None:
    _, director = _joins(devices, Grant(Role.DIRECTOR, SPRING, division="A"), name="Dora")
    devices.invite(director, [Grant(Role.JUDGE, SPRING, division="A")])
    for grant in (Grant(Role.DIRECTOR, SPRING), _judge(), Grant(Role.JUDGE, SPRING, division="B")):
        with _refused("not-your-role"):
            devices.invite(director, [grant])
    _joins(devices, _judge())
    with _refused("not-your-role"):
        devices.revoke(director, 2, "why not")
    with _refused("not-your-role"):
        devices.end_of(director, SPRING)


@pytest.mark.parametrize(
    ("grant", "code"),
    [
        (Grant(Role.PUBLIC, SPRING), "no-role"),
        (Grant(Role.PLAYER, SPRING), "whose-device"),
        (Grant(Role.JUDGE, SPRING, entrant=1), "whose-device"),
        (Grant(Role.JUDGE, SPRING, table=1), "whose-table"),
        (Grant(Role.JUDGE, "tournament-9"), "no-such-stream"),
    ],
)
def test_a_grant_that_means_nothing_is_refused(devices: Devices, grant: Grant, code: str) -> None:
    with _refused(code):
        devices.invite(OWNER, [grant])


def test_a_name_is_asked_for_and_the_one_in_the_invitation_counts(devices: Devices) -> None:
    code = devices.invite(OWNER, [_judge()]).secret
    with _refused("no-name"):
        devices.join(code, Joining("  "))
    with _refused("bad-name"):
        devices.join(code, Joining("x" * 61))
    named = devices.invite(OWNER, [_judge()], name="Judith").secret
    assert devices.join(named, Joining("Mallory")).caller.name == "Judith"


# ---------------------------------------------------------------- the director's link


def test_the_first_start_makes_a_link_and_later_ones_do_until_a_director_has_joined(devices: Devices) -> None:
    first, second = devices.first_link(), devices.first_link()
    assert first is not None
    assert second is not None
    with _refused("code-used"):
        devices.join(first.secret, Joining("Mallory"))
    caller = devices.join(second.secret, Joining("Cora")).caller
    assert caller.grants == {Grant(Role.DIRECTOR, HOUSE)}
    assert caller.holds(AUTUMN, Role.JUDGE)
    assert devices.first_link() is None
    devices.revoke(caller, 1, "sold the phone")
    assert devices.first_link() is not None


# ---------------------------------------------------------------- PINs


def test_a_pin_lets_several_join(devices: Devices) -> None:
    made = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")
    for _ in range(2):
        caller = devices.join_by_pin(made.invitation.number, made.secret, Joining()).caller
        assert caller.roles(SPRING) == {Role.DISPLAY, Role.PUBLIC}
    assert len(devices.devices(OWNER)) == 2


def test_five_wrong_pins_lock_it_for_longer_each_time(devices: Devices, clock: Clock) -> None:
    made = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")
    number, wrong = made.invitation.number, "x"
    for minutes in (15, 30, 60):
        for _ in range(5):
            with _refused("wrong-pin"):
                devices.join_by_pin(number, wrong, Joining(address="192.168.1.66"))
        with _refused("pin-locked"):
            devices.join_by_pin(number, made.secret, Joining())
        clock.now += timedelta(minutes=minutes, seconds=-1)
        with _refused("pin-locked"):
            devices.join_by_pin(number, made.secret, Joining())
        clock.now += timedelta(seconds=1)
    devices.join_by_pin(number, made.secret, Joining())


def test_no_director_and_no_judge_joins_by_a_pin(devices: Devices) -> None:
    for role in (Role.DIRECTOR, Role.JUDGE):
        with _refused("pin-too-weak"):
            devices.set_pin(OWNER, [Grant(role, SPRING)])


def test_a_pin_opens_no_other_invitation(devices: Devices) -> None:
    made = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")
    code = devices.invite(OWNER, [_judge()])
    for number in (code.invitation.number, 99):
        with _refused("wrong-pin"):
            devices.join_by_pin(number, made.secret, Joining("Mallory"))


# ---------------------------------------------------------------- the journal


def test_no_secret_is_in_the_journal(devices: Devices, journal: Journal) -> None:
    code = devices.invite(OWNER, [_judge()]).secret
    token = devices.join(code, Joining("Judith")).token
    pin = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")
    with _refused("wrong-pin"):
        devices.join_by_pin(pin.invitation.number, "guess-42", Joining())
    written = "\n".join(json.dumps(row._asdict()) for row in journal.rows())
    for secret in (code, token, f'"{pin.secret}"', "guess-42"):
        assert secret not in written
    assert keys.hash_of(token) in written


def test_another_process_knows_the_same_devices_at_once_when_told_and_else_soon(
    devices: Devices, journal: Journal
) -> None:
    other = Context.at_desk(journal).devices
    token, caller = _joins(devices, _judge())
    assert other.caller_of(token) == caller
    devices.revoke(OWNER, 1, "phone lost")
    other.tell(journal.facts("access"))
    assert other.caller_of(token) == NOBODY
    assert Context.at_desk(journal).devices.caller_of(token) == NOBODY


def test_what_changes_nothing_is_not_written_and_the_journal_verifies(
    devices: Devices, journal: Journal
) -> None:
    _joins(devices, _judge())
    devices.end_of(OWNER, SPRING)
    devices.end_of(OWNER, SPRING)
    kinds = [fact.kind for fact in journal.facts("access")]
    assert kinds == ["access.invited", "access.device_joined", "access.ended"]
    assert verify_journal(journal, all_families()).good


def test_what_was_done_is_told_with_who_did_it_and_from_where(devices: Devices, journal: Journal) -> None:
    _joins(devices, _judge())
    invited, joined = journal.facts("access")
    assert (invited.actor, invited.device) == ("Cora", "")
    assert (joined.actor, joined.device) == ("Judith", "192.168.1.20")


def test_a_fact_of_access_that_makes_no_sense_is_found_by_verify(journal: Journal) -> None:
    journal.append(Entry("access", (NewFact("access.device_revoked", {"device": 7, "reason": ""}),), NOON))
    (problem,) = verify_journal(journal, all_families()).problems
    assert problem.code == "no-such-device"


@pytest.mark.parametrize("typed", ["0123 ABCD 1JK1", "o123-abcd-ljki", "O i23 AbCd  LJKL"])
def test_letters_that_look_like_digits_are_read_as_those(typed: str) -> None:
    assert keys.read_code(typed) == "0123ABCD1JK1"
