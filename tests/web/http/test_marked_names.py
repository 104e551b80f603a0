"""Whoever asked for initials is named nowhere in public: every address of a Bee and an Ontario day."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest
import resvg_py
from litestar.testing import TestClient

from bees import paint
from web.room import OWNER
from wordwaiter.game import commands as g
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.picture import BoardPicture
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.rounds.public_sponsors import public_sponsors
from wordwaiter.service.tables.kind import BOARDS, TABLES
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.examples import Example
from wordwaiter.service.tournaments.first_steps import open_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import RoundRequest, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.evolve import evolve
from wordwaiter.tournament.facts import WordsAnnounced
from wordwaiter.tournament.rounds.rounds import RoundStage
from wordwaiter.tournament.state import Tournament
from wordwaiter.web.api.outcome import Export
from wordwaiter.web.http.app import create_app
from wordwaiter.web.http.limits import Limiter, Limits, Rate
from wordwaiter.web.pages.public.overlays import Field

Client = TestClient[Any]
MARK: Final = "Secretname"
GOES_ON: Final = "/api/v1/feed"
_ONE_PIXEL: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@pytest.fixture(scope="module", params=[Example.BEE, Example.ONTARIO], ids=["bee", "ontario"])
def day(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Context, str]]:
    """A day from its middle, when everybody was renamed and asked for initials, to the medals."""
    judge = Judge((Lexicon.of_words("house", ["QUOTES"]),))
    folder: Path = tmp_path_factory.mktemp("marked")
    with Context.open(folder / "wordwaiter.db", ContextParts(judge=judge)) as context:
        stream = open_example(context, OWNER, request.param)
        _mark(context, stream)
        if request.param is Example.ONTARIO:
            _dispute_a_play(context, stream)
        for division in _tournament(context, stream).divisions:
            _play_to_the_end(context, stream, division)
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


def _give(context: Context, stream: str, command: c.Command) -> None:
    execute(context, OWNER, TOURNAMENTS, stream, command)


def _dispute_a_play(context: Context, stream: str) -> None:
    """Somebody plays at a table, is challenged, and goes home after the ruling."""
    division = next(iter(_tournament(context, stream).divisions))
    table = open_tables_of_round(context, OWNER, stream, division)[0]
    for place, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, table, g.DrawFirst(place, tile))
    state = context.states.of(table).state
    seat, play = state.position.to_move, parse_play("8D RETINA", state.position.board)
    for command in (g.Play(seat, play), g.Challenge(1 - seat, ("RETINA",)), g.Rule("Judith", False)):
        execute(context, OWNER, TABLES, table, command)
    _give(context, stream, c.DeclareDefault("Cora", state.contenders[seat], f"{MARK} is ill"))


def _play_to_the_end(context: Context, stream: str, division: str) -> None:
    """All rounds of a division that are left, one after the other."""
    count = _tournament(context, stream).divisions[division].format.rounds.count
    while not _is_over(context, stream, division, count):
        _go_on(context, stream, division)


def _is_over(context: Context, stream: str, division: str, count: int) -> bool:
    rounds = _tournament(context, stream).rounds_of(division)
    return len(rounds) == count and rounds[-1].stage is RoundStage.CLOSED


def _go_on(context: Context, stream: str, division: str) -> None:
    """The next step of a round, as a director and an emcee take it."""
    latest = _tournament(context, stream).latest_round(division)
    give = partial(_give, context, stream)
    if latest is None or latest.stage is RoundStage.CLOSED:
        if division != "Open":
            number = 1 if latest is None else latest.number + 1
            give(c.ListSponsors("Cora", ("Acme", "Rotary")))
            give(c.AnnounceWords("Cora", division, number, "read", "snail", ("Acme",)))
        publish_next_round(context, OWNER, stream, RoundRequest(division, "Cora"))
    elif latest.stage is RoundStage.PUBLISHED:
        give(c.StartRound("Cora", division))
        if division == "Hare":
            _peek_and_challenge(context, stream, latest.number)
    elif latest.outstanding:
        sitting = latest.outstanding[0]
        scores = tuple(300 + 7 * number for number in sitting.sides)
        at = (division, latest.number, sitting.table, scores, "as seen")
        give(c.DecideResult("Cora", *at, sitting.board))
    elif latest.stage is RoundStage.RUNNING and division != "Open":
        give(c.CallRoundTime("Cora", division))
    else:
        give(c.CloseRound("Cora", division))


def _peek_and_challenge(context: Context, stream: str, number: int) -> None:
    """Two teams build boards and sign; the one asks about a word, and the other challenges it."""
    give = partial(_give, context, stream)
    give(c.BuyPeek("Cora", 1, "reader"))
    peek = max(each.number for each in _tournament(context, stream).peeks)
    give(c.AnswerPeek("Cora", peek, good=True))
    boards = [each for each in streams_of_tables(context, stream) if f"/1/{number}/" in each][:2]
    for board in boards:
        paint(context, board, "8H READER")
    give(c.CallRoundTime("Cora", "Hare"))
    for board in boards:
        execute(context, OWNER, BOARDS, board, h.TellUnplayed("Cora", 140))
        execute(context, OWNER, BOARDS, board, h.SubmitBoard("Cora", f"{MARK} Member A"))
    target = PlacedWord("READER", *parse_start("8H"))
    give(c.ChallengeBoardWord(f"{MARK} Member B", number, 2, 1, target))
    give(c.RuleBoardWord("Cora", number, 2, False))


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
    for table in tables:
        yield f"/analysis?game={table}"
        yield from (f"/games/{table}?form={form}" for form in ("gcg", "svg", "png"))
    for what in Export:
        for division in tournament.divisions:
            yield f"/api/v1/tournaments/{stream}/exports/{what.value}?division={division}"


def _links(answer: Any) -> Iterator[str]:
    """Yields the addresses of this program in a page."""
    if "html" in answer.headers.get("content-type", ""):
        for found in re.findall(r'(?:href|src|data-\w+)="(/[^"#]*)', answer.text):
            if not found.startswith(("/static/", "//", GOES_ON)):
                yield unescape(found)


def _filled(path: str, values: dict[str, list[str]]) -> Iterator[str]:
    found = re.search(r"\{\w+:\w+\}", path)
    if found is None:
        yield path
        return
    for value in values.get(found[0], ["1"]):
        yield from _filled(path.replace(found[0], value, 1), values)


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn as pixels from now on, as the text that it is drawn from."""
    drawn = list[str]()
    draw = resvg_py.svg_to_bytes

    def svg_to_bytes(*, svg_string: str, **asked: Any) -> Any:
        drawn.append(unescape(svg_string))
        return draw(svg_string=_ONE_PIXEL, **asked)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", svg_to_bytes)
    return drawn


@pytest.mark.long
def test_no_public_address_has_the_name_of_anybody_who_asked_for_initials(
    day: tuple[Context, str], drawings: list[str]
) -> None:
    context, stream = day
    often = Limits(*(Limiter(Rate(100_000, 100_000)) for _ in range(3)))
    with TestClient(create_app(context, limits=often)) as client:
        asked = dict.fromkeys(_addresses(context, client, stream))
        answers = {each: client.get(each) for each in asked}
        # And wherever these pages lead: a round, a turn, a page of a list.
        for address in {link for answer in answers.values() for link in _links(answer)} - answers.keys():
            answers[address] = client.get(address)
    told = {
        address: answer.text[max(0, answer.text.index(MARK) - 80) :][:160]
        for address, answer in answers.items()
        if MARK in answer.text
    }
    assert len([each for each in answers.values() if each.status_code == 200]) > 30
    assert not told, json.dumps(told, indent=1)[:3000]
    # Nobody can read the letters of a picture here, but what they were drawn from. Long ones are cut short.
    pictures = [each for each in answers.values() if each.headers.get("content-type") == "image/png"]
    assert pictures
    assert any(_tournament(context, stream).name in each for each in drawings), "pictures say what they show"
    assert [each for each in drawings if MARK[:5] in each] == []


def test_a_name_in_a_picture_would_be_found(drawings: list[str]) -> None:
    rules = shipped_rulebook("club").table
    board = empty_board(rules.layout, rules.tile_set)
    BoardPicture(board, headline=f"Team {MARK} of a very long name that is cut short").png()
    assert any(MARK[:5] in each for each in drawings)


def test_the_days_have_all_that_tells_names(day: tuple[Context, str]) -> None:
    """Otherwise the tests here would be green for days on which nothing happens."""
    context, _ = day
    kinds = {fact.kind for fact in context.journal.since(0, most=100_000)}
    common = {"tournament.profile_changed", "tournament.result_settled", "tournament.round_closed"}
    ontario = {"game.play_challenged", "game.ruling_given", "tournament.contender_left"}
    bee = {"tournament.peek_bought", "tournament.board_word_challenged", "tournament.board_word_ruled"}
    assert common <= kinds
    assert ontario <= kinds or bee <= kinds


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


def test_no_fact_has_the_name_of_anybody_in_it(day: tuple[Context, str]) -> None:
    """Names are stored apart from facts, so that they can be erased."""
    context, _ = day
    kept = " ".join(f"{row.body} {row.actor}" for row in context.journal.rows())
    assert kept.count(MARK) == 0, kept[max(0, kept.index(MARK) - 300) :][:400]


def test_sponsors_of_a_coming_round_are_a_surprise(tmp_path: Path) -> None:
    with Context.open(
        tmp_path / "bee.db", ContextParts(judge=Judge((Lexicon.of_words("house", ["QUOTES"]),)))
    ) as context:
        stream = open_example(context, OWNER, Example.BEE)
        coming = len(_tournament(context, stream).rounds_of("Hare")) + 1
        # An event of before had names that are not on its list.
        words = Announcement(sponsors=("ZEPPELIN",))
        fact = WordsAnnounced(0, "Cora", "Hare", coming, words, (), (), ())
        announced = evolve(_tournament(context, stream), fact)
        assert "ZEPPELIN" in {
            name.upper() for each in announced.announcements.values() for name in each.sponsors
        }
        assert "ZEPPELIN" not in {each.name.upper() for each in public_sponsors(announced)}
