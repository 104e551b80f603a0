"""Pages speak as people do: a small link opens a rule in place of its code, and days are told in words."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest

from web.pages.offers import HOUSES, Client, open_house_of_pages
from web.room import CUP, TABLE
from wordwaiter.rules.clauses import catalogue

_CODE: Final = re.compile(rf"\b({'|'.join(re.escape(each.id) for each in catalogue().clauses)})\b")
_DAY: Final = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
"""A day as files have it, where people write November 18, 2026."""
_PLAY: Final = re.compile(r"\b(?:[1-9]\d?[A-U]|[A-U][1-9]\d?) [A-Za-z]*\.[A-Za-z.]+")
"""A play as programs write it, `15G INTEN.eR`, where people write INTENDER."""
_READ_ALOUD: Final = {"alt", "aria-label", "placeholder", "title"}
_PUBLIC: Final = ("/live/{}", "/screen/{}", "/director/{}/log", "/director/{}/day")


class _Text(HTMLParser):
    """What people read or hear of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style")
        self.parts += [value for name, value in attrs if name in _READ_ALOUD and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def codes_shown(page: str) -> list[str]:
    return [
        part.strip() for part in _Text(page).parts if any(each.search(part) for each in (_CODE, _DAY, _PLAY))
    ]


@dataclass
class _Reader:
    """Reads pages, and the ways from them that no other walk takes."""

    client: Client
    found: list[tuple[str, str]] = field(default_factory=list)
    read: set[str] = field(default_factory=set)

    def at(self, _what: str, address: str, headers: dict[str, str], /) -> None:
        self._look(address, headers)
        for stream in re.findall(r"(?:example|tournament)-\d+", address)[:1]:
            for page in _PUBLIC:
                self._look(page.format(stream), headers)
        if address.startswith("/tables/"):
            table = address.removeprefix("/tables/")
            for page in (f"/games/{table}", f"/overlays/{table}/board", f"/analysis?game={table}"):
                self._look(page, headers)

    def _look(self, address: str, headers: dict[str, str]) -> None:
        answer = self.client.get(address, headers=headers)
        if "text/html" in answer.headers.get("content-type", ""):
            self.read.add(re.sub(r"\d+", "N", address))
            self.found += [(address, each) for each in codes_shown(answer.text)]


def test_what_is_in_a_link_or_for_scripts_is_not_shown() -> None:
    page = '<script>"iowa-8"</script><a href="/rules/iowa-8" title="The rule">rule</a><p>good</p>'
    assert codes_shown(page) == []
    assert codes_shown('<p>forbidden (iowa-8)</p><img alt="bee-11">') == ["forbidden (iowa-8)", "bee-11"]
    assert codes_shown("<p>15G INTEN.eR</p><p>8D RE(T)INA. A1 is a corner.</p>") == ["15G INTEN.eR"]
    assert codes_shown("<p>on 2026-11-18</p><p>November 18, 2026</p>") == ["on 2026-11-18"]


@pytest.mark.long
def test_no_page_shows_the_code_of_a_clause_a_day_in_figures_or_a_play_for_programs(tmp_path: Path) -> None:
    read = set[str]()
    for number, look in enumerate(HOUSES):
        (folder := tmp_path / str(number)).mkdir()
        with open_house_of_pages(folder) as (context, client):
            reader = _Reader(client)
            look(context, client, reader)
            assert reader.found == []
            read |= reader.read
    tables = re.sub(r"\d+", "N", TABLE)
    cup = re.sub(r"\d+", "N", CUP)
    assert {f"/games/{tables}", f"/director/{cup}/log", f"/live/{cup}", f"/screen/{cup}"} <= read
