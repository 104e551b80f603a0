"""A tournament's facts as plain values for a journal or JSON, and back without loss."""

from collections.abc import Mapping
from typing import Final

from wordwaiter.game.records import Form, Forms, lists, plain_fact, read_fact
from wordwaiter.tournament.facts import FACT_TYPES, Fact
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.reading import format_from_plain, plain_format

_FORMS: Final[Forms] = {Format: Form(lambda value: lists(plain_format(value)), format_from_plain)}


def fact_to_plain(fact: Fact) -> dict[str, object]:
    """The fact as values of JSON, its `kind` first."""
    return plain_fact(fact, _FORMS)


def fact_from_plain(record: Mapping[str, object]) -> Fact:
    """The fact that `fact_to_plain` wrote down; refused if a part is missing, unknown or of a wrong type."""
    return read_fact(record, FACT_TYPES, _FORMS)
