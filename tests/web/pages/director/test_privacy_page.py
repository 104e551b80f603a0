"""Issue 18, points 8 and 9: names are chosen on one page, a button erases, and papers have a seal."""

import io
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from service.houses import DORA
from web.asgi_client import AsgiClient, asgi_client
from web.forms_on_pages import forms_in
from web.room import CUP, bearer, begin_cup, join_as_owner
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.verify import head_of
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.web.http.app import create_app


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[AsgiClient]:
    with asgi_client(create_app(context)) as client:
        yield client


@pytest.fixture
def director(context: Context) -> dict[str, str]:
    return bearer(join_as_owner(context)[0])


def press(client: AsgiClient, address: str, do: str, who: dict[str, str], **typed: str) -> int:
    """Presses the button on the page, with what is typed; an empty tick is none."""
    forms = forms_in(client.get(address, headers=who).text, address)
    form = next(each for each in forms if ("do", do) in each.buttons)
    sent = {name: value for name, value in (dict(form.fields) | {"do": do} | typed).items() if value}
    headers = who | {"Content-Type": "application/x-www-form-urlencoded"}
    return client.post(form.action, content=urlencode(sent).encode(), headers=headers).status_code


def test_the_choice_of_names_changes_what_the_public_sees(
    client: AsgiClient, director: dict[str, str]
) -> None:
    live = f"/api/v1/tournaments/{CUP}/entrants"
    assert "Bo Poe" in client.get(live).text
    assert press(client, f"/director/{CUP}/privacy", "names", director, names="initials") in (200, 303)
    assert "Bo Poe" not in client.get(live).text
    assert "B. P." in client.get(live).text


def test_a_person_is_erased_by_a_button_that_needs_its_tick(
    client: AsgiClient, context: Context, director: dict[str, str]
) -> None:
    entry = f"/director/{CUP}/entrants/2"
    assert press(client, entry, "erase", director, sure="") in (400, 422)
    assert context.states.of(CUP).state.contender(2).name == "Bo Poe"
    assert press(client, entry, "erase", director) in (200, 303)
    assert context.states.of(CUP).state.contender(2).name == "Player 2"
    assert "Bo Poe" not in client.get(f"/director/{CUP}/log", headers=director).text


def test_everybody_can_read_what_is_stored(client: AsgiClient) -> None:
    for address in ("/", "/join", "/play", f"/live/{CUP}"):
        assert 'href="/privacy"' in client.get(address).text, address
    notice = client.get("/privacy").text
    assert "erased 90 days after the event" in notice


def test_the_page_of_papers_shows_the_proof_code(
    client: AsgiClient, context: Context, director: dict[str, str]
) -> None:
    page = client.get(f"/director/{CUP}/paper", headers=director).text.replace("<wbr>", "")
    assert f"Proof code: {head_of(context.journal)}" in page


def test_the_closing_pack_has_the_seal(
    client: AsgiClient, context: Context, director: dict[str, str]
) -> None:
    answer = client.get(f"/director/{CUP}/closing-pack", headers=director)
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as pack:
        told = b"".join(
            pack.read(name) for name in pack.namelist() if name.endswith((".txt", ".md", ".html"))
        )
    assert f"Proof code: {head_of(context.journal)}".encode() in told


def test_a_donor_is_found_by_name_and_erased_with_what_is_ticked(
    client: AsgiClient, context: Context, director: dict[str, str]
) -> None:
    for donor, reason in (("Zoe Quill", "Zoe Quill fell ill"), ("Zoe Quillan", "Zoe Quill is a book")):
        execute(context, DORA, TOURNAMENTS, CUP, c.MakePledge("", donor, 1, 5))
        paid = c.TakeMoney("", Fund.DONATION, 500, Method.CASH, note=reason)
        execute(context, DORA, TOURNAMENTS, CUP, paid)
    address = f"/director/{CUP}/privacy"
    headers = director | {"Content-Type": "application/x-www-form-urlencoded"}
    shown = client.post(address, content=b"do=find&name=zoe+quill", headers=headers).text
    assert "Zoe Quillan" not in shown, "another one"
    (form,) = (each for each in forms_in(shown, address) if ("do", "erase-found") in each.buttons)
    ticks = re.findall(r'value="(text-[0-9a-f]{40})" checked> <span>[^<]*<q><bdi>([^<]*)', shown)
    kept = {text: tick for tick, text in ticks}
    assert kept.keys() == {"Zoe Quill", "Zoe Quill fell ill", "Zoe Quill is a book"}
    del kept["Zoe Quill is a book"]
    sent = {"do": "erase-found", "name": "zoe quill", "what": list(kept.values())}
    refused = client.post(form.action, content=urlencode(sent, doseq=True).encode(), headers=headers)
    assert refused.status_code in (400, 422), "without the tick that it cannot be undone"
    client.post(form.action, content=urlencode(sent | {"sure": "on"}, doseq=True).encode(), headers=headers)
    told = str([fact.body for fact in context.journal.facts(CUP)])
    assert "Zoe Quill fell" not in told
    assert "'Zoe Quill'" not in told
    assert "Zoe Quill is a book" in told
    assert [each.donor for each in context.states.of(CUP).state.pledges] == ["", "Zoe Quillan"]


def test_whoever_is_not_there_is_not_found(client: AsgiClient, director: dict[str, str]) -> None:
    headers = director | {"Content-Type": "application/x-www-form-urlencoded"}
    shown = client.post(f"/director/{CUP}/privacy", content=b"do=find&name=Nemo", headers=headers).text
    assert "Nothing is stored here about Nemo." in shown
    assert 'value="erase-found"' not in shown


def test_the_director_chooses_to_keep_photos_of_boards_and_erases_them(
    client: AsgiClient, context: Context, director: dict[str, str]
) -> None:
    address = f"/director/{CUP}/privacy"

    def keeps() -> bool:
        return snapshot_of(context, CUP).tournament.keeps_photos

    assert "No photo of a board is kept." in client.get(address, headers=director).text
    assert not keeps()
    assert press(client, address, "keep-photos", director) in (200, 303)
    assert "the latest 4 of each table" in client.get(address, headers=director).text
    assert keeps()
    assert press(client, address, "erase-photos", director, sure="") == 422
    assert keeps(), "without the tick nothing is erased"
    assert press(client, address, "erase-photos", director, sure="on") in (200, 303)
    assert not keeps()
