"""Who may read which field of which fact: the table `audiences.txt`, written by hand.

A change of what somebody may read changes a line of the table, and so is seen in review.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from wordwaiter.audience import Audience, Extent, ForAll, declared, visible_body
from wordwaiter.service.access.visibility import EVERY_FACT, KNOWN_TO
from wordwaiter.service.streams import all_families

TABLE = (Path(__file__).parent / "audiences.txt").read_text("utf-8").splitlines()


def lines_of(kind: Any) -> list[str]:
    """The lines of a fact in the table: its own audience, and the fields of each."""
    found: dict[str, list[str]] = {}
    for name, audience in _fields_of(kind):
        found.setdefault(audience, []).append(name)
    order = [each.name.lower() for each in Audience]
    readers = sorted(found, key=lambda each: (order.index(each.removesuffix(", how many")), each))
    return [
        f"{kind.KIND}: {kind.AUDIENCE.name.lower()}",
        *(f"    {each}: {' '.join(found[each])}" for each in readers),
    ]


def _fields_of(kind: Any, within: str = "") -> Iterator[tuple[str, str]]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        yield from _parts_of(hints[each.name], f"{within}{each.name}", is_field=not within)


def _parts_of(hint: Any, name: str, *, is_field: bool = False) -> Iterator[tuple[str, str]]:
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    for mark in marks:
        if isinstance(mark, Audience) and (is_field or mark is not Audience.ALL):
            yield name, mark.name.lower() + (", how many" if Extent.HOW_MANY in marks else "")
    if is_dataclass(hint):
        yield from _fields_of(hint, f"{name}.")
    for each in get_args(hint)[:1] if marks else get_args(hint):
        yield from _parts_of(each, name)


def test_the_table_of_fields_and_audiences_is_what_facts_declare() -> None:
    assert [line for kind in EVERY_FACT.values() for line in lines_of(kind)] == TABLE


def test_every_family_of_facts_is_known_to_somebody() -> None:
    families = {kind.partition(".")[0] for kind in EVERY_FACT}
    assert families == set(KNOWN_TO) == set(all_families().names)


def _made(**declarations: object) -> type:
    """A kind of fact with one field, declared so."""
    audience = declarations.pop("text", ForAll[str])
    body = {"KIND": "test.told", "__annotations__": {"text": audience}, **declarations}
    return dataclass(frozen=True)(type("Told", (), body))


@pytest.mark.parametrize(
    ("declarations", "missing"),
    [
        ({"SENTENCE": "it happened"}, "AUDIENCE"),
        ({"AUDIENCE": Audience.ALL}, "SENTENCE"),
        ({"AUDIENCE": Audience.ALL, "SENTENCE": "it happened", "text": str}, "Told.text"),
        ({"AUDIENCE": Audience.JUDGES, "SENTENCE": "it happened"}, "for others than the fact"),
    ],
)
def test_a_fact_that_leaves_a_declaration_out_is_refused(
    declarations: dict[str, object], missing: str
) -> None:
    with pytest.raises(TypeError, match=missing):
        declared([_made(**declarations)])


def test_a_field_that_no_fact_declares_is_hidden_even_from_the_director() -> None:
    kind = _made(AUDIENCE=Audience.ALL, SENTENCE="it happened")
    assert declared([kind]) == {"test.told": kind}
    assert visible_body(kind, {"text": "hello", "secret": "hush"}, lambda _: True) == {"text": "hello"}
