"""Every slide of the big screen at four sizes: nothing is cut off, nothing lies over something else."""

import base64
import io
import os
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, ViewportSize, expect

from web.conftest import Program, Start
from web.screen_fits import faults_of
from web.station import resize
from web.waiting import stop_time, wait_for
from wordwaiter.picture.logo import logo_png
from wordwaiter.service.access.callers import director_of_everything
from wordwaiter.service.context import Context
from wordwaiter.service.execute import execute
from wordwaiter.service.tournaments.examples import Example, make_example
from wordwaiter.service.tournaments.kind import TOURNAMENTS
from wordwaiter.service.tournaments.snapshots import snapshot_of
from wordwaiter.service.tournaments.tournaments import begin_tournament
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, pair_of
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.standings.awards import ceremony_steps
from wordwaiter.tournament.state import Screen, Tournament

CORA = director_of_everything("Cora")
SIZES: dict[str, ViewportSize] = {
    "720": {"width": 1280, "height": 720},
    "1080": {"width": 1920, "height": 1080},
    "2160": {"width": 3840, "height": 2160},
    "old": {"width": 1024, "height": 768},
}
PICTURES = os.environ.get("SCREEN_PICTURES")
"""A folder for pictures of every slide, for those who want to look at them."""
PAGE_MS = 14_000
LONGEST = "Featherstonehaugh-Vandermeulen-Zimmermann-Kowalczyk-Esposito Oyelaran"
NAMES = ("ROTARY", "ACME", "HOMETOWNBANK", "BAKERY", "PRINTSHOP", "KIWANIS")


@dataclass(frozen=True)
class Hall:
    """Events in one journal, a program that serves them, and a screen whose time stands still."""

    context: Context
    screen: Page
    url: str

    def do(self, stream: str, *commands: c.Command) -> None:
        for command in commands:
            execute(self.context, CORA, TOURNAMENTS, stream, command)

    def show(
        self, stream: str, name: str, screen: Screen, then: Callable[[Page], None] | None = None
    ) -> None:
        """The screen after the director chose that, looked at page by page at each size."""
        if snapshot_of(self.context, stream).tournament.screen is not screen:
            self.do(stream, c.ChooseScreen("", screen))
        wait_for(self.screen, lambda: self._is_shown(stream, screen), name)
        if then is not None:
            then(self.screen)
        for size, viewport in SIZES.items():
            resize(self.screen, viewport)
            self._look(f"{name}-{size}")

    def _is_shown(self, stream: str, screen: Screen) -> bool:
        """Whether the program, which reads along in the journal, has come to the director's choice."""
        self.screen.goto(f"{self.url}/screen/{stream}")
        award = snapshot_of(self.context, stream).tournament.awards_shown
        shown = f"main[data-screens={screen.value}][data-award-step='{award}']"
        return self.screen.locator(f"{shown} [data-shown]").count() == 1

    def _look(self, name: str) -> None:
        panels = self.screen.locator("[data-panel]").count()
        for turn in range(12):
            shown = self.screen.locator("#pages").inner_text()
            if PICTURES:
                self.screen.screenshot(path=Path(PICTURES) / f"{name}-{turn}.png")
            # The page may still be making room for what it shows.
            with suppress(AssertionError):
                wait_for(self.screen, lambda: not faults_of(self.screen), name)
            assert faults_of(self.screen) == [], f"{name}, {turn}"
            at, _, of = shown.partition(" / ")
            if at == of and (panels == 1 or turn):
                return
            self.screen.clock.run_for(PAGE_MS)


def logo_of(name: str) -> str:
    """A wide logo, as sponsors send them."""
    image = Image.new("RGBA", (900, 300))
    ImageDraw.Draw(image).rounded_rectangle((20, 20, 880, 280), 60, fill=(20, 60 + len(name) * 10, 140, 255))
    file = io.BytesIO()
    image.save(file, "PNG")
    return base64.b64encode(logo_png(file.getvalue())).decode()


@pytest.fixture(scope="module")
def hall(chromium: Browser, start: Start, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    db = tmp_path_factory.mktemp("screens") / "screens.db"
    with Context.open(db) as context:
        for example in (Example.BEE, Example.ONTARIO):
            make_example(context, CORA, example)
        for command in (
            c.ListSponsors("", NAMES),
            c.SetLogo("", "ROTARY", logo_of("ROTARY")),
            c.SetLogo("", "ACME", logo_of("ACME")),
        ):
            execute(context, CORA, TOURNAMENTS, "example-1", command)
        program: Program = start("--db", str(db))
        browser_context = chromium.new_context()
        page = browser_context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
        # No news comes: it would set the clock that a test has put forward back to the server's.
        page.route("**/api/v1/feed*", lambda route: route.abort())
        stop_time(page)
        yield Hall(context, page, program.url)
        browser_context.close()


def last_minute(page: Page) -> None:
    page.evaluate("document.querySelector('ww-clock').update({ remaining_ms: 42_000, running: true })")
    expect(page.locator("ww-clock").first).to_have_attribute("data-low", "")


def time_is_up(page: Page) -> None:
    page.evaluate("document.querySelector('ww-clock').update({ remaining_ms: -1, running: true })")
    expect(page.get_by_text("TIME!")).to_be_visible()


def test_the_clock_with_words_and_logos_its_last_minute_and_time_up(hall: Hall) -> None:
    bee = "example-1"
    hall.show(bee, "clock", Screen.CLOCK)
    expect(hall.screen.locator(".words .logo").first).to_be_visible()
    hall.show(bee, "clock-last-minute", Screen.CLOCK, last_minute)
    # The Tortoise teams have no clock: their words stay, those of the teams whose minute it is may go.
    expect(hall.screen.get_by_text("GLOW")).to_be_visible()
    expect(hall.screen.get_by_text("READER")).to_be_hidden()
    hall.show(bee, "clock-over", Screen.CLOCK, time_is_up)
    expect(hall.screen.get_by_text("Hands off")).to_be_visible()
    expect(hall.screen.get_by_text("GLOW")).to_be_visible()
    hall.show("example-2", "clock-ontario", Screen.CLOCK)


def test_money_sponsors_standings_results_and_what_comes_next(hall: Hall) -> None:
    for screen in (Screen.PAIRINGS, Screen.FUNDS, Screen.STANDINGS, Screen.NEXT, Screen.SPONSORS):
        hall.show("example-1", f"bee-{screen.value}", screen)
    expect(hall.screen.locator(".sponsors li")).to_have_count(len(NAMES))
    expect(hall.screen.locator(".sponsors .logo")).to_have_count(2)
    for screen in (Screen.PAIRINGS, Screen.RESULTS, Screen.STANDINGS):
        hall.show("example-2", f"ontario-{screen.value}", screen)


def test_the_longest_names_are_whole_on_every_slide(hall: Hall) -> None:
    stream = "example-3"
    make_example(hall.context, CORA, Example.ONTARIO)
    entrants = snapshot_of(hall.context, stream).tournament.entrants.values()
    for contender in [contender for entrant in entrants for contender in entrant.contenders][:5]:
        name = f"Bartholomew-{contender.number} {LONGEST}"
        hall.do(stream, c.ChangeProfile("", contender.number, replace(contender.profile, name=name)))
    for screen in (Screen.PAIRINGS, Screen.RESULTS, Screen.STANDINGS):
        hall.show(stream, f"long-names-{screen.value}", screen)
        expect(hall.screen.get_by_text(re.compile("Oyelaran")).first).to_be_attached()


def test_a_slide_that_the_director_chose_too_early_says_so_in_large_letters(hall: Hall) -> None:
    opened = c.OpenTournament("", "Cup", "2026-11-18", "Grange Hall")
    divisions = [c.OpenDivision("", name, shipped_format(name)) for name in ("bee-hare", "bee-tortoise")]
    stream = begin_tournament(hall.context, CORA, opened, divisions).stream
    for screen in Screen:
        if screen not in (Screen.ROTATE, Screen.CEREMONY):  # that one waits for final results
            hall.show(stream, f"nothing-yet-{screen.value}", screen)
            letters = hall.screen.locator("[data-shown] :is(.what, .when, .raised b)").first
            size = letters.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
            assert size >= 0.035 * SIZES["old"]["width"], screen


def test_where_several_divisions_play_it_is_told_whose_time_is_up(hall: Hall) -> None:
    hall.show("example-1", "whose-time", Screen.CLOCK, time_is_up)
    expect(hall.screen.locator(".time-up").first).to_contain_text("Hare")
    expect(hall.screen.locator(".words section:not(.timed) h2")).to_have_text("Tortoise")


def confetti(hall: Hall, stream: str, motion: Literal["reduce", "no-preference"]) -> int:
    """How many pieces fall on a screen that is opened now, by how much motion its owner wants."""
    hall.screen.emulate_media(reduced_motion=motion)
    hall.screen.goto(f"{hall.url}/screen/{stream}")
    expect(hall.screen.locator("[data-shown]")).to_have_count(1)
    return hall.screen.locator(".confetti i").count()


def test_the_ceremony_from_its_opening_to_all_winners(hall: Hall) -> None:
    stream = "example-2"

    def tournament() -> Tournament:
        return snapshot_of(hall.context, stream).tournament

    while not tournament().is_final:
        for division in tournament().divisions:
            played = tournament().latest_round(division)
            assert played is not None
            for sitting in played.outstanding:
                scores = (350 + 7 * sitting.table, 340 + 3 * sitting.table)
                hall.do(
                    stream,
                    c.DecideResult(
                        "", division, played.number, sitting.table, scores, "paper", sitting.board
                    ),
                )
            hall.do(stream, c.CloseRound("", division))
    golds = 0
    for step in range(len(ceremony_steps(tournament())) + 2):
        if step:
            hall.do(stream, c.ShowAward("", step))
        hall.show(stream, f"ceremony-{step}", Screen.CEREMONY)
        is_gold = hall.screen.locator("[data-award].gold").count()
        golds += is_gold
        assert confetti(hall, stream, "no-preference") == 140 * is_gold
        assert confetti(hall, stream, "reduce") == 0
    assert golds


def all_time_is_up(page: Page) -> None:
    for clock in page.locator("ww-clock").all():
        clock.evaluate("clock => clock.update({ remaining_ms: -1, running: true })")
    expect(page.get_by_text("TIME!")).to_have_count(page.locator("ww-clock").count())


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_clocks_of_several_divisions_are_whole_with_no_result_beside_them(
    hall: Hall, number: int
) -> None:
    played = shipped_format("ontario")
    divisions = [c.OpenDivision("", f"Ages of division {each}", played) for each in range(number)]
    stream = begin_tournament(hall.context, CORA, c.OpenTournament("", "Games"), divisions).stream
    for division in snapshot_of(hall.context, stream).tournament.divisions:
        names = [f"{each} of {division}" for each in range(8)]
        pairs = map(pair_of, *(iter([Profile(name, age=70) for name in names]),) * 2)
        hall.do(stream, c.Register("", division, tuple(pairs)))
        tournament = snapshot_of(hall.context, stream).tournament
        here = tuple(each.number for each in tournament.contenders_of(division))
        hall.do(stream, c.CheckIn("", here))
        tournament = snapshot_of(hall.context, stream).tournament
        hall.do(stream, propose_round(tournament, division, "", random.Random(1)).command)
        hall.do(stream, c.StartRound("", division))
    hall.show(stream, f"clocks-{number}", Screen.CLOCK)
    expect(hall.screen.locator("ww-clock")).to_have_count(number)
    hall.show(stream, f"clocks-{number}-over", Screen.CLOCK, all_time_is_up)
