"""Who is to be paired, and who met whom before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain
from typing import Self

from wordwaiter.errors import MalformedError


class Hope(IntEnum):
    """The best place somebody can still reach in the rounds that are left."""

    NOTHING = 0
    PRIZE = 1
    FIRST = 2


@dataclass(frozen=True, slots=True)
class PairingContender:
    """One who sits down at a table: a player, or a team that plays as one."""

    id: str
    name: str = ""
    """For people to read; the id where it is left empty."""
    standing: tuple[int, ...] = ()
    """The values the standings rank by, the highest first; the first makes the score groups of a Swiss."""
    last_score: int | None = None
    """The score of the last game actually played; a bye leaves it as it was."""
    total_score: int | None = None
    """The sum of the scores of all games actually played."""
    rating: int = 0
    """Before the tournament; 0 for one without a rating, who is seeded last."""
    group: str | None = None
    """The pair (or team) that this player belongs to; those of one group are partners."""
    club: str | None = None
    firsts: int = 0
    """Games in which this contender played first."""
    seconds: int = 0
    byes: int = 0
    """Rounds without a game: byes, and rounds before somebody came."""
    floated: bool = False
    """Met somebody of another score group lately, and should not have to again so soon."""
    can_be_ranked: bool = True
    """Not so for one whose partner is absent: a bye for them changes no medal."""
    in_medal_place: bool = False
    """Stands in a place that has a medal, or level with one."""
    hope: Hope = Hope.NOTHING
    """Only where pairing asks for it."""
    has_clinched: bool = False
    """The first place is theirs already."""
    fixed_table: int | None = None
    step_free: bool = False
    """Needs a table that can be reached without a step."""
    present: bool = True
    """Those who are away are not paired; in a round robin their opponents rest."""

    @property
    def called(self) -> str:
        """The name to use in a sentence."""
        return self.name or self.id


def _key(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class PairingHistory:
    """Who met whom how often, and how many rounds were paired so far."""

    meetings: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By two ids, the smaller first; ask `met` instead."""
    rounds: int = 0
    seated: tuple[frozenset[tuple[str, str]], ...] = ()
    """The games of each round as it was published, those that nobody came to as well."""

    @classmethod
    def of(
        cls,
        rounds: Sequence[Iterable[tuple[str, str]]],
        seated: Sequence[Iterable[tuple[str, str]]] | None = None,
    ) -> Self:
        """The history of these rounds, each given as the games that were played in it."""
        meetings = Counter(_key(one, other) for one, other in chain.from_iterable(rounds))
        published = rounds if seated is None else seated
        return cls(
            dict(meetings),
            len(rounds),
            tuple(frozenset(_key(one, other) for one, other in games) for games in published),
        )

    def met(self, one: str, other: str) -> int:
        """Returns how often these two met."""
        return self.meetings.get(_key(one, other), 0)

    def was_seated(self, turn: int, one: str, other: str) -> bool:
        """Checks if these two were to meet in a round, counted from 0."""
        return turn < len(self.seated) and _key(one, other) in self.seated[turn]


def by_id(contenders: Iterable[PairingContender]) -> dict[str, PairingContender]:
    """All contenders by their id; refuses two of one id."""
    found: dict[str, PairingContender] = {}
    for contender in contenders:
        if contender.id in found:
            raise MalformedError(
                "contender-twice",
                f"{contender.called} is listed twice for this pairing; remove one",
                contender=contender.id,
            )
        found[contender.id] = contender
    return found
