"""The questions of a quiz: letters in the order of the alphabet, and the words that use all of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from wordwaiter.lexicon.lexicon import Lexicon
from wordwaiter.study.probability import alphagram


@dataclass(frozen=True, slots=True)
class StudyWord:
    """A word, and the letters that make others of it."""

    word: str
    front: tuple[str, ...]
    back: tuple[str, ...]
    loses_first: bool
    """Whether a word is left without its first letter: an inner hook."""
    loses_last: bool


@dataclass(frozen=True, slots=True)
class Anagram:
    """A question: tiles, and every word that uses all of them."""

    tiles: tuple[str, ...]
    answers: tuple[StudyWord, ...]


def study_word(lexicon: Lexicon, word: str) -> StudyWord:
    """Returns a word of the list with its hooks."""
    tiles = lexicon.tile_set.spell(word)
    shorter = lexicon.contains_each(["".join(tiles[1:]), "".join(tiles[:-1])])
    front, back = lexicon.front_hooks(word), lexicon.back_hooks(word)
    return StudyWord(word, tuple(front), tuple(back), shorter[0], shorter[1])


def anagrams_of(lexicon: Lexicon, words: Iterable[str]) -> tuple[Anagram, ...]:
    """Returns the questions to which these words are answers, each once, with all their answers.

    >>> cats = Lexicon.of_words("cats", ["CAT", "ACT", "CATS"])
    >>> [each.tiles for each in anagrams_of(cats, ["CAT", "ACT"])]
    [('A', 'C', 'T')]
    """
    found: dict[tuple[str, ...], Anagram] = {}
    for word in words:
        tiles = alphagram(word, lexicon.tile_set)
        if tiles not in found:
            # Not by its sorted letters: C and H beside each other would be read as the tile CH.
            found[tiles] = Anagram(tiles, tuple(study_word(lexicon, each) for each in lexicon.anagrams(word)))
    return tuple(found.values())
