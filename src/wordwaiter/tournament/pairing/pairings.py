"""The answer: who meets whom, who has a bye, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.rules import Concern, PairingRules


@dataclass(frozen=True, slots=True)
class Avoided:
    """Two who would have met, and what kept them apart."""

    concern: Concern
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a game or a bye came about: a sentence to read out, and the same for programs."""

    sentence: str
    avoided: tuple[Avoided, ...] = ()
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """Two who meet."""

    first: str
    second: str
    why: Reason
    first_by_draw: bool = True
    """Who plays first is drawn at the table; `first` and `second` then only say who is named first."""


@dataclass(frozen=True, slots=True)
class Bye:
    """One who rests in this round."""

    contender: str
    why: Reason


@dataclass(frozen=True, slots=True)
class Pairings:
    """All games of a round, the top one first, and those who rest."""

    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    costs: tuple[tuple[Concern, int], ...] = ()
    """The cost that could not be avoided, by priority; empty for a method that follows a plan."""


class PairingAlgorithm(Protocol):
    """One way to pair a round. Equal arguments and an equally seeded `rng` give equal pairings."""

    def pair(
        self,
        contenders: Sequence[PairingContender],
        history: PairingHistory,
        rules: PairingRules,
        rng: Random,
    ) -> Pairings:
        """The pairings of the next round; refuses with what to do where none can exist."""
        ...
