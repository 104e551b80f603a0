"""The documentation: its links lead somewhere, its lines are short, and the site has every page."""

import re
from pathlib import Path

import pytest

from wordwaiter.lexicon.withheld import withheld_words

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)\s]+)\)")


def anchors(page: Path) -> set[str]:
    """Returns the anchors of a page's headings, as GitHub and MkDocs name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.findall(page.read_text("utf-8")):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_the_readme_is_under_80_lines() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) < 80


WRAPPED = [page for page in PAGES if page.name != "CHANGELOG.md"]
"""A change is one line of the changelog, however long."""


@pytest.mark.parametrize("page", WRAPPED, ids=[str(page.relative_to(ROOT)) for page in WRAPPED])
def test_prose_is_wrapped_at_100_characters(page: Path) -> None:
    prose = re.sub(r"^ *```.*?^ *```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in prose.splitlines() if not line.startswith(("|", "![", "    "))]
    # A word that is longer than a line, such as the name of a test, stands on a line of its own.
    assert [line for line in lines if len(line) > 100 and len(line.strip("- ").split()) > 1] == []


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_no_example_has_a_word_that_is_not_shown(page: Path) -> None:
    words = re.findall(r"[a-z]+", page.read_text("utf-8"), re.IGNORECASE)
    assert withheld_words().isdisjoint(word.upper() for word in words)


def test_the_site_has_every_page() -> None:
    named = (ROOT / "mkdocs.yml").read_text("utf-8")
    pages = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
    assert [page for page in pages if not re.search(rf"[ ]{re.escape(page)}$", named, re.MULTILINE)] == []
