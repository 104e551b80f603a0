"""A rulebook in plain English on paper: without codes, under the name of the event that prints it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from wordwaiter.paper.languages import rule_wording
from wordwaiter.paper.typesetting import Document
from wordwaiter.rules.rulebooks.choices import ChessClockIfAny, RoomClock, RoundClock
from wordwaiter.rules.rulebooks.english import Sentence, rule_sheet
from wordwaiter.rules.rulebooks.phrases import minutes_and_seconds
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.sentences import day_in_words, joined, listed, said
from wordwaiter.tournament.formats.format import Format
from wordwaiter.tournament.formats.open_choices import chosen_sentences
from wordwaiter.tournament.state import Tournament

WORD_LIST: Final = said("The word list")
"""The part about a list that is missing, or that was replaced."""

NOTHING_ADDED: Final[Mapping[str, Sequence[str]]] = MappingProxyType({})
"""No parts beside those of the rulebook."""


def rule_sheet_document(rulebook: Rulebook) -> Document:
    """Returns the rule sheet of any rulebook, shipped or your own."""
    return _document(rulebook, frozenset(), said(rulebook.title), said("Rulebook {name}", name=rulebook.name))


def event_rule_sheet(
    rulebook: Rulebook, tournament: Tournament, divisions: Sequence[str], notes: Sequence[str] = ()
) -> Document:
    """Returns the rule sheet of a tournament, for the divisions that play by this rulebook."""
    chosen = frozenset(
        key for division in divisions for key in tournament.division(division).format.chosen_settings
    )
    where_and_when = (", ".join(divisions), day_in_words(tournament.date), tournament.venue)
    under = joined(" · ", filter(None, where_and_when))
    formats = {tournament.division(division).format for division in divisions}
    choices = tuple(dict.fromkeys(sentence for each in formats for sentence in chosen_sentences(each)))
    times = tuple(dict.fromkeys(sentence for each in formats for sentence in _times(rulebook, each)))
    if times and isinstance(rulebook.clock.game, RoomClock | RoundClock):
        chosen |= {"clock.game"}
    added: dict[str, Sequence[str]] = {
        said("The convenor's choices"): tuple(map(rule_wording, choices)),
        said("The times of this event"): times,
        WORD_LIST: tuple(notes),
    }
    return _document(rulebook, chosen, tournament.name, under, added)


def _times(rulebook: Rulebook, format_: Format) -> Iterator[str]:
    """Yields the times that the organiser has set, and what follows when they are up."""
    lengths = format_.rounds.lengths
    has_chess_clocks = isinstance(rulebook.clock.game, ChessClockIfAny)
    if lengths and "rounds.lengths" in format_.chosen_settings:
        told = listed([minutes_and_seconds(each) for each in lengths])
        yield said(
            "Each round lasts {times}, by one clock for the room."
            if len(lengths) == 1
            else "Rounds last {times}, by one clock for the room.",
            times=told,
        )
        if has_chess_clocks:
            yield said("When time is called the game ends, and each player loses the own unplayed tiles.")
    if format_.rounds.side_clock is not None and has_chess_clocks:
        yield said(
            "Each player has {time} on the chess clock.",
            time=minutes_and_seconds(format_.rounds.side_clock),
        )


def _document(
    rulebook: Rulebook,
    changed: frozenset[str],
    title: str,
    under: str,
    added: Mapping[str, Sequence[str]] = NOTHING_ADDED,
) -> Document:
    sheet = rule_sheet(rulebook, changed)
    numbers = {reading.clause: number for number, reading in enumerate(sheet.readings, start=1)}
    given: set[str] = set()
    sections = [
        {
            "title": rule_wording(section.title),
            "sentences": [
                {
                    "text": _text(each, added),
                    "marks": _marks(each, numbers),
                    "notes": list(_notes(each, given)),
                }
                for each in section.sentences
            ],
        }
        for section in sheet.sections
    ]
    for heading, sentences in added.items():
        told = [{"text": each, "marks": "", "notes": []} for each in sentences]
        sections += [{"title": heading, "sentences": told}] if told else []
    data = {
        "title": title,
        "under": under,
        "sections": sections,
        "readings": [
            {"number": numbers[each.clause], "text": rule_wording(each.text)} for each in sheet.readings
        ],
    }
    return Document("rule_sheet", said("{event}: the rules", event=title), data)


def _text(sentence: Sentence, added: Mapping[str, Sequence[str]]) -> str:
    """Returns a sentence; where another list decides, what the rulebook says of lists leads to that."""
    if sentence.setting == "words.lists" and added.get(WORD_LIST):
        return said("Which word list decides at this event stands under “{part}”.", part=WORD_LIST)
    return rule_wording(sentence.text)


def _marks(sentence: Sentence, numbers: Mapping[str, int]) -> str:
    """Returns the numbers of the readings that a sentence rests on."""
    return ",".join(str(numbers[clause]) for clause in sentence.clauses if clause in numbers)


def _notes(sentence: Sentence, given: set[str]) -> Iterator[str]:
    """Yields how the source was read, and why something was chosen; a shared reason is given once."""
    if sentence.note is not None:
        yield said("Reading: {text}", text=rule_wording(sentence.note))
    if sentence.choice is not None and sentence.choice not in given:
        given.add(sentence.choice)
        yield said("Reason: {text}", text=rule_wording(sentence.choice))
