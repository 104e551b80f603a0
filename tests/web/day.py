"""The vocabulary of whole days in browsers: devices that join, and what a director does again and again."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from .station import LAPTOP


@dataclass
class Hall:
    """The browsers of a hall, each a device of its own."""

    chromium: Browser
    url: str
    link: str
    """What the terminal shows; the first device opens it, and is the director's."""
    contexts: list[BrowserContext] = field(default_factory=list)

    def device(self, size: ViewportSize) -> Page:
        """A new device; a mistake in a script on any of its pages fails the test."""
        browser_context = self.chromium.new_context(viewport=size)
        self.contexts.append(browser_context)
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        page.on("dialog", lambda dialog: pytest.fail(f"something was executed: {dialog.message}"))
        if len(self.contexts) == 1:
            page.goto(self.link)
            page.get_by_label("Your name").fill("Dora")
            page.get_by_role("button", name="Join").click()
            expect(page).not_to_have_url(re.compile("/join"))
        return page

    def joined(self, director: Page, size: ViewportSize, role: str, **chosen: str) -> Page:
        """A device that has joined by the code that the director shows it."""
        director.goto(f"{self.url}/devices?tournament=tournament-1")
        director.locator("select[name=role]").select_option(role)
        for name, label in chosen.items():
            director.locator(f"select[name={name}]").select_option(label=label)
        director.get_by_label("Name of the person").fill(role)
        director.get_by_role("button", name="Create invitation").click()
        link = director.locator("code")
        expect(link).to_have_text(re.compile(r"/join/\w{26}$"))
        page = self.device(size)
        page.goto(f"{self.url}/join/{link.inner_text().rpartition('/')[2]}")
        page.get_by_role("button", name="Join").click()
        expect(page).not_to_have_url(re.compile("/join"))
        page.wait_for_load_state()  # what it does with keys and news, it does when its scripts have come
        return page


def next_button(page: Page) -> Locator:
    """The one large button."""
    return page.locator("#next .button.next.large")


def said(page: Page, text: str) -> None:
    """What there is to do next says so."""
    expect(page.locator("#next .said")).to_contain_text(text)


def enter_result(director: Page, table: int, first: int, second: int, reason: str = "") -> None:
    """A sheet that both have signed, entered on the director's page of the round."""
    if reason:
        director.locator(f"#decide-{table}-1 > summary").click()
    form = director.locator(f"#decide-{table}-1 form" if reason else f"#enter-{table}-1 > form")
    form.locator("input[name=first]").fill(str(first))
    form.locator("input[name=second]").fill(str(second))
    if reason:
        form.locator("input[name=reason]").fill(reason)
    form.get_by_role("button", name="Decide the result" if reason else "Save").click()
    expect(director.locator(f"#correct-{table}-1")).to_be_attached()


def hand_in_rest(director: Page, tables: Iterable[int]) -> None:
    """Signed sheets of further tables, each by its own form on the director's page of the round.

    Nobody waits for the page after each of them: a room has many tables, and all are entered alike.
    """
    taken = director.evaluate(
        """async (tables) => {
          const taken = [];
          for (const table of tables) {
            const form = document.querySelector(`#enter-${table}-1 > form`);
            form.querySelector('[name=first]').value = 300 + 7 * table;
            form.querySelector('[name=second]').value = 290;
            const body = new URLSearchParams(new FormData(form, form.querySelector('[value=sheet]')));
            const headers = { Accept: 'application/json' };
            taken.push((await fetch(form.action, { method: 'POST', body, headers })).status);
          }
          return taken;
        }""",
        tables := list(tables),
    )
    assert taken == [200] * len(tables)
    expect(director.locator(f"#correct-{tables[-1]}-1")).to_be_attached()


def hand_in_by_name(director: Page, points: Sequence[int] = (360, 340)) -> None:
    """Signed sheets of all tables that have none: the first by name has the higher total."""
    _hand_in_all(director, "(name, names) => points[[...names].sort().indexOf(name)]", list(points))


def hand_in_totals(director: Page, totals: Mapping[str, int]) -> None:
    """Signed sheets of all tables that have none, with these totals by name."""
    _hand_in_all(director, "(name) => points[name]", dict(totals))


def _hand_in_all(director: Page, points_of: str, points: object) -> None:
    taken = director.evaluate(
        """async (points) => {
          const taken = [];
          const pointsOf = POINTS_OF;
          for (const form of document.querySelectorAll('form.result-row')) {
            const names = [...form.querySelectorAll('label.total bdi')].map((name) => name.textContent);
            names.forEach((name, side) => {
              form.querySelector(`[name=${['first', 'second'][side]}]`).value = pointsOf(name, names);
            });
            const body = new URLSearchParams(new FormData(form, form.querySelector('[value=sheet]')));
            const headers = { Accept: 'application/json' };
            taken.push((await fetch(form.action, { method: 'POST', body, headers })).status);
          }
          return taken;
        }""".replace("POINTS_OF", points_of),
        points,
    )
    assert taken
    assert set(taken) == {200}
    expect(director.locator("form.result-row")).to_have_count(0)


def record_plays(table: Page, plays: Sequence[str], before: int = 0) -> None:
    """Plays in turn, each sent by the page's own form; nobody waits for the page after each of them."""
    taken = table.evaluate(
        """async ([plays, before]) => {
          const taken = [];
          const form = document.getElementById('entry');
          for (const [number, play] of plays.entries()) {
            const sending = `${form.elements.sending.value}${before + number}`;
            const body = new URLSearchParams({ do: 'play', play, sending });
            const headers = { Accept: 'application/json' };
            taken.push((await fetch(form.action, { method: 'POST', body, headers })).status);
          }
          return taken;
        }""",
        [list(plays), before],
    )
    assert taken == [200] * len(plays)
    expect(table.locator("#turns tbody tr")).to_have_count(before + len(plays))


def enter_alone(director: Page, table: int, points: int) -> None:
    """The points of a team that built alone."""
    form = director.locator(f"#enter-{table}-1 > form")
    form.locator("input[name=first]").fill(str(points))
    form.get_by_role("button", name="Save").click()
    expect(director.locator(f"#correct-{table}-1")).to_be_attached()


def enter_sheet(keeper: Page, table: int, signer: int, first: int, second: int) -> None:
    """One side's own sheet, entered by the scorekeeper of the event."""
    card = keeper.locator("ol.sheets > li").filter(has=keeper.get_by_role("heading", name=f"Table {table} "))
    form = card.locator("form").nth(signer)
    form.locator("input[inputmode=numeric]").nth(0).fill(str(first))
    form.locator("input[inputmode=numeric]").nth(1).fill(str(second))
    form.get_by_role("button", name="Save").click()


def choose_right_sheet(director: Page, table: int, totals: str) -> None:
    """Two sheets of a table differ; one press says which of them is right."""
    director.locator(f"#enter-{table}-1").get_by_role("button", name=totals).click()
    expect(director.locator(f"#correct-{table}-1")).to_be_attached()


def correct_result(director: Page, table: int, first: int, second: int, reason: str) -> None:
    """Other totals in the place of wrong ones, with the reason."""
    director.locator(f"#correct-{table}-1 > summary").click()
    form = director.locator(f"#correct-{table}-1 form")
    form.locator("input[name=first]").fill(str(first))
    if form.locator("input[name=second]").count():
        form.locator("input[name=second]").fill(str(second))
    form.locator("input[name=reason]").fill(reason)
    form.get_by_role("button", name="Save these totals").click()
    expect(director.locator("table.results")).to_contain_text(f"{first}")


def declare_default(director: Page, url: str, name: str, reason: str) -> None:
    """Somebody goes home: before and after are shown, then it is confirmed."""
    director.goto(f"{url}/director/tournament-1/entrants")
    director.locator("#leave-1 > summary").click()
    director.locator("#who-1").select_option(label=name)
    director.get_by_role("button", name="Preview default").click()
    preview = director.locator("section.do-next")
    expect(preview).to_contain_text(f"If {name} defaults")
    preview.get_by_label("Reason").fill(reason)
    # News of it may reach the page before the answer does, which leads on.
    with director.expect_navigation(url="**done=default**"):
        preview.get_by_role("button", name="Declare the default").click()
    expect(director.locator("tbody tr").filter(has_text=name).last).to_contain_text("Defaulted")


@contextmanager
def answers_lost(page: Page, address: str) -> Iterator[None]:
    """The network is cut between a tap and its answer: what is entered arrives, and nobody hears of it."""
    begun: list[Route] = []
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            begun.append(route)
            route.fetch()
            route.abort()
            lost.append(route)
        else:
            route.fallback()

    expect(page.locator("#link")).to_be_visible()  # its scripts have come: without them there is no outbox
    page.route(address, lose)
    yield
    expect(page.locator("#offline")).to_be_visible()
    # A page may lose patience before its entry has arrived, and what is under way then would get through.
    while not lost or len(begun) > len(lost):
        page.wait_for_timeout(20)
    page.unroute(address)
    # It is sent again by itself, and taken once.
    expect(page.locator("#offline")).to_be_hidden()


def seat(director: Page, names: Sequence[str]) -> None:
    """These in the first seats of the round that is paired, in this order; who sat there sits elsewhere."""
    expect(director.locator(".grip").first).to_be_visible()  # the script has come that lets them change
    for place, name in enumerate(names):
        director.locator("table.pairing select").nth(place).select_option(label=name)


def pair_and_start(director: Page, url: str, number: int) -> None:
    """A round in two taps, and the page of its results."""
    director.goto(f"{url}/director/tournament-1")
    expect(next_button(director)).to_have_text(f"Seat and publish round {number}")
    next_button(director).click()
    look_first_if_asked(director, number)
    said(director, f"round {number} is published")
    next_button(director).click()
    said(director, f"round {number} in progress")
    director.goto(f"{url}/director/tournament-1/rounds")


def look_first_if_asked(director: Page, number: int) -> None:
    """Chance may let two meet again; the page then asks the director to look, who publishes the round so."""
    published = director.locator("#next .said").filter(has_text=f"round {number} is published")
    asked = director.get_by_role("button", name=f"Publish round {number}", exact=True)
    expect(published.or_(asked)).to_be_visible()
    if asked.is_visible():
        asked.click()


def make_tournament(director: Page, url: str, rules: str, name: str) -> None:
    """From the start page to the director's page of a new tournament that shows people by their names."""
    director.goto(url)
    director.get_by_role("link", name="Create a tournament").click()
    director.locator(f"input[name=format][value={rules}]").check()
    director.locator("input[name=name]").fill(name)
    director.locator("input[name=names][value=full]").check()
    director.locator("form .button.next.large").click()
    expect(director).to_have_url(f"{url}/director/tournament-1")


def check_in_everyone(director: Page, count: int) -> None:
    """All of the only division, on the page to which an import leads."""
    director.get_by_role("button", name="Check in everyone").click()
    expect(director.locator(".check-ins button[name=not-here]")).to_have_count(count)


def teams_are_here(hall: Hall, rules: str, name: str, teams: Sequence[str]) -> Page:
    """A director whose tournament has these teams of three, all of them checked in."""
    director = hall.device(LAPTOP)
    make_tournament(director, hall.url, rules, name)
    lines = [f"{team},{team} 1/{team} 2/{team} 3" for team in teams]
    preview = preview_list(director, "\n".join(["name,members", *lines]))
    preview.get_by_role("button", name=f"Import all {len(teams)}").click()
    check_in_everyone(director, len(teams))
    return director


def draw_for_the_first_turn(table: Page) -> None:
    """Both sides draw a tile, A and B."""
    for seat, tile in enumerate("AB"):
        table.fill(f"#draw-{seat}", tile)
        table.locator(f"form:has(#draw-{seat}) button").click()
        expect(table.locator(f"#draw-{seat}")).to_have_count(0)


def both_sign(table: Page) -> None:
    """Each side signs the result at its table."""
    signing = table.locator("button[value=sign]")
    expect(signing.first).to_be_visible()
    for left in range(signing.count() - 1, -1, -1):
        signing.first.click()
        expect(signing).to_have_count(left)


def close_round(director: Page, number: int) -> None:
    """All results are in, and the round is closed."""
    said(director, f"all results for round {number} are in")
    next_button(director).click()
    expect(director.locator("#next .button", has_text="Close round")).to_have_count(0)


def medals(director: Page, url: str, entrants: int) -> None:
    """The standings have everybody, and the ceremony its order."""
    director.goto(f"{url}/director/tournament-1/standings")
    expect(director.locator("table tbody tr")).to_have_count(entrants)
    expect(director.get_by_role("heading", name="Awards in ceremony order")).to_be_visible()


def preview_list(director: Page, text: str) -> Locator:
    """What a pasted list would enter."""
    director.goto(f"{director.url.partition('/director')[0]}/director/tournament-1/entrants/file")
    director.locator("textarea[name=pasted]").last.fill(text)
    director.get_by_role("button", name="Preview import").click()
    return director.locator("#preview")


def preview_file(director: Page, text: str) -> Locator:
    """What a file would enter."""
    director.goto(f"{director.url.partition('/director')[0]}/director/tournament-1/entrants/file")
    director.locator("input[type=file]").set_input_files(
        {"name": "teams.csv", "mimeType": "text/csv", "buffer": text.encode()}
    )
    director.get_by_role("button", name="Preview import").click()
    return director.locator("#preview")


def hand_out(director: Page) -> None:
    """The ceremony on the big screen, one press for each award, until all winners are shown."""
    director.get_by_role("button", name="Start the ceremony on the big screen").click()
    award = director.locator("button.next[name=step]")
    expect(award).to_be_visible()
    for step in range(1, int(award.get_attribute("value") or 0) + 60):
        expect(award).to_have_attribute("value", str(step))
        is_last = award.inner_text() == "Show all winners"
        award.click()
        if is_last:
            break
    expect(award).to_have_count(0)
