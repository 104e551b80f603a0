"""Tiles cannot be where they are not: what is refused at a physical table although nobody knows the racks."""

import pytest

from game.vocabulary import ann_and_ben, late_in_the_game, owls, refused
from wordwaiter.game import commands as c
from wordwaiter.game.table import TableKind
from wordwaiter.rules.board import PlacedTile
from wordwaiter.rules.layout import parse_square
from wordwaiter.rules.placement import Placement


def test_the_second_k_is_refused() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8F KEA")
    with refused(game, "tiles-not-held", "iowa-10"):
        game.lays("Ben", "F8 .ARK")


def test_the_third_blank_is_refused() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8D rEtINA")
    with refused(game, "tiles-not-held", "iowa-10"):
        game.lays("Ben", "D8 .aTE")


def test_two_ks_in_one_play_are_refused() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "tiles-not-held", "iowa-10"):
        game.lays("Ann", "8D KAYAK")
    game.plays("Ann", "8D KAYAk")


def test_a_rack_that_somebody_told_keeps_nobody_from_a_play_and_tells_nothing_of_it() -> None:
    """A camera takes an O for a Q: the play that shows it is taken, and the rack is unknown again."""
    game = ann_and_ben("iowa").plays("Ann", "8D RETINA").fills("Ann").has("Ann", "AEIOUSQ")
    game.lays("Ben", "D8 .Q")
    assert game.rack("Ann") == "AEIOQSU"
    game.announces("Ben")
    assert game.rack("Ann") == 7
    # When Ann has played and drawn, what she holds is unknown again.
    game.has("Ann", "AEIOUSS").plays("Ann", "8D RETINAS").passes("Ben")
    assert game.rack("Ann") == 7


def test_a_rack_that_was_told_keeps_what_was_not_played() -> None:
    game = ann_and_ben("iowa").has("Ann", "AEINRTE").plays("Ann", "8D RETINA")
    assert game.rack("Ann") == "E"
    wrong = ann_and_ben("iowa").has("Ann", "AEINRTE").plays("Ann", "8D SATIN")
    assert wrong.rack("Ann") == 2


def test_of_two_racks_that_cannot_both_be_the_one_told_last_is_believed() -> None:
    game = ann_and_ben("iowa").has("Ann", "AEINRTQ").has("Ben", "AEINRTQ")
    assert (game.rack("Ann"), game.rack("Ben")) == (7, "AEINQRT")


def test_a_rack_that_is_told_must_be_possible() -> None:
    game = ann_and_ben("iowa").plays("Ann", "8F KEA").passes("Ben")
    with refused(game, "wrong-count", "iowa-begin"):
        game.has("Ann", "AEIOU")
    with refused(game, "tiles-not-held", "iowa-10"):
        game.has("Ann", "AEIOUKT")
    with refused(game, "no-such-tile"):
        game.has("Ann", "AEIOU1T")
    virtual = ann_and_ben("iowa", kind=TableKind.VIRTUAL)
    with refused(virtual, "rack-known"):
        virtual.has("Ann", "AEIOUST")


def test_no_more_tiles_are_laid_than_the_rack_holds() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S")
    game.passes("Ann")
    assert game.rack("Ben") == 2
    with refused(game, "tiles-not-held", "iowa-begin"):
        game.lays("Ben", "8D RETINAQES")


def test_the_last_unknown_rack_can_only_be_what_is_left() -> None:
    game = late_in_the_game("iowa", "S" + "QE", ann="S")
    with refused(game, "other-tiles-left", "iowa-begin"):
        game.has("Ben", "QS")
    assert game.has("Ben", "QE").rack("Ben") == "EQ"


def test_tiles_of_the_starting_word_are_gone() -> None:
    game = owls("QUIZ")
    with refused(game, "tiles-not-held", "bee-tiles"):
        game.lays("Ann", "H8 .Q")


def test_a_blank_is_no_letter_tile() -> None:
    game = ann_and_ben("iowa")
    with refused(game, "bad-tile"):
        game.does(c.Lay(0, Placement(((parse_square("8H"), PlacedTile("?")),))))


@pytest.mark.parametrize("rack", ["AEINRTQ", "?EINRTQ"])
def test_at_a_virtual_table_only_the_tiles_of_the_rack_are_laid(rack: str) -> None:
    game = late_in_the_game("iowa", rack + "BCDFGHL", ann=rack, kind=TableKind.VIRTUAL)
    with refused(game, "tiles-not-held", "iowa-begin"):
        game.lays("Ann", "8D RETINAS")
    assert game.rack("Ann") == ("EINQRT?" if "?" in rack else "AEINQRT")


def test_an_exchange_of_tiles_that_a_told_rack_lacks_is_taken() -> None:
    game = ann_and_ben("iowa").has("Ann", "AEINRTE").has("Ben", "AEIOUSQ").exchanges("Ann", "QZ")
    # There is one Q, so that Ben's rack was told wrongly too.
    assert (game.rack("Ann"), game.rack("Ben")) == (7, 7)
