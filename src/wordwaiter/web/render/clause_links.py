"""Clauses in sentences that people read: a small link to the rule, and never its code."""

import re
from collections.abc import Callable
from typing import Any, Final

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from wordwaiter.web.words import LANGUAGES, catalogue
from wordwaiter.web.words.sentences import CITED, as_sentence, cited, tell

_MARKED: Final = "<"
"""How a sentence begins that is marked as one of another language."""


def with_links(text: str, language: str = LANGUAGES[0]) -> str:
    """A sentence with a link in the place of each clause that it cites."""
    if not any(cited(found) for found in CITED.finditer(text)):
        return text
    word = catalogue(language).say("base.rule")
    return Markup(CITED.sub(lambda found: _links(found, word), str(escape(text))))  # noqa: S704 - escaped


def _links(found: re.Match[str], word: str) -> str:
    link = ' <a class="rule" href="/rules/{}" target="_blank" rel="noopener">{}</a>'
    return "".join(Markup(link).format(each, word) for each in cited(found)) or found[0]  # noqa: S704


def tell_with_links(language: str, sentence: str) -> str:
    """A sentence from the inside as a page shows it."""
    return with_links(tell(language, sentence), language)


def say_with_links(say: Callable[..., str], language: str, name: str, /, **values: Any) -> str:
    """A text of a page; where it, or a sentence in it, names a clause, with a link to it."""
    marked = {each: value for each, value in values.items() if isinstance(value, Markup)}
    text = say(name, **values | {each: f"\0{each}\0" for each in marked})
    linked = with_links(text, language) if "clause" in values else text
    if not marked:
        return linked
    whole = str(escape(linked))
    for each, value in marked.items():
        whole = whole.replace(f"\0{each}\0", value)
    return Markup(whole)  # noqa: S704 - escaped, and marked up before


@pass_context
def sentence_with_links(context: Context, text: str) -> str:
    """The filter `as_sentence`: an error's words as a page shows them."""
    if isinstance(text, Markup) and not text.startswith(_MARKED):
        return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
    return with_links(as_sentence(text), context.get("language") or LANGUAGES[0])
