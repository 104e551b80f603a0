"""Sentences from the inside in the reader's language: the English pattern leads to that of another one.

Wordings come in English from the inside. Those of another language stand in `LANGUAGE.sentences.toml`, by the
English pattern. What is not there is told in English and marked so, and a screen reader reads it as English.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from markupsafe import Markup

from wordwaiter.rules.clauses import catalogue as clauses
from wordwaiter.sentences import HOLE, Wording, as_written
from wordwaiter.web.words import LANGUAGES, THOUSANDS, Catalogue

_CHOICE: Final = re.compile(r" \([a-z0-9-]+:[a-z_]+\.[a-z_]+\)")
"""Where a choice of the organiser stands in the files of a rulebook, in place of a clause; for programs."""

CITED: Final = re.compile(r" \(\u2068?([a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*)\u2069?\)")
"""One clause or several, as sentences cite them; a page sets values apart by signs that nobody sees."""

_BELOW_ZERO: Final = re.compile(r"(?<![\w.-])-(?=\d)")

_A_LETTER: Final = re.compile(r"[^\W\d_]")

_SPACED: Final = {"fr": re.compile(r"(?<=[\w})])(?=[:;] )")}
"""Where a language has a space that English has not: before a colon or semicolon that parts two values."""


@cache
def sentences(language: str) -> Catalogue:
    """The patterns of a language by the English ones; none for English."""
    file = resources.files(__package__) / f"{language}.sentences.toml"
    texts = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return Catalogue(language, MappingProxyType(texts))


@cache
def rule_patterns(language: str) -> Catalogue:
    """The sentences of rule sheets in a language by the English ones; none for English."""
    file = resources.files(__package__) / f"{language}.rules.toml"
    texts = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    return Catalogue(language, MappingProxyType(texts))


def tell(language: str, sentence: str) -> str:
    """A sentence from the inside as a page shows it in a language."""
    if language == LANGUAGES[0] or not sentence:
        return _as_printed(sentence)
    translated = _in(sentences(language), sentence) if isinstance(sentence, Wording) else None
    return in_english(as_sentence(_as_printed(sentence))) if translated is None else _as_printed(translated)


def _as_printed(sentence: str) -> str:
    """A sentence with a minus sign before numbers below zero, where a terminal has a hyphen."""
    return _BELOW_ZERO.sub("\N{MINUS SIGN}", without_choice(sentence))


def without_choice(sentence: str) -> str:
    """A sentence whose clause is no clause of a source, but a choice of the organiser: without it."""
    return _CHOICE.sub("", sentence)


def plainly(language: str, sentence: str) -> str:
    """Translates a sentence into text without a mark and without codes, for scripts and pictures."""
    told = tell(language, sentence)
    return without_codes(sentence if isinstance(told, Markup) else told)


def on_paper(language: str, sentence: str) -> str:
    """Translates a sentence for print; a part that is there in English alone, such as a title, stays so."""
    if not isinstance(sentence, Wording):
        return sentence
    values = {
        name: on_paper(language, value) if isinstance(value, str) else value
        for name, value in sentence.values.items()
    }
    for catalogue in (sentences(language), rule_patterns(language)):
        if sentence.pattern in catalogue.texts:
            return without_codes(_as_printed(catalogue.say(sentence.pattern, **values)))
    return without_codes(_as_printed(_filled(sentence.pattern, values, language)))


def without_codes(text: str) -> str:
    """A sentence without the clauses that it cites."""
    return CITED.sub(lambda found: "" if cited(found) else found[0], text)


def cited(found: re.Match[str]) -> list[str]:
    """The clauses between parentheses; none where something else stands there."""
    named = found[1].split(", ")
    return named if all(each in clauses() for each in named) else []


@dataclass(frozen=True, slots=True)
class Titled:
    """The title of rules, of a format or of a word list, and the language that it is in."""

    text: str
    language: str


def titled(language: str, title: str) -> Titled:
    """A title in a language where it is one of ours; an event is called by its own name everywhere."""
    known = sentences(language)
    return Titled(known.say(title), language) if title in known.texts else Titled(title, LANGUAGES[0])


def in_english(text: str) -> Markup:
    """A text that stays English on a page in another language, marked as such."""
    return Markup('<span lang="en">{}</span>').format(text)


def as_sentence(text: str) -> str:
    """An error's words as a page shows them; what is marked up already is a sentence."""
    if isinstance(text, Markup):
        return text
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1] in '.!?' else '.'}" if text else ""


def _in(catalogue: Catalogue, wording: Wording) -> str | None:
    values: dict[str, object] = {}
    for name, value in wording.values.items():
        told = _in(catalogue, value) if isinstance(value, Wording) else value
        if told is None:
            return None
        values[name] = told
    if wording.pattern in catalogue.texts:
        return catalogue.say(wording.pattern, **values)
    # A pattern of values and signs alone is the same everywhere.
    if _A_LETTER.search(HOLE.sub("", wording.pattern)):
        return None
    return _filled(wording.pattern, values, catalogue.language)


def _filled(pattern: str, values: Mapping[str, object], language: str) -> str:
    if language in _SPACED and not _A_LETTER.search(HOLE.sub("", pattern)):
        pattern = _SPACED[language].sub(" ", pattern)
    return HOLE.sub(lambda hole: as_written(values[hole[1]], THOUSANDS[language]), pattern)
