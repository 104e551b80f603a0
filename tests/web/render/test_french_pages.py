"""Every page in French: whatever the program itself says is French, or is marked as English."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest

from web.asgi_client import asgi_client
from web.http.test_nonsense import PAGES
from web.room import CUP, OWNER, TABLE, bearer, begin_cup, finish, join_as_owner, start_round
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.words import LANGUAGES, Text, catalogue
from wordwaiter.web.words.sentences import sentences

MORE_PAGES: Final = (
    "/judge/log",
    "/judge?words=QZX",
    "/live/{stream}",
    "/screen/{stream}",
    "/overlay/{stream}",
    "/director/{stream}/log?before=100000",
    "/director/{stream}/rounds/1?round=2",
)
VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
SPOKEN: Final = ("aria-label", "alt", "placeholder", "title", "data-outbox")
"""Attributes that are read out or shown."""


class _French(HTMLParser):
    """Gathers what a page says outside of everything that is marked as English, and outside of scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._open: list[bool] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        left_out = given.get("lang") == "en" or tag in ("script", "style") or any(self._open)
        if not left_out:
            self.said += [given[name] or "" for name in SPOKEN if name in given]
        if tag not in VOID:
            self._open.append(left_out)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open):
            self.said.append(data)


def _said(html: str) -> str:
    reader = _French()
    reader.feed(html)
    return "\n".join(" ".join(each.split()) for each in reader.said if each.strip())


def _forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def _fragments() -> Iterator[str]:
    """What no French page may say: for every English text its longest run of words between values."""
    english = [form for text in catalogue(LANGUAGES[0]).texts.values() for form in _forms(text)]
    english += sentences("fr").texts
    french = [
        form
        for texts in (catalogue("fr").texts, sentences("fr").texts)
        for text in texts.values()
        for form in _forms(text)
    ]
    for text in english:
        longest = max(re.split(r"\{\w+\}", text), key=len).strip(" .,:;()?!")
        if len(longest.split()) > 1 and not any(longest in each for each in french):
            yield longest


def _context(folder: Path) -> Context:
    return Context.open(
        folder / "wordwaiter.db", ContextParts(judge=Judge((Lexicon.of_words("house", ["QUOTES"]),)))
    )


def _walk(context: Context, addresses: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """Every page as a French director of the house reads it: its address, its status and what it says."""
    often = Limits(*(Limiter(Rate(10_000, 10_000)) for _ in range(3)))
    headers = {**bearer(join_as_owner(context)[0]), "Accept-Language": "fr", "Accept": "text/html"}
    with asgi_client(create_app(context, limits=often)) as client:
        for address in dict.fromkeys(addresses):
            answer = client.get(address, headers=headers)
            assert answer.headers["content-language"] == "fr", address
            yield address, answer.status_code, _said(answer.text)


def _pages_of_examples(context: Context) -> Iterator[str]:
    """Every page of an event with turns and of one with built boards."""
    for example in (Example.ONTARIO, Example.BEE):
        kept = make_example(context, OWNER, example)
        yield from (page.format(stream=kept.stream) for page in (*PAGES, *MORE_PAGES))
        for division in kept.state.divisions:
            for table in open_tables_of_round(context, OWNER, kept.stream, division)[:2]:
                yield from (f"/tables/{table}", f"/hare/{table}")


def _pages_of_a_game(context: Context) -> Iterator[str]:
    """The pages around a game that is over."""
    begin_cup(context)
    start_round(context)
    finish(context)
    yield from (f"/tables/{TABLE}", f"/replays/{TABLE}?turn=1", f"/replays/{TABLE}")
    yield from (f"/director/{CUP}/log", f"/director/{CUP}/rounds/1", f"/director/{CUP}/standings")


@pytest.mark.long
def test_no_page_in_french_says_anything_in_english(tmp_path: Path) -> None:
    fragments = sorted(set(_fragments()))
    assert len(fragments) > 800
    (tmp_path / "game").mkdir()
    with _context(tmp_path) as context, _context(tmp_path / "game") as another:
        walked = [
            *_walk(context, list(_pages_of_examples(context))),
            *_walk(another, list(_pages_of_a_game(another))),
        ]
    assert [address for address, status, _ in walked if status >= 500] == []
    assert sum(status == 200 for _, status, _ in walked) > 50
    english = [(address, each) for address, _, said in walked for each in fragments if each in said]
    assert not english, english
