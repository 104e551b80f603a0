"""Rulebooks, formats, clauses and word lists, the judge and the audit log, through the API."""

from pathlib import Path

import pytest
from litestar.testing import TestClient

from web.room import ROLES, bearer, begin_cup, join_as, start_round
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.shelf import Shelf
from wordwaiter.roles import Role
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.rulebooks.reading import shipped_rulebooks
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.tournament.formats.reading import shipped_formats
from wordwaiter.web.http.app import create_app

from .conftest import Ask
from .person import Person, refused, told
from .venue import Venue, furnish, open_house


def test_every_rulebook_is_told_in_settings_and_sentences(public: Person) -> None:
    assert [each["name"] for each in told(public.get("/rulebooks"))] == list(shipped_rulebooks())
    for name in shipped_rulebooks():
        rulebook = told(public.get(f"/rulebooks/{name}"))
        assert rulebook["settings"]
        assert rulebook["sheet"]["sections"]
    refused(public.get("/rulebooks/chess"), 404, "no-such-rulebook")


def test_every_format_is_told_setting_by_setting(public: Person) -> None:
    assert [each["name"] for each in told(public.get("/formats"))] == list(shipped_formats())
    for name in shipped_formats():
        assert told(public.get(f"/formats/{name}"))["settings"]["rounds"]["count"]["is"] >= 1
    refused(public.get("/formats/..%2Fclub"), 404, "no-such-page")
    refused(public.get("/formats/knockout"), 404, "no-such-format")


def test_every_clause_can_be_looked_up(public: Person) -> None:
    found = told(public.get("/clauses"))
    assert len(found["clauses"]) == len(catalogue().clauses)
    assert told(public.get("/clauses/iowa-8"))["says"]
    refused(public.get("/clauses/iowa-999"), 404, "no-such-clause")


def test_word_lists_are_told_without_their_words(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "lists", tmp_path / "cache")
    parts = ContextParts(Judge((shelf.open("enable"),)), shelf)
    with Context.open(tmp_path / "lists.db", parts) as context, TestClient(create_app(context)) as client:
        anybody = Person(client, {})
        found = told(anybody.get("/word-lists"))
        assert found["judging"] == ["enable"]
        assert {"enable", "modern"} <= {each["name"] for each in found["lists"]}
        assert told(anybody.get("/word-lists/enable"))["count"] == 172_820
        refused(anybody.get("/word-lists/nothing"), 404, "no-such-list")


def test_without_a_shelf_there_are_no_lists(public: Person) -> None:
    assert told(public.get("/word-lists"))["lists"] == []
    refused(public.get("/word-lists/enable"), 404, "no-such-list")


# ---------------------------------------------------------------- the judge


@pytest.mark.clause("bee-phones")
def test_while_a_round_runs_the_judge_is_for_judges_devices(tmp_path: Path) -> None:
    with open_house(tmp_path) as context, TestClient(create_app(context)) as client:
        begin_cup(context)
        everybody = {role: Person(client, bearer(join_as(context, role)[0])) for role in ROLES}
        everybody[Role.PUBLIC] = Person(client, {})
        for person in everybody.values():
            assert told(person.post("/judge", {"words": "quotes"}))["good"] is True
        start_round(context)
        for role, person in everybody.items():
            answer = person.post("/judge", {"words": "quotes"})
            if role in (Role.DIRECTOR, Role.JUDGE, Role.JUDGING_STATION):
                assert told(answer)["good"] is True
            else:
                refused(answer, 403, "door-closed")


def test_rulings_with_their_grounds_are_for_judges(person: Ask) -> None:
    judge = person(Role.JUDGE)
    # Divisions with sponsors or a longest word are judged by rules of their own.
    refused(judge.post("/judge", {"words": "quotes qxz"}), 422, "which-division")
    told(judge.post("/judge?of=example-1/1", {"words": "quotes qxz"}))
    ruling = told(judge.get("/judge/rulings", newest=1))[0]
    assert [word["ground"] for word in ruling["words"]] == [None, "not-in-list"]
    refused(person(Role.PLAYER).get("/judge/rulings"), 403, "door-closed")


def test_a_call_comes_into_the_queue_and_is_settled_there(venue: Venue, person: Ask) -> None:
    told(
        person(Role.SCOREKEEPER).give(venue.turns, "call-official", table=2, wanted="judge", reason="a word")
    )
    judge = person(Role.JUDGE)
    (waiting,) = [each for each in told(judge.get("/judge/queue")) if each["matter"] == "call"]
    assert (waiting["table"], waiting["note"], waiting["answered_by"]) == (2, "a word", None)
    told(judge.post("/judge/queue", {"id": waiting["id"], "answer": "coming"}))
    told(judge.post("/judge/queue", {"id": waiting["id"], "answer": "over", "note": "settled"}))
    again = judge.post("/judge/queue", {"id": waiting["id"], "answer": "over"})
    refused(again, 409, "settled-already")
    refused(person(Role.PLAYER).get("/judge/queue"), 403, "not-your-role")


def test_what_a_judge_says_to_the_queue_is_answered_alike_when_it_is_sent_again(
    venue: Venue, person: Ask
) -> None:
    told(person(Role.SCOREKEEPER).give(venue.turns, "call-official", table=1, wanted="judge", reason="tea"))
    judge = person(Role.JUDGE)
    (waiting,) = [each for each in told(judge.get("/judge/queue")) if each["note"] == "tea"]
    over = {"id": waiting["id"], "answer": "over"}
    first = told(judge.post("/judge/queue", over, Idempotency_Key="queue-1"))
    assert told(judge.post("/judge/queue", over, Idempotency_Key="queue-1")) == first == waiting
    other = {**over, "note": "spilt"}
    refused(judge.post("/judge/queue", other, Idempotency_Key="queue-1"), 409, "key-used")
    refused(judge.post("/judge/queue", over, Idempotency_Key="queue-2"), 409, "settled-already")


# ---------------------------------------------------------------- the house


def test_gaps_are_told_to_the_director_of_the_house(director: Person, person: Ask) -> None:
    assert told(director.get("/gaps")) == []
    refused(director.post("/gaps/1", {"ran": True}), 404, "no-such-gap")
    refused(person(Role.JUDGE).get("/gaps"), 403, "not-your-role")


def test_after_a_restart_the_director_decides_once_whether_clocks_ran(tmp_path: Path) -> None:
    with open_house(tmp_path) as context:
        furnish(context)
    with open_house(tmp_path) as context, TestClient(create_app(context)) as client:
        link = context.devices.new_director(only_here=False)
        joined = told(Person(client, {}).post("/join", {"code": link.secret, "name": "Dora"}), 201)
        director = Person(client, {"Authorization": f"Bearer {joined['token']}"})
        (gap,) = told(director.get("/gaps"))
        assert gap["clocks"]
        assert gap["ran"] is None
        assert told(director.post(f"/gaps/{gap['number']}", {"ran": False}))["ran"] is False
        refused(director.post(f"/gaps/{gap['number']}", {"ran": True}), 409, "gap-decided")


# ---------------------------------------------------------------- the audit log


def test_what_was_done_can_be_found_by_who_when_why_and_clause(venue: Venue, person: Ask) -> None:
    director = person(Role.DIRECTOR)
    told(director.give(venue.turns, "take-money", fund="donation", cents=4_200, method="cash", note="a hat"))
    (line,) = told(director.get("/audit", stream=venue.turns, text="$42", most=1))
    assert line["kind"] == "tournament.money_taken"
    assert line["by"] == "the director"
    assert line["device"].startswith("device-")
    assert told(director.get("/audit", stream=venue.turns, by="nobody of that name")) == []
    assert told(director.get("/audit", since=line["time"], kind="tournament.money", most=1)) == [line]
    older = told(director.get("/audit", before=line["position"], most=3))
    assert [each["position"] for each in older] == sorted((each["position"] for each in older), reverse=True)
    assert all(each["position"] < line["position"] for each in older)
    refused(director.get("/audit", since="yesterday"), 422, "bad-time")


def test_officials_search_their_own_tournament_and_others_nothing(venue: Venue, person: Ask) -> None:
    assert told(person(Role.JUDGE).get("/audit", stream=venue.turns))
    refused(person(Role.JUDGE).get("/audit"), 403, "not-your-role")
    refused(person(Role.JUDGE).get("/audit", stream=venue.spare), 403, "not-your-role")
    refused(person(Role.PLAYER).get("/audit", stream=venue.turns), 403, "not-your-role")
    refused(person(Role.PUBLIC).get("/audit"), 401, "unknown-device")


def test_the_puzzle_of_a_day_is_that_of_the_terminal(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "lists", tmp_path / "cache")
    parts = ContextParts(Judge((shelf.open("enable"),)), shelf)
    with Context.open(tmp_path / "puzzle.db", parts) as context, TestClient(create_app(context)) as client:
        asked = client.get("/api/v1/puzzle", params={"day": "2026-11-19"}).json()
        assert (asked["day"], asked["rack"], asked["best"]) == ("2026-11-19", "BBEIILS", None)
        told = client.get("/api/v1/puzzle", params={"day": "2026-11-19", "answer": "true"}).json()
        assert (told["position"], told["best"]) == (asked["position"], "O1 BIBLES")
        assert client.get("/api/v1/puzzle", params={"day": "soon"}).json()["code"] == "no-such-puzzle"
