"""Writes docs/reference/clauses.md: each clause with its settings, its proofs and its reading.

python tools/rules_doc.py            writes the file
python tools/rules_doc.py --check    exit status 1 if the file is not up to date
"""

import sys
import tomllib
from collections import defaultdict
from itertools import groupby

from citations import ROOT, Citation, citations
from wordwaiter.rules.clauses import Clause, catalogue
from wordwaiter.rules.rulebooks.reading import shipped_rulebook, shipped_rulebooks

PAGE = ROOT / "docs" / "reference" / "clauses.md"
OPEN_LIST = ROOT / "tests" / "open-clauses.toml"

HEAD = """\
# The rules, clause by clause

Written by `make rules-doc` from the catalogue of clauses, the rulebooks and the tests; a test fails when it
is out of date. A clause is carried by settings of the rulebooks, proven by the tests that cite it, and read
as given where its source is silent.
"""


def open_clauses() -> list[str]:
    """The clauses that no test proves yet."""
    listed: list[str] = tomllib.loads(OPEN_LIST.read_text("utf-8"))["open"]
    return listed


def settings_by_clause() -> dict[str, list[str]]:
    """For each clause the settings that come from it, as `rulebook: topic.setting`."""
    carried: defaultdict[str, list[str]] = defaultdict(list)
    for name in shipped_rulebooks():
        for key, origin in shipped_rulebook(name).origins.items():
            for clause in origin.clauses:
                carried[clause].append(f"{name}: `{key}`")
    return carried


def page() -> str:
    """The text of docs/reference/clauses.md."""
    proofs: defaultdict[str, list[Citation]] = defaultdict(list)
    for citation in citations():
        proofs[citation.clause].append(citation)
    settings = settings_by_clause()
    still_open = set(open_clauses())
    parts = [HEAD]
    for source in catalogue().sources:
        parts.append(f"\n## {source.name}\n")
        parts.extend(
            _entry(clause, settings[clause.id], proofs[clause.id], clause.id in still_open)
            for clause in catalogue().of_source(source.id)
        )
    return "".join(parts)


def _entry(clause: Clause, settings: list[str], proofs: list[Citation], is_open: bool) -> str:
    lines = [f"\n### {clause.id}\n\n{clause.says}\n\n"]
    if clause.reading:
        lines.append(f"- Read as: {clause.reading}\n")
    if clause.shows:
        lines.append(f"- Shows: {clause.shows}\n")
    if settings:
        lines.append(f"- Settings: {'; '.join(settings)}\n")
    for file, cited in groupby(proofs, key=lambda citation: citation.file):
        tests = ", ".join(f"`{citation.test}`" for citation in cited)
        lines.append(f"- Proven in [{file}](../../{file}): {tests}\n")
    if is_open:
        lines.append("- Open: not built yet.\n")
    return "".join(lines)


def main() -> int:
    """Write the page, or check it."""
    text = page()
    if "--check" in sys.argv[1:]:
        current = PAGE.exists() and PAGE.read_text("utf-8") == text
        if not current:
            print(
                "docs/reference/clauses.md is not up to date: run `make rules-doc` and commit it",
                file=sys.stderr,
            )
        return 0 if current else 1
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
