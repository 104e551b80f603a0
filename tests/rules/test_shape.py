"""Every way in which a play can be wrong whatever its words are, with the clause that forbids it."""

from pathlib import Path

import pytest

from rules.vocabulary import IN_TURNS, TWO_SIDES, board_with, dragged, faults, glow, on_layout, small_layout
from wordwaiter.errors import IllegalError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import PlacedTile, parse_board
from wordwaiter.rules.layout import Direction, Square, parse_square, shipped_layout
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.shape import ShapeCode, check_shape, gaps_in, require_shape

in_turns = pytest.mark.parametrize("rulebook", IN_TURNS)
two_sides = pytest.mark.parametrize("rulebook", TWO_SIDES)

FIRST_PLAY = {
    "iowa": "iowa-1",
    "grand-island": "grand-island-1",
    "ontario": "ontario-4",
    "androscoggin": "androscoggin-2",
    "club": "club:turns.first_play",
}
LINE = {
    "iowa": "iowa-3",
    "grand-island": "grand-island-3",
    "ontario": "ontario-4",
    "androscoggin": "androscoggin-4",
    "club": "club:placing.line",
    "bee-tortoise": "bee-2",
}
JOINING = {
    "iowa": "iowa-4",
    "grand-island": "grand-island-4",
    "ontario": "ontario-4",
    "androscoggin": "androscoggin-5",
    "club": "club:placing.joining",
    "bee-tortoise": "bee-1",
}
PLAYED_TILES = {
    "iowa": "iowa-5",
    "grand-island": "grand-island-5",
    "ontario": "ontario-4",
    "androscoggin": "androscoggin-6",
    "club": "club:placing.played_tiles",
    "bee-tortoise": "bee-tortoise-4",
}
BLANKS = {
    "iowa": "iowa-6",
    "grand-island": "grand-island-6",
    "ontario": "ontario-7",
    "androscoggin": "androscoggin-7",
    "club": "club:placing.blanks",
    "bee-tortoise": "bee-6",
}


# ---------------------------------------------------------------- the first play


@two_sides
@pytest.mark.parametrize("play", ["8D RETINA", "H3 RETINA", "8H IT", "8G IT"])
@pytest.mark.clause("iowa-1")
@pytest.mark.clause("grand-island-1")
@pytest.mark.clause("ontario-4")
@pytest.mark.clause("androscoggin-2")
def test_a_first_word_of_two_letters_or_more_across_or_down_on_the_centre_is_right(
    rulebook: str, play: str
) -> None:
    assert faults(rulebook, board_with(rulebook), play) == []


@two_sides
@pytest.mark.clause("iowa-1")
@pytest.mark.clause("grand-island-1")
@pytest.mark.clause("ontario-4")
@pytest.mark.clause("androscoggin-2")
def test_a_first_word_of_one_letter_is_refused(rulebook: str) -> None:
    found = faults(rulebook, board_with(rulebook), "8H A")
    assert found == [("one-letter-first-word", FIRST_PLAY[rulebook])]


@two_sides
@pytest.mark.parametrize("play", ["8A RETINA", "H9 RETINA", "7H RETINA"])
@pytest.mark.clause("iowa-1")
@pytest.mark.clause("grand-island-1")
@pytest.mark.clause("ontario-4")
@pytest.mark.clause("androscoggin-2")
def test_a_first_word_off_the_centre_is_refused(rulebook: str, play: str) -> None:
    assert faults(rulebook, board_with(rulebook), play) == [("not-on-centre", FIRST_PLAY[rulebook])]


@in_turns
@pytest.mark.clause("iowa-1")
@pytest.mark.clause("grand-island-1")
@pytest.mark.clause("androscoggin-2")
@pytest.mark.clause("bee-2")
def test_a_diagonal_word_is_refused(rulebook: str) -> None:
    board = glow(rulebook)
    found = faults(rulebook, board, dragged("9L A, 10M R, 11N T", board))
    assert found == [("not-in-one-line", LINE[rulebook])]


@pytest.mark.clause("bee-tortoise-2")
def test_the_first_play_of_a_team_joins_the_starting_word() -> None:
    assert faults("bee-tortoise", glow("bee-tortoise"), "8H GLOWS") == []
    assert faults("bee-tortoise", glow("bee-tortoise"), "1A RAT") == [("not-connected", "bee-1")]


@pytest.mark.clause("bee-tortoise-2")
def test_nothing_is_played_before_the_starting_word_lies_on_the_board() -> None:
    assert faults("bee-tortoise", board_with("bee-tortoise"), "8H GLOW") == [
        ("starting-word-missing", "bee-5")
    ]


# ---------------------------------------------------------------- one line, one word


@in_turns
@pytest.mark.clause("iowa-3")
@pytest.mark.clause("grand-island-3")
@pytest.mark.clause("androscoggin-4")
def test_tiles_that_are_not_in_one_line_are_refused(rulebook: str) -> None:
    board = glow(rulebook)
    assert faults(rulebook, board, dragged("7I A, 8L S", board)) == [("not-in-one-line", LINE[rulebook])]


@in_turns
@pytest.mark.clause("iowa-3")
@pytest.mark.clause("grand-island-3")
@pytest.mark.clause("androscoggin-4")
def test_a_gap_between_the_tiles_is_refused(rulebook: str) -> None:
    board = glow(rulebook)
    assert faults(rulebook, board, dragged("8F A, 8L S", board)) == [("gap", LINE[rulebook])]


@in_turns
@pytest.mark.clause("iowa-3")
@pytest.mark.clause("grand-island-3")
@pytest.mark.clause("androscoggin-4")
def test_tiles_on_the_board_fill_a_gap(rulebook: str) -> None:
    board = glow(rulebook)
    assert faults(rulebook, board, dragged("8G A, 8L S", board)) == []


def test_the_empty_squares_of_a_gap_are_named() -> None:
    board = glow("iowa")
    (fault,) = check_shape(board, dragged("8E A, 8L S", board), shipped_rulebook("iowa"))
    assert [str(square) for square in fault.squares] == ["8F", "8G"]
    assert str(fault.error()) == "there is a gap at 8F, 8G; the tiles must form one word (iowa-3)"
    assert gaps_in(board, dragged("8G A, 8L S", board), Direction.ACROSS) == ()
    assert gaps_in(board, dragged("8L S, 8N A", board), Direction.ACROSS) == (parse_square("8M"),)
    assert gaps_in(board, dragged("8E S, 8G A", board), Direction.ACROSS) == (parse_square("8F"),)
    assert gaps_in(board, dragged("H7 S, H10 A", board), Direction.DOWN) == (parse_square("9H"),)


# ---------------------------------------------------------------- connected


@in_turns
@pytest.mark.parametrize(
    "play",
    [
        pytest.param("8H GLOWS", id="adding-to-a-word"),
        pytest.param("8G AGLOW", id="adding-before-a-word"),
        pytest.param("I7 FLAP", id="at-right-angles-through-a-letter"),
        pytest.param("L8 SAD", id="at-right-angles-adding-a-letter"),
        pytest.param("9I AN", id="parallel"),
        pytest.param("8L S", id="one-tile"),
    ],
)
@pytest.mark.clause("iowa-4")
@pytest.mark.clause("grand-island-4")
@pytest.mark.clause("androscoggin-5")
@pytest.mark.clause("ontario-4")
@pytest.mark.clause("bee-1")
@pytest.mark.clause("bee-tortoise-5")
def test_the_ways_of_forming_new_words_are_right(rulebook: str, play: str) -> None:
    assert faults(rulebook, glow(rulebook), play) == []


@in_turns
@pytest.mark.parametrize("play", ["1A RAT", "9L AX", "10H GLOWS", "7L AX"])
@pytest.mark.clause("iowa-4")
@pytest.mark.clause("grand-island-4")
@pytest.mark.clause("androscoggin-5")
@pytest.mark.clause("ontario-4")
@pytest.mark.clause("bee-1")
def test_a_play_that_touches_no_word_is_refused(rulebook: str, play: str) -> None:
    # 9L and 7L touch W only at a corner.
    assert faults(rulebook, glow(rulebook), play) == [("not-connected", JOINING[rulebook])]


@in_turns
@pytest.mark.parametrize("play", ["7H AD", "9H AD", "8F AD", "L8 AD"])
def test_a_play_joins_on_whichever_side_it_touches(rulebook: str, play: str) -> None:
    assert faults(rulebook, glow(rulebook), play) == []


@pytest.mark.parametrize(("lying", "play"), [("1N AT", "2A AT"), ("2A AT", "1N AT"), ("15A AT", "1A AT")])
def test_the_end_of_a_row_does_not_touch_the_beginning_of_the_next(lying: str, play: str) -> None:
    assert faults("iowa", board_with("iowa", lying), play) == [("not-connected", "iowa-4")]


# ---------------------------------------------------------------- tiles and squares


@in_turns
@pytest.mark.clause("iowa-5")
@pytest.mark.clause("grand-island-5")
@pytest.mark.clause("androscoggin-6")
@pytest.mark.clause("bee-tortoise-4")
def test_a_tile_is_not_laid_on_another(rulebook: str) -> None:
    assert faults(rulebook, glow(rulebook), "8H SLOW") == [("square-occupied", PLAYED_TILES[rulebook])]


@in_turns
@pytest.mark.clause("iowa-6")
@pytest.mark.clause("grand-island-6")
@pytest.mark.clause("androscoggin-7")
@pytest.mark.clause("bee-6")
def test_a_blank_is_not_lifted_for_the_real_tile(rulebook: str) -> None:
    board = board_with(rulebook, "8H GLoW")
    assert faults(rulebook, board, dragged("8J O", board)) == [("square-occupied", BLANKS[rulebook])]
    for typed in ("8J O", "8H GLOW", "J8 O"):
        assert faults(rulebook, board, typed) == [("square-occupied", BLANKS[rulebook])]
    # Whoever goes on from the word writes its letters as they read, and so does who writes the blank as one.
    assert faults(rulebook, board, "8H GLOWS") == []
    assert [code for code, _ in faults(rulebook, board, "8J o")] == ["no-tiles"]


@in_turns
@pytest.mark.clause("iowa-6")
@pytest.mark.clause("grand-island-6")
@pytest.mark.clause("ontario-7")
@pytest.mark.clause("androscoggin-7")
@pytest.mark.clause("bee-6")
def test_a_blank_without_a_letter_is_refused(rulebook: str) -> None:
    assert faults(rulebook, glow(rulebook), "8H GLOW?") == [("blank-without-letter", BLANKS[rulebook])]


def test_two_tiles_on_one_square_are_refused() -> None:
    assert faults("iowa", glow("iowa"), dragged("8L S, 8L D", glow("iowa"))) == [
        ("square-occupied", "iowa-5")
    ]


@pytest.mark.parametrize("play", ["15N WOW", "N15 WOW", "O15 SO", "1P WOW"])
def test_tiles_off_the_board_are_refused(play: str) -> None:
    codes = {code for code, _ in faults("iowa", glow("iowa"), play)}
    assert codes == {"off-board"}


def test_a_tile_that_the_set_does_not_have_is_refused() -> None:
    placement = Placement(((Square(7, 11), PlacedTile("Ñ")),))
    assert faults("iowa", glow("iowa"), placement) == [("no-such-tile", "iowa-10")]


def test_a_play_without_tiles_is_refused() -> None:
    assert faults("iowa", glow("iowa"), "8H GLOW") == [("no-tiles", "iowa-3")]


# ---------------------------------------------------------------- length


@pytest.mark.clause("bee-11")
def test_a_word_of_eleven_letters_is_too_long_for_the_bee_and_one_of_ten_is_not() -> None:
    board = board_with("bee-tortoise", "8H GLOWWORM")
    assert faults("bee-tortoise", board, "8F INGLOWWORM") == []
    assert faults("bee-tortoise", board, "8E NINGLOWWORM") == [("word-too-long", "bee-11")]
    assert faults("iowa", board, "8E NINGLOWWORM") == []


@pytest.mark.clause("bee-11")
def test_a_word_made_crosswise_may_not_be_too_long_either() -> None:
    board = board_with("bee-tortoise", "8H GLOWWORM", "8F IN")
    assert faults("bee-tortoise", board, "E8 AS") == [("word-too-long", "bee-11")]
    down = board_with("bee-tortoise", "H5 GLOWWORM", "H3 IN")
    assert faults("bee-tortoise", down, "2H AS") == [("word-too-long", "bee-11")]


def test_a_word_is_counted_in_tiles_and_not_in_letters() -> None:
    # Eleven letters, ten tiles.
    board = parse_board("\n".join(["." * 15] * 15), shipped_layout("standard"), shipped_tile_set("spanish"))
    board = board.with_tiles(parse_play("8H CAS", board).laid)
    placement = parse_play("8H CASTELL[CH]ANO", board)
    assert len("CASTELLCHANO") == 12
    assert "word-too-long" not in {
        fault.code.value for fault in check_shape(board, placement, shipped_rulebook("bee-tortoise"))
    }


# ---------------------------------------------------------------- the rack


def test_tiles_that_are_not_held_are_refused() -> None:
    assert faults("iowa", glow("iowa"), "L8 SAD", rack="SADEEEE") == []
    assert faults("iowa", glow("iowa"), "L8 SAD", rack="SAEEEEE") == [("tiles-not-held", "iowa-begin")]


def test_a_blank_needs_a_blank_on_the_rack_and_a_letter_needs_its_tile() -> None:
    board = glow("iowa")
    assert faults("iowa", board, "L8 sAD", rack="?AD") == []
    assert faults("iowa", board, "L8 sAD", rack="SAD") == [("tiles-not-held", "iowa-begin")]
    assert faults("iowa", board, "L8 SAD", rack="?AD") == [("tiles-not-held", "iowa-begin")]


def test_each_tile_that_is_missing_is_named() -> None:
    board = glow("iowa")
    (fault,) = check_shape(
        board, parse_play("L8 SEEDs", board), shipped_rulebook("iowa"), parse_rack("SED", board.tile_set)
    )
    assert fault.sentence == "these tiles are not on the rack: a blank, E; lay only tiles you hold"


def test_more_tiles_than_a_rack_holds_are_refused() -> None:
    assert faults("iowa", glow("iowa"), "L8 STANDERS") == [("too-many-tiles", "iowa-begin")]


# ---------------------------------------------------------------- as a refusal


def test_a_play_is_refused_for_the_first_thing_that_is_wrong() -> None:
    board = glow("iowa")
    with pytest.raises(IllegalError) as refused:
        require_shape(board, parse_play("8H SLOW", board), shipped_rulebook("iowa"))
    assert (refused.value.code, refused.value.clause) == ("square-occupied", "iowa-5")
    assert str(refused.value) == "you cannot lay S on 8H; G is there (iowa-5)"


def test_a_play_without_fault_is_not_refused() -> None:
    board = glow("iowa")
    require_shape(board, parse_play("8H GLOWS", board), shipped_rulebook("iowa"))


def test_the_centre_of_another_layout_is_where_play_begins() -> None:
    book = on_layout("iowa", small_layout("...", "...", "...", start="1C"))
    board = board_with(book)
    assert faults(book, board, "1A CAT") == []
    assert faults(book, board, "3A CAT") == [("not-on-centre", "iowa-1")]


def test_every_code_is_found_by_a_test_above() -> None:
    here = Path(__file__).read_text("utf-8")
    assert [code.value for code in ShapeCode if f'"{code.value}"' not in here] == []
