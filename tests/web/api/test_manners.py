"""What holds for every request: keys, versions, problems, ids, sizes, and what is kept of it."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import patiently
from wordwaiter.errors import UnavailableError
from wordwaiter.roles import Role
from wordwaiter.web.api.routes import LARGEST_BODY
from wordwaiter.web.http.program_log import LOGGER, write_log_to

from ..conftest import Start
from .conftest import Ask
from .person import Person, refused, told
from .venue import Venue


def take(cents: int) -> dict[str, object]:
    return {"command": "take-money", "fund": "donation", "cents": cents, "method": "cash"}


def total(person: Person, venue: Venue) -> int:
    cents: int = told(person.get(f"/tournaments/{venue.turns}/funds"))["total_cents"]
    return cents


# ---------------------------------------------------------------- keys and versions


def test_a_command_that_is_sent_again_is_done_once(venue: Venue, person: Ask) -> None:
    treasurer, path = person(Role.TREASURER), f"/tournaments/{venue.turns}/commands"
    before = total(treasurer, venue)
    first = told(treasurer.post(path, take(100), Idempotency_Key="once"))
    again = told(treasurer.post(path, take(100), Idempotency_Key="once"))
    assert first["facts"] == again["facts"]
    assert total(treasurer, venue) == before + 100


def test_a_key_with_another_command_is_refused_and_the_same_one_may_be_written_otherwise(
    venue: Venue, person: Ask
) -> None:
    treasurer, path = person(Role.TREASURER), f"/tournaments/{venue.turns}/commands"
    before = total(treasurer, venue)
    first = told(treasurer.post(path, take(100), Idempotency_Key="one"))
    problem = refused(treasurer.post(path, take(200), Idempotency_Key="one"), 409, "key-used")
    assert problem["sentence"].startswith("this key was already used for another command")
    written_anew = dict(reversed(take(100).items()))
    assert told(treasurer.post(path, written_anew, Idempotency_Key="one"))["facts"] == first["facts"]
    assert total(treasurer, venue) == before + 100


def test_a_key_with_the_same_file_for_another_division_is_refused(director: Person) -> None:
    divisions = [{"name": name, "format": "club"} for name in "AB"]
    new = told(director.post("/tournaments", {"name": "Files", "divisions": divisions}), 201)
    sender = replace(director, headers={**director.headers, "Idempotency-Key": "file"})
    path, sent = f"/tournaments/{new['tournament']}/entrants/import", b"name\nPia Queue\n"
    first = told(sender.post_file(path, sent, "text/csv", division="A"))
    assert told(sender.post_file(path, sent, "text/csv", division="A")) == first
    refused(sender.post_file(path, sent, "text/csv", division="B"), 409, "key-used")


def test_two_devices_may_choose_the_same_key(venue: Venue, person: Ask) -> None:
    path = f"/tournaments/{venue.turns}/commands"
    first = told(person(Role.TREASURER).post(path, take(100), Idempotency_Key="same"))
    other = told(person(Role.TREASURER).post(path, take(200), Idempotency_Key="same"))
    assert first["facts"] != other["facts"]


def test_a_key_that_was_used_elsewhere_never_gives_the_answer_from_there(
    venue: Venue, director: Person
) -> None:
    told(director.post(f"/tournaments/{venue.turns}/commands", take(100), Idempotency_Key="elsewhere"))
    close = {"command": "close-round", "division": "A"}  # none is open: refused for itself, too
    table = {"rulebook": "club", "opening": {"kind": "physical", "sides": ["Ann", "Bob"]}}
    for path, sent in (
        (f"/tournaments/{venue.spare}/commands", close),
        ("/tournaments", {"name": "New"}),
        ("/tables", table),
    ):
        refused(director.post(path, sent, Idempotency_Key="elsewhere"), 409, "key-used")
    told(director.post("/tables", table, Idempotency_Key="of-a-table"), 201)
    refused(director.post("/tournaments", {"name": "New"}, Idempotency_Key="of-a-table"), 409, "key-used")


@pytest.mark.parametrize("key", ["", "two words", "x" * 201])
def test_a_key_that_is_none_is_refused(venue: Venue, person: Ask, key: str) -> None:
    path = f"/tournaments/{venue.turns}/commands"
    refused(person(Role.TREASURER).post(path, take(100), Idempotency_Key=key), 422, "bad-key")


def test_a_version_that_is_old_is_refused_with_what_happened_since(venue: Venue, person: Ask) -> None:
    treasurer, path = person(Role.TREASURER), f"/tournaments/{venue.turns}"
    seen = treasurer.get(path).headers["etag"]
    first = treasurer.post(f"{path}/commands", take(100), If_Match=seen)
    assert told(first)["version"] == int(seen.strip('"')) + 1
    assert first.headers["etag"] == f'"{int(seen.strip(chr(34))) + 1}"'
    problem = refused(treasurer.post(f"{path}/commands", take(100), If_Match=seen), 409, "stale-version")
    assert [each["kind"] for each in problem["facts"]["since"]] == ["tournament.money_taken"]
    refused(treasurer.post(f"{path}/commands", take(100), If_Match="yesterday"), 422, "bad-version")


# ---------------------------------------------------------------- problems


@pytest.mark.parametrize(
    "body", [b"", b"{", b"null", b"[]", b'{"command": 7}', b"\xff\xfe", b'{"a":' * 5_000, b'"\\ud800"']
)
def test_a_body_that_cannot_be_read_is_told_so(venue: Venue, director: Person, body: bytes) -> None:
    answer = director.post_file(f"/tournaments/{venue.turns}/commands", body, "application/json")
    refused(answer, 400, "malformed-request")


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_of_another_type_is_not_taken(venue: Venue, director: Person, media_type: str) -> None:
    answer = director.post_file(f"/tournaments/{venue.turns}/commands", b"{}", media_type)
    refused(answer, 415, "wrong-type")


def test_a_body_that_is_too_large_is_refused(venue: Venue, director: Person) -> None:
    body = b'{"command": "' + b"x" * LARGEST_BODY + b'"}'
    answer = director.post_file(f"/tournaments/{venue.turns}/commands", body, "application/json")
    refused(answer, 413, "too-large")


def test_a_parameter_out_of_bounds_is_refused(venue: Venue, director: Person) -> None:
    refused(director.get(f"/tournaments/{venue.turns}/log", newest=0), 400, "malformed-request")


def test_an_address_at_which_there_is_nothing(public: Person) -> None:
    refused(public.get("/nothing"), 404, "no-such-page")
    refused(public.post("/rulebooks", {}), 405, "wrong-method")


def test_nobody_learns_where_the_journal_lies_on_this_computer(venue: Venue, public: Person) -> None:
    problem = refused(public.get("/tournaments/tournament-99"), 404, "no-such-tournament")
    assert str(venue.context.journal.name) not in problem["sentence"]


def test_a_token_that_is_not_known_is_told_so(public: Person) -> None:
    stranger = Person(public.client, {"Authorization": f"Bearer {'x' * 43}"})
    refused(stranger.get("/tournaments"), 401, "unknown-device")


def test_what_cannot_be_written_down_now_may_be_tried_again(
    venue: Venue, person: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UnavailableError("disk-full", "there is no room on the disk; make room, then go on")

    treasurer, path = person(Role.TREASURER), f"/tournaments/{venue.turns}"
    before = total(treasurer, venue)
    with monkeypatch.context() as patch:
        patch.setattr(venue.context.journal.writer, "hand_in", full)
        answer = treasurer.post(f"{path}/commands", take(100), Idempotency_Key="later")
        refused(answer, 503, "disk-full")
        assert int(answer.headers["retry-after"]) > 0
        assert total(treasurer, venue) == before
    told(treasurer.post(f"{path}/commands", take(100), Idempotency_Key="later"))
    assert total(treasurer, venue) == before + 100


# ---------------------------------------------------------------- ids, the log and the counts


def test_every_answer_has_an_id_of_its_own(public: Person) -> None:
    ids = {public.get(path).headers["x-request-id"] for path in ("/rulebooks", "/nothing", "/rulebooks")}
    assert len(ids) == 3
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids)


def test_an_id_that_was_given_is_kept_if_it_looks_like_one(public: Person) -> None:
    given = Person(public.client, {"X-Request-ID": "proxy-0123456789"})
    assert given.get("/rulebooks").headers["x-request-id"] == "proxy-0123456789"
    odd = Person(public.client, {"X-Request-ID": 'x"}'})
    assert odd.get("/rulebooks").headers["x-request-id"] != 'x"}'


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "program.log"
    logger = logging.getLogger(LOGGER)
    level = logger.level
    handler = write_log_to(path)
    yield path
    logger.removeHandler(handler)
    logger.setLevel(level)
    handler.close()


def test_the_log_has_a_line_for_each_request_and_no_secret(venue: Venue, director: Person, log: Path) -> None:
    grants = [{"role": "emcee", "stream": venue.turns}]
    made = told(director.post("/invitations", {"grants": grants, "name": "Em"}), 201)
    joined = told(director.post("/join", {"code": made["secret"]}), 201)
    asked = director.get("/tournaments/tournament-99", after="hidden-in-the-query")
    text = log.read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    last = [line for line in lines if line["message"] == "answered"][-1]
    assert last["request"] == asked.headers["x-request-id"]
    assert (last["method"], last["path"], last["status"], last["problem"]) == (
        "GET",
        "/api/v1/tournaments/tournament-99",
        404,
        "no-such-tournament",
    )
    assert last["ms"] >= 0
    token = director.headers["Authorization"].removeprefix("Bearer ")
    for secret in (made["secret"], joined["token"], token, "hidden-in-the-query"):
        assert secret not in text


@pytest.mark.parametrize("path", ["/join/", "/JOIN/", "/api/v1/join/", "/join/pin/x/"])
def test_a_code_in_an_address_that_was_typed_wrongly_is_in_no_log(
    public: Person, log: Path, path: str
) -> None:
    public.client.get(f"{path}YVWVEP4VE47PJD9F67R8385SAS")
    text = log.read_text("utf-8")
    assert "answered" in text
    assert "YVWVEP" not in text


def test_the_program_writes_its_log_where_it_is_told_to(start: Start, tmp_path: Path) -> None:
    path = tmp_path / "program.log"
    program = start("--log", str(path), cwd=tmp_path)
    asked = patiently.get(f"{program.url}/api/v1/rulebooks")
    assert program.stop() == 0
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert asked.headers["x-request-id"] in {line.get("request") for line in lines}


def test_a_mistake_of_ours_is_in_the_log_with_its_trace(
    public: Person, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wordwaiter.web.api.library.catalogue", lambda: 1 // 0)
    answer = public.get("/clauses")
    refused(answer, 500, "our-mistake")
    assert "ZeroDivisionError" not in answer.text
    lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    (mistake,) = [line for line in lines if "ZeroDivisionError" in line.get("trace", "")]
    assert mistake["request"] == answer.headers["x-request-id"]


def test_answers_are_counted_by_route_for_prometheus(venue: Venue, public: Person) -> None:
    public.get(f"/tournaments/{venue.turns}")
    public.get("/tournaments/tournament-99")
    answer = public.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    text = answer.text
    route = 'method="GET",route="/api/v1/tournaments/{tournament}"'
    assert re.search(rf"wordwaiter_requests_total{{{re.escape(route)},status=\"200\"}} \d+", text)
    assert re.search(rf"wordwaiter_requests_total{{{re.escape(route)},status=\"404\"}} \d+", text)
    assert re.search(r'wordwaiter_refusals_total{code="no-such-tournament"} \d+', text)
    longest = 'wordwaiter_request_seconds_bucket{le="+Inf",route="/api/v1/tournaments/{tournament}"}'
    assert longest in text
    assert f"wordwaiter_journal_position {venue.context.journal.position():.1f}" in text
    for line in text.splitlines():
        assert re.fullmatch(r'#.*|[a-z_]+({[a-z]+="[^"]*"(,[a-z]+="[^"]*")*})? [0-9.e+-]+', line), line
