"""Every text in a fact is either stored apart, because it is about a person, or is known to be about none."""

from dataclasses import fields
from typing import get_type_hints

from wordwaiter.service.access.personal_fields import PERSONAL_KINDS
from wordwaiter.service.access.visibility import EVERY_FACT

ABOUT_NOBODY = {
    # What officials say of a game, a board, a clock, money or the room.
    "reason", "note", "ground", "evidence", "fault",
    # The actor, which the column of the actor stands for.
    "by",
    # Names of things, hashes, and days.
    "rulebook", "division", "name", "date", "venue", "source", "target", "stream", "table", "device", "day",
    "tournament", "sha256", "code_hash", "token_hash", "offered_hash", "salt", "pin_hash", "word", "tile",
    "clause",
}  # fmt: skip


def test_a_fact_with_another_text_says_whether_that_is_about_a_person() -> None:
    unknown = {
        f"{kind.KIND}.{field.name}"  # type: ignore[attr-defined]
        for name, kind in EVERY_FACT.items()
        if name not in PERSONAL_KINDS
        for field in fields(kind)
        if get_type_hints(kind)[field.name] is str and field.name not in ABOUT_NOBODY
    }
    assert unknown == set()


def test_a_name_is_that_of_a_thing_where_it_is_not_stored_apart() -> None:
    named = {name for name, kind in EVERY_FACT.items() if "name" in {field.name for field in fields(kind)}}
    assert named - PERSONAL_KINDS == {
        "tournament.opened",
        "tournament.details_changed",
        "tournament.division_opened",
        "lists.added",
    }
