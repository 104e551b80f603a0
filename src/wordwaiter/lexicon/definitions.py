"""Definitions of words, from WordNet's database if it is installed on the machine.

Debian's package wordnet-base puts it into /usr/share/wordnet; $WNSEARCHDIR names another folder. WordNet has
common words and not all words: of the 172,820 in ENABLE 69,045 have no definition there, which is 40 %
(`make bench` counts them). That is a state of its own and no error.
"""

import mmap
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PARTS_OF_SPEECH: Final = ("noun", "verb", "adj", "adv")
"""As WordNet's files are named, in the order in which definitions are given."""

_USUAL_FOLDERS: Final = (
    "/usr/share/wordnet",
    "/usr/local/WordNet-3.0/dict",
    "/opt/homebrew/opt/wordnet/dict",
)

# The endings that inflected words take off to give a base form (man page morphy(7)).
_DETACHMENTS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "noun": (
        ("s", ""),
        ("ses", "s"),
        ("xes", "x"),
        ("zes", "z"),
        ("ches", "ch"),
        ("shes", "sh"),
        ("men", "man"),
        ("ies", "y"),
    ),
    "verb": (
        ("s", ""),
        ("ies", "y"),
        ("es", "e"),
        ("es", ""),
        ("ed", "e"),
        ("ed", ""),
        ("ing", "e"),
        ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The first meaning of a word as one part of speech; `base` is the form that the dictionary has."""

    base: str
    part_of_speech: str
    text: str


@dataclass(frozen=True, slots=True)
class Defined:
    """A word with its meanings, one for each part of speech that it can be."""

    word: str
    meanings: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class NoDefinition:
    """A word that WordNet does not have, which says nothing about whether it is good."""

    word: str


@dataclass(frozen=True, slots=True)
class NotInstalled:
    """WordNet is not on this machine, so that nothing can be said about the word."""

    word: str


Definition = Defined | NoDefinition | NotInstalled


class WordNet:
    """WordNet's database in a folder. Its files are mapped, and sorted: a word costs a few page reads."""

    def __init__(self, folder: Path) -> None:
        self._indexes = {part: _map(folder / f"index.{part}") for part in PARTS_OF_SPEECH}
        self._texts = {part: _map(folder / f"data.{part}") for part in PARTS_OF_SPEECH}
        self._exceptions = {part: _map(folder / f"{part}.exc") for part in PARTS_OF_SPEECH}

    def define(self, word: str) -> Defined | NoDefinition:
        """The meanings of a word, in whatever case and inflection it comes."""
        entry = word.lower()
        meanings = tuple(
            meaning for part in PARTS_OF_SPEECH if (meaning := self._first_meaning(entry, part)) is not None
        )
        return Defined(word, meanings) if meanings else NoDefinition(word)

    def _first_meaning(self, word: str, part: str) -> Meaning | None:
        for base in self._bases(word, part):
            for offset in self._offsets(base, part):
                if text := self._gloss(base, part, offset):
                    return Meaning(base, part, text)
        return None

    def _bases(self, word: str, part: str) -> Iterator[str]:
        """The forms under which the dictionary may have a word: itself, an irregular base, regular ones."""
        yield word
        yield from self._find(self._exceptions[part], word)[1:]
        for ending, replacement in _DETACHMENTS[part]:
            if word.endswith(ending) and len(word) > len(ending):
                yield word.removesuffix(ending) + replacement

    def _offsets(self, base: str, part: str) -> Iterator[int]:
        """Returns where the meanings of a base form are, the commonest first."""
        # base, part of speech, meanings, pointers, a sign for each pointer, ..., an offset for each meaning
        fields = self._find(self._indexes[part], base)
        if len(fields) > 3 and fields[2].isdecimal():
            yield from (int(offset) for offset in fields[-int(fields[2]) :] if offset.isdecimal())

    def _find(self, lines: bytes | mmap.mmap, first_field: str) -> list[str]:
        """The fields of the line that begins with `first_field`, in a file of sorted lines."""
        wanted = first_field.encode("utf-8", "replace")
        low, high = 0, len(lines)
        while low < high:
            start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
            end = lines.find(b"\n", start)
            line = lines[start : end if end >= 0 else len(lines)]
            key = line.partition(b" ")[0]
            if key == wanted:
                return line.decode("utf-8", "replace").split()
            # The licence at the head has lines that begin with a blank, which sort before all words.
            if key < wanted:
                low = start + len(line) + 1
            else:
                high = start
        return []

    def _gloss(self, base: str, part: str, offset: int) -> str | None:
        """Returns the gloss of a meaning, unless it is a name's: JAPAN the varnish, not the country."""
        lines = self._texts[part]
        line = lines[offset : max(lines.find(b"\n", offset), offset)].decode("utf-8", "replace")
        # offset, file, kind, how many words (hexadecimal), word, number, ... | definition; "example"
        facts, _, gloss = line.partition(" | ")
        written = {field.partition("(")[0] for field in facts.split()[4:]}
        if base not in written:
            return None
        return gloss.split('; "')[0].strip() or None


def find_wordnet(environ: Mapping[str, str] = os.environ) -> WordNet | None:
    """WordNet as this machine has it, if it does."""
    chosen = environ.get("WNSEARCHDIR")
    for folder in map(Path, [chosen] if chosen else _USUAL_FOLDERS):
        if (folder / "index.noun").is_file() and (folder / "data.noun").is_file():
            return WordNet(folder)
    return None


def define(word: str, wordnet: WordNet | None) -> Definition:
    """Returns a word's definition, or which of two reasons there is for having none."""
    return NotInstalled(word) if wordnet is None else wordnet.define(word)


def _map(path: Path) -> bytes | mmap.mmap:
    """The content of a file, or nothing where there is none."""
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # ValueError: an empty file cannot be mapped
        return b""
