"""Word study by plain requests: searching, printing, importing, and a house in which a round runs."""

import json
import re
import threading
from collections.abc import Iterator
from html import unescape
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from litestar.serialization import encode_json
from litestar.testing import TestClient

from service.study.test_zyzzyva import TABLE, a_box, row
from web.room import begin_cup, start_round
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.paper import apart
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.jobs.own_process import OwnProcess, ProcessDiedError
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.play import study_box

Client = TestClient[Any]


def visitor(context: Context, **limits: Limiter) -> Client:
    client: Client = TestClient(create_app(context, limits=Limits(**limits)))  # type: ignore[arg-type]
    client.headers["Origin"] = str(client.base_url)
    return client


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    parts = ContextParts(judge=Judge((open_lexicon("enable"),)))
    with Context.open(tmp_path_factory.mktemp("study") / "journal.db", parts) as context:
        yield context


@pytest.fixture(scope="module")
def client(context: Context) -> Iterator[Client]:
    with visitor(context) as client:
        yield client


def words_on(html: str) -> list[str]:
    cells = re.findall(r'<th scope="row">(.*?)</th>', html, re.DOTALL)
    return [re.sub(r"<span.*?</span>", "", cell, flags=re.DOTALL).strip() for cell in cells]


def quiz_on(html: str) -> dict[str, Any]:
    found = re.search(r'id="study">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(unescape(found[1]))
    return told


def test_the_start_page_leads_to_study_and_study_to_lists_that_are_there(client: Client) -> None:
    assert 'href="/study"' in client.get("/").text
    form = client.get("/study").text
    starts = re.findall(r'href="(/study\?[^"]+)"', form)
    assert len(starts) == 6
    for address in starts:
        page = client.get(unescape(address))
        assert page.status_code == 200
        assert words_on(page.text), address


def test_a_search_shows_words_with_hooks_and_inner_hooks_and_makes_a_quiz(client: Client) -> None:
    page = client.get("/study", params={"letters": "aeinrst"}).text
    assert words_on(page)[:2] == ["ANESTRI", "ANTSIER"]
    assert len(words_on(page)) == 9
    (question,) = quiz_on(page)["questions"]
    assert question["key"] == "AEINRST"
    assert {"word": "RETINAS", "front": [], "back": [], "inner": [False, True]} in question["answers"]
    assert "also a word without its last letter" in page


def test_the_next_page_goes_on_and_the_form_keeps_what_was_typed(client: Client) -> None:
    asked = {"pattern": "?A*E", "shortest": "6", "longest": "6"}
    first = client.get("/study", params=asked).text
    assert 'value="?A*E"' in first
    (after,) = [unescape(found) for found in re.findall(r'href="([^"]+from=[^"]+)"', first)]
    second = client.get(after).text
    assert len(words_on(first)) == 100
    assert not set(words_on(first)) & set(words_on(second))


@pytest.mark.parametrize(
    "asked",
    [
        {"pattern": "[A"},
        {"shortest": "x"},
        {"shortest": "9", "longest": "3"},
        {"letters": "A1"},
        {"use": "no"},
    ],
)
def test_a_search_that_makes_no_sense_comes_back_with_a_sentence(
    client: Client, asked: dict[str, str]
) -> None:
    answer = client.get("/study", params=asked)
    assert answer.status_code == 422
    complaint = re.search(r'role="alert">([^<]+)<', answer.text)
    assert complaint is not None
    assert complaint[1].strip()


def test_no_word_is_there_is_said(client: Client) -> None:
    assert "0 words" in client.get("/study", params={"letters": "QQQ"}).text


def test_a_printed_list_is_typeset_apart_and_leaves_nothing_in_the_program(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def here(*_: object) -> bytes:
        raise AssertionError("typeset in this process, which keeps it")

    monkeypatch.setattr(apart, "pdf", here)
    answer = client.get("/study/print", params={"pattern": "*Q[^U]*"})
    assert answer.content.startswith(b"%PDF-"), answer.text[:300]
    assert not [each for each in active_children() if each.name == "paper"]


@pytest.mark.parametrize("failed", [TimeoutError(), ProcessDiedError("engine-busy", "it is gone")])
def test_a_list_that_cannot_be_typeset_now_is_printed_later(
    client: Client, monkeypatch: pytest.MonkeyPatch, failed: Exception
) -> None:
    def fail(*_: object, **__: object) -> bytes:
        raise failed

    monkeypatch.setattr(OwnProcess, "do", fail)
    answer = client.get("/study/print", params={"pattern": "*Q[^U]*"})
    assert answer.status_code == 503
    assert "The server is busy" in answer.text


def test_the_printed_list_is_a_pdf_file(client: Client) -> None:
    answer = client.get("/study/print", params={"pattern": "*Q[^U]*"})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert client.get("/study/print", params={"pattern": "[A"}).status_code == 422


JSON = {"Accept": "application/json"}


def imported(client: Client, content: bytes, **fields: str) -> Any:
    file = {"file": ("Anagrams.db", content, "application/octet-stream")}
    return client.post("/study/import", files=file, data=fields, headers=JSON)


def test_a_card_box_of_zyzzyva_comes_in_with_answers_and_history(client: Client) -> None:
    answer = imported(client, a_box(TABLE, row(), row("'QQQ'")))
    assert answer.status_code == 200, answer.text
    told = answer.json()
    (card,) = told["cards"]
    assert (card["key"], card["box"], card["due"], card["streak"]) == ("AEINRST", 4, 1_600_000_000, 2)
    assert len(card["answers"]) == 9
    assert (told["unknown"], told["examples"]) == (1, ["QQQ"])


def test_a_large_card_box_comes_in(client: Client) -> None:
    letters = [
        f"'{first}{second}{third}'"
        for first in "ABCDEFGHIJ"
        for second in "ABCDEFGHIJ"
        for third in "ABCDEFGHIJ"
    ]
    told = imported(client, a_box(TABLE, *map(row, letters))).json()
    assert len(told["cards"]) == 60, "one for all who are anagrams of each other"
    assert told["unknown"] == 703
    assert imported(client, b"x" * 3_000_000).status_code == 413


def test_a_file_that_is_no_card_box_is_refused_with_a_sentence(client: Client) -> None:
    answer = imported(client, b"SQLite format 3\0 and no more")
    assert answer.status_code == 422
    assert answer.json()["code"] == "bad-box"
    assert client.post("/study/import", data={"list": ""}, headers=JSON).json()["code"] == "no-file"


def test_ten_megabytes_of_cards_are_written_beside_what_answers_everybody(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []

    def noted(told: Any) -> bytes:
        written.append(threading.current_thread().name)
        return encode_json(told)

    monkeypatch.setattr(study_box, "encode_json", noted)
    answer = imported(client, b"cat\n")
    assert answer.headers["content-type"] == "application/json"
    assert [each["key"] for each in answer.json()["cards"]] == ["ACT"]
    assert [name.partition("_")[0] for name in written] == ["studies"]


def test_one_address_searches_only_so_often_and_pays_more_for_what_takes_long(context: Context) -> None:
    with visitor(context, studies=Limiter(Rate(22, 0.01))) as client:
        assert client.get("/study").status_code == 200, "the form alone costs nothing"
        assert client.get("/study?letters=CAT").status_code == 200
        assert client.get("/study/print?letters=CAT").status_code == 200
        assert client.get("/study?letters=CAT").status_code == 200
        refused = client.get("/study?letters=CAT")
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert imported(client, b"cat\n").status_code == 429


def test_while_a_round_runs_every_page_says_that_it_is_closed(tmp_path: Path) -> None:
    parts = ContextParts(judge=Judge((open_lexicon("enable"),)))
    with Context.open(tmp_path / "closed.db", parts) as context, visitor(context) as client:
        begin_cup(context)
        start_round(context)
        for path in ("/study", "/study?letters=CAT", "/study/box", "/study/missed"):
            page = client.get(path).text
            assert "opens again when it is over" in page, path
            assert "ACT" not in page
        for answer in (client.get("/study/print?letters=CAT"), imported(client, b"cat\n")):
            assert answer.status_code == 409
            assert (
                answer.json()["code"] == "study-closed" if "json" in answer.headers["content-type"] else True
            )
