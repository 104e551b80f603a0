"""A rulebook in plain English: for each setting a sentence with the clauses it comes from.

The words for every value of every setting are in `sentences_of_play.py` and `sentences_of_result.py`; what
the document says beside the settings is in `sentences.toml`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, assert_never, get_args, get_type_hints

from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.document_sentences import printed_sentences
from wordwaiter.rules.rulebooks.phrases import Said
from wordwaiter.rules.rulebooks.rulebook import (
    TOPICS,
    BoardChallenge,
    Building,
    Clock,
    GameEnding,
    Placing,
    RoundEnding,
    Rulebook,
    Scoring,
    Table,
    TurnChallenge,
    Turns,
    Words,
)
from wordwaiter.rules.rulebooks.sentences_of_play import (
    say_building,
    say_placing,
    say_table,
    say_turns,
    say_words,
)
from wordwaiter.rules.rulebooks.sentences_of_result import (
    say_board_challenge,
    say_clock,
    say_game_ending,
    say_round_ending,
    say_scoring,
    say_turn_challenge,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a clause was read where its source is silent or unclear."""

    clause: str
    text: str


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for one setting, or for the document beside the settings."""

    setting: str | None
    text: str
    clauses: tuple[str, ...]
    choice: str | None
    """Why it was chosen, where no clause fixes it."""
    note: str | None
    """How the clauses were read for this setting, where they do not say it themselves."""


@dataclass(frozen=True, slots=True)
class Section:
    """The sentences about one part of the game."""

    title: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """The rules of one rulebook in the order of a game."""

    name: str
    title: str
    sections: tuple[Section, ...]
    readings: tuple[Reading, ...]
    """Of the clauses that the sentences cite, in the order of the catalogue."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A setting in which two rulebooks differ; one of them may not have it."""

    setting: str
    asks: str
    left: Sentence | None
    right: Sentence | None


_SECTIONS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("Conduct", ()),
    ("The event", ()),
    ("The table", ("table",)),
    ("Beginning", ("turns.first_side", "turns.first_play")),
    ("Drawing tiles", ()),
    ("A turn", ("turns",)),
    ("Building", ("building",)),
    ("Placing tiles", ("placing",)),
    ("Words", ("words",)),
    ("Phones and word lists", ()),
    ("Scoring", ("scoring",)),
    ("Challenges", ("challenge", "board_challenge")),
    ("The clock", ("clock",)),
    ("The end", ("ending", "round_ending")),
    ("Winning", ()),
)
"""The parts of a rule sheet in the order of a day: whole topics, or single settings that stand apart."""

_SAID_WHEN_NONE: Final = frozenset({"turns.limit", "turns.exchange", "clock.game", "table.rack_size"})
"""Settings that a rule sheet mentions even if the rulebook does without."""


def rule_sheet(rulebook: Rulebook, changed: Collection[str] = ()) -> RuleSheet:
    """Returns the rules in the order of a day, and how clauses were read that leave something open.

    `changed` are the settings that the organiser has changed: what the document says of them is left out.
    """
    sentences = rule_sentences(rulebook)
    printed = _printed(rulebook, changed)
    sections = []
    for title, keys in _sections():
        said = tuple(
            sentences[key]
            for key in keys
            if key in sentences
            and key not in changed
            and (rulebook.setting(key) is not None or key in _SAID_WHEN_NONE)
        )
        if here := said + printed.get(title, ()):
            sections.append(Section(title, here))
    cited = {clause for section in sections for sentence in section.sentences for clause in sentence.clauses}
    readings = tuple(
        Reading(clause.id, clause.reading)
        for clause in catalogue().clauses
        if clause.id in cited and clause.reading is not None
    )
    return RuleSheet(rulebook.name, rulebook.title, tuple(sections), readings)


def _printed(rulebook: Rulebook, changed: Collection[str]) -> Mapping[str, tuple[Sentence, ...]]:
    """Returns the sentences of the document beside the settings, by the part of the sheet; each once."""
    clauses: dict[tuple[str, str], list[str]] = {}
    for each, printed in printed_sentences(rulebook):
        if printed.format_setting not in changed:
            clauses.setdefault((printed.part, printed.text), []).append(each.clause)
    parts: dict[str, tuple[Sentence, ...]] = {}
    for (part, text), cited in clauses.items():
        sentence = Sentence(None, text, tuple(dict.fromkeys(cited)), None, None)
        parts[part] = (*parts.get(part, ()), sentence)
    return parts


def rule_sentences(rulebook: Rulebook) -> Mapping[str, Sentence]:
    """Returns a sentence for every setting, by its key, also where the rulebook does without."""
    said = dict(_say_all(rulebook))
    return {
        key: Sentence(key, said[key], origin.clauses, origin.choice, origin.note)
        for key, origin in rulebook.origins.items()
    }


def _say_all(rulebook: Rulebook) -> Iterator[Said]:
    """A sentence or two for every setting, by its key."""
    for name, topic in rulebook.topics().items():
        match topic:
            case Table():
                said = say_table(topic)
            case Words():
                said = say_words(topic)
            case Turns():
                said = say_turns(topic, rulebook.table.rack_size)
            case Building():
                said = say_building(topic)
            case Placing():
                said = say_placing(topic, builds=isinstance(rulebook.play, Building))
            case TurnChallenge():
                said = say_turn_challenge(topic)
            case BoardChallenge():
                said = say_board_challenge(topic)
            case Clock():
                said = say_clock(topic)
            case Scoring():
                said = say_scoring(topic, rulebook.table.layout, rulebook.table.rack_size)
            case GameEnding():
                said = say_game_ending(topic, rulebook.table.form)
            case RoundEnding():
                said = say_round_ending(topic)
            case _:
                assert_never(topic)
        yield from ((f"{name}.{key}", text) for key, text in said)


def compare_rulebooks(left: Rulebook, right: Rulebook) -> tuple[Difference, ...]:
    """The settings in which two rulebooks differ, in the order of a game.

    Where a setting comes from is not compared: the same rule by another clause is the same rule.
    """
    said_left, said_right = rule_sentences(left), rule_sentences(right)
    differences = []
    for key in (key for _, keys in _sections() for key in keys):
        here, there = said_left.get(key), said_right.get(key)
        if here is None and there is None:
            continue
        if here is None or there is None or left.setting(key) != right.setting(key):
            differences.append(Difference(key, asks(key), here, there))
    return tuple(differences)


def _sections() -> Iterator[tuple[str, list[str]]]:
    """The parts of a rule sheet with their settings, each setting once."""
    left = list(setting_keys())
    for title, parts in _SECTIONS:
        here = [key for key in left if key in parts or key.partition(".")[0] in parts]
        left = [key for key in left if key not in here]
        yield title, here


def setting_keys() -> tuple[str, ...]:
    """The keys of all settings that a rulebook can have, in the order of the file."""
    return tuple(f"{name}.{key}" for name, kind in TOPICS.items() for key in get_type_hints(kind))


def asks(key: str) -> str:
    """Returns the question that a setting decides."""
    topic, _, name = key.partition(".")
    _, setting = get_args(get_type_hints(TOPICS[topic], include_extras=True)[name])
    text: str = setting.asks
    return text
