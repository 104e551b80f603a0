"""The engine's plays, one by one, against those of the plain reference."""

import random
from dataclasses import replace

import pytest

from engine.compare import CLUB, SPANISH, VARIANTS, enable_sample, expect_same_plays
from engine.positions import random_deals, variant
from wordwaiter.engine import Engine, EngineFinder
from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.board import PlacedTile, empty_board
from wordwaiter.rules.layout import Square
from wordwaiter.rules.rack import parse_rack, rack_of
from wordwaiter.rules.reference import ReferenceWords, exists_play
from wordwaiter.rules.rulebooks.choices import OnStartSquare
from wordwaiter.rules.rulebooks.reading import shipped_rulebook


@pytest.mark.long
@pytest.mark.parametrize("name", VARIANTS)
def test_plays_and_scores_are_those_of_the_reference(name: str) -> None:
    assert expect_same_plays(VARIANTS[name], enable_sample(60), 12, seed=7) > 100


@pytest.mark.long
def test_tiles_of_two_letters_are_played_as_one() -> None:
    spanish = variant(CLUB, tile_set=shipped_tile_set("spanish"))
    assert expect_same_plays(spanish, tuple(SPANISH.split()), 24, seed=9) > 300


@pytest.mark.long
def test_the_whole_list_gives_the_plays_of_the_reference() -> None:
    assert expect_same_plays(CLUB, tuple(open_lexicon("enable").words()), 2, seed=11) > 100


def test_a_finder_answers_for_all_tiles_that_nobody_has_seen() -> None:
    words = enable_sample(200)
    finder = EngineFinder([Lexicon.of_words("sample", words)])
    plain = ReferenceWords(words, CLUB.table.tile_set)
    rng = random.Random(5)
    answers = set()
    for deal in random_deals(CLUB, words, 24, rng):
        pool = rack_of(
            rng.choices("QVWJ" if rng.random() < 0.7 else "AEIT", k=rng.randint(8, 40)), CLUB.table.tile_set
        )
        for tiles in (deal.rack, pool):
            answer = exists_play(deal.board, tiles, plain, CLUB)
            assert finder.exists_play(deal.board, tiles, CLUB) == answer
            answers.add(answer)
    assert answers == {False, True}


def test_an_opening_of_so_many_letters_is_looked_for_among_all_tiles() -> None:
    words = ("AT", "SEAT", "RETAINS")
    plain = ReferenceWords(words, CLUB.table.tile_set)
    finder = EngineFinder([Lexicon.of_words("sample", words)])
    board = empty_board(CLUB.table.layout, CLUB.table.tile_set)
    answers = []
    for least in (2, 5, 8):
        rulebook = replace(CLUB, play=replace(CLUB.turns, first_play=OnStartSquare(least)))
        for letters in ("AT", "SEATVVVVVVVVVVVVVVVV", "?ETAINSVVVVVVVVVVVVV"):
            tiles = rack_of(letters, CLUB.table.tile_set)
            answers.append(finder.exists_play(board, tiles, rulebook))
            assert answers[-1] == exists_play(board, tiles, plain, rulebook)
    assert answers == [True, True, True, False, False, True, False, False, False]


def test_no_play_opens_a_board_without_its_starting_word() -> None:
    tortoise = shipped_rulebook("bee-tortoise")
    table = tortoise.table
    tiles = rack_of(
        [label for label, count in table.tile_set.counts.items() for _ in range(count)], table.tile_set
    )
    engine = Engine.of_lists([Lexicon.of_words("sample", ["AT", "SEAT"])], tortoise)
    board = empty_board(table.layout, table.tile_set)
    assert not engine.exists_play(board, tiles)
    assert engine.at(board).best(parse_rack("SEATAAA", table.tile_set)) == ()
    word = [(Square(7, 7 + place), PlacedTile(letter)) for place, letter in enumerate("SEAT")]
    assert engine.exists_play(board.with_tiles(word), tiles)
