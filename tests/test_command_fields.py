"""A command read from its dataclass, and text turned into one."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

import pytest

from wordwaiter.command_fields import (
    Field,
    Written,
    command_of_texts,
    field_docs,
    fields_of,
    help_of,
    word_of,
)
from wordwaiter.errors import MalformedError


class Colour(Enum):
    RED = "red"
    DARK_BLUE = "dark-blue"


NAME = Written("Name or number.")


def _cents(text: str) -> int:
    return int(text.removeprefix("$")) * 100


@dataclass(frozen=True)
class BuyPaint:
    """Buy paint for a wall.

    More is said here.
    """

    by: str
    buyer: Annotated[int, NAME]
    cents: Annotated[int, Written("In dollars.", _cents, "amount")]
    colour: Colour = Colour.RED
    """Which colour."""
    helpers: tuple[Annotated[int, NAME], ...] = ()
    tins: int | None = None
    at_once: bool = False


def bought(**texts: str | tuple[str, ...]) -> BuyPaint:
    """The command that these texts write, by the words of its fields."""

    def of(field: Field) -> tuple[str, ...]:
        text = texts.get(field.word.replace("-", "_"), ())
        return (text,) if isinstance(text, str) else text

    return command_of_texts(BuyPaint, of, {NAME: {"Ann": 1, "Ben": 2}.__getitem__}, by="Dora")


def test_a_command_is_described_by_its_dataclass() -> None:
    assert word_of(BuyPaint) == "buy-paint"
    assert help_of(BuyPaint) == "Buy paint for a wall."
    assert field_docs(BuyPaint) == {"colour": "Which colour."}
    described = fields_of(BuyPaint)
    assert [field.word for field in described.values()] == [
        "by", "buyer", "amount", "colour", "helpers", "tins", "at-once",
    ]  # fmt: skip
    assert (described["cents"].help, described["colour"].help) == ("In dollars.", "Which colour.")
    assert described["colour"].choices == ("red", "dark-blue")
    assert (described["helpers"].type, described["helpers"].is_many) == (int, True)
    assert (described["tins"].type, described["tins"].is_optional) == (int, True)


def test_texts_become_the_values_of_fields() -> None:
    written = bought(
        buyer="Ann", amount="$5", colour="dark-blue", helpers=("Ben", "Ann"), tins="007", at_once="true"
    )
    assert written == BuyPaint("Dora", 1, 500, Colour.DARK_BLUE, (2, 1), 7, True)
    assert bought(buyer="Ann", amount="5", tins="") == BuyPaint("Dora", 1, 500)


@pytest.mark.parametrize(
    ("texts", "code", "field"),
    [
        ({"tins": "many"}, "not-a-number", "tins"),
        ({"tins": "1000001"}, "not-a-number", "tins"),
        ({"colour": "green"}, "not-a-choice", "colour"),
        ({"at_once": "perhaps"}, "not-a-choice", "at_once"),
    ],
)
def test_a_text_that_cannot_be_read_is_refused_with_its_field(
    texts: dict[str, str], code: str, field: str
) -> None:
    with pytest.raises(MalformedError) as refused:
        bought(buyer="Ann", amount="5", **texts)
    assert (refused.value.code, refused.value.facts["field"]) == (code, field)
