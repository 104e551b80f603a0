"""The computer's clock is set while people work: nobody is signed out, let in, locked out or erased by it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from service.access.roll import joins, refused
from service.houses import DORA, Computer, club_day, round_begun, serving
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, NOBODY, Grant
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.access.erasing import erase_when_due
from wordwaiter.service.context import Context
from wordwaiter.service.tables.free_table_expiry import end_forgotten
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.state import Tournament

MINUTE_MS, HOUR_MS = 60_000, 60 * 60_000
JUMPS = [timedelta(days=1), timedelta(days=400), timedelta(hours=-1), timedelta(days=-3000)]
each_jump = pytest.mark.parametrize(
    "jump", JUMPS, ids=["a day on", "a year on", "an hour back", "years back"]
)
STAFF = Grant(Role.DIRECTOR, HOUSE)


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with serving(tmp_path / "wordwaiter.db", computer) as context:
        yield context


@each_jump
def test_everybody_stays_signed_in_for_a_day_and_no_longer(
    context: Context, computer: Computer, jump: timedelta
) -> None:
    token, caller = joins(context.devices, STAFF)
    computer.is_set(jump)
    assert context.devices.caller_of(token) == caller
    computer.passes(23 * HOUR_MS)
    assert context.devices.caller_of(token) == caller
    computer.passes(HOUR_MS)
    assert context.devices.caller_of(token) == NOBODY, "nor does a clock that was set back keep a phone in"


@each_jump
def test_who_joined_before_and_after_are_signed_out_alike(
    context: Context, computer: Computer, jump: timedelta
) -> None:
    before, _ = joins(context.devices, STAFF)
    computer.is_set(jump)
    computer.passes(12 * HOUR_MS)
    after, caller = joins(context.devices, STAFF)
    computer.passes(12 * HOUR_MS)
    assert (context.devices.caller_of(before), context.devices.caller_of(after)) == (NOBODY, caller)


@each_jump
def test_a_code_is_valid_for_24_hours(context: Context, computer: Computer, jump: timedelta) -> None:
    early, late = (context.devices.invite(DORA, [STAFF]).secret for _ in range(2))
    computer.is_set(jump)
    computer.passes(24 * HOUR_MS - 1)
    context.devices.join(early, Joining("Judith"))
    computer.passes(1)
    with refused("code-used"):
        context.devices.join(late, Joining("Judith"))


@pytest.mark.long
@each_jump
def test_whoever_guessed_pins_waits_a_minute(context: Context, computer: Computer, jump: timedelta) -> None:
    stream = club_day(context)
    made = context.devices.set_pin(DORA, [Grant(Role.DISPLAY, stream)], name="screen")
    number, wrong = made.invitation.number, f"{(int(made.secret) + 1) % 10**6:06}"
    for _ in range(10):
        with refused("wrong-pin"):
            context.devices.join_by_pin(number, wrong, Joining(address="192.168.1.9"))
    computer.is_set(jump)
    computer.passes(MINUTE_MS - 1)
    with refused("pin-locked"):
        context.devices.join_by_pin(number, made.secret, Joining(address="192.168.1.9"))
    computer.passes(1)
    assert context.devices.join_by_pin(number, made.secret, Joining(address="192.168.1.9")).token


@each_jump
def test_the_clock_of_a_round_goes_on(context: Context, computer: Computer, jump: timedelta) -> None:
    stream = club_day(context)
    round_begun(context, stream, 60 * MINUTE_MS)
    computer.passes(20 * MINUTE_MS)
    computer.is_set(jump)
    computer.passes(10 * MINUTE_MS)
    tournament: Tournament = snapshot_of(context, stream).tournament
    running = tournament.open_round("Open")
    assert running is not None
    assert running.clock is not None
    assert running.clock.remaining_ms(context.watch()) == 30 * MINUTE_MS


@each_jump
def test_nobody_is_erased_and_no_table_ends(context: Context, computer: Computer, jump: timedelta) -> None:
    stream = club_day(context)
    before = snapshot_of(context, stream).tournament.entrants
    computer.is_set(jump)
    assert (erase_when_due(context), end_forgotten(context)) == ((), ())
    computer.is_set(-jump)
    erase_when_due(context)
    assert snapshot_of(context, stream).tournament.entrants == before


def test_everybody_is_known_when_the_program_is_started_again_after_the_clock_was_set(tmp_path: Path) -> None:
    computer, place = Computer(), tmp_path / "wordwaiter.db"
    with serving(place, computer) as context:
        token, caller = joins(context.devices, STAFF)
        computer.is_set(timedelta(days=2))
    with serving(place, computer) as again:
        assert again.devices.caller_of(token) == caller


def test_a_computer_that_forgot_the_year_when_it_was_off_still_knows_everybody(tmp_path: Path) -> None:
    """Its battery is flat: it starts in 2001. Time never goes back before what is written."""
    computer, place = Computer(), tmp_path / "wordwaiter.db"
    with serving(place, computer) as context:
        token, caller = joins(context.devices, STAFF)
    computer.starts_anew()
    computer.now = datetime(2001, 1, 1, tzinfo=computer.now.tzinfo)
    with serving(place, computer) as again:
        assert again.devices.caller_of(token) == caller
        computer.passes(24 * HOUR_MS)
        assert again.devices.caller_of(token) == NOBODY
