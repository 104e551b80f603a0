"""CGP: positions on one line, read and written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.notation.cgp import Opcode, Position, parse_cgp, write_cgp
from wordwaiter.rules.board import PlacedTile, empty_board, parse_board
from wordwaiter.rules.layout import BoardLayout, Premium, Square, shipped_layout
from wordwaiter.rules.rack import Rack, rack_of

STANDARD = shipped_layout("standard")
ENGLISH = shipped_tile_set("english")
SPANISH = shipped_tile_set("spanish")
QUAD = "15/15/15/15/15/15/15/6QUAD5/15/15/15/15/15/15/15 AEINRTE/ 0/28 0 lex ENABLE;"
EMPTY = "/".join(["15"] * 15)


def parse(text: str) -> Position:
    return parse_cgp(text, STANDARD, ENGLISH)


def refusal(text: str) -> str:
    with pytest.raises(MalformedError) as refused:
        parse(text)
    return str(refused.value)


def test_position_is_read() -> None:
    position = parse(QUAD)
    (word,) = position.board.words()
    assert str(word) == "8G QUAD"
    assert position.racks == (Rack(tuple("AEEINRT")), Rack(()))
    assert position.scores == (0, 28)
    assert position.scoreless == 0
    assert position.opcodes == (Opcode("lex", "ENABLE"),)
    assert position.opcode("lex") == "ENABLE"
    assert position.opcode("ld") is None


def test_position_is_written_as_it_was_read_with_racks_in_order() -> None:
    assert str(parse(QUAD)) == QUAD.replace("AEINRTE", "AEEINRT")


def test_lower_case_is_a_blank() -> None:
    position = parse(QUAD.replace("QUAD", "QuAD"))
    assert position.board.at(Square(7, 7)) == PlacedTile("U", is_blank=True)
    assert "6QuAD5" in write_cgp(position)


def test_tile_of_two_letters_stands_in_brackets() -> None:
    text = f"{EMPTY.replace('15', '3[CH]A[rr]9', 1)} A[CH]?/[LL] -3/0 5 ld spanish; bb 1;"
    position = parse_cgp(text, STANDARD, SPANISH)
    assert position.board.at(Square(0, 3)) == PlacedTile("CH")
    assert position.board.at(Square(0, 5)) == PlacedTile("RR", is_blank=True)
    assert position.racks == (Rack(("A", "CH", "?")), Rack(("LL",)))
    assert position.scores == (-3, 0)
    assert str(position) == text


def test_empty_racks_and_no_opcodes_are_read() -> None:
    assert parse(f"{EMPTY} / 0/0 0") == Position(empty_board(STANDARD, ENGLISH), (Rack(()), Rack(())))


def test_spaces_and_a_missing_last_semicolon_do_no_harm() -> None:
    assert parse(f"  {EMPTY}   /  0/0  2   lex A B ;; bb\n").opcodes == (
        Opcode("lex", "A B"),
        Opcode("bb", ""),
    )


def test_board_of_another_size_is_read() -> None:
    plain = Premium.PLAIN
    layout = BoardLayout("tiny", "Tiny", ((plain,) * 4, (plain,) * 4, (plain,) * 4), Square(1, 1))
    position = parse_cgp("4/1CAT/2x1 AB/ 0/10 0", layout, ENGLISH)
    assert position.board == parse_board("....\n.CAT\n..x.", layout, ENGLISH)
    assert write_cgp(position) == "4/1CAT/2x1 AB/ 0/10 0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/".join(["15"] * 14) + " / 0/0 0", "the board has 14 rows, and the standard layout has 15"),
        ("/".join(["15"] * 16) + " / 0/0 0", "the board has 16 rows, and the standard layout has 15"),
        (f"14/{EMPTY[3:]} / 0/0 0", "row 1 has 14 squares, and the standard layout has 15"),
        (f"{EMPTY[:-2]}9CARDS2 / 0/0 0", "row 15 has 16 squares, and the standard layout has 15"),
        (f"{EMPTY[:-2]}16 / 0/0 0", "row 15: 16 empty squares are more than a row has"),
        (f"{EMPTY[:-2]}{'9' * 5000} / 0/0 0", "empty squares are more than a row has"),
        (f"{EMPTY[:-2]}14٣ / 0/0 0", "row 15: the English set has no tile '٣'"),
        (f"{EMPTY[:-2]}14Ö / 0/0 0", "row 15: the English set has no tile 'Ö'"),
        (f"{EMPTY[:-2]}14[A / 0/0 0", "row 15: '[A' has a [ without a ]"),
        (f"{EMPTY} AE!/ 0/0 0", "the English set has no tile '!'"),
        (f"{EMPTY} AEI 0/0 0", "there are two racks with / between them, not 1"),
        (f"{EMPTY} A/B/C 0/0 0", "there are two racks with / between them, not 3"),
        (f"{EMPTY} / 28 0", "'28' is not two scores with / between them"),
        (f"{EMPTY} / 1/x 0", "'1/x' is not two scores"),
        (f"{EMPTY} / 0/0 -1", "'-1' is not a number of scoreless turns"),
        (f"{EMPTY} / 0/0", "the position ends before its count of scoreless turns"),
        (EMPTY, "the position ends before its racks"),
        ("", "the position ends before its rows"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, reason: str) -> None:
    assert reason in refusal(text)


# ---------------------------------------------------------------- any position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    tile_set = draw(st.sampled_from([ENGLISH, SPANISH]))
    tiles = st.builds(PlacedTile, st.sampled_from(tile_set.labels), st.booleans())
    laid = draw(st.dictionaries(st.sampled_from(list(STANDARD.squares())), tiles, max_size=40))
    racks = st.lists(st.sampled_from([*tile_set.labels, "?"]), max_size=7)
    names = st.text(st.characters(categories=["Ll"]), min_size=1, max_size=4)
    return Position(
        empty_board(STANDARD, tile_set).with_tiles(laid.items()),
        (rack_of(draw(racks), tile_set), rack_of(draw(racks), tile_set)),
        (draw(st.integers(-999, 9999)), draw(st.integers(-999, 9999))),
        draw(st.integers(0, 9)),
        tuple(draw(st.lists(st.builds(Opcode, names, st.just("") | names), max_size=3))),
    )


@pytest.mark.long
@settings(deadline=None)
@given(positions())
def test_position_reads_back_as_it_was_written(position: Position) -> None:
    assert parse_cgp(write_cgp(position), STANDARD, position.board.tile_set) == position


@settings(deadline=None)
@given(st.text(max_size=80) | st.text("15/AQ[]? -0x;", max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    for given_text in (text, f"{EMPTY} {text}", f"{EMPTY} / 0/0 0 {text}"):
        try:
            position = parse(given_text)
        except MalformedError:
            continue
        assert parse(write_cgp(position)) == position
