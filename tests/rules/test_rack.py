"""Racks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.strategies import rack_tiles, tile_sets
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rack import parse_rack, rack_of

ENGLISH = shipped_tile_set("english")
SPANISH = shipped_tile_set("spanish")


def test_a_rack_is_in_the_order_of_the_alphabet_with_blanks_last() -> None:
    assert str(parse_rack("?tnIre", ENGLISH)) == "EINRT?"
    assert str(parse_rack("[ll]ñ[CH]c?", SPANISH)) == "C[CH][LL]Ñ?"


def test_tiles_may_stand_apart_by_spaces_and_commas() -> None:
    assert parse_rack(" quick, brown\t", ENGLISH) == rack_of("QUICKBROWN", ENGLISH)
    assert parse_rack("[LL], [CH] ?", SPANISH) == rack_of(("LL", "CH", "?"), SPANISH)


def test_racks_of_the_same_tiles_are_equal() -> None:
    assert parse_rack("AEINRT?", ENGLISH) == rack_of("?TRNIEA", ENGLISH)
    assert hash(parse_rack("AE", ENGLISH)) == hash(parse_rack("EA", ENGLISH))


def test_a_rack_knows_what_it_lacks() -> None:
    rack = parse_rack("EES?", ENGLISH)
    assert rack.lacks(["E", "E", "S"]) == ()
    assert rack.lacks(["E", "E", "E", "?", "?", "Q"]) == ("?", "E", "Q")


def test_a_rack_is_worth_the_points_on_its_tiles() -> None:
    assert parse_rack("QE", ENGLISH).value(ENGLISH) == 11
    assert parse_rack("??", ENGLISH).value(ENGLISH) == 0
    assert parse_rack("", ENGLISH).value(ENGLISH) == 0


@pytest.mark.parametrize("text", ["A1", "Ñ", "[CH]", "A-B"])
def test_a_tile_that_the_set_does_not_have_is_refused(text: str) -> None:
    with pytest.raises(MalformedError) as refused:
        parse_rack(text, ENGLISH)
    assert refused.value.code == "no-such-tile"


@given(st.data())
def test_a_rack_reads_back_from_its_text(data: st.DataObject) -> None:
    tile_set = data.draw(tile_sets())
    rack = rack_of(data.draw(rack_tiles(tile_set)), tile_set)
    assert parse_rack(str(rack), tile_set) == rack
    assert len(rack) == rack.counts().total()
