"""Practising Hare: a board of no tournament, against the clock, and what the program found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bees import FEW, Here, begin, close, evening, work
from wordwaiter.errors import ConflictError, IllegalError, MalformedError
from wordwaiter.game.hare import commands as h
from wordwaiter.game.hare.round import HareRound, RoundStage
from wordwaiter.lexicon import Judge
from wordwaiter.rules.board import Board, parse_board
from wordwaiter.service.access.callers import NOBODY, Caller
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.context import House, Parts
from wordwaiter.service.steps import Sending
from wordwaiter.service.tables.practice import (
    GRACE_MS,
    STARTING_WORDS,
    PracticeWish,
    begin_practice,
    practice_scene,
    practise,
)
from wordwaiter.service.tables.tables import give_hare
from wordwaiter.store.verify import verify_journal

from .houses import Computer

MINUTE_MS = 60_000


@pytest.fixture
def computer() -> Computer:
    return Computer()


@pytest.fixture
def house(tmp_path: Path, computer: Computer) -> Iterator[House]:
    with House.open(tmp_path / "practice.db", Parts(judge=Judge((FEW,)), time=computer.time)) as house:
        yield house


def begun(house: House, wish: PracticeWish) -> tuple[str, Caller]:
    begun = begin_practice(house, "", wish)
    caller = house.devices.caller_of(begun.token)
    assert caller is not None
    return begun.stream, caller


def built(house: House, stream: str) -> HareRound:
    found = house.states.of(stream).state
    assert isinstance(found, HareRound)
    return found


def with_row(house: House, stream: str, row: int, text: str) -> Board:
    before = built(house, stream).board
    lines = before.text().splitlines()
    lines[row - 1] = text
    return parse_board("\n".join(lines), before.layout, before.tile_set)


READS = ".......READS..."


def test_a_board_is_built_finished_and_held_against_the_best(house: House) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read", minutes=10))
    before = practice_scene(house, ann, stream)
    assert (before.builds, before.is_over, before.left_ms) == (True, False, 10 * MINUTE_MS)
    assert len(before.loose) == 96
    practise(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, READS)))
    assert len(practice_scene(house, ann, stream).loose) == 95
    watch = BestBoardWatch(house, begin=Here)
    for _ in range(5):  # a clock runs, so that it is never done
        watch.step()
    assert practice_scene(house, ann, stream).built.best is None
    practise(house, ann, stream, h.SignalEnd("Ann"))
    work(watch)
    after = practice_scene(house, NOBODY, stream)
    assert after.is_over
    assert after.built.best is not None
    assert after.built.best.total > after.points
    assert not after.bad
    assert verify_journal(house.journal, house.families).good


def test_a_board_that_is_sent_again_gives_the_same_answer_though_nothing_changes_any_more(
    house: House,
) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read"))
    painting = h.PaintBoard("Ann", with_row(house, stream, 8, READS))
    first, again = (give_hare(house, ann, stream, painting, Sending(key="once", digest="it")) for _ in "12")
    assert first.facts == again.facts != ()
    assert first.version == again.version
    with pytest.raises(ConflictError) as refused:
        give_hare(house, ann, stream, painting, Sending(key="once", digest="something else"))
    assert refused.value.code == "key-used"
    assert give_hare(house, ann, stream, painting, Sending(key="new")).facts == ()


def test_a_board_that_is_wiped_in_a_process_that_had_not_heard_of_it_is_wiped(
    house: House, computer: Computer
) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read"))
    empty = with_row(house, stream, 8, ".......READ....")
    with House.join(house.journal.name, Parts(judge=Judge((FEW,)), time=computer.time)) as other:
        assert other.states.of(stream).version == house.states.of(stream).version
        painted = give_hare(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, READS)))
        wiped = give_hare(other, ann, stream, h.PaintBoard("Ann", empty))
    assert wiped.facts != ()
    assert wiped.version == painted.version + 1


def test_words_that_no_list_has_are_taken_off_when_it_is_over(house: House) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read"))
    practise(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, ".......READEE..")))
    assert practice_scene(house, ann, stream).bad == ()
    practise(house, ann, stream, h.SignalEnd("Ann"))
    after = practice_scene(house, ann, stream)
    (bad,) = after.bad
    assert bad.word == "READEE"
    assert after.points == after.tally.total - bad.points


def test_time_that_is_up_ends_the_board_whoever_looks(house: House, computer: Computer) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read", minutes=5))
    watch = BestBoardWatch(house, begin=Here)
    computer.passes(5 * MINUTE_MS + GRACE_MS)
    practise(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, READS)))  # its last letters
    watch.step()
    assert built(house, stream).stage is RoundStage.BUILDING
    computer.passes(1)
    with pytest.raises(IllegalError) as refused:
        practise(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, ".......READER..")))
    assert refused.value.code == "time-is-up"
    watch.step()
    assert built(house, stream).stage is RoundStage.ENTERING


def test_without_a_word_one_is_drawn_and_without_a_clock_none_runs(house: House) -> None:
    stream, ann = begun(house, PracticeWish(minutes=None))
    scene = practice_scene(house, ann, stream)
    assert scene.left_ms is None
    assert scene.built.announcement.starting_word in STARTING_WORDS
    assert scene.built.team == "You"


def test_every_word_that_can_be_drawn_can_begin_a_board(house: House) -> None:
    for word in STARTING_WORDS:
        stream, _ = begun(house, PracticeWish(starting_word=word))
        assert built(house, stream).board.tile_counts().total() == len(word)


@pytest.mark.parametrize("count", [0, 10, 20])
def test_tiles_are_taken_out_as_in_a_round(house: House, count: int) -> None:
    stream, ann = begun(house, PracticeWish(starting_word="read", removed=count))
    assert len(practice_scene(house, ann, stream).loose) == 96 - count


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (PracticeWish("x" * 41), "bad-name"),
        (PracticeWish(minutes=0), "bad-time"),
        (PracticeWish(minutes=61), "bad-time"),
        (PracticeWish(removed=7), "bad-removed"),
    ],
)
def test_what_cannot_be_wished_is_refused(house: House, wish: PracticeWish, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        begin_practice(house, "", wish)
    assert refused.value.code == code


def test_a_form_that_is_sent_twice_begins_one_board(house: House) -> None:
    wish, sending = PracticeWish(starting_word="read"), Sending(key="k" * 16)
    first = begin_practice(house, "", wish, sending=sending)
    again = begin_practice(house, first.token, wish, sending=sending)
    assert again.stream == first.stream


def test_somebody_else_only_looks(house: House) -> None:
    stream, _ = begun(house, PracticeWish("Ann", "read"))
    _, bo = begun(house, PracticeWish("Bo", "read"))
    assert not practice_scene(house, bo, stream).builds
    with pytest.raises(IllegalError):
        practise(house, bo, stream, h.SignalEnd("Bo"))
    with pytest.raises(MalformedError):
        practice_scene(house, bo, "practice-99")


@pytest.mark.clause("bee-phones")
def test_while_a_round_is_played_nobody_practises_and_nothing_found_is_seen(house: House) -> None:
    stream, ann = begun(house, PracticeWish("Ann", "read"))
    other, _ = begun(house, PracticeWish("Bo", "read"))
    practise(house, ann, stream, h.PaintBoard("Ann", with_row(house, stream, 8, ".......READEE..")))
    practise(house, ann, stream, h.SignalEnd("Ann"))
    watch = BestBoardWatch(house, begin=Here)
    work_a_little(watch)
    assert practice_scene(house, ann, stream).built.best
    bee = evening(house)
    begin(house, bee)
    seen = practice_scene(house, ann, stream)
    assert (seen.built.best, seen.bad, seen.closed_for) == (None, (), "Bee")
    for action in (
        lambda: practise(house, ann, other, h.SignalEnd("Ann")),
        lambda: begin_practice(house, "", PracticeWish()),
    ):
        with pytest.raises(IllegalError) as refused:
            action()
        assert refused.value.code == "round-runs"
    close(house, bee)
    assert practice_scene(house, ann, stream).built.best


def work_a_little(watch: BestBoardWatch) -> None:
    """A few steps: while a clock runs there is always another."""
    for _ in range(8):
        watch.step()


def test_two_processes_begin_boards_at_once_and_each_gets_its_own(house: House, computer: Computer) -> None:
    with House.join(house.journal.name, Parts(judge=Judge((FEW,)), time=computer.time)) as other:
        begun = [begin_practice(each, "", PracticeWish("Ann")).stream for each in (house, other, house)]
    assert len(set(begun)) == 3
