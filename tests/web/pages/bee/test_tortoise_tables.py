"""Tortoise tables: who begins, what is said where no opponent is, and the best plays after rulings."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from aside import aside
from service.houses import DORA, entered
from web.forms_on_pages import Form, forms_in
from web.pages.bee.tortoises import JAYS, OWLS, begun, board_of, give, play_zed, signed_by_all
from web.room import bearer, house_that_knows, join
from wordwaiter.game import commands as g
from wordwaiter.game.hare.challenge import PlacedWord
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.layout import parse_start
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.access.callers import Grant
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.feed import MOST_TOPICS
from wordwaiter.service.judging.queue import Matter, Settling, judge_queue, settle
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.tournaments import RoundRequest, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.web.http.app import create_app

NOT_TO_BE_USED = (
    "If the word a team seeks to verify is not in either dictionary, it may not be used on the board."
)
CHANGES_HANDS = "the challenged team will lose the points of the illegal word."


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    with house_that_knows(tmp_path, "READ", "REGULATIONS") as context:
        yield context


@pytest.fixture
def bee(context: Context) -> str:
    return begun(context)


def test_the_page_of_a_table_follows_no_more_than_a_follower_may(context: Context, bee: str) -> None:
    """A Tortoise table follows most: calls, racks, rulings, results and peeks. Past 20 it is never live."""
    table = board_of(context, bee, 1)
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee, table=int(table[-3])), name="Walt")[0])
    with TestClient(create_app(context)) as client:
        page = client.get(f"/tables/{table}", headers=walt).text
    (followed,) = re.findall(r'data-feed="([^"]+)"', page)
    assert 0 < followed.count("stream=") <= MOST_TOPICS


ONE_BEGINS = "One team player begins by placing a word on the board"


@pytest.mark.clause("bee-tortoise-2", ONE_BEGINS)
def test_one_tap_says_which_player_begins(context: Context, bee: str) -> None:
    table = board_of(context, bee, 1)
    walt = bearer(join(context, Grant(Role.TABLE_SCOREKEEPER, bee, table=int(table[-3])), name="Walt")[0])
    with TestClient(create_app(context)) as client:

        def offered() -> Form | None:
            page = client.get(f"/tables/{table}", headers=walt).text
            return next((form for form in forms_in(page, "/") if ("do", "begins") in form.fields), None)

        form = offered()
        assert form is not None
        assert form.buttons == [("seat", str(seat)) for seat in range(4)]
        page = client.post(f"/tables/{table}", data={**dict(form.fields), "seat": "2"}, headers=walt).text
        assert "Cy to play, turn 1" in page
        assert 'value="2"\n      aria-pressed="true">Cy</button>' in page
        play = parse_play("I7 ZED", context.states.of(table).state.position.board)
        execute(context, DORA, TABLES, table, g.Play(2, play))
        assert offered() is None
    assert context.states.of(table).state.position.to_move == 3


NO_OPPONENT = ("opponent", "other side", "gets a bye")


@pytest.mark.clause("bee-tortoise-2", ONE_BEGINS)
def test_no_page_speaks_of_an_opponent_where_a_team_plays_alone(context: Context) -> None:
    bee = entered(context, "Bee", "bee-tortoise", OWLS, JAYS)
    give(context, bee, c.AnnounceWords("", "Open", 1, "read", without=tuple(AnnouncedKind)))
    publish_next_round(context, DORA, bee, RoundRequest("Open", "Dora"))
    give(context, bee, c.Withdraw("", 2, "unwell"))
    dora = bearer(join(context, Grant(Role.DIRECTOR, bee), name="Dora")[0])
    with TestClient(create_app(context)) as client:

        def page(path: str, heading: str) -> str:
            text = str(client.get(path, headers=dora).text)
            assert heading in text
            return text.partition("<main")[2]

        pages = [
            page(f"/director/{bee}", "Jays has left, so table 2 stays empty."),
            page(f"/emcee/{bee}", "so table 2 stays empty. Ask the director"),
        ]
        give(context, bee, c.StartRound("", "Open"))
        table = board_of(context, bee, 1)
        pages.append(page(f"/tables/{table}", "This turn scores 0, and the next player of the team plays."))
        pages.append(page(f"/director/{bee}/rounds/1", "Then this table has no result in this round."))
    assert [words for words in NO_OPPONENT for text in pages if words in text] == []


@pytest.mark.clause("bee-challenge", CHANGES_HANDS)
def test_a_word_that_was_ruled_bad_is_none_of_the_best_plays(context: Context, bee: str) -> None:
    owls, jays = (board_of(context, bee, team) for team in (1, 2))
    play_zed(context, owls)
    board = context.states.of(jays).state.position.board
    execute(context, DORA, TABLES, jays, g.Play(0, parse_play("8H ....S", board)))
    give(context, bee, c.CallRoundTime("", "Open"))
    signed_by_all(context, owls, "Ann")
    with TestClient(create_app(context)) as client:

        def best_plays() -> list[str]:
            page = client.get(f"/live/{bee}").text
            return re.findall(r"<li><b>\d+</b> (\w+) ", page)

        assert best_plays() == ["ZED", "READS"]
        give(context, bee, c.ChallengeBoardWord("Eve", 1, 2, 1, PlacedWord("ZED", *parse_start("I7"))))
        assert best_plays() == ["ZED", "READS"]
        give(context, bee, c.RuleBoardWord("Judith", 1, 2, good=False))
        assert best_plays() == ["READS"]
        give(context, bee, c.UndoBoardRuling("Judith", 1, 2, "it is a sponsor"))
        assert best_plays() == ["ZED", "READS"]


@pytest.mark.clause("bee-dictionary", NOT_TO_BE_USED)
def test_a_word_that_was_struck_is_none_of_the_best_plays(context: Context, bee: str) -> None:
    give(context, bee, c.BuyPeek("Walt", 1, "zed"), c.AnswerPeek("Judith", 1, good=False))
    table = board_of(context, bee, 1)
    play_zed(context, table)
    signed_by_all(context, table, "Ann")
    with TestClient(create_app(context)) as client:
        assert "ZED <bdi" in client.get(f"/live/{bee}").text
        (flagged,) = (each for each in judge_queue(context, DORA) if each.matter is Matter.REFUSED)
        aside(settle(context, DORA, Settling(flagged.id, "strike", "", None)))
        assert "ZED <bdi" not in client.get(f"/live/{bee}").text
