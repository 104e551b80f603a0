"""A tournament on the journal: decided on what is there, written once, drawn so that it can be repeated."""

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, WordwaiterError
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.clock import Timepieces, milliseconds
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.streams import all_families
from wordwaiter.service.tournaments.examples import Example, example_facts, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch, TournamentOutcome
from wordwaiter.service.tournaments.snapshots import (
    Snapshot,
    draw_of,
    load_tournament,
    tournament_streams,
    wanted_stream,
)
from wordwaiter.service.tournaments.tournaments import (
    RoundRequest,
    begin_tournament,
    enter_from_csv,
    log_lines,
    propose_next_round,
    publish_next_round,
    room_clock_ms,
    take_back,
)
from wordwaiter.store.facts import StaleVersionError
from wordwaiter.store.journal import Journal
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.evolve import fold
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.standings.standings import standings

NOON = datetime(2026, 6, 20, 12, tzinfo=UTC)
WISH = RoundRequest("Open", "Dora")
NAMES = b"name\nAnn\nBob\nCy\nDi\n"


DORA = director_of_everything("Dora")


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def counter(self) -> int:
        """A counter that goes with it."""
        return milliseconds(self.now)


def at_desk(journal: Journal, clock: Clock) -> Context:
    """The house for one command, as in a terminal: its watch is set by the time of day."""
    return Context.at_desk(journal, ContextParts(time=Timepieces(clock, clock.counter, lambda: "")))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "wordwaiter.db") as journal:
        yield journal


def begun(journal: Journal, clock: Clock, name: str = "Club day") -> TournamentOutcome:
    """A club tournament with four players who are here."""
    division = c.OpenDivision("Dora", "Open", shipped_format("club"))
    done = begin_tournament(
        at_desk(journal, clock), DORA, c.OpenTournament("Dora", name, names=PublicNames.FULL), [division]
    )
    enter_from_csv(at_desk(journal, clock), DORA, done.stream, NAMES, None)
    return given(journal, clock, c.CheckIn("Dora", (1, 2, 3, 4)))


def given(
    journal: Journal, clock: Clock, *commands: c.Command, meta: CommandMeta | None = None
) -> TournamentOutcome:
    context = at_desk(journal, clock)
    return execute(
        context,
        DORA,
        TOURNAMENTS,
        wanted_stream(context, None),
        Batch(lambda _kept, _rng: commands),
        meta or CommandMeta(),
    )


def test_what_was_done_is_there_when_it_is_folded_again(journal: Journal, clock: Clock) -> None:
    done = begun(journal, clock)
    again = load_tournament(journal)
    assert (again.stream, again.version, again.tournament) == (done.stream, done.version, done.state)
    assert (again.stream, again.version) == ("tournament-1", 4)
    assert [each.name for each in again.tournament.entrants.values()] == ["Ann", "Bob", "Cy", "Di"]
    assert again.tournament.at_ms == milliseconds(NOON)
    assert {fact.actor for fact in again.facts} == {"Dora"}
    assert verify_journal(journal, all_families()).good


def test_the_latest_tournament_is_meant_unless_one_is_named(journal: Journal, clock: Clock) -> None:
    with pytest.raises(MalformedError, match="tournament new"):
        load_tournament(journal)
    begun(journal, clock, "First")
    begun(journal, clock, "Second")
    assert tournament_streams(journal) == ("tournament-1", "tournament-2")
    assert load_tournament(journal).tournament.name == "Second"
    assert load_tournament(journal, "tournament-1").tournament.name == "First"
    with pytest.raises(MalformedError, match="tournament-1, tournament-2"):
        load_tournament(journal, "tournament-3")


def test_a_refusal_writes_nothing(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    before = journal.position()
    with pytest.raises(MalformedError):
        given(journal, clock, c.Withdraw("Dora", 4, "a cold"), c.Withdraw("Dora", 99, "nobody"))
    with pytest.raises(MalformedError, match="nothing to do"):
        given(journal, clock)
    with pytest.raises(MalformedError, match="line 2"):
        enter_from_csv(at_desk(journal, clock), DORA, None, b"name,age\nEd,old\nFlo,70\n", None)
    assert journal.position() == before


def test_a_stale_version_is_a_conflict_with_what_happened_since(journal: Journal, clock: Clock) -> None:
    seen = begun(journal, clock).version
    given(journal, clock, c.Withdraw("Dora", 4, "a cold"), meta=CommandMeta(seen=seen))
    with pytest.raises(StaleVersionError) as conflict:
        given(journal, clock, c.Withdraw("Dora", 3, "a cold"), meta=CommandMeta(seen=seen))
    assert isinstance(conflict.value, ConflictError)
    assert [fact.kind for fact in conflict.value.since] == ["tournament.contender_left"]
    assert 3 not in load_tournament(journal).tournament.departures


def test_when_somebody_is_faster_it_is_decided_again_on_what_is_there_now(
    journal: Journal, clock: Clock
) -> None:
    begun(journal, clock)
    looked: list[int] = []

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        looked.append(snapshot.version)
        if len(looked) == 1:
            given(journal, clock, c.Withdraw("Emmy", 4, "a cold"))
        yield c.Withdraw("Dora", 3, "a bus to catch")

    done = execute(at_desk(journal, clock), DORA, TOURNAMENTS, "tournament-1", Batch(plan))
    assert looked == [4, 5]
    assert done.state.departures.keys() == {3, 4}


def test_what_no_longer_can_be_done_is_refused_when_somebody_was_faster(
    journal: Journal, clock: Clock
) -> None:
    begun(journal, clock)
    looked: list[int] = []

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        looked.append(snapshot.version)
        if len(looked) == 1:
            given(journal, clock, c.Withdraw("Emmy", 4, "a cold"))
        yield c.Withdraw("Dora", 4, "a cold")

    with pytest.raises(ConflictError, match="already withdrawn"):
        execute(at_desk(journal, clock), DORA, TOURNAMENTS, "tournament-1", Batch(plan))


def test_a_command_with_a_key_is_done_once_and_answered_twice(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    meta = CommandMeta(device="tablet", key="k1")
    first = given(journal, clock, c.Withdraw("Dora", 4, "a cold"), meta=meta)
    again = given(journal, clock, c.Withdraw("Dora", 4, "a cold"), meta=meta)
    assert again == first
    latest = journal.facts(first.stream)[-1]
    assert (latest.device, latest.key) == ("tablet", "k1")
    opening = c.OpenTournament("Dora", "Twice", names=PublicNames.FULL)
    for _ in range(2):
        begin_tournament(at_desk(journal, clock), DORA, opening, meta=CommandMeta(key="k2"))
    assert tournament_streams(journal) == ("tournament-1", "tournament-2")


def test_a_computers_clock_that_was_set_back_does_not_stop_the_day(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    clock.now = NOON - timedelta(hours=1)
    done = given(journal, clock, c.Withdraw("Dora", 4, "a cold"))
    assert done.state.at_ms == milliseconds(NOON)


def test_every_draw_can_be_repeated_from_the_journal(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    snapshot = load_tournament(journal)
    proposed = propose_next_round(journal, snapshot, WISH)
    done = publish_next_round(at_desk(journal, clock), DORA, None, WISH)
    (published,) = done.state.rounds_of("Open")
    assert [each.sides for each in published.sittings] == [
        each.sides for each in proposed.command.seatings
    ]  # fmt: skip
    draws = [draw_of(journal, done.stream, version).random() for version in (4, 4, done.version)]
    assert draws[0] == draws[1] != draws[2]


def test_the_room_clock_runs_with_the_time_of_day(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    publish_next_round(at_desk(journal, clock), DORA, None, WISH)
    done = given(journal, clock, c.StartRound("Dora", "Open", 600_000))
    clock.now += timedelta(minutes=4)
    assert room_clock_ms(done.state, "Open", clock.counter()) == 360_000
    ended = given(journal, clock, c.CallRoundTime("Dora", "Open"))
    assert room_clock_ms(ended.state, "Open", clock.counter()) is None


def test_the_last_step_is_taken_back_and_both_are_in_the_log(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    publish_next_round(at_desk(journal, clock), DORA, None, WISH)
    done = take_back(at_desk(journal, clock), DORA, None, None, "somebody came late")
    assert done.state.rounds_of("Open") == ()
    assert [line.sentence for line in log_lines(load_tournament(journal))][-2:] == [
        "round 1 of Open is published: 2 boards",
        "round 1 of Open is withdrawn: somebody came late",
    ]
    with pytest.raises(IllegalError) as refusal:
        take_back(at_desk(journal, clock), DORA, None, None, "again")
    assert refusal.value.code == "cannot-undo"


@pytest.mark.parametrize("example", Example)
def test_an_example_is_the_same_but_for_its_times(journal: Journal, clock: Clock, example: Example) -> None:
    done = make_example(at_desk(journal, clock), DORA, example)
    later = fold(example_facts(example, milliseconds(NOON + timedelta(days=1))))
    made = done.state
    assert done.stream == "example-1"
    assert made.at_ms <= milliseconds(NOON)
    for division in made.divisions:
        assert standings(made, division).plain() == standings(later, division).plain()
    stages = {each.stage for rounds in made.rounds.values() for each in rounds}
    assert {RoundStage.CLOSED, RoundStage.RUNNING} <= stages


def test_an_example_stays_out_of_a_journal_with_a_real_tournament(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    with pytest.raises(WordwaiterError) as refusal:
        make_example(at_desk(journal, clock), DORA, Example.IOWA)
    assert refusal.value.code == "tournament-here"
    assert journal.name in refusal.value.sentence, "in a terminal it is told which file that is"


def test_nobody_is_told_over_the_network_where_the_data_lies(journal: Journal, clock: Clock) -> None:
    begun(journal, clock)
    journal.database.spoken = "the journal"
    with pytest.raises(WordwaiterError, match="the journal already has") as refusal:
        make_example(at_desk(journal, clock), DORA, Example.IOWA)
    assert journal.name not in refusal.value.sentence
