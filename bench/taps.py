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

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

PAIRS = "name;partner;age;partner age\n" + "\n".join(
    f"First {letter * 3};Second {letter * 3};66;67" for letter in "ABCDEFGHIJKL"
)
HARES = 8
TORTOISES = 5
ROLES = 8
"""Codes on the sheet for everybody, besides tables and teams: 3 judges, 2 scorekeepers, 3 others."""
TEAMS = "name,members,division\n" + "\n".join(
    f"{name} {number},Ann {number}/Bo {number}/Cy {number}/Di {number},{division}"
    for name, division, count in (("Team", "Hare", HARES), ("Slow", "Tortoise", TORTOISES))
    for number in range(1, count + 1)
)
SETTLED_MS = 1000
"""A key is not taken right after the queue has changed: it may be meant for the word before."""
PHONE: ViewportSize = {"width": 390, "height": 664}


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
    everyone = page.get_by_role("button", name="Check in everyone")
    with hand.job(f"{rules.capitalize()}, everybody checked in"):
        for left in range(expect_some(everyone) - 1, -1, -1):
            hand.tap(everyone.first)
            expect(everyone).to_have_count(left)
    page.goto(f"{room}/entrants")
    with hand.job(f"{rules.capitalize()}, somebody found"):
        hand.tap(page.locator("input[data-find]"))
        hand.type("FFF" if rules == "ontario" else "Team 7")
        expect(page.locator("[data-found]:visible")).to_have_count(1)
    page.goto(room)
    return room


def expect_some(these: Locator) -> int:
    """Waits for the first of them; tells how many there are."""
    these.first.wait_for()
    return these.count()


def join(browser: Browser, code: str) -> Hand:
    """A phone that joins by a printed code."""
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
    page.goto(code)
    name = page.get_by_label("Your name")
    if name.count():
        name.fill("Jo")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(lambda address: "/join" not in address)
    page.wait_for_load_state()
    return Hand(page)


def codes_on_sheet(page: Page) -> dict[str, str]:
    """The codes of the sheet that is shown, by what each is for."""
    names = page.locator(".code-sheet h2").all_inner_texts()
    return dict(zip(names, page.locator(".code-sheet code").all_inner_texts(), strict=True))


def play_on_a_phone(browser: Browser, code: str) -> None:
    """Joins by a printed code, and enters the first play of table 12."""
    page = browser.new_context(viewport=PHONE, has_touch=True).new_page()
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
    stream = room.rpartition("/")[2]
    page.goto(f"{url}/devices?tournament={stream}")
    page.get_by_role("button", name="All pairs").click()
    expect(page.locator(".code-sheet li")).to_have_count(24)
    report_on_phones(hand, browser, room, codes_on_sheet(page))
    page.goto(f"{room}/rounds/1")
    fields = page.locator("input[id^=s1-]").evaluate_all("all => all.map((each) => each.id)")
    open_tables = [int(each.split("-")[1]) for each in fields]
    page.locator(f"#s1-{open_tables[0]}-1").focus()
    with hand.job(f"Ontario, {len(open_tables)} results"):
        for table in open_tables:
            hand.type(str(300 + table))
            hand.press("Tab")
            hand.type("290")
            hand.press("Enter")
        expect(page.locator(f"#correct-{open_tables[-1]}-1")).to_be_attached()


def report_on_phones(hand: Hand, browser: Browser, room: str, codes: dict[str, str]) -> None:
    """Two tables report on phones; at the second they differ, and the director says who is right."""
    page = hand.page
    page.goto(f"{room}/rounds/1")
    left = dict(codes)  # a code is used by one device at a time
    is_right = True
    for table in range(1, 13):
        sides = page.locator(f"form.result-row:has(#s1-{table}-1) label.total bdi").all_inner_texts()
        pairs = [next((pair for pair in left if side in pair), "") for side in sides]
        if not all(pairs):
            continue
        phones = [join(browser, left.pop(pair)) for pair in pairs]
        with phones[0].job("Ontario, a result reported on a phone"):
            report(phones[0], sides[0], 333, 322)
        if is_right:
            with phones[1].job("Ontario, it is confirmed on the other phone"):
                phones[1].tap(phones[1].page.get_by_role("button", name="Confirm"))
                expect(phones[1].page.get_by_role("button", name="Confirm")).to_have_count(0)
        else:
            report(phones[1], sides[1], 332, 333, "Report different totals")
            with hand.job("Ontario, whose of two sheets is right"):
                hand.tap(page.locator(f"#enter-{table}-1").get_by_role("button", name=sides[0]))
                expect(page.locator(f"#correct-{table}-1")).to_be_attached()
        for phone in phones:
            phone.page.context.close()
        if not is_right:
            break
        is_right = False


def report(phone: Hand, who: str, own: int, others: int, button: str = "Report result") -> None:
    """One's own total, and theirs."""
    seat = phone.page.locator("section.my-seat").filter(has=phone.page.get_by_role("heading", name=who))
    form = seat.locator("details.opens:has(input)")
    phone.tap(form.locator("summary").filter(has_text=button))
    for entry, total in zip(form.locator("input[inputmode=numeric]").all(), (own, others), strict=True):
        phone.tap(entry)
        phone.type(str(total))
    phone.tap(form.locator("button"))
    expect(seat).to_contain_text("You reported")


def bee(hand: Hand, url: str, browser: Browser) -> None:
    """Codes of a Bee, two rounds with their words, tiles, a challenge and money."""
    page = hand.page
    room = begin(hand, url, "bee", TEAMS)
    teams = HARES + TORTOISES
    with hand.job(f"Bee, codes for {teams} teams"):
        hand.tap(page.get_by_role("link", name="Devices"))
        hand.tap(page.get_by_role("button", name="All teams"))
        expect(page.locator(".code-sheet li")).to_have_count(teams)
    stream = room.rpartition("/")[2]
    page.goto(f"{url}/devices?tournament={stream}")
    with hand.job("Bee, one sheet for all tables, teams and roles"):
        hand.tap(page.get_by_role("button", name="All of these"))
        expect(page.locator(".code-sheet li")).to_have_count(teams + teams + ROLES)
    codes = codes_on_sheet(page)
    page.goto(room)
    with hand.job("Bee, round 1 of both divisions published"):
        hand.tap(page.get_by_role("button", name="Seat and publish round 1"))
        expect(page.locator("#next .said")).to_contain_text("needs its words")
    announce(hand, f"{url}/emcee/{stream}", (("LITERACY", "TURTLE"), ()))
    page.goto(room)
    with hand.job("Bee, round 1 of both divisions started"):
        hand.tap(page.locator("#next .button.next.large"))
        expect(page.locator("#next .said")).to_contain_text("in progress")
    peek(browser, codes["Table 9"])
    challenge(hand, browser, codes, f"{url}/emcee/{stream}")
    take_tiles_out(hand, browser, codes, room, f"{url}/emcee/{stream}")
    money(hand, f"{url}/treasurer/{stream}")


def announce(hand: Hand, emcee: str, words: tuple[tuple[str, ...], ...]) -> None:
    """The words of a round; none where those of the division before stand already."""
    page = hand.page
    page.goto(emcee)
    for division, told in enumerate(words, 1):
        form = page.locator(f"#words-{division}")
        with hand.job(f"Bee, the words of a round ({', '.join(filter(None, told)) or 'the same again'})"):
            for field, word in zip(("starting", "surprise"), told, strict=False):
                if word:
                    hand.tap(page.locator(f"#{field}-{division}"))
                    hand.type(word)
            hand.tap(form.get_by_label("No sponsors are announced"))
            hand.tap(form.get_by_role("button", name=re.compile("Announce words")))
            expect(form.locator(".breach")).to_have_count(0)


def peek(browser: Browser, code: str) -> None:
    """A Tortoise table buys a peek."""
    table = join(browser, code)
    with table.job("Bee, a peek for a Tortoise team"):
        table.tap(table.page.locator("summary").filter(has_text="Buy a peek"))
        table.tap(table.page.get_by_label("Look up a word"))
        table.type("QUIXOTRY")
        table.tap(table.page.locator("form:has([name=word]) button").filter(has_text="peek"))
        expect(table.page.locator("main")).to_contain_text("waiting for the judge")
    table.page.context.close()


def challenge(hand: Hand, browser: Browser, codes: dict[str, str], emcee: str) -> None:
    """After time a board is entered and handed in, a team taps a word of it, and a judge rules by one key."""
    page = hand.page
    waiter, team, judge = (join(browser, codes[who]) for who in ("Table 1", "Team 2", "Judge"))
    page.goto(emcee)
    with hand.job("Bee, time is called"):
        hand.tap(page.locator("#early-1 > summary"))
        hand.tap(page.locator("#early-1 button[value=call-time]"))
        expect(page.locator("#next .said")).to_contain_text("are coming in")
    expect(waiter.page.locator("#member")).to_be_visible()
    with waiter.job("Bee, a word on a Hare board (6 letters)"):
        waiter.tap(waiter.page.locator("[data-sq=H9]"))
        waiter.tap(waiter.page.get_by_role("button", name="Change direction"))
        for letter in "OUNGER":
            waiter.tap(waiter.page.locator(f"ww-pad [data-letter={letter}]"))
        expect(waiter.page.locator("#word-count")).to_have_text("2 words")
    with waiter.job("Bee, a Hare board handed in"):
        waiter.page.locator("#member").select_option("Ann 1")
        waiter.tap(waiter.page.locator("button[value=submit]"))
        expect(waiter.page.locator("#member")).to_have_count(0)
    with team.job("Bee, a word challenged"):
        team.tap(team.page.get_by_role("link", name="Team 1"))
        team.tap(team.page.locator(".words-of-board summary").filter(has_text="LOUNGER"))
        team.tap(team.page.get_by_role("button", name="Bo 2 challenges LOUNGER"))
        team.page.wait_for_url(re.compile("/me/"))
    with judge.job("Bee, the judge answers the peek and rules on the challenge"):
        for word in ("QUIXOTRY", "LOUNGER"):
            expect(judge.page.locator("[data-now] .word")).to_have_text(word)
            judge.page.wait_for_timeout(SETTLED_MS)
            judge.press("g")
        expect(judge.page.locator("#queue")).to_contain_text("Nothing is waiting")
    for phone in (waiter, team, judge):
        phone.page.context.close()


def take_tiles_out(hand: Hand, browser: Browser, codes: dict[str, str], room: str, emcee: str) -> None:
    """Round 1 ends on paper; before round 2 a team sees which tiles to take out, and says that it has."""
    page = hand.page
    page.goto(f"{room}/rounds/1")
    page.locator("#s1-2-1").focus()
    with hand.job(f"Bee, {HARES - 1} boards entered as totals"):
        for table in range(2, HARES + 1):
            hand.type(str(500 + table))
            hand.press("Enter")
        expect(page.locator(f"#correct-{HARES}-1")).to_be_attached()
    with hand.job("Bee, round 1 closed and round 2 published"):
        hand.tap(page.locator("#next .button.next.large"))
        page.goto(room)
        hand.tap(page.get_by_role("button", name="Seat and publish round 2"))
        expect(page.locator("#next .said")).to_contain_text("needs its words")
    announce(hand, emcee, (("", "TURTLE"),))
    team = join(browser, codes["Team 3"])
    with team.job("Bee, the tiles that a team takes out"):
        team.tap(team.page.get_by_role("button", name="Done"))
        expect(team.page.get_by_role("button", name="Done")).to_have_count(0)
    team.page.context.close()


def money(hand: Hand, treasurer: str) -> None:
    """A pledge."""
    page = hand.page
    page.goto(treasurer)
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
    bee(hand, url, browser)


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
