"""Boards as pictures: every square, tile and mark is where it belongs, in every theme and size."""

from pathlib import Path

import numpy
import pytest
from PIL import ImageChops

from picture.drawing import CLUB, Drawing, drawing, pixels, played
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.picture import BoardPicture, RackPicture, Theme, board_svg, rack_svg, theme_named
from wordwaiter.picture.mosaic import mosaic
from wordwaiter.picture.raster import png
from wordwaiter.picture.theme import LABELS
from wordwaiter.rules.board import empty_board, parse_board
from wordwaiter.rules.layout import Premium, parse_layout
from wordwaiter.rules.placement import Placement
from wordwaiter.rules.rack import parse_rack

EMPTY = empty_board(CLUB.table.layout, CLUB.table.tile_set)
MARKUP = '<script>alert("1")</script> & #read("/etc/passwd") ]]>'


def squares_by_premium(drawn: Drawing) -> dict[str, int]:
    return {str(group.get("data-premium")): len(group) for group in drawn.having("data-premium")}


def test_an_empty_board_has_every_square_with_its_premium_and_label() -> None:
    drawn = drawing(BoardPicture(EMPTY).svg())
    assert squares_by_premium(drawn) == {
        "plain": 164, "double-letter": 24, "triple-letter": 12, "double-word": 17, "triple-word": 8,
    }  # fmt: skip
    # The start square has a star in place of its label.
    assert [drawn.words.count(label) for label in ("2L", "3L", "2W", "3W", "★")] == [24, 12, 16, 8, 1]
    assert drawn.title == "Empty board"
    assert drawn.description == "Board of 15 rows and 15 columns, empty. Play begins on 8H."


def test_a_tile_lies_on_its_square_and_covers_its_label() -> None:
    board, last = played("8D RETINA")
    drawn = drawing(BoardPicture(board, last).svg())
    places = {tile.get("data-tile"): tile.get("transform") for tile in drawn.having("data-tile")}
    # Column D is the fourth, row 8 the eighth; squares are 40 units apart.
    assert places["R"] == "translate(121 281)"
    assert places["E"] == "translate(161 281)"
    assert len(places) == 6
    assert sum(squares_by_premium(drawn).values()) == 225 - 6
    assert drawn.words.count("2L") == 23
    assert "★" not in drawn.words


def test_the_last_play_alone_is_marked() -> None:
    board, last = played("8D RETINA", "I8 .TE")
    drawn = drawing(BoardPicture(board, last).svg())
    marked = [tile.get("data-tile") for tile in drawn.having("data-last")]
    assert marked == ["T", "E"]
    assert drawn.description.endswith("Last laid: T on 9I, E on 10I.")
    assert "8D RETINA, I8 ATE" in drawn.description


def test_a_blank_has_a_ring_and_no_points() -> None:
    board, _ = played("8G QUiZ")
    drawn = drawing(BoardPicture(board).svg())
    (blank,) = drawn.having("data-blank")
    assert blank.get("data-tile") == "I"
    assert [each.get("stroke-dasharray") is not None for each in drawn.all("circle")] == [True]
    assert [each.text for each in blank.iter() if each.text] == ["I"]
    assert "Blanks: I on 8I." in drawn.description
    assert drawn.words.count("10") == 3  # of Q, of Z, and row 10


def test_tiles_of_two_letters_are_written_in_full() -> None:
    tiles = shipped_tile_set("spanish")
    layout = CLUB.table.layout
    board = parse_board(
        "\n".join(["." * 15] * 7 + ["....[CH]A........."[:18]] + ["." * 15] * 7), layout, tiles
    )
    assert "CH" in drawing(board_svg(board)).words


@pytest.mark.parametrize("size", [2, 3, 15, 21])
def test_boards_of_any_size_can_be_drawn(size: int) -> None:
    rows = ", ".join(f'"{"d" * size}"' for _ in range(size))
    text = f'name = "other"\ntitle = "Other"\nstart = "1A"\nrows = [{rows}]'
    board = empty_board(parse_layout(text, Path("other.toml")), CLUB.table.tile_set)
    drawn = drawing(BoardPicture(board).svg())
    assert squares_by_premium(drawn) == {"double-letter": size * size}
    marks = [str(row) for row in range(1, size + 1)]
    assert [word for word in drawn.words if word in marks] == marks


@pytest.mark.parametrize("theme", Theme)
def test_every_label_can_be_read_on_its_ground(theme: Theme) -> None:
    palette = theme.palette
    for premium, colour in palette.squares.items():
        assert contrast(colour.ground, colour.ink) >= 4.5, premium
    for ink, ground in (
        (palette.ink, palette.paper),
        (palette.soft, palette.paper),
        (palette.tile_ink, palette.tile),
        (palette.tile_ink, palette.tile_new),
        (palette.blank_ink, palette.tile),
        (palette.blank_ink, palette.tile_new),
        (palette.accent, palette.paper),
    ):
        assert contrast(ground, ink) >= 4.5, (ink, ground)


def test_no_premium_is_told_by_colour_alone() -> None:
    assert len(set(LABELS.values())) == len(Premium)


def contrast(one: str, other: str) -> float:
    """The ratio that accessibility rules ask for: 4.5 for text."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_markup_in_a_headline_is_written_as_it_is() -> None:
    drawn = drawing(BoardPicture(EMPTY, headline=MARKUP, note="a\x00\ud800b").svg())
    assert drawn.words.count(MARKUP) == 1
    assert drawn.title == MARKUP
    assert "a\ufffd\ufffdb" in drawn.words


def test_a_picture_is_as_wide_as_asked() -> None:
    picture = BoardPicture(EMPTY, width=324)
    assert drawing(picture.svg()).root.get("width") == "324"
    assert pixels(picture.png()).width == 324


@pytest.mark.parametrize("width", [0, -1, 100_000])
def test_a_width_that_no_picture_has_is_refused(width: int) -> None:
    with pytest.raises(MalformedError) as refused:
        BoardPicture(EMPTY, width=width).png()
    assert refused.value.code == "bad-width"
    with pytest.raises(MalformedError) as refused_too:
        BoardPicture(EMPTY, width=width).svg()
    assert refused_too.value.code == "bad-width"


def test_letters_are_drawn_in_the_picture_of_pixels() -> None:
    one, other = (BoardPicture(played(play)[0]).png() for play in ("8H AA", "8H WW"))
    differing = difference_box(one, other)
    # Two tiles of 40 pixels in row 8, from column H.
    assert differing is not None
    left, top, right, bottom = differing
    assert 316 <= left < right <= 396
    assert 300 <= top < bottom <= 350
    assert right - left > 50


def difference_box(one: bytes, other: bytes) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(pixels(one), pixels(other)).getbbox()


def test_a_rack_shows_its_tiles_in_order() -> None:
    tiles = CLUB.table.tile_set
    drawn = drawing(rack_svg(parse_rack("Q?ZA", tiles), tiles))
    assert [tile.get("data-tile") for tile in drawn.having("data-tile")] == ["A", "Q", "Z", "?"]
    assert drawn.title == "Rack of 4 tiles"
    assert drawn.description == "A 1, Q 10, Z 10, blank"
    assert pixels(RackPicture(parse_rack("QUIZ", tiles), tiles, width=200).png()).width == 200


def test_a_theme_is_found_by_its_name() -> None:
    assert theme_named("large-print") is theme_named("large") is Theme.LARGE_PRINT
    with pytest.raises(MalformedError) as refused:
        theme_named("pink")
    assert refused.value.code == "no-such-theme"


def test_pictures_show_themselves_in_a_notebook() -> None:
    picture = BoardPicture(EMPTY, Placement(()))
    assert picture._repr_svg_() == picture.svg()


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("width", [324, 486, 648])
@pytest.mark.parametrize("headline", ["", "Ada 24 – Bo 0"])
def test_a_board_put_together_from_tiles_is_the_board_drawn_in_one_piece(
    theme: Theme, width: int, headline: str
) -> None:
    board, last = played("8D RETINA", "I8 .Te", "D7 C.Y")
    picture = BoardPicture(board, last, theme, width, headline)
    assert mosaic(board, frozenset(), theme, width / 648) is not None
    differing = ImageChops.difference(pixels(picture.png()), pixels(png(picture.svg(), width)))
    # Where curves cut a pixel the two round differently, by less than an eye sees.
    levels = numpy.asarray(differing).max(axis=2)
    assert levels.max() <= 64
    assert (levels > 24).mean() < 0.002


def test_a_board_whose_squares_do_not_begin_on_whole_pixels_is_drawn_in_one_piece() -> None:
    board, last = played("8D RETINA")
    picture = BoardPicture(board, last, width=500)
    assert mosaic(board, frozenset(), Theme.LIGHT, 500 / 648) is None
    assert difference_box(picture.png(), png(picture.svg(), 500)) is None
