"""Running a tournament on the journal: fold it, decide, write down what happened; one function a use case.

A tournament is a stream of its own. Whoever gives a command without having seen a version is answered on the
latest one: when somebody else was faster it is decided again. Chance is drawn from the seal of the latest
fact that was decided on, so that every draw can be repeated from the journal alone.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from wordwaiter.errors import MalformedError
from wordwaiter.service.judging import system_clock
from wordwaiter.service.streams import TOURNAMENT_FAMILY, tournament_fact, tournament_facts
from wordwaiter.store.facts import Entry, StaleVersionError
from wordwaiter.store.facts import Fact as JournalFact
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants_csv import preview_entrants
from wordwaiter.tournament.facts import Fact, TournamentOpened
from wordwaiter.tournament.format import Format
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.proposing import Proposal, propose_games, propose_round
from wordwaiter.tournament.rounds import RoundStage
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.t_file import TPlayer
from wordwaiter.tournament.t_import import facts_of_t
from wordwaiter.tournament.telling import LogLine, log_of
from wordwaiter.tournament.undoing import undo_command

FAMILY: Final = "tournament"
"""Streams of tournaments are named after it, with a number."""

ATTEMPTS: Final = 50
"""How often a command is decided again because somebody else was faster; then people should look."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament as the journal has it."""

    stream: str
    facts: tuple[JournalFact, ...]
    tournament: Tournament

    @property
    def version(self) -> int:
        """How many facts it has."""
        return self.facts[-1].version


@dataclass(frozen=True, slots=True)
class Sending:
    """How a command was sent."""

    device: str = ""
    key: str | None = None
    """Chosen anew for each command. Sent again, it gives the same answer and does nothing."""
    seen: int | None = None
    """The version that whoever sends it has seen; refused if anything has happened since."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of commands, already written."""

    kept: Kept
    facts: tuple[Fact, ...]


SENT: Final = Sending()

Plan = Callable[[Kept, random.Random], Iterable[c.Command]]
"""The commands to give, once the tournament is known as it is now."""


def draw_of(journal: JournalReader, kept: Kept) -> random.Random:
    """The chance that goes with a tournament's latest fact: the same whenever it is asked for."""
    return random.Random(journal.seal_at(kept.facts[-1].position))  # noqa: S311 - to be repeated, not guarded


# ---------------------------------------------------------------- finding one


def tournament_streams(journal: JournalReader) -> tuple[str, ...]:
    """The streams of all tournaments and examples in the journal, in the order in which they were opened."""
    streams = [end.stream for end in journal.stream_ends() if end.kind.startswith(f"{FAMILY}.")]
    return tuple(sorted(streams, key=_number))


def _number(stream: str) -> int:
    _, _, number = stream.rpartition("-")
    return int(number) if number.isdecimal() else 0


def load_tournament(journal: JournalReader, stream: str | None = None) -> Kept:
    """A tournament as it is now: the one of that stream, or the one that was opened last."""
    streams = tournament_streams(journal)
    if not streams:
        raise MalformedError(
            "no-tournament",
            f"there is no tournament in {journal.name}; begin with: wordwaiter tournament new",
        )
    wanted = streams[-1] if stream is None else stream
    if wanted not in streams:
        raise MalformedError(
            "no-such-tournament", f"there is no {wanted!r} in {journal.name}; there are: {', '.join(streams)}"
        )
    facts = journal.facts(wanted)
    return Kept(wanted, facts, TOURNAMENT_FAMILY.fold(facts))


def log_lines(kept: Kept) -> Iterator[LogLine]:
    """All that has happened in a tournament, in sentences."""
    return log_of(map(tournament_fact, kept.facts))


def room_clock_ms(tournament: Tournament, division: str, clock: Clock = system_clock) -> int | None:
    """What the room's clock of a running round shows; nothing where none runs."""
    running = tournament.open_round(division)
    if running is None or running.clock is None or running.stage is not RoundStage.RUNNING:
        return None
    return running.clock.remaining_ms(max(milliseconds(clock()), tournament.at_ms))


# ---------------------------------------------------------------- beginning one


class Draft:
    """A tournament that is put together command by command, of which nothing is written yet."""

    def __init__(self, opened: TournamentOpened) -> None:
        self.facts: list[Fact] = [opened]
        self.tournament = folding.opened(opened)

    def give(self, command: c.Command, now_ms: int, rng: random.Random) -> None:
        """What the command brings about, in the draft."""
        for fact in decide(self.tournament, command, now_ms, rng):
            self.tournament = folding.evolve(self.tournament, fact)
            self.facts.append(fact)


def begin_tournament(
    journal: Journal,
    opening: c.OpenTournament,
    commands: Iterable[c.Command] = (),
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """A new tournament with what the first commands bring, such as its divisions; all of it or nothing."""
    now_ms = milliseconds(clock())
    draft = Draft(open_tournament(opening, now_ms)[0])
    no_chance = random.Random(0)  # noqa: S311 - nothing is drawn before anybody is entered
    for command in commands:
        draft.give(command, now_ms, no_chance)
    return write_new(journal, FAMILY, tuple(draft.facts), sending, clock)


def write_new(
    journal: Journal,
    prefix: str,
    facts: tuple[Fact, ...],
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """A tournament that facts tell of, in a stream of its own."""
    if (before := _answer_to(journal, sending)) is not None:
        return before
    for attempt in range(ATTEMPTS):
        stream = f"{prefix}-{max(map(_number, tournament_streams(journal)), default=0) + 1}"
        try:
            written = journal.append(_entry(stream, facts, clock(), 0, sending))
        except StaleVersionError:
            if attempt == ATTEMPTS - 1:
                raise
            continue
        break
    return _answered(journal, written)


def enter_division_file(
    journal: Journal,
    players: tuple[TPlayer, ...],
    opening: c.OpenTournament,
    format_: Format,
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """A tournament of one division, as a `.t` file tells it round by round."""
    facts = facts_of_t(players, opening, format_, milliseconds(clock()))
    return write_new(journal, FAMILY, facts, sending, clock)


# ---------------------------------------------------------------- commands


def carry_out(
    journal: Journal,
    stream: str | None,
    plan: Plan,
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """What the planned commands bring about, in one entry: all of them or none."""
    if (before := _answer_to(journal, sending)) is not None:
        return before
    for attempt in range(ATTEMPTS):
        kept = load_tournament(journal, stream)
        if sending.seen is not None and sending.seen != kept.version:
            raise StaleVersionError(kept.stream, sending.seen, kept.facts[sending.seen :])
        time = clock()
        facts = _decided(kept, plan, time, draw_of(journal, kept))
        try:
            written = journal.append(_entry(kept.stream, facts, time, kept.version, sending))
        except StaleVersionError:
            if sending.seen is not None or attempt == ATTEMPTS - 1:
                raise
            continue
        break
    return _answered(journal, written)


def _decided(kept: Kept, plan: Plan, time: datetime, rng: random.Random) -> tuple[Fact, ...]:
    tournament, facts = kept.tournament, []
    # A computer's clock that was set back must not stop the day: it stands still until it has caught up.
    now_ms = max(milliseconds(time), tournament.at_ms)
    for command in plan(kept, rng):
        for fact in decide(tournament, command, now_ms, rng):
            tournament = folding.evolve(tournament, fact)
            facts.append(fact)
    if not facts:
        raise MalformedError("nothing-asked", "there is nothing to do; say what")
    return tuple(facts)


def _answer_to(journal: Journal, sending: Sending) -> Done | None:
    """What was answered when it was sent before."""
    before = None if sending.key is None else journal.answer_to(sending.key)
    return None if before is None else _answered(journal, before)


def _answered(journal: Journal, written: tuple[JournalFact, ...]) -> Done:
    """The answer to an entry that stands in the journal, now or from before."""
    return Done(load_tournament(journal, written[0].stream), tuple(map(tournament_fact, written)))


def _entry(stream: str, facts: tuple[Fact, ...], time: datetime, version: int, sending: Sending) -> Entry:
    return Entry(
        stream,
        tournament_facts(facts),
        time,
        expected_version=version,
        actor=facts[0].by,
        device=sending.device,
        key=sending.key,
    )


def milliseconds(time: datetime) -> int:
    """A time as tournaments tell it: milliseconds since 1970."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


# ---------------------------------------------------------------- use cases of more than one step


@dataclass(frozen=True, slots=True)
class RoundWish:
    """The next round of a division, by its format's way of pairing or by hand."""

    division: str
    by: str
    games: ByHand | None = None
    seed: int | None = None
    """To draw by; otherwise the journal's own."""


def propose_next_round(journal: JournalReader, kept: Kept, wish: RoundWish) -> Proposal:
    """The round that `publish_next_round` would publish if nothing happens before."""
    return _proposal(kept, wish, draw_of(journal, kept))


def publish_next_round(
    journal: Journal,
    stream: str | None,
    wish: RoundWish,
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """The next round of a division, paired and published."""

    def plan(kept: Kept, rng: random.Random) -> Iterable[c.Command]:
        yield _proposal(kept, wish, rng).command

    return carry_out(journal, stream, plan, sending, clock)


def _proposal(kept: Kept, wish: RoundWish, rng: random.Random) -> Proposal:
    if wish.games is not None:
        return propose_games(kept.tournament, wish.division, wish.by, wish.games)
    draw = rng if wish.seed is None else random.Random(wish.seed)  # noqa: S311 - a draw to be repeated
    return propose_round(kept.tournament, wish.division, wish.by, draw)


def take_back_last(
    journal: Journal,
    stream: str | None,
    by: str,
    reason: str,
    sending: Sending = SENT,
    clock: Clock = system_clock,
) -> Done:
    """The last thing that somebody did is taken back by its opposite, a fact of its own."""

    def plan(kept: Kept, _rng: random.Random) -> Iterable[c.Command]:
        yield undo_command(tuple(map(tournament_fact, kept.facts)), by, reason)

    return carry_out(journal, stream, plan, sending, clock)


def enter_from_csv(
    journal: Journal,
    stream: str | None,
    content: bytes,
    division: str | None,
    by: str,
    sending: Sending = SENT,
    clock: Clock = system_clock,
    *,
    leave_out_faulty: bool = False,
) -> Done:
    """Everybody in a CSV file, entered at once; nobody while a line is wrong."""

    def plan(kept: Kept, _rng: random.Random) -> Iterable[c.Command]:
        preview = preview_entrants(kept.tournament, content, division)
        return preview.commands(by, leave_out_faulty=leave_out_faulty)

    return carry_out(journal, stream, plan, sending, clock)
