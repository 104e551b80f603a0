"""Take the pictures of the pages anew: docs/pictures/pages/NAME-SIZE.png, each page at three sizes.

Run: make page-pictures, or python tools/page_pictures.py NAME... for some of them. It starts the program on a
journal of its own with examples in it, opens each page in the system's Chromium as somebody who may see it,
does what the picture shows, and takes it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import IO, Final

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from wordwaiter.engine.hare import Effort, solve
from wordwaiter.game.hare import commands as h
from wordwaiter.lexicon import Judge, open_lexicon
from wordwaiter.roles import Role
from wordwaiter.service.access.callers import Grant, director_of_everything
from wordwaiter.service.bee.best_board_search import BestBoardWatch
from wordwaiter.service.bee.best_boards import best_of_round
from wordwaiter.service.bee.solver_process import puzzle_of
from wordwaiter.service.context import Context, ContextParts
from wordwaiter.service.execute import execute
from wordwaiter.service.rounds.opening import open_tables_of_round
from wordwaiter.service.tables.kind import BOARDS
from wordwaiter.service.tables.views import streams_of_tables
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.tournaments import RoundRequest, begin_tournament, publish_next_round
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, PublicNames, single
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.state import Screen

FOLDER: Final = Path(__file__).parent.parent / "docs" / "pictures" / "pages"
SIZES: Final[dict[str, ViewportSize]] = {
    "phone": {"width": 390, "height": 844},
    "laptop": {"width": 1280, "height": 800},
    "projector": {"width": 1920, "height": 1080},
}
_DIRECTOR: Final = director_of_everything("Cora")
_ROLES: Final = (Role.TABLE_SCOREKEEPER, Role.JUDGE, Role.SCOREKEEPER, Role.DIRECTOR)


@dataclass(frozen=True)
class Picture:
    """A page, and what is done on it before the picture is taken."""

    name: str
    path: str
    act: Callable[[Page], None] = lambda _page: None


def prepare(db: Path) -> tuple[dict[str, str], list[str]]:
    """Examples with open tables: the stream of a table or event by a word for it, and codes to join by."""
    places, codes = {}, []
    with Context.open(db) as context:
        for example in (Example.ONTARIO, Example.ANDROSCOGGIN, Example.BEE):
            kept = make_example(context, _DIRECTOR, example)
            tables = [
                stream
                for division in kept.state.divisions
                for stream in open_tables_of_round(context, _DIRECTOR, kept.stream, division)
            ]
            places[example.value] = kept.stream
            places[f"{example.value}-table"] = tables[0]
            grants = [Grant(role, kept.stream) for role in _ROLES]
            codes.append(context.devices.invite(_DIRECTOR, grants, name="Cora").secret)
    return places, codes


def play_an_evening(db: Path) -> tuple[str, str]:
    """A Bee whose first Hare round is closed, with the best board known; its stream, and a code to join."""
    lists = (open_lexicon("enable"),)
    with Context.open(db, ContextParts(judge=Judge(lists))) as context:
        hares = c.OpenDivision("", "Hare", shipped_format("bee-hare"))
        opening = c.OpenTournament("", "Spelling for Literacy", names=PublicNames.FULL)
        stream = begin_tournament(context, _DIRECTOR, opening, [hares]).stream
        names = ("The Owls", "Hares and Graces", "Quick Foxes")
        teams = tuple(single(Profile(name, members=("Ada", "Bo", "Cy", "Di"))) for name in names)
        for command in (
            c.Register("", "Hare", teams),
            c.CheckIn("", (1, 2, 3)),
            c.ListSponsors("", ("rotary", "acme", "b&b")),
            c.AnnounceWords("", "Hare", 1, "literacy", "turtle", ("rotary", "acme")),
        ):
            execute(context, _DIRECTOR, TOURNAMENTS, stream, command)
        publish_next_round(context, _DIRECTOR, stream, RoundRequest("Hare", "Cora"))
        execute(context, _DIRECTOR, TOURNAMENTS, stream, c.StartRound("", "Hare", draw_tiles=True))
        boards = streams_of_tables(context, stream)
        for place, board in enumerate(boards, 1):
            puzzle = puzzle_of(context.states.of(board).state, lists)
            painted = solve(puzzle, Effort(steps=150 * place, seed=place)).board
            execute(context, _DIRECTOR, BOARDS, board, h.PaintBoard("", painted))
        execute(context, _DIRECTOR, TOURNAMENTS, stream, c.CallRoundTime("", "Hare"))
        for board in boards:
            execute(context, _DIRECTOR, BOARDS, board, h.SubmitBoard("", "Ada"))
        execute(context, _DIRECTOR, TOURNAMENTS, stream, c.CloseRound("", "Hare"))
        execute(context, _DIRECTOR, TOURNAMENTS, stream, c.ChooseScreen("", Screen.BOARDS))
        watch = BestBoardWatch(context)
        while best_of_round(context, stream, 1, 1) is None:
            watch.step()
            time.sleep(0.2)
        watch.close()
        return stream, context.devices.invite(_DIRECTOR, [Grant(Role.EMCEE, stream)], name="Cora").secret


def draw_and_play(page: Page, *plays: str) -> None:
    """Decide who begins, and enter plays; of the last one the score is shown, and it is not announced."""
    page.wait_for_selector("ww-board[data-ready]")
    for seat, tile in enumerate("AB"):
        field = page.locator(f"#draw-{seat}")
        if field.count():
            field.fill(tile)
            page.locator(f"form:has(#draw-{seat}) button").click()
            field.wait_for(state="detached")
    played = page.locator("#turns tbody tr").count()
    for number, play in enumerate(plays, 1):
        if number <= played:
            continue
        page.fill("#play", play)
        expect(page.locator("#announce")).to_have_text(re.compile(r"\d"))
        if number < len(plays):
            page.locator("#entry .next").click()
            page.locator(f"#turns tbody tr:nth-child({number})").wait_for()


def pictures(places: dict[str, str]) -> list[Picture]:
    """Every page that is shown in the documentation."""
    plays = ("8E LITERAL", "H5 FRI.ND", "6H .OVER", "10E BON.")
    return [
        Picture("start", "/"),
        Picture("new-tournament", "/tournaments/new"),
        Picture("play", "/play"),
        Picture("table", f"/tables/{places['androscoggin-table']}", lambda page: draw_and_play(page, *plays)),
        Picture("hare-board", f"/hare/{places['bee-table']}", paint),
        Picture("judges", "/judges"),
        Picture("sheets", f"/sheets/{places['ontario']}"),
        Picture("room", f"/director/{places['ontario']}"),
        Picture("entrants", f"/director/{places['ontario']}/entrants"),
        Picture("round", f"/director/{places['ontario']}/rounds/1"),
        Picture("standings", f"/director/{places['ontario']}/standings", explain),
        Picture("day", f"/director/{places['ontario']}/day"),
        Picture("lists", f"/director/{places['ontario']}/lists"),
        Picture("overlays", f"/overlay/{places['androscoggin']}"),
        Picture("paper", f"/director/{places['bee']}/paper"),
        Picture("devices", f"/devices?tournament={places['bee']}"),
        Picture("emcee", f"/emcee/{places['bee']}"),
        Picture("treasurer", f"/treasurer/{places['bee']}"),
        Picture("own-day", f"/me/{places['ontario']}?who=3"),
        Picture("live", f"/live/{places['ontario']}"),
        Picture("screen", f"/screen/{places['bee']}"),
        Picture("word-check", f"/emcee/{places['evening']}", check_words),
        Picture("best-screen", f"/screen/{places['evening']}"),
        Picture("best", f"/best/{places['evening']}/1/1"),
        Picture("practice", "/practice"),
        Picture("practice-board", "/practice", practise),
    ]


def check_words(page: Page) -> None:
    """Have the words of the next round looked at before they are announced."""
    page.fill("[name=starting]", "library")
    page.fill("[name=surprise]", "snail")
    for sponsor in page.locator("[name=sponsor]").all():
        sponsor.check()
    page.locator("button[value=check]").click()
    page.locator("#word-check").wait_for()


def practise(page: Page) -> None:
    """Begin a board, and lay a word."""
    page.fill("[name=starting]", "library")
    page.locator("button.next").click()
    page.wait_for_selector("ww-board[data-ready]")
    page.locator("[data-sq=H9]").click()
    page.keyboard.press("Space")
    page.keyboard.type("OVELY")
    expect(page.locator("#lines")).to_contain_text("LOVELY")


def explain(page: Page) -> None:
    """Open how the first line of the standings came about."""
    page.locator("tbody details summary").first.click()


def paint(page: Page) -> None:
    """Lay one more letter on the Hare board, so that its tally is shown."""
    page.wait_for_selector("ww-board[data-ready]")
    page.locator("[data-sq=N8]").click()
    page.keyboard.type("S")
    page.locator("#lines tr").first.wait_for()


def take(browser: Browser, url: str, places: dict[str, str], codes: list[str]) -> None:
    """All pictures at all sizes."""
    browser_context = browser.new_context(viewport=SIZES["laptop"], reduced_motion="reduce")
    page = browser_context.new_page()
    for code in codes:
        page.goto(f"{url}/join/{code}")
        page.locator("main form button").first.click()
        page.wait_for_url(lambda address: "/join/" not in address)
    call_a_judge(page, f"{url}/tables/{places['ontario-table']}")
    take_each(page, url, pictures(places))
    browser_context.close()


def take_each(page: Page, url: str, wanted: Iterable[Picture]) -> None:
    """These pictures at all sizes, or those that were named."""
    for picture in wanted:
        if sys.argv[1:] and picture.name not in sys.argv[1:]:
            continue
        for size, viewport in SIZES.items():
            page.set_viewport_size(viewport)
            theme = f"{'&' if '?' in picture.path else '?'}theme=projector" if size == "projector" else ""
            page.goto(f"{url}{picture.path}{theme}")
            picture.act(page)
            page.evaluate("document.getElementById('toasts')?.replaceChildren(); scrollTo(0, 0)")
            file = FOLDER / f"{picture.name}-{size}.png"
            # Flat colours: a palette shows the same in a third of the bytes.
            shot = Image.open(BytesIO(page.screenshot())).convert("RGB")
            shot.quantize(128).save(file, optimize=True)
            print(f"{picture.name}-{size}.png")


def take_laptop(browser: Browser, home: Path) -> None:
    """The first screen on a club's laptop, and the address for phones."""
    with (
        started([sys.executable, "-c", _LAPTOP], HOME=str(home)) as (_, told),
        browser.new_context(viewport=SIZES["laptop"], reduced_motion="reduce") as browser_context,
    ):
        link = next(found[0] for line in told if (found := re.search(r"http://\S+/join/\w+", line)))
        page = browser_context.new_page()
        page.goto(link)
        page.fill("[name=name]", "Cora")
        page.locator("main form button").first.click()
        page.wait_for_url("**/laptop")
        url = link.partition("/join/")[0]
        take_each(page, url, [Picture("laptop-questions", "/laptop")])
        page.goto(f"{url}/laptop")
        page.locator("button[value=let-in]").click()
        page.locator(".qr").wait_for()
        take_each(page, url, [Picture("laptop-address", "/laptop")])


_LAPTOP: Final = """
from wordwaiter.cli.server.start import start
from wordwaiter.web.pages.director import devices
devices.venue_address = lambda: "192.168.1.20"  # as at a club, and not that of this computer
start()
"""


@contextmanager
def started(command: list[str], **environment: str) -> Iterator[tuple[str, IO[str]]]:
    """The program at work: its address, and what else it prints."""
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    ) as process:
        assert process.stdout is not None  # noqa: S101 - a pipe was asked for
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                sys.exit("the program did not start")
            yield found[0], process.stdout
        finally:
            process.terminate()
            process.communicate()


def call_a_judge(page: Page, address: str) -> None:
    """A challenge that waits, for the judges' page."""
    page.goto(address)
    draw_and_play(page, "8D FROZED", "H8 .E")
    page.locator("#challenge summary").click()
    page.locator("button[value=challenge]").click()
    page.locator(".status.waits").wait_for()


def main() -> int:
    """Take the pictures; says what is missing."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("chromium is missing; install it with: sudo apt install chromium")
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "pictures.db"
        places, codes = prepare(db)
        places["evening"], code = play_an_evening(db)
        codes.append(code)
        program = Path(sys.executable).with_name("wordwaiter")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            with started([str(program), "serve", "--port", "0", "--db", str(db)]) as (url, _):
                take(browser, url, places, codes)
            take_laptop(browser, Path(folder))
            browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
