"""The reference names every setting and value of a format, and the guide's example is right."""

import re
from enum import Enum
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from wordwaiter.rules.rulebooks.choices import Milliseconds
from wordwaiter.rules.rulebooks.setting_values import is_variant, value_kinds, variant_word
from wordwaiter.tournament.formats.format import TOPICS
from wordwaiter.tournament.formats.reading import parse_format, read_format, shipped_format, shipped_formats

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "guide" / "formats.md").read_text("utf-8")
REFERENCE = (DOCS / "reference" / "format-settings.md").read_text("utf-8")
ROWS = {row[1]: row[0] for row in re.finditer(r"^\| `([a-z]+\.[a-z_]+)` \|.*$", REFERENCE, re.MULTILINE)}
KEYS = sorted(shipped_format("club").origins)
EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def words_of(kind: Any) -> set[str]:
    """Every word that a value of this kind can have in a file, and the names of the numbers beside it."""
    if get_origin(kind) is tuple:
        return words_of(get_args(kind)[0])
    words: set[str] = set()
    for each in value_kinds(kind):
        if each is NoneType:
            words.add("none")
        elif is_variant(each):
            words |= {variant_word(each), *get_type_hints(each)}
        elif each is not Milliseconds and isinstance(each, type) and issubclass(each, Enum):
            words.update(str(member.value) for member in each)
    return words


def test_every_setting_has_one_row() -> None:
    assert sorted(ROWS) == KEYS


@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_setting_is_named_in_its_row(key: str) -> None:
    topic, _, name = key.partition(".")
    kind, _ = get_args(get_type_hints(TOPICS[topic], include_extras=True)[name])
    assert set(re.findall(r"`([^`]+)`", ROWS[key])) - {key} == words_of(kind)


def test_every_shipped_format_is_listed() -> None:
    head = PAGE.partition("## Change")[0]
    assert set(shipped_formats()) <= set(re.findall(r"`([a-z-]+)`", head))


def test_the_example_is_a_format(tmp_path: Path) -> None:
    (text,) = EXAMPLE
    assert parse_format(text, Path("ours.toml")).ranking.spread_cap == (100, 100, 150)
    file = tmp_path / "ours.toml"
    file.write_text(text, "utf-8")
    assert read_format(file).rounds.count == 4
    assert read_format("club") == shipped_format("club")
