"""What comes from the inside in English: every pattern has its French, and nothing of it is left over."""

import ast
import tomllib
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from pathlib import Path

import pytest

import wordwaiter
from wordwaiter.game.clock import ClockKind
from wordwaiter.game.table import Cause, EndReason
from wordwaiter.lexicon.judge import Ground as WordGround
from wordwaiter.lexicon.judge import grounds_told
from wordwaiter.paper.languages import without_year
from wordwaiter.roles import Role
from wordwaiter.rules.bonus import BonusKind
from wordwaiter.sentences import HOLE, Wording, day_in_words, joined, listed, moment_in_words, numeral, said
from wordwaiter.tournament.entrants.entrants import Need
from wordwaiter.tournament.formats.choices import Criterion
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.rounds import Ground, RestKind
from wordwaiter.tournament.standings.game_lines import Verdict
from wordwaiter.tournament.state import Feat, Screen
from wordwaiter.web.words import LANGUAGES, catalogue, holes
from wordwaiter.web.words.sentences import on_paper, plainly, sentences, tell

SOURCES = Path(wordwaiter.__file__).parent
CHOICES: tuple[type[Enum], ...] = (
    BonusKind, Cause, Criterion, EndReason, Feat, Fund, Ground, Method, Need, RestKind, Role, Screen,
    Verdict,
)  # fmt: skip
"""Choices whose names stand in sentences."""


def _patterns() -> Iterator[str]:
    """What is handed to `said` and `counted`, itself or by a name that says so, and the names of choices."""
    for file in SOURCES.rglob("*.py"):
        text = file.read_text("utf-8")
        if "wordwaiter.sentences import" in text or file == SOURCES / "sentences.py":
            for node in ast.walk(ast.parse(text)):
                yield from _texts_in(*_places_of_patterns(node))
    for choice in CHOICES:
        yield from (str(each.value).replace("-", " ") for each in choice)
    yield from (f"{kind.value} clock" for kind in ClockKind)
    yield from (ground.sentence for ground in WordGround)
    ours = [
        *SOURCES.glob("rules/rulebooks/club*.toml"),
        *(SOURCES / f"rules/rulebooks/{name}.toml" for name in ("naspa", "wespa")),
        *SOURCES.glob("tournament/formats/club*.toml"),
    ]
    # Of an event with several divisions the title says which one, in the page's language.
    divisions = [
        SOURCES / f"tournament/formats/{name}.toml"
        for name in ("bee-hare", "bee-tortoise", "iowa", "ontario")
    ]
    for file in [*ours, *divisions, SOURCES / "lexicon/lists/modern.toml"]:
        title = tomllib.loads(file.read_text("utf-8"))["title"]
        yield from {title, without_year(title)}


def _places_of_patterns(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id="said" | "said_of"), args=args):
            return args[:1]
        case ast.Call(func=ast.Name(id="counted"), args=args):
            return args[1:]
        case ast.Assign(targets=[ast.Name(id="pattern")], value=value):
            return [value]
        case ast.AnnAssign(target=ast.Name(id="SENTENCE"), value=ast.Constant() as value):
            return [value]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Dict(values=values)):
            return values if name.endswith("_PATTERNS") else []
        case _:
            return []


def _texts_in(*places: ast.expr) -> Iterator[str]:
    for place in places:
        if isinstance(place, ast.JoinedStr):
            continue  # made of the name of a choice
        for node in ast.walk(place):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def _is_language_free(pattern: str) -> bool:
    return not any(sign.isalpha() for sign in HOLE.sub("", pattern))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_sentence_can_be_told_and_none_is_left_over(language: str) -> None:
    told = sentences(language).texts.keys()
    # Values alone may have another order, as in a date.
    patterns = {pattern for pattern in _patterns() if pattern in told or not _is_language_free(pattern)}
    assert patterns ^ told == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_sentence_has_the_same_values_in_every_language(language: str) -> None:
    for pattern, text in sentences(language).texts.items():
        assert holes(text) == set(HOLE.findall(pattern)), pattern


def test_a_sentence_within_a_sentence_is_told_too() -> None:
    both = listed(["Ann", "Ben"])
    why = said("{both} are partners", both=both)
    assert why == "Ann and Ben are partners"
    assert tell("fr", joined("; ", [why, "8D"])) == "Ann et Ben sont partenaires ; 8D"
    assert tell("en", why) == why


def test_a_ground_that_was_kept_as_text_is_told_and_what_somebody_wrote_is_left() -> None:
    kept = "RQX is not in the word list (iowa-8); O'ER is written with a hyphen or apostrophe"
    assert grounds_told(kept) == kept
    assert tell("fr", grounds_told(kept)) == (
        "RQX n’est pas dans la liste de mots (iowa-8) ; O'ER s’écrit avec un trait d’union ou une apostrophe"
    )
    assert type(grounds_told("RQX is not in the word list, says Ann")) is str


def test_what_is_told_in_english_alone_is_marked_on_other_pages() -> None:
    assert tell("fr", "made <b>elsewhere</b>") == (
        '<span lang="en">Made &lt;b&gt;elsewhere&lt;/b&gt;.</span>'
    )
    unknown = Wording("nobody has {n} of these", {"n": 3})
    assert tell("fr", said("time is called")) == "la fin du temps est annoncée"
    assert tell("fr", unknown) == '<span lang="en">Nobody has 3 of these.</span>'
    assert plainly("fr", unknown) == "nobody has 3 of these"


@pytest.mark.parametrize(
    ("day", "english", "french"),
    [
        ("2026-11-18", "November 18, 2026", "18 novembre 2026"),
        ("2026-08-01", "August 1, 2026", "1er août 2026"),
        ("2026-08-31", "August 31, 2026", "31 août 2026"),
        ("in the spring", "in the spring", "in the spring"),
        ("", "", ""),
    ],
)
def test_a_day_is_told_in_words_in_each_language(day: str, english: str, french: str) -> None:
    told = day_in_words(day)
    assert (str(told), on_paper("en", told), on_paper("fr", told)) == (english, english, french)


def test_a_moment_is_told_with_its_day_in_words() -> None:
    moment = moment_in_words(datetime(2026, 11, 18, 14, 5))  # noqa: DTZ001 - as the clock on the wall has it
    assert (tell("en", moment), tell("fr", moment)) == ("November 18, 2026, 14:05", "18 novembre 2026, 14:05")


def test_the_thousands_of_a_number_are_parted_in_each_language() -> None:
    total = said("{team} have {n} points", team="Owls", n=12412)
    assert (tell("en", total), str(total)) == ("Owls have 12,412 points", "Owls have 12,412 points")
    assert str(numeral(-1412)) == "−1,412"
    assert [on_paper(language, numeral(-1412)) for language in ("en", "fr")] == ["−1,412", "−1\u202f412"]
    assert [catalogue(each).say("table.announce-points", n=1412) for each in ("en", "fr")] == [
        "1,412 · Play", "1\u202f412 · Jouer",
    ]  # fmt: skip
    assert [plainly("fr", joined(" · ", [numeral(2040), "2040"]))] == ["2\u202f040 · 2040"]
