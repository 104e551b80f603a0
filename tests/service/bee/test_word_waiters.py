"""A Word Waiter is assigned to a team: their device is for its table, which stays the same all evening."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.houses import DORA, Computer, holder, serving
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import Caller, NotAllowedError
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.workplaces import scorekeeper_tables
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tables.views import may_watch, streams_of_tables
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format

HARES = ("Ivy", "Joy", "Kit")
TORTOISES = ("Fox", "Gum")


@contextmanager
def bee(place: Path) -> Iterator[tuple[Context, str]]:
    """A Bee of three Hare and two Tortoise teams that are here."""
    with serving(place / "house.db", Computer()) as context:
        divisions = [
            c.OpenDivision("", name, shipped_format(f"bee-{name.lower()}")) for name in ("Hare", "Tortoise")
        ]
        opened = c.OpenTournament("", "Bee", names=PublicNames.FULL)
        stream = tournaments.begin_tournament(context, DORA, opened, divisions).stream
        enter(context, stream, "Hare", *HARES)
        enter(context, stream, "Tortoise", *TORTOISES)
        yield context, stream


def do(context: Context, stream: str, command: c.Command, caller: Caller = DORA) -> None:
    execute(context, caller, TOURNAMENTS, stream, command)


def enter(context: Context, stream: str, division: str, *names: str) -> None:
    teams = tuple(single(Profile(name, members=tuple(f"{name} {n}" for n in range(1, 5)))) for name in names)
    do(context, stream, c.Register("", division, teams))
    do(context, stream, c.CheckIn("", tuple(number(context, stream, name) for name in names)))


def number(context: Context, stream: str, name: str) -> int:
    entrants = snapshot_of(context, stream).tournament.entrants.values()
    return next(each.number for each in entrants if each.name == name)


def publish(context: Context, stream: str, division: str) -> dict[str, int]:
    """The next round is paired; the table of each team."""
    tournaments.publish_next_round(context, DORA, stream, tournaments.RoundRequest(division, "Dora"))
    tournament = snapshot_of(context, stream).tournament
    played = tournament.latest_round(division)
    assert played is not None
    return {tournament.contender(each.sides[0]).name: each.table for each in played.sittings}


def start(context: Context, stream: str, division: str) -> None:
    played = len(snapshot_of(context, stream).tournament.rounds_of(division))
    words = c.AnnounceWords("", division, played, "LITERACY", without=tuple(AnnouncedKind))
    do(context, stream, words)
    do(context, stream, c.StartRound("", division))


def finish(context: Context, stream: str, division: str) -> None:
    """A paper total for each team, and the round is closed."""
    played = snapshot_of(context, stream).tournament.latest_round(division)
    assert played is not None
    do(context, stream, c.CallRoundTime("", division))
    for each in played.sittings:
        do(context, stream, c.HandInSheet("", division, played.number, each.table, (300,), each.sides))
    do(context, stream, c.CloseRound("", division))


# "One Word Waiter is assigned for each team."
@pytest.mark.clause("bee-teams")
def test_a_word_waiter_keeps_the_team_when_another_team_leaves(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        assert publish(context, stream, "Hare") == {"Ivy": 1, "Joy": 2, "Kit": 3}
        start(context, stream, "Hare")
        finish(context, stream, "Hare")
        do(context, stream, c.Withdraw("", number(context, stream, "Ivy"), "unwell"))
        assert publish(context, stream, "Hare") == {"Joy": 2, "Kit": 3}
        start(context, stream, "Hare")

        waiter = holder("Walt", Role.TABLE_SCOREKEEPER, stream, table=2)
        (own,) = scorekeeper_tables(context, waiter, stream).tables
        place = place_of(own.stream)
        assert place is not None
        played = place.played_in(snapshot_of(context, stream).tournament)
        assert played is not None
        assert played[1].sides == (number(context, stream, "Joy"),)
        do(context, stream, c.BuyTiles("", number(context, stream, "Joy"), 1), waiter)
        with pytest.raises(NotAllowedError):
            do(context, stream, c.BuyTiles("", number(context, stream, "Kit"), 1), waiter)


@pytest.mark.clause("bee-teams")
def test_a_tortoise_team_keeps_its_table_when_it_plays_on_beside_hares_who_wait(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        publish(context, stream, "Hare")
        assert publish(context, stream, "Tortoise") == {"Fox": 4, "Gum": 5}
        for division in ("Hare", "Tortoise"):
            start(context, stream, division)
            finish(context, stream, division)
        assert publish(context, stream, "Tortoise") == {"Fox": 4, "Gum": 5}
        start(context, stream, "Tortoise")
        gum = c.BuyPeek("", number(context, stream, "Gum"), "GLOW")
        with pytest.raises(NotAllowedError):
            do(context, stream, gum, holder("Walt", Role.TABLE_SCOREKEEPER, stream, table=2))
        do(context, stream, gum, holder("Wilma", Role.TABLE_SCOREKEEPER, stream, table=5))


@pytest.mark.clause("bee-teams")
def test_a_team_that_joins_later_gets_a_table_that_nobody_has_had(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        publish(context, stream, "Hare")
        start(context, stream, "Hare")
        finish(context, stream, "Hare")
        do(context, stream, c.Withdraw("", number(context, stream, "Ivy"), "unwell"))
        enter(context, stream, "Hare", "Leo")
        # The Tortoises begin while no Hare sits anywhere, and leave the Hares their tables.
        assert publish(context, stream, "Tortoise") == {"Fox": 4, "Gum": 5}
        assert publish(context, stream, "Hare") == {"Joy": 2, "Kit": 3, "Leo": 6}
        do(context, stream, c.Reinstate("", number(context, stream, "Ivy"), "feels better"))
        do(context, stream, c.WithdrawRound("", "Hare", "Ivy is back"))
        assert publish(context, stream, "Hare") == {"Ivy": 1, "Joy": 2, "Kit": 3, "Leo": 6}


def test_a_round_that_is_paired_again_before_it_begins_leaves_teams_at_their_tables(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        publish(context, stream, "Hare")
        do(context, stream, c.Withdraw("", number(context, stream, "Ivy"), "unwell"))
        do(context, stream, c.WithdrawRound("", "Hare", "Ivy left"))
        assert publish(context, stream, "Hare") == {"Joy": 2, "Kit": 3}
        do(context, stream, c.WithdrawRound("", "Hare", "a mistake"))
        do(context, stream, c.RemoveEntrants("", (number(context, stream, "Joy"),), "entered by mistake"))
        enter(context, stream, "Hare", "Leo")
        assert publish(context, stream, "Hare") == {"Kit": 3, "Leo": 2}


def test_pairs_of_another_division_sit_at_other_tables_than_teams_that_have_their_own(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        publish(context, stream, "Hare")
        start(context, stream, "Hare")
        finish(context, stream, "Hare")
        do(context, stream, c.OpenDivision("", "Club", shipped_format("club")))
        do(context, stream, c.Register("", "Club", (single(Profile("Ann")), single(Profile("Bob")))))
        do(context, stream, c.CheckIn("", tuple(number(context, stream, name) for name in ("Ann", "Bob"))))
        assert set(publish(context, stream, "Club").values()) == {4}


def test_officials_of_another_division_see_no_board_that_is_being_built(tmp_path: Path) -> None:
    with bee(tmp_path) as (context, stream):
        publish(context, stream, "Hare")
        start(context, stream, "Hare")
        board = streams_of_tables(context, stream)[0]
        for role in (Role.DIRECTOR, Role.JUDGE, Role.SCOREKEEPER, Role.EMCEE, Role.TREASURER):
            assert may_watch(context, holder("Own", role, stream, division="Hare"), board)
            assert may_watch(context, holder("All", role, stream), board)
            assert not may_watch(context, holder("Other", role, stream, division="Tortoise"), board)
