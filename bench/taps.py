"""Counts what a director presses for the jobs of a tournament day: python bench/taps.py

It starts the program on a journal of its own, runs an Ontario day with twelve pairs and a Bee from the first
form to the first results in the system's Chromium, and counts taps, keys and scrolls for each job. A key
counts once; what is typed into a field is one entry.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

PAIRS = "name;partner;age;partner age\n" + "\n".join(
    f"First {letter};Second {letter};66;67" for letter in "ABCDEFGHIJKL"
)
TEAMS = "name,members,division\n" + "\n".join(
    f"Team {number},Ann {number}/Bo {number}/Cy {number}/Di {number},Hare" for number in range(1, 9)
)


@dataclass
class Hand:
    """Somebody who presses what is on a page, and counts it."""

    page: Page
    counts: dict[str, int] = field(default_factory=dict)

    def tap(self, what: Locator) -> None:
        """Taps something; where it is not in sight, the page is scrolled first."""
        self._count("taps")
        what.wait_for(state="attached")
        is_in_sight = what.evaluate(
            """(one) => {
              const { top, bottom } = one.getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            }"""
        )
        if not is_in_sight:
            self._count("scrolls")
        what.click()

    def type(self, text: str) -> None:
        """Types into the field that has the cursor."""
        self._count("entries")
        self.page.keyboard.type(text)

    def press(self, key: str) -> None:
        self._count("keys")
        self.page.keyboard.press(key)

    def _count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    @contextmanager
    def job(self, name: str) -> Iterator[None]:
        """Prints what was pressed for one job."""
        self.counts.clear()
        yield
        told = ", ".join(f"{n} {what}" for what, n in sorted(self.counts.items(), reverse=True))
        print(f"{name}: {told}", flush=True)


def begin(hand: Hand, url: str, rules: str, people: str) -> str:
    """Opens a tournament and checks everybody in; gives the address of its director's page."""
    page = hand.page
    page.goto(f"{url}/tournaments/new")
    page.locator(f"input[name=format][value={rules}]").check()
    page.locator("input[name=name]").fill(rules)
    page.locator("form .button.next.large").click()
    page.wait_for_url(re.compile("/director/"))
    room = page.url
    page.goto(f"{room}/entrants/file")
    page.locator("textarea[name=pasted]").last.fill(people)
    page.get_by_role("button", name="Preview import").click()
    page.locator("#preview").get_by_role("button", name=re.compile("Import")).first.click()
    page.get_by_role("button", name="Check in everyone").first.click()
    expect(page.get_by_role("button", name="Check in everyone")).to_have_count(0)
    page.goto(room)
    return room


def play_on_a_phone(browser: Browser, code: str) -> None:
    """Joins by a printed code, and enters the first play of table 12."""
    page = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True).new_page()
    phone = Hand(page)
    with phone.job("Ontario, a phone joins by a printed code and is at its table"):
        page.goto(code)
        phone.tap(page.get_by_role("button", name="Join"))
        page.wait_for_url(re.compile("/tables/"))
    expect(page.locator("ww-board[data-ready]")).to_be_visible()
    for seat, tile in enumerate("AB"):
        if page.locator(f"#draw-{seat}").count():
            page.fill(f"#draw-{seat}", tile)
            page.locator(f"form:has(#draw-{seat}) button").click()
            expect(page.locator(f"#draw-{seat}")).to_have_count(0)
    with phone.job("Ontario, a play on a phone"):
        phone.tap(page.locator("#play"))
        phone.type("8D RETINA")
        phone.tap(page.locator("#entry .next"))
        expect(page.locator("#turns")).to_contain_text("RETINA")
    page.context.close()


def ontario(hand: Hand, url: str, browser: Browser) -> None:
    """Devices for twelve tables, a round, and its results."""
    page = hand.page
    room = begin(hand, url, "ontario", PAIRS)
    with hand.job("Ontario, codes for 12 tables"):
        hand.tap(page.get_by_role("link", name="Devices"))
        hand.tap(page.get_by_role("button", name="All tables"))
        expect(page.locator(".code-sheet li")).to_have_count(12)
    code = page.locator(".code-sheet code").last.inner_text()
    page.get_by_role("link", name="Room").click()
    with hand.job("Ontario, round 1 paired and started"):
        hand.tap(page.get_by_role("button", name="Seat and publish round 1"))
        expect(page.locator("#next .said")).to_contain_text("is published")
        hand.tap(page.locator("#next .button.next.large"))
        expect(page.locator("#next .said")).to_contain_text("in progress")
    play_on_a_phone(browser, code)
    page.goto(f"{room}/rounds/1")
    page.locator("#s1-1-1").focus()
    with hand.job("Ontario, 11 results"):
        for table in range(1, 12):
            hand.type(str(300 + table))
            hand.press("Tab")
            hand.type("290")
            hand.press("Enter")
        expect(page.locator("#correct-11-1")).to_be_attached()


def bee(hand: Hand, url: str) -> None:
    """Codes for all teams of a Bee, for everybody at once, and a pledge."""
    page = hand.page
    room = begin(hand, url, "bee", TEAMS)
    with hand.job("Bee, codes for 8 teams"):
        hand.tap(page.get_by_role("link", name="Devices"))
        hand.tap(page.get_by_role("button", name="All teams"))
        expect(page.locator(".code-sheet li")).to_have_count(8)
    stream = room.rpartition("/")[2]
    page.goto(f"{url}/devices?tournament={stream}")
    with hand.job("Bee, one sheet for all tables, teams and roles"):
        hand.tap(page.get_by_role("button", name="All of these"))
        expect(page.locator(".code-sheet li")).to_have_count(8 + 8 + 5)
    page.goto(f"{url}/treasurer/{stream}")
    with hand.job("Bee, a pledge"):
        hand.tap(page.locator("#new-pledge > summary"))
        hand.tap(page.locator("#donor"))
        hand.type("Rotary")
        for key in ("Tab", "Tab"):
            hand.press(key)
        hand.type("0.10")
        for key in ("Tab", "ArrowDown", "Tab", "Enter"):
            hand.press(key)
        expect(page.locator("#pledges")).to_contain_text("Rotary")


def run(browser: Browser, url: str, link: str) -> None:
    """Runs the jobs on a laptop."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(link)
    page.get_by_label("Your name").fill("Dora")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(lambda address: "/join" not in address)
    hand = Hand(page)
    ontario(hand, url, browser)
    bee(hand, url)


def main() -> int:
    """Starts the program and counts."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is missing; install it with: sudo apt install chromium")
        return 1
    program = Path(sys.executable).with_name("wordwaiter")
    with tempfile.TemporaryDirectory() as folder:
        command = [str(program), "serve", "--port", "0", "--db", str(Path(folder) / "taps.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
            assert process.stdout is not None  # noqa: S101 - a pipe was asked for
            found = re.search(r"http://\S+", process.stdout.readline())
            process.stdout.readline()  # says that the next line is the director's link
            link = process.stdout.readline().strip()
            try:
                if found is None:
                    return 1
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                    run(browser, found[0], link)
                    browser.close()
            finally:
                process.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
