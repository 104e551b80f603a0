"""What axe finds on a page."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

from wordwaiter.web.render.templates import THEMES

from .themes import put_on
from .waiting import wait_for

# All that axe tells besides is long, and nobody reads it; what it would load before, no rule here asks for.
_LOOK = """(rules) => {
  const how = { resultTypes: ['violations'], preload: false, ...(rules.length ? { runOnly: rules } : {}) };
  return axe.run(how).then(({ violations }) => (window.found = violations));
}"""
_BEGIN = f"(rules) => {{ window.found = null; ({_LOOK})(rules); }}"

_OF_LOOKS = ("color-contrast", "link-in-text-block", "scrollable-region-focusable")
"""Rules that ask how a page looks: a theme has other colours and sizes, and the same elements."""


def assert_axe_finds_nothing_serious_in_any_theme(page: Page) -> None:
    """Nothing serious, whichever theme the page is read in; it is loaded once and changes its clothes."""
    first, *others = THEMES
    put_on(page, first)
    assert_axe_finds_nothing_serious(page)
    for theme in others:
        put_on(page, theme)
        assert_axe_finds_nothing_serious(page, only=_OF_LOOKS)


def assert_axe_finds_nothing_serious(
    page: Page, *, is_stopped: bool = False, only: tuple[str, ...] = ()
) -> None:
    """Nothing on the page, as it is now, keeps somebody from reading or using it.

    Where time `is_stopped` it goes on for moments, since axe pauses between its questions.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = _found_by_moments(page, only) if is_stopped else page.evaluate(_LOOK, list(only))
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    told = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in serious]
    assert told == [], (page.url, page.evaluate("document.documentElement.dataset.theme"))


def _found_by_moments(page: Page, only: tuple[str, ...]) -> list[Any]:
    """What axe finds where time goes on only when it is told to."""
    page.evaluate(_BEGIN, list(only))

    def is_done() -> bool:
        page.clock.run_for(1)
        return bool(page.evaluate("window.found !== null"))

    wait_for(page, is_done, "axe's end")
    found: list[Any] = page.evaluate("window.found")
    return found
