"""A club night of 24 rated players and seven rounds, run by what pages offer; its files read back."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from web.forms_on_pages import forms_in
from web.room import bearer, join_as_owner
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.files.t_file import parse_t
from wordwaiter.tournament.rounds.rounds import Scored
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.http.app import create_app

CUP = "tournament-1"
ROUNDS = 7
PLAYERS = 24
HIGHEST = 1900
"""The rating of the first; each further one has 25 less."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["CAT", "CATS"]),))
    with Context.open(tmp_path / "club.db", ContextParts(judge=judge)) as context:
        context.rng = random.Random(5)
        yield context


def tournament_of(context: Context) -> Tournament:
    return snapshot_of(context, CUP).tournament


def play_round(context: Context, director: Desk, number: int, rng: random.Random) -> None:
    """Pairs, starts, enters twelve results and closes the round."""
    director.open(f"/director/{CUP}/rounds/1")
    director.press("publish")
    director.press("start-round")
    for _ in tournament_of(context).rounds_of("Club")[-1].sittings:
        # A row that has its result is no form any more, so the first one is always the next.
        director.press("sheet", first=str(rng.randint(320, 480)), second=str(rng.randint(320, 480)))
    director.press("close-round")
    assert tournament_of(context).rounds_of("Club")[-1].number == number


def enter_players(context: Context, director: Desk) -> None:
    """Makes the tournament, enters a pasted list with ratings, and checks everybody in."""
    director.open("/tournaments/new")
    form = next(each for each in forms_in(director.html, "/tournaments/new") if each.action == "/tournaments")
    made = {"format": "club", "name": "Club night", "date": "2026-11-18", "divisions": "Club"}
    director.client.post(form.action, data=dict(form.fields) | made, headers=director.headers)
    letters = [chr(ord("A") + place) for place in range(PLAYERS)]
    rows = [f"Player{each} Name{each},{HIGHEST - 25 * place}" for place, each in enumerate(letters)]
    director.open(f"/director/{CUP}/entrants/file")
    pasted = "\n".join(["name,rating", *rows])
    assert "24 entrants ready to import" in director.press("preview", pasted=pasted, division="Club")
    director.press("enter", pasted=pasted)
    director.open(f"/director/{CUP}/entrants")
    # Four rounds in groups and by the Swiss system, then the hill; who begins is assigned.
    methods = ["fontes", "fontes", "fontes", "swiss", "swiss", "queen-of-the-hill"]
    director.press(
        "format", rounds="7", method=methods, repeats__from="7", assigned="on", reason="club night"
    )
    director.open(f"/director/{CUP}/check-in")
    director.press("Club", "everyone")
    assert len(tournament_of(context).playing("Club")) == PLAYERS


@pytest.mark.long
def test_a_club_night_of_seven_rounds_is_run_from_the_pages_and_its_files_read_back(context: Context) -> None:
    rng = random.Random(11)
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        enter_players(context, director)
        for number in range(1, ROUNDS + 1):
            play_round(context, director, number, rng)
        standings = director.open(f"/director/{CUP}/standings")
        assert "Ratings of Club (estimate)" in standings
        assert "Nothing is missing in the rating files." in standings
        exports = f"/api/v1/tournaments/{CUP}/exports"
        t, tou = (
            client.get(f"{exports}/{kind}?division=Club", headers=director.headers).text
            for kind in ("t", "tou")
        )
    compare_with_tournament(tournament_of(context), t, tou)


def compare_with_tournament(tournament: Tournament, t: str, tou: str) -> None:
    """Both files tell every result that the tournament has, and the ratings before it."""
    players = parse_t(t.encode(), Path("club.t"))
    lines = [line for line in tou.splitlines() if not line.startswith((" ", "*"))]
    assert len(players) == len(lines) == PLAYERS
    place = {each.number: index for index, each in enumerate(tournament.contenders_of("Club"))}
    for played in tournament.rounds_of("Club"):
        for sitting in played.sittings:
            outcome = sitting.outcome
            assert isinstance(outcome, Scored)
            for side, score, other in zip(
                sitting.sides, outcome.scores, reversed(outcome.scores), strict=True
            ):
                player = players[place[side]]
                assert player.scores[played.number - 1] == score
                assert player.rating == str(HIGHEST - 25 * place[side])
                games = re.findall(r" {0,4}(\d+) +\+?(\d+)", lines[place[side]][20:])
                began = player.numbers("p12")[played.number - 1]
                assert began == (1 if sitting.first == side else 2)
                told = 2000 + score if score > other else 1000 + score if score == other else score
                assert int(games[played.number - 1][0]) == told
