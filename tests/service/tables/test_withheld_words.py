"""What the program chooses to show contains no word that would embarrass a room with children in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bees import Here, begin, close, evening, work
from web.room import CUP, OWNER, TABLE, begin_cup, start_round
from wordwaiter.game import commands as g
from wordwaiter.game.queries import to_move
from wordwaiter.lexicon import Judge, Lexicon
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.tables.free_games import engines_of
from wordwaiter.service.tables.kind import TABLES

RUDE = Lexicon.of_words("rude", ["DILDO", "IDOL", "READ", "READS", "SEX", "AREA"])
CLUB = shipped_rulebook("club")


@pytest.fixture(params=[True, False], ids=["withheld", "all words"])
def withholds(request: pytest.FixtureRequest) -> bool:
    is_withheld: bool = request.param
    return is_withheld


@pytest.fixture
def context(withholds: bool, tmp_path: Path) -> Iterator[Context]:
    parts = ContextParts(judge=Judge((RUDE,)), withholds_words=withholds)
    with Context.open(tmp_path / "room.db", parts) as context:
        yield context


def test_hints_and_the_computer_do_without_them(context: Context, withholds: bool) -> None:
    board = empty_board(CLUB.table.layout, CLUB.table.tile_set)
    plays = engines_of(context).of(CLUB).at(board).plays(Rack(tuple("DILDO")))
    words = {play.text(board).split()[1] for play in plays}
    assert "IDOL" in words
    assert ("DILDO" in words) is not withholds


def test_the_search_for_the_best_board_does_without_them(context: Context, withholds: bool) -> None:
    Here.made.clear()
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    work(BestBoardWatch(context, begin=Here))
    (lexicon,) = Here.made[0].puzzle.lists
    assert "AREA" in lexicon
    assert ("SEX" in lexicon) is not withholds


def test_the_room_is_not_shown_such_a_play_among_the_best(context: Context, withholds: bool) -> None:
    begin_cup(context)
    start_round(context)
    for seat, tile in enumerate("AB"):
        execute(context, OWNER, TABLES, TABLE, g.DrawFirst(seat, tile))
    for text in ("8D DILDO", "7H ADO"):
        table = context.states.of(TABLE).state
        mover = to_move(table)
        assert mover is not None
        execute(context, OWNER, TABLES, TABLE, g.Play(mover, parse_play(text, table.position.board)))
    shown = " ".join(play.text for play in public_room(context, CUP).plays)
    assert "ADO" in shown
    assert ("DILDO" in shown) is not withholds
