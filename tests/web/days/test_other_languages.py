"""A club that adds its own list plays, judges and runs a tournament in that language, by pages alone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.desk import Desk
from web.forms_on_pages import forms_in
from web.room import bearer, join_as_owner
from wordwaiter.game.table import Played, Table
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.judge import Judge
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored
from wordwaiter.web.http.app import create_app

CUP = "tournament-1"


@dataclass(frozen=True)
class Language:
    """A small list that a club has made up, and a word of it on the board."""

    letters: str
    words: str
    play: str
    tiles: tuple[str, ...]
    points: int
    good: str
    bad: str


LANGUAGES = (
    # C3 H..: CHORRO is CH 5, O 1, RR 8, O 1, doubled on the star.
    Language(
        "spanish", "chorro\nperro\nllama\nniño\n", "8G CHORRO", ("CH", "O", "RR", "O"), 30, "NIÑO", "PEROO"
    ),
    # STRASSE is spelled with two S: ß stands on no tile.
    Language("german", "Straße\nÄpfel\nüben\n", "8D STRASSE", tuple("STRASSE"), 66, "äpfel", "STRASE"),
)


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    shelf = Shelf(tmp_path / "lists", tmp_path / "cache")
    judge = Judge((shelf.open("enable"),))
    with Context.open(tmp_path / "club.db", ContextParts(judge=judge, shelf=shelf)) as context:
        yield context


def add_list(client: TestClient[Any], headers: dict[str, str], language: Language) -> None:
    page = f"/director/{CUP}/lists"
    form = next(
        each
        for each in forms_in(client.get(page, headers=headers).text, page)
        if each.action.endswith("/file")
    )
    told = {**dict(form.fields), "name": "ours", "title": "Our words", "letters": language.letters}
    told.pop("file", None)
    file = {"file": ("ours.txt", language.words.encode(), "text/plain")}
    answer = client.post(form.action, data=told, files=file, headers=headers)
    assert answer.status_code == 200, answer.text


def a_tournament(client: TestClient[Any], director: Desk, language: Language) -> None:
    director.open("/tournaments/new")
    form = next(each for each in forms_in(director.html, "/tournaments/new") if each.action == "/tournaments")
    made = {"format": "club", "name": "Club night", "divisions": "Club", "letters": language.letters}
    client.post(form.action, data=dict(form.fields) | made, headers=director.headers)
    problem = client.get(f"/director/{CUP}/lists", headers=director.headers).text
    assert f"word list for {language.letters} tiles" in problem
    add_list(client, director.headers, language)
    assert (
        f"word list for {language.letters} tiles"
        not in client.get(f"/director/{CUP}/lists", headers=director.headers).text
    )
    director.open(f"/director/{CUP}/entrants/file")
    pasted = "name\nAda Alba\nBo Berg"
    director.press("preview", pasted=pasted, division="Club")
    director.press("enter", pasted=pasted)
    director.open(f"/director/{CUP}/check-in")
    director.press("Club", "everyone")


def is_good(client: TestClient[Any], judge: Desk, word: str) -> bool:
    """What the page of the judging station says of a word while the round runs."""
    told = client.post("/judge", data={"words": word}, headers=judge.headers).text
    return str(re.findall(r'class="verdict ([a-z-]+)"', told)[0]) == "good"


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.letters)
def test_a_round_is_played_and_judged_in_the_language_of_the_clubs_list(
    context: Context, language: Language
) -> None:
    with TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_tournament(client, director, language)
        room = f"/director/{CUP}/rounds/1"
        director.open(room)
        director.press("publish")
        director.press("start-round")
        (table,) = [end.stream for end in context.states.ends() if end.kind.startswith("game.")]
        director.open(f"/tables/{table}")
        for seat, tile in enumerate("AB"):
            director.press("draw", seat=str(seat), tile=tile)
        entry = next(each for each in director.posts() if ("do", "play") in each.fields)
        sent = dict(entry.fields) | {"play": language.play}
        assert client.post(entry.action, data=sent, headers=director.headers).status_code == 200
        played: Table = context.states.of(table).state
        move = played.turns[0].move
        assert isinstance(move, Played)
        assert tuple(tile.label for _, tile in move.placement.laid) == language.tiles
        assert played.turns[0].points == language.points
        words = (language.good, language.play.split()[1], language.bad)
        assert [is_good(client, director, word) for word in words] == [True, True, False]
        director.open(room)
        director.press("sheet", first="400", second="350")
        director.press("close-round")
        latest = snapshot_of(context, CUP).tournament.round("Club", 1)
        assert latest.stage is RoundStage.CLOSED
        assert isinstance(latest.sittings[0].outcome, Scored)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.letters)
def test_a_free_game_is_played_with_the_tiles_of_the_list(context: Context, language: Language) -> None:
    with TestClient(create_app(context)) as client:
        client.headers["Origin"] = str(client.base_url)
        director = Desk(client, bearer(join_as_owner(context)[0]))
        a_tournament(client, director, language)
        page = client.get("/play").text
        assert '<option value="ours"' in page
        game = {"rulebook": "club", "opponent": "real", "first": "Ada", "second": "Bo", "list": "ours"}
        begun = client.post("/play", data=game, follow_redirects=False)
        assert begun.status_code == 303, begun.text
        stream = begun.headers["location"].removeprefix("/tables/")
        table: Table = context.states.of(stream).state
        assert table.rulebook.table.tile_set.name == language.letters
        found = client.get("/study", params={"list": "ours", "letters": language.good}).text
        assert language.good.upper() in found
