"""TOURNAMENTS: how commands to a tournament are permitted and decided.

Chance is drawn from the seal of the latest fact that was decided on, so that every draw can be repeated from
the journal alone.
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from wordwaiter.service.access.callers import TERMINAL, Caller
from wordwaiter.service.access.permissions import permit
from wordwaiter.service.access.personal_fields import owners_erased
from wordwaiter.service.rounds.round_tables import boards_of
from wordwaiter.service.steps import Steps, look_up
from wordwaiter.service.stream_kind import Attempt, Outcome, StreamKind
from wordwaiter.service.streams import tournament_fact, tournament_facts
from wordwaiter.service.tournaments.snapshots import Snapshot, draw_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.officials import ActingOfficial
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

Plan = Callable[[Snapshot, random.Random], Iterable[c.Command]]
"""Returns the commands to give, once the tournament is known as it is now."""

TournamentOutcome = Outcome[Tournament, Fact]


@dataclass(frozen=True, slots=True)
class Batch:
    """Several commands worked out on the tournament as it is now; all of them are executed, or none."""

    plan: Plan


def _expand(attempt: Attempt[Tournament], command: c.Command | Batch) -> Iterable[c.Command]:
    if not isinstance(command, Batch):
        return (command,)
    read = partial(attempt.context.journal.facts, attempt.stream)
    snapshot = Snapshot(attempt.stream, attempt.version, attempt.state, read)
    return command.plan(snapshot, attempt.rng)


def _permit(attempt: Attempt[Tournament], command: c.Command | Batch) -> None:
    if isinstance(command, Batch):
        raise TypeError("a batch is expanded before it is permitted")
    permit(attempt.caller, attempt.stream, attempt.state, command)


def _decide(
    attempt: Attempt[Tournament], tournament: Tournament, command: c.Command | Batch
) -> tuple[tuple[Fact, ...], Tournament]:
    if isinstance(command, Batch):
        raise TypeError("a batch is expanded before it is decided")
    given = signed(attempt.caller, attempt.stream, command)
    boards = boards_of(attempt.context, attempt.stream, tournament)
    official = _official(attempt)
    facts = decide(
        tournament, given, attempt.now_ms, attempt.rng, attempt.context.rulebooks, boards, official
    )
    for fact in facts:
        tournament = folding.evolve(tournament, fact)
    return facts, tournament


def _official(attempt: Attempt[Tournament]) -> ActingOfficial:
    device = attempt.caller.device or attempt.meta.device
    name = attempt.caller.name if attempt.caller.device == TERMINAL else None
    return ActingOfficial(device, partial(attempt.context.devices.is_same_person, device), name)


def signed(caller: Caller, stream: str, command: c.Command) -> c.Command:
    """Returns the command with its author; a director may act for others, and a team names its member."""
    if command.by and (caller.holds(stream) or isinstance(command, c.ChallengeBoardWord)):
        return command
    return replace(command, by=caller.name)


def snapshot_after(context: "Context", outcome: TournamentOutcome) -> Snapshot:
    """Returns the tournament as it is after an outcome, with all that has happened in it."""
    read = partial(context.journal.facts, outcome.stream)
    return Snapshot(outcome.stream, outcome.version, outcome.state, read)


def _draw(context: "Context", stream: str, version: int) -> Steps[random.Random]:
    return look_up(partial(draw_of, context.journal, stream, version))


TOURNAMENTS: Final[StreamKind[Tournament, c.Command | Batch, Fact]] = StreamKind(
    name="tournaments",
    called="a tournament",
    state=Tournament,
    permit=_permit,
    decide=_decide,
    encode=tournament_facts,
    decode=tournament_fact,
    # A watch that had to be set anew must not stop the day: time stands still until it has caught up.
    at_ms=lambda tournament: tournament.at_ms,
    must_change=True,
    expand=_expand,
    rng=_draw,
    erases=lambda stream, before, facts: tuple(
        owner for fact in facts for owner in owners_erased(stream, before, fact)
    ),
)
