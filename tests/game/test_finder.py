"""Whether a play is left: exactly where racks are known, safely where only the unseen tiles are."""

import pytest

from game.vocabulary import Told, ann_and_ben, late_in_the_game
from wordwaiter.game.finder import BestPlay, PlainFinder, PlaysLeft, no_play_left, plays_left
from wordwaiter.game.table import EndReason, Evidence
from wordwaiter.rules.reference import ReferenceWords

WORDS = ("RETINA", "RETINAS", "RETINAE", "SO", "OS")


def plain(game: Told, *words: str) -> PlainFinder:
    return PlainFinder(ReferenceWords(words or WORDS, game.board.tile_set))


@pytest.mark.clause("iowa-9")
@pytest.mark.parametrize(
    ("ann", "ben", "evidence"),
    [
        ("VV", "QC", Evidence.EXACT),
        ("SV", "QC", Evidence.PLAY_EXISTS),
        ("VV", "EC", Evidence.PLAY_EXISTS),
        (None, None, Evidence.SAFE),
    ],
)
def test_with_known_racks_the_answer_is_exact_and_with_unseen_tiles_it_is_safe(
    ann: str | None, ben: str | None, evidence: Evidence
) -> None:
    game = late_in_the_game("iowa", (ann or "VV") + (ben or "QC"), ann=ann, ben=ben)
    assert no_play_left(game.table, plain(game)) is evidence


def test_with_unseen_tiles_that_make_a_play_nobody_knows() -> None:
    game = late_in_the_game("iowa", "SV" + "QC")
    assert no_play_left(game.table, plain(game)) is Evidence.UNKNOWN


def test_tiles_in_the_bag_could_still_be_drawn() -> None:
    game = late_in_the_game("iowa", "VVCCQUU" + "JKZXBBM" + "S", ann="VVCCQUU", ben="JKZXBBM")
    assert (game.bag, no_play_left(game.table, plain(game))) == (1, Evidence.UNKNOWN)


def test_without_a_word_list_or_with_a_partial_board_nobody_knows() -> None:
    game = late_in_the_game("iowa", "VV" + "QC", ann="VV", ben="QC")
    assert no_play_left(game.table, None) is Evidence.UNKNOWN
    partial = ann_and_ben("iowa").reports("Ann", 20)
    assert no_play_left(partial.table, plain(partial)) is Evidence.UNKNOWN


@pytest.mark.clause("iowa-9")
@pytest.mark.clause("androscoggin-10")
@pytest.mark.parametrize("rulebook", ["iowa", "androscoggin"])
@pytest.mark.parametrize(("ann", "evidence"), [("VV", Evidence.EXACT), ("SV", Evidence.PLAY_EXISTS)])
def test_the_answer_is_recorded_and_never_imposed(rulebook: str, ann: str, evidence: Evidence) -> None:
    # No play is left, and the game goes on until those at the table or an official say so.
    going_on = late_in_the_game(rulebook, ann + "QC", ann=ann, ben="QC")
    going_on.finder = plain(going_on)
    assert going_on.passes("Ann").ended is None
    # Somebody who could play says the contrary, and that ends the game too.
    said = late_in_the_game(rulebook, ann + "QC", ann=ann, ben="QC")
    said.finder = plain(said)
    said.cannot_play("Ann")
    if said.ended is None:
        said.cannot_play("Ben")
    assert said.table.ending is not None
    assert (said.ended, said.table.ending.evidence) == ("no-play", evidence)
    official = late_in_the_game(rulebook, ann + "QC", ann=ann, ben="QC")
    official.finder = plain(official)
    official.ends(EndReason.NO_PLAY)
    assert official.table.ending is not None
    assert official.table.ending.evidence is evidence


@pytest.mark.clause("iowa-9")
def test_a_rack_told_after_the_end_answers_for_both_where_the_bag_is_empty() -> None:
    game = late_in_the_game("iowa", "SVQCUUW" + "VC")
    game.finder = plain(game)
    game.cannot_play("Ann").cannot_play("Ben")
    assert game.ended == "no-play"
    assert plays_left(game.table, game.finder) == PlaysLeft((), (0, 1), is_open=True)
    game.has("Ann", "SVQCUUW")  # what is left is Ben's
    left = plays_left(game.table, game.finder)
    assert left == PlaysLeft(((0, BestPlay("8D (RETINA)S", 7)), (1, None)), (), is_open=False)
    assert left.plays == ((0, BestPlay("8D (RETINA)S", 7)),)


@pytest.mark.clause("iowa-9")
def test_a_rack_that_nobody_could_tell_stays_open_unless_all_unseen_tiles_make_no_play() -> None:
    for unseen, is_open in (("SVQCUUWVC", True), ("BVQCUUWVC", False)):
        game = late_in_the_game("iowa", unseen)
        game.finder = plain(game)
        game.cannot_play("Ann").cannot_play("Ben").leaves_unknown("Ben")
        assert plays_left(game.table, game.finder) == PlaysLeft((), (0, 1), is_open=is_open)
