"""The vocabulary of the tests at the judging station."""

from collections.abc import Callable

from playwright.sync_api import Page, ViewportSize, expect

from .waiting import wait_until

PHONE: ViewportSize = {"width": 360, "height": 640}
TABLET: ViewportSize = {"width": 820, "height": 1180}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}

READ_MS = 1500
"""Time enough to have read a verdict."""

Open = Callable[..., Page]


def resize(page: Page, size: ViewportSize) -> None:
    """Make the window as large as that, and wait until the page knows."""
    page.set_viewport_size(size)
    wait_until(page, "size => innerWidth === size.width && innerHeight === size.height", dict(size))


def judge(page: Page, words: str) -> None:
    """Type words and press the one key that judges; nothing else is touched."""
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def verdict(page: Page) -> str:
    """The verdict on the screen, once there is one."""
    expect(page.locator(".verdict")).to_be_visible()
    shown = page.locator(".verdict h1").inner_text()
    # Until the style sheet lays the mark and the words out as boxes, the space between them is told as text.
    return " ".join(shown.split())


def assert_ready_for_the_next(page: Page, typed: str = "") -> None:
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator("textarea")).to_be_focused()
    expect(page.locator("textarea")).to_have_value(typed)
