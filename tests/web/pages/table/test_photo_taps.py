"""From a photo of 100 tiles to the saved board in a browser: how many taps it takes."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Browser, FilePayload, Locator, Page, Position, expect

from board_photos.camera import CORNERS, project
from board_photos.photo import Photo
from photo.photos import file_of, playable_photo, true_signs
from web.conftest import Program, Start
from web.station import PHONE

MOST_TAPS = 12
SEEDS = range(95_000_000, 95_000_005)
BLANK_IS = "e"


@pytest.fixture
def program(start: Start, tmp_path: Path) -> Program:
    return start("--db", str(tmp_path / "practice.db"))


@pytest.fixture
def phone(chromium: Browser) -> Iterator[Page]:
    browser_context = chromium.new_context(viewport=PHONE, has_touch=True)
    page = browser_context.new_page()
    page.on("pageerror", lambda error: pytest.fail(f"a script failed: {error}"))
    page.on("console", lambda said: pytest.fail(said.text) if "Content Security" in said.text else None)
    yield page
    browser_context.close()


def file_payload(photo: Photo) -> FilePayload:
    """Returns a photo as the file that a camera makes of it."""
    return {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": file_of(photo.image, "JPEG")}


def corners_of(photo: Photo) -> list[tuple[float, float]]:
    """Returns the corners of the board, in widths of the photo."""
    assert photo.board is not None
    return [(x / photo.image.width, y / photo.image.width) for x, y in project(photo.board, CORNERS)]


@dataclass
class Hand:
    """Somebody who knows what lies on the board, and counts their taps."""

    page: Page
    signs: list[list[str]]
    taps: int = 0

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.tap()

    def take(self, photo: Photo) -> None:
        """Opens the camera, and presses its button."""
        with self.page.expect_file_chooser() as chooser:
            self.tap(self.page.locator("label[for=photo]"))
        self.taps += 1
        chooser.value.set_files(file_payload(photo))
        for number, (x, y) in enumerate(corners_of(photo), 1):
            expect(self.page.locator("#check, .tapped").first).to_be_visible(timeout=60_000)
            if self.page.locator("#check").count():
                break
            expect(self.page.locator(f"[data-corner='{number}']")).to_be_visible()
            self.taps += 1
            self.page.locator(".tapped").tap(position=Position(x=x * 320, y=y * 320))
        expect(self.page.locator("#check")).to_be_visible(timeout=60_000)
        expect(self.page.locator("ww-board[data-ready]")).to_be_visible()

    def answer(self, asked: Locator) -> tuple[int, int]:
        """Looks at one square, and taps only if another letter is right."""
        row, column = (int(asked.get_attribute(f"data-{name}") or "") for name in ("row", "column"))
        true = self.signs[row][column]
        offered = asked.locator(f"input[value='{true}']")
        if not offered.count():
            self._from_list(asked, true) if true.islower() and asked.locator("select").count() else self.type(
                row, column
            )
        elif not offered.is_checked():
            self.tap(offered)
        return row, column

    def _from_list(self, asked: Locator, letter: str) -> None:
        self.taps += 2  # the list opens, and the letter in it
        asked.locator("select").select_option(letter)

    def type(self, row: int, column: int) -> None:
        """Taps a square in the photo, and then the letter."""
        box = self.page.locator("#flat-photo").bounding_box()
        assert box is not None
        self.taps += 2
        at = Position(x=(column + 0.5) * box["width"] / 15, y=(row + 0.5) * box["height"] / 15)
        self.page.locator("#flat-photo").tap(position=at)
        self.page.locator("#add-letter").fill(self.signs[row][column])

    def mend(self, seen: set[tuple[int, int]]) -> None:
        """Finds what is wrong and was not asked about."""
        lines = self.page.locator("#board").evaluate("board => board.state.board")
        for row, line in enumerate(lines):
            for column, sign in enumerate(line):
                if (row, column) not in seen and sign != self.signs[row][column]:
                    self.type(row, column)


def saved_in_taps(phone: Page, program: Program, seed: int) -> int:
    """Returns the taps from the photo to the saved board."""
    photo = playable_photo(seed)
    signs = [[sign.replace("?", BLANK_IS) for sign in row] for row in true_signs(photo)]
    assert sum(sign != "." for row in signs for sign in row) == 100
    practise(phone, program)
    hand = Hand(phone, signs)
    hand.take(photo)
    asked = phone.locator(".asked[data-row]")
    seen = {hand.answer(asked.nth(number)) for number in range(asked.count())}
    hand.mend(seen)
    expect(phone.locator("#total")).not_to_be_empty()
    hand.tap(phone.get_by_role("button", name="Save this board"))
    expect(phone.locator("#paint")).to_be_attached()
    lies = phone.locator("#board").evaluate("board => board.state.board")
    assert lies == ["".join(row) for row in signs]
    return hand.taps


def practise(phone: Page, program: Program) -> None:
    phone.goto(f"{program.url}/practice")
    phone.locator("[name=starting]").fill("read")
    phone.locator("[name=minutes]").last.check(force=True)
    phone.locator("main form button").first.click()
    expect(phone.locator("ww-board[data-ready]")).to_be_visible()


def test_a_photo_that_cannot_be_sent_is_kept_and_read_with_one_tap_later(
    phone: Page, program: Program
) -> None:
    practise(phone, program)
    phone.context.set_offline(True)
    phone.locator("#photo").set_input_files(file_payload(playable_photo()))
    expect(phone.locator(".reading")).to_have_text("No network. The photo is kept on this device.")
    phone.context.set_offline(False)
    phone.locator("button.kept").tap()
    expect(phone.locator("#check")).to_be_visible(timeout=60_000)


def test_a_photo_on_the_analysis_page_becomes_a_position(phone: Page, program: Program) -> None:
    practise(phone, program)  # a device that has joined
    phone.goto(f"{program.url}/analysis")
    photo = playable_photo()
    hand = Hand(phone, [[sign.replace("?", BLANK_IS) for sign in row] for row in true_signs(photo)])
    hand.take(photo)
    asked = phone.locator(".asked[data-row]")
    seen = {hand.answer(asked.nth(number)) for number in range(asked.count())}
    hand.mend(seen)
    phone.get_by_role("button", name="Analyse this board").tap()
    expect(phone.locator("[name=rack]")).to_be_focused()
    rows = phone.locator("#game").input_value().split(" ")[0].split("/")
    assert ["".join(filter(str.isalpha, row)) for row in rows] == [
        "".join(filter(str.isalpha, signs)) for signs in ("".join(row) for row in hand.signs)
    ]


def test_a_board_of_100_tiles_goes_from_photo_to_saved_in_at_most_12_taps(
    phone: Page, program: Program
) -> None:
    taps = [saved_in_taps(phone, program, seed) for seed in SEEDS]
    assert median(taps) <= MOST_TAPS, taps
