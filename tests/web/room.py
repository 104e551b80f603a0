"""A house with a tournament under way, and a device for every role in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.game.table import Stage, Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import HOUSE, Caller, Grant, director_of_everything
from wordwaiter.service.access.devices import Joining
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Need, Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating

SHY: Final = Profile(
    "Ann Leclerc", age=83, needs=(Need.STEP_FREE,), email="ann@example.org", by_initials=True
)
"""Somebody who asked to be shown by initials."""

OWNER: Final = director_of_everything("Cora")
CUP: Final = "tournament-1"
TABLE: Final = f"{CUP}/1/1/1.1"


@contextmanager
def house_that_knows(folder: Path, *words: str) -> Iterator[Context]:
    """A house whose judge knows these words alone."""
    judge = Judge((Lexicon.of_words("house", words),))
    with Context.open(folder / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


def begin_cup(context: Context, first: Profile = SHY) -> str:
    """A tournament with two players, Ann (1) and Bo (2), who sit at table 1 of a round that is published."""
    club = shipped_format("club")
    begun = begin_tournament(
        context,
        OWNER,
        c.OpenTournament("Cora", "Cup", names=PublicNames.FULL),
        [c.OpenDivision("Cora", "A", club)],
    )
    players = (
        single(first),
        single(Profile("Bo Poe")),
    )
    for command in (
        c.Register("Cora", "A", players),
        c.CheckIn("Cora", (1, 2)),
        c.PublishRound("Cora", "A", (Seating(1, (1, 2)),)),
    ):
        execute(context, OWNER, TOURNAMENTS, begun.stream, command)
    return begun.stream


def start_round(context: Context) -> None:
    execute(context, OWNER, TOURNAMENTS, CUP, c.StartRound("Cora", "A"))


def _table(context: Context) -> Table:
    state: Table = context.states.of(TABLE).state
    return state


def finish(context: Context) -> None:
    """The game at the table to its end: a play, and passes."""
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    mover = to_move(_table(context))
    assert mover is not None
    execute(
        context, OWNER, TABLES, TABLE, g.Play(mover, parse_play("8G CAT", _table(context).position.board))
    )
    while (mover := to_move(_table(context))) is not None:
        execute(context, OWNER, TABLES, TABLE, g.Pass(mover))
    if _table(context).stage is not Stage.ENDED:
        for seat in range(2):
            execute(context, OWNER, TABLES, TABLE, g.DeclareRack(seat, ("E",)))
    assert _table(context).stage is Stage.ENDED


def grant_of(role: Role, stream: str = CUP) -> Grant:
    """A grant that makes sense for the role."""
    return Grant(
        role,
        stream,
        table=1 if role is Role.TABLE_SCOREKEEPER else None,
        entrant=1 if role is Role.PLAYER else None,
    )


def join(context: Context, *grants: Grant, name: str = "Sam") -> tuple[str, Caller]:
    """The token of a device that has joined with these grants."""
    code = context.devices.invite(OWNER, grants).secret
    joined = context.devices.join(code, Joining(name))
    return joined.token, joined.caller


def join_as(context: Context, role: Role) -> tuple[str, Caller]:
    return join(context, grant_of(role))


def join_as_owner(context: Context) -> tuple[str, Caller]:
    return join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


ROLES: Final[Iterable[Role]] = tuple(role for role in Role if role is not Role.PUBLIC)
