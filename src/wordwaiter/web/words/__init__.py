"""Everything the pages say, in one catalogue: a language is one file of this folder.

A text may hold values in braces. Where a number `n` decides between two forms, the key holds both:
`points = {one = "{n} point", other = "{n} points"}`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from wordwaiter.sentences import as_written

Text = str | Mapping[str, str]
"""A sentence, or its two forms, `one` and `other`."""

LANGUAGES: Final = ("en", "fr")
"""The languages there are; the first is spoken where nobody asked for another."""

THOUSANDS: Final = {"en": ",", "fr": "\N{NARROW NO-BREAK SPACE}"}
"""The separator of thousands in a number."""

_HOLE: Final = re.compile(r"\{(\w+)\}")
_FORMS: Final = {"one", "other"}


_FROM_THE_RIGHT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters of scripts that run from right to left."""


def _isolated(value: str) -> str:
    """A value that leaves the order of the words around it alone, whichever way it runs itself."""
    return f"\u2068{value}\u2069" if _FROM_THE_RIGHT.search(value) else value


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language by key, such as `start.title`."""

    language: str
    texts: Mapping[str, Text]

    def say(self, key: str, **values: object) -> str:
        """A text with these values in it; `n` chooses between one and more."""
        text = self.texts[key]
        if not isinstance(text, str):
            text = text["one" if self._is_one(values["n"]) else "other"]
        if "{" not in text:
            return text
        return _HOLE.sub(lambda hole: _isolated(as_written(values[hole[1]], THOUSANDS[self.language])), text)

    def part(self, is_wanted: Callable[[str], bool]) -> dict[str, Text]:
        """The texts with the keys that are wanted, for scripts."""
        return {
            key: text if isinstance(text, str) else dict(text)
            for key, text in self.texts.items()
            if is_wanted(key)
        }

    def _is_one(self, n: object) -> bool:
        # As browsers do it (Intl.PluralRules): in French nothing and one and a half are singular too.
        return n == 1 if self.language == "en" else isinstance(n, int | float) and abs(n) < 2


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of one of the `LANGUAGES`."""
    file = resources.files(__package__) / f"{language}.toml"
    return Catalogue(language, MappingProxyType(_flat(tomllib.loads(file.read_text("utf-8")), "")))


def holes(text: Text) -> frozenset[str]:
    """The names of the values that a text asks for."""
    forms = [text] if isinstance(text, str) else list(text.values())
    return frozenset(name for form in forms for name in _HOLE.findall(form))


def _flat(table: Mapping[str, object], prefix: str) -> dict[str, Text]:
    found: dict[str, Text] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping) and value.keys() != _FORMS:
            found |= _flat(value, f"{key}.")
        else:
            found[key] = (
                {form: str(text) for form, text in value.items()}
                if isinstance(value, Mapping)
                else str(value)
            )
    return found
