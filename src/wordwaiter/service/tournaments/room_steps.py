"""Steps of the room: what all divisions do with one press, unless something needs attention."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wordwaiter.errors import ConflictError
from wordwaiter.sentences import joined
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import NO_META, CommandMeta
from wordwaiter.service.tournaments.kind import TOURNAMENTS, Batch, TournamentOutcome
from wordwaiter.service.tournaments.snapshots import Snapshot
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.evolve import evolve
from wordwaiter.tournament.guards import require_next_round
from wordwaiter.tournament.next_step import Step
from wordwaiter.tournament.pairing.rules import Concern
from wordwaiter.tournament.rounds.proposals import breaches_of, propose_round
from wordwaiter.tournament.state import Tournament

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_WORTH_A_LOOK: Final = frozenset(
    {Concern.PARTNERS, Concern.CLUB_MATES, Concern.REPEATS, Concern.MEDALS, Concern.BYES}
)
"""Concerns that a drawn round may have to break, and that a director should see before everybody does."""


@dataclass(frozen=True, slots=True)
class RoundMeant:
    """The round of a division that was on the page with the button."""

    division: str
    number: int


def take_step(
    context: "Context",
    caller: Caller,
    stream: str,
    step: Step,
    rounds: tuple[RoundMeant, ...],
    meta: CommandMeta = NO_META,
) -> TournamentOutcome:
    """Takes a step with all these divisions, or with none of them."""

    def plan(snapshot: Snapshot, rng: random.Random) -> Iterable[c.Command]:
        if step is Step.PAIR_ROUND:
            return _publishing(snapshot.tournament, caller.name, rounds, max(context.watch(), 0), rng)
        return tuple(_signal(step, each) for each in rounds)

    return execute(context, caller, TOURNAMENTS, stream, Batch(plan), meta)


def _publishing(
    tournament: Tournament, by: str, rounds: tuple[RoundMeant, ...], now_ms: int, rng: random.Random
) -> Iterator[c.Command]:
    """Seats one division after the other: where one sits, the next does not."""
    for meant in rounds:
        require_next_round(tournament, meant.division, meant.number)
        proposal = propose_round(tournament, meant.division, by, rng)
        breaches = breaches_of(tournament, proposal)
        told = [*proposal.moved, *(each.sentence for each in breaches if each.kind in _WORTH_A_LOOK)]
        if told:
            why = joined("; ", told)
            raise ConflictError(
                "look-first",
                f"{meant.division} was not seated: {why}. Look at the pairings, then publish them",
                division=meant.division,
                why=why,
            )
        yield proposal.command
        for fact in decide(tournament, proposal.command, max(now_ms, tournament.at_ms), rng):
            tournament = evolve(tournament, fact)


def _signal(step: Step, meant: RoundMeant) -> c.Command:
    match step:
        case Step.START_ROUND:
            return c.StartRound("", meant.division, draw_tiles=True, round=meant.number)
        case Step.CALL_TIME:
            return c.CallRoundTime("", meant.division, meant.number)
        case Step.CLOSE_ROUND:
            return c.CloseRound("", meant.division, meant.number)
        case _:
            raise ConflictError("not-a-room-step", "this page is out of date; reload it")
