"""What waits for a judge, and what the lists tell of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.houses import DORA, club_day, draw_for_first_play, round_begun
from wordwaiter.game import commands as g
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, judge_queue
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Official


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["CAT"]),))
    with Context.open(tmp_path / "house.db", ContextParts(judge=judge)) as context:
        yield context


def test_a_hold_asks_for_no_verdict_and_a_challenge_does(context: Context) -> None:
    day = club_day(context)
    round_begun(context, day)
    stream = f"{day}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
    table = draw_for_first_play(context, stream)
    execute(context, DORA, TABLES, stream, g.Play(0, parse_play("8G CAT", table.position.board)))
    execute(context, DORA, TABLES, stream, g.CallHold(1))
    (hold,) = judge_queue(context, DORA)
    assert (hold.matter, hold.words, hold.says) == (Matter.HOLD, ("CAT",), None)
    execute(context, DORA, TABLES, stream, g.Challenge(1, ("CAT",)))
    (challenge,) = judge_queue(context, DORA)
    assert challenge.matter is Matter.CHALLENGE
    assert challenge.says is not None
    assert challenge.says.good


def test_what_waits_longest_comes_first(context: Context) -> None:
    day = club_day(context)
    round_begun(context, day)
    for table, reason in ((2, "a tile is gone"), (1, "they are loud")):
        execute(context, DORA, TOURNAMENTS, day, c.CallOfficial("", table, Official.JUDGE, reason))
    assert [waiting.note for waiting in judge_queue(context, DORA)] == ["a tile is gone", "they are loud"]
