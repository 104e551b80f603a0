"""A rulebook in plain English on paper, every sentence with the clauses that it comes from."""

from collections.abc import Iterable

from wordwaiter.paper.typesetting import Document
from wordwaiter.rules.clauses import catalogue
from wordwaiter.rules.rulebooks.english import Sentence, rule_sheet
from wordwaiter.rules.rulebooks.rulebook import Rulebook
from wordwaiter.tournament.formats.format import Format


def rule_sheet_document(rulebook: Rulebook, formats: Iterable[Format] = ()) -> Document:
    """Returns the rule sheet of any rulebook, shipped or your own, for divisions of these formats."""
    sheet = rule_sheet(rulebook, {key for each in formats for key in each.chosen_settings})
    read = {reading.clause for reading in sheet.readings}
    told: set[str] = set()
    sections = [
        {
            "title": section.title,
            "sentences": [
                {"text": each.text, "clauses": _clauses(each, read), "notes": _notes(each, told)}
                for each in section.sentences
            ],
        }
        for section in sheet.sections
    ]
    source = next((each.name for each in catalogue().sources if each.id == rulebook.source), None)
    data = {
        "title": sheet.title,
        "under": f"Rulebook {sheet.name}" + (f", from {source}" if source else ""),
        "sections": sections,
        "readings": [{"clause": each.clause, "text": each.text} for each in sheet.readings],
    }
    return Document("rule_sheet", f"{sheet.title}: the rules", data)


def _clauses(sentence: Sentence, read: set[str]) -> list[str]:
    return [f"{clause}*" if clause in read else clause for clause in sentence.clauses] or ["choice"]


def _notes(sentence: Sentence, told: set[str]) -> list[str]:
    """How clauses were read, and why something was chosen; many choices have one reason, told once."""
    notes = [f"Reading: {sentence.note}"] if sentence.note is not None else []
    if sentence.choice is not None and sentence.choice not in told:
        told.add(sentence.choice)
        notes.append(f"Reason: {sentence.choice}")
    return notes
