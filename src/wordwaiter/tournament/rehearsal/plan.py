"""Plan: what an organiser expects of a day, as one frozen value read from an event's file.

The classes below are the tables of the file; docs/guide/rehearsals.md explains every key.
"""

import math
import random
from dataclasses import dataclass, field, replace
from typing import Annotated, Final, NewType

from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.rulebook import Setting

MINUTE_MS: Final = 60_000
_ONE_MINUTE: Final = Milliseconds(MINUTE_MS)
_TWENTY_MINUTES: Final = Milliseconds(20 * MINUTE_MS)

TimeOfDay = NewType("TimeOfDay", int)
"""Milliseconds since midnight; in a file `"9:30"`."""

Share = NewType("Share", float)
"""From 0, never, to 1, always."""

Count = NewType("Count", float)
"""How many on average; not a whole number, since it is one only by chance."""

Cents = NewType("Cents", int)
"""In a file dollars, as `"12"` or `"12.50"`."""


@dataclass(frozen=True, slots=True)
class Scatter:
    """A quantity that differs from case to case: half of the cases are below the usual one, half above.

    Its logarithm is normally distributed, as times of thought and gifts are: never below zero, and a few
    cases far above the usual.
    """

    usual: int
    spread: float = 0.4
    """0 for always the same; with 0.5, one case in six is above 1.65 times the usual."""

    def draw(self, rng: random.Random) -> int:
        """One case."""
        return round(self.usual * math.exp(rng.gauss(0.0, self.spread))) if self.spread else self.usual


@dataclass(frozen=True, slots=True)
class Spell(Scatter):
    """How long something takes, in milliseconds; in a file `{ usual = "1:10", spread = 0.5 }` or `"1:10"`."""


@dataclass(frozen=True, slots=True)
class Gift(Scatter):
    """An amount in cents; in a file `{ usual = "20", spread = 0.8 }` or `"20"`."""


# ---------------------------------------------------------------- the tables of the file


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """`[[division]]`: who is expected, and how they play."""

    name: Annotated[str, Setting("What it is called.")]
    format: Annotated[str, Setting("A shipped format, or the path of a file of your own.")]
    entrants: Annotated[int, Setting("How many players, pairs or teams are expected.", least=2, most=5000)]
    members: Annotated[int, Setting("How many make a team.", least=1, most=20)] = 4
    clubs: Annotated[int, Setting("From how many clubs players come; 0 for none.", most=5000)] = 0
    rounds: Annotated[int | None, Setting("How many rounds, if not as the format says.", least=1)] = None
    round_length: Annotated[
        Milliseconds | None, Setting("How long each round is, if not as the format says.", least=1)
    ] = None


@dataclass(frozen=True, slots=True)
class Break:
    """`[[break]]`: when nobody plays."""

    name: Annotated[str, Setting("What it is called.")]
    after_round: Annotated[int, Setting("After which round of each division it comes.", least=1)]
    length: Annotated[Milliseconds, Setting("How long it is.")]


@dataclass(frozen=True, slots=True)
class Day:
    """`[day]`: when it begins, and what it takes beside play."""

    begins: Annotated[TimeOfDay, Setting("When the first round is published.")] = TimeOfDay(
        9 * 60 * MINUTE_MS
    )
    seating: Annotated[Spell, Setting("From publishing a round to starting it.")] = Spell(6 * MINUTE_MS, 0.2)
    counting: Annotated[Spell, Setting("From the end of a game to its signed sheet.")] = Spell(2 * MINUTE_MS)
    sheet: Annotated[Spell, Setting("Entering one sheet at the desk.")] = Spell(24_000)
    desks: Annotated[int, Setting("People who enter sheets.", least=1, most=100)] = 1
    ceremony: Annotated[Milliseconds, Setting("The prize-giving.")] = _TWENTY_MINUTES
    no_shows: Annotated[Share, Setting("The share of entrants who do not come.")] = Share(0.0)


@dataclass(frozen=True, slots=True)
class Play:
    """`[play]`: how people play in turns."""

    turn: Annotated[Spell, Setting("A turn.")] = Spell(72_000, 0.6)
    best_of: Annotated[
        int, Setting("A player finds one of so many best plays; 1 is a perfect player.", least=1, most=200)
    ] = 15
    late: Annotated[
        Share, Setting("Of the turns that would run over their limit, those that do, and are lost.")
    ] = Share(0.1)
    phoneys: Annotated[Share, Setting("The share of plays with a word that is none.")] = Share(0.03)
    bad_challenged: Annotated[Share, Setting("How often such a play is challenged.")] = Share(0.6)
    good_challenged: Annotated[Share, Setting("How often a good play is.")] = Share(0.02)
    side_clock: Annotated[
        Milliseconds | None,
        Setting("The time of each side, where tables have chess clocks and the organiser sets it.", least=1),
    ] = None


@dataclass(frozen=True, slots=True)
class Building:
    """`[building]`: how teams build a board (Hare)."""

    word: Annotated[Spell, Setting("From one word to the next.")] = Spell(27_000, 0.5)
    tiles_in_view: Annotated[
        int, Setting("Loose tiles that a team makes its next word of.", least=2, most=7)
    ] = 7
    challenges: Annotated[
        Share, Setting("The share of teams that challenge a word of another board in a round.")
    ] = Share(0.25)


@dataclass(frozen=True, slots=True)
class Judges:
    """`[judges]`: who rules, and how fast."""

    count: Annotated[int, Setting("How many judges, or judging stations.", least=1, most=100)] = 1
    walk: Annotated[Spell, Setting("To the table, or of the players to the station.")] = Spell(30_000)
    answer: Annotated[Spell, Setting("Looking words up and ruling.")] = Spell(30_000)
    longest_wait: Annotated[
        Milliseconds, Setting("How long 19 of 20 may wait at most for a judge who is free.")
    ] = _ONE_MINUTE


@dataclass(frozen=True, slots=True)
class PlannedEquipment:
    """`[equipment]`: what is there, and what people bring."""

    sets: Annotated[int, Setting("Boards with tiles that the organiser has.", most=5000)] = 0
    clocks: Annotated[int, Setting("Clocks that the organiser has.", most=5000)] = 0
    brings_set: Annotated[Share, Setting("The share of players or teams who bring a set.")] = Share(0.0)
    brings_clock: Annotated[Share, Setting("The share who bring a clock.")] = Share(0.0)


@dataclass(frozen=True, slots=True)
class Volunteers:
    """`[volunteers]`: who is needed beside the judges and the desk."""

    at_each_board: Annotated[int, Setting("Scorekeepers, timekeepers, Word Waiters.", most=10)] = 0
    besides: Annotated[int, Setting("Everybody else: emcee, treasurer, runners, coffee.", most=1000)] = 1


@dataclass(frozen=True, slots=True)
class Words:
    """`[words]`: what the emcee announces, where the rules have it."""

    starting: Annotated[tuple[str, ...], Setting("The starting words; the last holds on.")] = ("LITERACY",)
    lists: Annotated[tuple[str, ...], Setting("Word lists that judges and players have.")] = ("enable",)


@dataclass(frozen=True, slots=True)
class Money:
    """`[money]`: what comes in."""

    entry: Annotated[Cents, Setting("The fee of an entrant.")] = Cents(0)
    sponsors: Annotated[tuple[Cents, ...], Setting("What each sponsor gives.")] = ()
    donations: Annotated[Count, Setting("Gifts of guests in a day, on average.")] = Count(0.0)
    donation: Annotated[Gift, Setting("One such gift.")] = Gift(2_000, 0.8)
    peeks: Annotated[Count, Setting("Peeks that a team buys in a round, on average.")] = Count(1.0)
    tiles: Annotated[
        Count, Setting("Tiles that a team buys back in a round that takes some out, on average.")
    ] = Count(1.5)
    all_tiles: Annotated[Share, Setting("The share of teams that buy all tiles of all rounds.")] = Share(0.1)
    pledges: Annotated[Share, Setting("The share of teams with a pledge for their points.")] = Share(0.0)
    pledge: Annotated[Gift, Setting("What one gives for each point.")] = Gift(5, 0.5)


@dataclass(frozen=True, slots=True)
class Plan:
    """A day as it is expected."""

    name: str
    divisions: tuple[PlannedDivision, ...]
    breaks: tuple[Break, ...] = ()
    day: Day = field(default_factory=Day)
    play: Play = field(default_factory=Play)
    building: Building = field(default_factory=Building)
    judges: Judges = field(default_factory=Judges)
    equipment: PlannedEquipment = field(default_factory=PlannedEquipment)
    volunteers: Volunteers = field(default_factory=Volunteers)
    words: Words = field(default_factory=Words)
    money: Money = field(default_factory=Money)

    def with_entrants(self, division: str, more: int) -> "Plan":
        """Returns the day with so many more entrants in one division, or fewer."""
        return replace(
            self,
            divisions=tuple(
                replace(each, entrants=each.entrants + more) if each.name == division else each
                for each in self.divisions
            ),
        )

    def break_after(self, round_number: int) -> Break | None:
        """The break after a round, if there is one."""
        return next((each for each in self.breaks if each.after_round == round_number), None)


TABLES: Final[dict[str, type]] = {
    "day": Day,
    "play": Play,
    "building": Building,
    "judges": Judges,
    "equipment": PlannedEquipment,
    "volunteers": Volunteers,
    "words": Words,
    "money": Money,
}
"""The tables that a file may have once, by their names there."""

LISTS: Final[dict[str, type]] = {"division": PlannedDivision, "break": Break}
"""The tables that a file may have several times."""
