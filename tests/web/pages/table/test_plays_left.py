"""Whether a play was left when nobody could play: told to officials before the signatures, to nobody else."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from service.houses import DORA, entered, round_begun
from web.pages.test_buttons import Visitor
from web.room import bearer, join, join_as_owner
from wordwaiter.game import commands as g
from wordwaiter.lexicon import Judge, Shelf
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.roles import Role
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.word_lists import choose_lists
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.tournament.entrants.entrants import Profile
from wordwaiter.web.http.app import create_app

UNPLAYABLE = "QVVWCUU"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    words = Lexicon.of_words("house", ["RETINA", "RETINAS", "AS", "OAR"])
    parts = ContextParts(judge=Judge((words,)), shelf=Shelf(tmp_path / "lists", tmp_path / "graphs"))
    with Context.open(tmp_path / "wordwaiter.db", parts) as context:
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(context)) as client:
        yield client


def nobody_can_play(
    context: Context, rulebook: str, lists: tuple[str, ...] = (), *, points_alone: bool = False
) -> tuple[str, tuple[str, ...]]:
    """A table of a round at which RETINA lies, and both sides said that they have no play; and its sides.

    Of RETINA nothing may be told but the points.
    """
    profiles = [Profile(name, age=60, members=_members(rulebook, name)) for name in ("Ann", "Bob")]
    stream = entered(context, "Cup", rulebook, *profiles)
    choose_lists(context, DORA, stream, 1, lists)
    round_begun(context, stream)
    table = f"{stream}/1/1/1.1"
    for command in (g.DrawFirst(0, "A"), g.DrawFirst(1, "B")):
        execute(context, DORA, TABLES, table, command)
    state = context.states.of(table).state
    played = parse_play("8D RETINA", state.position.board)
    execute(context, DORA, TABLES, table, g.ReportPoints(0, 14) if points_alone else g.Play(0, played))
    for seat in (1, 0):
        state = context.states.of(table).state
        if state.ending is None:
            execute(context, DORA, TABLES, table, g.SayCannotPlay(seat))
    return table, state.sides


def _members(rulebook: str, name: str) -> tuple[str, ...]:
    return (f"{name} 1", f"{name} 2") if rulebook in ("grand-island", "androscoggin") else ()


def evidence(client: TestClient[Any], table: str, token: str) -> list[str]:
    html = client.get(f"/tables/{table}", headers=bearer(token)).text
    block = re.search(r'id="evidence">(.*?)</div>', html, re.DOTALL)
    return [] if block is None else re.findall(r"<p>(.*?)</p>", block.group(1), re.DOTALL)


@pytest.mark.clause("iowa-9")
@pytest.mark.clause("grand-island-7")
@pytest.mark.clause("androscoggin-10")
@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "androscoggin"])
def test_with_every_rack_it_is_told_whose_play_was_left_and_which(
    context: Context, client: TestClient[Any], rulebook: str
) -> None:
    table, (ann, bob) = nobody_can_play(context, rulebook)
    token, _ = join_as_owner(context)
    cup = table.partition("/")[0]
    judge, _ = join(context, Grant(Role.JUDGE, cup), name="Judy")
    player, _ = join(context, Grant(Role.PLAYER, cup, entrant=1), name="Ann")
    director = Visitor(client, bearer(token))
    page = f"/tables/{table}"
    assert evidence(client, table, token)[0] == "For the judge: HOUSE cannot yet say whether a play was left."
    assert evidence(client, table, judge)[1:] == [
        f"The tiles of {who} are not known. Once they are entered, this page says whether a play was left."
        for who in (ann, bob)
    ]
    director.press(page, "do=rack", seat="0", tiles=UNPLAYABLE)
    assert evidence(client, table, token) == [
        "For the judge: HOUSE cannot yet say whether a play was left.",
        f"{ann} had no play.",
        f"The tiles of {bob} are not known. Enter them to see whether a play was left.",
    ]
    director.press(page, "do=rack", seat="1", tiles="AEINRS?")
    told = [
        "For the judge: by HOUSE, a play was left.",
        f"{ann} had no play.",
        f"{bob} could have played J2 REtINAS for 67 points.",
    ]
    assert [evidence(client, table, each) for each in (token, judge, player)] == [told, told, []]


@pytest.mark.clause("androscoggin-10")
@pytest.mark.parametrize(
    ("rulebook", "said"), [("androscoggin", "made all its plays"), ("iowa", "could not play")]
)
def test_a_team_that_made_all_its_plays_is_not_told_that_it_could_not_play(
    context: Context, client: TestClient[Any], rulebook: str, said: str
) -> None:
    table, _ = nobody_can_play(context, rulebook)
    token, _ = join_as_owner(context)
    told = {"made all its plays", "could not play"}
    html = client.get(f"/tables/{table}", headers=bearer(token)).text
    assert {each for each in told if each in html} == {said}


@pytest.mark.clause("iowa-9")
def test_with_every_rack_it_is_told_that_no_play_was_left(context: Context, client: TestClient[Any]) -> None:
    table, _ = nobody_can_play(context, "iowa")
    token, _ = join_as_owner(context)
    for seat, tiles in enumerate((UNPLAYABLE, "BBCMMDD")):
        Visitor(client, bearer(token)).press(f"/tables/{table}", "do=rack", seat=str(seat), tiles=tiles)
    assert evidence(client, table, token) == ["For the judge: by HOUSE, no play was left."]


@pytest.mark.long
@pytest.mark.clause("grand-island-9")
def test_the_lists_that_were_accepted_instead_answer_by_their_names(
    context: Context, client: TestClient[Any]
) -> None:
    table, (ann, bob) = nobody_can_play(context, "grand-island", ("enable", "modern"))
    token, _ = join_as_owner(context)
    for seat, tiles in enumerate((UNPLAYABLE, "BBCMMD?")):
        Visitor(client, bearer(token)).press(f"/tables/{table}", "do=rack", seat=str(seat), tiles=tiles)
    told = evidence(client, table, token)
    assert told[0] == "For the judge: by ENABLE, MODERN, a play was left."
    assert [line.partition(" could have played ")[0] for line in told[1:]] == [ann, bob]
