"""Who enters one thing after another does not wait for the server: each press counts, and each once."""

from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from web.bee_nights import night
from web.conftest import Start
from wordwaiter.roles import Role


def donate(page: Page, donor: str, amount: str) -> None:
    page.locator("#amount").fill(amount)
    page.locator("#from").fill(donor)
    page.locator("#take button.next").dblclick()


def test_what_is_typed_and_pressed_before_the_answer_to_the_last_entry_is_entered_too(
    chromium: Browser, start: Start, tmp_path: Path
) -> None:
    at_desk = night(chromium, start, tmp_path / "bee.db", lambda *_: None, trudy=(Role.TREASURER, None))
    with at_desk.as_("trudy") as page:
        held: list[Route] = []

        def hold_the_first_entry(route: Route) -> None:
            if held or route.request.method != "POST":
                route.fallback()
            else:
                held.append(route)

        page.route("**/treasurer/**", hold_the_first_entry)
        with page.expect_request(lambda request: request.method == "POST"):
            donate(page, "Rotary", "250")
        donate(page, "Mary Okafor", "12.50")
        held[0].continue_()
        expect(page.locator("#raised")).to_contain_text("$262.50")
        for donor in ("Rotary", "Mary Okafor"):
            expect(page.locator("#ledger tbody tr").filter(has_text=donor)).to_have_count(1)
        expect(page.locator("#from")).to_have_value("")
