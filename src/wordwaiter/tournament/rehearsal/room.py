"""A rehearsed day's shared parts: the hall, its officials, and the tournament itself."""

import random
from dataclasses import dataclass
from typing import Final

from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament import evolve as folding
from wordwaiter.tournament.bee.boards import BoardSeen
from wordwaiter.tournament.decide import decide
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.rehearsal.hall import Hall, Officials
from wordwaiter.tournament.rehearsal.plan import Plan
from wordwaiter.tournament.rehearsal.players import SimulatedPlayers
from wordwaiter.tournament.rounds.table_results import Place
from wordwaiter.tournament.state import Tournament

DIRECTOR: Final = "director"
JUDGE: Final = "judge"

CHALLENGE: Final = "challenge"
PEEK: Final = "peek"
SHEET: Final = "sheet"
"""Errands on which an official is asked for."""


class Clerk:
    """Keeps the tournament: commands are decided at the hall's time, and folded at once."""

    def __init__(self, hall: Hall, plan: Plan, rng: random.Random) -> None:
        self._hall = hall
        self._rng = rng
        self.boards: dict[Place, BoardSeen] = {}
        """Boards that can be challenged, as they were finished."""
        opening = c.OpenTournament(
            DIRECTOR,
            plan.name,
            sets=plan.equipment.sets,
            clocks=plan.equipment.clocks,
            names=PublicNames.FULL,
        )
        self.tournament: Tournament = folding.opened(open_tournament(opening, hall.now_ms)[0])

    def give(self, command: c.Command) -> tuple[Fact, ...]:
        """Carries out the command, and returns its facts."""
        facts = decide(
            self.tournament, command, self._hall.now_ms, self._rng, shipped_rulebook, self.boards.get
        )
        for fact in facts:
            self.tournament = folding.evolve(self.tournament, fact)
        return facts


class Peak:
    """How many there are now, and how many there were at once at most."""

    def __init__(self) -> None:
        self.now = 0
        self.most = 0

    def add(self, more: int) -> None:
        """So many more, or fewer."""
        self.now += more
        self.most = max(self.most, self.now)


@dataclass(frozen=True, slots=True)
class RehearsalRoom:
    """Everything that a table or a round needs to go on."""

    plan: Plan
    players: SimulatedPlayers
    hall: Hall
    clerk: Clerk
    judges: Officials
    desk: Officials
    boards: Peak
    clocks: Peak
    rng: random.Random
    guests_rng: random.Random
    """Of guests' gifts: one entrant more or less changes nothing in them."""

    @classmethod
    def of(cls, plan: Plan, players: SimulatedPlayers, rng: random.Random) -> "RehearsalRoom":
        """An empty room in the morning."""
        hall = Hall(plan.day.begins)
        return cls(
            plan=plan,
            players=players,
            hall=hall,
            clerk=Clerk(hall, plan, rng),
            judges=Officials(plan.judges.count),
            desk=Officials(plan.day.desks),
            boards=Peak(),
            clocks=Peak(),
            rng=rng,
            guests_rng=random.Random(rng.getrandbits(64)),  # noqa: S311 - repeated, not guarded
        )

    @property
    def tournament(self) -> Tournament:
        return self.clerk.tournament
