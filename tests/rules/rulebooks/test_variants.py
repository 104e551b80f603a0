"""Variants of a rulebook: made by name, for one game, with another clock, other lists and other tiles."""

import pytest

from wordwaiter.errors import IllegalError, MalformedError
from wordwaiter.rules.rulebooks.choices import Milliseconds, SideBudget, TurnEnd
from wordwaiter.rules.rulebooks.english import rule_sheet
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.variants import ClockWish, Variant, lists_of, parse_variant


@pytest.mark.parametrize(
    ("variant", "name"),
    [
        (Variant("club"), "club"),
        (Variant("club-5", ClockWish(15)), "club-5@15"),
        (Variant("club", ClockWish(5, 10, 1)), "club@5+10/1"),
        (Variant("club", ClockWish(0)), "club@0"),
        (Variant("club", lists=("enable", "house-2")), "club~enable.house-2"),
        (Variant("club", ClockWish(25), ("house",), "spanish"), "club@25~house%spanish"),
    ],
)
def test_a_variant_is_made_again_from_its_name(variant: Variant, name: str) -> None:
    assert variant.name == name
    assert parse_variant(name) == variant
    assert shipped_rulebook(name).name == name


def test_a_clock_of_five_minutes_with_an_increment_and_a_minute_of_overtime() -> None:
    clock = shipped_rulebook("club@5+10/1").clock
    assert clock.game == SideBudget(Milliseconds(5 * 60_000), 10)
    assert (clock.increment, clock.most_overtime) == (10_000, 60_000)


def test_a_game_without_a_clock_ends_its_turns_by_the_announcement() -> None:
    rules = shipped_rulebook("club@0")
    assert rules.clock.game is None
    assert rules.turns.ended_by is TurnEnd.ANNOUNCEMENT
    assert rules.ending == shipped_rulebook("club").ending


@pytest.mark.parametrize("rulebook", ["wespa", "naspa"])
@pytest.mark.parametrize(("clock", "most_ms"), [("15", None), ("15+5", None), ("0", None), ("5/1", 60_000)])
def test_rated_play_with_another_clock_has_no_margin(rulebook: str, clock: str, most_ms: int | None) -> None:
    rules = shipped_rulebook(f"{rulebook}@{clock}").clock
    assert (rules.most_overtime, rules.overtime_margin) == (most_ms, None)


def test_lists_and_tiles_are_those_of_the_name() -> None:
    rules = shipped_rulebook("club~house%spanish")
    assert rules.words.lists == lists_of(rules.name) == ("house",)
    assert rules.table.tile_set.name == "spanish"
    assert lists_of("club@25") == ()


def test_the_rule_sheet_tells_what_was_chosen() -> None:
    sheet = rule_sheet(shipped_rulebook("club@5+10/1"))
    text = " ".join(sentence.text for section in sheet.sections for sentence in section.sentences)
    assert "Each turn adds 10 seconds to the clock of its side." in text
    assert "over its time loses the game" in text


@pytest.mark.parametrize(
    "name", ["club@", "club@999", "club@x", "club~", "club~A B", "club%", "@5", "club@5@5"]
)
def test_other_names_are_no_variants(name: str) -> None:
    with pytest.raises(MalformedError):
        shipped_rulebook(name)


def test_the_clock_of_a_document_stays_as_it_is() -> None:
    with pytest.raises(IllegalError) as refusal:
        shipped_rulebook("ontario@5")
    assert refusal.value.code == "clock-fixed"


def test_variants_are_no_rulebooks_of_the_package() -> None:
    assert not any({*"@~%"} & {*name} for name in shipped_rulebooks())
