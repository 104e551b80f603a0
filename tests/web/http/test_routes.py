"""What each address answers, by page, by form and by JSON."""

import csv
import io
import re

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.access.callers import _covering
from wordwaiter.service.context import Context
from wordwaiter.service.judging.judge_access import OpenHouse
from wordwaiter.service.judging.rulings import rulings_in
from wordwaiter.store.journal import Journal
from wordwaiter.web.files.assets import assets, sheets_together
from wordwaiter.web.files.joined_scripts import files_joined
from wordwaiter.web.http.app import LARGEST_BODY, create_app
from wordwaiter.web.http.program_log import FIELDS
from wordwaiter.web.http.request_log import LONGEST_PATH
from wordwaiter.web.pages.judge.kiosk import lists_line

Client = TestClient[Litestar]


def test_the_start_page_leads_to_the_judge(client: Client) -> None:
    assert 'href="/judge"' in client.get("/").text


def test_the_page_names_the_word_list(client: Client) -> None:
    response = client.get("/judge")
    assert response.status_code == 200
    assert "Word list: house, 3 words" in response.text


def test_several_lists_are_named_with_edition_and_size() -> None:
    context = Lexicon.of_words("house", ["BOND"])
    sponsors = Lexicon.of_words("sponsors", ["ACME", "ROTARY"])
    assert lists_line(Judge((context, sponsors))) == "Word lists: house, 1 word; sponsors, 2 words"


@pytest.mark.parametrize("theme", ["light", "dark", "projector"])
def test_a_theme_can_be_asked_for_and_is_kept_by_the_form(client: Client, theme: str) -> None:
    page = client.get(f"/judge?theme={theme}").text
    assert f'data-theme="{theme}"' in page
    assert f'action="/judge?theme={theme}"' in page


def test_a_theme_that_does_not_exist_is_the_devices_own(client: Client) -> None:
    page = client.get("/judge?theme=%22%3E%3Cscript%3E").text
    assert "data-theme" not in page
    sheet = client.get(page.split('rel="stylesheet" href="')[1].split('"')[0]).text
    assert "@media (prefers-color-scheme: dark)" in sheet


def test_a_good_play_is_good_by_form_and_by_api(client: Client) -> None:
    form = client.post("/judge", data={"words": "quotes favors"})
    assert form.status_code == 200
    assert 'class="verdict good"' in form.text.split("<template")[0]
    assert "The play stands" in form.text
    api = client.post("/api/v1/judge", json={"words": "quotes favors"})
    assert api.status_code == 200
    assert api.json()["good"] is True


def test_a_bad_play_is_bad_by_form_and_by_api(client: Client) -> None:
    form = client.post("/judge", data={"words": "quotes qxz"})
    assert 'class="verdict not-good"' in form.text.split("<template")[0]
    assert "Take the tiles back" in form.text
    api = client.post("/api/v1/judge", json={"words": ["quotes", "qxz"]})
    assert api.json()["good"] is False


def test_the_answer_for_programs_tells_the_verdict_and_not_which_word_was_bad(
    client: Client, judge: Judge
) -> None:
    answer = client.post("/api/v1/judge", json={"words": "quotes qxz"}).json()
    assert answer.keys() == {"number", "time", "good", "words", "lists", "sponsors"}
    assert answer["words"] == ["QUOTES", "QXZ"]
    assert answer["lists"] == [{"name": "house", "hash": judge.lexicons[0].hash}]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", answer["time"])


def test_the_page_of_a_verdict_does_not_tell_which_word_was_bad(client: Client) -> None:
    first = client.post("/judge", data={"words": "bond bxnd"}).text
    second = client.post("/judge", data={"words": "bxnd bond"}).text
    # Written with the same letters, both pages are the same: nothing else depends on the words.
    assert first.replace("X", "O") == second.replace("X", "O")
    assert "not in the word list" not in first


def test_a_page_with_a_verdict_leaves_it_by_itself_without_scripts(client: Client) -> None:
    page = client.post("/judge?theme=dark", data={"words": "quotes"}).text
    assert '<noscript><meta http-equiv="refresh" content="10; url=/judge?theme=dark"></noscript>' in page
    assert "http-equiv" not in client.get("/judge").text


@pytest.mark.parametrize(
    ("typed", "code"),
    [("", "no-words"), ("qu0tes", "no-such-tile"), ("A" * 10_000, "long-question")],
)
def test_nonsense_gets_a_kind_line_and_no_verdict(
    client: Client, journal: Journal, typed: str, code: str
) -> None:
    form = client.post("/judge", data={"words": typed})
    assert form.status_code == 422
    page, _, templates = form.text.partition("<template")
    assert templates
    assert 'class="verdict' not in page
    assert re.search(r'role="alert">[A-Z][^<]+\.<', page)
    api = client.post("/api/v1/judge", json={"words": typed})
    assert api.status_code == 422
    assert api.json()["code"] == code
    assert "good" not in api.json()
    assert rulings_in(journal) == ()


def test_words_that_could_not_be_judged_stay_in_the_field_as_text(client: Client) -> None:
    page = client.post("/judge", data={"words": '"><script>alert(1)</script>'}).text
    assert 'value="&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in page
    assert "<script>" not in page


@pytest.mark.parametrize(
    ("content", "media_type", "status"),
    [
        (b"{", "application/json", 400),
        (b"{}", "application/json", 400),
        (b'{"words": 7}', "application/json", 400),
        (b'{"words": "quotes", "explain": true}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b'{"words": "' + b"A" * LARGEST_BODY + b'"}', "application/json", 413),
    ],
)
def test_a_request_that_cannot_be_read_is_refused_with_a_code(
    client: Client, content: bytes, media_type: str, status: int
) -> None:
    response = client.post("/api/v1/judge", content=content, headers={"Content-Type": media_type})
    assert response.status_code == status
    assert response.json().keys() == {"code", "sentence", "facts"}
    assert "Traceback" not in response.text


def test_a_form_that_is_too_large_gets_a_page(client: Client) -> None:
    response = client.post("/judge", data={"words": "A" * (LARGEST_BODY + 1)})
    assert response.status_code == 413
    assert "The request is too large" in response.text


def test_a_form_with_broken_text_gets_no_verdict(client: Client) -> None:
    response = client.post(
        "/judge", content=b"words=quotes%ff", headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert response.status_code == 422
    assert 'class="verdict' not in response.text.split("<template")[0]


def test_an_unknown_address_gets_a_kind_page_or_a_code(client: Client) -> None:
    page = client.get("/tournament")
    assert page.status_code == 404
    assert "Page not found" in page.text
    assert client.get("/api/v2/anything").json()["code"] == "no-such-page"
    assert client.delete("/api/v1/judge").json()["code"] == "wrong-method"


def test_a_mistake_in_the_program_is_not_shown_to_the_browser(
    client: Client, journal: Journal, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("closed database")

    monkeypatch.setattr(journal, "append", fail)
    response = client.post("/api/v1/judge", json={"words": "quotes"})
    assert response.status_code == 500
    assert response.json()["code"] == "our-mistake"
    assert "closed database" not in response.text
    assert "closed database" in caplog.text


def test_the_health_check_answers(client: Client) -> None:
    assert client.get("/healthz").text == "ok\n"


def test_the_log_page_shows_the_newest_first_with_ground_and_list(client: Client, judge: Judge) -> None:
    assert "No questions yet" in client.get("/judge/log").text
    client.post("/api/v1/judge", json={"words": "bond"})
    client.post("/api/v1/judge", json={"words": "quotes qxz"})
    page = client.get("/judge/log").text
    assert page.index("QUOTES QXZ") < page.index("BOND")
    assert "QXZ is not in the word list" in page
    assert judge.lexicons[0].hash in page


def test_the_log_can_be_downloaded_as_a_table(client: Client, judge: Judge) -> None:
    client.post("/api/v1/judge", json={"words": "bond"})
    client.post("/api/v1/judge", json={"words": "quotes qxz"})
    response = client.get("/judge/log.csv")
    assert "attachment" in response.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(response.text)))
    assert [(row["verdict"], row["words"]) for row in rows] == [("good", "BOND"), ("not good", "QUOTES QXZ")]
    assert int(rows[0]["number"]) < int(rows[1]["number"])
    assert rows[1]["grounds"] == "QXZ is not in the word list"
    assert rows[1]["hashes"] == judge.lexicons[0].hash


@pytest.mark.long
def test_programs_get_the_log_as_json(client: Client) -> None:
    for word in ("bond", "quotes", "qxz"):
        client.post("/api/v1/judge", json={"words": word})
    answer = client.get("/api/v1/judge/rulings?newest=2").json()
    assert [ruling["words"] for ruling in answer] == [
        [{"word": "QUOTES", "ground": None, "sponsor": False}],
        [{"word": "QXZ", "ground": "not-in-list", "sponsor": False}],
    ]
    assert client.get("/api/v1/judge/rulings?newest=0").status_code == 400


def test_a_device_elsewhere_cannot_read_the_log(context: Context) -> None:
    context.door = OpenHouse()
    with TestClient(create_app(context)) as client:
        assert client.post("/api/v1/judge", json={"words": "quotes"}).status_code == 200
        assert client.get("/judge/log").status_code == 403
        assert client.get("/api/v1/judge/rulings").json()["code"] == "door-closed"


@pytest.mark.parametrize("name", sorted(assets()))
def test_every_file_of_the_pages_is_served_with_its_type_and_only_once(onlooker: Client, name: str) -> None:
    response = onlooker.get(f"/static/{name}")
    assert response.status_code == 200
    expected = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}[name.rpartition(".")[2]]
    assert response.headers["content-type"].startswith(expected)
    again = onlooker.get(f"/static/{name}", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "nothing.css", "%2e%2e/%2e%2e/errors.py", "v-000000000000/../app.py"]
)
def test_no_other_file_is_served(onlooker: Client, name: str) -> None:
    assert onlooker.get(f"/static/{name}").status_code == 404


def test_only_style_sheets_that_a_page_asks_for_together_are_served_together(onlooker: Client) -> None:
    """Any other combination could be as long as an address, and each would be made and compressed anew."""
    asked = re.findall(r'href="(/static/[^"]*\+[^"]*)"', onlooker.get("/").text)
    assert asked
    assert onlooker.get(asked[0]).status_code == 200
    for names in (["look.css"] * 2, ["look.css"] * 80, ["look.css", "tokens.css"]):
        assert onlooker.get(f"/static/{'+'.join(names)}").status_code == 404
    assert len(sheets_together()) < 30


def test_only_scripts_that_a_page_asks_for_together_are_served_together(onlooker: Client) -> None:
    asked = re.findall(r'src="(/static/[^"]*/joined/[^"]*)"', onlooker.get("/").text)
    assert asked
    assert onlooker.get(asked[0]).headers["content-type"].startswith("text/javascript")
    for name in ("live/live.js+live/live.js", "live/feed.js", "live/live.js++live/feed.js", "", "nothing.js"):
        assert onlooker.get(f"/static/joined/en/{name}").status_code == 404
    assert len(files_joined()) < 140


def test_nothing_comes_from_the_internet(client: Client) -> None:
    texts = [client.get("/judge").text, client.get("/judge/log").text]
    texts += [asset.content.decode() for asset in assets().values()]
    for text in texts:
        assert set(re.findall(r"https?://[^\s\"']+", text)) <= {"http://www.w3.org/2000/svg"}


def test_the_whole_page_is_small(client: Client) -> None:
    """The start page with every file that any page asks for, as they go over the air."""
    size = len(client.get("/").content) + sum(len(asset.packed) for asset in assets().values())
    assert size < 112_000


@pytest.mark.parametrize("path", ["/", "/judge", "/healthz", "/api/v1/feed", "/nowhere"])
def test_head_is_answered_as_get_without_the_body(client: Client, path: str) -> None:
    """Monitors and browsers that look whether a page is there ask so; the feed must not go on for them."""
    head = client.head(path)
    assert head.content == b""
    assert head.status_code == (404 if path == "/nowhere" else 200)
    if path in ("/", "/healthz"):
        got = client.get(path)
        for name in ("content-type", "content-length"):
            assert head.headers[name] == got.headers[name]


def test_head_asks_for_no_more_than_get_may(client: Client) -> None:
    assert client.head("/api/v1/devices").status_code == 401
    assert client.head("/leave").status_code == client.get("/leave").status_code


@pytest.mark.parametrize("path", ["/director/", "/tables/", "/static/", "/api/v1/tournaments/"])
def test_an_address_of_any_length_is_neither_looked_up_nor_logged(
    client: Client, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What was looked up lately is kept by its address: thousands of long ones took 250 MB."""
    caplog.set_level("INFO")
    longest = path + "a" * (LONGEST_PATH - len(path))
    assert client.get(longest).status_code in (401, 404)
    kept = _covering.cache_info().currsize
    refused = client.get(longest + "a")
    assert (refused.status_code, refused.headers["x-content-type-options"]) == (414, "nosniff")
    assert _covering.cache_info().currsize == kept
    assert client.post(longest + "a").status_code == 414
    assert max(len(getattr(record, FIELDS, {}).get("path", "")) for record in caplog.records) == LONGEST_PATH
