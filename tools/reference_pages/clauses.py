"""The page of clauses: for each its settings, the tests that prove it, and the reading taken."""

import tomllib
from collections import defaultdict
from itertools import groupby
from pathlib import Path

from reference_pages.citations import Citation, citations
from reference_pages.markdown import head, item, paragraph
from wordwaiter.rules.clauses import Clause, catalogue
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks

OPEN_LIST = Path(__file__).parents[2] / "tests" / "open-clauses.toml"


def open_clauses() -> list[str]:
    """Returns the clauses that no test proves yet."""
    listed: list[str] = tomllib.loads(OPEN_LIST.read_text("utf-8"))["open"]
    return listed


def settings_by_clause() -> dict[str, list[str]]:
    """Returns for each clause the settings that come from it, as `rulebook: topic.setting`."""
    carried: defaultdict[str, list[str]] = defaultdict(list)
    for name in shipped_rulebooks():
        for key, origin in shipped_rulebook(name).origins.items():
            for clause in origin.clauses:
                carried[clause].append(f"{name}: `{key}`")
    return carried


def page() -> str:
    """Returns the text of the page."""
    proofs: defaultdict[str, list[Citation]] = defaultdict(list)
    for citation in citations():
        proofs[citation.clause].append(citation)
    settings = settings_by_clause()
    still_open = set(open_clauses())
    parts = [
        head(
            "The rules, clause by clause",
            "Each clause of the five events, and of rated play, has settings that carry it and tests that "
            "prove it. Where the source is silent, *Read as* says how the program reads it. For rated play, "
            "*Article* says what was read.",
        )
    ]
    for source in catalogue().sources:
        parts.append(f"\n## {source.name}\n")
        parts.extend(
            _entry(clause, settings[clause.id], proofs[clause.id], clause.id in still_open)
            for clause in catalogue().of_source(source.id)
        )
    return "".join(parts)


def _entry(clause: Clause, settings: list[str], proofs: list[Citation], is_open: bool) -> str:
    lines = [f"\n### {clause.id}\n\n{paragraph(clause.says)}\n"]
    if clause.article:
        lines.append(item(f"Article: {clause.article}"))
    if clause.reading:
        lines.append(item(f"Read as: {clause.reading}"))
    if clause.shows:
        lines.append(item(f"Shows: {clause.shows}"))
    if settings:
        lines.append(item(f"Settings: {'; '.join(settings)}"))
    for file, cited in groupby(proofs, key=lambda citation: citation.file):
        tests = ", ".join(f"`{citation.test}`" for citation in cited)
        lines.append(item(f"Proven in `{file}`: {tests}"))
    if is_open:
        lines.append(item("Open: not built yet."))
    return "".join(lines)
