"""What strangers write into the head of a request costs little, and nothing of it is kept."""

from typing import Any

import litestar.connection.base
import pytest
from litestar import Litestar
from litestar._parsers import parse_cookie_string, parse_url_encoded_form_data
from litestar.testing import TestClient

from wordwaiter.web.http.cookies import LONGEST, own_cookies
from wordwaiter.web.http.request_log import LONGEST_QUERY, MOST_PARAMETERS

Client = TestClient[Litestar]


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("theme=dark; wordwaiter=abc", "theme=dark; wordwaiter=abc"),
        ("theme=dark;language=fr", "theme=dark; language=fr"),
        ("of-another-program=1; __Host-wordwaiter=abc; x; =y", "__Host-wordwaiter=abc"),
        ("not-theme=1; themes=2; theme", ""),
        ('seat="table-1.abc"', 'seat="table-1.abc"'),
        ('seat="' + r"\"" * 20 + '"; paper=a4', "paper=a4"),
        (f"theme={'a' * LONGEST}", f"theme={'a' * LONGEST}"),
        (f"theme={'a' * (LONGEST + 1)}; paper=a4", "paper=a4"),
    ],
)
def test_only_cookies_of_ours_are_read_and_only_plain_ones(sent: str, read: str) -> None:
    assert own_cookies(sent.encode()).decode() == read


def test_of_many_cookies_some_are_read() -> None:
    assert len(own_cookies(b"theme=dark;" * 5_000)) < 500


def test_no_cookie_of_somebody_else_is_taken_apart(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 60 kB with backslashes had everybody wait for two seconds, again and again."""
    taken_apart: list[str] = []

    def note(text: str) -> dict[str, str]:
        taken_apart.append(text)
        return parse_cookie_string(text)

    monkeypatch.setattr(litestar.connection.base, "parse_cookie_string", note)
    theirs = 'a="' + r"\"" * 20_000 + '"; theme=large'
    assert 'data-theme="large"' in client.get("/", headers={"Cookie": theirs}).text
    assert set(taken_apart) == {"theme=large"}


@pytest.mark.parametrize(
    ("path", "fields"), [("/reading", {"theme": "dark"}), ("/join", {"code": "A" * 26, "name": "Ann"})]
)
def test_no_form_is_kept_in_memory(client: Client, path: str, fields: dict[str, Any]) -> None:
    parse_url_encoded_form_data.cache_clear()
    assert client.post(path, data=fields, follow_redirects=False).status_code in (303, 403)
    assert parse_url_encoded_form_data.cache_info().currsize == 0


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("a" * LONGEST_QUERY, 200),
        ("a" * (LONGEST_QUERY + 1), 414),
        ("&".join("a" * MOST_PARAMETERS), 200),
        ("&".join("a" * (MOST_PARAMETERS + 1)), 414),
    ],
)
def test_an_address_has_only_so_many_fields_since_a_thousand_of_them_are_kept(
    client: Client, query: str, status: int
) -> None:
    assert client.get(f"/healthz?{query}").status_code == status


@pytest.mark.parametrize("port", ["9" * 5, "9" * 6, "9" * 60_000, "x", ""])
def test_no_name_of_a_host_is_a_mistake_of_the_program(client: Client, port: str) -> None:
    assert client.get("/healthz", headers={"Host": f"127.0.0.1:{port}"}).status_code in (200, 400, 403)
