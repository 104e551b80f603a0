"""Waiting for what happens in a browser, as long as a busy machine takes."""

import time
from typing import Any, Final

from playwright.sync_api import Error, Page

GIVEN_UP_S: Final = 120


def wait_until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until that holds on the page.

    Playwright's own `wait_for_function` makes a script from text, which the policy of our pages forbids.
    """
    given_up = time.monotonic() + GIVEN_UP_S
    while not _holds(page, expression, arg):
        assert time.monotonic() < given_up, f"{expression} does not come true"
        page.wait_for_timeout(50)


def _holds(page: Page, expression: str, arg: Any) -> bool:
    try:
        return bool(page.evaluate(expression, arg))
    except Error as error:
        if "context was destroyed" in str(error):  # the page is being loaded anew
            return False
        raise
