"""Measures how fast pages are there on a slow phone, and prints one JSON object: `python bench/pages.py`.

The system's Chromium loads each page with an empty cache over a network of 1.6 Mbit/s and 150 ms there and
back, on a processor four times slower than this one. Of each page, the median of several loads:

requests, bytes     until it was loaded, heads and bodies as they went over the air
painted_ms          something can be read
parsed_ms           all of the page has come and all its scripts have run (DOMContentLoaded)
ready_ms            both: it can be read and used
opened_again_ms     the same when its files are in the browser's cache

Whoever comes to a table after joining has been on the page to join by until nothing more came: what that page
fetches ahead is there then.
"""

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Request,
    StorageState,
    ViewportSize,
    sync_playwright,
)

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from served import serving  # noqa: E402
from web.events import Event, join, prepare  # noqa: E402
from wordwaiter.roles import Role  # noqa: E402
from wordwaiter.service.tournaments.examples import Example  # noqa: E402

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Load:
    """One load of a page."""

    requests: int
    bytes: int
    painted_ms: float
    parsed_ms: float

    @property
    def ready_ms(self) -> float:
        return max(self.painted_ms, self.parsed_ms)


@dataclass(frozen=True)
class Seen:
    """A page that is measured: its address, as whom, and where they come from."""

    path: str
    role: Role | None = None
    via: str | None = None


Figures = dict[str, float]

TIMES = """() => {
  const [page] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint && page.loadEventEnd ? [paint.startTime, page.domContentLoadedEventEnd] : null;
}"""


def slow_down(page: Page) -> None:
    """Give a page the network and the processor of a slow phone."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def load(browser_context: BrowserContext, address: str) -> Load:
    """Load a page in a new tab of that browser."""
    page = browser_context.new_page()
    finished: list[Request] = []
    page.on("requestfinished", lambda request: finished.append(request))
    slow_down(page)
    page.goto(address)
    # Not `wait_for_function`: it makes a script from text, which the policy of our pages forbids.
    while (times := page.evaluate(TIMES)) is None:
        page.wait_for_timeout(20)
    painted, parsed = times
    sizes = [request.sizes() for request in finished]
    weight = sum(each["responseHeadersSize"] + each["responseBodySize"] for each in sizes)
    page.close()
    return Load(len(finished), weight, painted, parsed)


def joined(browser: Browser, url: str, code: str) -> StorageState:
    """What the browser of somebody keeps who has joined with that code."""
    browser_context = browser.new_context()
    join(browser_context.new_page(), url, code)
    kept = browser_context.storage_state()
    browser_context.close()
    return kept


def stay_on(browser_context: BrowserContext, address: str) -> None:
    """Look at a page until nothing more comes."""
    page = browser_context.new_page()
    slow_down(page)
    page.goto(address, wait_until="networkidle")
    page.close()


def measured(browser: Browser, url: str, seen: Seen, kept: StorageState | None, loads: int) -> Figures:
    """The figures of one page; the first of all loads is not counted, the server fills its templates then."""
    first, again = [], []
    for _ in range(loads + 1):
        browser_context = browser.new_context(viewport=PHONE, storage_state=kept)
        if seen.via is not None:
            stay_on(browser_context, f"{url}{seen.via}")
        address = f"{url}{seen.path}"
        first.append(load(browser_context, address))
        again.append(load(browser_context, address))
        browser_context.close()
    return {
        "requests": first[-1].requests,
        "bytes": first[-1].bytes,
        **{
            name: round(statistics.median(getattr(each, name) for each in first[1:]))
            for name in ("painted_ms", "parsed_ms", "ready_ms")
        },
        "opened_again_ms": round(statistics.median(each.ready_ms for each in again[1:])),
    }


def pages(event: Event) -> dict[str, Seen]:
    """What is measured."""
    table = f"/tables/{event.tables[0]}"
    return {
        "start": Seen("/"),
        "start, joined": Seen("/", Role.TABLE_SCOREKEEPER),
        "table": Seen(table, Role.TABLE_SCOREKEEPER),
        "table, after joining": Seen(table, Role.TABLE_SCOREKEEPER, via="/join"),
        "a player's phone": Seen(f"/me/{event.stream}?who=1"),
        "public": Seen(f"/live/{event.stream}"),
        "judges": Seen("/judges", Role.JUDGE),
        "director": Seen(f"/director/{event.stream}", Role.DIRECTOR),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--loads", type=int, default=5, help="Loads of each page.")
    options.add_argument("--only", help="One page alone, by its name in the figures.")
    chosen = options.parse_args()
    roles = (Role.TABLE_SCOREKEEPER, Role.JUDGE, Role.DIRECTOR)
    figures: dict[str, object] = {"network": "1.6 Mbit/s, 150 ms", "processor": f"{SLOWER} times slower"}
    with tempfile.TemporaryDirectory(prefix="wordwaiter-bench-") as name, sync_playwright() as playwright:
        db = Path(name) / "bench.db"
        event = prepare(db, Example.ONTARIO, *roles)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with serving(str(db), 1) as (port, _pid):
            url = f"http://127.0.0.1:{port}"
            kept = {role: joined(browser, url, event.code(role)) for role in roles}
            for word, seen in pages(event).items():
                if chosen.only in (None, word):
                    state = None if seen.role is None else kept[seen.role]
                    figures[word] = measured(browser, url, seen, state, chosen.loads)
        browser.close()
    figures["load_average"] = round(os.getloadavg()[0], 1)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
