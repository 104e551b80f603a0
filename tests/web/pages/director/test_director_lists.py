"""Word lists on the director's page: put on the shelf, chosen for a division, and ruled by in the queue."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from litestar.testing import TestClient

from web.room import CUP, OWNER, TABLE, bearer, begin_cup, finish, join, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.notation.gcg_writing import write_gcg
from wordwaiter.paper.event import event_of
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.audit_log import AuditSearch, search_log
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import judge_queue
from wordwaiter.service.judging.word_list_facts import STREAM
from wordwaiter.service.tables.game_files import game_files
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.rounds import Seating
from wordwaiter.web.http.app import create_app

Client = TestClient[Any]
FILE = ("mine.txt", b"CAT\nCATS\nBOND the name\n", "text/plain")


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    shelf = Shelf(tmp_path / "own", tmp_path / "graphs")
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge, shelf=shelf)) as context:
        begin_cup(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def director(context: Context) -> dict[str, str]:
    return bearer(join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")[0])


def add(client: Client, who: dict[str, str], file: tuple[str, bytes, str] = FILE, **said: str) -> Any:
    form = {"name": "mine", "title": "Our own", "edition": "2026", **said}
    return client.post(f"/director/{CUP}/lists/file", data=form, files={"file": file}, headers=who)


def choose(client: Client, who: dict[str, str], *names: str, division: str = "1") -> Any:
    form = {"do": "choose", "division": division, "list": list(names)}
    return client.post(f"/director/{CUP}/lists", data=form, headers=who)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())


def test_a_list_is_added_chosen_and_ruled_by(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    assert "Judged by house." in plain(client.get(f"/director/{CUP}/lists", headers=director).text)
    assert add(client, director).status_code == 200
    shown = plain(client.get(f"/director/{CUP}/lists", headers=director).text)
    card = context.shelf.card("mine") if context.shelf else None
    assert card is not None
    assert f"Our own, 2026 mine · mine.txt 3 English {card.sha256[:12]}" in shown
    assert choose(client, director, "mine").status_code == 200
    shown = plain(client.get(f"/director/{CUP}/lists", headers=director).text)
    assert "Judged by mine. Chosen for this division." in shown

    start_round(context)
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    state = context.states.of(TABLE).state
    mover = to_move(state)
    assert mover is not None
    execute(context, OWNER, TABLES, TABLE, g.Play(mover, parse_play("8G CAT", state.position.board)))
    execute(context, OWNER, TABLES, TABLE, g.Challenge(1 - mover, ("CAT",)))
    says = judge_queue(context, OWNER)[0].says
    assert says is not None
    assert says.good

    refused = choose(client, director, "enable")
    assert refused.status_code == 409
    assert "change word lists between rounds" in refused.text
    assert "Change lists between rounds" in client.get(f"/director/{CUP}/lists", headers=director).text
    told = [line.sentence for line in search_log(context, OWNER, AuditSearch())]
    assert any("mine" in sentence and "division 1" in sentence for sentence in told)
    assert any("is added: 3 words" in sentence for sentence in told)


def test_game_records_name_the_list_that_was_chosen(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    """Macondo and Woogles look words up in the list that `#lexicon` names."""
    add(client, director)
    choose(client, director, "mine")
    start_round(context)
    finish(context)
    pages = (
        client.get(f"/api/v1/tables/{TABLE.replace('/', ':')}/record", headers=director).content,
        client.get(f"/games/{TABLE}?form=gcg", headers=director).content,
        *(each.content for each in game_files(context.journal, snapshot_of(context, CUP))),
        *(write_gcg(each.record) for each in event_of(context.journal).games),
    )
    assert len(pages) == 4
    assert all(b"#lexicon MINE\n" in (each or b"") for each in pages), pages


def test_game_records_name_the_list_of_the_house_where_none_was_chosen(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    start_round(context)
    finish(context)
    record = client.get(f"/api/v1/tables/{TABLE.replace('/', ':')}/record", headers=director).content
    with ZipFile(BytesIO(client.get(f"/director/{CUP}/closing-pack", headers=director).content)) as pack:
        (packed,) = (pack.read(name) for name in pack.namelist() if name.endswith(".gcg"))
    for each in (record, packed):
        assert b"#lexicon HOUSE\n" in each


def test_the_director_of_one_division_chooses_lists_for_that_one_alone(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    opened = c.OpenDivision("Cora", "B", shipped_format("club"))
    execute(context, OWNER, TOURNAMENTS, CUP, opened)
    add(client, director)
    own = bearer(join(context, Grant(Role.DIRECTOR, CUP, division="B"), name="Dora")[0])
    assert choose(client, own, "mine", division="1").status_code == 403
    assert choose(client, own, "mine", division="2").status_code == 200
    shown = plain(client.get(f"/director/{CUP}/lists", headers=own).text)
    assert shown.count("Judged by") == 1
    assert "Judged by mine. Chosen for this division." in shown


@pytest.mark.long
def test_a_choice_is_written_once_and_taken_back(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    add(client, director)
    choose(client, director, "mine", "enable")
    version = context.journal.version(STREAM)
    choose(client, director, "mine", "enable")
    assert context.journal.version(STREAM) == version
    client.post(f"/director/{CUP}/lists", data={"do": "house", "division": "1"}, headers=director)
    assert "The default lists" in client.get(f"/director/{CUP}/lists", headers=director).text


@pytest.mark.parametrize(
    ("file", "said", "sentence"),
    [
        (("x.txt", b"", "text/plain"), {}, "the file is empty"),
        (("x.txt", b"CAT\nB3ND\n", "text/plain"), {}, "line 2"),
        (("x.kwg", b"\x00\x01\x02", "application/octet-stream"), {}, "KWG"),
        (("x.png", bytes(range(256)) * 4, "image/png"), {}, ""),
        (FILE, {"name": "../../etc"}, "name"),
        (FILE, {"name": ""}, "name"),
        (FILE, {"name": "enable"}, "comes with the program"),
        (FILE, {"letters": "klingon"}, "klingon"),
        (FILE, {"title": "<img src=x onerror=alert(1)>\n"}, ""),
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    client: Client,
    context: Context,
    director: dict[str, str],
    file: tuple[str, bytes, str],
    said: dict[str, str],
    sentence: str,
) -> None:
    answer = add(client, director, file, **said)
    if answer.status_code == 200:
        assert "<img src=x" not in answer.text
        return
    assert 400 <= answer.status_code < 500
    complaint = re.search(r'class="complaint" role="alert">([^<]+)<', answer.text)
    assert complaint
    assert sentence.lower() in complaint[1].lower()
    assert not context.journal.version(STREAM)


def test_a_list_of_other_tiles_or_none_is_not_chosen(client: Client, director: dict[str, str]) -> None:
    page = client.get(f"/director/{CUP}/lists", headers=director).text
    assert '<option value="spanish">Spanish</option>' in page
    add(client, director, ("y.txt", b"NINA\n", "text/plain"), name="otra", letters="spanish")
    assert "tiles; choose another list" in choose(client, director, "otra").text
    assert choose(client, director, "nothing").status_code == 404
    assert choose(client, director).status_code == 422
    assert choose(client, director, "enable", division="9").status_code == 422
    assert add(client, director).status_code == 200
    assert "choose another name" in add(client, director).text


@pytest.mark.long
def test_the_director_of_one_tournament_chooses_and_adds_nothing(client: Client, context: Context) -> None:
    dot = bearer(join(context, Grant(Role.DIRECTOR, CUP), name="Dot")[0])
    page = client.get(f"/director/{CUP}/lists", headers=dot)
    assert 'type="file"' not in page.text
    assert add(client, dot).status_code == 403
    assert choose(client, dot, "enable").status_code == 200
    keeper = bearer(join(context, Grant(Role.SCOREKEEPER, CUP), name="Kit")[0])
    assert client.get(f"/director/{CUP}/lists", headers=keeper).status_code == 403


@pytest.mark.long
def test_a_published_round_can_still_be_judged_by_others(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    start_round(context)
    execute(context, OWNER, TOURNAMENTS, CUP, c.HandInSheet("Cora", "A", 1, 1, (300, 200), (1, 2), 1))
    assert choose(client, director, "enable").status_code == 409
    execute(context, OWNER, TOURNAMENTS, CUP, c.CloseRound("Cora", "A"))
    assert choose(client, director, "enable").status_code == 200


def test_the_station_rules_by_the_lists_of_the_division_that_plays(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    add(client, director)
    choose(client, director, "mine")
    station = bearer(join(context, Grant(Role.JUDGING_STATION, CUP), name="Dais")[0])
    start_round(context)
    page = client.post("/judge", data={"words": "CAT"}, headers=station).text
    assert "The play stands" in page
    assert "Word list: Our own (2026), 3 words" in page
    asked = client.post("/api/v1/judge", json={"words": "QUOTES"}, headers=station).json()
    assert not asked["good"]


def test_where_divisions_are_judged_by_different_lists_the_station_asks_which(
    client: Client, context: Context, director: dict[str, str]
) -> None:
    add(client, director)
    execute(context, OWNER, TOURNAMENTS, CUP, c.OpenDivision("Cora", "B", shipped_format("club")))
    execute(
        context,
        OWNER,
        TOURNAMENTS,
        CUP,
        c.Register("Cora", "B", (single(Profile("Cy")), single(Profile("Di")))),
    )
    execute(context, OWNER, TOURNAMENTS, CUP, c.CheckIn("Cora", (3, 4)))
    choose(client, director, "mine", division="2")
    execute(context, OWNER, TOURNAMENTS, CUP, c.PublishRound("Cora", "B", (Seating(2, (3, 4)),)))
    station = bearer(join(context, Grant(Role.JUDGING_STATION, CUP), name="Dais")[0])
    shown = client.get("/judge", headers=station).text
    assert "Which division is the play from?" in plain(shown)
    assert re.search(r'<form class="question"[^>]* hidden', shown)
    refused = client.post("/api/v1/judge", json={"words": "CAT"}, headers=station)
    assert refused.json()["code"] == "which-division"
    verdicts = {}
    for division in ("1", "2"):
        of = {"of": f"{CUP}/{division}"}
        assert 'action="/judge?of=' in client.get("/judge", params=of, headers=station).text
        asked = client.post("/api/v1/judge", json={"words": "CAT"}, params=of, headers=station)
        verdicts[division] = asked.json()["good"]
    assert verdicts == {"1": False, "2": True}
    gone = client.post("/judge", params={"of": "tournament-9/1"}, data={"words": "CAT"}, headers=station)
    assert gone.status_code == 422
