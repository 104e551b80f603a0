"""The catalogue: every language says everything, and pages say nothing that is not in it."""

import re
from collections.abc import Mapping
from importlib import resources

import pytest

from wordwaiter.web.files.assets import assets
from wordwaiter.web.pages.bee import treasurer
from wordwaiter.web.pages.director import day as director_day
from wordwaiter.web.pages.director import entrant as director_entry
from wordwaiter.web.pages.director import entrants as director_entrants
from wordwaiter.web.pages.director import round_forms
from wordwaiter.web.words import LANGUAGES, catalogue, holes

ENGLISH = catalogue("en")

TEMPLATES = {
    file.name: file.read_text("utf-8") for file in (resources.files("wordwaiter.web") / "templates").iterdir()
}
SCRIPTS = {name: asset.content.decode() for name, asset in assets().items() if name.endswith(".js")}

NAMES = {"Wordwaiter", "CSV", "GCG", "s"}
"""Words that are the same in every language."""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_the_same_keys_and_the_same_values_in_them(language: str) -> None:
    other = catalogue(language)
    assert ENGLISH.texts.keys() ^ other.texts.keys() == set()
    for key, text in ENGLISH.texts.items():
        assert holes(text) == holes(other.texts[key]), key


def test_one_and_more_are_told_apart_as_each_language_does() -> None:
    assert ENGLISH.say("board.points", n=1) == "1 point"
    assert ENGLISH.say("board.points", n=0) == "0 points"
    assert catalogue("fr").say("board.points", n=0) == "0 point"
    assert catalogue("fr").say("board.points", n=2) == "2 points"


def test_a_value_that_looks_like_a_hole_is_only_text() -> None:
    assert ENGLISH.say("judges.by", who="{n} {who}") == "asked by {n} {who}"


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_asks_only_for_texts_that_there_are(name: str) -> None:
    asked = set(re.findall(r"""\bsay\(\s*["']([\w.-]+)["']\s*[,)]""", TEMPLATES[name]))
    assert asked <= ENGLISH.texts.keys()


@pytest.mark.parametrize(
    ("section", "commands"),
    [
        ("director", round_forms.COMMANDS),
        ("entrants", director_entrants.COMMANDS),
        ("entry", director_entry.DOINGS),
        ("day", director_day.COMMANDS),
        ("treasurer", treasurer.COMMANDS),
    ],
)
def test_whatever_a_form_asks_for_something_is_said_of_it(
    section: str, commands: Mapping[str, object]
) -> None:
    assert {f"{section}.did-{name}" for name in commands} <= ENGLISH.texts.keys()


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_asks_only_for_texts_that_there_are(name: str) -> None:
    calls = re.findall(r"\bsay\(([^()]*)", SCRIPTS[name])
    asked = {key for call in calls for key in re.findall(r"""["']([a-z][\w-]*(?:\.[\w-]+)+)["']""", call)}
    assert asked <= ENGLISH.texts.keys()


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_template_has_no_loose_text(name: str) -> None:
    inside_tags = re.compile(r"\{% block (?:\w+_attributes|home|styles) %\}.*?\{% endblock %\}", re.DOTALL)
    source = inside_tags.sub(" ", TEMPLATES[name])
    source = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", source, flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->|<[^>]*>|&\w+;", " ", source, flags=re.DOTALL)
    assert set(re.findall(r"[^\W\d_][\w-]*", text)) <= NAMES


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_a_line_of_a_template_is_at_most_160_characters_long(name: str) -> None:
    assert [line for line in TEMPLATES[name].splitlines() if len(line) > 160] == []


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_what_is_read_aloud_comes_from_the_catalogue_too(name: str) -> None:
    for attribute in ("aria-label", "placeholder", "alt"):
        values = re.findall(rf'\b{attribute}="([^"]*)"', TEMPLATES[name])
        loose = [value for value in values if "{{" not in value and re.search(r"[a-z]{3}", value)]
        assert set(loose) <= NAMES, attribute


def test_a_name_from_right_to_left_leaves_the_words_around_it_alone() -> None:
    told = catalogue("en").say("table.draws", who="דוריס")
    assert "\u2068דוריס\u2069" in told
    assert "\u2068" not in catalogue("en").say("table.draws", who="Zoë 🐢")
