"""Opens every page of the built site from its folder, and fails if one asks for anything from elsewhere.

python tools/check_site.py [FOLDER FOR PICTURES]
"""

import shutil
import sys
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Route, sync_playwright

SITE: Final = Path(__file__).resolve().parent.parent / "site"
LOCAL: Final = ("file:", "data:", "blob:", "about:")
SIZES: Final = {"phone": (390, 844), "laptop": (1366, 900)}
PICTURED: Final = ("index", "guide/index", "guide/bee", "reference/errors", "development/architecture")


def foreign_requests(browser: Browser) -> set[str]:
    """Returns every address outside of the folder that a page asks for; none of them is answered."""
    asked: set[str] = set()

    def answer(route: Route) -> None:
        if route.request.url.startswith(LOCAL):
            route.continue_()
        else:
            asked.add(route.request.url)
            route.abort()

    page = browser.new_page()
    page.route("**/*", answer)
    for file in sorted(SITE.rglob("*.html")):
        page.goto(file.as_uri(), wait_until="load")
    page.goto((SITE / "index.html").as_uri())
    page.fill("input.md-search__input", "challenge")
    page.wait_for_selector(".md-search-result__item", timeout=10_000)
    page.close()
    return asked


def take_pictures(browser: Browser, folder: Path) -> None:
    """Writes pictures of some pages, at the sizes of a phone and a laptop."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        for name in PICTURED:
            page.goto((SITE / f"{name}.html").as_uri())
            page.screenshot(path=folder / f"{name.replace('/', '-')}-{size}.png")
        page.close()


def main() -> int:
    """Checks the site; takes pictures of it where a folder is named."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        foreign = foreign_requests(browser)
        if sys.argv[1:]:
            take_pictures(browser, Path(sys.argv[1]))
        browser.close()
    for address in sorted(foreign):
        print(f"a page asks for {address}", file=sys.stderr)
    return 1 if foreign else 0


if __name__ == "__main__":
    sys.exit(main())
