"""The clock and the word list of a free game, chosen on its page."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from wordwaiter.errors import WordwaiterError
from wordwaiter.game import commands as c
from wordwaiter.game.table import Table
from wordwaiter.lexicon import Judge, Shelf, open_lexicon
from wordwaiter.lexicon.cards import card_of
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute, state_of
from wordwaiter.service.tables.free_games import play_on
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.web.http.app import create_app

TABLE = "table-1"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    shelf = Shelf(tmp_path / "lists", tmp_path / "cache")
    words = ["CAT", "CATS", "ZZZAX"]
    shelf.add(card_of(words, "house", title="House words", edition="", letters="english", source="us"), words)
    parts = ContextParts(judge=Judge([open_lexicon("enable")]), shelf=shelf)
    with Context.open(tmp_path / "free.db", parts) as context:
        context.rng = random.Random(7)
        yield context


@pytest.fixture
def desk(context: Context) -> Iterator[Desk]:
    with TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)
        yield Desk(client, {})


def begin(desk: Desk, **chosen: str) -> str:
    """Fills the form of *Play* in, and sends it."""
    desk.open("/play")
    (form,) = [each for each in desk.posts() if each.action == "/play"]
    names = {each for each, _ in form.fields} | {*form.typed}
    assert chosen.keys() <= names, names
    sent = dict(form.fields) | {"opponent": "here", "first": "Ann", "second": "Bo"} | chosen
    answer = desk.client.post("/play", data=sent, follow_redirects=False)
    desk.status, desk.html = answer.status_code, answer.text
    return str(answer.headers.get("location", ""))


def table_of(context: Context, address: str) -> Table:
    stream = address.removeprefix("/tables/")
    return state_of(TABLES, stream, context.states.of(stream).state)


def test_the_page_offers_the_lists_of_the_shelf_and_five_clocks(desk: Desk) -> None:
    said = desk.open("/play")
    assert "House words" in said
    for clock in ("As the rules say", "25 minutes a side", "15 minutes", "5 minutes", "No clock"):
        assert clock in said
    assert "Lost after 1 minute over" in said


@pytest.mark.parametrize(
    ("chosen", "rulebook"),
    [
        ({}, "club"),
        ({"clock": "15"}, "club@15"),
        ({"clock": "5", "increment": "10", "overtime": "1"}, "club@5+10/1"),
        ({"clock": "0"}, "club@0"),
        ({"list": "house", "rulebook": "club-5"}, "club-5~house"),
        ({"clock": "rules", "increment": "10"}, "club"),
    ],
)
def test_the_game_has_the_clock_and_the_list_that_were_chosen(
    context: Context, desk: Desk, chosen: dict[str, str], rulebook: str
) -> None:
    table = table_of(context, begin(desk, **chosen))
    assert table.rulebook.name == rulebook
    minutes = {"15": 15, "5": 5, "0": None}.get(chosen.get("clock", ""), 25)
    limits = [clock.limit_ms for clock in table.clocks.sides]
    assert limits == ([] if minutes is None else [minutes * 60_000] * 2)


def test_a_clock_that_the_rules_set_stays_and_the_page_says_so(desk: Desk) -> None:
    assert begin(desk, rulebook="ontario", clock="5") == ""
    assert desk.status == 422 or desk.status == 409
    assert "has its own clock; choose the clock of the rules" in desk.text


@pytest.mark.parametrize(("chosen", "is_good"), [({"list": "house"}, False), ({}, True)])
def test_the_chosen_list_rules_on_challenges(
    context: Context, desk: Desk, chosen: dict[str, str], is_good: bool
) -> None:
    """READ is in ENABLE, and not in the list of the house."""
    stream = begin(desk, opponent="real", **chosen).removeprefix("/tables/")
    director = director_of_everything("Dora")
    for seat, tile in enumerate("AB"):
        execute(context, director, TABLES, stream, c.DrawFirst(seat, tile))
    table = table_of(context, stream)
    placement = parse_play("8E READ", table.position.board)
    play_on(context, director, stream, c.Play(0, placement))
    play_on(context, director, stream, c.Challenge(1, ("READ",)))
    ruling = table_of(context, stream).turns[0].ruling
    assert ruling is not None
    assert ruling.good is is_good


def test_under_void_challenge_a_play_with_a_bad_word_is_not_taken(context: Context, desk: Desk) -> None:
    stream = begin(desk, opponent="real", rulebook="club-void", list="house").removeprefix("/tables/")
    director = director_of_everything("Dora")
    for seat, tile in enumerate("AB"):
        execute(context, director, TABLES, stream, c.DrawFirst(seat, tile))
    board = table_of(context, stream).position.board
    with pytest.raises(WordwaiterError) as refusal:
        play_on(context, director, stream, c.Play(0, parse_play("8E READ", board)))
    assert refusal.value.code == "words-not-good"
    assert not table_of(context, stream).turns
    for seat, play in ((1, "8E READ"), (0, "1A READ")):
        with pytest.raises(WordwaiterError) as refusal:
            play_on(context, director, stream, c.Play(seat, parse_play(play, board)))
        assert refusal.value.code != "words-not-good", "words are looked up for a play that can be made"
    play_on(context, director, stream, c.Play(0, parse_play("8G CATS", board)))
    assert table_of(context, stream).turns[0].points == 12
