"""The engine's plays against those of the plain reference, on random positions.

The tests compare a few on each run; `cd tests && python -m engine.compare 5000` compares many more.
"""

import random
import sys
from dataclasses import replace
from functools import cache

from engine.positions import random_deals, random_layout, variant
from wordwaiter.engine import Engine
from wordwaiter.lexicon import Lexicon, open_lexicon
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.rules.reference import ReferenceWords, reference_plays
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.rules.rulebooks.rulebook import Rulebook

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
    "largest board": variant(CLUB, layout=random_layout(21, 21, random.Random(4))),
    "ten tiles": variant(CLUB, rack_size=10),
    "many blanks": variant(CLUB, tile_set=replace(CLUB.table.tile_set, blanks=12)),
    "starting word": shipped_rulebook("bee-tortoise"),
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
        assert position.exists_play(deal.rack) == bool(theirs)
        compared += len(theirs)
    return compared


def main(positions: int) -> None:
    """Compares so many positions in all, one part of them for each variant and list."""
    spanish = variant(CLUB, tile_set=shipped_tile_set("spanish"))
    kinds = [(name, rulebook, enable_sample(60)) for name, rulebook in VARIANTS.items()]
    kinds += [("other words", CLUB, enable_sample(17)), ("spanish", spanish, tuple(SPANISH.split()))]
    for name, rulebook, words in kinds:
        plays = expect_same_plays(rulebook, words, positions // len(kinds), seed=positions)
        sys.stdout.write(f"{name}: {positions // len(kinds):,} positions, {plays:,} plays, all the same\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
