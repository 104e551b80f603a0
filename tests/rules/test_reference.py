"""The plain finder of plays: against plays counted by hand, brute force, shapes and scores."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.vocabulary import assert_plays, board_with, glow, on_layout, small_board, small_layout
from wordwaiter.lexicon import open_lexicon
from wordwaiter.lexicon.tiles import BLANK, Tile, TileSet, shipped_tile_set
from wordwaiter.rules.board import Board, Laid, PlacedTile, empty_board, parse_board
from wordwaiter.rules.layout import Direction, shipped_layout
from wordwaiter.rules.placement import Placement, parse_play, play_text
from wordwaiter.rules.rack import Rack, parse_rack, rack_of
from wordwaiter.rules.reference import ReferenceWords, exists_play, reference_plays, reference_score
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.rules.scoring import score_play, words_of_play
from wordwaiter.rules.shape import check_shape

ENGLISH = shipped_tile_set("english")


# ---------------------------------------------------------------- counted by hand


def test_a_first_play_covers_the_centre_in_every_possible_way() -> None:
    # AX has two letters, so two ways to cover 8H, across and down; the X doubles: (1+8)×2 = 18.
    assert_plays(
        board_with("iowa"), "AX", ["AX"], "iowa", {"8G AX": 18, "8H AX": 18, "H7 AX": 18, "H8 AX": 18}
    )


def test_later_plays_hook_cross_and_run_beside() -> None:
    assert_plays(
        glow("iowa"),
        "SO",
        ["GLOWS", "SO", "OS", "GO", "LO"],
        "iowa",
        {
            "8H ....S": 10,  # S on 8L, light blue
            "L8 SO": 13,  # SO 2+1, GLOWS 10
            "L7 OS": 13,  # OS 1+2, GLOWS 10
            "J8 .S": 2,  # OS
            "J7 S.": 2,  # SO
            "H8 .O": 3,  # GO
            "I8 .O": 3,  # LO, O on 9I, light blue
            "9I OS": 8,  # OS 2+1, LO 1+2, OS 1+1
            "9G SO": 6,  # SO 2+1 with S on 9G, light blue; GO 2+1
        },
    )


def test_a_blank_stands_for_every_letter_that_fits() -> None:
    assert_plays(glow("iowa"), "?", ["GLOWS", "GLOWN"], "iowa", {"8H ....s": 8, "8H ....n": 8})


def test_a_single_tile_that_makes_two_words_is_found_once() -> None:
    board = board_with("iowa", "8H GLOW", "L9 AD")
    assert_plays(board, "S", ["GLOWS", "SAD"], "iowa", {"8H ....S": 15})


def test_a_word_that_is_too_long_for_the_rulebook_is_no_play() -> None:
    board = board_with("bee-tortoise", "8H GLOWWORM", "8F IN")
    words = ["INGLOWWORM", "ZINGLOWWORM"]
    assert_plays(board, "Z", words, "bee-tortoise", {})
    # 8E is plain: Z10 I1 N1 and GLOWWORM's 2+1+1+4+4+1+1+3.
    assert_plays(board, "Z", words, "iowa", {"8E Z..........": 29})


def test_nothing_is_played_before_the_starting_word() -> None:
    assert_plays(board_with("bee-tortoise"), "AX", ["AX"], "bee-tortoise", {})


def test_a_tile_of_two_letters_is_laid_as_one() -> None:
    board = empty_board(shipped_layout("standard"), shipped_tile_set("spanish"))
    assert_plays(
        board, "[CH]A", ["CHA"], "iowa", {"8G [CH]A": 12, "8H [CH]A": 12, "H7 [CH]A": 12, "H8 [CH]A": 12}
    )


def test_a_full_rack_adds_its_bonus_whatever_its_size() -> None:
    book = shipped_rulebook("iowa")
    book = replace(book, table=replace(book.table, rack_size=3))
    plays = reference_plays(
        board_with("iowa"), parse_rack("CAT", ENGLISH), ReferenceWords(["CAT"], ENGLISH), book
    )
    # (3+1+1)×2 + 50
    assert {play.score for play in plays} == {60}


def test_more_tiles_than_a_rack_holds_may_be_offered_and_only_a_rack_is_laid() -> None:
    words = ReferenceWords(["ABCDEFGH", "AB"], ENGLISH)
    offered = rack_of("ABCDEFGH", ENGLISH)
    board = board_with("iowa")
    laid = {
        len(play.placement.laid) for play in reference_plays(board, offered, words, shipped_rulebook("iowa"))
    }
    assert laid == {2}


def test_whether_a_play_exists() -> None:
    words = ReferenceWords(["GLOWS"], ENGLISH)
    book = shipped_rulebook("iowa")
    assert exists_play(glow("iowa"), parse_rack("QS", ENGLISH), words, book)
    assert not exists_play(glow("iowa"), parse_rack("QT", ENGLISH), words, book)
    assert not exists_play(glow("iowa"), parse_rack("", ENGLISH), words, book)


def test_words_that_cannot_be_laid_are_left_out() -> None:
    assert len(ReferenceWords(["CAT", "cat", "NAÏVE", "B&B", ""], ENGLISH)) == 1


# ---------------------------------------------------------------- against brute force

TINY: Final = TileSet("tiny", "Tiny", "xx", (Tile("A", 1, 9), Tile("CH", 4, 9), Tile("O", 2, 9)), 2, {})
SMALL: Final = on_layout("iowa", small_layout("D.t.", ".d.T", "t..D", start="2B"), TINY)
JOINED: Final = replace(SMALL, table=replace(SMALL.table, longest_word=3))

words_of_tiny = st.lists(
    st.lists(st.sampled_from(TINY.labels), min_size=2, max_size=4).map("".join), min_size=1, max_size=12
)
racks_of_tiny = st.lists(st.sampled_from((*TINY.labels, BLANK)), min_size=1, max_size=3)


def every_placement(board: Board, rack: Rack) -> Iterator[Placement]:
    """All ways to lay one to three tiles of `rack` on successive empty squares of a line."""
    choices = [
        (PlacedTile(label, blank))
        for label in TINY.labels
        for blank in (False, True)
        if (BLANK if blank else label) in rack.tiles
    ]
    seen = set()
    for direction in Direction:
        for first in board.layout.squares():
            line = [first]
            while line[-1].toward(direction) in board.layout:
                line.append(line[-1].toward(direction))
            empty = [square for square in line if board.at(square) is None]
            for count in range(1, min(len(rack), len(empty)) + 1):
                for tiles in product(choices, repeat=count):
                    laid: tuple[Laid, ...] = tuple(zip(empty, tiles, strict=False))
                    placement = Placement(laid)
                    if placement not in seen and not rack.lacks(placement.needs().elements()):
                        seen.add(placement)
                        yield placement


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(
    words_of_tiny,
    st.lists(racks_of_tiny, min_size=2, max_size=3),
    st.sampled_from([SMALL, JOINED]),
    st.data(),
)
def test_brute_force_finds_the_same_plays(
    words: list[str], racks: list[list[str]], book: Rulebook, data: st.DataObject
) -> None:
    known = ReferenceWords(words, TINY)
    board = empty_board(book.table.layout, TINY)
    for tiles in racks:
        rack = rack_of(tiles, TINY)
        legal = {
            placement: score_play(board, placement, book).total
            for placement in every_placement(board, rack)
            if not check_shape(board, placement, book, rack)
            and all(word.labels in known for word in words_of_play(board, placement))
        }
        found = list(reference_plays(board, rack, known, book))
        assert {play.placement: play.score for play in found} == legal
        assert len(found) == len(legal)
        assert exists_play(board, rack, known, book) == bool(legal)
        if found:
            board = board.with_tiles(data.draw(st.sampled_from(found)).placement.laid)


# ---------------------------------------------------------------- with a real list

MIDGAME = """
......IDEA....K
........OM...PE
......CYNIC..LI
..........HOVER
........LOAD.A.
.......GOWD..T.
.....P.AXES....
....JUGS...V.AY
....ET..NITERIE
.QUETZALES.G..N
.U..E..U.......
AORIST.MaFTIR..
.I.....BIO...F.
AN.....ENHALOED
W......R..BORNe
"""


@pytest.fixture(scope="module")
def enable() -> ReferenceWords:
    return ReferenceWords(open_lexicon("enable").words(), ENGLISH)


@pytest.mark.long
def test_plays_of_a_real_position_pass_every_check(enable: ReferenceWords) -> None:
    board = parse_board(MIDGAME, shipped_layout("standard"), ENGLISH)
    rack = parse_rack("SATE?", ENGLISH)
    book = shipped_rulebook("club")
    plays = list(reference_plays(board, rack, enable, book))
    assert len(plays) == len({play.placement for play in plays}) > 500
    for play in plays:
        assert check_shape(board, play.placement, book, rack) == ()
        assert score_play(board, play.placement, book).total == play.score
        assert all(word.labels in enable for word in words_of_play(board, play.placement))
        assert parse_play(play_text(board, play.placement), board) == play.placement


@pytest.mark.long
def test_a_real_position_can_have_no_play(enable: ReferenceWords) -> None:
    board = parse_board(MIDGAME, shipped_layout("standard"), ENGLISH)
    assert not exists_play(board, parse_rack("VV", ENGLISH), enable, shipped_rulebook("club"))
    assert exists_play(board, parse_rack("VVA", ENGLISH), enable, shipped_rulebook("club"))


@pytest.mark.parametrize(
    ("play", "points"),
    [
        ("8H ....S", 10),
        ("L8 STANDER", 78),
        ("K5 REA.OKE", 56),
    ],
)
def test_the_reference_score_agrees_with_numbers_worked_by_hand(play: str, points: int) -> None:
    board = glow("iowa")
    assert reference_score(board, parse_play(play, board), shipped_rulebook("iowa")) == points


def test_a_small_board_can_be_wider_than_high() -> None:
    book = on_layout("iowa", small_layout("....", "....", start="1A"))
    assert_plays(small_board(book, "CA..", "...."), "TS", ["CATS", "CAT"], book, {"1A ..T": 5, "1A ..TS": 6})
