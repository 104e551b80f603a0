"""Scores worked out by hand: the numbers of every premium rule, under every rulebook that has it."""

import pytest

from rules.vocabulary import (
    IN_TURNS,
    TWO_SIDES,
    board_with,
    dragged,
    glow,
    on_layout,
    score,
    small_board,
    small_layout,
)
from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import parse_board
from wordwaiter.rules.layout import shipped_layout
from wordwaiter.rules.placement import parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.scoring import score_finished_board, score_play, score_starting_word

in_turns = pytest.mark.parametrize("rulebook", IN_TURNS)
two_sides = pytest.mark.parametrize("rulebook", TWO_SIDES)


# ---------------------------------------------------------------- letters


@pytest.mark.clause("bee-tiles")
@pytest.mark.clause("iowa-10")
@pytest.mark.clause("grand-island-s1")
def test_letters_count_the_number_on_the_tile_and_blanks_zero() -> None:
    points = {
        0: "?", 1: "AEIOULNRST", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ",
    }  # fmt: skip
    expected = {letter: value for value, letters in points.items() for letter in letters}
    assert shipped_tile_set("english").values == expected


@pytest.mark.clause("bee-tiles")
@pytest.mark.clause("iowa-6")
def test_the_bag_holds_the_standard_100_tiles_with_two_blanks() -> None:
    printed = "A9 B2 C2 D4 E12 F2 G3 H2 I9 J1 K1 L4 M2 N6 O8 P2 Q1 R6 S4 T6 U4 V2 W2 X1 Y2 Z1 ?2"
    assert shipped_tile_set("english").counts == {each[0]: int(each[1:]) for each in printed.split()}
    assert shipped_tile_set("english").size == 100


@in_turns
@pytest.mark.clause("iowa-12")
@pytest.mark.clause("grand-island-s3")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s4")
@pytest.mark.clause("bee-3-4")
def test_light_blue_doubles_a_letter(rulebook: str) -> None:
    # F and A lie on 7I and 9I, both light blue; L is on the board.
    play = score(rulebook, glow(rulebook), "I7 FLAP")
    assert play.explain() == ("FLAP: F4×2 L1 A1×2 P3 = 14",)
    assert play.total == 14


@in_turns
@pytest.mark.clause("iowa-12")
@pytest.mark.clause("grand-island-s3")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s4")
@pytest.mark.clause("bee-3-4")
def test_dark_blue_triples_a_letter(rulebook: str) -> None:
    # C lies on 6J, dark blue.
    play = score(rulebook, glow(rulebook), "J6 CLOD")
    assert play.explain() == ("CLOD: C3×3 L1 O1 D2 = 13",)
    assert play.total == 13


@in_turns
@pytest.mark.clause("iowa-10")
@pytest.mark.clause("grand-island-s1")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("bee-6")
def test_a_blank_counts_zero_on_a_letter_premium_too(rulebook: str) -> None:
    play = score(rulebook, glow(rulebook), "I7 fLAP")
    assert play.explain() == ("FLAP: f0×2 L1 A1×2 P3 = 6",)


# ---------------------------------------------------------------- words


@two_sides
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("grand-island-1")
@pytest.mark.clause("grand-island-s4")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s5")
def test_the_centre_doubles_the_first_word_after_its_letter_premiums(rulebook: str) -> None:
    # R lies on 8D, light blue; N on the centre.
    play = score(rulebook, board_with(rulebook), "8D RETINA")
    assert play.explain() == ("RETINA: R1×2 E1 T1 I1 N1 A1 = 7, ×2 = 14",)
    assert play.total == 14


@in_turns
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("grand-island-s4")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s5")
@pytest.mark.clause("bee-3-4")
def test_pink_doubles_a_word(rulebook: str) -> None:
    assert score(rulebook, glow(rulebook), "K5 KNEW").explain() == ("KNEW: K5 N1 E1 W4 = 11, ×2 = 22",)


@in_turns
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("grand-island-s4")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s5")
@pytest.mark.clause("bee-3-4")
def test_red_triples_a_word_after_its_letter_premiums(rulebook: str) -> None:
    # The second W lies on 8L, light blue; M on 8O, red. The centre was covered before.
    play = score(rulebook, glow(rulebook), "8H GLOWWORM")
    assert play.explain() == ("GLOWWORM: G2 L1 O1 W4 W4×2 O1 R1 M3 = 21, ×3 = 63",)


@in_turns
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("grand-island-s4")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s5")
@pytest.mark.clause("bee-7")
def test_two_pink_squares_make_four_times(rulebook: str) -> None:
    play = score(rulebook, glow(rulebook), "K5 REAWOKE")
    assert play.explain() == ("REAWOKE: R1 E1 A1 W4 O1 K5 E1 = 14, ×2 ×2 = 56",)
    assert play.words[0].multiplier == 4


@in_turns
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("grand-island-s4")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s5")
@pytest.mark.clause("bee-7")
def test_two_red_squares_make_nine_times(rulebook: str) -> None:
    # OVERFLOW stands down in column K; ABSOLUTE covers 1H and 1O with seven tiles.
    board = board_with(rulebook, "8H GLOW", "K1 OVERFLOW")
    play = score(rulebook, board, "1H ABSOLUTE")
    assert play.words[0].explain() == "ABSOLUTE: A1 B3 S1 O1 L1×2 U1 T1 E1 = 11, ×3 ×3 = 99"
    assert play.words[0].multiplier == 9
    assert (play.bonus, play.total) == (50, 149)


@in_turns
@pytest.mark.clause("iowa-13")
@pytest.mark.clause("bee-7")
def test_a_double_and_a_triple_make_six_times(rulebook: str) -> None:
    # The standard board has no line with both but through the centre, so this is a board of its own.
    book = on_layout(rulebook, small_layout("D.T.", "....", start="2A"))
    board = small_board(book, "....", ".A..")
    play = score(book, board, "1A TON")
    assert play.explain() == ("TON: T1 O1 N1 = 3, ×2 ×3 = 18", "OA: O1 A1 = 2", "together 20")


@in_turns
@pytest.mark.clause("iowa-15")
@pytest.mark.clause("grand-island-s6")
@pytest.mark.clause("androscoggin-s7")
@pytest.mark.clause("bee-6")
def test_a_blank_on_a_double_word_square_still_doubles(rulebook: str) -> None:
    assert score(rulebook, glow(rulebook), "K5 kNEW").explain() == ("KNEW: k0 N1 E1 W4 = 6, ×2 = 12",)


@in_turns
@pytest.mark.clause("iowa-15")
@pytest.mark.clause("grand-island-s6")
@pytest.mark.clause("androscoggin-s7")
@pytest.mark.clause("bee-6")
def test_a_blank_on_a_triple_word_square_still_triples(rulebook: str) -> None:
    play = score(rulebook, glow(rulebook), "8H GLOWWORm")
    assert play.explain() == ("GLOWWORM: G2 L1 O1 W4 W4×2 O1 R1 m0 = 18, ×3 = 54",)


# ---------------------------------------------------------------- which words and premiums count


@in_turns
@pytest.mark.clause("iowa-14")
@pytest.mark.clause("grand-island-s5")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s6")
@pytest.mark.clause("bee-tortoise-9")
def test_a_premium_counts_only_in_the_turn_that_covers_it(rulebook: str) -> None:
    # GLOW was doubled by the centre; GLOWS is not. S is new on 8L, light blue.
    assert score(rulebook, glow(rulebook), "8H GLOWS").explain() == ("GLOWS: G2 L1 O1 W4 S1×2 = 10",)
    # F and A of FLAP lay on light blue; FLAPS has only its S to add, on plain 11I.
    board = board_with(rulebook, "8H GLOW", "I7 FLAP")
    assert score(rulebook, board, "I7 FLAPS").explain() == ("FLAPS: F4 L1 A1 P3 S1 = 10",)


@in_turns
@pytest.mark.clause("iowa-16")
@pytest.mark.clause("grand-island-s7")
@pytest.mark.clause("androscoggin-s8")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("bee-tortoise-9")
def test_a_shared_letter_counts_with_its_letter_premium_in_each_word(rulebook: str) -> None:
    # S lies on 8L, light blue, in SAD and in GLOWS.
    play = score(rulebook, glow(rulebook), "L8 SAD")
    assert play.explain() == ("SAD: S1×2 A1 D2 = 5", "GLOWS: G2 L1 O1 W4 S1×2 = 10", "together 15")


@in_turns
@pytest.mark.clause("iowa-16")
@pytest.mark.clause("grand-island-s7")
@pytest.mark.clause("androscoggin-s8")
def test_a_shared_letter_on_a_word_premium_multiplies_each_word(rulebook: str) -> None:
    # A lies on 11K, pink, in JAB and in WOVA.
    board = board_with(rulebook, "8H GLOW", "K8 WOV")
    play = score(rulebook, board, "11J JAB")
    assert play.explain() == ("JAB: J8 A1 B3 = 12, ×2 = 24", "WOVA: W4 O1 V4 A1 = 10, ×2 = 20", "together 44")


@in_turns
@pytest.mark.clause("iowa-3")
@pytest.mark.clause("iowa-11")
@pytest.mark.clause("grand-island-3")
@pytest.mark.clause("grand-island-s2")
@pytest.mark.clause("androscoggin-4")
@pytest.mark.clause("androscoggin-s3")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("bee-tortoise-9")
def test_every_word_formed_or_changed_is_credited_in_full(rulebook: str) -> None:
    # AN lies under LO, with A on 9I, light blue.
    play = score(rulebook, glow(rulebook), "9I AN")
    assert play.explain() == ("AN: A1×2 N1 = 3", "LA: L1 A1×2 = 3", "ON: O1 N1 = 2", "together 8")
    assert [str(word.square) for word in play.words] == ["9I", "8I", "8J"]


@in_turns
@pytest.mark.clause("iowa-17")
@pytest.mark.clause("grand-island-s8")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s9")
@pytest.mark.clause("bee-tortoise-1")
def test_playing_seven_tiles_adds_50_after_the_words_are_totalled(rulebook: str) -> None:
    # S hooks GLOW on 8L, light blue; D lies on 12L, pink, and doubles the word but not the 50.
    play = score(rulebook, glow(rulebook), "L8 STANDER")
    assert play.explain() == (
        "STANDER: S1×2 T1 A1 N1 D2 E1 R1 = 9, ×2 = 18",
        "GLOWS: G2 L1 O1 W4 S1×2 = 10",
        "all tiles of the rack: +50",
        "together 78",
    )


@in_turns
@pytest.mark.clause("iowa-17")
@pytest.mark.clause("grand-island-s8")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-s9")
def test_six_tiles_add_nothing(rulebook: str) -> None:
    assert score(rulebook, glow(rulebook), "L8 STRAND").bonus == 0


def test_a_longer_word_through_tiles_on_the_board_is_no_full_rack() -> None:
    # GLOWWORM has eight letters, four of them new.
    assert score("iowa", glow("iowa"), "8H GLOWWORM").bonus == 0


# ---------------------------------------------------------------- the Bee's boards


@pytest.mark.clause("bee-5")
@pytest.mark.clause("bee-tortoise-1")
def test_the_starting_word_is_doubled_and_earns_no_bonus_for_seven_letters() -> None:
    board = board_with("bee-tortoise")
    assert score_starting_word(board, parse_play("8H GLOW", board)).total == 16
    # I lies on 8L, light blue.
    glowing = score_starting_word(board, parse_play("8H GLOWING", board))
    assert glowing.explain() == ("GLOWING: G2 L1 O1 W4 I1×2 N1 G2 = 13, ×2 = 26",)


@pytest.mark.clause("bee-7")
@pytest.mark.clause("bee-hare-5-6")
def test_every_word_of_a_finished_board_counts_and_a_premium_counts_in_both_words_that_cross_on_it() -> None:
    # GLOW and GO cross on the centre, pink; KNEW has K on 5K, pink.
    board = board_with("bee-hare", "8H GLOW", "H8 GO", "K5 KNEW")
    finished = score_finished_board(board)
    assert [word.explain() for word in finished.words] == [
        "GLOW: G2 L1 O1 W4 = 8, ×2 = 16",
        "KNEW: K5 N1 E1 W4 = 11, ×2 = 22",
        "GO: G2 O1 = 3, ×2 = 6",
    ]
    assert finished.total == 44


# ---------------------------------------------------------------- as data


def test_a_score_as_plain_values_says_everything() -> None:
    assert score("iowa", glow("iowa"), "8H GLOWs").plain() == {
        "words": [
            {
                "word": "GLOWS",
                "square": "8H",
                "direction": "across",
                "letters": [
                    {
                        "square": "8H",
                        "label": "G",
                        "blank": False,
                        "value": 2,
                        "premium": "plain",
                        "points": 2,
                    },
                    {
                        "square": "8I",
                        "label": "L",
                        "blank": False,
                        "value": 1,
                        "premium": "plain",
                        "points": 1,
                    },
                    {
                        "square": "8J",
                        "label": "O",
                        "blank": False,
                        "value": 1,
                        "premium": "plain",
                        "points": 1,
                    },
                    {
                        "square": "8K",
                        "label": "W",
                        "blank": False,
                        "value": 4,
                        "premium": "plain",
                        "points": 4,
                    },
                    {
                        "square": "8L",
                        "label": "S",
                        "blank": True,
                        "value": 0,
                        "premium": "double-letter",
                        "points": 0,
                    },
                ],
                "letter_sum": 8,
                "multiplier": 1,
                "points": 8,
            }
        ],
        "bonus": 0,
        "total": 8,
    }


def test_a_word_down_is_written_column_first() -> None:
    (word,) = score("iowa", glow("iowa"), "K5 KNEW").words
    assert word.plain()["square"] == "K5"


def test_a_tile_of_two_letters_is_one_letter_of_its_word() -> None:
    spanish = shipped_tile_set("spanish")
    board = parse_board("\n".join(["." * 15] * 15), shipped_layout("standard"), spanish)
    play = score("iowa", board, "8G [CH]ICO")
    # CH is worth 5 and C 3; I lies on the centre.
    assert play.explain() == ("CHICO: CH5 I1 C3 O1 = 10, ×2 = 20",)


@pytest.mark.parametrize(
    ("tiles", "code"),
    [
        ("", "no-tiles"),
        ("8L ?", "blank-without-letter"),
        ("9H C, 9J T", "gap"),
        ("9H C, 10I T", "not-in-one-line"),
        ("8P S", "off-board"),
        ("8I S", "square-occupied"),
    ],
)
def test_tiles_that_make_no_word_are_refused_with_their_fault(tiles: str, code: str) -> None:
    board = glow("iowa")
    with pytest.raises(IllegalError) as refused:
        score_play(board, dragged(tiles, board), shipped_rulebook("iowa"))
    assert refused.value.code == code


def test_a_forbidden_play_that_makes_a_word_is_scored_all_the_same() -> None:
    assert score("iowa", glow("iowa"), "1A FAR").total == 18


def test_a_word_ends_at_the_edge_of_the_board() -> None:
    beside = board_with("iowa", "2A AT", "B1 ET")
    assert [(word.word, word.points) for word in score("iowa", beside, "1N AT").words] == [("AT", 6)]
    below = board_with("iowa", "N1 AT")
    assert [word.word for word in score("iowa", below, "15N AT").words] == ["AT"]
