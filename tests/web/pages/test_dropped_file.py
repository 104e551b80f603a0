"""A file of another laptop is opened by dropping it on the start page."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from alone import started
from wordwaiter.store.journal import JournalReader

pytestmark = pytest.mark.process

EARLIER = Path(__file__).parents[2] / "store" / "journals" / "format-2.db"
"""What an earlier release saved for another laptop."""

_DROP = """content => {
  const carried = new DataTransfer();
  carried.items.add(new File([Uint8Array.from(content)], 'North.wordwaiter'));
  const dropped = {dataTransfer: carried, bubbles: true, cancelable: true};
  document.body.dispatchEvent(new DragEvent('drop', dropped));
}"""


def test_a_file_of_another_laptop_is_dropped_on_the_start_page(
    tmp_path: Path, browser_context: BrowserContext
) -> None:
    content = list(EARLIER.read_bytes())
    with started(tmp_path) as program:
        page = browser_context.new_page()
        page.goto(program.page())
        page.get_by_label("Your name").fill("Dora")
        page.get_by_role("button", name="Join").click()
        page.wait_for_url("**/laptop")
        page.get_by_role("button", name="Go on").click()  # without an answer about phones
        expect(page.get_by_text("Open a file from another laptop")).to_be_visible()
        page.wait_for_load_state()  # with its script, which takes what is dropped
        page.evaluate(_DROP, content)
        expect(page.get_by_role("button", name="Restore")).to_be_focused()
        page.get_by_role("button", name="Restore").click()
        expect(page.get_by_role("heading", name="Restoring")).to_be_visible()
        program.page()
    with (
        JournalReader.open(tmp_path / "Documents" / "Wordwaiter" / "wordwaiter.db") as here,
        JournalReader.open(shutil.copy(EARLIER, tmp_path)) as earlier,
    ):
        assert here.position() > earlier.position() > 0
