"""A round in two taps on the director's page: *Seat and publish*, *Start*; what needs attention stops it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import HOUSE, Grant, director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Round, RoundStage
from wordwaiter.web.http.app import create_app

DORA = director_of_everything("Dora")
ROOM = "/director/tournament-1"
MEMBERS = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("few", ["READ", "DARE"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        yield context


def give(context: Context, *commands: c.Command) -> None:
    for command in commands:
        execute(context, DORA, TOURNAMENTS, "tournament-1", command)


def open_bee(context: Context) -> None:
    """A Bee with three Hare and two Tortoise teams; all have come."""
    divisions = [
        c.OpenDivision("", "Hare", shipped_format("bee-hare")),
        c.OpenDivision("", "Tortoise", shipped_format("bee-tortoise")),
    ]
    begin_tournament(context, DORA, c.OpenTournament("", "Bee", names=PublicNames.FULL), divisions)
    for division, names in (("Hare", ("Owls", "Foxes", "Wrens")), ("Tortoise", ("Slow", "Steady"))):
        teams = tuple(single(Profile(name, members=MEMBERS)) for name in names)
        give(context, c.Register("", division, teams))
    give(context, c.CheckIn("", (1, 2, 3, 4, 5)))


def open_club(context: Context, *names: str, rounds: int = 3) -> None:
    format_ = shipped_format("club")
    format_ = replace(format_, rounds=replace(format_.rounds, count=rounds))
    begin_tournament(
        context,
        DORA,
        c.OpenTournament("", "Club", names=PublicNames.FULL),
        [c.OpenDivision("", "A", format_)],
    )
    give(context, c.Register("", "A", tuple(single(Profile(name)) for name in names)))


def latest(context: Context, division: str) -> Round | None:
    return snapshot_of(context, "tournament-1").tournament.latest_round(division)


@pytest.fixture
def desk(context: Context) -> Iterator[Desk]:
    with TestClient(create_app(context)) as client:
        yield Desk.of(client, context, Grant(Role.DIRECTOR, HOUSE))


def test_both_divisions_of_a_bee_are_seated_and_started_with_one_press_each(
    context: Context, desk: Desk
) -> None:
    open_bee(context)
    said = desk.open(ROOM)
    assert "Divisions Hare, Tortoise: round 1 is ready." in said
    desk.press("pair-round")
    hare, tortoise = latest(context, "Hare"), latest(context, "Tortoise")
    assert hare is not None
    assert tortoise is not None
    # Nobody sits where somebody of the other division sits.
    assert [each.table for each in (*hare.sittings, *tortoise.sittings)] == [1, 2, 3, 4, 5]
    # No round of a Bee starts without its words: the page says so, and has no button that starts it.
    assert "round 1 needs its words before it starts" in desk.text
    assert not desk.forms("start-round")
    none = tuple(each for each in AnnouncedKind if each is not AnnouncedKind.STARTING)
    give(context, *(c.AnnounceWords("", each, 1, "read", without=none) for each in ("Hare", "Tortoise")))
    assert "Divisions Hare, Tortoise: round 1 is published." in desk.open(ROOM)
    desk.press("start-round")
    for division in ("Hare", "Tortoise"):
        begun = latest(context, division)
        assert begun is not None
        assert begun.stage is RoundStage.RUNNING


def test_an_emcee_starts_both_divisions_with_one_press(context: Context) -> None:
    open_bee(context)
    none = tuple(each for each in AnnouncedKind if each is not AnnouncedKind.STARTING)
    with TestClient(create_app(context)) as client:
        director = Desk.of(client, context, Grant(Role.DIRECTOR, HOUSE))
        director.open(ROOM)
        director.press("pair-round")
        give(context, *(c.AnnounceWords("", each, 1, "read", without=none) for each in ("Hare", "Tortoise")))
        emcee = Desk.of(client, context, Grant(Role.EMCEE, "tournament-1"), name="Em")
        emcee.open("/emcee/tournament-1")
        assert len(emcee.forms("start-round")) == 1
        emcee.press("start-round")
    assert {latest(context, each).stage for each in ("Hare", "Tortoise")} == {RoundStage.RUNNING}  # type: ignore[union-attr]


def test_whoever_has_not_come_stops_it_and_is_named(context: Context, desk: Desk) -> None:
    open_club(context, "Ann", "Bo", "Cy", "Di", "Ed")
    give(context, c.CheckIn("", (1, 2, 3, 4)))
    assert "Not checked in: Ed. Check them in, or pair without them." in desk.open(ROOM)
    assert not desk.forms("pair-round")
    assert f'href="{ROOM}/rounds/1">Pair round 1</a>' in desk.html
    give(context, c.CheckIn("", (5,)))
    desk.open(ROOM)
    desk.press("pair-round")
    assert latest(context, "A") is not None


def test_two_who_meet_again_stop_it_and_the_page_says_who(context: Context, desk: Desk) -> None:
    open_club(context, "Ann", "Bo")
    give(context, c.CheckIn("", (1, 2)))
    desk.open(ROOM)
    desk.press("pair-round")
    desk.press("start-round")
    sides = latest(context, "A").sittings[0].sides  # type: ignore[union-attr]
    give(context, c.HandInSheet("", "A", 1, 1, tuple(400 if side == 1 else 300 for side in sides), sides))
    desk.open(ROOM)
    desk.press("close-round")
    # There are but two, so they meet a second time; the director looks before everybody does.
    desk.press("pair-round")
    assert desk.address.startswith(f"{ROOM}/rounds/1")
    assert "Not published yet. Read the reasons beside the tables" in desk.text
    # Ann has won, so she is named first, wherever she sat.
    assert "Ann and Bo have met once already" in desk.text
    second = latest(context, "A")
    assert second is not None
    assert second.number == 1
    desk.press("publish")
    second = latest(context, "A")
    assert second is not None
    assert second.number == 2


def test_a_step_that_is_refused_in_one_division_is_taken_in_none(context: Context, desk: Desk) -> None:
    open_bee(context)
    desk.open(ROOM)
    # Meanwhile the Tortoise round is published elsewhere: the button is out of date.
    other = Desk(desk.client, desk.headers)
    other.open(f"{ROOM}/rounds/2")
    other.press("publish")
    desk.press("pair-round")
    assert desk.status == 409
    assert latest(context, "Hare") is None


def test_a_director_of_one_division_seats_that_one_alone(context: Context) -> None:
    open_bee(context)
    with TestClient(create_app(context)) as client:
        hare = Desk.of(client, context, Grant(Role.DIRECTOR, "tournament-1", division="Hare"), name="Hal")
        hare.open(ROOM)
        hare.press("pair-round")
    assert latest(context, "Hare") is not None
    assert latest(context, "Tortoise") is None
