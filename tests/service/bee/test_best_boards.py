"""The best boards of a round: looked for while it runs, told to nobody before it is closed."""

import multiprocessing
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bees import DORA, FEW, HARE, Here, Long, begin, boards, built, close, evening, hand_in, work
from service.houses import Computer, holder
from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle
from wordwaiter.game.hare.round import HareRound, score_of
from wordwaiter.lexicon import Judge
from wordwaiter.roles import Role
from wordwaiter.rules.announcement import Announcement
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import visible_fact
from wordwaiter.service.bee.best_board_search import USUAL, BestBoardWatch, Pace, wanted_boards
from wordwaiter.service.bee.best_boards import best_of_round, latest_best, why_no_practice
from wordwaiter.service.bee.emcee import check_words
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.rounds.slides import slides
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tables.views import look_at_board
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.state import Screen


@pytest.fixture
def computer() -> Computer:
    return Computer()


def opened(place: Path, computer: Computer) -> Context:
    context = Context.open(place, ContextParts(judge=Judge((FEW,)), time=computer.time))
    catch_up(context)
    return context


@pytest.fixture
def context(tmp_path: Path, computer: Computer) -> Iterator[Context]:
    with opened(tmp_path / "bee.db", computer) as context:
        yield context


@pytest.fixture(autouse=True)
def asked() -> list[Here]:
    """The searches that were begun."""
    Here.made.clear()
    return Here.made


@pytest.fixture
def watch(context: Context) -> BestBoardWatch:
    return BestBoardWatch(context, begin=Here)


def told(context: Context, bee: str) -> dict[str, HareRound]:
    return {
        team: look_at_board(context, NOBODY, stream).board for team, stream in boards(context, bee).items()
    }


def test_a_best_board_is_told_when_the_round_is_closed_and_not_a_moment_before(
    context: Context, watch: BestBoardWatch
) -> None:
    bee = evening(context)
    begin(context, bee)
    work(watch)
    before = context.journal.position()
    work(watch)
    hand_in(context, bee)
    work(watch)
    kinds = [fact.kind for fact in context.journal.since(before)]
    assert "hare.best_board_found" not in kinds
    assert all(each.best is None for each in told(context, bee).values())
    assert public_room(context, bee).best == ()
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    work(watch)
    for each in told(context, bee).values():
        assert each.best is not None
        assert each.best.total > score_of(each).total
    room = public_room(context, bee)
    assert [each.number for each in room.best] == [1]
    assert [team.name for team in room.best[0].teams] == ["Foxes", "Owls"]
    assert room.best[0].winner.has_all
    assert Screen.BOARDS in slides(room)
    assert verify_journal(context.journal, context.families).good


def test_the_same_tiles_are_looked_at_once_and_bought_tiles_anew(
    context: Context, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(context)
    begin(context, bee)
    work(watch)
    assert len(asked) == 1  # nothing is taken out in round 1
    close(context, bee)
    begin(context, bee, 2)
    work(watch)
    assert len(asked) == 3  # twenty of each team's own bag
    execute(context, DORA, TOURNAMENTS, bee, c.BuyAllTiles("", 1))
    work(watch)
    assert len(asked) == 3  # with all its tiles and the same word a team has the puzzle of round 1
    execute(context, DORA, TOURNAMENTS, bee, c.BuyTiles("", 2, 1))
    work(watch)
    assert len(asked) == 4
    close(context, bee, 2)
    work(watch)
    best = best_of_round(context, bee, 1, 2)
    assert best is not None
    assert {team.name: team.tiles for team in best.teams} == {"Owls": 100, "Foxes": 81}


def test_a_search_that_dies_is_begun_anew(context: Context, asked: list[Here]) -> None:
    class Dying(Here):
        def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
            super().__init__(puzzle, effort)
            self.died = len(asked) < 3

    bee = evening(context)
    begin(context, bee)
    watch = BestBoardWatch(context, begin=Dying)
    work(watch)
    assert [each.died for each in asked] == [True, True, False]
    assert len(watch.found) == 1


def test_boards_of_a_round_that_was_closed_in_haste_are_told_after_the_next(
    context: Context, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    begin(context, bee, 2)  # before anything was found
    before = context.journal.position()
    work(watch)
    assert len(asked) == 3
    assert "hare.best_board_found" not in [fact.kind for fact in context.journal.since(before)]
    close(context, bee, 2)
    work(watch)
    assert all(best_of_round(context, bee, 1, number) for number in (1, 2))
    assert len(asked) == 3


def second_round_won_by_the_foxes(context: Context, bee: str, watch: BestBoardWatch) -> None:
    """A round whose teams have different tiles, and nothing was found for them; its total is from paper."""
    begin(context, bee)
    close(context, bee)
    work(watch)
    begin(context, bee, 2)
    hand_in(context, bee, 2)
    table = place_table(boards(context, bee, 2)["Foxes"])
    execute(
        context, DORA, TOURNAMENTS, bee, c.CorrectResult("", HARE, 2, table, (1200,), "by the paper sheet")
    )
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))


def place_table(stream: str) -> int:
    place = place_of(stream)
    assert place is not None
    return place.table


def test_the_winners_board_is_looked_for_first_and_nobody_stands_in_their_place(
    context: Context, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(context)
    second_round_won_by_the_foxes(context, bee, watch)
    foxes = built(context, boards(context, bee, 2)["Foxes"])
    watch.step()
    assert asked[-1].puzzle.removed == foxes.removed
    assert public_room(context, bee).best == ()  # also not the first round's, which is over
    watch.step()
    (best,) = public_room(context, bee).best
    assert (best.number, best.winner.name, best.winner.points) == (2, "Foxes", 1200)
    assert not best.winner.is_entered
    work(watch)
    best_now = best_of_round(context, bee, 1, 2)
    assert best_now is not None
    assert [(each.name, each.is_entered) for each in best_now.teams] == [("Foxes", False), ("Owls", True)]
    assert not best_now.is_alike


def test_a_winner_for_whom_nothing_is_found_is_replaced_by_nobody(context: Context) -> None:
    class Failing(Here):
        def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
            super().__init__(puzzle, effort)
            self.fails = puzzle.removed == built(context, boards(context, bee, 2)["Foxes"]).removed

        def result(self) -> BestBoard | None:  # type: ignore[override]
            return None if self.fails else super().result()

    bee = evening(context)
    second_round_won_by_the_foxes(context, bee, BestBoardWatch(context, begin=Here))
    work(BestBoardWatch(context, begin=Failing))
    assert built(context, boards(context, bee, 2)["Owls"]).best is not None
    assert best_of_round(context, bee, 1, 2) is None
    assert public_room(context, bee).best == ()


def test_a_search_gives_way_to_the_winners_and_is_begun_anew(context: Context, asked: list[Here]) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    work(BestBoardWatch(context, begin=Here))
    begin(context, bee, 2)
    asked.clear()
    watch = BestBoardWatch(context, begin=Long)
    watch.step()
    assert asked[0].puzzle.removed == built(context, boards(context, bee, 2)["Owls"]).removed
    hand_in(context, bee, 2)
    foxes = boards(context, bee, 2)["Foxes"]
    execute(
        context, DORA, TOURNAMENTS, bee, c.CorrectResult("", HARE, 2, place_table(foxes), (1200,), "paper")
    )
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    watch.step()
    assert asked[0].is_closed
    assert [each.puzzle.removed for each in asked[1:]] == [built(context, foxes).removed]


def test_a_search_gives_way_to_everything_until_the_round_is_closed(
    context: Context, asked: list[Here]
) -> None:
    watch = BestBoardWatch(context, begin=Long)
    bee = evening(context)
    begin(context, bee)
    watch.step()
    hand_in(context, bee)
    watch.step()
    assert not asked[0].is_hurried
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    watch.step()
    assert asked[0].is_hurried
    assert not asked[0].is_over


def test_puzzles_share_the_time_that_is_left_of_the_round(
    context: Context, watch: BestBoardWatch, asked: list[Here], computer: Computer
) -> None:
    bee = evening(context)
    begin(context, bee)
    watch.step()
    close(context, bee)
    begin(context, bee, 2)
    computer.passes(14 * 60_000)  # of fifteen minutes
    work(watch)
    hand_in(context, bee, 2)
    assert [each.seconds for each in asked] == [USUAL.longest, 30, 60]


def test_a_search_ends_when_the_round_is_closed_with_what_it_has(context: Context, asked: list[Here]) -> None:
    watch = BestBoardWatch(context, Pace(late=0), Long)
    bee = evening(context)
    begin(context, bee)
    assert watch.step()
    hand_in(context, bee)
    assert watch.step()
    assert not asked[0].is_over
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    work(watch)
    assert all(each.best for each in told(context, bee).values())
    assert len(asked) == 1


@pytest.mark.process
def test_a_search_is_a_process_of_its_own_unless_a_test_says_otherwise(context: Context) -> None:
    watch = BestBoardWatch(context)
    bee = evening(context)
    begin(context, bee)
    assert watch.step()
    assert [process.name for process in multiprocessing.active_children()] == ["hare-search"]
    watch.close()
    assert not multiprocessing.active_children()


def test_a_search_for_tiles_that_nobody_has_any_more_is_given_up(context: Context, asked: list[Here]) -> None:
    watch = BestBoardWatch(context, begin=Long)
    bee = evening(context)
    begin(context, bee)
    watch.step()
    execute(context, DORA, TOURNAMENTS, bee, c.HaltRound("", HARE, "the wrong words were read out"))
    assert not watch.step()
    assert asked[0].is_closed


def test_between_rounds_it_is_shown_and_while_boards_are_built_it_is_not(
    context: Context, watch: BestBoardWatch
) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    work(watch)
    assert best_of_round(context, bee, 1, 1)
    begin(context, bee, 2)
    work(watch)
    assert best_of_round(context, bee, 1, 1) is None
    assert public_room(context, bee).best == ()
    assert all(each.best is None for each in told(context, bee).values())
    hand_in(context, bee, 2)
    assert best_of_round(context, bee, 1, 1) is None
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    work(watch)
    assert best_of_round(context, bee, 1, 1)
    room = public_room(context, bee)
    assert [each.number for each in room.best] == [2]
    assert best_of_round(context, bee, 1, 3) is None
    assert best_of_round(context, bee, 9, 1) is None


@pytest.mark.clause("bee-phones")
def test_while_anybody_plays_here_a_best_board_is_shown_to_nobody(
    context: Context, watch: BestBoardWatch
) -> None:
    bee, other = evening(context), evening(context)
    begin(context, other)
    begin(context, bee)
    close(context, bee)
    work(watch)
    assert best_of_round(context, bee, 1, 1) is None
    assert public_room(context, bee).best == ()
    assert all(each.best is None for each in told(context, bee).values())
    close(context, other)
    work(watch)
    assert best_of_round(context, bee, 1, 1)
    assert public_room(context, bee).best


def test_a_round_that_is_reopened_hides_it_again(context: Context, watch: BestBoardWatch) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    work(watch)
    execute(context, DORA, TOURNAMENTS, bee, c.ReopenRound("", HARE, "a sheet turned up"))
    assert best_of_round(context, bee, 1, 1) is None
    assert all(each.best is None for each in told(context, bee).values())


def test_the_feed_tells_that_it_was_found_and_nobody_but_the_director_what(
    context: Context, watch: BestBoardWatch
) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    work(watch)
    facts = [fact for fact in context.journal.since(0) if fact.kind == "hare.best_board_found"]
    assert len(facts) == 2
    for role in Role:
        shown = visible_fact(holder("Sam", role, bee), facts[0])
        assert shown is not None
        assert ("body" in shown) is (role is Role.DIRECTOR), role


@pytest.mark.process
def test_a_program_that_was_stopped_begins_again_and_what_was_told_is_kept(
    tmp_path: Path, computer: Computer
) -> None:
    place = tmp_path / "bee.db"
    with opened(place, computer) as context:
        bee = evening(context)
        begin(context, bee)
        with BestBoardWatch(context, begin=Long):
            pass
        close(context, bee)
    with opened(place, computer) as context:
        assert len(list(wanted_boards(context))) == 2
        with BestBoardWatch(context, Pace(late=0.1)):  # the real one, in its process
            while list(wanted_boards(context)):
                time.sleep(0.01)
        totals = {team: each.best for team, each in told(context, bee).items()}
    with opened(place, computer) as context:
        assert not list(wanted_boards(context))
        assert {team: each.best for team, each in told(context, bee).items()} == totals


def test_where_nobody_noted_the_tiles_it_is_that_of_all_tiles(
    context: Context, watch: BestBoardWatch
) -> None:
    bee = evening(context)
    begin(context, bee)
    close(context, bee)
    begin(context, bee, 2, drawn=False)
    close(context, bee, 2)
    work(watch)
    best = best_of_round(context, bee, 1, 2)
    assert best is not None
    assert best.winner.has_all
    assert (best.winner.tiles, best.winner.are_known) == (80, False)


def test_nobody_practises_from_when_words_are_announced_until_their_round_is_closed(context: Context) -> None:
    bee = evening(context)
    assert why_no_practice(context) is None
    execute(context, DORA, TOURNAMENTS, bee, c.AnnounceWords("", HARE, 1, "read", None, ()))
    assert why_no_practice(context) == "Bee"
    begin(context, bee)
    assert why_no_practice(context) == "Bee"
    close(context, bee)
    assert why_no_practice(context) is None


def test_words_that_teams_build_from_are_looked_at_and_their_board_is_shown_to_nobody(
    context: Context,
) -> None:
    bee = evening(context)
    begin(context, bee)

    def is_secret(word: str) -> bool:
        looked = check_words(context, DORA, bee, (HARE, 2), Announcement(word), Effort(steps=0))
        assert looked.check is not None
        assert looked.check.best is not None
        return looked.is_secret

    assert is_secret("Read")
    assert not is_secret("dare")
    hand_in(context, bee)
    assert is_secret("read")
    execute(context, DORA, TOURNAMENTS, bee, c.CloseRound("", HARE))
    assert not is_secret("read")


def test_a_division_that_plays_in_turns_has_no_best_boards(context: Context, watch: BestBoardWatch) -> None:
    bee = evening(context)
    execute(context, DORA, TOURNAMENTS, bee, c.OpenDivision("", "Open", shipped_format("club")))
    tournament = snapshot_of(context, bee).tournament
    assert latest_best(context, bee, tournament, tournament.division("Open")) is None
    assert not watch.step()


def test_it_goes_on_after_a_mistake_of_ours(
    context: Context, asked: list[Here], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("wordwaiter.service.bee.best_board_search._LOOK_S", 0.001)
    monkeypatch.setattr("wordwaiter.service.bee.best_board_search._TRY_AGAIN_S", 0.001)
    mistakes = [ZeroDivisionError()]

    def begun(puzzle: HarePuzzle, effort: Effort) -> Here:
        if mistakes:
            raise mistakes.pop()
        return Here(puzzle, effort)

    with BestBoardWatch(context, begin=begun):
        begin(context, evening(context))
        while not asked:
            time.sleep(0.01)
    assert "ZeroDivisionError" in caplog.text


def test_a_search_that_cannot_be_started_is_tried_again(context: Context) -> None:
    refused, begun = threading.Event(), threading.Event()

    def begin_search(puzzle: HarePuzzle, effort: Effort) -> Here:
        if not refused.is_set():
            refused.set()
            raise BlockingIOError("Resource temporarily unavailable")
        begun.set()
        return Here(puzzle, effort)

    bee = evening(context)
    with BestBoardWatch(context, begin=begin_search):
        begin(context, bee)
        assert refused.wait(60)
        hand_in(context, bee)  # something happens, so it need not wait longer
        assert begun.wait(60)
