"""Iowa's Saturday through the pages alone: divisions merged, byes, a judging station, sheets, medals."""

import pytest
from playwright.sync_api import Page, expect

from web.day import (
    Hall,
    answers_lost,
    both_sign,
    choose_right_sheet,
    close_round,
    correct_result,
    declare_default,
    draw_for_the_first_turn,
    enter_sheet,
    hand_in_by_name,
    make_tournament,
    next_button,
    preview_list,
    record_plays,
    said,
    seat,
)
from web.games import NO_PLAY_IS_LEFT, Q_AND_E_ARE_LEFT
from web.station import LAPTOP, PHONE, PROJECTOR, TABLET, judge, verdict

OPEN = ("Abel Acker", "Bess Birch", "Carl Cole", "Dora Dunn", "Earl East", "Faye Fox")
MIDDLE = (
    "Amos Abbey", "Beth Bloom", "Cora Crane", "Dale Drew", "Elsa Ford", "Fred Gale",
    "Gina Hale", "Hank Iver", "Iris Jolly", "Jack Kent", "Kate Lowe",
)  # fmt: skip
OLD = ("Liam Moss", "Mona Nash", "Ned Odell")
EVERYBODY = (*OPEN, *MIDDLE, *OLD)


def entry_file() -> str:
    """Twenty who can be entered, of whom eleven bring a board and six a clock; and four wrong lines."""
    lines = ["name,age,division,set,clock"]
    for number, name in enumerate(EVERYBODY):
        age, division = (
            (60, "Open") if name in OPEN else (70, "65 to 74") if name in MIDDLE else (80, "75 and over")
        )
        lines.append(
            f"{name},{age},{division},{'no' if number >= 11 else 'yes'},{'no' if number >= 6 else 'yes'}"
        )
    lines += ["Lou Lake,seventy,Open,no,no", "Nan North,90,Masters,no,no"]
    lines += ["Abel Acker,61,Open,no,no", ",66,Open,no,no"]
    return "\n".join(lines)


def enter_twenty(director: Page) -> None:
    """Two weeks before: the list, what has to be found, and a division that is merged."""
    for name in ("65 to 74", "75 and over"):
        director.locator("form:has(button[value=open-division])").get_by_label("Division name").fill(name)
        director.locator("select[name=format]").select_option("iowa")
        director.locator("button[value=open-division]").click()
        expect(director.get_by_role("heading", name=name)).to_be_visible()
    preview = preview_list(director, entry_file())
    expect(preview).to_contain_text("20 entrants ready to import")
    expect(preview).to_contain_text("4 lines have errors")
    expect(preview.locator("ul").first.locator("li")).to_contain_text(
        [
            "Line 22: The age must be a whole number, not 'seventy'",
            "Line 23: There is no division 'Masters'",
            "Line 24: Abel Acker is entered already",
            "Line 25: Enter a name",
        ]
    )
    preview.get_by_role("button", name="Import, skipping lines with errors").click()
    expect(director.locator(".check-ins li")).to_have_count(20)
    director.get_by_role("link", name="Entrants").click()

    # Three entries of 75 and over join eleven of 65 to 74: fourteen, and the log says so.
    director.locator("#merge-3 > summary").click()
    director.locator("#merge-3 select").select_option("65 to 74")
    director.locator("#merge-3").get_by_label("Reason").fill("three entries are too few")
    director.locator("#merge-3 button[value=merge]").click()
    expect(director.get_by_role("heading", name="75 and over")).to_have_count(0)
    expect(director.locator("#entrants-2 tbody tr")).to_have_count(14)
    # Six and fourteen play at three and seven boards. Eleven were brought, and six clocks: four go without.
    expect(director.locator("#equipment")).to_have_text(
        "10 boards at a time. Sets still needed: 0. Boards without a clock: 4."
    )


def check_in_but_one(director: Page) -> None:
    """In the morning: all six of the one division, thirteen of the fourteen of the other."""
    director.get_by_role("link", name="Check-in").first.click()
    director.locator("#entrants-1").get_by_role("button", name="Check in everyone").click()
    expect(director.locator("#entrants-1 button[name=not-here]")).to_have_count(6)
    for name in (*MIDDLE, *OLD[:2]):
        director.get_by_label("Find by name or club").fill(name.lower())
        found = director.locator(".check-ins li:visible")
        expect(found).to_have_count(1)
        found.get_by_role("button", name="Here").click()
        expect(found.locator("button[name=not-here]")).to_be_visible()
    expect(director.locator("#entrants-2 button[name=not-here]")).to_have_count(13)


def start_round(director: Page, url: str, division: int, number: int, seats: tuple[str, ...] = ()) -> None:
    """Pair a round of a division, with these in its first seats, publish and start it."""
    director.goto(f"{url}/director/tournament-1/rounds/{division}")
    publish = director.get_by_role("button", name=f"Publish round {number}")
    expect(publish).to_be_visible()
    if seats:
        seat(director, seats)
    publish.click()
    said(director, f"round {number} is published")
    next_button(director).click()
    said(director, f"round {number} in progress")


def challenge_before_and_after_the_draw(third: Page, fifth: Page, station: Page) -> None:
    """FROZED is taken to the station and is not good; at another table it is too late to ask."""
    draw_for_the_first_turn(third)
    record_plays(third, ["8D FROZED"])
    # F 4 on a double letter, R 1, O 1, Z 10, E 1, D 2: 23, doubled by the square in the middle.
    expect(third.locator("#sides .score").first).to_have_text("46")
    third.locator("#challenge summary").click()
    third.locator("button[value=challenge]").click()
    expect(third.locator("#status")).to_contain_text("Faye Fox challenged FROZED")
    expect(station.locator("textarea")).to_be_focused()
    judge(station, "frozed")
    assert "not" in verdict(station).lower()
    # Nobody judges at the tables: who has asked at the station enters what it said.
    third.locator("button[value=bad]").click()
    expect(third.locator("#status")).to_contain_text("FROZED: not good, the tiles came off")
    expect(third.locator("#status")).to_contain_text("Faye Fox to play")
    expect(third.locator("#sides .score").first).to_have_text("0")

    draw_for_the_first_turn(fifth)
    record_plays(fifth, NO_PLAY_IS_LEFT[:1])
    fifth.locator("button[value=fill]").click()
    expect(fifth.locator("button[value=fill]")).to_have_count(0)
    expect(fifth.locator("button[value=challenge]")).to_have_count(0)  # too late: tiles were drawn (iowa-8)


def play_two_games_out(third: Page, fifth: Page, director: Page) -> None:
    """One ends with a player out, one with nobody able to play."""
    # At table 3 Faye begins, since Earl's turn was lost. She has 409 when she lays her last tile and the bag
    # is empty; Earl has 244 and holds Q and E: twice 11 are hers.
    record_plays(third, Q_AND_E_ARE_LEFT, before=1)
    expect(third.locator(".result h2")).to_contain_text("Faye Fox won (all tiles played)")
    expect(third.locator(".finals tr")).to_have_text(
        ["Earl East 244", "Faye Fox 409 + 22 = 431"], use_inner_text=True
    )
    both_sign(third)

    # At table 5 Mona has 273 and Liam 260; each holds one tile, and says that there is no play for it.
    record_plays(fifth, NO_PLAY_IS_LEFT[1:], before=1)
    for turns in (len(NO_PLAY_IS_LEFT) + 1, len(NO_PLAY_IS_LEFT) + 2):
        fifth.locator("#cannot-play > summary").click()
        fifth.locator("button[value=cannot-play]").click()
        expect(fifth.locator("#turns tbody tr")).to_have_count(turns)
    expect(fifth.locator("#evidence")).to_have_count(0)  # players are told nothing of the word list
    director.goto(fifth.url)
    # Q and V are left. The default lists have QI, so it depends on who holds the Q.
    expect(director.locator("#evidence p")).to_have_text(
        [
            "For the judge: ENABLE, MODERN cannot yet say whether a play was left.",
            "The tiles of Liam Moss are not known. Enter them to see whether a play was left.",
            "The tiles of Mona Nash are not known. Enter them to see whether a play was left.",
        ]
    )
    # Q is 10 and V, the only tile that is left for the other, 4: each loses their own.
    fifth.fill("#rack-0", "Q")
    fifth.locator("form:has(#rack-0) button[value=rack]").click()
    expect(fifth.locator(".finals tr")).to_have_text(
        ["Liam Moss 260 − 10 = 250", "Mona Nash 273 − 4 = 269"], use_inner_text=True
    )
    expect(director.locator("#evidence p")).to_have_text(
        [
            "For the judge: by ENABLE, MODERN, a play was left.",
            "Liam Moss could have played 10L Q(I) for 11 points.",
            "Mona Nash had no play.",
        ]
    )
    both_sign(fifth)


@pytest.mark.clause("iowa-8")
@pytest.mark.clause("iowa-9")
@pytest.mark.clause("iowa-18")
@pytest.mark.clause("iowa-equipment")
def test_the_day_from_the_list_to_the_medals(hall: Hall) -> None:
    url = hall.url
    director = hall.device(LAPTOP)
    make_tournament(director, url, "iowa", "Senior games")
    director.goto(f"{url}/director/tournament-1/entrants")
    enter_twenty(director)
    check_in_but_one(director)
    station = hall.joined(director, TABLET, "judging-station")
    expect(station).to_have_url(f"{url}/judge")
    keeper = hall.joined(director, LAPTOP, "event-scorekeeper")
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")

    # Round 1, in which the director says who meets: Abel and Bess, Carl and Dora, Earl and Faye at the tables
    # 1 to 3; Amos and Beth at table 4, Liam and Mona at table 5.
    start_round(director, url, 1, 1, OPEN)
    start_round(director, url, 2, 1, ("Amos Abbey", "Beth Bloom", *OLD[:2]))
    director.goto(f"{url}/director/tournament-1/paper")
    director.get_by_role("button", name="Find your table").click()
    by_name = screen.locator("[data-panel=pairings] .by-name li")
    expect(by_name).to_have_count(19)  # one of the twenty stayed away
    expect(by_name.filter(has_text="Faye Fox").locator(".number")).to_have_text("Table 3")
    expect(by_name.filter(has_text="Bye")).to_have_count(1)  # thirteen: one rests
    by_table = screen.locator("[data-panel=pairings-by-table] .by-table li")
    expect(by_table).to_have_count(9)
    expect(by_table.nth(2).locator(".name")).to_have_text(["Earl East", "Faye Fox"])

    third = hall.joined(director, PHONE, "table-scorekeeper", table="Table 3")
    fifth = hall.joined(director, PHONE, "table-scorekeeper", table="Table 5")
    challenge_before_and_after_the_draw(third, fifth, station)
    play_two_games_out(third, fifth, director)

    # Sheets: both of table 1 say the same, and the network is cut between a tap and its answer.
    keeper.goto(f"{url}/sheets/tournament-1")
    with answers_lost(keeper, "**/sheets/*"):
        enter_sheet(keeper, 1, 0, 360, 340)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1)
    enter_sheet(keeper, 1, 1, 360, 340)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(0)
    # Those of table 2 differ by 10, and the director asks before she decides.
    enter_sheet(keeper, 2, 0, 322, 310)
    expect(keeper.locator("ol.sheets > li.unsigned")).to_have_count(1)
    enter_sheet(keeper, 2, 1, 312, 310)
    expect(keeper.locator("ol.sheets > li.disputed")).to_contain_text("10 points apart")
    director.goto(f"{url}/director/tournament-1/rounds/1")
    said(director, "the two score sheets at table 2 differ")
    choose_right_sheet(director, 2, "322 – 310")
    correct_result(director, 1, 361, 340, "a digit was misread")
    close_round(director, 1)
    director.goto(f"{url}/director/tournament-1/rounds/2")
    byes = [bye_of(director)]
    hand_in_by_name(director)
    close_round(director, 1)

    # From here on the first by name wins, so that Abel and Amos win whatever they play, or have a bye.
    for number in range(2, 6):
        if number == 5:
            declare_default(director, url, "Faye Fox", "went home")
        start_round(director, url, 1, number)
        hand_in_by_name(director)
        close_round(director, number)
        start_round(director, url, 2, number)
        byes.append(bye_of(director))
        hand_in_by_name(director)
        close_round(director, number)
    # Five rounds, five who rested: nobody twice.
    assert len(set(byes)) == 5

    director.goto(f"{url}/director/tournament-1")
    said(director, "Time for the medals")
    next_button(director).click()
    awards = director.locator("#standings ol li")
    expect(awards.filter(has_text="Gold Open: Abel Acker")).to_have_count(1)
    expect(awards.filter(has_text="Gold 65 to 74: Amos Abbey")).to_have_count(1)
    for division in ("Open", "65 to 74"):  # many are level behind the first, and share what they won
        expect(awards.filter(has_text=f"Gold {division}")).to_have_count(1)
        expect(awards.filter(has_text=f"Silver {division}").first).to_be_visible()
    left = director.locator("#standings tr", has=director.locator("summary", has_text="Faye Fox"))
    expect(left).to_contain_text("not ranked")
    director.goto(f"{url}/director/tournament-1/log?text=merged")
    expect(director.locator("main")).to_contain_text("three entries are too few")


def bye_of(director: Page) -> str:
    """Who rests in the round on the page."""
    rests = director.locator("table.results tr", has=director.locator("th", has_text="–"))
    return rests.locator("bdi").inner_text()
