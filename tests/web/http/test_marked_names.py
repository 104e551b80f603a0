"""Whoever asked for initials is named nowhere in public: every address of a Bee and an Ontario day."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from litestar.testing import TestClient

from web.room import OWNER
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.public_view import _sponsors
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.first_steps import open_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.outcome import Export
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.public.overlays import Field

Client = TestClient[Any]
MARK: Final = "Secretname"
GOES_ON: Final = "/api/v1/feed"


@pytest.fixture(scope="module", params=[Example.BEE, Example.ONTARIO], ids=["bee", "ontario"])
def day(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Context, str]]:
    """A day half over, on which everybody has asked for initials."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    folder: Path = tmp_path_factory.mktemp("marked")
    with Context.open(folder / "wordwaiter.db", ContextParts(judge=judge)) as context:
        stream = open_example(context, OWNER, request.param)
        _mark(context, stream)
        yield context, stream


def _tournament(context: Context, stream: str) -> Tournament:
    found: Tournament = context.states.of(stream).state
    return found


def _mark(context: Context, stream: str) -> None:
    for entrant in _tournament(context, stream).entrants.values():
        for each in entrant.contenders:
            profile = replace(
                each.profile,
                name=f"{MARK} {_letters(each.number)}",
                members=tuple(
                    f"{MARK} Member {_letters(number)}" for number, _ in enumerate(each.profile.members)
                ),
                by_initials=True,
            )
            pair = None if len(entrant.contenders) == 1 else f"{MARK} Pair {_letters(entrant.number)}"
            execute(context, OWNER, TOURNAMENTS, stream, c.ChangeProfile("Cora", each.number, profile, pair))


def _letters(number: int) -> str:
    return "".join(chr(ord("A") + int(digit)) for digit in str(number))


def _addresses(context: Context, client: Client, stream: str) -> Iterator[str]:
    tournament = _tournament(context, stream)
    tables = streams_of_tables(context, stream)
    people = [each.number for entrant in tournament.entrants.values() for each in entrant.contenders]
    values: dict[str, list[str]] = {
        "{tournament:str}": [stream],
        "{stream:str}": [stream],
        "{stream:path}": list(tables),
        "{table:str}": [each.replace("/", ":") for each in tables],
        "{board:str}": [each.replace("/", ":") for each in tables],
        "{what:str}": [each.value for each in Export],
        "{field:str}": [each.value for each in Field],
        "{division:int}": ["1", "2"],
        "{number:int}": ["1", "2", "3"],
        "{contender:int}": [str(number) for number in people[:3]],
    }
    for route in client.app.routes:
        for handler in route.route_handlers:
            if "GET" not in handler.http_methods or route.path == GOES_ON:
                continue
            if Role.PUBLIC in handler.opt["who"].roles:
                yield from _filled(route.path, values)
    yield from (f"/me/{stream}?who={number}" for number in people)


def _filled(path: str, values: dict[str, list[str]]) -> Iterator[str]:
    found = re.search(r"\{\w+:\w+\}", path)
    if found is None:
        yield path
        return
    for value in values.get(found[0], ["1"]):
        yield from _filled(path.replace(found[0], value, 1), values)


def test_no_public_address_has_the_name_of_anybody_who_asked_for_initials(day: tuple[Context, str]) -> None:
    context, stream = day
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with TestClient(create_app(context, limits=often)) as client:
        asked = dict.fromkeys(_addresses(context, client, stream))
        answers = {each: client.get(each) for each in asked}
    told = {
        address: answer.text[max(0, answer.text.index(MARK) - 80) :][:160]
        for address, answer in answers.items()
        if MARK in answer.text
    }
    assert len([each for each in answers.values() if each.status_code == 200]) > 30
    assert not told, json.dumps(told, indent=1)[:3000]


def test_no_fact_that_everybody_may_see_names_anybody(day: tuple[Context, str]) -> None:
    context, stream = day
    entrants = _tournament(context, stream).entrants.values()
    named = {each.profile.name for entrant in entrants for each in entrant.contenders}
    told = [
        (fact.kind, name)
        for fact in context.journal.since(0, most=100_000)
        for name in (MARK, *named)
        if name in json.dumps(visible_fact(NOBODY, fact), ensure_ascii=False)
    ]
    assert told == []


def test_sponsors_of_a_coming_round_are_a_surprise(tmp_path: Path) -> None:
    with Context.open(
        tmp_path / "bee.db", ContextParts(judge=Judge((Lexicon.of_words("house", ["QUOTES"]),)))
    ) as context:
        stream = open_example(context, OWNER, Example.BEE)
        coming = len(_tournament(context, stream).rounds_of("Hare")) + 1
        words = c.AnnounceWords("Cora", "Hare", coming, sponsors=("Zeppelin",))
        execute(context, OWNER, TOURNAMENTS, stream, words)
        announced = _tournament(context, stream)
        assert "ZEPPELIN" in {
            name.upper() for each in announced.announcements.values() for name in each.sponsors
        }
        assert "ZEPPELIN" not in {name.upper() for name in _sponsors(announced)}
