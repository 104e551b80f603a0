"""Refusals in the reader's language: the sentence of an error by its code, or in English.

Errors speak English. What a page says of one in another language stands in `words/LANGUAGE.refusals.toml`, by
the code of the error, with its facts as values. What is told in English on a page in another language is
marked so, and a screen reader reads it as English.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from markupsafe import Markup

from wordwaiter.errors import IllegalError, WordwaiterError
from wordwaiter.web.render.templates import AnyRequest, reader_of
from wordwaiter.web.words import LANGUAGES, holes
from wordwaiter.web.words.sentences import plainly, tell, without_choice, without_codes


@cache
def refusals(language: str) -> Mapping[str, str]:
    """The sentences of a language by code; none for English, which the errors speak themselves."""
    file = resources.files("wordwaiter.web.words") / f"{language}.refusals.toml"
    if not file.is_file():
        return MappingProxyType({})
    return MappingProxyType(tomllib.loads(file.read_text("utf-8")))


def refusal_text(request: AnyRequest, error: WordwaiterError) -> str:
    """Returns the sentence of an error, for whoever asked."""
    clause = error.clause if isinstance(error, IllegalError) else None
    return sentence_in(reader_of(request).language, error.code, error.sentence, error.facts, clause)


def sentence_in(
    language: str, code: str, english: str, facts: Mapping[str, object], clause: str | None = None
) -> str:
    """The sentence of a code in a language; the English one where there is none, or a value is missing."""
    if language == LANGUAGES[0]:
        return without_choice(english)
    text = refusals(language).get(code)
    if text is None or not holes(text) <= facts.keys():
        return tell(language, english)  # what is wrong with games by hand is a sentence of its own
    # Values are put in by name, one after the other: what somebody typed may look like a hole.
    for name in holes(text):
        text = text.replace(f"{{{name}}}", _value(language, facts[name]), 1)
    return without_choice(f"{text} ({clause})") if clause else text


def _value(language: str, value: object) -> str:
    """A fact as it stands in a sentence; one that is a sentence itself is told in the same language."""
    return plainly(language, value) if isinstance(value, str) else str(value)


def plain(sentence: str) -> str:
    """A sentence without its mark and without codes of clauses, for scripts."""
    return without_codes(sentence.striptags() if isinstance(sentence, Markup) else sentence)
