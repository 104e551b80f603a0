"""No browser asks whether to send a form again: what answers a form of a page has an address of its own."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from web.forms_on_pages import forms_in
from web.pages.offers import HOUSES, Client, open_house_of_pages

BROWSER = {"Upgrade-Insecure-Requests": "1", "Accept": "text/html"}
"""What browsers send with a form."""


@dataclass
class _Sender:
    """Sends every form of every page once, with nothing in it, as a browser would without scripts."""

    client: Client
    sent: set[str] = field(default_factory=set)
    asked_again: set[str] = field(default_factory=set)

    def at(self, _what: str, address: str, headers: dict[str, str], /) -> None:
        answer = self.client.get(address, headers=headers)
        if "text/html" not in answer.headers.get("content-type", ""):
            return
        for form in forms_in(answer.text, address):
            alike = re.sub(r"\d+", "N", form.action)
            if alike not in self.sent:
                self.sent.add(alike)
                self._send(alike, form.action, headers)

    def _send(self, alike: str, action: str, headers: dict[str, str]) -> None:
        answer = self.client.post(action, data={}, headers=headers | BROWSER, follow_redirects=False)
        if answer.status_code != 303 and "text/html" in answer.headers.get("content-type", ""):
            self.asked_again.add(f"{answer.status_code} {alike}")


@pytest.mark.long
def test_every_form_of_every_page_is_answered_at_an_address_that_can_be_come_back_to(tmp_path: Path) -> None:
    sent = set[str]()
    for number, look in enumerate(HOUSES):
        (folder := tmp_path / str(number)).mkdir()
        with open_house_of_pages(folder) as (context, client):
            sender = _Sender(client)
            look(context, client, sender)
            assert sender.asked_again == set()
            sent |= sender.sent
    assert {"/analysis", "/practice", "/join", "/director/tournament-N", "/treasurer/example-N"} <= sent
