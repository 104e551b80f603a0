"""A house with something in it, and a device for every role: what the tests of the API stand on."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter.game.commands import OpenTable
from wordwaiter.game.table import TableKind
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tables.opening import open_free_table
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import RoundRequest, begin_tournament, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import PublicNames
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import RoundStage

DIRECTOR: Final = director_of_everything("Dora", "laptop")
WORDS: Final = ("QUOTES", "FAVORS", "BOND", "RETINA", "BEE", "HARE")


def open_house(place: Path | str) -> Context:
    """A house of a server with a small word list, in a folder or on a database server."""
    judge = Judge((Lexicon.of_words("house", WORDS),))
    return Context.open(place / "venue.db" if isinstance(place, Path) else place, ContextParts(judge=judge))


@dataclass(frozen=True)
class Venue:
    """Examples that are being played, and a free table."""

    context: Context
    turns: str
    """A tournament whose tables take turns."""
    bee: str
    """A Hare tournament."""
    spare: str
    """A tournament that nobody needs."""
    free: str
    spare_table: str
    """A free table that nobody needs."""

    def tables(self, tournament: str) -> tuple[str, ...]:
        return streams_of_tables(self.context, tournament)

    def grants(self, role: Role) -> list[Grant]:
        """What a device of that role has: in both tournaments, and a seat at the free table."""
        if role is Role.DIRECTOR:
            return [Grant(role, HOUSE)]
        if role is Role.PLAYER:
            return [Grant(role, self.turns, entrant=1), Grant(role, self.bee, entrant=1),
                    Grant(role, self.free, entrant=0)]  # fmt: skip
        return [Grant(role, self.turns), Grant(role, self.bee)]

    def token(self, role: Role) -> str:
        """The token of a new device with that role; the public has none."""
        if role is Role.PUBLIC:
            return ""
        devices, grants = self.context.devices, self.grants(role)
        for earlier in devices.devices(DIRECTOR):
            # A seat at a free table is taken once.
            if earlier.revoked is None and Grant(role, self.free, entrant=0) in earlier.grants:
                devices.revoke(DIRECTOR, earlier.number, "another device plays")
        made = devices.invite(DIRECTOR, grants, name=f"the {role.value}")
        return devices.join(made.secret, Joining(address="127.0.0.1")).token

    def headers(self, role: Role) -> dict[str, str]:
        """The headers with which a new device of that role asks."""
        token = self.token(role)
        return {"Authorization": f"Bearer {token}"} if token else {}

    def caller(self, role: Role) -> Caller:
        return self.context.devices.caller_of(self.token(role))


def furnish(context: Context) -> Venue:
    """Two examples in the middle of a round, a free table, and a tournament and a table to spare."""
    turns = make_example(context, DIRECTOR, Example.ANDROSCOGGIN).stream
    bee = make_example(context, DIRECTOR, Example.BEE).stream
    opening = OpenTable(TableKind.VIRTUAL, ("Ann", "Bob"))
    free, spare_table = (open_free_table(context, DIRECTOR, "club", opening).stream for _ in range(2))
    spare = begin_tournament(
        context,
        DIRECTOR,
        c.OpenTournament("Dora", "Spare", names=PublicNames.FULL),
        [c.OpenDivision("Dora", "A", shipped_format("club"))],
    ).stream
    for stream in (turns, bee):
        _run_a_round(context, stream)
    return Venue(context, turns, bee, spare, free, spare_table)


def _run_a_round(context: Context, stream: str) -> None:
    """See to it that the tables of every division's open round are there."""
    for division in snapshot_of(context, stream).tournament.divisions:
        under_way = snapshot_of(context, stream).tournament.open_round(division)
        if under_way is None:
            publish_next_round(context, DIRECTOR, stream, RoundRequest(division, "Dora"))
            under_way = snapshot_of(context, stream).tournament.open_round(division)
        assert under_way is not None
        if under_way.stage is RoundStage.PUBLISHED:
            execute(context, DIRECTOR, TOURNAMENTS, stream, c.StartRound("Dora", division))
        elif under_way.stage is RoundStage.RUNNING:
            open_tables_of_round(context, DIRECTOR, stream, division)
