"""A tournament by each rulebook that clubs choose, by pages alone: what a challenge of a good word brings."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from service.houses import Computer
from web.desk import Desk
from web.forms_on_pages import forms_in
from web.room import bearer, join_as_owner
from wordwaiter.game.queries import score_of, to_move
from wordwaiter.game.table import Table
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.paper.event import event_of
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.files.t_file import parse_t, t_text
from wordwaiter.web.http.app import create_app

CUP = "tournament-1"
PLAYED = 10
"""Points for CAT on the star: 3 + 1 + 1, doubled."""


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["CAT"]),))
    with Context.open(tmp_path / "club.db", ContextParts(judge=judge)) as context:
        yield context


def a_round(director: Desk, rules: str) -> None:
    """A tournament of two players whose ratings are typed, by rules chosen on the page; its round runs."""
    director.open("/tournaments/new")
    form = next(each for each in forms_in(director.html, "/tournaments/new") if each.action == "/tournaments")
    made = {"format": "club", "rules": rules, "name": "Club night", "divisions": "Open"}
    director.client.post(form.action, data=dict(form.fields) | made, headers=director.headers)
    for name, rating in (("Ada Alba", "1510"), ("Bo Berg", "1290")):
        director.open(f"/director/{CUP}/entrants")
        director.press("register", name=name, rating=rating, need=[])
    director.open(f"/director/{CUP}/check-in")
    director.press("Open", "everyone")
    director.open(f"/director/{CUP}/rounds/1")
    director.press("publish")
    director.press("start-round")


@pytest.mark.parametrize(
    ("rules", "gained", "turn_is_lost"),
    [
        ("club", 0, True),
        ("club-void", 0, False),
        ("club-free", 0, False),
        ("club-5", 5, False),
        ("club-10", 10, False),
        ("wespa", 5, False),
        ("naspa", 0, True),
    ],
)
def test_a_tournament_is_played_by_the_rules_that_were_chosen(
    context: Context, rules: str, gained: int, turn_is_lost: bool
) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, rules)
        tournament = snapshot_of(context, CUP).tournament
        assert [each.rulebook for each in tournament.divisions.values()] == [rules]
        assert [each.profile.rating for each in tournament.contenders_of("Open")] == [1510, 1290]
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("AB"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        client.post(entry.action, data=dict(entry.fields) | {"play": "8G CAT"}, headers=director.headers)
        played: Table = context.states.of(table).state
        mover = played.turns[0].seat
        director.open(f"/tables/{table}")
        director.press("challenge")
        director.press("good")
        after: Table = context.states.of(table).state
        assert score_of(after, after.seats[mover].name) == PLAYED + gained
        assert to_move(after) == (mover if turn_is_lost else 1 - mover)


def test_a_game_lost_by_overtime_is_lost_in_the_standings_whoever_has_more_points(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "wespa")
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("AB"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        client.post(entry.action, data=dict(entry.fields) | {"play": "8D RETINAS"}, headers=director.headers)
        director.open(f"/tables/{table}")
        director.press("pass")
        played: Table = context.states.of(table).state
        late = played.seats[played.turns[0].seat]
        director.open(f"/tables/{table}")
        # Its time is 25 minutes, so this is over by more than ten.
        director.press("adjust", minutes="-36", clock=f"side-{late.side}")
        # 66 points for RETINAS. The margin takes the loser to 100 below the winner, who has 0; both gain 100.
        assert "66 − 100 − 66 + 100 = 0" in director.text
        for _ in range(2):
            director.open(f"/tables/{table}")
            director.press("sign")
        director.open(f"/director/{CUP}/rounds/1")
        director.press("close-round")
        standings = director.open(f"/director/{CUP}/standings")
    loser, winner = late.name, next(each.name for each in played.seats if each != late)
    assert f"1 {winner} Round 1: win 100-0 against {loser}." in standings
    assert f"2 {loser} Round 1: loss 0-100 against {winner}." in standings


def test_a_courtesy_draw_at_a_real_board_does_not_say_that_it_is_too_late_to_challenge(
    tmp_path: Path,
) -> None:
    computer = Computer()
    parts = ContextParts(judge=Judge((Lexicon.of_words("house", ["CAT"]),)), time=computer.time)
    with (
        Context.open(tmp_path / "held.db", parts) as context,
        TestClient(create_app(context)) as client,
    ):
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "wespa")
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("AB"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        client.post(entry.action, data=dict(entry.fields) | {"play": "8D RETINAS"}, headers=director.headers)
        assert "Tiles drawn: too late to challenge" in director.open(f"/tables/{table}")
        director.press("hold")
        assert not director.forms("fill")
        computer.passes(30_000)
        held = director.open(f"/tables/{table}")
        assert "Tiles drawn: the hold goes on" in held
        assert "too late to challenge" not in held
        director.press("fill")
        director.open(f"/tables/{table}")
        assert director.forms("challenge")


def test_the_tou_file_is_offered_once_the_tournament_has_a_date(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "wespa")
        director.open(f"/director/{CUP}/rounds/1")
        director.press("sheet", first="400", second="300")
        director.press("close-round")
        for page in ("standings", "paper"):
            director.open(f"/director/{CUP}/{page}")
            assert "/exports/t?" in director.html
            assert "/exports/tou?" not in director.html
        director.open(f"/director/{CUP}/standings")
        assert "Enter it on the page Room, under Edit name, date and place." in director.text
        assert "Edit name, date and place" in director.open(f"/director/{CUP}")
        director.press("details", date="2026-11-19")
        for page in ("standings", "paper"):
            director.open(f"/director/{CUP}/{page}")
            assert "/exports/tou?" in director.html


def test_rating_files_tell_who_began_where_it_was_drawn_at_a_table(context: Context) -> None:
    unknown = "Round 1, table 1: nobody told who played first."
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "naspa")
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/director/{CUP}/rounds/1")
        director.press("sheet", first="400", second="300")
        assert unknown in director.open(f"/director/{CUP}/standings")
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("BA"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        client.post(entry.action, data=dict(entry.fields) | {"play": "8G CAT"}, headers=director.headers)
        assert unknown not in director.open(f"/director/{CUP}/standings")
        exports = f"/api/v1/tournaments/{CUP}/exports/t"
        t = client.get(f"{exports}?division=Open", headers=director.headers).text
    played: Table = context.states.of(table).state
    began = played.seats[played.turns[0].seat].name
    players = zip(("Ada Alba", "Bo Berg"), parse_t(t.encode(), Path("open.t")), strict=True)
    assert all(player.numbers("p12") == ((1,) if name == began else (2,)) for name, player in players)
    assert t_text(event_of(context.journal, CUP).rated, "Open") == t


def test_under_void_challenge_a_table_of_a_round_takes_no_bad_word(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "club-void")
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("AB"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        sent = dict(entry.fields) | {"play": "8G TAC"}
        refused = client.post(entry.action, data=sent, headers=director.headers)
    assert "Not in the word list: TAC" in refused.text
    played: Table = context.states.of(table).state
    assert not played.turns


def test_a_division_that_is_added_is_played_by_the_rules_that_were_chosen(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_round(director, "naspa")
        page = director.open(f"/director/{CUP}/entrants")
        assert "Rated play as under NASPA, double challenge" in page
        director.press("open-division", name="B", ages="", format="club", rules="wespa")
        director.open(f"/director/{CUP}/entrants")
        director.press("open-division", name="Seniors", ages="", format="iowa", rules="wespa")
    divisions = snapshot_of(context, CUP).tournament.divisions
    assert {name: each.rulebook for name, each in divisions.items()} == {
        "Open": "naspa",
        "B": "wespa",
        "Seniors": "iowa",  # its document says by which rules
    }


def test_rules_that_nobody_knows_are_refused(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Desk(client, bearer(join_as_owner(context)[0]))
        director.open("/tournaments/new")
        sent = {"format": "club", "rules": "iowa", "name": "Club night"}
        refused = client.post("/tournaments", data=sent, headers=director.headers)
    assert refused.status_code == 404
    assert not [end for end in context.states.ends() if end.stream == CUP]
