"""Format: what one division of a tournament is run by, as one frozen value read from formats/*.toml.

A rulebook says how a table plays; a format says who enters, how many rounds there are, how opponents are
found, and how entrants are ranked and honoured. The topics below are the tables of a format's file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Annotated, Any, Final

from wordwaiter.errors import MalformedError
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.rulebook import Origin, Setting
from wordwaiter.tournament.formats import choices as c


@dataclass(frozen=True, slots=True)
class Entry:
    """Who may enter."""

    kind: Annotated[c.EntrantKind, Setting("Whether players, pairs or teams enter.", least=1)]
    least_age: Annotated[int | None, Setting("How old everybody must be at least.", least=1, most=120)]


@dataclass(frozen=True, slots=True)
class Rounds:
    """How many rounds there are, and for how long."""

    count: Annotated[int, Setting("How many rounds are played.", least=1, most=100)]
    lengths: Annotated[
        tuple[Milliseconds, ...],
        Setting("How long the room's clock runs, round by round; one time is that of all, none is no clock."),
    ]
    side_clock: Annotated[
        Milliseconds | None,
        Setting("How long each side has on a chess clock, where the rulebook leaves that to the organiser."),
    ] = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """How opponents are found."""

    first: Annotated[c.PairingMethod, Setting("How the first round is paired.")]
    later: Annotated[c.PairingMethod, Setting("How every later round is paired.")]
    partners: Annotated[c.Meeting, Setting("Whether partners of a pair may meet.")]
    club_mates: Annotated[c.Meeting, Setting("Whether members of one club may meet.")]
    bye: Annotated[c.Bye | None, Setting("What a bye is worth.")]
    by_round: Annotated[
        tuple[c.PairingMethod, ...],
        Setting("How each round is paired, in order; it goes before the two settings above."),
    ] = ()
    repeats_from: Annotated[
        int | None, Setting("From which round on it does not matter who has met before.", least=1)
    ] = None
    starts: Annotated[c.Starts, Setting("How it is settled who plays first.")] = c.Starts.BY_RULEBOOK
    chances: Annotated[
        c.ChancesShown, Setting("Who sees each player's chance of each place, by a simulation.")
    ] = c.ChancesShown.OFFICIALS

    def method_of(self, round_number: int) -> c.PairingMethod:
        """Returns how a round is paired."""
        if round_number <= len(self.by_round):
            return self.by_round[round_number - 1]
        return self.first if round_number == 1 else self.later


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How entrants are ranked."""

    credit: Annotated[c.Credit | None, Setting("What a win and a tie are worth.")]
    order: Annotated[tuple[c.Criterion, ...], Setting("What separates entrants, the weightiest first.")]
    spread_cap: Annotated[
        tuple[int, ...],
        Setting("The most that a game adds to the spread, round by round; the last holds on.", least=1),
    ]
    games: Annotated[c.CountedGames, Setting("Which games count.")]


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens to those who are not there."""

    games_against_defaulter: Annotated[
        c.GamesAgainstDefaulter, Setting("What becomes of games against one who defaulted.")
    ]
    late_arrival: Annotated[c.LateArrival, Setting("What becomes of one who comes after play has begun.")]


@dataclass(frozen=True, slots=True)
class Honours:
    """The medals and prizes that can be won."""

    medal_places: Annotated[int, Setting("How many places have a medal for each member.", most=3)]
    prizes: Annotated[tuple[c.Prize, ...], Setting("Prizes beside the medals, in the order they are given.")]
    repeats: Annotated[c.Repeats, Setting("Whether one who has won may win again.")]


Topic = Entry | Rounds | Pairing | RankingRules | Absence | Honours

TOPICS: Final[Mapping[str, type[Topic]]] = MappingProxyType(
    {
        "entry": Entry,
        "rounds": Rounds,
        "pairing": Pairing,
        "ranking": RankingRules,
        "absence": Absence,
        "honours": Honours,
    }
)
"""The tables of a format's file, by their names there."""


@dataclass(frozen=True, repr=False)
class Format:
    """How a division is run; complete when built, never changed."""

    name: str
    title: str
    rulebook: str
    """The rulebook that its tables play by, unless the organiser names another."""
    entry: Entry
    rounds: Rounds
    pairing: Pairing
    ranking: RankingRules
    absence: Absence
    honours: Honours
    origins: Mapping[str, Origin]
    """Where each setting comes from, by its key (`ranking.order`)."""

    def __repr__(self) -> str:
        return f"<Format {self.name}>"

    def __hash__(self) -> int:
        # The origins are a mapping; formats of one name and title seldom differ.
        return hash((self.name, self.title))

    def topics(self) -> Mapping[str, Topic]:
        """All topics by their names in a file."""
        return {name: getattr(self, name) for name in TOPICS}

    def setting(self, key: str) -> object:
        """The value of a setting, by its key (`ranking.order`)."""
        topic_name, _, name = key.partition(".")
        topic = self.topics().get(topic_name)
        if topic is None or name not in {each.name for each in fields(topic)}:
            raise MalformedError("no-such-setting", f"the format {self.name} has no setting {key!r}", key=key)
        value: object = getattr(topic, name)
        return value

    def clause_of(self, key: str) -> str:
        """The clause that fixes a setting; for a choice, where it stands (`club:rounds.count`)."""
        self.setting(key)
        clauses = self.origins[key].clauses
        return clauses[0] if clauses else f"{self.name}:{key}"

    @property
    def chosen_settings(self) -> frozenset[str]:
        """The keys of the settings that no clause fixes: somebody chose them."""
        return frozenset(key for key, origin in self.origins.items() if not origin.clauses)

    def length_ms(self, round_number: int) -> int | None:
        """Returns how long the room's clock runs in that round; nothing if the format sets none."""
        lengths = self.rounds.lengths
        return lengths[min(round_number, len(lengths)) - 1] if lengths else None

    def spread_cap(self, round_number: int) -> int | None:
        """The most that a game of that round adds to the spread; nothing if all of it counts."""
        caps = self.ranking.spread_cap
        return caps[min(round_number, len(caps)) - 1] if caps else None

    @property
    def counted_rounds(self) -> int:
        """Returns how many rounds the standings count; what is played after them is for fun."""
        return 1 if self.ranking.games is c.CountedGames.FIRST else self.rounds.count

    def rounds_with(self, number: int) -> int:
        """Of how many rounds that one is: of those that count, or of all where it is for fun."""
        return self.counted_rounds if number <= self.counted_rounds else self.rounds.count

    @property
    def contenders_each(self) -> int:
        """Returns how many of an entrant sit at a table of their own."""
        return 2 if isinstance(self.entry.kind, c.Pairs) else 1

    @property
    def sides_at_a_table(self) -> int:
        """Returns how many contenders sit at one board."""
        return 1 if self.pairing.first is c.PairingMethod.ALONE else 2

    @property
    def chooses_pairing(self) -> bool:
        """Checks whether two meet at a table, and no document says who meets whom."""
        return "pairing.later" in self.chosen_settings and self.sides_at_a_table == 2

    @property
    def asks_ratings(self) -> bool:
        """Checks whether single players meet, who may be paired by rating."""
        return self.chooses_pairing and isinstance(self.entry.kind, c.Players)


def format_of(
    name: str, title: str, rulebook: str, topics: Mapping[str, Topic], origins: Mapping[str, Origin]
) -> Format:
    """The format of these topics; the caller has checked that all are there."""
    parts: dict[str, Any] = dict(topics)
    return Format(name=name, title=title, rulebook=rulebook, origins=origins, **parts)


def contradictions(wanted: Format) -> tuple[tuple[str, str], ...]:
    """Settings that cannot stand together: the first of their keys, and why."""
    found: list[tuple[str, str]] = []
    credited = {
        c.Criterion.POINTS: c.MatchPoints,
        c.Criterion.WINS: c.WinsAndHalves,
    }
    for criterion, credit in credited.items():
        if criterion in wanted.ranking.order and not isinstance(wanted.ranking.credit, credit):
            reason = f"entrants are ranked by {criterion.value}, which ranking.credit does not give"
            found.append(("ranking.order", reason))
    if not wanted.ranking.order:
        found.append(("ranking.order", "entrants have to be ranked by something"))
    methods = (wanted.pairing.first, wanted.pairing.later, *wanted.pairing.by_round)
    alone = [method is c.PairingMethod.ALONE for method in methods]
    if len(set(alone)) > 1:
        found.append(("pairing.later", "a table has one team in all rounds or in none"))
    if alone[0] and wanted.ranking.credit is not None:
        found.append(("ranking.credit", "nobody wins at a table where a team plays alone"))
    if alone[0] and c.Criterion.SPREAD in wanted.ranking.order:
        found.append(("ranking.order", "there is no spread where a team plays alone"))
    if not alone[0] and wanted.pairing.bye is None:
        found.append(("pairing.bye", "an odd number of contenders needs a bye; say what it is worth"))
    if len(wanted.rounds.lengths) > wanted.rounds.count:
        found.append(("rounds.lengths", f"there are {wanted.rounds.count} rounds and more times"))
    kind = wanted.entry.kind
    if isinstance(kind, c.Teams) and kind.least_members > kind.most_members:
        found.append(("entry.kind", "least_members is above most_members"))
    return tuple(found)
