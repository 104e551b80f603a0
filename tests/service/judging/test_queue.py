"""What waits for a judge, and what the lists tell of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from aside import aside
from service.houses import DORA, club_day, draw_for_first_play, round_begun
from wordwaiter.game import commands as g
from wordwaiter.lexicon.judge import Judge
from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.rules.placement import parse_play
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.judging.queue import Matter, Settling, judge_queue, settle
from wordwaiter.service.tables.kind import TABLES
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.state import Official


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    judge = Judge((Lexicon.of_words("house", ["CAT"]),))
    with Context.open(tmp_path / "house.db", ContextParts(judge=judge)) as context:
        yield context


def test_one_answer_rules_on_a_hold_or_on_a_challenge(context: Context) -> None:
    day = club_day(context)
    round_begun(context, day)
    stream = f"{day}/1/1/1.1"
    for seat, tile in enumerate("AB"):
        execute(context, DORA, TABLES, stream, g.DrawFirst(seat, tile))
    table = draw_for_first_play(context, stream)
    execute(context, DORA, TABLES, stream, g.Play(0, parse_play("8G CAT", table.position.board)))
    execute(context, DORA, TABLES, stream, g.CallHold(1))
    (hold,) = judge_queue(context, DORA)
    assert (hold.matter, hold.words) == (Matter.HOLD, ("CAT",))
    assert hold.says is not None
    assert hold.says.good
    execute(context, DORA, TABLES, stream, g.Challenge(1, ("CAT",)))
    (challenge,) = judge_queue(context, DORA)
    assert challenge.matter is Matter.CHALLENGE
    assert challenge.says is not None
    assert challenge.says.good
    execute(context, DORA, TABLES, stream, g.Rule("Dora", good=False))
    execute(context, DORA, TABLES, stream, g.Play(1, parse_play("8G CAT", table.position.board)))
    execute(context, DORA, TABLES, stream, g.CallHold(0))
    (hold,) = judge_queue(context, DORA)
    aside(settle(context, DORA, Settling(hold.id, "good")))
    assert judge_queue(context, DORA) == ()
    rulings = [fact.body for fact in context.journal.facts(stream) if fact.kind == "game.ruling_given"]
    assert [(body["by"], body["good"]) for body in rulings] == [("Dora", False), ("Dora", True)]


def test_what_waits_longest_comes_first(context: Context) -> None:
    day = club_day(context)
    round_begun(context, day)
    for table, reason in ((2, "a tile is gone"), (1, "they are loud")):
        execute(context, DORA, TOURNAMENTS, day, c.CallOfficial("", table, Official.JUDGE, reason))
    assert [waiting.note for waiting in judge_queue(context, DORA)] == ["a tile is gone", "they are loud"]
