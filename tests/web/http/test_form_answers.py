"""Pages that answer a form: a browser finds them by an address, and need not send the form again."""

from urllib.parse import urlsplit

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from web.forms_on_pages import alerts_in
from wordwaiter.service.context import Context
from wordwaiter.service.moments import Moments
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.form_responses import STAYS

BROWSER = {"Upgrade-Insecure-Requests": "1", "Accept": "text/html", "Host": "testserver.local"}
"""What browsers send with a form, also at an address without https."""

WRONG = {"name": "Ann", "minutes": "soon"}


def refused(client: TestClient[Litestar], **headers: str) -> str:
    """Sends a form with a time that is no number, as a browser does; returns where that leads."""
    answer = client.post("/practice", data=WRONG, headers=BROWSER | headers, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_a_refused_form_leads_to_a_page_that_can_be_loaded_again(client: TestClient[Litestar]) -> None:
    address = refused(client)
    assert urlsplit(address).path == "/practice"
    pages = [client.get(address, headers=BROWSER) for _ in range(2)]
    assert pages[0].status_code == 422
    assert alerts_in(pages[0].text)
    assert pages[0].text == pages[1].text
    assert "Ann" in pages[0].text


def test_it_is_shown_on_the_page_of_the_form_as_that_was_asked_for(
    client: TestClient[Litestar],
) -> None:
    own = refused(client, Referer="http://testserver.local/practice?language=fr&shown=old")
    assert own.startswith("/practice?language=fr&shown=")
    assert "old" not in own
    elsewhere = refused(client, Referer="http://elsewhere.example/page")
    assert urlsplit(elsewhere).path == "/practice"


def test_another_device_does_not_see_it_and_a_program_gets_its_answer_at_once(
    client: TestClient[Litestar],
) -> None:
    address = refused(client)
    other = client.get(address, headers=BROWSER | {"Cookie": "wordwaiter=another"})
    assert other.status_code == 200
    assert "Ann" not in other.text
    assert client.post("/practice", data=WRONG, follow_redirects=False).status_code == 422


def test_over_https_a_cookie_of_http_stands_for_nobody(client: TestClient[Litestar]) -> None:
    planted = "wordwaiter=planted; "
    host = "https://testserver.local"
    sent = client.post(
        f"{host}/practice",
        data=WRONG,
        headers=BROWSER | {"Cookie": f"{planted}__Host-wordwaiter=own", "Origin": host},
        follow_redirects=False,
    )
    address = str(sent.headers["location"])
    other, own = (
        client.get(f"{host}{address}", headers=BROWSER | {"Cookie": f"{planted}__Host-wordwaiter={whose}"})
        for whose in ("other", "own")
    )
    assert (other.status_code, own.status_code) == (200, 422)


SCRIPT = {"Accept": "text/html", STAYS.decode(): "stays"}
"""What our script sends with a form."""

RIGHT = {"name": "Ann", "minutes": "10", "starting": "quotes"}
GAME = {"rulebook": "club", "game": "#player1 Ann Ann\n#player2 Bo Bo\n>Ann: QUOTES 8C QUOTES +48 48\n"}


def test_a_script_that_stays_on_the_page_is_told_where_a_form_leads(client: TestClient[Litestar]) -> None:
    answer = client.post("/practice", data=RIGHT, headers=SCRIPT, follow_redirects=False)
    assert answer.status_code == 200
    assert answer.json()["next"].startswith("/practice/")
    assert "wordwaiter=" in answer.headers["set-cookie"]


def test_a_script_gets_the_refusal_itself_and_nothing_is_kept_of_it(client: TestClient[Litestar]) -> None:
    answer = client.post("/practice", data=WRONG, headers=SCRIPT, follow_redirects=False)
    assert answer.status_code == 422
    assert alerts_in(answer.text)


def test_a_page_that_answers_a_script_is_kept_and_has_an_address(client: TestClient[Litestar]) -> None:
    headers = SCRIPT | {"Host": "testserver.local", "Referer": "http://testserver.local/analysis"}
    answer = client.post("/analysis", data=GAME, headers=headers, follow_redirects=False)
    address = answer.json()["next"]
    assert address.startswith("/analysis?shown=")
    assert "QUOTES" in client.get(address, headers=BROWSER).text


def test_another_process_shows_it_too(client: TestClient[Litestar], context: Context) -> None:
    """The next request may come to any of those that answer."""
    with TestClient(create_app(context, moments=client.app.state.moments)) as other:
        assert alerts_in(other.get(refused(client), headers=BROWSER).text)


def test_a_page_of_the_form_whose_address_leads_elsewhere_is_not_followed(
    client: TestClient[Litestar],
) -> None:
    address = refused(client, Referer="http://testserver.local//elsewhere.example/practice")
    assert address.startswith("/?shown=")


@pytest.mark.parametrize("path", ["//elsewhere.example/page", "/%5Celsewhere.example/page"])
def test_a_form_sent_to_an_address_that_leads_elsewhere_is_answered_here(
    client: TestClient[Litestar], path: str
) -> None:
    url = f"http://testserver.local{path}"
    answer = client.post(url, data=WRONG, headers=BROWSER, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(("/?shown=", "/%5Celsewhere.example/page?shown="))


def test_a_form_sent_to_an_address_with_a_line_end_adds_no_header(client: TestClient[Litestar]) -> None:
    url = "http://testserver.local/nowhere%0D%0ASet-Cookie:%20wordwaiter=planted"
    answer = client.post(url, data=WRONG, headers=BROWSER, follow_redirects=False)
    assert answer.headers["location"].startswith("/nowhere%0D%0ASet-Cookie%3A%20wordwaiter%3Dplanted?shown=")


def test_many_long_pages_are_not_kept_at_once() -> None:
    """A stranger sends forms as long as they like; the pages that answer them go when others come."""
    moments = Moments(most_bytes=10_000)
    for number in range(20):
        moments.keep(f"{number}", b"x" * 2_000)
    kept = [number for number in range(20) if moments.find(f"{number}") is not None]
    assert kept == [16, 17, 18, 19]
    moments.keep("large", b"x" * 20_000)
    assert moments.find("large") is None
    assert (moments.take("19"), moments.take("19")) == (b"x" * 2_000, None)


def test_a_form_from_an_address_that_is_none_is_answered(client: TestClient[Litestar]) -> None:
    assert urlsplit(refused(client, Referer="http://[practice")).path == "/practice"
