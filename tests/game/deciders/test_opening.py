"""How a game begins: the draw for first play, full racks, the starting word."""

import random
from dataclasses import replace

import pytest

from game.hare.rounds import TILES, Round
from game.hare.rounds import opening as round_opening
from game.vocabulary import TWO_SIDES, Told, ann_and_ben, newcomers, owls, refused
from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.game import commands as c
from wordwaiter.game.deciders.opening import open_table
from wordwaiter.game.table import Stage, TableKind
from wordwaiter.rules.announcement import Announcement, announce
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

every_rulebook = pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("iowa", marks=pytest.mark.clause("iowa-begin")),
        pytest.param("grand-island", marks=pytest.mark.clause("grand-island-setup")),
        pytest.param("ontario", marks=pytest.mark.clause("ontario-3")),
        pytest.param("androscoggin", marks=pytest.mark.clause("androscoggin-1")),
        "club",
    ],
)


@every_rulebook
@pytest.mark.parametrize(
    ("ann", "ben", "begins"), [("E", "K", "Ann"), ("K", "E", "Ben"), ("?", "A", "Ann"), ("A", "?", "Ben")]
)
def test_nearest_the_start_of_the_alphabet_begins_and_a_blank_beats_a(
    rulebook: str, ann: str, ben: str, begins: str
) -> None:
    game = newcomers(rulebook)
    assert game.turn is None
    assert game.draws("Ann", ann).draws("Ben", ben).turn == begins


@every_rulebook
@pytest.mark.parametrize("tile", ["E", "?"])
def test_equal_letters_draw_again(rulebook: str, tile: str) -> None:
    game = newcomers(rulebook).draws("Ann", tile).draws("Ben", tile)
    assert game.kinds[-1] == "game.first_draw_tied"
    assert game.turn is None
    assert game.draws("Ben", "C").draws("Ann", "D").turn == "Ben"


@every_rulebook
def test_the_drawn_tiles_go_back_and_each_side_draws_seven(rulebook: str) -> None:
    game = ann_and_ben(rulebook)
    assert (game.rack("Ann"), game.rack("Ben"), game.bag) == (7, 7, 86)


@pytest.mark.parametrize("rulebook", TWO_SIDES)
def test_at_a_virtual_table_the_first_player_draws_seven_and_then_the_second(rulebook: str) -> None:
    game = newcomers(rulebook, kind=TableKind.VIRTUAL)
    bag = game.bag_tiles()
    game.draws("Ann", "K").draws("Ben", "E")
    assert sorted(str(game.rack("Ben"))) == sorted(bag[:7])
    assert sorted(str(game.rack("Ann"))) == sorted(bag[7:14])
    assert game.bag_tiles() == bag[14:]


def test_at_a_virtual_table_the_software_draws_for_first_play_too() -> None:
    game = newcomers("iowa", kind=TableKind.VIRTUAL)
    while game.table.stage is Stage.DRAWING:
        game.draws("Ann").draws("Ben")
    assert game.turn in ("Ann", "Ben")


def test_a_virtual_table_is_the_same_for_the_same_seed() -> None:
    first, second = (newcomers("iowa", kind=TableKind.VIRTUAL) for _ in range(2))
    assert first.table == second.table
    other = Told(first.rulebook, c.OpenTable(TableKind.VIRTUAL, ("Ann", "Ben")), seed=2)
    assert other.table.position.bag != first.table.position.bag


def test_the_second_k_cannot_be_drawn_for_first_play() -> None:
    game = newcomers("iowa").draws("Ann", "K")
    with refused(game, "tiles-not-held", "iowa-10"):
        game.draws("Ben", "K")


def test_nobody_draws_twice_or_after_play_began_or_something_that_is_no_tile() -> None:
    game = newcomers("iowa").draws("Ann", "K")
    with refused(game, "already-drawn"):
        game.draws("Ann", "L")
    with refused(game, "no-such-tile"):
        game.draws("Ben", "É")
    with refused(game, "which-tile"):
        game.draws("Ben")
    game.draws("Ben", "E")
    with refused(game, "already-begun"):
        game.draws("Ann", "E")


def test_nobody_plays_before_it_is_decided_who_begins() -> None:
    game = newcomers("iowa")
    with refused(game, "not-begun", "iowa-begin"):
        game.plays("Ann", "8D RETINA")


# ---------------------------------------------------------------- Tortoise


@pytest.mark.clause("bee-tortoise-2")
@pytest.mark.clause("bee-5")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_the_starting_word_lies_from_the_centre_and_each_player_takes_seven_of_the_rest(seats: int) -> None:
    game = owls("GLOW", seats)
    assert str(game.board).splitlines()[7] == ".......GLOW...."
    assert game.bag == 100 - 4 - 7 * seats
    assert game.turn == "Ann"


@pytest.mark.clause("bee-tortoise-1")
@pytest.mark.clause("bee-5")
def test_the_starting_word_is_counted_once_and_doubled_for_the_team() -> None:
    # G2 L1 O1 W4, the W on 8K, which is plain; the star at 8H doubles it.
    assert owls("GLOW").score("Owls") == 2 * (2 + 1 + 1 + 4)


@pytest.mark.clause("bee-tortoise-1")
def test_a_starting_word_of_seven_letters_earns_no_bonus_for_a_rack() -> None:
    # S1 H4 A1 L1 L1×2 O1 W4 = 14: the second L lies on 8L, a double letter square.
    assert owls("SHALLOW").score("Owls") == 2 * 14


@pytest.mark.clause("bee-tortoise-2")
def test_tiles_of_the_starting_word_are_not_on_any_rack() -> None:
    game = owls("QUIZ", kind=TableKind.VIRTUAL)
    bag = game.bag_tiles()
    held = "".join(str(game.rack(name)) for name in ("Ann", "Ben", "Cy", "Di"))
    assert not set("QZ") & {*bag, *held}
    assert len(bag) + len(held) == 96


@pytest.mark.clause("bee-5")
@pytest.mark.parametrize("word", ["TURTLENECK", "A"])
def test_a_starting_word_has_two_to_eight_letters(word: str) -> None:
    with pytest.raises(MalformedError, match="bee-5"):
        owls(word)


def test_a_tortoise_table_needs_its_starting_word() -> None:
    book = shipped_rulebook("bee-tortoise")
    with pytest.raises(IllegalError) as refusal:
        Told(book, c.OpenTable(TableKind.PHYSICAL, ("Owls",), ("Ann", "Ben", "Cy", "Di")))
    assert (refusal.value.code, refusal.value.clause) == ("starting-word-missing", "bee-5")


@pytest.mark.parametrize(
    "words", [announce(TILES, "GLOW", None, map(str, range(101))), announce(TILES, "GLOW", "A" * 51)]
)
def test_a_table_has_no_more_words_than_an_event_announces(words: Announcement) -> None:
    """A guest's table had 1,900 sponsors, 200 kB in the journal."""
    opening = c.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"), announcement=words)
    with pytest.raises(MalformedError, match="at most 100 sponsors"):
        Told(shipped_rulebook("iowa"), opening)
    with pytest.raises(MalformedError, match="at most 100 sponsors"):
        Round(replace(round_opening(), announcement=words))


@pytest.mark.clause("bee-tortoise-2")
def test_the_team_says_which_of_its_players_begins() -> None:
    book = shipped_rulebook("bee-tortoise")
    opening = c.OpenTable(
        TableKind.PHYSICAL,
        ("Owls",),
        ("Ann", "Ben", "Cy", "Di"),
        announce(book.table.tile_set, "GLOW"),
        first_seat=2,
    )
    assert Told(book, opening).turn == "Cy"


# ---------------------------------------------------------------- what cannot be a table


@pytest.mark.parametrize(
    ("rulebook", "sides", "seats", "code"),
    [
        ("iowa", ("Ann",), (), "wrong-sides"),
        ("iowa", ("Ann", "Ben", "Cy"), (), "wrong-sides"),
        ("iowa", ("Ann", "Ann"), (), "same-name"),
        ("iowa", ("Ann", " "), (), "no-name"),
        ("bee-tortoise", ("Owls",), ("Ann", "Ben", "Cy"), "wrong-sides"),
        ("bee-tortoise", ("Owls", "Larks"), ("Ann", "Ben", "Cy", "Di"), "wrong-sides"),
        ("bee-hare", ("Owls",), (), "no-turns"),
    ],
)
def test_a_table_has_the_sides_that_its_rulebook_asks_for(
    rulebook: str, sides: tuple[str, ...], seats: tuple[str, ...], code: str
) -> None:
    opening = c.OpenTable(TableKind.PHYSICAL, sides, seats)
    with pytest.raises((IllegalError, MalformedError)) as refusal:
        open_table(shipped_rulebook(rulebook), opening, 0, random.Random(1))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("rulebook", "room_ms", "side_ms", "code"),
    [
        ("androscoggin", 60_000, None, "no-room-clock"),
        ("ontario", None, 60_000, "no-side-clock"),
        ("club", None, 60_000, "no-side-clock"),
        ("grand-island", 0, None, "bad-time"),
        ("iowa", None, -1, "bad-time"),
    ],
)
def test_a_table_has_only_the_clocks_that_its_rulebook_leaves_to_the_organiser(
    rulebook: str, room_ms: int | None, side_ms: int | None, code: str
) -> None:
    with pytest.raises((IllegalError, MalformedError)) as refusal:
        newcomers(rulebook, room_ms=room_ms, side_ms=side_ms)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("scores", "racks", "code"),
    [
        ((0,), (None, None), "bad-position"),
        ((0, 0), (None,), "bad-position"),
        ((0, 0), (("A",) * 8, None), "too-many-tiles"),
        ((0, 0), (("K", "K"), None), "tiles-not-held"),
        ((0, 0), (("K",), ("K",)), "tiles-not-held"),
        ((0, 0), (("€",), None), "tiles-not-held"),
    ],
)
def test_a_given_position_must_be_possible(
    scores: tuple[int, ...], racks: tuple[tuple[str, ...] | None, ...], code: str
) -> None:
    book = shipped_rulebook("iowa")
    board = empty_board(book.table.layout, book.table.tile_set)
    position = c.GivenPosition(board, scores, racks)
    with pytest.raises((IllegalError, MalformedError)) as refusal:
        Told(book, c.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"), position=position))
    assert refusal.value.code == code


def test_a_game_from_a_given_position_runs_from_the_start_with_the_side_to_move_first() -> None:
    book = shipped_rulebook("iowa")
    board = empty_board(book.table.layout, book.table.tile_set)
    position = c.GivenPosition(board, (120, 98), (tuple("AEINRTE"), None), scoreless=2)
    game = Told(book, c.OpenTable(TableKind.PHYSICAL, ("Ann", "Ben"), position=position))
    assert game.turn == "Ann"
    assert (game.score("Ann"), game.score("Ben")) == (120, 98)
    assert (game.rack("Ann"), game.rack("Ben"), game.bag) == ("AEEINRT", 7, 86)
