"""Theme and language: chosen once on any page, kept by the browser."""

import re
from importlib import resources

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from web.room import OWNER
from wordwaiter.service.context import Context
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.web.files.assets import assets
from wordwaiter.web.render.templates import json_data, path_within

Client = TestClient[Litestar]


def test_a_choice_is_kept_and_leads_back_to_the_page(client: Client) -> None:
    choice = {"theme": "large", "language": "fr", "back": "/judge?of=cup&theme=dark"}
    response = client.post("/reading", data=choice, follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"] == "/judge?of=cup"  # its own theme would count more
    page = client.get("/judge").text
    assert 'lang="fr"' in page
    assert 'data-theme="large"' in page
    assert "Le coup est-il bon ?" in page


def test_a_browser_that_prefers_french_gets_french(client: Client) -> None:
    assert 'lang="fr"' in client.get("/", headers={"Accept-Language": "fr-CA,fr;q=0.9,en;q=0.8"}).text
    assert 'lang="en"' in client.get("/", headers={"Accept-Language": "de,es;q=0.9"}).text
    assert 'lang="fr"' in client.get("/?language=fr", headers={"Accept-Language": "en"}).text


def test_a_player_reads_the_day_and_the_games_in_french(context: Context, client: Client) -> None:
    stream = make_example(context, OWNER, Example.ONTARIO).stream
    page = client.get(f"/me/{stream}?who=3&language=fr").text
    assert re.search(r"Ronde 1 : (gagnée|perdue|égalité) \d+ – \d+ (contre|avec) \w+", page)
    day = re.findall(r"<b>\d\d:\d\d</b> ([^<]+)", page)
    assert [part.strip() for part in day] == ["Ronde 1", "Ronde 2", "Ronde 3", "Cérémonie"]


def test_nobody_is_taken_for_the_first_of_all_names(context: Context, client: Client) -> None:
    stream = make_example(context, OWNER, Example.ONTARIO).stream
    assert re.search(r'<select name="who" required>\s*<option value="">', client.get(f"/me/{stream}").text)


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/x",
        "//evil.example",
        r"/\evil.example",
        "javascript:alert(1)",
        "judge",
        "",
        None,
    ],
)
def test_the_way_back_never_leads_to_another_site(elsewhere: str | None) -> None:
    assert path_within(elsewhere) == "/"


def test_data_in_a_page_cannot_end_its_element() -> None:
    assert "</script" not in json_data({"name": "</script><script>alert(1)</script>"})


def test_a_file_is_kept_for_a_year_at_its_own_address_and_asked_for_again_elsewhere(client: Client) -> None:
    page = client.get("/").text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    assert "immutable" in client.get(address).headers["cache-control"]
    old = client.get("/static/v-000000000000/look.css")
    assert old.status_code == 200
    assert old.headers["cache-control"] == "no-cache"


def test_files_go_compressed_to_browsers_that_take_it(client: Client) -> None:
    small = client.get("/static/look.css", headers={"Accept-Encoding": "gzip"})
    assert small.headers["content-encoding"] == "gzip"
    assert small.content == assets()["look.css"].content
    plain = client.get("/static/look.css", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_files_go_without_their_comments_and_with_all_their_lines() -> None:
    static = resources.files("wordwaiter.web") / "static"
    for name, asset in assets().items():
        if not name.endswith((".js", ".css")):
            continue
        source, sent = (static / name).read_text(), asset.content.decode()
        assert source.count("\n") == sent.count("\n")
        assert not re.search(r"^\s*(//|/\*+$|\* )", sent, re.MULTILINE), name
        # A text over several lines could have one that looks like a comment.
        assert all(line.count("`") % 2 == 0 for line in sent.splitlines()), name
