"""Pages that answer a form: a browser finds them by an address, and need not send the form again."""

from urllib.parse import urlsplit

from litestar import Litestar
from litestar.testing import TestClient

from web.forms_on_pages import alerts_in
from wordwaiter.web.http.form_responses import FormAnswers

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


def test_where_several_processes_answer_the_page_comes_at_once(client: TestClient[Litestar]) -> None:
    """The next request may come to a process that does not know of it."""
    client.app.state.form_answers = FormAnswers(keeps=False)
    answer = client.post("/practice", data=WRONG, headers=BROWSER, follow_redirects=False)
    assert answer.status_code == 422
    assert alerts_in(answer.text)
