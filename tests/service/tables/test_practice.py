"""Practising Hare: a board of no tournament, against the clock, and what the program found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bees import FEW, Here, begin, close, evening, work
from service.houses import Computer
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import HareRound, RoundStage
from wordwaiter.lexicon import Judge
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.stream_kind import CommandMeta
from wordwaiter.service.tables.kind import BOARDS, PRACTICE_GRACE_MS
from wordwaiter.service.tables.practice import (
    STARTING_WORDS,
    PracticeRequest,
    begin_practice,
    practice_scene,
)
from wordwaiter.store.verify import verify_journal

MINUTE_MS = 60_000


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with Context.open(
        tmp_path / "practice.db", ContextParts(judge=Judge((FEW,)), time=computer.time)
    ) as context:
        yield context


def begun(context: Context, wish: PracticeRequest) -> tuple[str, Caller]:
    begun = begin_practice(context, "", wish)
    caller = context.devices.caller_of(begun.token)
    assert caller is not None
    return begun.stream, caller


def built(context: Context, stream: str) -> HareRound:
    found = context.states.of(stream).state
    assert isinstance(found, HareRound)
    return found


def with_row(context: Context, stream: str, row: int, text: str) -> Board:
    before = built(context, stream).board
    lines = before.text().splitlines()
    lines[row - 1] = text
    return parse_board("\n".join(lines), before.layout, before.tile_set)


READS = ".......READS..."


def test_a_board_is_built_finished_and_held_against_the_best(context: Context) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read", minutes=10))
    before = practice_scene(context, ann, stream)
    assert (before.builds, before.is_over, before.left_ms) == (True, False, 10 * MINUTE_MS)
    assert len(before.loose) == 96
    execute(context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, READS)))
    assert len(practice_scene(context, ann, stream).loose) == 95
    watch = BestBoardWatch(context, begin=Here)
    for _ in range(5):  # a clock runs, so that it is never done
        watch.step()
    assert practice_scene(context, ann, stream).built.best is None
    execute(context, ann, BOARDS, stream, h.SignalEnd("Ann"))
    work(watch)
    after = practice_scene(context, NOBODY, stream)
    assert after.is_over
    assert after.built.best is not None
    assert after.built.best.total > after.points
    assert not after.bad
    assert verify_journal(context.journal, context.families).good


def test_a_board_that_is_sent_again_gives_the_same_answer_though_nothing_changes_any_more(
    context: Context,
) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read"))
    painting = h.PaintBoard("Ann", with_row(context, stream, 8, READS))
    first, again = (
        execute(context, ann, BOARDS, stream, painting, CommandMeta(key="once", digest="it")) for _ in "12"
    )
    assert first.facts == again.facts != ()
    assert first.version == again.version
    with pytest.raises(ConflictError) as refused:
        execute(context, ann, BOARDS, stream, painting, CommandMeta(key="once", digest="something else"))
    assert refused.value.code == "key-used"
    assert execute(context, ann, BOARDS, stream, painting, CommandMeta(key="new")).facts == ()


def test_a_board_that_is_wiped_in_a_process_that_had_not_heard_of_it_is_wiped(
    context: Context, computer: Computer
) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read"))
    empty = with_row(context, stream, 8, ".......READ....")
    with Context.join(context.journal.name, ContextParts(judge=Judge((FEW,)), time=computer.time)) as other:
        assert other.states.of(stream).version == context.states.of(stream).version
        painted = execute(
            context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, READS))
        )
        wiped = execute(other, ann, BOARDS, stream, h.PaintBoard("Ann", empty))
    assert wiped.facts != ()
    assert wiped.version == painted.version + 1


def test_words_that_no_list_has_are_taken_off_when_it_is_over(context: Context) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read"))
    execute(
        context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, ".......READEE.."))
    )
    assert practice_scene(context, ann, stream).bad == ()
    execute(context, ann, BOARDS, stream, h.SignalEnd("Ann"))
    after = practice_scene(context, ann, stream)
    (bad,) = after.bad
    assert bad.word == "READEE"
    assert after.points == after.tally.total - bad.points


def test_time_that_is_up_ends_the_board_whoever_looks(context: Context, computer: Computer) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read", minutes=5))
    watch = BestBoardWatch(context, begin=Here)
    computer.passes(5 * MINUTE_MS + PRACTICE_GRACE_MS)
    execute(
        context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, READS))
    )  # its last letters
    watch.step()
    assert built(context, stream).stage is RoundStage.BUILDING
    computer.passes(1)
    with pytest.raises(IllegalError) as refused:
        execute(
            context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, ".......READER.."))
        )
    assert refused.value.code == "time-is-up"
    watch.step()
    assert built(context, stream).stage is RoundStage.ENTERING


def test_without_a_word_one_is_drawn_and_without_a_clock_none_runs(context: Context) -> None:
    stream, ann = begun(context, PracticeRequest(minutes=None))
    scene = practice_scene(context, ann, stream)
    assert scene.left_ms is None
    assert scene.built.announcement.starting_word in STARTING_WORDS
    assert scene.built.team == "You"


def test_every_word_that_can_be_drawn_can_begin_a_board(context: Context) -> None:
    for word in STARTING_WORDS:
        stream, _ = begun(context, PracticeRequest(starting_word=word))
        assert built(context, stream).board.tile_counts().total() == len(word)


@pytest.mark.parametrize("count", [0, 10, 20])
def test_tiles_are_taken_out_as_in_a_round(context: Context, count: int) -> None:
    stream, ann = begun(context, PracticeRequest(starting_word="read", removed=count))
    assert len(practice_scene(context, ann, stream).loose) == 96 - count


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (PracticeRequest("x" * 41), "bad-name"),
        (PracticeRequest(minutes=0), "bad-time"),
        (PracticeRequest(minutes=61), "bad-time"),
        (PracticeRequest(removed=7), "bad-removed"),
    ],
)
def test_what_cannot_be_wished_is_refused(context: Context, wish: PracticeRequest, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        begin_practice(context, "", wish)
    assert refused.value.code == code


def test_a_form_that_is_sent_twice_begins_one_board(context: Context) -> None:
    wish, meta = PracticeRequest(starting_word="read"), CommandMeta(key="k" * 16)
    first = begin_practice(context, "", wish, meta=meta)
    again = begin_practice(context, first.token, wish, meta=meta)
    assert again.stream == first.stream


def test_somebody_else_only_looks(context: Context) -> None:
    stream, _ = begun(context, PracticeRequest("Ann", "read"))
    _, bo = begun(context, PracticeRequest("Bo", "read"))
    assert not practice_scene(context, bo, stream).builds
    with pytest.raises(IllegalError):
        execute(context, bo, BOARDS, stream, h.SignalEnd("Bo"))
    with pytest.raises(MalformedError):
        practice_scene(context, bo, "practice-99")


@pytest.mark.clause("bee-phones")
def test_while_a_round_is_played_nobody_practises_and_nothing_found_is_seen(context: Context) -> None:
    stream, ann = begun(context, PracticeRequest("Ann", "read"))
    other, bo = begun(context, PracticeRequest("Bo", "read"))
    execute(
        context, ann, BOARDS, stream, h.PaintBoard("Ann", with_row(context, stream, 8, ".......READEE.."))
    )
    execute(context, ann, BOARDS, stream, h.SignalEnd("Ann"))
    watch = BestBoardWatch(context, begin=Here)
    work_a_little(watch)
    assert practice_scene(context, ann, stream).built.best
    bee = evening(context)
    begin(context, bee)
    seen = practice_scene(context, ann, stream)
    assert (seen.built.best, seen.bad, seen.closed_for) == (None, (), "Bee")
    for action in (
        lambda: execute(context, bo, BOARDS, other, h.SignalEnd("Bo")),
        lambda: begin_practice(context, "", PracticeRequest()),
    ):
        with pytest.raises(IllegalError) as refused:
            action()
        assert refused.value.code == "round-runs"
    close(context, bee)
    assert practice_scene(context, ann, stream).built.best


def work_a_little(watch: BestBoardWatch) -> None:
    """A few steps: while a clock runs there is always another."""
    for _ in range(8):
        watch.step()


def test_two_processes_begin_boards_at_once_and_each_gets_its_own(
    context: Context, computer: Computer
) -> None:
    with Context.join(context.journal.name, ContextParts(judge=Judge((FEW,)), time=computer.time)) as other:
        begun = [
            begin_practice(each, "", PracticeRequest("Ann")).stream for each in (context, other, context)
        ]
    assert len(set(begun)) == 3
