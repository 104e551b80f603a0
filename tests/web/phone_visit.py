"""A phone and a judge's tablet at a venue: they open the program by its address, over plain HTTP.

Run in a network of its own, where this computer has that address: python -m web.phone_visit ADDRESS FOLDER
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from wordwaiter.roles import Role
from wordwaiter.service.tournaments.examples import Example

from .events import Event, join, prepare
from .waiting import be_patient, be_patient_in


def visit(url: str, event: Event, table: Page, judge: Page) -> None:
    """A play, a challenge and its ruling, between two devices that are not this computer's own."""
    join(table, url, event.code(Role.TABLE_SCOREKEEPER))
    join(judge, url, event.code(Role.JUDGE))
    judge.goto(f"{url}/judges")
    table.goto(f"{url}/tables/{event.tables[0]}")
    expect(table.locator("ww-board[data-ready]")).to_be_visible()
    # Browsers keep much to themselves at such an address: secure cookies, service workers, random names.
    if table.evaluate("isSecureContext"):
        raise AssertionError("this is not how phones see it")
    for seat, tile in enumerate("AB"):
        table.fill(f"#draw-{seat}", tile)
        table.locator(f"form:has(#draw-{seat}) button").click()
        expect(table.locator(f"#draw-{seat}")).to_have_count(0)
    table.fill("#play", "8D FROZED")
    table.locator("#entry .next").click()
    expect(table.locator("#turns tbody tr")).to_have_count(1)
    table.locator("#challenge summary").click()
    table.locator("button[value=challenge]").click()
    expect(judge.locator("[data-now] .word")).to_have_text("FROZED")
    judge.keyboard.press("n")
    expect(table.locator("#status")).to_contain_text("FROZED: not good, the tiles came off.")


def main(address: str, folder: Path) -> None:
    """Serve the venue's network, visit, and say so."""
    be_patient()
    db = folder / "venue.db"
    event = prepare(db, Example.ONTARIO, Role.TABLE_SCOREKEEPER, Role.JUDGE)
    program = Path(sys.executable).with_name("wordwaiter")
    command = [str(program), "serve", "--host", "0.0.0.0", "--port", "0", "--db", str(db)]  # noqa: S104
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process,
        sync_playwright() as playwright,
    ):
        try:
            found = re.search(r"http://\S+:(\d+)", process.stdout.readline() if process.stdout else "")
            if found is None:
                raise AssertionError("the program did not start")
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            browser.on("context", be_patient_in)
            pages = [browser.new_context().new_page() for _ in range(2)]
            visit(f"http://{address}:{found[1]}", event, *pages)
            browser.close()
        finally:
            process.terminate()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
