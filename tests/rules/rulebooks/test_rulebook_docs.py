"""The reference names every setting and value of a rulebook, and the guide's examples are right."""

import re
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from wordwaiter.lexicon.tiles import TileSet, shipped_tile_sets
from wordwaiter.rules.layout import BoardLayout, shipped_layouts
from wordwaiter.rules.rulebooks.english import setting_keys
from wordwaiter.rules.rulebooks.good_words import OpponentGains
from wordwaiter.rules.rulebooks.reading import examine_rulebook, parse_rulebook, shipped_rulebooks
from wordwaiter.rules.rulebooks.rulebook import TOPICS
from wordwaiter.rules.rulebooks.setting_values import is_variant, value_kinds, variant_word

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "guide" / "rulebooks.md").read_text("utf-8")
REFERENCE = (DOCS / "reference" / "rulebook-settings.md").read_text("utf-8")
ROWS = {row[1]: row[0] for row in re.finditer(r"^\| `([a-z_]+\.[a-z_]+)` \|.*$", REFERENCE, re.MULTILINE)}


def words_of(kind: Any) -> set[str]:
    """Every word that a value of this kind can have in a file, and the names of the numbers beside it."""
    if get_origin(kind) is tuple:
        return words_of(get_args(kind)[0])
    words: set[str] = set()
    for each in value_kinds(kind):
        if each is NoneType:
            words.add("none")
        elif each is TileSet:
            words.update(shipped_tile_sets())
        elif each is BoardLayout:
            words.update(shipped_layouts())
        elif is_variant(each):
            words.add(variant_word(each))
            for name, hint in get_type_hints(each).items():
                words |= {name} | words_of(hint)
        elif isinstance(each, type) and issubclass(each, Enum):
            words.update(str(member.value) for member in each)
    return words


def test_every_setting_has_one_row_and_every_row_a_setting() -> None:
    assert sorted(ROWS) == sorted(setting_keys())
    assert len(re.findall(r"^\| `[a-z_]+\.[a-z_]+` \|", REFERENCE, re.MULTILINE)) == len(ROWS)


@pytest.mark.parametrize("key", setting_keys())
def test_every_value_of_a_setting_is_named_in_its_row(key: str) -> None:
    topic, _, name = key.partition(".")
    kind, _ = get_args(get_type_hints(TOPICS[topic], include_extras=True)[name])
    named = set(re.findall(r"`([^`]+)`", ROWS[key])) - {key}
    missing = words_of(kind) - named
    assert missing == set()
    # A word that no value has would send an organiser astray.
    assert {word for word in named if not re.search(r"[\s\[]", word)} <= words_of(kind)


def test_every_table_of_the_file_has_its_heading() -> None:
    assert re.findall(r"^## \[([a-z_]+)\]", REFERENCE, re.MULTILINE) == list(
        dict.fromkeys(key.partition(".")[0] for key in ROWS)
    )
    assert {key.partition(".")[0] for key in ROWS} == set(TOPICS)


def test_every_shipped_rulebook_is_named() -> None:
    assert [name for name in shipped_rulebooks() if f"`{name}`" not in PAGE] == []


def test_the_example_of_a_small_file_is_right_and_its_broken_form_is_refused_as_shown() -> None:
    (example,) = re.findall(r'```toml\n(name = "our-club".*?)```', PAGE, re.DOTALL)
    rulebook = parse_rulebook(example, Path("ours.toml"))
    assert rulebook.challenge.if_good == OpponentGains(5)
    broken = example.replace('time = "20:00"', "time = 20").replace("points = 5, ", "")
    _, faults = examine_rulebook(broken)
    for fault in faults:
        assert f"ours.toml:{fault.line}: {fault.reason}\n" in PAGE
    assert len(faults) == 2
