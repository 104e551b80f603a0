"""Houses for tests: with a time that is set by hand, and a tournament whose round can be played."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from wordwaiter.game import commands as g
from wordwaiter.game.table import Stage, Table
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Caller, Grant, director_of_everything
from wordwaiter.service.clock import Timepieces
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format

NOON = datetime(2026, 6, 20, 12, tzinfo=UTC)
DORA = director_of_everything("Dora", "laptop")


@dataclass
class Computer:
    """A computer whose time of day and whose own counter are set by hand."""

    now: datetime = NOON
    counter_ms: int = 5_000
    boot: str = "first boot"
    time: Timepieces = field(init=False)

    def __post_init__(self) -> None:
        self.time = Timepieces(lambda: self.now, lambda: self.counter_ms, lambda: self.boot)

    def passes(self, ms: int) -> None:
        """Time goes by, as everybody feels it."""
        self.now += timedelta(milliseconds=ms)
        self.counter_ms += ms

    def is_set(self, by: timedelta) -> None:
        """Somebody sets the clock; no time goes by."""
        self.now += by

    def starts_anew(self) -> None:
        """It was switched off and on."""
        self.boot, self.counter_ms = f"not {self.boot}", 100


@contextmanager
def serving(place: Path | str, computer: Computer) -> Iterator[Context]:
    """A server's house, from its start to its end."""
    with Context.open(place, ContextParts(time=computer.time)) as context:
        catch_up(context)
        yield context


def crashed(context: Context) -> None:
    """The program is killed: nothing is noted any more."""
    context.tail.close()
    context.journal.close()


def holder(name: str, role: Role, stream: str, **part: int | str) -> Caller:
    """Somebody with one role."""
    return Caller(name, f"{name}'s phone", frozenset({Grant(role, stream, **part)}))  # type: ignore[arg-type]


def club_day(context: Context, name: str = "Club day") -> str:
    """A tournament of four players who are here; its stream."""
    return entered(context, name, "club", *(Profile(each) for each in ("Ann", "Bob", "Cy", "Di")))


def library_night(context: Context) -> str:
    """A tournament of four teams whose games end with the room's clock; its stream."""
    names = ("Ants", "Bees", "Cats", "Dogs")
    teams = (Profile(name, members=(f"{name} 1", f"{name} 2", f"{name} 3")) for name in names)
    return entered(context, "Library night", "grand-island", *teams)


def entered(context: Context, name: str, rulebook: str, *profiles: Profile) -> str:
    """A tournament of one division, Open, in which everybody is here; its stream."""
    division = c.OpenDivision("", "Open", shipped_format(rulebook))
    stream = tournaments.begin_tournament(
        context, DORA, c.OpenTournament("", name, names=PublicNames.FULL), [division]
    ).stream
    execute(context, DORA, TOURNAMENTS, stream, c.Register("", "Open", tuple(map(single, profiles))))
    execute(context, DORA, TOURNAMENTS, stream, c.CheckIn("", tuple(range(1, len(profiles) + 1))))
    return stream


def round_begun(context: Context, stream: str, length_ms: int | None = None) -> None:
    """The next round is paired and started."""
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest("Open", "Dora"))
    execute(context, DORA, TOURNAMENTS, stream, c.StartRound("", "Open", length_ms))


def draw_for_first_play(context: Context, stream: str) -> Table:
    """The table when it is known who begins: equal tiles are drawn again."""
    table: Table = context.states.of(stream).state
    while table.stage is Stage.DRAWING:
        for seat in (0, 1):
            table = execute(context, DORA, TABLES, stream, g.DrawFirst(seat)).state
    return table
