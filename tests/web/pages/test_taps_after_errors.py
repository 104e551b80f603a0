"""A tap is never lost because something moved: each button is pressed again right after an error."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, Request

from web.pages.offers import HOUSES, offered, open_house_of_pages
from web.served_here import HERE, ServedHere
from web.station import PHONE

ELSEWHERE: Final = "http://elsewhere.example"
"""Where no page of ours is: the server refuses each form that comes from there."""
WAYS: Final = ("touch", "mouse", "keyboard")


def _from_elsewhere(request: Request) -> dict[str, str]:
    return {"origin": ELSEWHERE} if request.method == "POST" else {}


@dataclass
class Walk:
    """Goes through pages in a browser, and presses what they offer; the server refuses every form."""

    page: Page
    served: ServedHere = field(init=False)
    lost: list[str] = field(default_factory=list)
    _offered: set[str] = field(default_factory=set)
    _pressed: set[str] = field(default_factory=set)
    _time: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        self._input = self.page.context.new_cdp_session(self.page)
        self.page.add_init_script(path=Path(__file__).with_name("taps.js"))
        self.served = ServedHere(self.page, adds=_from_elsewhere)

    def at(self, what: str, address: str, headers: dict[str, str], /) -> None:
        """Presses each button of a page that no page before it had."""
        html = self.served.client.get(address, headers=headers).text
        lines = {re.sub(r" ×.*|=\d+", "", line) for line in offered(html, address)}
        if lines <= self._offered:
            return
        self._offered |= lines
        self.page.goto("about:blank")  # the page before it asks no more, as somebody else
        self.served.headers = headers
        self._open(address)
        for at, shape in enumerate(self.page.evaluate("taps.shapes()")):
            if shape not in self._pressed:
                self._pressed.add(shape)
                if moved := self._moved(at):
                    self.lost.append(f"{what}, {shape}, {moved}")
                    self._open(address)

    def _open(self, address: str) -> None:
        self.page.goto(f"{HERE}{address}")
        self.page.evaluate("taps.open()")

    def _moved(self, at: int) -> str:
        """Presses a button twice in each way; returns how it was lost, or nothing."""
        self.page.evaluate("(at) => taps.scrollTo(at)", at)
        first = None
        for way, press in product(WAYS, ("first", "second")):
            place = self.page.evaluate("(at) => (taps.listen(), taps.place(at))", at)
            first = first or place
            if not place["isFree"] or place["middle"] != pytest.approx(first["middle"], abs=1):
                return f"before the {press} press by {way}: {first} {place}"
            self._press(at, place["middle"], way)
            self.page.evaluate("taps.heard")
        return ""

    def _press(self, at: int, middle: list[float], way: str) -> None:
        x, y = middle
        if way == "touch":
            # By the clock of the finger it is a second after the last: sooner, both would be a double tap.
            self._time += 1
            point = {"x": x, "y": y}
            for kind, points in (("touchStart", [point]), ("touchEnd", [])):
                touch = {"type": kind, "touchPoints": points, "timestamp": self._time}
                self._input.send("Input.dispatchTouchEvent", touch)
        elif way == "mouse":
            self.page.mouse.click(x, y)
        else:
            self.page.evaluate("(at) => taps.focus(at)", at)
            self.page.keyboard.press("Enter")


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=PHONE, has_touch=True)
    yield browser_context.new_page()
    browser_context.close()


def test_every_button_stays_under_the_finger_after_an_error(phone: Page, tmp_path: Path) -> None:
    walk = Walk(phone)
    for look in HOUSES:
        folder = tmp_path / str(HOUSES.index(look))
        folder.mkdir()
        with open_house_of_pages(folder) as (context, client):
            walk.served.client = client
            look(context, client, walk)
    assert walk.lost == []
