"""Examples to try: a filled, half-played tournament of each of the five, with made-up names."""

import random
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import TYPE_CHECKING, Final, assert_never

from wordwaiter.errors import ConflictError
from wordwaiter.service.access.callers import Caller
from wordwaiter.service.tables.stream_names import EXAMPLE
from wordwaiter.service.tournaments.kind import TournamentOutcome
from wordwaiter.service.tournaments.snapshots import FAMILY, snapshot_of, streams_in
from wordwaiter.service.tournaments.tournaments import Draft, write_new
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import (
    AgeBand,
    Application,
    Need,
    Profile,
    PublicNames,
    pair_of,
    single,
)
from wordwaiter.tournament.facts import Fact
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.state import Feat
from wordwaiter.tournament.timetable import DayWish, Pause, laid_out

if TYPE_CHECKING:
    from wordwaiter.service.context import Context

_MINUTE_MS: Final = 60_000
_FIRST_NAMES: Final = (
    "Ada", "Bert", "Clara", "Dev", "Edna", "Felix", "Gwen", "Hugo", "Ines", "Jonas", "Kezia", "Lars", "Mina",
    "Nils", "Opal", "Piet", "Quinn", "Rosa", "Sven", "Tilda", "Ugo", "Vera", "Walt", "Xenia", "Yusuf", "Zora",
)  # fmt: skip
_LAST_NAMES: Final = (
    "Amberly", "Birchall", "Corwin", "Dunmore", "Eastlake", "Farrow", "Goodwell", "Hartsook", "Ivesdale",
    "Juniper", "Kettle", "Larkspur", "Mossman", "Northey", "Oakhurst",
)  # fmt: skip
_CLUBS: Final = ("Ames", "Boone", "Colfax", "Decorah", "Elkader")


class Example(Enum):
    """The tournaments that can be tried."""

    IOWA = "iowa"
    GRAND_ISLAND = "grand-island"
    ONTARIO = "ontario"
    ANDROSCOGGIN = "androscoggin"
    BEE = "bee"


def make_example(context: "Context", caller: Caller, wanted: Example) -> TournamentOutcome:
    """An example in the journal; refused where a real tournament would be out of sight behind it."""
    real = [stream for stream in streams_in(context) if stream.startswith(f"{FAMILY}-")]
    if real:
        name = snapshot_of(context, real[-1]).tournament.name
        # Where the data lies on this computer is nothing for those who ask over the network.
        here = context.journal.database.spoken
        raise ConflictError(
            "tournament-here",
            f"{here} already has {name}; create the example elsewhere with --db example.db",
        )
    return write_new(context, caller, EXAMPLE, example_facts(wanted, context.watch()))


def example_facts(wanted: Example, now_ms: int) -> tuple[Fact, ...]:
    """The facts of an example whose latest round is being played at `now_ms`."""
    match wanted:
        case Example.IOWA:
            return _iowa(now_ms)
        case Example.GRAND_ISLAND:
            return _grand_island(now_ms)
        case Example.ONTARIO:
            return _ontario(now_ms)
        case Example.ANDROSCOGGIN:
            return _androscoggin(now_ms)
        case Example.BEE:
            return _bee(now_ms)
        case _:
            assert_never(wanted)


# ---------------------------------------------------------------- the clerk who plays the day


class _Day:
    """A tournament being put together: commands a minute apart, and games with made-up scores."""

    def __init__(self, name: str, by: str, begins_ms: int, sets: int = 0, clocks: int = 0) -> None:
        self.by = by
        self.now_ms = begins_ms
        # The same example whenever it is made: only the times differ.
        self.rng = random.Random(name)  # noqa: S311
        opening = c.OpenTournament(by, f"Example: {name}", sets=sets, clocks=clocks, names=PublicNames.FULL)
        self.draft = Draft(open_tournament(opening, begins_ms)[0])

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(self.draft.facts)

    def do(self, command: c.Command) -> None:
        self.draft.give(command, self.now_ms, self.rng)

    def wait(self, minutes: int) -> None:
        self.now_ms += minutes * _MINUTE_MS

    def open(self, name: str, format_name: str, ages: AgeBand | None = None) -> None:
        self.do(c.OpenDivision(self.by, name, shipped_format(format_name), ages=ages))

    def enter(self, division: str, applications: Sequence[Application]) -> None:
        self.do(c.Register(self.by, division, tuple(applications)))

    def check_in(self, division: str, away: Sequence[str] = ()) -> None:
        here = [
            each.number for each in self.draft.tournament.contenders_of(division) if each.name not in away
        ]
        self.do(c.CheckIn(self.by, tuple(here)))

    def number(self, name: str) -> int:
        return next(
            each.number
            for entrant in self.draft.tournament.entrants.values()
            for each in entrant.contenders
            if each.name == name
        )

    def lay_out(self, untimed_minutes: int = 60, *pauses: Pause) -> None:
        """The timetable of the day: the first round begins now."""
        wish = DayWish(
            begins_ms=self.now_ms,
            between_ms=15 * _MINUTE_MS,
            untimed_ms=untimed_minutes * _MINUTE_MS,
            pauses=pauses,
            ceremony_ms=20 * _MINUTE_MS,
        )
        self.do(c.SetTimetable(self.by, laid_out(self.draft.tournament, wish)))

    def begin(self, division: str) -> None:
        """The next round, paired as its format says, published and started."""
        self.do(propose_round(self.draft.tournament, division, self.by, self.rng).command)
        self.do(c.StartRound(self.by, division, draw_tiles=True))

    def hand_in(self, division: str, score: Callable[[], int], least: int = 0) -> None:
        """Sheets of the tables, but for the last `least`, signed by all."""
        played = self.draft.tournament.rounds_of(division)[-1]
        for sitting in played.sittings[: len(played.sittings) - least]:
            scores = tuple(score() for _ in sitting.sides)
            place = (division, played.number, sitting.table)
            self.do(c.HandInSheet(self.by, *place, scores, sitting.sides, sitting.board))

    def play(self, division: str, score: Callable[[], int]) -> None:
        """A whole round."""
        self.begin(division)
        self.wait(50)
        self.hand_in(division, score)
        self.do(c.CloseRound(self.by, division))

    def points(self, usual: int, spread: int) -> Callable[[], int]:
        """Scores around the usual one."""
        return lambda: max(round(self.rng.gauss(usual, spread)), 0)


def _names() -> Iterator[str]:
    """Names without end in sight: each first name with one last name, then with the next."""
    for shift in range(len(_LAST_NAMES)):
        for index, first in enumerate(_FIRST_NAMES):
            yield f"{first} {_LAST_NAMES[(index + shift) % len(_LAST_NAMES)]}"


def _team(name: str, members: int, names: Iterator[str]) -> Application:
    return single(Profile(name, members=tuple(islice(names, members))))


# ---------------------------------------------------------------- the five


def _iowa(now_ms: int) -> tuple[Fact, ...]:
    """Twenty players in three age divisions, of which the oldest is merged; round three is being played."""
    day = _Day("Senior Olympics", "Dora", now_ms - 170 * _MINUTE_MS)
    names = _names()
    bands = {"55-64": (55, 64, 6), "65-74": (65, 74, 11), "75+": (75, None, 3)}
    brought = 0
    for division, (least, most, count) in bands.items():
        day.open(division, "iowa", AgeBand(least, most))
        players = []
        for index, name in enumerate(islice(names, count)):
            players.append(
                single(
                    Profile(
                        name,
                        club=_CLUBS[index % len(_CLUBS)],
                        age=least + index % 10,
                        brings_set=brought % 20 < 11,
                        brings_clock=brought % 20 < 6,
                        needs=(Need.LARGE_PRINT,) if index == 1 else (),
                    )
                )
            )
            brought += 1
        day.enter(division, players)
    day.do(c.MergeDivisions(day.by, "75+", "65-74", "three entries are too few for a division"))
    away = day.draft.tournament.entrants_of("65+")[4].name
    for division in ("55-64", "65+"):
        day.check_in(division, [away])
    day.lay_out(50, Pause(3, "Lunch", 45 * _MINUTE_MS))
    score = day.points(340, 55)
    for division in ("55-64", "65+"):
        day.play(division, score)
    day.wait(5)
    for division in ("55-64", "65+"):
        day.begin(division)
    day.wait(50)
    for division in ("55-64", "65+"):
        day.hand_in(division, score)
        day.do(c.CloseRound(day.by, division))
        day.begin(division)
    day.wait(12)
    _dispute(day, "65+")
    return day.facts


def _dispute(day: _Day, division: str) -> None:
    """Two sheets that differ by ten, for the director to decide."""
    played = day.draft.tournament.rounds_of(division)[-1]
    first, second = played.sittings[0].sides
    place = (division, played.number, played.sittings[0].table)
    day.do(c.HandInSheet(day.by, *place, (371, 352), (first,)))
    day.do(c.HandInSheet(day.by, *place, (361, 352), (second,)))


def _grand_island(now_ms: int) -> tuple[Fact, ...]:
    """Fourteen teams; the second round is being played."""
    names = _names()
    teams = (
        "Page Turners", "Book Ends", "Silent E", "Double Letters", "Ink Spots", "Prefixers", "Commas",
        "Night Readers", "Platte Scribes", "Vowel Play", "Last Words", "Margin Notes", "Dog Ears", "Hyphens",
    )  # fmt: skip
    return _teams_day("Literacy afternoon", "grand-island", [_team(team, 3, names) for team in teams], now_ms)


def _androscoggin(now_ms: int) -> tuple[Fact, ...]:
    """Sixteen teams at eight tables; the second round is being played."""
    names = _names()
    teams = (
        "Mill Workers", "River Rats", "Loons", "Pine Cones", "Spindles", "Lighthouse", "Snowplows", "Chowder",
        "Blueberries", "Moose", "Ferry Boats", "Lobster Pots", "Granite", "Maple Keys", "Weavers", "Otters",
    )  # fmt: skip
    return _teams_day(
        "Two teams, thirty minutes", "androscoggin", [_team(t, 4, names) for t in teams], now_ms
    )


def _teams_day(
    name: str, format_name: str, applications: Sequence[Application], now_ms: int
) -> tuple[Fact, ...]:
    day = _Day(name, "Dora", now_ms - 80 * _MINUTE_MS, sets=len(applications) // 2)
    day.open("Teams", format_name)
    day.enter("Teams", applications)
    day.check_in("Teams")
    day.lay_out()
    score = day.points(260, 35)
    day.play("Teams", score)
    best = day.draft.tournament.rounds_of("Teams")[0].sittings[0].sides[0]
    day.do(c.NoteFeat(day.by, Feat.HIGH_WORD, best, 74, "QUIETER"))
    day.wait(20)
    day.begin("Teams")
    day.wait(10)
    day.hand_in("Teams", score, least=len(applications) // 2 - 2)
    return day.facts


def _ontario(now_ms: int) -> tuple[Fact, ...]:
    """Twelve pairs; after game two one player went home, and game three is being played."""
    day = _Day("55+ doubles", "Connie", now_ms - 130 * _MINUTE_MS, sets=12)
    day.open("Open", "ontario")
    names = list(islice(_names(), 24))
    pairs = [
        pair_of(Profile(first, age=60), Profile(second, age=64))
        for first, second in zip(names[::2], names[1::2], strict=True)
    ]
    day.enter("Open", pairs)
    day.check_in("Open")
    day.lay_out()
    score = day.points(360, 45)
    day.play("Open", score)
    day.wait(5)
    day.play("Open", score)
    day.do(c.DeclareDefault(day.by, day.number(names[-1]), "went home ill"))
    day.wait(5)
    day.begin("Open")
    day.wait(20)
    day.hand_in("Open", score, least=8)
    return day.facts


def _bee(now_ms: int) -> tuple[Fact, ...]:
    """Nine Hare teams in their second round, six Tortoise teams, peeks, tiles and money."""
    day = _Day("Word bee", "Dora", now_ms - 40 * _MINUTE_MS, sets=15)
    names = _names()
    hares = ("Owls", "Jays", "Wrens", "Larks", "Robins", "Finches", "Crows", "Doves", "Terns")
    tortoises = ("Snails", "Slugs", "Sloths", "Turtles", "Koalas", "Limpets")
    for division, format_name, teams in (
        ("Hare", "bee-hare", hares),
        ("Tortoise", "bee-tortoise", tortoises),
    ):
        day.open(division, format_name)
        day.enter(division, [_team(team, 4, names) for team in teams])
        day.check_in(division)
    day.lay_out(20)
    day.do(c.SetTarget("Tess", 300_000))
    day.do(c.TakeMoney("Tess", Fund.SPONSOR, 150_000, Method.CARD, note="Rotary"))
    sponsors = ("ROTARY", "ACME")
    day.do(c.ListSponsors("Emmy", sponsors))
    day.do(c.AnnounceWords("Emmy", "Hare", 1, "LITERACY", "TURTLE", sponsors))
    day.do(c.AnnounceWords("Emmy", "Tortoise", 1, "GLOW", "TURTLE", sponsors))
    day.begin("Hare")
    day.begin("Tortoise")
    owls, jays, larks = map(day.number, ("Owls", "Jays", "Larks"))
    day.wait(10)
    day.do(c.BuyPeek("Walt", jays, "OCCURRED"))
    day.do(c.AnswerPeek("Judith", 1, good=True))
    day.wait(10)
    day.do(c.CallRoundTime("Emmy", "Hare"))
    day.hand_in("Hare", day.points(700, 90))
    day.do(c.CloseRound(day.by, "Hare"))
    day.wait(15)
    day.do(c.AnnounceWords("Emmy", "Hare", 2, "READER", "SNAIL", sponsors))
    day.begin("Hare")
    day.wait(5)
    day.do(c.BuyTiles("Walt", owls, 1, Method.CASH))
    day.do(c.BuyAllTiles("Walt", larks))
    day.do(c.TakeMoney("Tess", Fund.DONATION, 12_550, Method.CASH, note="the hat"))
    return day.facts
