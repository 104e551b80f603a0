"""One whole day: entered, paired, seated, played, counted and paid for, by the tournament's own rules."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Application, Profile, pair_of, single
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.formats.choices import Pairs, Teams
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import changed_format, read_format
from wordwaiter.tournament.money.ledger import Fund
from wordwaiter.tournament.money.treasury import funds
from wordwaiter.tournament.rehearsal import fundraising
from wordwaiter.tournament.rehearsal.hall import Ended, Steps, Until, Visit
from wordwaiter.tournament.rehearsal.plan import Plan, PlannedDivision
from wordwaiter.tournament.rehearsal.players import SimulatedPlayers
from wordwaiter.tournament.rehearsal.room import DIRECTOR, RehearsalRoom
from wordwaiter.tournament.rehearsal.round_course import DivisionCourse, RoundResponse
from wordwaiter.tournament.rounds.rounds import RestKind, Round, Scored

_USUAL_AGE: Final = 60


@dataclass(frozen=True, slots=True)
class DayResponse:
    """The course of one rehearsed day. Times are milliseconds since midnight."""

    ends_ms: int
    rounds: tuple[RoundResponse, ...]
    contenders: int
    """Players, partners or teams who came."""
    boards: int
    """In play at once, at most."""
    clocks: int
    """At boards in play at once, at most, where the rules have a clock there."""
    sets_missing: int
    boards_without_clock: int
    clocks_missing: int
    """Of those that the rules have at a board."""
    visits: tuple[Visit, ...]
    """Of judges."""
    sheets: tuple[Visit, ...]
    """Entered at the desk."""
    games: int
    repeats: int
    """Games of two who had met before."""
    byes: int
    results: int
    points: int
    """Of all results together."""
    cents: Mapping[Fund, int]

    @property
    def total_cents(self) -> int:
        return sum(self.cents.values())


def rehearse_day(plan: Plan, players: SimulatedPlayers, rng: random.Random) -> DayResponse:
    """One day by this plan; an equal `rng` gives an equal day."""
    room = RehearsalRoom.of(plan, players, rng)
    for division in plan.divisions:
        _enter(room, division)
    fundraising.morning(room)
    found = equipment(room.tournament)
    day = _DayCourse(room)
    room.hall.begin(day.steps())
    room.hall.begin(fundraising.gifts(room))
    room.hall.run()
    fundraising.evening(room)
    rounds = [played for division in plan.divisions for played in room.tournament.rounds_of(division.name)]
    scores = [score for result in _results(rounds) for score in result.scores]
    return DayResponse(
        ends_ms=day.ends_ms,
        rounds=tuple(day.rounds),
        contenders=len(room.tournament.here),
        boards=room.boards.most,
        clocks=room.clocks.most,
        sets_missing=max(room.boards.most - found.sets_brought - found.sets_provided, 0),
        boards_without_clock=found.boards_without_clock,
        clocks_missing=max(room.clocks.most - found.clocks_brought - found.clocks_provided, 0),
        visits=tuple(room.judges.visits),
        sheets=tuple(room.desk.visits),
        games=sum(len(played.sittings) for played in rounds),
        repeats=_repeats(rounds),
        byes=sum(rest.kind is RestKind.BYE for played in rounds for rest in played.rests),
        results=len(scores),
        points=sum(scores),
        cents=funds(room.tournament).by_fund,
    )


class _DayCourse:
    """All divisions at once, then the ceremony."""

    def __init__(self, room: RehearsalRoom) -> None:
        self._room = room
        self.rounds: list[RoundResponse] = []
        self.ends_ms = 0

    def steps(self) -> Steps:
        room = self._room
        divisions = [DivisionCourse(room, each.name) for each in room.plan.divisions]
        yield Ended([room.hall.begin(each.steps()) for each in divisions])
        yield Until(room.hall.now_ms + room.plan.day.ceremony)
        self.rounds = [told for each in divisions for told in each.rounds]
        self.ends_ms = room.hall.now_ms


def _results(rounds: list[Round]) -> Iterator[Scored]:
    for played in rounds:
        for sitting in played.sittings:
            if isinstance(sitting.outcome, Scored):
                yield sitting.outcome


def _repeats(rounds: list[Round]) -> int:
    met = Counter(
        frozenset(each.sides) for played in rounds for each in played.sittings if len(each.sides) == 2
    )
    return sum(times - 1 for times in met.values())


# ---------------------------------------------------------------- entrants


def _enter(room: RehearsalRoom, division: PlannedDivision) -> None:
    """Everybody who is expected is entered; most of them come."""
    rng = room.rng
    room.clerk.give(c.OpenDivision(DIRECTOR, division.name, planned_format(division)))
    applications = tuple(_application(room, division, number) for number in range(1, division.entrants + 1))
    room.clerk.give(c.Register(DIRECTOR, division.name, applications))
    entrants = room.tournament.entrants_of(division.name)
    came = [each for each in entrants if rng.random() >= room.plan.day.no_shows]
    if len(came) < 2:
        came = list(entrants)  # with nobody to play there would be no day to rehearse
    room.clerk.give(c.CheckIn(DIRECTOR, tuple(each.number for one in came for each in one.contenders)))


def planned_format(division: PlannedDivision) -> Format:
    """The format of a division with what the plan changes in it."""
    wanted = read_format(division.format)
    changes: dict[str, Any] = {}
    if division.rounds is not None:
        changes["rounds_count"] = division.rounds
        changes["rounds_lengths"] = wanted.rounds.lengths[: division.rounds]
    if division.round_length is not None:
        changes["rounds_lengths"] = (division.round_length,)
    return changed_format(wanted, "as the plan says", **changes) if changes else wanted


def _application(room: RehearsalRoom, division: PlannedDivision, number: int) -> Application:
    kind = read_format(division.format).entry.kind
    name = f"{division.name} {number}"
    if isinstance(kind, Pairs):
        return pair_of(_profile(room, division, f"{name} A"), _profile(room, division, f"{name} B"))
    members: tuple[str, ...] = ()
    if isinstance(kind, Teams):
        members = tuple(f"{name}, {index}" for index in range(1, division.members + 1))
    return single(_profile(room, division, name, members))


def _profile(
    room: RehearsalRoom, division: PlannedDivision, name: str, members: tuple[str, ...] = ()
) -> Profile:
    brought, rng = room.plan.equipment, room.rng
    return Profile(
        name,
        club=f"club {rng.randrange(division.clubs) + 1}" if division.clubs else "",
        age=_USUAL_AGE,
        members=members,
        brings_set=rng.random() < brought.brings_set,
        brings_clock=rng.random() < brought.brings_clock,
    )
