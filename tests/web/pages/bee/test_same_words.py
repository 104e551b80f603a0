"""Hares and Tortoises who build from the same words: told once, typed once."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

import bees
from web.desk import Desk
from wordwaiter.lexicon.judge import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments import tournaments
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.http.app import create_app

BEE = "tournament-1"
TORTOISE = "Tortoise"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A Bee whose first rounds of both divisions are published."""
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=Judge((bees.FEW,)))) as context:
        assert bees.evening(context) == BEE
        members = ("Al Ash", "Bo Birch", "Cy Cedar", "Di Dogwood")
        teams = tuple(single(Profile(name, members=members)) for name in ("Slow Pokes", "Snails"))
        for command in (
            c.OpenDivision("", TORTOISE, shipped_format("bee-tortoise")),
            c.Register("", TORTOISE, teams),
            c.CheckIn("", (3, 4)),
        ):
            execute(context, bees.DORA, TOURNAMENTS, BEE, command)
        for division in (bees.HARE, TORTOISE):
            tournaments.publish_next_round(
                context, bees.DORA, BEE, tournaments.RoundRequest(division, "Dora")
            )
        yield context


def announce(emcee: Desk, which: int, **typed: str | list[str]) -> None:
    """Presses the button of one division's form, and once more where the page asks."""
    emcee.open(f"/emcee/{BEE}")
    emcee.press("announce", "do", which, **typed)


def test_the_words_of_one_division_stand_in_the_form_of_the_other(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        emcee = Desk.of(client, context, Grant(Role.EMCEE, BEE), name="Emmy")
        announce(emcee, 0, starting="READ", without=["surprise-word", "sponsors"])
        assert re.search(r'id="starting-2"[^>]* value="READ"', emcee.html)
        # What is announced is out of the way; what is not stays open.
        assert 'id="change-words-1"' in emcee.html
        assert 'id="change-words-2"' not in emcee.html
        assert emcee.html.count("None in this round: surprise word, sponsors.") == 1


def test_the_big_screen_tells_words_that_are_alike_once(context: Context) -> None:
    for division in (bees.HARE, TORTOISE):
        told = c.AnnounceWords("", division, 1, "read", "tea", without=(AnnouncedKind.SPONSORS,))
        execute(context, bees.DORA, TOURNAMENTS, BEE, told)
        execute(context, bees.DORA, TOURNAMENTS, BEE, c.StartRound("", division, draw_tiles=True))
    with TestClient(create_app(context)) as client:
        screen = Desk.of(client, context, Grant(Role.DIRECTOR, BEE), name="Dora")
        screen.open(f"/screen/{BEE}")
        assert screen.html.count("<dd>READ</dd>") == 1
        assert re.search(r'<section class="">\s*<h2>Hare, Tortoise</h2>', screen.html)
        team = Desk.of(client, context, Grant(Role.PLAYER, BEE, entrant=1), name="Ann")
        assert "TIME! Hands off" in team.open(f"/me/{BEE}")
