"""Words to study on paper, with their hooks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wordwaiter.paper.lists import Column, Page, Section, list_document, rows
from wordwaiter.paper.typesetting import Document


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A word, and the letters that make another word before and after it."""

    word: str
    front: Sequence[str]
    back: Sequence[str]
    place: int
    """By probability, among the words of its length."""


def word_list_document(
    title: str, under: str, labels: tuple[str, str, str, str], words: Iterable[PrintedWord]
) -> Document:
    """The words as a table: what goes before, the word, what goes after, its place by probability."""
    front, word, back, place = labels
    columns = (
        Column(front, right=True),
        Column(word, strong=True),
        Column(back, wide=True),
        Column(place, right=True),
    )
    cells = (("".join(each.front), each.word, "".join(each.back), each.place) for each in words)
    return list_document(Page(title, "", under, (Section("", columns, rows(cells)),)), title)
