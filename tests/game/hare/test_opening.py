"""How a Hare round begins: the starting word, the clock, and the tiles taken out."""

import random
from collections import Counter

import pytest

from game.hare.rounds import HARE, MINUTE_MS, TILES, Round, opening
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game.hare.commands import AdjustTime, SignalEnd
from wordwaiter.game.hare.decide import fold, loose_tiles, open_round, remaining_ms
from wordwaiter.game.table import TableKind
from wordwaiter.rules.finished_board import RemovedTiles, RemovedUnseen
from wordwaiter.rules.rack import Rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook


def removed_from(number: int, start: str | None, seed: int) -> Counter[str]:
    command = opening(number, TableKind.VIRTUAL, start)
    state = fold(HARE, open_round(HARE, command, 0, random.Random(seed)))
    assert isinstance(state.removed, RemovedTiles)
    return Counter(state.removed.tiles)


@pytest.mark.clause("bee-5")
def test_the_starting_word_lies_on_the_board_when_the_round_begins() -> None:
    state = Round(opening(start="GLOW")).state
    assert [str(word) for word in state.board.words()] == ["8H GLOW"]
    assert Round(opening(start=None)).state.board.is_empty


@pytest.mark.clause("bee-hare-1")
@pytest.mark.parametrize(("number", "minutes"), [(1, 20), (2, 15), (3, 10)])
def test_rounds_last_20_15_and_10_minutes(number: int, minutes: int) -> None:
    state = Round(opening(number), at_ms=5_000).state
    assert remaining_ms(state, 5_000) == minutes * MINUTE_MS
    assert remaining_ms(state, 5_000 + 90_500) == minutes * MINUTE_MS - 90_500
    assert remaining_ms(state, 5_000 + minutes * MINUTE_MS + 1) == -1


@pytest.mark.clause("bee-hare-1")
def test_an_official_may_give_the_round_time_and_says_why() -> None:
    played = Round(opening())
    played.does(AdjustTime("emcee", 30_000, "a late start"), at_ms=1_000)
    assert remaining_ms(played.state, 1_000) == 20 * MINUTE_MS + 29_000
    assert played.refuses(AdjustTime("emcee", 30_000, " ")).code == "no-reason"
    played.does(SignalEnd("emcee"))
    assert played.refuses(AdjustTime("emcee", 30_000, "too late")).code == "round-over"


@pytest.mark.clause("bee-hare-7")
@pytest.mark.parametrize(("number", "count"), [(1, 0), (2, 20), (3, 10)])
def test_20_tiles_are_taken_out_in_round_2_and_10_in_round_3(number: int, count: int) -> None:
    assert removed_from(number, "LITERACY", seed=7).total() == count
    assert Round(opening(number)).state.removed.count == count


@pytest.mark.clause("bee-hare-7")
def test_each_round_starts_from_all_hundred_tiles() -> None:
    state = Round(opening(3, TableKind.VIRTUAL)).state
    loose = loose_tiles(state)
    assert isinstance(loose, Rack)
    assert isinstance(state.removed, RemovedTiles)
    assert Counter(TILES.counts) == (
        state.board.tile_counts() + loose.counts() + Counter(state.removed.tiles)
    )
    assert (len(loose), state.removed.count) == (82, 10)


@pytest.mark.clause("bee-hare-7")
def test_which_tiles_are_taken_out_depends_on_the_seed_alone() -> None:
    assert removed_from(2, "LITERACY", seed=3) == removed_from(2, "LITERACY", seed=3)
    assert len({tuple(sorted(removed_from(2, "LITERACY", seed).elements())) for seed in range(20)}) == 20


@pytest.mark.clause("bee-5")
@pytest.mark.clause("bee-hare-7")
def test_the_tiles_of_the_starting_word_are_never_taken_out() -> None:
    for seed in range(100):
        assert not {"Q", "Z"} & removed_from(2, "QUIZ", seed).keys()


@pytest.mark.clause("bee-hare-7")
def test_at_a_physical_table_the_tiles_taken_out_may_be_noted_or_not() -> None:
    assert Round(opening(3)).state.removed == RemovedUnseen(10)
    assert loose_tiles(Round(opening(3)).state) == 100 - 8 - 10
    noted = Round(opening(3, removed="EEAAIIOOU?")).state
    assert noted.removed == RemovedTiles(tuple("AAEEIIOOU?"))
    assert Round(opening(1)).state.removed == RemovedTiles()


@pytest.mark.clause("bee-hare-7")
def test_a_wrong_number_of_noted_tiles_is_refused() -> None:
    with pytest.raises(IllegalError) as refused:
        Round(opening(3, removed="EEE"))
    assert (refused.value.code, refused.value.clause) == ("wrong-number-removed", "bee-hare-7")


@pytest.mark.clause("bee-5")
def test_noted_tiles_that_the_starting_word_needs_are_refused() -> None:
    with pytest.raises(IllegalError) as refused:
        Round(opening(3, removed="YYEEEEEEEE"))
    assert (refused.value.code, refused.value.clause) == ("not-in-the-pool", "bee-5")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (opening(0), "no-such-round"),
        (opening(4), "no-such-round"),
        (opening(team=" "), "no-name"),
        (opening(start="EDUCATION"), "starting-word-too-long"),
        (opening(3, TableKind.VIRTUAL, removed="EEAAIIOOU?"), "tiles-are-drawn"),
        (opening(3, removed="EEAAIIOOU!"), "no-such-tile"),
    ],
)
def test_a_round_that_cannot_be_opened_is_refused(command: object, code: str) -> None:
    with pytest.raises(MalformedError) as refused:
        Round(command)  # type: ignore[arg-type]
    assert refused.value.code == code


def test_rules_of_turns_have_no_hare_round() -> None:
    with pytest.raises(MalformedError) as refused:
        open_round(shipped_rulebook("bee-tortoise"), opening(), 0, random.Random(1))
    assert refused.value.code == "no-building"
