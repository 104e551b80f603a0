"""Tortoise tables for tests: two teams, one of which plays ZED, and all who sign."""

from typing import Any

from service.houses import DORA, entered, round_begun
from wordwaiter.game import commands as g
from wordwaiter.game.table import EndReason, SigningOfficial
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile

OWLS = Profile("Owls", members=("Ann", "Ben", "Cy", "Di"))
JAYS = Profile("Jays", members=("Eve", "Flo", "Gus", "Hal"))


def begun(context: Context) -> str:
    """Round 1 runs, with READ on the boards of Owls and Jays, and ZED among the announced sponsors."""
    bee = entered(context, "Bee", "bee-tortoise", OWLS, JAYS)
    give(context, bee, c.ListSponsors("", ("Zed",)))
    give(context, bee, c.AnnounceWords("", "Open", 1, "read", "snail", ("Zed",)))
    round_begun(context, bee)
    return bee


def give(context: Context, bee: str, *commands: c.Command) -> None:
    for command in commands:
        execute(context, DORA, TOURNAMENTS, bee, command)


def board_of(context: Context, bee: str, team: int) -> str:
    """The table of a team."""
    (sitting,) = (each for each in round_1(context, bee).sittings if each.sides == (team,))
    return f"{bee}/1/1/{sitting.table}.1"


def round_1(context: Context, bee: str) -> Any:
    return snapshot_of(context, bee).tournament.round("Open", 1)


def play_zed(context: Context, table: str) -> None:
    """ZED down through the E of READ: Z 10 × 2 at I7, E 1, D 2 × 2 at I9: 25. Then the game is ended."""
    board = context.states.of(table).state.position.board
    ended = g.End("Dora", EndReason.NO_PLAY, "all possible plays made")
    for command in (g.Play(0, parse_play("I7 ZED", board)), ended):
        execute(context, DORA, TABLES, table, command)
    for seat, tiles in enumerate(("AEIOL", "AEIOURT", "AEINRST", "LLNNRST")):
        execute(context, DORA, TABLES, table, g.DeclareRack(seat, tuple(tiles)))


def signed_by_all(context: Context, table: str, member: str) -> None:
    for signer in (0, SigningOfficial.SCOREKEEPER):
        execute(context, DORA, TABLES, table, g.Sign(signer, member=member))
