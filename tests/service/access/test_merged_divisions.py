"""Roles for a division follow it when a merge renames it, and nobody gets those of another one."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from service.access.roll import NOON, OWNER, Clock, joins, refused
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant
from wordwaiter.service.access.devices import Devices, Joining
from wordwaiter.service.access.tokens import hash_of
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import EVERYTHING, Topics
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.store.facts import Entry, Fact, NewFact
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import AgeBand, Profile, single
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.api.feed import Follower


@pytest.fixture
def context(devices: Devices) -> Context:
    return devices._context


@pytest.fixture
def day(context: Context) -> str:
    form = shipped_format("iowa")
    opened = [
        c.OpenDivision("", name, form, ages=ages)
        for name, ages in (("65-74", AgeBand(65, 74)), ("75+", AgeBand(75)), ("55-64", AgeBand(55, 64)))
    ]
    return begin_tournament(context, OWNER, c.OpenTournament("", "Iowa"), opened).stream


def merge(context: Context, day: str, source: str, target: str) -> None:
    execute(context, OWNER, TOURNAMENTS, day, c.MergeDivisions("", source, target, "few"))


def test_roles_follow_a_division_to_its_new_name(devices: Devices, context: Context, day: str) -> None:
    token, caller = joins(devices, Grant(Role.DIRECTOR, day, "65-74"), Grant(Role.JUDGE, day, "55-64"))
    later = devices.invite(OWNER, [Grant(Role.SCOREKEEPER, day, "65-74")]).secret
    assert caller.directs(day, "65-74")
    merge(context, day, "75+", "65-74")
    now = devices.caller_of(token)
    assert now.grants == {Grant(Role.DIRECTOR, day, "65+"), Grant(Role.JUDGE, day, "55-64")}
    execute(context, now, TOURNAMENTS, day, c.Register("", "65+", (single(Profile("Al", age=70)),)))
    assert devices.join(later, Joining("Sue")).caller.grants == {Grant(Role.SCOREKEEPER, day, "65+")}


def test_a_join_looks_up_a_tournament_as_often_with_many_devices_as_with_few(
    devices: Devices, context: Context, day: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def looks_of_a_join() -> int:
        looks: list[str] = []
        version = context.journal.version

        def look(stream: str) -> int:
            looks.append(stream)
            return version(stream)

        with monkeypatch.context() as patch:
            patch.setattr(context.journal, "version", look)
            joins(devices, Grant(Role.JUDGE, day, "75+"))
        return looks.count(day)

    joins(devices, Grant(Role.JUDGE, day, "75+"))
    few = looks_of_a_join()
    for _ in range(20):
        joins(devices, Grant(Role.SCOREKEEPER, day, "65-74"))
    assert looks_of_a_join() == few > 0


def test_roles_for_a_division_that_is_no_more_end(devices: Devices, context: Context, day: str) -> None:
    """A division that is opened under its name later is another one."""
    gone, caller = joins(devices, Grant(Role.DIRECTOR, day, "75+"))
    both, _ = joins(devices, Grant(Role.DIRECTOR, day, "75+"), Grant(Role.EMCEE, day), name="Bo")
    later = devices.invite(OWNER, [Grant(Role.SCOREKEEPER, day, "75+")]).secret
    merge(context, day, "75+", "65-74")
    execute(context, OWNER, TOURNAMENTS, day, c.OpenDivision("", "75+", shipped_format("iowa")))
    assert caller.directs(day, "75+")
    assert devices.caller_of(gone) == Caller("", "")
    assert devices.caller_of(both).grants == {Grant(Role.EMCEE, day)}
    with refused("code-used"):
        devices.join(later, Joining("Sue"))


def test_nobody_gets_a_division_that_takes_the_name_of_the_other_one(
    devices: Devices, context: Context, day: str
) -> None:
    execute(context, OWNER, TOURNAMENTS, day, c.OpenDivision("", "Anybody", shipped_format("iowa")))
    of_source, _ = joins(devices, Grant(Role.DIRECTOR, day, "Anybody"))
    of_target, _ = joins(devices, Grant(Role.DIRECTOR, day, "75+"), name="Ted")
    merge(context, day, "75+", "65-74")
    assert devices.caller_of(of_target) == Caller("", "")
    of_target, _ = joins(devices, Grant(Role.DIRECTOR, day, "65+"), name="Ted")
    execute(context, OWNER, TOURNAMENTS, day, c.Register("", "Anybody", (single(Profile("Cy", age=30)),)))
    merge(context, day, "Anybody", "65+")
    assert set(context.states.of(day).state.divisions) == {"Anybody", "55-64"}
    assert devices.caller_of(of_source) == Caller("", "")
    assert devices.caller_of(of_target).grants == {Grant(Role.DIRECTOR, day, "Anybody")}


def test_a_role_is_stored_for_the_number_of_its_division_and_shown_for_its_name(
    devices: Devices, context: Context, day: str
) -> None:
    token, _ = joins(devices, Grant(Role.DIRECTOR, day, "75+"))
    (invited,) = (fact for fact in context.journal.facts("access") if fact.kind == "access.invited")
    stored: Any = invited.body["grants"]
    assert stored[0]["division"] == "division-2"
    listed = devices.devices(OWNER)[0]
    assert listed.grants == devices.caller_of(token).grants == {Grant(Role.DIRECTOR, day, "75+")}
    made = devices.invite(devices.caller_of(token), [Grant(Role.JUDGE, day, "75+")])
    assert made.invitation.grants == {Grant(Role.JUDGE, day, "75+")}
    assert devices.invitations(devices.caller_of(token)) == (made.invitation,)


def test_a_merge_writes_nothing_among_the_devices(devices: Devices, context: Context, day: str) -> None:
    """So there is no moment in which a role is for the wrong division, nor one that a crash could keep."""
    joins(devices, Grant(Role.DIRECTOR, day, "65-74"))
    before = context.journal.version("access")
    merge(context, day, "75+", "65-74")
    catch_up(context)
    assert context.journal.version("access") == before


def by_name(context: Context, kind: str, **body: object) -> None:
    """Writes a fact of the devices as earlier versions did."""
    fact = NewFact(kind, body, {"access.invited": 3, "access.device_joined": 3}.get(kind, 1))
    context.states.hear(context.journal.append(Entry("access", (fact,), NOON, None, "Cora", "laptop")))


def test_roles_of_earlier_journals_are_for_the_division_of_that_name(
    devices: Devices, context: Context, day: str
) -> None:
    """Before its facts told ids, a merge was followed by a fact of its own; since then it is not."""
    names = ("65-74", "75+", "55-64")
    for number, name in enumerate(names, start=1):
        code = f"{number}" * 26
        grant = {"role": "director", "stream": day, "division": name, "table": None, "entrant": None}
        by_name(
            context,
            "access.invited",
            number=number,
            name=f"D{number}",
            grants=[grant],
            code_hash=hash_of(code),
            expires_ms=devices.now_ms() + 9_999_999,
            only_here=False,
            is_printed=False,
        )
    seen = [each.grants for each in devices.invitations(OWNER)]
    assert seen == [{Grant(Role.DIRECTOR, day, name)} for name in names]
    merge(context, day, "75+", "65-74")
    by_name(context, "access.division_renamed", stream=day, source="75+", target="65-74", name="65+")
    assert [each.grants for each in devices.invitations(OWNER)] == [
        {Grant(Role.DIRECTOR, day, "65+")},
        {Grant(Role.DIRECTOR, day, "55-64")},
    ]
    merge(context, day, "55-64", "65+")
    assert [each.grants for each in devices.invitations(OWNER)] == [{Grant(Role.DIRECTOR, day, "55+")}]


def read_by(context: Context, caller: Caller, day: str) -> str:
    """What somebody reads who follows the day from its beginning."""
    return repr(
        [each.data for each in context.feed._events(caller, Topics(frozenset({day})), everything(context))]
    )


def everything(context: Context) -> tuple[Fact, ...]:
    return context.journal.since(0)


def add_with_reason(context: Context, day: str, division: str, reason: str) -> None:
    form = context.states.of(day).state.division(division).format
    execute(context, OWNER, TOURNAMENTS, day, c.ChangeFormat("", division, _longer(form), reason))


def _longer(form: Format) -> Format:
    return replace(form, rounds=replace(form.rounds, count=form.rounds.count + 1))


def reopened_after_merge(context: Context, day: str) -> None:
    merge(context, day, "75+", "65-74")
    execute(context, OWNER, TOURNAMENTS, day, c.OpenDivision("", "75+", shipped_format("iowa")))


def renamed_to_a_name_that_was_free(context: Context, day: str) -> None:
    execute(context, OWNER, TOURNAMENTS, day, c.ChangeDivision("", "75+", "Oldest", AgeBand(75)))
    execute(context, OWNER, TOURNAMENTS, day, c.ChangeDivision("", "55-64", "75+", AgeBand(55, 64)))


def merged_under_the_name_of_the_other(context: Context, day: str) -> None:
    execute(context, OWNER, TOURNAMENTS, day, c.ChangeDivision("", "65-74", "Young", AgeBand(65, 74)))
    execute(context, OWNER, TOURNAMENTS, day, c.OpenDivision("", "65-74", shipped_format("iowa")))
    execute(context, OWNER, TOURNAMENTS, day, c.MergeDivisions("", "75+", "65-74", "few"))
    execute(context, OWNER, TOURNAMENTS, day, c.OpenDivision("", "75+", shipped_format("iowa")))


@pytest.mark.parametrize(
    "named_anew",
    [reopened_after_merge, renamed_to_a_name_that_was_free, merged_under_the_name_of_the_other],
)
def test_nobody_reads_what_is_private_of_a_division_that_had_that_name_before(
    devices: Devices, context: Context, clock: Clock, day: str, named_anew: Callable[[Context, str], None]
) -> None:
    old, caller = joins(devices, Grant(Role.JUDGE, day, "75+"))
    add_with_reason(context, day, "75+", "Ann is ill")
    assert "Ann is ill" in read_by(context, caller, day), "the test would find it"
    clock.now += timedelta(milliseconds=1)
    named_anew(context, day)
    _, later = joins(devices, Grant(Role.JUDGE, day, "75+"), name="Sue")
    add_with_reason(context, day, "75+", "Bo is late")
    read = read_by(context, later, day)
    assert "Bo is late" in read
    assert "Ann is ill" not in read
    assert "Bo is late" not in read_by(context, devices.caller_of(old), day)


def test_whoever_follows_begins_anew_when_another_division_gets_the_name(
    devices: Devices, context: Context, day: str
) -> None:
    token, caller = joins(devices, Grant(Role.JUDGE, day, "75+"), Grant(Role.EMCEE, day))
    follower = Follower(caller, token, EVERYTHING)
    assert asyncio.run(follower.may_go_on(context))
    reopened_after_merge(context, day)
    assert not asyncio.run(follower.may_go_on(context))


def test_a_division_that_gets_its_name_back_has_had_it_all_along(
    devices: Devices, context: Context, clock: Clock, day: str
) -> None:
    token, _ = joins(devices, Grant(Role.JUDGE, day, "75+"))
    add_with_reason(context, day, "75+", "Ann is ill")
    clock.now += timedelta(milliseconds=1)
    for name in ("Oldest", "75+"):
        (former,) = (
            each.name for each in context.states.of(day).state.divisions.values() if each.number == 2
        )
        execute(context, OWNER, TOURNAMENTS, day, c.ChangeDivision("", former, name, AgeBand(75)))
    assert "Ann is ill" in read_by(context, devices.caller_of(token), day)
