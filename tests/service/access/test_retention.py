"""What no tournament tells of goes after 90 days too: roles for everything, and whoever tried a wrong PIN."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from service.access.roll import refused
from service.access.test_erasing import MARKED, traces_in
from service.houses import DORA, Computer, entered, round_begun, serving
from wordwaiter.roles import Role
from wordwaiter.service.access import erasing
from wordwaiter.service.access.callers import HOUSE, Caller, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.access.erasing import erase_when_due
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.note_facts import STREAM as NOTES_STREAM
from wordwaiter.service.tables.notes import NOTES, WriteNote
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.facts import Entry, NewFact, PersonalPart
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.tournament.privacy import erasure_day

ADDRESS = "192.168.77.7"
DAY_MS = 24 * 3_600_000


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", computer) as context:
        yield context


def guesses(context: Context, number: int, address: str = ADDRESS) -> None:
    with refused("wrong-pin"):
        context.devices.join_by_pin(number, "1", Joining(address=address))


def traces(folder: Path) -> set[bytes]:
    return {trace for _, trace in traces_in(folder)}


def housekeeping(context: Context, computer: Computer, days: int) -> None:
    computer.passes(days * DAY_MS)
    erase_when_due(context)


def test_the_address_of_a_wrong_pin_is_erased_whether_there_is_such_a_number_or_not(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    pin = context.devices.set_pin(DORA, [Grant(Role.DISPLAY, HOUSE)])
    guesses(context, 4711)
    guesses(context, pin.invitation.number)
    housekeeping(context, computer, 89)
    assert b"192.168.77.7" in traces(tmp_path), "the test would find it"
    guesses(context, 4711, "10.0.0.9")
    housekeeping(context, computer, 2)
    addresses = [fact.body["address"] for fact in context.journal.facts("access") if "address" in fact.body]
    assert addresses == ["", "", "10.0.0.9"]
    before = context.journal.position()
    erase_when_due(context)
    assert context.journal.position() == before, "nothing is erased twice"
    context.close()
    assert traces(tmp_path) == set()


def test_the_address_of_a_wrong_pin_goes_with_its_invitation(context: Context, tmp_path: Path) -> None:
    stream = entered(context, "Cup", "club", Profile("Ann"), Profile("Bo"))
    pin = context.devices.set_pin(DORA, [Grant(Role.DISPLAY, stream)])
    guesses(context, pin.invitation.number)
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    context.close()
    assert traces(tmp_path) == set()


def test_addresses_that_earlier_versions_stored_without_a_day_are_erased(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    part = PersonalPart(("address",), ("access#invitation-4711",), "")
    body = {"number": 4711, "address": ADDRESS, "at_ms": context.watch()}
    missed = NewFact("access.pin_missed", body, 2, personal=(part,))
    context.states.hear(context.journal.append(Entry("access", (missed,), computer.now)))
    housekeeping(context, computer, 1)
    context.close()
    assert traces(tmp_path) == set()


def official(context: Context, *grants: Grant) -> Caller:
    code = context.devices.invite(DORA, grants, name=MARKED).secret
    return context.devices.caller_of(context.devices.join(code, Joining(MARKED, ADDRESS)).token)


def test_whoever_had_a_role_for_everything_is_erased_90_days_after_using_it(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    """Their name stands beside all that they did, in tournaments of which everybody is erased by then."""
    stream = entered(context, "Cup", "club", Profile("Ann"), Profile("Bo"))
    caller = official(context, Grant(Role.DIRECTOR, HOUSE), Grant(Role.JUDGE, stream))
    execute(context, caller, TOURNAMENTS, stream, c.ProvideEquipment("", 9, 9))
    housekeeping(context, computer, 80)  # announces it
    housekeeping(context, computer, 9)
    assert MARKED in str(context.journal.facts(stream)), "the test would find her"
    housekeeping(context, computer, 10)
    housekeeping(context, computer, 1)
    assert context.devices.registry().devices[1].name == "device-1"
    context.close()
    assert traces(tmp_path) == set()
    with JournalReader.open(tmp_path / "wordwaiter.db") as journal:
        assert journal.facts(stream)[-3].kind == "tournament.equipment_provided"


def test_whoever_still_uses_a_role_for_everything_is_not_erased(context: Context, computer: Computer) -> None:
    caller = official(context, Grant(Role.DIRECTOR, HOUSE))
    for _ in range(19):
        housekeeping(context, computer, 5)
        context.devices.note_seen(caller)
    assert context.devices.registry().devices[1].name == MARKED


def test_what_is_written_about_an_event_after_its_people_were_erased_is_erased_too(
    context: Context, computer: Computer, tmp_path: Path
) -> None:
    """A note is no fact of the tournament, which counted as erased for ever."""
    stream = entered(context, "Cup", "club", Profile("Ann"), Profile("Bo"))
    round_begun(context, stream)
    table = next(end.stream for end in context.states.ends_of(stream) if place_of(end.stream))
    execute(context, DORA, TOURNAMENTS, stream, c.EraseEverybody(""))
    execute(context, DORA, NOTES, NOTES_STREAM, WriteNote(table, 1, f"{MARKED} was ill"))
    housekeeping(context, computer, 80)
    assert traces(tmp_path), "as long as the event is talked about"
    housekeeping(context, computer, 15)
    before = context.journal.position()
    erase_when_due(context)
    assert context.journal.position() == before, "nothing is erased twice"
    context.close()
    assert traces(tmp_path) == set()


def test_an_event_of_the_year_9999_keeps_nobody_at_others_from_being_erased(
    context: Context, computer: Computer
) -> None:
    """There is no day 90 days after it. The error ended all erasing on the server, each time."""
    far = entered(context, "Far", "club", Profile("Ann"), Profile("Bo"))
    near = entered(context, "Near", "club", Profile("Cy"), Profile("Di"))
    execute(context, DORA, TOURNAMENTS, far, c.ChangeDetails("Dora", "Far", "9999-12-31"))
    housekeeping(context, computer, 80)
    assert context.states.of(near).state.erasure_day
    housekeeping(context, computer, 15)
    assert context.states.of(near).state.is_erased
    assert not context.states.of(far).state.is_erased
    assert erasure_day(context.states.of(far).state, date.max, date(2026, 6, 20)) == date.max


def test_an_error_at_one_event_keeps_nobody_at_others_from_being_erased(
    context: Context, computer: Computer, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = entered(context, "Broken", "club", Profile("Ann"), Profile("Bo"))
    whole = entered(context, "Whole", "club", Profile("Cy"), Profile("Di"))

    def held_on(_context: Context, stream: str, _tournament: object) -> date:
        if stream == broken:
            raise ValueError("an error of the program")
        return date(2026, 6, 20)

    monkeypatch.setattr(erasing, "held_on", held_on)
    for days in (80, 15):
        housekeeping(context, computer, days)
    assert context.states.of(whole).state.is_erased
