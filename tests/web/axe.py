"""What axe finds on a page."""

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page


def assert_axe_finds_nothing_serious(page: Page) -> None:
    """Nothing on the page, as it is now, keeps somebody from reading or using it."""
    page.evaluate(AXE_SCRIPT)
    # All that axe tells besides is long, and nobody reads it.
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)")
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    told = [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in serious]
    assert told == [], page.url
