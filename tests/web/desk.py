"""Somebody at a page without a browser: reads it, fills a form in, presses a button that is there."""

import re
from dataclasses import dataclass
from html import unescape
from typing import Any

from litestar.testing import TestClient

from web.forms_on_pages import Form, alerts_in, forms_in
from web.room import bearer, join
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context


@dataclass
class Desk:
    """A device that has joined, and the page before it."""

    client: TestClient[Any]
    headers: dict[str, str]
    address: str = "/"
    html: str = ""
    status: int = 0

    @classmethod
    def of(cls, client: TestClient[Any], context: Context, *grants: Grant, name: str = "Dora") -> "Desk":
        """A device with these roles."""
        return cls(client, bearer(join(context, *grants, name=name)[0]))

    def open(self, address: str) -> str:
        """Loads a page, and returns what it says."""
        answer = self.client.get(address, headers=self.headers)
        self.address, self.html, self.status = address, answer.text, answer.status_code
        return self.text

    @property
    def text(self) -> str:
        """What the page says, without its markup."""
        bare = re.sub(r"(?s)<(script|style|template)\b.*?</\1>", " ", self.html)
        return " ".join(
            unescape(re.sub(r"<[^>]*>", " ", bare)).replace("\u2068", "").replace("\u2069", "").split()
        )

    @property
    def alerts(self) -> list[str]:
        """What the page says as an alert."""
        return alerts_in(self.html)

    def posts(self) -> list[Form]:
        """All forms of the page that post something."""
        return forms_in(self.html, self.address)

    def forms(self, value: str, name: str = "do") -> list[Form]:
        """The forms of the page that have such a button."""
        return [each for each in forms_in(self.html, self.address) if (name, value) in each.buttons]

    def press(self, value: str, button: str = "do", which: int = 0, /, **typed: str | list[str]) -> str:
        """Presses a button of the page after filling fields in; an empty list leaves one out."""
        found = self.forms(value, button)
        assert found, f"no button {button}={value} on {self.address}"
        form = found[which]
        known = {each for each, _ in form.fields}
        assert {each.replace("__", "-") for each in typed} <= known | {*form.typed}, (typed, known)
        sent: dict[str, list[str]] = {}
        for field, given in form.fields:
            sent.setdefault(field, []).append(given)
        for field, filled in typed.items():
            sent[field.replace("__", "-")] = [filled] if isinstance(filled, str) else filled
        sent[button] = [value]
        answer = self.client.post(form.action, data=sent, headers=self.headers, follow_redirects=False)
        self.status = answer.status_code
        if answer.status_code == 303:
            return self.open(answer.headers["location"])
        self.html = answer.text
        return self.text
