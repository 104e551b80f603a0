"""The clock of a table is heard: by a context for sound that writes down what it was asked to play."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from web.conftest import Program
from web.pages.table.test_table_page import Begin, begin
from web.waiting import wait_until

__all__ = ["begin"]

SPY = """
  window.played = [];
  class Parameter {
    setValueAtTime() { return this; }
    exponentialRampToValueAtTime() { return this; }
  }
  class Node {
    constructor(of) { this.of = of; this.frequency = { value: 0 }; this.gain = new Parameter(); }
    connect(next) { return next; }
    start() { if (this.of.state === 'running') window.played.push(this.frequency.value); }
    stop() {}
  }
  window.AudioContext = class {
    state = 'suspended'; // as in a phone that slept
    currentTime = 0;
    destination = new Node();
    createOscillator() { return new Node(this); }
    createGain() { return new Node(); }
    resume() { this.state = 'running'; return Promise.resolve(); }
    close() { this.state = 'closed'; return Promise.resolve(); }
    addEventListener(_, told) {
      if (window.mayPlay) queueMicrotask(() => { this.state = 'running'; told(); });
    }
  };
"""
LOW, ZERO, TRY = [660], [880, 660, 880, 660], [660, 880]


@pytest.fixture
def table(browser_context: BrowserContext, program: Program, begin: Begin) -> Page:
    assert program.url
    browser_context.add_init_script(SPY)
    return begin()


SOON_MS = 300
"""Soon over, and not already over when the clock looks for the first time."""


def run_clock(page: Page, left_ms: int = SOON_MS, low_ms: int = 0, *, quiet: bool = False) -> None:
    """A clock on the page with so little time left that it comes to its end while we wait."""
    page.evaluate(
        """([left, low, quiet]) => {
             const clock = document.createElement('ww-clock');
             clock.setAttribute('remaining-ms', left);
             clock.setAttribute('low-ms', low);
             clock.toggleAttribute('running', true);
             clock.toggleAttribute('quiet', quiet);
             document.getElementById('main').append(clock);
           }""",
        [left_ms, low_ms, quiet],
    )


def run_clock_from_low_to_its_end(page: Page) -> None:
    """A clock that tells that its time is low, and then that it is over, however late the browser looks."""
    run_clock(page, 60_000, 120_000)
    expect(page.locator("ww-clock").last).to_have_attribute("data-low", "")
    page.locator("ww-clock").last.evaluate(
        "(clock, left) => clock.update({ remaining_ms: left, running: true })", SOON_MS
    )


def expect_played(page: Page, *tones: int) -> None:
    wait_until(page, "wanted => JSON.stringify(window.played) === JSON.stringify(wanted)", arg=list(tones))


def test_the_end_rings_unless_it_is_muted_and_a_low_clock_where_sound_is_asked_for(table: Page) -> None:
    button = table.locator("#sound")
    expect(button).to_have_attribute("aria-pressed", "true")
    run_clock_from_low_to_its_end(table)
    expect_played(table, *ZERO)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    run_clock(table)
    expect(table.locator("ww-clock[data-over]")).to_have_count(2)
    expect_played(table, *ZERO)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect_played(table, *ZERO, *TRY)
    run_clock_from_low_to_its_end(table)
    expect_played(table, *ZERO, *TRY, *LOW, *ZERO)

    table.reload()
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    table.reload()
    expect(button).to_have_attribute("aria-pressed", "false")
    table.keyboard.press("Shift")
    run_clock(table)
    expect(table.locator("ww-clock[data-over]")).to_have_count(1)
    expect_played(table)


def test_what_the_clock_sounds_is_said_in_words_too(table: Page) -> None:
    table.evaluate(
        """() => {
             window.said = [];
             const board = document.querySelector('ww-board');
             board.announce = (text) => window.said.push(text);
           }"""
    )
    run_clock_from_low_to_its_end(table)
    wait_until(table, "() => window.said.length === 2")
    assert table.evaluate("window.said[1]") == "Time is up"


def test_a_clock_that_nobody_plays_by_neither_rings_nor_is_said(table: Page) -> None:
    """Such as the time to challenge after a draw, which ends in nearly every turn."""
    button = table.locator("#sound")
    button.click()
    button.click()
    expect_played(table, *TRY)
    table.evaluate(
        """() => {
             window.said = [];
             const board = document.querySelector('ww-board');
             board.announce = (text) => window.said.push(text);
           }"""
    )
    run_clock(table, low_ms=60_000, quiet=True)
    expect(table.locator("ww-clock[quiet][data-over]")).to_have_count(1)
    run_clock(table, low_ms=-1)
    expect(table.locator("ww-clock[data-over]")).to_have_count(2)
    expect_played(table, *TRY, *ZERO)
    assert table.evaluate("window.said") == ["Time is up"]
