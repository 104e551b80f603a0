"""The questions of a word graph, answered the plain and slow way."""

import re
from collections import Counter
from collections.abc import Iterable


class PlainList:
    """A list of words in the letters A to Z."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(set(words))

    def anagrams(self, tiles: str) -> list[str]:
        return [word for word in self.subanagrams(tiles) if len(word) == len(tiles)]

    def subanagrams(self, tiles: str) -> list[str]:
        held, blanks = Counter(tiles.replace("?", "")), tiles.count("?")
        return [word for word in self.words if (Counter(word) - held).total() <= blanks]

    def matching(self, pattern: str) -> list[str]:
        expression = re.compile(pattern.replace("?", ".").replace("*", ".*"))
        return [word for word in self.words if expression.fullmatch(word)]

    def containing(self, part: str) -> list[str]:
        return [word for word in self.words if part in word]

    def front_hooks(self, word: str, labels: Iterable[str]) -> list[str]:
        return [label for label in labels if label + word in self.words]

    def back_hooks(self, word: str, labels: Iterable[str]) -> list[str]:
        return [label for label in labels if word + label in self.words]
