"""Whatever people type is text on a page: no template takes it for markup."""

from pathlib import Path

import wordwaiter.web

DRAWN_BY_US = "{{ graph|safe }}"
"""A picture in which names are escaped already."""
TEMPLATES = Path(wordwaiter.web.__file__).parent / "templates"


def test_no_template_takes_a_text_for_markup() -> None:
    unescaped = [
        f"{path.name}: {line.strip()}"
        for path in sorted(TEMPLATES.glob("*.html"))
        for line in path.read_text().splitlines()
        if "|safe" in line.replace(" ", "").replace(DRAWN_BY_US.replace(" ", ""), "") or "autoescape" in line
    ]
    assert unescaped == []
