"""The house: states in memory after a start, clocks that nobody can set, gaps that the director decides."""

from datetime import timedelta
from pathlib import Path

import pytest

from crash.games import OPENING, recorded_game
from wordwaiter.errors import ConflictError, IllegalError, MalformedError, UnavailableError
from wordwaiter.game import commands as g
from wordwaiter.roles import Role
from wordwaiter.service.clock import Timepieces, WatchSetting, milliseconds
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.downtime import _deciding, decide_gap, decide_gaps, gaps, gaps_to_decide
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.views import look
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.store.facts import Entry
from wordwaiter.store.journal import Journal
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c

from .houses import (
    DORA,
    NOON,
    Computer,
    club_day,
    crashed,
    holder,
    library_night,
    round_begun,
    serving,
)

MINUTE = 60_000
HOUR = timedelta(hours=1)


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "wordwaiter.db"


def begun_table(context: Context) -> str:
    """A free table at which seat 0 is to move."""
    stream = open_free_table(context, DORA, "club", OPENING).stream
    execute(context, DORA, TABLES, stream, g.DrawFirst(0, "A"))
    execute(context, DORA, TABLES, stream, g.DrawFirst(1, "B"))
    return stream


def sides_ms(context: Context, stream: str) -> tuple[int, ...]:
    return look(context, DORA, stream).view.left.sides_ms


def killed(context: Context) -> None:
    """Leave the house as a killed program does."""
    crashed(context)
    context._is_ours_to_stop = False


# ---------------------------------------------------------------- in memory


def test_all_open_streams_are_in_memory_after_a_start_as_they_were_before(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        finished = open_free_table(context, DORA, "club", OPENING).stream
        for command in recorded_game(3):
            execute(context, DORA, TABLES, finished, command)
        before = context.states.of(stream)
        killed(context)
    with serving(place, computer) as context:
        assert context.states.of(stream) == before
        assert len(context.states) == 2  # the table that is played, and the house's own record
        assert context.states.of(finished).state.signatures == (0, 1)


def test_what_another_process_writes_is_known_without_being_asked_for(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        with Journal.open(place) as journal:
            elsewhere = Context.at_desk(journal)
            execute(elsewhere, DORA, TABLES, stream, g.Pass(0))
            answer = execute(
                context, DORA, TABLES, stream, g.Pass(1)
            )  # decided anew on what the other one wrote
        assert [turn.seat for turn in answer.state.turns] == [0, 1]


def test_a_house_that_cannot_note_its_end_closes_all_the_same(
    place: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_command: object) -> None:
        raise UnavailableError("disk-full", "the disk is full")

    context = Context.open(place)
    monkeypatch.setattr("wordwaiter.service.context.execute", full)
    context.close()
    assert "could not record the shutdown: the disk is full" in caplog.text
    assert context.tail.is_closed


# ---------------------------------------------------------------- clocks


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_no_clock_of_a_table_moves_when_the_computers_clock_is_set(
    place: Path, computer: Computer, jump: timedelta
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        night = library_night(context)
        round_begun(context, night, 30 * MINUTE)
        computer.passes(MINUTE)
        before = sides_ms(context, stream)
        room = look(context, DORA, f"{night}/1/1/1.1").view.left.room_ms
        computer.is_set(jump)
        assert sides_ms(context, stream) == before == (24 * MINUTE, 25 * MINUTE)
        assert look(context, DORA, f"{night}/1/1/1.1").view.left.room_ms == room == 29 * MINUTE
        assert (
            tournaments.room_clock_ms(context.states.of(night).state, "Open", context.watch()) == 29 * MINUTE
        )
        computer.passes(MINUTE)
        execute(context, DORA, TABLES, stream, g.Pass(0))
        computer.is_set(-jump)
        computer.passes(MINUTE)
        assert sides_ms(context, stream) == (23 * MINUTE, 24 * MINUTE)
        assert (
            context.journal.since(context.journal.position() - 1)[0].time
            == computer.now - timedelta(minutes=1) + jump
        )  # a fact tells the time of day as the computer had it
        assert verify_journal(context.journal, context.families).good


def test_a_watch_goes_on_with_the_computers_counter_until_the_computer_starts_anew() -> None:
    computer = Computer()
    first = computer.time.watch(None, 0)
    assert first() == milliseconds(NOON)
    computer.passes(7)
    computer.is_set(HOUR)
    again = computer.time.watch(first.setting, 0)
    assert again() == first() == milliseconds(NOON) + 7
    computer.starts_anew()
    assert computer.time.watch(first.setting, 0)() == milliseconds(NOON + HOUR) + 7
    late = milliseconds(NOON + 2 * HOUR)
    assert computer.time.watch(first.setting, late)() == late  # facts tell of a later time already


def test_a_counter_that_has_gone_back_is_not_trusted() -> None:
    computer = Computer()
    setting = WatchSetting(milliseconds(NOON) - 99, computer.counter_ms + 10_000, computer.boot)
    assert computer.time.watch(setting, 0)() == milliseconds(NOON)
    assert Timepieces(boot=lambda: "").watch(setting, 0).setting.boot == ""


# ---------------------------------------------------------------- gaps


def test_after_a_crash_the_gap_is_known_with_the_clocks_that_ran(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        open_free_table(context, DORA, "club", OPENING)  # nobody has drawn yet: no clock runs
        killed(context)
    computer.passes(2 * MINUTE)
    with serving(place, computer) as context:
        (gap,) = gaps(context, DORA)
        assert (gap.number, gap.length_ms, gap.ran) == (1, 2 * MINUTE, None)
        assert [(clock.stream, clock.side) for clock in gap.clocks] == [(stream, 0)]
        assert sides_ms(context, stream) == (23 * MINUTE, 25 * MINUTE)


def test_the_director_decides_that_clocks_stood_and_each_gets_its_time_back_once(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        night = library_night(context)
        round_begun(context, night, 30 * MINUTE)
        killed(context)
    computer.passes(2 * MINUTE)
    with serving(place, computer) as context:
        execute(context, DORA, TABLES, stream, g.Pass(0))  # somebody goes on before it is decided
        assert decide_gap(context, DORA, 1, ran=False).ran is False
        assert sides_ms(context, stream) == (25 * MINUTE, 25 * MINUTE)
        assert look(context, DORA, f"{night}/1/1/1.1").view.left.room_ms == 30 * MINUTE
        assert (
            tournaments.room_clock_ms(context.states.of(night).state, "Open", context.watch()) == 30 * MINUTE
        )
        with pytest.raises(ConflictError) as refusal:
            decide_gap(context, DORA, 1, ran=True)
        assert refusal.value.code == "gap-decided"
    with serving(place, computer) as context:
        assert sides_ms(context, stream) == (25 * MINUTE, 25 * MINUTE)
        assert verify_journal(context.journal, context.families).good


def test_the_director_decides_that_clocks_ran_and_nothing_is_given_back(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        killed(context)
    computer.passes(MINUTE)
    with serving(place, computer) as context:
        decide_gap(context, DORA, 1, ran=True)
        assert sides_ms(context, stream) == (24 * MINUTE, 25 * MINUTE)
        (gap,) = gaps(context, DORA)
        assert gap.ran is True
        record = context.record
        assert record is not None
        assert record.undecided == ()


def test_a_crash_while_time_is_given_back_gives_the_rest_at_the_next_start(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        killed(context)
    computer.passes(MINUTE)
    with serving(place, computer) as context:
        steps = _deciding(context, DORA, (1,), ran=False)
        entry = next(steps)
        assert isinstance(entry, Entry)
        context.journal.append(entry)  # it is decided, and then the program is killed
        steps.close()
        killed(context)
    with serving(place, computer) as context:
        assert sides_ms(context, stream) == (25 * MINUTE, 25 * MINUTE)


def killed_in_a_round(place: Path, computer: Computer) -> str:
    """A tournament whose round of 30 minutes had just begun when the program was killed."""
    with serving(place, computer) as context:
        night = library_night(context)
        round_begun(context, night, 30 * MINUTE)
        killed(context)
    return night


def test_time_that_the_room_got_back_reaches_its_tables_once_however_often_the_program_starts(
    place: Path, computer: Computer
) -> None:
    night = killed_in_a_round(place, computer)
    computer.passes(2 * MINUTE)
    with serving(place, computer) as context:
        decide_gap(context, DORA, 1, ran=False)
    with serving(place, computer) as context:
        assert look(context, DORA, f"{night}/1/1/1.1").view.left.room_ms == 30 * MINUTE


def test_a_laptop_that_was_closed_twice_asks_once_and_gives_both_times_back(
    place: Path, computer: Computer
) -> None:
    night = killed_in_a_round(place, computer)
    for away in (2, 3):
        computer.passes(away * MINUTE)
        with serving(place, computer) as context:
            asked = [gap.number for gap in gaps_to_decide(context, DORA, night)]
            if away == 2:
                killed(context)
                continue
            assert asked == [1, 2]
            with pytest.raises(MalformedError):
                decide_gaps(context, DORA, (1, 3), ran=False)
            assert [gap.ran for gap in decide_gaps(context, DORA, asked, ran=False)] == [False, False]
            assert gaps_to_decide(context, DORA, night) == ()
            assert (
                tournaments.room_clock_ms(context.states.of(night).state, "Open", context.watch())
                == 30 * MINUTE
            )


def test_a_program_that_is_just_started_anew_asks_nothing(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        night = library_night(context)
        round_begun(context, night, 30 * MINUTE)
    computer.passes(4_000)
    with serving(place, computer) as context:
        assert gaps_to_decide(context, DORA, night) == ()
    computer.passes(7_000)
    with serving(place, computer) as context:
        assert [gap.number for gap in gaps_to_decide(context, DORA, night)] == [1, 2]


def test_a_gap_in_a_round_that_is_over_is_not_asked_about_and_gives_no_later_round_time(
    place: Path, computer: Computer
) -> None:
    night = killed_in_a_round(place, computer)
    computer.passes(2 * MINUTE)
    with serving(place, computer) as context:
        played = context.states.of(night).state.open_round("Open")
        for sitting in played.sittings:
            decided = c.DecideResult("", "Open", 1, sitting.table, (310, 290), "told at the desk")
            execute(context, DORA, TOURNAMENTS, night, decided)
        execute(context, DORA, TOURNAMENTS, night, c.CloseRound("", "Open"))
        assert gaps_to_decide(context, DORA, night) == ()
        computer.passes(MINUTE)
        round_begun(context, night, 30 * MINUTE)
        assert gaps_to_decide(context, DORA, night) == ()
        decide_gap(context, DORA, 1, ran=False)
        assert (
            tournaments.room_clock_ms(context.states.of(night).state, "Open", context.watch()) == 30 * MINUTE
        )


def test_the_clock_of_a_game_that_the_director_decided_is_not_asked_about(
    place: Path, computer: Computer
) -> None:
    with serving(place, computer) as context:
        day = club_day(context)
        round_begun(context, day)
        for seat, tile in enumerate("AB"):
            execute(context, DORA, TABLES, f"{day}/1/1/1.1", g.DrawFirst(seat, tile))
        killed(context)
    computer.passes(2 * MINUTE)
    with serving(place, computer) as context:
        assert [gap.number for gap in gaps_to_decide(context, DORA, day)] == [1]
        decided = c.DecideResult("", "Open", 1, 1, (310, 290), "they went home without signing")
        execute(context, DORA, TOURNAMENTS, day, decided)
        assert gaps_to_decide(context, DORA, day) == ()


def test_on_another_computer_the_gap_is_told_by_the_time_of_day(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        killed(context)
    computer.passes(90_000)
    computer.starts_anew()
    with serving(place, computer) as context:
        (gap,) = gaps(context, DORA)
        assert gap.length_ms == 90_000
        decide_gap(context, DORA, 1, ran=False)
        assert sides_ms(context, stream) == (25 * MINUTE, 25 * MINUTE)


def test_a_computer_whose_clock_is_behind_takes_no_time_from_anybody(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        stream = begun_table(context)
        killed(context)
    computer.starts_anew()
    computer.is_set(-HOUR)
    with serving(place, computer) as context:
        assert sides_ms(context, stream) == (25 * MINUTE, 25 * MINUTE)
        execute(context, DORA, TABLES, stream, g.Pass(0))


def test_a_stop_as_it_should_be_is_the_beginning_of_the_gap(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        begun_table(context)
        computer.passes(3 * MINUTE)  # they think; the program is there
    computer.passes(MINUTE)
    with serving(place, computer) as context:
        (gap,) = gaps(context, DORA)
        assert gap.length_ms == MINUTE


def test_a_start_without_running_clocks_asks_nothing(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        club_day(context)
    computer.passes(MINUTE)
    with serving(place, computer) as context:
        assert gaps(context, DORA) == ()
        with pytest.raises(MalformedError) as refusal:
            decide_gap(context, DORA, 1, ran=True)
        assert refusal.value.code == "no-such-gap"


def test_gaps_are_for_the_director_of_the_house(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        stream = club_day(context)
        fay = holder("Fay", Role.DIRECTOR, stream)
        for refused in (lambda: gaps(context, fay), lambda: decide_gap(context, fay, 1, ran=True)):
            with pytest.raises(IllegalError):
                refused()


def test_a_command_in_a_terminal_goes_by_the_servers_watch(place: Path, computer: Computer) -> None:
    with serving(place, computer) as context:
        stream = club_day(context)
        computer.is_set(HOUR)
        with Journal.open(place) as journal:
            elsewhere = Context.at_desk(journal, ContextParts(time=computer.time))
            assert elsewhere.watch() == context.watch()
            execute(elsewhere, DORA, TOURNAMENTS, stream, c.SetTarget("", 5_000))
        before = context.watch()
        computer.passes(5)
        assert elsewhere.watch() == context.watch() == before + 5
