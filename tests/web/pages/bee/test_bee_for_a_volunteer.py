"""A bee on the director's pages: each sentence fits divisions in which a team sits alone at its table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import bees
from web.desk import Desk
from wordwaiter.lexicon import Judge, Shelf, open_lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.word_lists import choose_lists
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.web.http.app import create_app

ACCEPTED = "This event’s rules name OSPD6, MW11; words are checked against ENABLE, MODERN instead"


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    shelf = Shelf(tmp_path / "lists", tmp_path / "graphs")
    lists = [open_lexicon("enable"), open_lexicon("modern")]
    with Context.open(tmp_path / "bee.db", ContextParts(judge=Judge(lists), shelf=shelf)) as context:
        yield context


@pytest.fixture
def client(context: Context) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(context)) as client:
        yield client


@pytest.fixture
def bee(context: Context) -> str:
    """An evening with a division of Hares and one of Tortoises."""
    bee = bees.evening(context)
    tortoise = c.OpenDivision("", "Tortoise", shipped_format("bee-tortoise"))
    execute(context, bees.DORA, TOURNAMENTS, bee, tortoise)
    return bee


def director_of(client: TestClient[Any], context: Context, bee: str) -> Desk:
    return Desk.of(client, context, Grant(Role.DIRECTOR, bee))


def test_one_press_accepts_other_lists_for_both_divisions_and_leads_back_to_the_room(
    client: TestClient[Any], context: Context, bee: str
) -> None:
    director = director_of(client, context, bee)
    assert director.open(f"/director/{bee}").count("This event uses OSPD6, MW11") == 1
    director.press("choose")
    assert director.address == f"/director/{bee}"
    told = director.open(f"/director/{bee}")
    assert "This event uses" not in told
    assert told.count(ACCEPTED) == 1


def test_where_one_division_is_settled_each_notice_names_its_own(
    client: TestClient[Any], context: Context, bee: str
) -> None:
    choose_lists(context, bees.DORA, bee, 1, ("enable", "modern"))
    told = director_of(client, context, bee).open(f"/director/{bee}")
    assert "Tortoise: This event uses OSPD6, MW11" in told
    assert f"Hare: {ACCEPTED}" in told


def test_lists_that_were_accepted_for_both_divisions_alike_are_told_once(
    client: TestClient[Any], context: Context, bee: str
) -> None:
    for division in (1, 2):
        choose_lists(context, bees.DORA, bee, division, ("enable", "modern"))
    told = Desk.of(client, context, Grant(Role.JUDGE, bee)).open("/judges")
    assert told.count(ACCEPTED) == 1


def test_nobody_is_told_to_swap_seats_or_to_type_a_second_total(
    client: TestClient[Any], context: Context, bee: str
) -> None:
    director = director_of(client, context, bee)
    page = f"/director/{bee}/rounds/1"
    told = director.open(page)
    assert "Proposed tables. Look at them, then publish." in told
    assert "swap two seats" not in told
    assert "Reason" not in told.partition("<table")[2].partition("</table>")[0]
    bees.begin(context, bee)
    execute(context, bees.DORA, TOURNAMENTS, bee, c.CallRoundTime("", bees.HARE))
    told = director.open(page)
    assert "Type a total, Enter." in told
    assert "the other total" not in told


@pytest.mark.clause("bee-hare-2")
def test_a_word_waiter_is_told_that_the_judges_look_at_a_faulty_board(
    client: TestClient[Any], context: Context, bee: str
) -> None:
    bees.begin(context, bee)
    board = bees.boards(context, bee)["Owls"]
    bees.paint(context, board, "1A AT")
    keeper = Desk.of(client, context, Grant(Role.TABLE_SCOREKEEPER, bee, table=1), name="Wim")
    bees.hand_in(context, bee)
    assert "Handed in. The judges decide what counts." in keeper.open(f"/hare/{board}")
    assert "checked by the team" not in keeper.text
