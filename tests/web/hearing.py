"""What a screen reader has to say of a page: all that was put into its live regions."""

from typing import Final

from playwright.sync_api import Page

from .waiting import wait_until

LISTEN: Final = """
  window.heard = [];
  addEventListener('DOMContentLoaded', () => {
    const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off])';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(regions);
        const said = (region?.textContent ?? '').replace(/\\s+/g, ' ').trim();
        if (said && window.heard.at(-1) !== said) window.heard.push(said);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
"""
"""A script for a browser that is to listen; to be added before the page is opened."""


def wait_to_hear(page: Page, said: str) -> None:
    """Wait until a screen reader has something to say with that in it."""
    wait_until(page, "(said) => window.heard.some((each) => each.includes(said))", arg=said)
