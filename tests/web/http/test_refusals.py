"""Refusals in French: by the code of the error, with its facts; in English, and marked so, otherwise."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import wordwaiter
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, join, start_round
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game import commands as g
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.shape import ShapeCode
from wordwaiter.service.access.callers import HOUSE, Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.problems import HTTP_PROBLEMS
from wordwaiter.web.render.refusals import plain, refusals, sentence_in
from wordwaiter.web.words import holes

Client = TestClient[Any]
SOURCES = Path(wordwaiter.__file__).parent
FRENCH = refusals("fr")

OF_THE_TABLE = (
    "game/deciders/turns.py",
    "game/deciders/opening.py",
    "game/deciders/challenge.py",
    "game/deciders/guards.py",
    "game/deciders/at_turn.py",
    "game/deciders/laying.py",
    "game/deciders/officials.py",
    "game/deciders/endings.py",
    "game/deciders/count.py",
    "game/timing.py",
    "game/result.py",
    "game/deciders/correction.py",
    "game/hare/building.py",
    "game/hare/closing.py",
    "game/hare/challenge.py",
    "service/judging/queue.py",
    "service/access/invitations.py",
    "service/access/permissions.py",
    "tournament/rounds/results.py",
    "tournament/rounds/running.py",
    "tournament/day.py",
    "tournament/entrants/registration.py",
    "web/pages/table/forms.py",
    "web/pages/table/page.py",
    "web/pages/forms.py",
    "web/http/authentication.py",
    "web/pages/director/overview.py",
    "web/pages/director/day.py",
    "web/pages/director/entrants.py",
    "web/pages/director/entrant.py",
    "web/pages/director/check_in.py",
    "web/pages/director/import_list.py",
    "tournament/entrants/finding.py",
    "web/pages/director/profile_forms.py",
    "web/pages/director/word_lists.py",
)
"""Where the refusals come from that somebody at a table, a judge, a director or whoever joins may meet."""

NEVER_ON_A_PAGE = {"bad-price", "other-board", "unplayed-known", "undecided-route", "bad-table"}
"""What no form of a page can bring about: only a program that writes its own requests meets it."""


def raised_in(file: str) -> Iterator[tuple[str, frozenset[str]]]:
    """The codes of the errors that a file raises, with the names of their facts."""
    for node in ast.walk(ast.parse((SOURCES / file).read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.endswith("Error"):
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, frozenset(each.arg for each in node.keywords if each.arg)


@pytest.mark.parametrize("file", OF_THE_TABLE)
def test_everything_that_may_be_refused_there_is_said_in_french(file: str) -> None:
    codes = {code for code, _ in raised_in(file)}
    assert codes - FRENCH.keys() - NEVER_ON_A_PAGE == set()


def test_every_fault_of_a_play_and_every_answer_of_the_server_is_said_in_french() -> None:
    assert {code.value for code in ShapeCode} <= FRENCH.keys()
    assert {code for code, _ in HTTP_PROBLEMS.values()} <= FRENCH.keys()


@pytest.mark.long
def test_a_french_sentence_asks_for_facts_that_the_error_has() -> None:
    facts: dict[str, list[frozenset[str]]] = {}
    for path in SOURCES.rglob("*.py"):
        for code, names in raised_in(str(path.relative_to(SOURCES))):
            facts.setdefault(code, []).append(names)
    for code, text in FRENCH.items():
        if holes(text):
            assert any(holes(text) <= names for names in facts.get(code, ())), code


def test_a_sentence_is_told_with_its_facts_and_its_clause() -> None:
    error = IllegalError("bag-too-short", "an exchange needs 7", clause="ontario-4-exchange", bag=6, least=7)
    french = sentence_in("fr", error.code, error.sentence, error.facts, error.clause)
    assert french == (
        "un échange demande 7 lettres dans le sac et il y en a 6 ; jouez ou passez (ontario-4-exchange)"
    )
    assert sentence_in("en", error.code, error.sentence, error.facts, error.clause) == error.sentence


def test_what_is_not_there_or_lacks_a_fact_is_told_in_english_and_marked() -> None:
    unknown = ConflictError("quite-new", "this is <new>")
    french = sentence_in("fr", unknown.code, unknown.sentence, unknown.facts)
    assert french == '<span lang="en">This is &lt;new&gt;.</span>'
    assert plain(french) == "This is <new>."
    bare = MalformedError("bad-play", "that is no play")
    assert 'lang="en"' in sentence_in("fr", bare.code, bare.sentence, bare.facts)


def test_a_value_that_looks_like_a_hole_is_only_text() -> None:
    assert "{text}" in sentence_in("fr", "bad-play", "", {"text": "{text}"})


# ---------------------------------------------------------------- on pages


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        start_round(context)
        for seat, tile in enumerate("AB"):
            execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[Client]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def french(context: Context) -> dict[str, str]:
    token, _ = join(context, Grant(Role.DIRECTOR, HOUSE), name="Cora")
    return {**bearer(token), "Accept-Language": "fr-CA"}


def complaint(text: str) -> str:
    found = re.search(r'role="alert">([^<]+)<', text)
    assert found, text
    return " ".join(found[1].split())


def test_a_table_a_director_and_a_judge_are_refused_in_french(client: Client, french: dict[str, str]) -> None:
    table = client.post(f"/tables/{TABLE}", data={"do": "play", "play": "nonsense"}, headers=french)
    assert complaint(table.text).startswith("« nonsense » n’est pas un coup")
    far = client.post(f"/tables/{TABLE}", data={"do": "play", "play": "1A CAT"}, headers=french)
    assert complaint(far.text).startswith("Le premier mot couvre la case du milieu.")
    late = client.post(f"/director/{CUP}/day", data={"do": "shift", "by": "5"}, headers=french)
    assert complaint(late.text).startswith("Toutes les activités ont commencé")
    nobody = client.get(f"/director/{CUP}", headers={"Accept-Language": "fr"})
    assert "Cet appareil ne s’est pas joint" in nobody.text
    joining = client.post("/join", data={"code": "ABCDEFGHJKLMNPQRSTUVWXYZ23", "name": "Ann"}, headers=french)
    assert "Code inconnu" in joining.text


def test_a_script_is_told_in_french_and_a_program_in_english(client: Client, french: dict[str, str]) -> None:
    asked = {**french, "Accept": "application/json"}
    refused = client.post(f"/tables/{TABLE}", data={"do": "challenge"}, headers=asked).json()
    assert refused["code"] == "nothing-to-challenge"
    assert refused["sentence"].startswith("le dernier tour n’était pas un coup")
    preview = client.get(f"/previews/{TABLE}?play=1A CAT", headers=french).json()
    assert preview["faults"][0]["text"].startswith("Le premier mot couvre la case du milieu")
    program = client.get("/api/v1/tournaments/nothing", headers=french).json()
    assert program["sentence"].startswith("there is no")


def test_what_comes_after_its_turn_is_refused_and_what_was_taken_is_answered_again(
    client: Client, french: dict[str, str]
) -> None:
    def send(**fields: str) -> dict[str, Any]:
        asked = {**french, "Accept": "application/json"}
        answer: dict[str, Any] = client.post(f"/tables/{TABLE}", data=fields, headers=asked).json()
        return answer

    play = {"do": "play", "play": "8D QUOTES", "at_turn": "1", "sending": "a" * 32}
    taken = send(**play)
    assert taken["said"].startswith("8D QUOTES")
    assert send(**play) == taken
    late = send(do="points", points="24", at_turn="1", meta="b" * 32)
    assert late["code"] == "turn-over"
    assert "saisi au tour 1 (Ann Leclerc), mais c’est maintenant le tour 2 (Bo Poe)" in late["sentence"]
    assert "Ann Leclerc joue 8D QUOTES pour" in late["sentence"]
    assert send(do="pass", at_turn="3", meta="c" * 32)["code"] == "turn-to-come"
    # A call is for no turn, and a form of an older page says none.
    assert "code" not in send(do="call", wanted="judge", at_turn="1", meta="d" * 32)
    assert "code" not in send(do="pass", meta="e" * 32)
    # The last turn was a pass; the play before it can still be put right.
    shown = client.get(f"/tables/{TABLE}", headers=french).text
    assert re.search(r'id="correct-turn"[^>]* value="1"', shown)


def test_points_that_nobody_would_believe_are_asked_back_once(client: Client, french: dict[str, str]) -> None:
    shown = re.search(r'name="at_turn" value="(\d+)"', client.get(f"/tables/{TABLE}", headers=french).text)
    assert shown
    turn = int(shown[1])
    form = {"do": "points", "points": "9999", "at_turn": str(turn), "sending": "1" * 32}
    asked = client.post(f"/tables/{TABLE}", data=form, headers=french)
    assert asked.status_code == 409
    assert complaint(asked.text).startswith("9999 points en un seul coup")
    assert '<input type="hidden" name="again" value="9999">' in asked.text, "pressed again they are meant"
    other = client.post(f"/tables/{TABLE}", data={**form, "again": "999"}, headers=french)
    assert other.status_code == 409
    told = {**french, "Accept": "application/json"}
    sure = client.post(f"/tables/{TABLE}", data={**form, "again": "9999", "sending": "2" * 32}, headers=told)
    assert "9\u202f999" in sure.json()["said"]
    doubtful = {**form, "points": "401", "at_turn": str(turn + 1), "sending": "4" * 32}
    assert client.post(f"/tables/{TABLE}", data=doubtful, headers=told).status_code == 409
    usual = {"do": "points", "points": "400", "at_turn": str(turn + 1), "sending": "3" * 32}
    assert "400" in client.post(f"/tables/{TABLE}", data=usual, headers=told).json()["said"]
