"""Tournament: everything that is known of it, as folding its facts gives it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from wordwaiter.errors import MalformedError
from wordwaiter.game.facts import Tiles
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, AnnouncedKind, Announcement
from wordwaiter.tournament.entrants.age_groups import AgeGroups
from wordwaiter.tournament.entrants.entrants import (
    AgeBand,
    Contender,
    Departure,
    Entrant,
    Leaving,
    PublicNames,
)
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.money.ledger import CashCount, LedgerLine, Pledge, TabPayment
from wordwaiter.tournament.rounds.rounds import Round, RoundStage


@dataclass(frozen=True, slots=True)
class Division:
    """Entrants who are ranked together, with a rulebook and a format of their own."""

    name: str
    rulebook: str
    format: Format
    ages: AgeBand | None = None
    number: int = 1
    """In the order in which divisions were opened; it stays when others are merged."""
    groups: AgeGroups = ()
    """The age divisions that were merged in it, which have medals of their own."""

    @property
    def id(self) -> str:
        """Returns what stands for it in roles, whatever it is called; no other division here ever gets it."""
        return f"division-{self.number}"

    @property
    def category(self) -> str:
        """The name of its prizes: the names of all groups that were merged in it, if anybody is in them."""
        there = [group for group in self.groups if group.entrants]
        youngest_first = sorted(there, key=lambda group: group.ages.least or 0)
        return ", ".join(group.name for group in youngest_first) or self.name


class Official(Enum):
    """Whom a table calls."""

    CONVENOR = "convenor"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Call:
    """A table called an official."""

    number: int
    at_ms: int
    table: int
    wanted: Official
    reason: str
    answered_by: str | None = None
    answered_at_ms: int | None = None
    note: str | None = None
    """The result of the call, which is over when this is known."""

    @property
    def is_open(self) -> bool:
        return self.note is None


@dataclass(frozen=True, slots=True)
class Peek:
    """A team bought a look at the dictionary."""

    number: int
    team: int
    round: int
    word: str
    line: int
    """Of the ledger."""
    good: bool | None = None
    answered_by: str | None = None


class SlotKind(Enum):
    """The kinds of parts of a day."""

    ROUND = "round"
    BREAK = "break"
    CEREMONY = "ceremony"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of the day."""

    name: str
    kind: SlotKind
    starts_ms: int
    length_ms: int

    @property
    def ends_ms(self) -> int:
        return self.starts_ms + self.length_ms


class Screen(Enum):
    """The slides of the big screen."""

    ROTATE = "rotate"
    """It follows the day by itself."""
    PAIRINGS = "pairings"
    CLOCK = "clock"
    RESULTS = "results"
    """The results of the latest round, as they arrive."""
    STANDINGS = "standings"
    NEXT = "next"
    """The next part of the day, and when."""
    PLAYS = "plays"
    """The best plays and games of the day."""
    BOARDS = "boards"
    """The best board that a round allowed, beside that of its winners."""
    FUNDS = "funds"
    SPONSORS = "sponsors"
    CEREMONY = "ceremony"


class ScreenTurn(Enum):
    """How somebody turns the slides of the big screen."""

    PAUSE = "pause"
    """The slide stays."""
    RESUME = "resume"
    SKIP = "skip"
    """The next slide comes now."""


class Feat(Enum):
    """Achievements noted for a prize."""

    HIGH_PLAY = "high-play"
    HIGH_WORD = "high-word"
    COMEBACK = "comeback"


@dataclass(frozen=True, slots=True)
class NotedFeat:
    """A play, a word or a comeback that may win a prize."""

    feat: Feat
    contender: int
    points: int
    text: str


@dataclass(frozen=True, slots=True)
class Logo:
    """The picture of a sponsor."""

    digest: str
    """Of its file, for its address."""
    width: int
    height: int
    png: str
    """In base64."""


@dataclass(frozen=True, slots=True)
class Purchase:
    """Removed tiles that a team bought back in a round."""

    team: int
    round: int
    tiles: Tiles
    cents: int
    later: int = 0
    """Tiles of later rounds that are paid for with it."""
    line: int = 0
    """Of the ledger."""
    of_all: bool = False
    """Whether it was a total buy-back."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after its latest fact. Mappings are replaced, never changed."""

    name: str
    date: str
    venue: str
    at_ms: int
    sets: int
    """Boards with tiles that the organiser provides."""
    clocks: int
    divisions: Mapping[str, Division] = field(default_factory=dict)
    divisions_opened: int = 0
    """Also those that were merged into others since."""
    merges: tuple[tuple[str, str, str], ...] = ()
    """Of each merge, the names of the division that went into another, of that one, and of both since."""
    named: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    """By name of a division: the number of the last one that had it, and since when no other had it."""
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    """By number, in the order of entry."""
    last_number: int = 0
    """The highest that was ever given, also to somebody who was taken out since."""
    here: frozenset[int] = frozenset()
    """Contenders who have checked in."""
    departures: Mapping[int, Departure] = field(default_factory=dict)
    """By contender."""
    rounds: Mapping[str, tuple[Round, ...]] = field(default_factory=dict)
    """By division, in order."""
    own_tables: Mapping[int, int] = field(default_factory=dict)
    """The table that a team has to itself for the whole event, by team; no two have the same."""
    announcements: Mapping[tuple[str, int], Announcement] = field(default_factory=dict)
    """By division and round."""
    words_without: Mapping[tuple[str, int], tuple[AnnouncedKind, ...]] = field(default_factory=dict)
    """Kinds of words a round does without, by division and round, as the emcee confirmed."""
    sponsors: tuple[str, ...] = ()
    """The list of the event; see `all_sponsors`."""
    logos: Mapping[str, Logo] = field(default_factory=dict)
    """By sponsor."""
    peeks: tuple[Peek, ...] = ()
    purchases: tuple[Purchase, ...] = ()
    bought_all: frozenset[int] = frozenset()
    """Teams with a total buy-back."""
    ledger: tuple[LedgerLine, ...] = ()
    tab_payments: tuple[TabPayment, ...] = ()
    pledges: tuple[Pledge, ...] = ()
    cash_counts: tuple[CashCount, ...] = ()
    target_cents: int | None = None
    calls: tuple[Call, ...] = ()
    called_from: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """The numbers of the divisions that sat at a table when it called, by the number of the call."""
    timetable: tuple[Slot, ...] = ()
    feats: tuple[NotedFeat, ...] = ()
    screen: Screen = Screen.ROTATE
    public_names: PublicNames = PublicNames.INITIALS
    erasure_day: str = ""
    """On which everybody will be erased, once that is announced."""
    is_erased: bool = False
    """Whether everybody was erased."""
    screen_paused: bool = False
    slides_skipped: int = 0
    """Whenever it grows, screens turn to the next slide."""
    racks_delay_ms: int | None = None
    """How late video overlays show racks; nothing where they show none."""
    allows_analysis: bool = False
    """Whether the analysis board answers while a round runs."""
    keeps_photos: bool = False
    """Whether photos of boards are kept for those who rule on them."""
    awards_shown: int = 0
    """The step of the ceremony that the big screen shows; 0 before the first award."""

    # -- who

    @property
    def divides_by_age(self) -> bool:
        """Checks whether ages decide who is in which division."""
        bands = [each.ages for each in self.divisions.values()]
        return len(bands) > 1 and None not in bands

    def division(self, name: str) -> Division:
        """The division of that name."""
        if name not in self.divisions:
            known = ", ".join(self.divisions) or "none yet"
            raise MalformedError("no-such-division", f"there is no division {name!r}; choose from: {known}")
        return self.divisions[name]

    def entrant(self, number: int) -> Entrant:
        """The entrant with that number."""
        if number not in self.entrants:
            raise MalformedError("no-such-entrant", f"nobody has the number {number}; check the list")
        return self.entrants[number]

    def entrants_of(self, division: str) -> tuple[Entrant, ...]:
        """Everybody who is entered in a division."""
        return tuple(each for each in self.entrants.values() if each.division == division)

    def find_entrant(self, contender: int) -> Entrant | None:
        """The entrant to whom a contender belongs; nothing for a number that nobody has any more."""
        same = self.entrants.get(contender)
        if same is not None and same.contenders[0].number == contender:
            return same  # nearly all: whoever enters alone sits at tables under the same number
        for entrant in self.entrants.values():
            if any(each.number == contender for each in entrant.contenders):
                return entrant
        return None

    def entrant_of(self, contender: int) -> Entrant:
        """The entrant to whom a contender belongs."""
        found = self.find_entrant(contender)
        if found is not None:
            return found
        raise MalformedError("no-such-contender", f"nobody has the number {contender}; check the list")

    def owners(self) -> dict[int, Entrant]:
        """The entrant of every contender, for those who ask for many."""
        return {each.number: entrant for entrant in self.entrants.values() for each in entrant.contenders}

    def contender(self, number: int) -> Contender:
        """Returns who sits at tables under that number."""
        return next(each for each in self.entrant_of(number).contenders if each.number == number)

    def contenders_of(self, division: str) -> Iterator[Contender]:
        """Everybody who may sit at a table of a division."""
        for entrant in self.entrants_of(division):
            yield from entrant.contenders

    def partner_of(self, contender: int) -> int | None:
        """The other one of a pair."""
        return next(
            (each.number for each in self.entrant_of(contender).contenders if each.number != contender), None
        )

    def playing(self, division: str) -> tuple[Contender, ...]:
        """Those who are here and have not left: they sit or rest in the next round."""
        return tuple(
            each
            for each in self.contenders_of(division)
            if each.number in self.here and each.number not in self.departures
        )

    def defaulted(self, entrant: Entrant) -> tuple[Contender, ...]:
        """Those of an entrant who are in default."""
        return tuple(
            each
            for each in entrant.contenders
            if (gone := self.departures.get(each.number)) and gone.how is Leaving.DEFAULTED
        )

    # -- rounds

    def rounds_of(self, division: str) -> tuple[Round, ...]:
        """The rounds of a division so far."""
        return self.rounds.get(division, ())

    def latest_round(self, division: str) -> Round | None:
        """The last round that was published."""
        rounds = self.rounds_of(division)
        return rounds[-1] if rounds else None

    def open_round(self, division: str) -> Round | None:
        """The round that is published and not closed."""
        latest = self.latest_round(division)
        return latest if latest and latest.stage is not RoundStage.CLOSED else None

    def is_decided(self, division: str) -> bool:
        """Checks whether all rounds that count are closed; what is played after them is for fun."""
        counted = self.division(division).format.counted_rounds
        rounds = self.rounds_of(division)[:counted]
        return len(rounds) == counted and all(each.stage is RoundStage.CLOSED for each in rounds)

    @property
    def is_final(self) -> bool:
        """Checks whether every division that anybody has entered has played all rounds that count."""
        played = [name for name in self.divisions if self.entrants_of(name)]
        return bool(played) and all(map(self.is_decided, played))

    def round(self, division: str, number: int) -> Round:
        """One round of a division."""
        rounds = self.rounds_of(self.division(division).name)
        if not 1 <= number <= len(rounds):
            raise MalformedError(
                "no-such-round", f"{division} has no round {number}; {len(rounds)} are published"
            )
        return rounds[number - 1]

    def with_round(self, changed: Round) -> "Tournament":
        """Returns the tournament with another round in the place of the one of its number."""
        rounds = list(self.rounds_of(changed.division))
        rounds[changed.number - 1] = changed
        return replace(self, rounds={**self.rounds, changed.division: tuple(rounds)})

    def announcement(self, division: str, number: int) -> Announcement:
        """The words announced for a round."""
        return self.announcements.get((division, number), NOTHING_ANNOUNCED)

    @property
    def all_sponsors(self) -> tuple[str, ...]:
        """The sponsors of the event; some are announced for a round."""
        announced = (name for each in self.announcements.values() for name in each.sponsors)
        return tuple(dict.fromkeys((*self.sponsors, *announced)))

    def good_sponsors(self, division: str) -> tuple[str, ...]:
        """Returns the sponsors whose names are good words: during a round, those from its start."""
        played = self.open_round(division)
        is_played = played is not None and played.stage is not RoundStage.PUBLISHED
        return played.sponsors if played is not None and is_played else self.all_sponsors

    @property
    def next_number(self) -> int:
        """The first number that nobody has had."""
        return self.last_number + 1
