"""Who has the bye, and why, on the director's pages: pressed in a browser."""

import pytest
from playwright.sync_api import Page, expect

from web.day import (
    Hall,
    check_in_everyone,
    declare_default,
    hand_in_totals,
    make_tournament,
    next_button,
    pair_and_start,
    preview_list,
)
from web.station import LAPTOP, PHONE

PAIRS = """name;partner;age;partner age
Ada;Bert;71;66
Clara;Dev;58;80
Edna;Felix;62;63
Gwen;Hugo;75;70
"""

ROUND_ONE = {
    "Ada": 431,
    "Bert": 300,
    "Clara": 420,
    "Dev": 310,
    "Edna": 410,
    "Felix": 320,
    "Gwen": 330,
    "Hugo": 290,
}


WIDTHS = """seats => seats.map(seat => {
    const now = seat.offsetWidth;
    seat.style.inlineSize = 'max-content';
    const whole = seat.offsetWidth;
    seat.style.inlineSize = '';
    return [now, whole];
})"""
"""How wide each seat of a proposed round is, and how wide its longest name would have it."""


def bye_row(director: Page) -> str:
    """The line of the proposed round that has the bye, with its reason."""
    row = director.locator("table.pairing tbody tr").last
    name = row.locator("select option:checked").inner_text()
    return f"{name}: {row.locator('td.why').inner_text()}"


@pytest.mark.clause("ontario-2")
@pytest.mark.clause("ontario-a-default")
def test_the_page_says_why_the_bye_fell_where_it_did(hall: Hall) -> None:
    director = hall.device(LAPTOP)
    make_tournament(director, hall.url, "ontario", "Ontario 55+")
    next_button(director).click()
    preview_list(director, PAIRS).get_by_role("button", name="Import all 4").click()
    check_in_everyone(director, 8)
    pair_and_start(director, hall.url, 1)
    hand_in_totals(director, ROUND_ONE)
    next_button(director).click()

    # Hugo goes home; Gwen, whose partner is gone, cannot be ranked. She rests, though she is not the lowest.
    declare_default(director, hall.url, "Hugo", "went home ill")
    director.goto(f"{hall.url}/director/tournament-1")
    director.get_by_role("link", name="See the pairings first").click()
    expect(director.locator("table.pairing")).to_be_visible()
    # Beside long reasons every name is whole.
    widths = director.locator("table.pairing select").evaluate_all(WIDTHS)
    assert all(now >= whole for now, whole in widths), widths
    assert bye_row(director) == ("Gwen: Bye: Gwen cannot be ranked, so that the bye decides no medal rule.")
    # The two highest meet: Ada with 431 and Clara with 420.
    first = director.locator("table.pairing tbody tr").first.locator("select option:checked")
    assert sorted(first.all_inner_texts()) == ["Ada", "Clara"]
    # On a phone the reason stands below the name.
    director.set_viewport_size(PHONE)
    expect(director.locator("table.pairing td.why").last).to_be_visible()
    expect(director.locator("table.pairing td.why").first).to_be_visible()
    director.get_by_role("button", name="Publish round 2").click()
    expect(director.locator("table.results")).to_contain_text("Gwen cannot be ranked")
