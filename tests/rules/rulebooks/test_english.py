"""Rulebooks in plain English."""

from dataclasses import fields, replace
from enum import Enum
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from wordwaiter.lexicon.tiles import TileSet
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.layout import BoardLayout
from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.english import (
    asks,
    compare_rulebooks,
    rule_sentences,
    rule_sheet,
    setting_keys,
)
from wordwaiter.rules.rulebooks.phrases import dollars, listed, minutes_and_seconds, spanned
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.rulebook import TOPICS, Rulebook, rulebook_of
from wordwaiter.rules.rulebooks.setting_values import is_variant, value_kinds

every_rulebook = pytest.mark.parametrize("name", shipped_rulebooks())


@every_rulebook
def test_every_setting_is_said_in_whole_sentences(name: str) -> None:
    rulebook = shipped_rulebook(name)
    sentences = rule_sentences(rulebook)
    assert set(sentences) == set(rulebook.origins)
    for sentence in sentences.values():
        assert sentence.text[0].isupper() or sentence.text[0].isdigit()
        assert sentence.text.endswith(".")
        assert "None" not in sentence.text
        assert "  " not in sentence.text


@every_rulebook
def test_a_rule_sheet_says_every_setting_once_but_those_it_does_without(name: str) -> None:
    rulebook = shipped_rulebook(name)
    said = [
        sentence.setting
        for section in rule_sheet(rulebook).sections
        for sentence in section.sentences
        if sentence.setting is not None
    ]
    assert len(said) == len(set(said))
    unsaid = set(rulebook.origins) - set(said)
    assert {key for key in unsaid if rulebook.setting(key) is not None} == set()


@every_rulebook
def test_a_rule_sheet_tells_how_each_cited_clause_was_read(name: str) -> None:
    sheet = rule_sheet(shipped_rulebook(name))
    cited = {clause for section in sheet.sections for each in section.sentences for clause in each.clauses}
    expected = {clause: catalogue()[clause].reading for clause in cited if catalogue()[clause].reading}
    assert {reading.clause: reading.text for reading in sheet.readings} == expected


def test_a_rule_sheet_follows_the_order_of_a_day() -> None:
    iowa = [section.title for section in rule_sheet(shipped_rulebook("iowa")).sections]
    assert iowa[:5] == ["The event", "The table", "Beginning", "A turn", "Placing tiles"]
    assert iowa[5:] == ["Words", "Scoring", "Challenges", "The clock", "The end", "Winning"]
    ontario = [section.title for section in rule_sheet(shipped_rulebook("ontario")).sections]
    assert ontario[:5] == ["Conduct", "The event", "The table", "Beginning", "Drawing tiles"]
    hare = [section.title for section in rule_sheet(shipped_rulebook("bee-hare")).sections]
    assert "Building" in hare
    assert "A turn" not in hare


@pytest.mark.parametrize(
    ("name", "key", "text"),
    [
        ("androscoggin", "clock.game", "A game lasts 30 minutes, counted at each table for itself."),
        (
            "bee-hare",
            "building.tile_cents",
            "A tile that was taken out, picked at random, costs $5 at any time in the round.",
        ),
        ("club", "ending.scoreless_turns", "It ends after 6 turns in a row without points."),
        (
            "club",
            "clock.game",
            "Each side has 25 minutes for the game and loses 10 points for each minute over that has begun.",
        ),
        ("ontario", "turns.limit", "A turn has no time limit."),
        ("grand-island", "turns.limit", "A turn lasts 3 minutes at most."),
        ("bee-tortoise", "board_challenge.if_good", "If the word is good, the challenger loses 25 points."),
        *(
            (name, "challenge.if_good", f"If all challenged words are good, {follows}.")
            for name, follows in {
                "wespa": "the side that was challenged gains 5 points for each word",
                "naspa": "the challenger loses the turn that comes now",
                "club": "the challenger loses the turn that comes now",
                "club-free": "nothing follows",
                "club-5": "the side that was challenged gains 5 points",
                "club-10": "the side that was challenged gains 10 points",
                "club-void": "nothing follows",
            }.items()
        ),
        (
            "club-void",
            "challenge.if_bad",
            "The software looks words up and refuses a play with a word that is not good.",
        ),
        *(
            (name, key, text)
            for name in ("wespa", "naspa")
            for key, text in {
                "clock.game": "Each side has 25 minutes for the game and loses 10 points for each "
                "minute over that has begun.",
                "challenge.after_draw": "On a screen a play may also be challenged for 15 seconds after the "
                "draw, or until the next play begins.",
                "challenge.hold": "Until tiles are drawn the opponent may call hold; then none are drawn "
                "until the word is verified.",
            }.items()
        ),
        ("wespa", "clock.most_overtime", "A side that is 10 minutes over its time loses the game."),
        ("naspa", "clock.most_overtime", "A side that is 10 minutes 1 second over its time loses the game."),
        (
            "wespa",
            "challenge.courtesy_draw",
            "30 seconds after its play a side that is held may draw; the play may still be challenged until "
            "the hold is released, and if it comes off, the tiles go back.",
        ),
        (
            "wespa",
            "clock.overtime_margin",
            "A game lost by overtime is lost by 100 points at least: the loser's total is lowered as far as "
            "that takes; if it is then below zero, both gain as many.",
        ),
    ],
)
def test_a_rule_reads_well(name: str, key: str, text: str) -> None:
    assert rule_sentences(shipped_rulebook(name))[key].text == text


# ---------------------------------------------------------------- every value that a setting can have


def every_value(hint: Any) -> list[object]:
    """Each choice of a setting, with numbers made up."""
    kind, _ = get_args(hint)
    values: list[object] = []
    for each in value_kinds(kind):
        if each is NoneType:
            values.append(None)
        elif is_variant(each):
            hints = get_type_hints(each)
            values.append(each(**{part.name: made_up(hints[part.name]) for part in fields(each)}))
        elif isinstance(each, type) and issubclass(each, Enum):
            values.extend(each)
        elif each not in (TileSet, BoardLayout):
            values.append(made_up(each))
    return values


def made_up(kind: Any) -> object:
    if get_origin(kind) is tuple:
        return (made_up(get_args(kind)[0]),)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    return {int: 3, str: "x", Milliseconds: Milliseconds(90_000)}[kind]


def other_rulebooks() -> list[tuple[str, Rulebook]]:
    """Each shipped rulebook with each other value of each of its settings, sensible or not."""
    changed = []
    for name in ("iowa", "bee-hare", "bee-tortoise"):
        rulebook = shipped_rulebook(name)
        topics = rulebook.topics()
        for topic_name, topic in topics.items():
            for key, hint in get_type_hints(TOPICS[topic_name], include_extras=True).items():
                for value in every_value(hint):
                    other = {**topics, topic_name: replace(topic, **{key: value})}  # type: ignore[arg-type]
                    changed.append(
                        (f"{topic_name}.{key}", rulebook_of(name, "x", None, other, rulebook.origins))
                    )
    return changed


def test_every_value_of_every_setting_has_its_own_words() -> None:
    said: dict[tuple[str, str], dict[object, str]] = {}
    for key, rulebook in other_rulebooks():
        text = rule_sentences(rulebook)[key].text
        assert text.endswith(".")
        said.setdefault((key, rulebook.name), {})[rulebook.setting(key)] = text
    for (key, _), texts in said.items():
        assert len(set(texts.values())) == len(texts), key


# ---------------------------------------------------------------- comparing


def test_rulebooks_that_differ_in_one_setting_are_told_apart_by_it() -> None:
    (difference,) = compare_rulebooks(shipped_rulebook("club"), shipped_rulebook("club-10"))
    assert difference.setting == "challenge.if_good"
    assert difference.asks == asks("challenge.if_good")
    assert difference.left is not None
    assert difference.right is not None
    assert (
        difference.right.text
        == "If all challenged words are good, the side that was challenged gains 10 points."
    )


def test_a_rulebook_does_not_differ_from_itself() -> None:
    assert compare_rulebooks(shipped_rulebook("iowa"), shipped_rulebook("iowa")) == ()


def test_the_same_rule_by_another_clause_is_no_difference() -> None:
    keys = {
        each.setting for each in compare_rulebooks(shipped_rulebook("iowa"), shipped_rulebook("grand-island"))
    }
    assert "scoring.full_rack_bonus" not in keys
    assert {"challenge.window", "turns.limit", "ending.unplayed_when_out", "clock.game"} <= keys


def test_a_setting_that_one_of_two_does_not_have_is_a_difference() -> None:
    differences = {
        each.setting: each
        for each in compare_rulebooks(shipped_rulebook("bee-hare"), shipped_rulebook("bee-tortoise"))
    }
    assert differences["turns.exchange"].left is None
    assert differences["building.tile_cents"].right is None


def test_the_keys_of_settings_are_those_of_the_topics() -> None:
    assert len(setting_keys()) == len(set(setting_keys()))
    assert {key.partition(".")[0] for key in setting_keys()} == set(TOPICS)


# ---------------------------------------------------------------- phrases


def test_phrases() -> None:
    assert [listed(list(parts), "and") for parts in ("a", "ab", "abc")] == ["a", "a and b", "a, b and c"]
    assert [spanned(4, 6), spanned(4, 4)] == ["4 to 6", "4"]
    assert [dollars(500), dollars(550), dollars(5)] == ["$5", "$5.50", "$0.05"]
    times = [60_000, 90_000, 121_000, 30_000]
    assert [minutes_and_seconds(Milliseconds(time)) for time in times] == [
        "1 minute", "1 minute 30 seconds", "2 minutes 1 second", "30 seconds",
    ]  # fmt: skip
