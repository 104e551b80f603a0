"""Use cases of a tournament that take more than one command, or none: begun, paired, undone, read from files.

A single command goes to `execute` with TOURNAMENTS.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wordwaiter.service.access.callers import Caller, require
from wordwaiter.service.access.visibility import may_know_content
from wordwaiter.service.execute import execute, open_stream
from wordwaiter.service.stream_kind import NO_META, CommandMeta, NewStream
from wordwaiter.service.streams import tournament_fact
from wordwaiter.service.tables.stream_names import number_of_stream
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch, TournamentOutcome, signed
from wordwaiter.service.tournaments.snapshots import (
    FAMILY,
    Snapshot,
    draw_of,
    streams_in,
    wanted_stream,
)
from wordwaiter.store.journal import JournalReader
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.facts import Fact, TournamentOpened
from wordwaiter.tournament.files.entrants_csv import preview_entrants
from wordwaiter.tournament.files.t_file import TPlayer
from wordwaiter.tournament.files.t_import import facts_of_t
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.guards import require_next_round
from wordwaiter.tournament.log import LogLine, log_of
from wordwaiter.tournament.pairing.by_hand import ByHand
from wordwaiter.tournament.rounds.proposals import Proposal, propose_games, propose_round, require_basis
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament
from wordwaiter.tournament.undoing import undo_command

if TYPE_CHECKING:
    from wordwaiter.service.context import Context


def log_lines(snapshot: Snapshot) -> Iterator[LogLine]:
    """All that has happened in a tournament, in sentences."""
    return log_of(map(tournament_fact, snapshot.facts))


def log_lines_for(caller: Caller, snapshot: Snapshot) -> Iterator[LogLine]:
    """Returns the log without what the caller may not know, such as money; numbers stay as they are."""
    for fact, line in zip(snapshot.facts, log_lines(snapshot), strict=True):
        if may_know_content(caller, fact):
            yield line


def room_clock_ms(tournament: Tournament, division: str, now_ms: int) -> int | None:
    """Returns the time on the room's clock of a round in progress; `None` where none is."""
    running = tournament.open_round(division)
    if running is None or running.clock is None or running.stage is not RoundStage.RUNNING:
        return None
    return running.clock.remaining_ms(max(now_ms, tournament.at_ms))


# ---------------------------------------------------------------- beginning one


class Draft:
    """A tournament that is put together command by command, of which nothing is written yet."""

    def __init__(self, opened: TournamentOpened) -> None:
        self.facts: list[Fact] = [opened]
        self.tournament = folding.opened(opened)

    def give(self, command: c.Command, now_ms: int, rng: random.Random) -> None:
        """Carries out the command in the draft."""
        for fact in decide(self.tournament, command, now_ms, rng):
            self.tournament = folding.evolve(self.tournament, fact)
            self.facts.append(fact)


def begin_tournament(
    context: "Context",
    caller: Caller,
    opening: c.OpenTournament,
    commands: Iterable[c.Command] = (),
    meta: CommandMeta = NO_META,
) -> TournamentOutcome:
    """A new tournament with what the first commands bring, such as its divisions; all of it or nothing."""
    now_ms = context.watch()
    draft = Draft(open_tournament(replace(opening, by=opening.by or caller.name), now_ms)[0])
    no_chance = random.Random(0)  # noqa: S311 - nothing is drawn before anybody is entered
    for command in commands:
        draft.give(signed(caller, FAMILY, command), now_ms, no_chance)
    return write_new(context, caller, FAMILY, tuple(draft.facts), meta)


def write_new(
    context: "Context", caller: Caller, prefix: str, facts: tuple[Fact, ...], meta: CommandMeta = NO_META
) -> TournamentOutcome:
    """Opens a tournament of which facts tell, in a stream of its own; only the server's director may."""
    require(caller, FAMILY)

    def name() -> str:
        return f"{prefix}-{max(map(number_of_stream, streams_in(context)), default=0) + 1}"

    state = folding.fold(facts)
    return open_stream(
        context,
        caller,
        NewStream(kind=TOURNAMENTS, facts=facts, state=state, now_ms=context.watch(), name=name),
        meta,
    )


def enter_division_file(
    context: "Context",
    caller: Caller,
    players: tuple[TPlayer, ...],
    opening: c.OpenTournament,
    format_: Format,
    meta: CommandMeta = NO_META,
) -> TournamentOutcome:
    """A tournament of one division, as a `.t` file tells it round by round."""
    facts = facts_of_t(players, opening, format_, context.watch())
    return write_new(context, caller, FAMILY, facts, meta)


# ---------------------------------------------------------------- use cases of more than one step


@dataclass(frozen=True, slots=True)
class RoundRequest:
    """The next round of a division, by its format's way of pairing or by hand."""

    division: str
    by: str
    games: ByHand | None = None
    seed: int | None = None
    """To draw by; otherwise the journal's own."""
    amends: bool = False
    """Whether the games by hand are those that were proposed, some of them changed."""
    looked_at: "LookedAtRound | None" = None
    """The round that was shown before; only that one is published."""


@dataclass(frozen=True, slots=True)
class LookedAtRound:
    """A round that was shown before anybody published it, while the room may have gone on."""

    number: int
    drawn_at: int | None = None
    """The version from whose seal it was drawn; a call or a payment since then makes no other draw of it."""
    basis: str = ""
    """The key of what it was paired by (`basis_of`); empty where no games were shown."""


def propose_next_round(journal: JournalReader, snapshot: Snapshot, wish: RoundRequest) -> Proposal:
    """The round that `publish_next_round` would publish if nothing happens before."""
    return _proposal(snapshot, wish, _draw(journal, snapshot, wish))


def publish_next_round(
    context: "Context", caller: Caller, stream: str | None, wish: RoundRequest, meta: CommandMeta = NO_META
) -> TournamentOutcome:
    """The next round of a division, paired and published, if it is the one that was looked at."""
    seen = wish.looked_at

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        if seen is not None:
            require_next_round(snapshot.tournament, wish.division, seen.number)
            if seen.basis and wish.games is None:
                require_basis(snapshot.tournament, wish.division, seen.basis)
        yield _proposal(snapshot, wish, _draw(context.journal, snapshot, wish)).command

    return execute(context, caller, TOURNAMENTS, wanted_stream(context, stream), Batch(plan), meta)


def _draw(journal: JournalReader, snapshot: Snapshot, wish: RoundRequest) -> random.Random:
    """The chance by which a round is drawn: that of the proposal which was looked at, or of now."""
    seen = wish.looked_at
    version = snapshot.version if seen is None or seen.drawn_at is None else seen.drawn_at
    return draw_of(journal, snapshot.stream, version)


def _proposal(snapshot: Snapshot, wish: RoundRequest, rng: random.Random) -> Proposal:
    if wish.games is not None:
        named = propose_games(snapshot.tournament, wish.division, wish.by, wish.games)
        return (
            named.with_reasons_of(_proposal(snapshot, replace(wish, games=None), rng))
            if wish.amends
            else named
        )
    draw = rng if wish.seed is None else random.Random(wish.seed)  # noqa: S311 - a draw to be repeated
    return propose_round(snapshot.tournament, wish.division, wish.by, draw)


def take_back(
    context: "Context",
    caller: Caller,
    stream: str | None,
    line: int | None,
    reason: str,
    meta: CommandMeta = NO_META,
) -> TournamentOutcome:
    """Undoes a line of the log by its opposite; the last line if none is named."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        yield undo_command(tuple(map(tournament_fact, snapshot.facts)), caller.name, reason, line)

    return execute(context, caller, TOURNAMENTS, wanted_stream(context, stream), Batch(plan), meta)


def enter_from_csv(
    context: "Context",
    caller: Caller,
    stream: str | None,
    content: bytes,
    division: str | None,
    meta: CommandMeta = NO_META,
    *,
    leave_out_faulty: bool = False,
) -> TournamentOutcome:
    """Everybody in a CSV file, entered at once; nobody while a line is wrong."""

    def plan(snapshot: Snapshot, _rng: random.Random) -> Iterable[c.Command]:
        preview = preview_entrants(snapshot.tournament, content, division)
        return preview.commands(caller.name, leave_out_faulty=leave_out_faulty)

    return execute(context, caller, TOURNAMENTS, wanted_stream(context, stream), Batch(plan), meta)
