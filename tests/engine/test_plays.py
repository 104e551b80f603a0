"""The engine's plays, one by one, against those of the plain reference."""

import random

import pytest

from engine.compare import CLUB, SPANISH, VARIANTS, enable_sample, expect_same_plays
from engine.positions import random_deals, variant
from wordwaiter.engine import EngineFinder
from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.reference import ReferenceWords, play_exists


@pytest.mark.parametrize("name", VARIANTS)
def test_plays_and_scores_are_those_of_the_reference(name: str) -> None:
    assert expect_same_plays(VARIANTS[name], enable_sample(60), 16, seed=7) > 100


def test_tiles_of_two_letters_are_played_as_one() -> None:
    spanish = variant(CLUB, tile_set=shipped_tile_set("spanish"))
    assert expect_same_plays(spanish, tuple(SPANISH.split()), 24, seed=9) > 300


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
            answer = play_exists(deal.board, tiles, plain, CLUB)
            assert finder.play_exists(deal.board, tiles, CLUB) == answer
            answers.add(answer)
    assert answers == {False, True}
