"""Every sentence of the five documents that prescribes something, and where a rule sheet says it."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from wordwaiter.rules.rulebooks.rulebook import Building, Rulebook


class Division(StrEnum):
    """A division of the Bee that a sentence is for."""

    HARE = "hare"
    TORTOISE = "tortoise"


@dataclass(frozen=True, slots=True)
class SaidBySetting:
    """The sheet says it with the sentence of a setting of the rulebook."""

    setting: str


@dataclass(frozen=True, slots=True)
class Printed:
    """The sheet prints a sentence of its own for it."""

    part: str
    text: str
    format_setting: str | None
    """The setting of the format that carries it, if any."""


@dataclass(frozen=True, slots=True)
class NotForSoftware:
    """No program can see to it."""

    reason: str


Place = SaidBySetting | Printed | NotForSoftware


@dataclass(frozen=True, slots=True)
class DocumentSentence:
    """A sentence of a document, known by its first words."""

    clause: str
    opens: str
    place: Place
    division: Division | None
    continues: bool
    """Whether it is another thing that the sentence before it prescribes, and no sentence of its own."""

    def is_for(self, rulebook: Rulebook) -> bool:
        """Returns whether tables that play by this rulebook are held to the sentence."""
        if rulebook.source is None or not self.clause.startswith(f"{rulebook.source}-"):
            return False
        played = Division.HARE if isinstance(rulebook.play, Building) else Division.TORTOISE
        return self.division in {None, played}


@cache
def document_sentences() -> tuple[DocumentSentence, ...]:
    """Returns the sentences of all documents, clause by clause."""
    text = (resources.files(__package__) / "sentences.toml").read_text("utf-8")
    return tuple(_read(tomllib.loads(text)))


def printed_sentences(rulebook: Rulebook) -> tuple[tuple[DocumentSentence, Printed], ...]:
    """Returns what a rule sheet prints beside the sentences of its settings."""
    return tuple(
        (each, each.place)
        for each in document_sentences()
        if isinstance(each.place, Printed) and each.is_for(rulebook)
    )


def _read(table: Mapping[str, Any]) -> Iterator[DocumentSentence]:
    for clause, group in table.items():
        for row in group["sentences"]:
            division = row.get("division", group.get("division"))
            yield DocumentSentence(
                clause,
                row["opens"],
                _place(row),
                None if division is None else Division(division),
                row.get("continues", False),
            )


def _place(row: Mapping[str, str]) -> Place:
    if "setting" in row:
        return SaidBySetting(row["setting"])
    if "outside" in row:
        return NotForSoftware(row["outside"])
    return Printed(row["part"], row["sheet"], row.get("format"))
