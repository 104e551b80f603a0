"""The best boards of a round: looked for while it runs, told to nobody before it is closed."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bees import DORA, FEW, HARE, Here, Long, begin, boards, built, close, evening, hand_in, work
from wordwaiter.engine.hare import BestBoard, Effort, HarePuzzle
from wordwaiter.game.hare.round import HareRound, score_of
from wordwaiter.lexicon import Judge
from wordwaiter.rules.announcement import Announcement
from wordwaiter.service.access.callers import NOBODY
from wordwaiter.service.access.visibility import shown_fact
from wordwaiter.service.bee.best_board_search import USUAL, BestBoardWatch, Pace, wanted_boards
from wordwaiter.service.bee.best_boards import best_of_round, latest_best, why_no_practice
from wordwaiter.service.bee.emcee import check_words
from wordwaiter.service.context import House, Parts
from wordwaiter.service.rounds.public_view import public_room
from wordwaiter.service.rounds.recovery import catch_up
from wordwaiter.service.tables import tables
from wordwaiter.service.tables.stream_names import place_of
from wordwaiter.service.tournaments import tournaments
from wordwaiter.store.verify import verify_journal
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.roles import Role
from wordwaiter.tournament.state import Screen

from .houses import Computer, holder


@pytest.fixture
def computer() -> Computer:
    return Computer()


def opened(place: Path, computer: Computer) -> House:
    house = House.open(place, Parts(judge=Judge((FEW,)), time=computer.time))
    catch_up(house)
    return house


@pytest.fixture
def house(tmp_path: Path, computer: Computer) -> Iterator[House]:
    with opened(tmp_path / "bee.db", computer) as house:
        yield house


@pytest.fixture(autouse=True)
def asked() -> list[Here]:
    """The searches that were begun."""
    Here.made.clear()
    return Here.made


@pytest.fixture
def watch(house: House) -> BestBoardWatch:
    return BestBoardWatch(house, begin=Here)


def told(house: House, bee: str) -> dict[str, HareRound]:
    return {
        team: tables.look_at_board(house, NOBODY, stream).board for team, stream in boards(house, bee).items()
    }


def test_a_best_board_is_told_when_the_round_is_closed_and_not_a_moment_before(
    house: House, watch: BestBoardWatch
) -> None:
    bee = evening(house)
    begin(house, bee)
    work(watch)
    before = house.journal.position()
    work(watch)
    hand_in(house, bee)
    work(watch)
    kinds = [fact.kind for fact in house.journal.since(before)]
    assert "hare.best_board_found" not in kinds
    assert all(each.best is None for each in told(house, bee).values())
    assert public_room(house, bee).best == ()
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    work(watch)
    for each in told(house, bee).values():
        assert each.best is not None
        assert each.best.total > score_of(each).total
    room = public_room(house, bee)
    assert [each.number for each in room.best] == [1]
    assert [team.name for team in room.best[0].teams] == ["Foxes", "Owls"]
    assert room.best[0].winner.has_all
    assert Screen.BOARDS in room.screens
    assert verify_journal(house.journal, house.families).good


def test_the_same_tiles_are_looked_at_once_and_bought_tiles_anew(
    house: House, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(house)
    begin(house, bee)
    work(watch)
    assert len(asked) == 1  # nothing is taken out in round 1
    close(house, bee)
    begin(house, bee, 2)
    work(watch)
    assert len(asked) == 3  # twenty of each team's own bag
    tournaments.give(house, DORA, bee, c.BuyAllTiles("", 1))
    work(watch)
    assert len(asked) == 3  # with all its tiles and the same word a team has the puzzle of round 1
    tournaments.give(house, DORA, bee, c.BuyTiles("", 2, 1))
    work(watch)
    assert len(asked) == 4
    close(house, bee, 2)
    work(watch)
    best = best_of_round(house, bee, 1, 2)
    assert best is not None
    assert {team.name: team.tiles for team in best.teams} == {"Owls": 100, "Foxes": 81}


def test_a_search_that_dies_is_begun_anew(house: House, asked: list[Here]) -> None:
    class Dying(Here):
        def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
            super().__init__(puzzle, effort)
            self.died = len(asked) < 3

    bee = evening(house)
    begin(house, bee)
    watch = BestBoardWatch(house, begin=Dying)
    work(watch)
    assert [each.died for each in asked] == [True, True, False]
    assert len(watch.found) == 1


def test_boards_of_a_round_that_was_closed_in_haste_are_told_after_the_next(
    house: House, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    begin(house, bee, 2)  # before anything was found
    before = house.journal.position()
    work(watch)
    assert len(asked) == 3
    assert "hare.best_board_found" not in [fact.kind for fact in house.journal.since(before)]
    close(house, bee, 2)
    work(watch)
    assert all(best_of_round(house, bee, 1, number) for number in (1, 2))
    assert len(asked) == 3


def second_round_won_by_the_foxes(house: House, bee: str, watch: BestBoardWatch) -> None:
    """A round whose teams have different tiles, and nothing was found for them; its total is from paper."""
    begin(house, bee)
    close(house, bee)
    work(watch)
    begin(house, bee, 2)
    hand_in(house, bee, 2)
    table = place_table(boards(house, bee, 2)["Foxes"])
    tournaments.give(house, DORA, bee, c.CorrectResult("", HARE, 2, table, (1200,), "by the paper sheet"))
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))


def place_table(stream: str) -> int:
    place = place_of(stream)
    assert place is not None
    return place.table


def test_the_winners_board_is_looked_for_first_and_nobody_stands_in_their_place(
    house: House, watch: BestBoardWatch, asked: list[Here]
) -> None:
    bee = evening(house)
    second_round_won_by_the_foxes(house, bee, watch)
    foxes = built(house, boards(house, bee, 2)["Foxes"])
    watch.step()
    assert asked[-1].puzzle.removed == foxes.removed
    assert public_room(house, bee).best == ()  # also not the first round's, which is over
    watch.step()
    (best,) = public_room(house, bee).best
    assert (best.number, best.winner.name, best.winner.points) == (2, "Foxes", 1200)
    assert not best.winner.is_entered
    work(watch)
    best_now = best_of_round(house, bee, 1, 2)
    assert best_now is not None
    assert [(each.name, each.is_entered) for each in best_now.teams] == [("Foxes", False), ("Owls", True)]
    assert not best_now.is_alike


def test_a_winner_for_whom_nothing_is_found_is_replaced_by_nobody(house: House) -> None:
    class Failing(Here):
        def __init__(self, puzzle: HarePuzzle, effort: Effort) -> None:
            super().__init__(puzzle, effort)
            self.fails = puzzle.removed == built(house, boards(house, bee, 2)["Foxes"]).removed

        def result(self) -> BestBoard | None:  # type: ignore[override]
            return None if self.fails else super().result()

    bee = evening(house)
    second_round_won_by_the_foxes(house, bee, BestBoardWatch(house, begin=Here))
    work(BestBoardWatch(house, begin=Failing))
    assert built(house, boards(house, bee, 2)["Owls"]).best is not None
    assert best_of_round(house, bee, 1, 2) is None
    assert public_room(house, bee).best == ()


def test_a_search_gives_way_to_the_winners_and_is_begun_anew(house: House, asked: list[Here]) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    work(BestBoardWatch(house, begin=Here))
    begin(house, bee, 2)
    asked.clear()
    watch = BestBoardWatch(house, begin=Long)
    watch.step()
    assert asked[0].puzzle.removed == built(house, boards(house, bee, 2)["Owls"]).removed
    hand_in(house, bee, 2)
    foxes = boards(house, bee, 2)["Foxes"]
    tournaments.give(house, DORA, bee, c.CorrectResult("", HARE, 2, place_table(foxes), (1200,), "paper"))
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    watch.step()
    assert asked[0].is_closed
    assert [each.puzzle.removed for each in asked[1:]] == [built(house, foxes).removed]


def test_a_search_gives_way_to_everything_until_the_round_is_closed(house: House, asked: list[Here]) -> None:
    watch = BestBoardWatch(house, begin=Long)
    bee = evening(house)
    begin(house, bee)
    watch.step()
    hand_in(house, bee)
    watch.step()
    assert not asked[0].is_hurried
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    watch.step()
    assert asked[0].is_hurried
    assert not asked[0].is_over


def test_puzzles_share_the_time_that_is_left_of_the_round(
    house: House, watch: BestBoardWatch, asked: list[Here], computer: Computer
) -> None:
    bee = evening(house)
    begin(house, bee)
    watch.step()
    close(house, bee)
    begin(house, bee, 2)
    computer.passes(14 * 60_000)  # of fifteen minutes
    work(watch)
    hand_in(house, bee, 2)
    assert [each.seconds for each in asked] == [USUAL.longest, 30, 60]


def test_a_search_ends_when_the_round_is_closed_with_what_it_has(house: House, asked: list[Here]) -> None:
    watch = BestBoardWatch(house, Pace(late=0), Long)
    bee = evening(house)
    begin(house, bee)
    assert watch.step()
    hand_in(house, bee)
    assert watch.step()
    assert not asked[0].is_over
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    work(watch)
    assert all(each.best for each in told(house, bee).values())
    assert len(asked) == 1


def test_a_search_for_tiles_that_nobody_has_any_more_is_given_up(house: House, asked: list[Here]) -> None:
    watch = BestBoardWatch(house, begin=Long)
    bee = evening(house)
    begin(house, bee)
    watch.step()
    tournaments.give(house, DORA, bee, c.HaltRound("", HARE, "the wrong words were read out"))
    assert not watch.step()
    assert asked[0].is_closed


def test_between_rounds_it_is_shown_and_while_boards_are_built_it_is_not(
    house: House, watch: BestBoardWatch
) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    work(watch)
    assert best_of_round(house, bee, 1, 1)
    begin(house, bee, 2)
    work(watch)
    assert best_of_round(house, bee, 1, 1) is None
    assert public_room(house, bee).best == ()
    assert all(each.best is None for each in told(house, bee).values())
    hand_in(house, bee, 2)
    assert best_of_round(house, bee, 1, 1) is None
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    work(watch)
    assert best_of_round(house, bee, 1, 1)
    room = public_room(house, bee)
    assert [each.number for each in room.best] == [2]
    assert best_of_round(house, bee, 1, 3) is None
    assert best_of_round(house, bee, 9, 1) is None


@pytest.mark.clause("bee-phones")
def test_while_anybody_plays_here_a_best_board_is_shown_to_nobody(
    house: House, watch: BestBoardWatch
) -> None:
    bee, other = evening(house), evening(house)
    begin(house, other)
    begin(house, bee)
    close(house, bee)
    work(watch)
    assert best_of_round(house, bee, 1, 1) is None
    assert public_room(house, bee).best == ()
    assert all(each.best is None for each in told(house, bee).values())
    close(house, other)
    work(watch)
    assert best_of_round(house, bee, 1, 1)
    assert public_room(house, bee).best


def test_a_round_that_is_reopened_hides_it_again(house: House, watch: BestBoardWatch) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    work(watch)
    tournaments.give(house, DORA, bee, c.ReopenRound("", HARE, "a sheet turned up"))
    assert best_of_round(house, bee, 1, 1) is None
    assert all(each.best is None for each in told(house, bee).values())


def test_the_feed_tells_that_it_was_found_and_nobody_but_the_director_what(
    house: House, watch: BestBoardWatch
) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    work(watch)
    facts = [fact for fact in house.journal.since(0) if fact.kind == "hare.best_board_found"]
    assert len(facts) == 2
    for role in Role:
        shown = shown_fact(holder("Sam", role, bee), facts[0])
        assert shown is not None
        assert ("body" in shown) is (role is Role.DIRECTOR), role


def test_a_program_that_was_stopped_begins_again_and_what_was_told_is_kept(
    tmp_path: Path, computer: Computer
) -> None:
    place = tmp_path / "bee.db"
    with opened(place, computer) as house:
        bee = evening(house)
        begin(house, bee)
        with BestBoardWatch(house, begin=Long):
            pass
        close(house, bee)
    with opened(place, computer) as house:
        assert len(list(wanted_boards(house))) == 2
        with BestBoardWatch(house, Pace(late=0.1)):  # the real one, in its process
            while list(wanted_boards(house)):
                time.sleep(0.01)
        totals = {team: each.best for team, each in told(house, bee).items()}
    with opened(place, computer) as house:
        assert not list(wanted_boards(house))
        assert {team: each.best for team, each in told(house, bee).items()} == totals


def test_where_nobody_noted_the_tiles_it_is_that_of_all_tiles(house: House, watch: BestBoardWatch) -> None:
    bee = evening(house)
    begin(house, bee)
    close(house, bee)
    begin(house, bee, 2, drawn=False)
    close(house, bee, 2)
    work(watch)
    best = best_of_round(house, bee, 1, 2)
    assert best is not None
    assert best.winner.has_all
    assert (best.winner.tiles, best.winner.are_known) == (80, False)


def test_nobody_practises_from_when_words_are_announced_until_their_round_is_closed(house: House) -> None:
    bee = evening(house)
    assert why_no_practice(house) is None
    tournaments.give(house, DORA, bee, c.AnnounceWords("", HARE, 1, "read", None, ()))
    assert why_no_practice(house) == "Bee"
    begin(house, bee)
    assert why_no_practice(house) == "Bee"
    close(house, bee)
    assert why_no_practice(house) is None


def test_words_that_teams_build_from_are_looked_at_and_their_board_is_shown_to_nobody(house: House) -> None:
    bee = evening(house)
    begin(house, bee)

    def is_secret(word: str) -> bool:
        looked = check_words(house, DORA, bee, (HARE, 2), Announcement(word), Effort(steps=0))
        assert looked.check is not None
        assert looked.check.best is not None
        return looked.is_secret

    assert is_secret("Read")
    assert not is_secret("dare")
    hand_in(house, bee)
    assert is_secret("read")
    tournaments.give(house, DORA, bee, c.CloseRound("", HARE))
    assert not is_secret("read")


def test_a_division_that_plays_in_turns_has_no_best_boards(house: House, watch: BestBoardWatch) -> None:
    bee = evening(house)
    tournaments.give(house, DORA, bee, c.OpenDivision("", "Open", shipped_format("club")))
    tournament = tournaments.kept_in(house, bee).tournament
    assert latest_best(house, bee, tournament, tournament.division("Open")) is None
    assert not watch.step()


def test_it_goes_on_after_a_mistake_of_ours(
    house: House, asked: list[Here], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("wordwaiter.service.bee.best_board_search._LOOK_S", 0.001)
    monkeypatch.setattr("wordwaiter.service.bee.best_board_search._TRY_AGAIN_S", 0.001)
    mistakes = [ZeroDivisionError()]

    def begun(puzzle: HarePuzzle, effort: Effort) -> Here:
        if mistakes:
            raise mistakes.pop()
        return Here(puzzle, effort)

    with BestBoardWatch(house, begin=begun):
        begin(house, evening(house))
        while not asked:
            time.sleep(0.01)
    assert "ZeroDivisionError" in caplog.text


def test_a_search_that_cannot_be_started_is_tried_again(house: House) -> None:
    refused, begun = threading.Event(), threading.Event()

    def begin_search(puzzle: HarePuzzle, effort: Effort) -> Here:
        if not refused.is_set():
            refused.set()
            raise BlockingIOError("Resource temporarily unavailable")
        begun.set()
        return Here(puzzle, effort)

    bee = evening(house)
    with BestBoardWatch(house, begin=begin_search):
        begin(house, bee)
        assert refused.wait(60)
        hand_in(house, bee)  # something happens, so it need not wait longer
        assert begun.wait(60)
