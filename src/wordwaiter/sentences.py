"""Sentences that can be told in another language: English text that remembers of what it was made.

What happened and why is told in English, deep inside. A page in another language looks the English pattern up
in its catalogue and puts the same values in; everybody else has a plain text.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from types import MappingProxyType
from typing import Self

HOLE = re.compile(r"\{(\w+)\}")
"""Where a value goes in a pattern."""


def as_written(value: object, between: str = ",") -> str:
    """A value as it stands in a sentence; the thousands of a number are parted.

    >>> as_written(1412)
    '1,412'
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}".replace(",", between)
    return str(value)


class Wording(str):
    """A sentence with its pattern and its values; a value may be such a sentence itself."""

    __slots__ = ("pattern", "values")

    pattern: str
    values: Mapping[str, object]

    def __new__(cls, pattern: str, values: Mapping[str, object]) -> Self:
        self = super().__new__(cls, HOLE.sub(lambda hole: as_written(values[hole[1]]), pattern))
        self.pattern = pattern
        self.values = MappingProxyType(dict(values))
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, object]]]:
        return type(self), (self.pattern, dict(self.values))


def said(pattern: str, **values: object) -> Wording:
    """A sentence of a pattern with values in braces.

    >>> said("round {number} begins", number=2)
    'round 2 begins'
    """
    return Wording(pattern, values)


def said_of(pattern: str, subject: object, **values: object) -> Wording:
    """A sentence of a pattern with these values, and with fields of its subject."""
    told = {
        hole: values[hole] if hole in values else _readable(getattr(subject, hole))
        for hole in HOLE.findall(pattern)
    }
    return Wording(pattern, told)


def _readable(value: object) -> object:
    match value:
        case Enum():
            return named(value)
        case tuple():
            return ", ".join(map(str, value))
        case _:
            return value


def named(choice: Enum) -> Wording:
    """A choice as people write it, without the hyphens of its value."""
    return Wording(str(choice.value).replace("-", " "), {})


def numeral(value: int) -> Wording:
    """A number alone, such as a total in a table, which every language writes in its own way."""
    return said("{n}" if value >= 0 else "−{n}", n=abs(value))


def counted(count: int, one: str, other: str) -> Wording:
    """Returns how many there are; both patterns may hold `{n}`.

    >>> counted(3, "{n} board", "{n} boards")
    '3 boards'
    """
    return Wording(one if count == 1 else other, {"n": count})


def joined(between: str, parts: Iterable[str]) -> Wording:
    """Parts one after the other with the same sign between them, which every language understands.

    >>> joined("; ", [said("{n} words", n=2), "ROTARY"])
    '2 words; ROTARY'
    """
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Wording(between.join(f"{{{name}}}" for name in values), values)


def listed(names: Sequence[str]) -> Wording:
    """Names as in a sentence.

    >>> listed(["Ann", "Ben", "Cy"])
    'Ann, Ben and Cy'
    """
    if len(names) < 2:
        return joined(", ", names)
    return said("{most} and {last}", most=joined(", ", names[:-1]), last=names[-1])


_MONTHS = (
    said("January"),
    said("February"),
    said("March"),
    said("April"),
    said("May"),
    said("June"),
    said("July"),
    said("August"),
    said("September"),
    said("October"),
    said("November"),
    said("December"),
)


def day_in_words(day: date | str) -> str:
    """A day as people write it; a text that is no day stays as it is.

    >>> day_in_words("2026-11-18")
    'November 18, 2026'
    """
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            return str(day)
    # Of its own, since some languages write the first of a month in another way.
    pattern = "{month} 1, {year}" if day.day == 1 else "{month} {day}, {year}"
    return said(pattern, month=_MONTHS[day.month - 1], day=str(day.day), year=str(day.year))


def moment_in_words(moment: datetime, clock: str = "%H:%M") -> Wording:
    """A day and the time on the clock.

    >>> moment_in_words(datetime(2026, 11, 18, 14, 5))
    'November 18, 2026, 14:05'
    """
    return joined(", ", [day_in_words(moment.date()), moment.strftime(clock)])
