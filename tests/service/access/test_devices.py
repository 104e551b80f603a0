"""Joining: codes that work once, PINs that lock, tokens that end; nothing of them is kept but hashes."""

import json
from datetime import timedelta

import pytest

from crash.games import OPENING
from service.access.roll import AUTUMN, NOON, OWNER, SPRING, Clock, joins, judge, refused
from wordwaiter.roles import Role
from wordwaiter.service.access import tokens as keys
from wordwaiter.service.access.callers import HOUSE, NOBODY, Caller, Grant
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.streams import all_families
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.store.facts import Entry, NewFact
from wordwaiter.store.journal import Journal
from wordwaiter.store.verify import verify_journal


def test_a_code_is_exchanged_for_a_token_that_stands_for_the_roles(devices: Devices) -> None:
    token, caller = joins(devices, judge(), Grant(Role.EMCEE, SPRING))
    assert caller == Caller("Judith", "device-1", frozenset({judge(), Grant(Role.EMCEE, SPRING)}))
    assert devices.caller_of(token) == caller
    assert caller.roles(SPRING) == {Role.JUDGE, Role.EMCEE, Role.PUBLIC}
    assert caller.roles(AUTUMN) == {Role.PUBLIC}


def test_a_code_works_once(devices: Devices) -> None:
    code = devices.invite(OWNER, [judge()]).secret
    devices.join(code, Joining("Judith"))
    with refused("code-used"):
        devices.join(code, Joining("Mallory"))
    with refused("code-used"):
        devices.invitation_of(code)


def test_a_code_is_read_as_people_type_it(devices: Devices) -> None:
    code = devices.invite(OWNER, [judge()], name="Judith").secret
    typed = "-".join(code[start : start + 4] for start in range(0, 26, 4)).lower().replace("0", "o")
    assert devices.join(f" {typed} ", Joining()).caller.name == "Judith"


def test_a_code_expires(devices: Devices, clock: Clock) -> None:
    code = devices.invite(OWNER, [judge()], lasts=timedelta(hours=1)).secret
    clock.now += timedelta(hours=1)
    with refused("code-used"):
        devices.join(code, Joining("Judith"))


def test_a_withdrawn_code_is_refused(devices: Devices) -> None:
    made = devices.invite(OWNER, [judge()])
    assert devices.invitations(OWNER) == (made.invitation,)
    devices.withdraw(OWNER, made.invitation.number, "sent to the wrong address")
    with refused("code-used"):
        devices.join(made.secret, Joining("Judith"))
    with refused("not-open"):
        devices.withdraw(OWNER, made.invitation.number, "again")
    assert devices.invitations(OWNER) == ()


@pytest.mark.parametrize("code", ["", "no such code", "0" * 26, "é" * 26])
def test_a_code_that_was_never_made_is_refused(devices: Devices, code: str) -> None:
    with refused("wrong-code"):
        devices.join(code, Joining("Mallory"))


def test_a_revoked_token_holds_no_longer_and_never_again(devices: Devices) -> None:
    token, _ = joins(devices, judge())
    (device,) = devices.devices(OWNER)
    devices.revoke(OWNER, device.number, "phone lost")
    assert devices.caller_of(token) == NOBODY
    again, caller = joins(devices, judge(), token=token)
    assert again != token
    assert caller.device == "device-2"
    assert devices.caller_of(token) == NOBODY
    with refused("revoked-already"):
        devices.revoke(OWNER, device.number, "again")


def test_codes_that_a_device_made_end_when_it_is_signed_out(devices: Devices) -> None:
    """Else whoever is signed out comes back by a code that they made before."""
    _, keeper = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    used, code, pin = (
        devices.invite(keeper, [judge()], name="Jo"),
        devices.invite(keeper, [judge()], name="Mallory"),
        devices.set_pin(keeper, [Grant(Role.DISPLAY, SPRING)]),
    )
    devices.invite_printed(keeper, [("", Grant(Role.EMCEE, SPRING))] * 2, seed := keys.new_token())
    sheet = [each.secret for each in devices.invited_by_sheet(OWNER, seed)]
    others = devices.invite(OWNER, [judge()], name="Ola")
    token = devices.join(used.secret, Joining()).token
    emcee = devices.join(sheet[0], Joining("Em")).token
    devices.revoke(OWNER, 1, "phone lost")
    for ended in (code.secret, *sheet):
        with refused("code-used"):
            devices.join(ended, Joining("Mallory"))
    with refused("wrong-pin"):
        devices.join_by_pin(pin.invitation.number, pin.secret, Joining("Mallory"))
    assert devices.caller_of(token).grants, "whoever has joined stays"
    devices.leave(devices.caller_of(emcee))
    with refused("code-used"):
        devices.join(sheet[0], Joining("Mallory"))
    assert devices.join(others.secret, Joining()).caller.grants


def test_codes_outlast_a_device_that_leaves_by_itself(devices: Devices) -> None:
    _, keeper = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    code = devices.invite(keeper, [judge()], name="Jo").secret
    devices.leave(keeper)
    assert devices.join(code, Joining()).caller.grants


def test_a_device_may_leave_by_itself(devices: Devices) -> None:
    token, caller = joins(devices, judge())
    devices.revoke(caller, 1, "left")
    assert devices.caller_of(token) == NOBODY


def test_a_token_ends_with_its_tournament_and_not_with_another(devices: Devices) -> None:
    token, _ = joins(devices, judge())
    both, _ = joins(devices, judge(), Grant(Role.EMCEE, AUTUMN), name="Emmy")
    devices.end_of(OWNER, SPRING, "medals are given")
    assert devices.caller_of(token) == NOBODY
    assert devices.caller_of(both).grants == {Grant(Role.EMCEE, AUTUMN)}
    with refused("tournament-over"):
        devices.invite(OWNER, [judge()])
    assert devices.ended() == {SPRING}


def test_a_code_of_a_tournament_that_is_over_is_refused(devices: Devices) -> None:
    code = devices.invite(OWNER, [judge()]).secret
    devices.end_of(OWNER, SPRING)
    with refused("tournament-over"):
        devices.join(code, Joining("Judith"))


# ---------------------------------------------------------------- who may invite and revoke


def test_only_a_director_invites_and_only_to_what_is_theirs(devices: Devices) -> None:
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    devices.invite(director, [judge()])
    for grants in ([judge(AUTUMN)], [judge(), judge(AUTUMN)], [Grant(Role.DIRECTOR, HOUSE)]):
        with refused("not-your-role"):
            devices.invite(director, grants)
    _, a_judge = joins(devices, judge())
    with refused("not-your-role"):
        devices.invite(a_judge, [judge()])
    with refused("unknown-device"):
        devices.invite(NOBODY, [judge()])


def test_the_event_scorekeeper_hands_players_their_codes_and_no_others(devices: Devices) -> None:
    _, desk = joins(devices, Grant(Role.SCOREKEEPER, SPRING), name="Sam")
    devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=3)], name="Ann")
    with refused("not-your-role"):
        devices.invite(desk, [judge()])
    with refused("not-your-role"):
        devices.invite(desk, [Grant(Role.PLAYER, AUTUMN, entrant=3)])


def test_a_scorekeeper_of_one_division_invites_no_players_of_another(devices: Devices) -> None:
    """Joined as both players of another division, a scorekeeper could settle their game."""
    _, desk = joins(devices, Grant(Role.SCOREKEEPER, SPRING, division="A"), name="Sam")
    devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=1)], name="Ann")
    with refused("not-your-role"):
        devices.invite(desk, [Grant(Role.PLAYER, SPRING, entrant=3)])
    with refused("whose-device"):
        devices.invite(desk, [Grant(Role.PLAYER, SPRING, division="A", entrant=3)])


@pytest.mark.parametrize("stream", ["access", "house-log", "tournament", f"{SPRING}/1/1/1.1"])
def test_nobody_is_invited_to_what_is_no_tournament_and_no_free_table(devices: Devices, stream: str) -> None:
    joins(devices, judge())
    with refused("no-such-stream"):
        devices.invite(OWNER, [Grant(Role.DIRECTOR, stream)])


def test_a_director_cannot_touch_what_another_has_given(devices: Devices) -> None:
    joins(devices, Grant(Role.DIRECTOR, HOUSE), name="Cora")
    joins(devices, judge(), Grant(Role.EMCEE, AUTUMN), name="Emmy")
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    assert [each.name for each in devices.devices(director)] == ["Emmy", "Dora"]
    for number in (1, 2):
        with refused("not-your-role"):
            devices.revoke(director, number, "why not")
    with refused("not-your-role"):
        devices.end_of(director, AUTUMN)


def test_a_device_that_has_begun_a_free_game_is_signed_out_all_the_same(devices: Devices) -> None:
    """Otherwise whoever fears that begins one: the director of the tournament does not direct the game."""
    table = open_free_table(devices._context, OWNER, "club", OPENING).stream
    seat = Grant(Role.PLAYER, table, entrant=0)
    token, _ = joins(devices, Grant(Role.SCOREKEEPER, SPRING), seat, name="Sam")
    joins(devices, Grant(Role.PLAYER, table, entrant=1), name="Guest")
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    devices.revoke(director, 1, "not a scorekeeper any more")
    assert devices.caller_of(token) == NOBODY
    with refused("not-your-role"):
        devices.revoke(director, 2, "no guest of mine")


def test_what_is_over_keeps_no_device_from_being_signed_out(devices: Devices) -> None:
    token, _ = joins(devices, judge(), Grant(Role.EMCEE, AUTUMN), name="Emmy")
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING), name="Dora")
    devices.end_of(OWNER, AUTUMN)
    devices.revoke(director, 1, "lost the phone")
    assert devices.caller_of(token) == NOBODY


def test_a_director_of_one_division_gives_no_more_than_that(devices: Devices) -> None:
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING, division="A"), name="Dora")
    devices.invite(director, [Grant(Role.JUDGE, SPRING, division="A")])
    for grant in (Grant(Role.DIRECTOR, SPRING), judge(), Grant(Role.JUDGE, SPRING, division="B")):
        with refused("not-your-role"):
            devices.invite(director, [grant])
    joins(devices, judge())
    with refused("not-your-role"):
        devices.revoke(director, 2, "why not")
    with refused("not-your-role"):
        devices.end_of(director, SPRING)


@pytest.mark.parametrize(
    ("grant", "code"),
    [
        (Grant(Role.PUBLIC, SPRING), "no-role"),
        (Grant(Role.PLAYER, SPRING), "whose-device"),
        (Grant(Role.JUDGE, SPRING, entrant=1), "not-a-players-device"),
        (Grant(Role.JUDGE, SPRING, table=1), "whose-table"),
        (Grant(Role.JUDGE, "tournament-9"), "no-such-stream"),
    ],
)
def test_a_grant_that_means_nothing_is_refused(devices: Devices, grant: Grant, code: str) -> None:
    with refused(code):
        devices.invite(OWNER, [grant])


def test_a_name_is_asked_for_and_the_one_in_the_invitation_counts(devices: Devices) -> None:
    code = devices.invite(OWNER, [judge()]).secret
    with refused("no-name"):
        devices.join(code, Joining("  "))
    with refused("bad-name"):
        devices.join(code, Joining("x" * 61))
    named = devices.invite(OWNER, [judge()], name="Judith").secret
    assert devices.join(named, Joining("Mallory")).caller.name == "Judith"


# ---------------------------------------------------------------- the director's link


def test_the_first_start_makes_a_link_and_later_ones_do_until_a_director_has_joined(devices: Devices) -> None:
    first, second = devices.first_link(), devices.first_link()
    assert first is not None
    assert second is not None
    with refused("code-used"):
        devices.join(first.secret, Joining("Mallory", is_here=True))
    with refused("only-here"):
        devices.join(second.secret, Joining("Mallory"))
    caller = devices.join(second.secret, Joining("Cora", is_here=True)).caller
    assert caller.grants == {Grant(Role.DIRECTOR, HOUSE)}
    assert caller.holds(AUTUMN, Role.JUDGE)
    assert devices.first_link() is None
    devices.revoke(caller, 1, "sold the phone")
    assert devices.first_link() is not None


# ---------------------------------------------------------------- the journal


def test_no_secret_is_in_the_journal(devices: Devices, journal: Journal) -> None:
    code = devices.invite(OWNER, [judge()]).secret
    token = devices.join(code, Joining("Judith")).token
    pin = devices.set_pin(OWNER, [Grant(Role.DISPLAY, SPRING)], name="screen")
    with refused("wrong-pin"):
        devices.join_by_pin(pin.invitation.number, "guess-42", Joining())
    written = "\n".join(json.dumps(row._asdict()) for row in journal.rows())
    for secret in (code, token, f'"{pin.secret}"', "guess-42"):
        assert secret not in written
    assert keys.hash_of(token) in written


def test_another_process_knows_the_same_devices_at_once_when_told_and_else_soon(
    devices: Devices, journal: Journal, clock: Clock
) -> None:
    parts = ContextParts(time=clock.time)
    other = Context.at_desk(journal, parts).devices
    token, caller = joins(devices, judge())
    assert other.caller_of(token) == caller
    devices.revoke(OWNER, 1, "phone lost")
    other.tell(journal.facts("access"))
    assert other.caller_of(token) == NOBODY
    assert Context.at_desk(journal, parts).devices.caller_of(token) == NOBODY


def test_what_changes_nothing_is_not_written_and_the_journal_verifies(
    devices: Devices, journal: Journal
) -> None:
    joins(devices, judge())
    devices.end_of(OWNER, SPRING)
    devices.end_of(OWNER, SPRING)
    kinds = [fact.kind for fact in journal.facts("access")]
    assert kinds == ["access.invited", "access.device_joined", "access.ended"]
    assert verify_journal(journal, all_families()).good


def test_what_was_done_is_told_with_who_did_it_and_from_where(devices: Devices, journal: Journal) -> None:
    joins(devices, judge())
    invited, joined = journal.facts("access")
    assert (invited.actor, invited.device) == ("Cora", "")
    assert (joined.body["name"], joined.body["address"]) == ("Judith", "192.168.1.20")
    assert (joined.actor, joined.device) == ("", ""), "told once, in a field that can be erased"


def test_a_fact_of_access_that_makes_no_sense_is_found_by_verify(journal: Journal) -> None:
    journal.append(Entry("access", (NewFact("access.device_revoked", {"device": 7, "reason": ""}),), NOON))
    (problem,) = verify_journal(journal, all_families()).problems
    assert problem.code == "no-such-device"


@pytest.mark.parametrize("typed", ["0123 ABCD 1JK1", "o123-abcd-ljki", "O i23 AbCd  LJKL"])
def test_letters_that_look_like_digits_are_read_as_those(typed: str) -> None:
    assert keys.read_code(typed) == "0123ABCD1JK1"


def test_a_director_does_not_read_what_somebody_does_at_other_events(devices: Devices) -> None:
    mine, other = Grant(Role.TREASURER, SPRING), Grant(Role.DIRECTOR, AUTUMN)
    joins(devices, mine, other, name="Sue")
    devices.invite(OWNER, [mine, other], name="Tess")
    _, director = joins(devices, Grant(Role.DIRECTOR, SPRING))
    assert [each.grants for each in devices.devices(director) if each.name == "Sue"] == [{mine}]
    assert [each.grants for each in devices.invitations(director)] == [{mine}]
    assert [each.grants for each in devices.devices(OWNER) if each.name == "Sue"] == [{mine, other}]
    _, of_division = joins(devices, Grant(Role.DIRECTOR, SPRING, "A"), name="Dan")
    assert [each.name for each in devices.devices(of_division)] == ["Dan"]
