"""The page of sentences: each sentence of the five documents, and how the event's rule sheet says it."""

from collections.abc import Iterable
from typing import assert_never

from reference_pages.markdown import code, head, paragraph, table
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.document_sentences import (
    DocumentSentence,
    NotForSoftware,
    Printed,
    SaidBySetting,
    document_sentences,
)
from wordwaiter.rules.rulebooks.english import rule_sentences
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks


def page() -> str:
    """Returns the text of the page."""
    every = document_sentences()
    outside = sum(isinstance(each.place, NotForSoftware) for each in every)
    parts = [
        head(
            "The documents, sentence by sentence",
            "Each sentence of the five documents that prescribes something, by its first words, and how the "
            "rule sheet of the event says it. A sentence that prescribes two things has two lines.",
            f"**{_sentences(every)} of {_sentences(every)}** sentences, in {len(every)} lines: "
            f"{len(every) - outside} lines are on the rule sheets, {outside} are not for software.",
        )
    ]
    for source in catalogue().sources:
        if source.is_rated_play:
            continue
        here = [each for each in every if catalogue()[each.clause].source == source.id]
        parts.append(
            f"\n## {source.name}\n\n{paragraph(f'{_sentences(here)} sentences, in {len(here)} lines.')}\n"
        )
        parts.append(table(("sentence", "on the rule sheet", "clause"), (_row(each) for each in here)))
    return "".join(parts)


def _sentences(lines: Iterable[DocumentSentence]) -> int:
    """Returns how many sentences of a document these lines are."""
    return sum(not each.continues for each in lines)


def _row(sentence: DocumentSentence) -> tuple[str, str, str]:
    return f"{sentence.opens} …", _said(sentence), f"[{sentence.clause}](clauses.md#{sentence.clause})"


def _said(sentence: DocumentSentence) -> str:
    place = sentence.place
    match place:
        case SaidBySetting():
            return f"{_of_setting(sentence, place.setting)} ({code(place.setting)})"
        case Printed():
            return place.text
        case NotForSoftware():
            return f"*Not for software:* {place.reason}"
        case _:
            assert_never(place)


def _of_setting(sentence: DocumentSentence, setting: str) -> str:
    """Returns what the setting says in the first shipped rulebook that the sentence is for."""
    rulebooks = (shipped_rulebook(name) for name in shipped_rulebooks())
    return rule_sentences(next(each for each in rulebooks if sentence.is_for(each)))[setting].text
