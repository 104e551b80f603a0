"""Documents in another language.

What a document says is made of sentences that remember their English pattern, and of what people typed. The
first are told anew; the second stay as they are. Words that stand in the templates are listed here.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from string import ascii_lowercase
from typing import Any, Final, Self

from wordwaiter.paper.typesetting import Document
from wordwaiter.sentences import Wording, said

Tell = Callable[[Wording], str]
"""A sentence in the language of whoever reads it."""

IN_TEMPLATES: Final = (
    said("Certificate"),
    said("Day and place"),
    said("Follow the day on your phone"),
    said("For the organisers"),
    said("How the rules were read"),
    said("How the scores grew"),
    said("Name"),
    said("Play"),
    said("Player"),
    said("Points"),
    said("Rack"),
    said("Score sheet"),
    said("Signature"),
    said("Table"),
    said("Tally sheet: the board"),
    said("Tally sheet: the words"),
    said("The board with its premium squares, to be filled in"),
    said("The end of the game"),
    said("The letters"),
    said("The rules"),
    said("This table's page:"),
    said("Tiles"),
    said("Total"),
    said("Where the source is silent or unclear, this was decided."),
    said("Word on the board"),
    said("awarded to"),
)


class Drawn(str):
    """A picture whose words can be told in another language."""

    __slots__ = ("draw",)

    draw: Callable[[Tell], str]

    def __new__(cls, draw: Callable[[Tell], str]) -> Self:
        self = super().__new__(cls, draw(str))
        self.draw = draw
        return self


class Opening(str):
    """Words that stand first in a line or cell: with a capital, in another language too."""

    __slots__ = ("words",)

    words: str

    def __new__(cls, words: str) -> Self:
        self = super().__new__(cls, words[:1].upper() + words[1:])
        self.words = words
        return self


def in_language(document: Document, language: str, tell: Tell) -> Document:
    """Returns a document with everything that the program says told in a language.

    Rules of which one sentence is not there in that language are all printed in English.
    """
    rules = tuple(_rules_in(document.data))
    are_known = all(tell(each) != str(each) for each in rules)

    def told(wording: Wording) -> str:
        return tell(wording) if are_known or not any(_rules_in(wording)) else str(wording)

    return replace(
        document,
        title=_told(document.title, told),
        data=_told(document.data, told),
        notes=_told(document.notes, told),
        language=language,
        fixed={str(each): tell(each) for each in IN_TEMPLATES},
    )


def _told(value: object, tell: Tell) -> Any:
    match value:
        case Wording():
            return tell(value)
        case Drawn():
            return value.draw(tell)
        case Opening():
            return Opening(_told(value.words, tell))
        case Mapping():
            return {key: _told(each, tell) for key, each in value.items()}
        case list() | tuple():
            return tuple(_told(each, tell) for each in value)
        case _:
            return value


# ---------------------------------------------------------------- sentences of rules

_YEAR: Final = re.compile(r" (?:19|20)\d\d\b")
_VALUE: Final = re.compile(r"\d+|[{}]")
"""A value in a sentence of rules: a number, or a brace that a pattern would take for a hole."""


class RuleWording(Wording):
    """A sentence of rules."""

    __slots__ = ()


def rule_wording(text: str) -> RuleWording:
    """Returns a sentence of rules with its numbers as values, so that any numbers have one translation.

    >>> rule_wording("A rack holds 7 tiles.").pattern
    'A rack holds {a} tiles.'
    """
    found = _VALUE.findall(text)
    values = {ascii_lowercase[n : n + 1] or f"n{n}": each for n, each in enumerate(found)}
    names = iter(values)
    return RuleWording(_VALUE.sub(lambda _: f"{{{next(names)}}}", text), values)


def without_year(title: str) -> str:
    """Returns a title of rules without the year in which their source was read.

    >>> without_year("ScrabbleBee 2019, Hare division")
    'ScrabbleBee, Hare division'
    """
    return _YEAR.sub("", title)


def rules_line(title: str) -> Wording:
    """Returns by which rules a game is played."""
    return said("Rules: {title}", title=said(without_year(title)))


def _rules_in(value: object) -> Iterator[RuleWording]:
    """Yields the sentences of rules in what a document says."""
    match value:
        case RuleWording():
            yield value
        case Wording():
            yield from _rules_in(value.values)
        case Mapping():
            for each in value.values():
                yield from _rules_in(each)
        case list() | tuple():
            for each in value:
                yield from _rules_in(each)
        case _:
            pass
