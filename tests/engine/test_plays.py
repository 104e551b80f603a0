"""The engine's plays, one by one, against those of the plain reference."""

import random
from functools import cache

import pytest

from engine.positions import random_deals, random_layout, variant
from wordwaiter.engine import Engine, EngineFinder
from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.rack import rack_of
from wordwaiter.rules.reading import shipped_rulebook
from wordwaiter.rules.reference import ReferenceWords, play_exists, reference_plays
from wordwaiter.rules.rulebook import Rulebook

SPANISH = (
    "CHICO CHICA CHICOS CHAL LLAMA LLAMAS CALLE CALLES PERRO PERROS PERRA CARRO CARROS NIÑO NIÑA NIÑOS AÑO "
    "UNA UNAS UNO SOL SOLA SAL SALA MALO MALA LOMA AMO AMA AMAS OLA OLAS LA LAS LO EL ELLA ELLAS YO YA TE SE "
    "ESO ESA RE RES AL NO SI DE DA DAS IR OS LE LES ME MES TREN TRENES RATO RATOS ROTA TORO TOROS ACERO CERO"
)


@cache
def enable_sample(every: int) -> tuple[str, ...]:
    """All words of two letters and some others: many plays, and the reference is quick."""
    words = open_lexicon("enable").words()
    return tuple(word for number, word in enumerate(words) if len(word) == 2 or number % every == 0)


CLUB = shipped_rulebook("club")
VARIANTS = {
    "standard": CLUB,
    "short words": variant(CLUB, longest_word=5),
    "eight tiles": variant(CLUB, rack_size=8),
    "wide board": variant(CLUB, layout=random_layout(9, 15, random.Random(1))),
    "tall board": variant(CLUB, layout=random_layout(21, 8, random.Random(2))),
    "tiny board": variant(CLUB, layout=random_layout(3, 4, random.Random(3))),
}


def expect_same_plays(rulebook: Rulebook, words: tuple[str, ...], count: int, seed: int) -> int:
    """Compares every play of random positions; gives how many plays there were."""
    lexicon = Lexicon.of_words("sample", words, letters=rulebook.table.tile_set.name)
    engine = Engine.of_lists([lexicon], rulebook)
    plain = ReferenceWords(words, rulebook.table.tile_set)
    compared = 0
    for deal in random_deals(rulebook, words, count, random.Random(seed)):
        position = engine.at(deal.board)
        found = position.plays(deal.rack)
        ours = {play.placement(deal.board): play.score for play in found}
        theirs = {
            play.placement: play.score for play in reference_plays(deal.board, deal.rack, plain, rulebook)
        }
        assert len(ours) == len(found), "a play was found twice"
        assert ours == theirs, f"{deal.rack}\n{deal.board}"
        assert position.best(deal.rack, 3) == found[:3], f"{deal.rack}\n{deal.board}"
        assert position.play_exists(deal.rack) == bool(theirs)
        compared += len(theirs)
    return compared


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
