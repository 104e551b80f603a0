"""Waiting for what happens in a browser, as long as a busy machine takes."""

import time
from collections.abc import Callable
from typing import Any, Final

from playwright.sync_api import BrowserContext, Error, Page, expect

GIVEN_UP_S: Final = 120
SHOWN_WITHIN_MS: Final = 60_000
"""What a page shows comes when it comes: a busy machine takes longer than the five seconds that are usual."""


def be_patient() -> None:
    """Whatever is expected of a page may take long; said once in each process that has a browser."""
    expect.set_options(timeout=SHOWN_WITHIN_MS)


def be_patient_in(browser_context: BrowserContext) -> None:
    """Pages and buttons of this browser may take long, too."""
    browser_context.set_default_timeout(SHOWN_WITHIN_MS)


def stop_time(page: Page) -> None:
    """From now on no time passes in this page and in what it opens, unless the test turns its clock on.

    To be said before the page is opened: what has begun to wait by then would find that its time is over.
    """
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + GIVEN_UP_S)  # it runs until then, and never back


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until that holds on the page.

    Playwright's own `wait_for_function` makes a script from text, which the policy of our pages forbids.
    """
    wait_for(page, lambda: _holds(page, expression, arg), expression)


def wait_for(page: Page, holds: Callable[[], bool], what: str) -> None:
    """Wait until that holds, while the page goes on."""
    given_up = time.monotonic() + GIVEN_UP_S
    while not holds():
        assert time.monotonic() < given_up, f"{what} does not come true"
        page.wait_for_timeout(50)


def _holds(page: Page, expression: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Error as error:
        if "context was destroyed" in str(error):  # the page is being loaded anew
            return False
        raise
