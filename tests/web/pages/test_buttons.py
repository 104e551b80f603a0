"""The buttons on pages: who is offered what, and a round that is run by pressing nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from web.forms_on_pages import forms_in
from web.pages.offers import Offers, all_offers, kept_offers
from web.room import CUP, TABLE, bearer, begin_cup, grant_of, join, join_as_owner
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.tournament.rounds.rounds import RoundStage, Scored
from wordwaiter.web.http.app import create_app

KEPT = kept_offers()


@pytest.fixture(scope="module")
def offers() -> Offers:
    return all_offers()


@pytest.mark.long
def test_the_pages_that_are_looked_at_are_those_in_the_list(offers: Offers) -> None:
    assert list(offers) == list(KEPT)


@pytest.mark.parametrize("page", KEPT)
def test_a_page_offers_these_buttons_and_sends_these_fields_with_them(offers: Offers, page: str) -> None:
    assert offers[page] == KEPT[page]


@dataclass(frozen=True)
class Visitor:
    """Somebody who does only what pages offer."""

    client: TestClient[Any]
    headers: dict[str, str]

    def press(self, page: str, button: str, /, **typed: str) -> str:
        """Press a button on a page, with something typed into its form; gives the page that comes then."""
        html = self.client.get(page, headers=self.headers).text
        name, _, value = button.partition("=")
        found = [form for form in forms_in(html, page) if (name, value) in form.buttons]
        form = next((form for form in found if typed.keys() <= {name for name, _ in form.fields}), None)
        assert form is not None, f"{page} does not offer {button} with {', '.join(typed)}"
        sent: dict[str, list[str]] = {}
        for field, there in form.fields:
            sent.setdefault(field, []).append(there)
        sent |= {field: [text] for field, text in (*typed.items(), (name, value))}
        answer = self.client.post(form.action, data=sent, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["CAT", "CATS"]),))
    with Context.open(tmp_path / "wordwaiter.db", ContextParts(judge=judge)) as context:
        begin_cup(context)
        yield context


@pytest.mark.long
def test_a_round_is_run_from_its_start_to_the_next_by_pressing_what_pages_offer(context: Context) -> None:
    with TestClient(create_app(context)) as client:
        director = Visitor(client, bearer(join_as_owner(context)[0]))
        scorekeeper = Visitor(client, bearer(join(context, grant_of(Role.TABLE_SCOREKEEPER), name="Sam")[0]))
        judge = Visitor(client, bearer(join(context, grant_of(Role.JUDGE), name="Judy")[0]))
        room, table = f"/director/{CUP}/rounds/1", f"/tables/{TABLE}"
        director.press(room, "do=start-round")
        scorekeeper.press(table, "do=draw", seat="0", tile="A")
        scorekeeper.press(table, "do=draw", seat="1", tile="B")
        scorekeeper.press(table, "do=points", points="24")
        scorekeeper.press(table, "do=exchange", tiles="2")
        scorekeeper.press(table, "do=undo")
        scorekeeper.press(table, "do=pause")
        scorekeeper.press(table, "do=resume")
        scorekeeper.press(table, "do=pass")
        scorekeeper.press(table, "wanted=judge", reason="tiles fell down")
        assert "tiles fell down" in judge.press("/judges", "answer=coming")
        judge.press("/judges", "answer=over")
        judge.press(table, "reason=agreed", note="both want to go home")
        for seat in ("0", "1"):
            scorekeeper.press(table, "do=rack-unknown", seat=seat)
        for _ in range(2):
            scorekeeper.press(table, "do=sign")
        played = snapshot_of(context, CUP).tournament.round("A", 1)
        assert isinstance(played.sittings[0].outcome, Scored)
        director.press(room, "do=close-round")
        assert snapshot_of(context, CUP).tournament.round("A", 1).stage is RoundStage.CLOSED
        director.press(room, "do=publish")
        assert snapshot_of(context, CUP).tournament.round("A", 2).stage is RoundStage.PUBLISHED
