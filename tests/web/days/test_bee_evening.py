"""The Bee's evening through the pages alone: director, emcee, treasurer, judge, Word Waiter, a phone."""

import re
from collections import Counter
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from web.day import (
    Hall,
    answers_lost,
    correct_result,
    declare_default,
    enter_alone,
    hand_in_totals,
    hand_out,
    make_tournament,
    next_button,
    preview_file,
    said,
)
from web.hearing import LISTEN, wait_to_hear
from web.station import LAPTOP, PHONE, PROJECTOR, TABLET
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

HARE: Final = shipped_rulebook("bee-hare")
JAYS: Final = 'Jays & "Co" <i>'
TEAMS: Final = """name,members,division
Wrens,Ada/Bert/Clara/Dev,Hare
"Jays & ""Co"" <i>",Edna/Felix/Gwen/Hugo,Hare
Owls,Ines/Jonas/Kezia/Lars,Hare
Larks,L1/L2/L3/L4,Hare
Robins,R1/R2/R3/R4,Hare
Finches,F1/F2/F3/F4/F5,Hare
Crows,C1/C2/C3/C4,Hare
Doves,D1/D2/D3/D4/D5/D6,Hare
Terns,T1/T2/T3/T4,Hare
Snails,Ann/Ben/Cy/Di,Tortoise
Slugs,S1/S2/S3/S4,Tortoise
Sloths,S5/S6/S7/S8,Tortoise
Turtles,U1/U2/U3/U4,Tortoise
Koalas,K1/K2/K3/K4/K5,Tortoise
Limpets,L5/L6/L7/L8,Tortoise
"""

TORTOISES: Final = ("Snails", "Slugs", "Sloths", "Turtles", "Koalas", "Limpets")

WRENS_BOARD: Final = (
    ".BAND.PINA.....",
    "..LOUIE.E......",
    "..IMP...V...Z..",
    "OBES.K.RE...I.V",
    "DON..EWE..SEG.E",
    "ET...NaG.QAT..I",
    "......XU..W.FAN",
    ".......LITERACY",
    ".....AHA.UDO.M.",
    ".....LAT.R.T.EF",
    ".....G.I.T.A.SO",
    ".....OHO.L.R..R",
    ".....RUN.E.Y.ID",
    "......iS......O",
    "......C........",
)
"""46 words and all tiles but J and I.

LITERACY on 8H: 14 with the R doubled at 8L, ×2 for the star, ×3 at 8O: 84. ROTARY at L8: its R doubled,
10, ×2 at L12: 20. TURTLE at J8: its R tripled at J10, 8. ACMES at N7: its E tripled at N10, 11.
REGULATIONS at H4: R doubled at H4, O at H12, 14, ×2 for the star: 28. All words together make 566.
"""

HARES: Final = ("Wrens", JAYS, "Owls", "Larks", "Robins", "Finches", "Crows", "Doves", "Terns")
ROUNDS: Final = tuple(
    {name: total for name, total in zip(HARES, totals, strict=True) if total is not None}
    for totals in (
        (None, 890, 805, 640, 700, 655, 580, 720, 500),
        (610, 600, 590, 700, 550, 500, 480, 470, 400),
        (500, 504, None, 560, 450, 420, 400, 390, 300),
    )
)
"""What the sheets of the Hares say; in the first round the Wrens paint theirs, the Jays have ROTARY twice."""


def confirm_that_there_are_none(emcee: Page, number: int) -> None:
    """A later round without words of its own: the page says what is missing until the emcee confirms it."""
    said(emcee, f"round {number} needs its words before it starts")
    words = emcee.locator("#words-1")
    expect(words.locator(".breach")).to_contain_text("If there is none, tick that below.")
    for name in ("ROTARY", "ACME", "B&B"):
        words.get_by_label(name).uncheck()
    for none in ("no surprise word", "No sponsors are announced"):
        words.get_by_label(none).check()
    words.get_by_role("button", name=f"Announce words for round {number}").click()
    expect(words.locator(".breach")).to_have_count(0)


def announce(emcee: Page, number: int) -> None:
    """The words of a round, looked at first: B&B cannot be made of tiles."""
    emcee.fill("#names", "Rotary\nAcme\nB&B")
    with emcee.expect_navigation():  # the page comes anew, with a tick for each
        emcee.get_by_role("button", name="Save the sponsors").click()
    emcee.fill("#starting-1", "LITERACY")
    emcee.fill("#surprise-1", "turtle")
    for name in ("ROTARY", "ACME", "B&B"):
        emcee.locator("#sponsors-1").get_by_label(name).check()
    emcee.locator("#words-1 button[value=check]").click()
    expect(emcee.locator("#words-1 [role=status]")).to_contain_text("No team can lay B&B")
    emcee.locator("#sponsors-1").get_by_label("B&B").uncheck()
    emcee.locator("#words-1").get_by_role("button", name=f"Announce words for round {number}").click()
    expect(emcee.locator("#announced-1")).to_contain_text("LITERACY")


@pytest.mark.clause("bee-winners")
@pytest.mark.clause("bee-challenge")
@pytest.mark.clause("bee-peek")
@pytest.mark.clause("bee-sponsor")
@pytest.mark.clause("bee-surprise")
@pytest.mark.clause("bee-11")
@pytest.mark.clause("bee-hare-7")
@pytest.mark.clause("bee-tortoise-7-8")
def test_the_evening_from_the_first_word_to_the_sum(hall: Hall) -> None:
    url = hall.url
    director = hall.device(LAPTOP)
    make_tournament(director, url, "bee", "Bee for literacy")
    preview_file(director, TEAMS)
    director.get_by_role("button", name="Import all 15").click()
    for left in (1, 0):
        everybody = director.get_by_role("button", name="Check in everyone")
        everybody.first.click()
        expect(everybody).to_have_count(left)
    expect(director.locator(".check-ins button[name=not-here]")).to_have_count(15)

    emcee = hall.joined(director, TABLET, "emcee")
    expect(emcee).to_have_url(f"{url}/emcee/tournament-1")
    treasurer = hall.joined(director, LAPTOP, "treasurer")
    team = hall.joined(director, PHONE, "player", entrant="Wrens")
    judge = hall.joined(director, TABLET, "judge")
    waiter = hall.joined(director, TABLET, "table-scorekeeper", table="Table 1")
    waiter.context.add_init_script(LISTEN)
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")

    for number in range(1, 4):
        if number == 3:
            declare_default(director, url, "Owls", "two of them are ill")
        director.goto(f"{url}/director/tournament-1/rounds/1")
        director.get_by_role("button", name=f"Publish round {number}").click()
        if number == 1:
            said(director, "needs its words before it starts")
            announce(emcee, 1)
        else:
            confirm_that_there_are_none(emcee, number)
        # The emcee gives the signals for the whole room; phones and the screen follow.
        expect(next_button(emcee)).to_have_text(f"Start round {number}")
        next_button(emcee).click()
        expect(team.locator("section.my-seat ww-clock")).to_be_visible()
        expect(emcee.locator("#announced-1 h2")).to_have_text(
            [f"Hare: words for round {number + 1}"] if number < 3 else []
        )
        expect(emcee.locator("#words-1 form")).to_have_count(1 if number < 3 else 0)
        expect(screen.locator("[data-panel=clock] ww-clock")).to_be_attached()
        see_tiles_out(waiter, url, number)
        if number == 2:
            before = tiles_beside(waiter)
            buy(treasurer)
            expect(waiter.locator("#out-count")).to_have_text("19 tiles are out of play (removed at random).")
            (bought,) = tiles_beside(waiter) - before
            named = "blank" if bought == "?" else bought
            expect(waiter.locator("#came-back")).to_have_text(f"Bought back and in play again: {named}")
        emcee.locator("#early-1 > summary").click()
        emcee.locator("#early-1 button[value=call-time]").click()
        said(director, f"results for round {number} are coming in")
        if number == 1:
            paint_the_wrens_board(waiter)
            accept_the_long_word(judge)
            challenge_a_word(team, judge)
            expect(director.locator("#challenges select[name=challenger] optgroup")).to_have_count(8)
        if number == 2:
            challenge_at_the_desk(director)
            answer_the_peek(judge, waiter)
        others = dict(ROUNDS[number - 1])
        enter_alone(director, 2, others.pop(JAYS))
        hand_in_totals(director, others)
        if number == 1:
            director.goto(f"{url}/judges")
            rule_on_a_total(team, judge, director)
            director.goto(f"{url}/director/tournament-1/rounds/1")
            correct_result(director, 2, 790, 0, "ROTARY was counted twice")
        if number == 2:
            judge.locator(".queue > li").filter(has_text="TURTLE").locator("button[value=good]").click()
            expect(director.locator("#challenges li")).to_contain_text("Good. Owls −25 rule")
        said(director, f"all results for round {number} are in")
        next_button(director).click()
        expect(director.locator("#next .button", has_text="Close round")).to_have_count(0)

    play_as_tortoises(director, emcee, url)
    director.goto(f"{url}/director/tournament-1")
    said(director, "Time for the medals")
    look_at_the_standings(director, url, bought)
    director.goto(f"{url}/director/tournament-1/paper")
    hand_out(director)
    expect(screen.locator("[data-panel=ceremony] li.gold").first).to_be_visible()
    expect(screen.locator("#stage span")).to_have_text(
        ["Hare · Round 3 of 3, closed · final", "Tortoise · Round 1 of 1, closed · final"]
    )
    expect(screen.locator("#foot b")).to_have_text("$3,215 of $3,000")
    look_at_the_money(treasurer)
    count_the_cash(treasurer)
    for paper in ("certificates", "sponsors", "treasurer"):
        link = director.locator(f"a[href*='/paper/tournament-1/{paper}']").first.get_attribute("href")
        assert director.request.get(f"{url}{link}").body().startswith(b"%PDF-")


def see_tiles_out(waiter: Page, url: str, number: int) -> None:
    """The Word Waiter of the Wrens sees how many tiles are out: none, twenty, ten."""
    # The page waits for the round, also at the board of the last one, and goes there by itself.
    expect(waiter).to_have_url(f"{url}/hare/tournament-1/1/{number}/1.1")
    expect(waiter.locator("ww-board[data-ready]")).to_be_visible()
    out = waiter.locator("#out-count")
    if number == 1:
        expect(out).to_have_count(0)
    else:
        tiles = {2: 20, 3: 10}[number]
        expect(out).to_have_text(f"{tiles} tiles are out of play (removed at random).")


def paint_the_wrens_board(waiter: Page) -> None:
    """The board row by row by keyboard; the tally grows, and what stands out is marked."""
    expect(waiter.locator("#member")).to_be_visible()  # hands off: the board is entered now
    wait_to_hear(waiter, "Time called: hands off.")
    waiter.locator("[data-sq=A1]").click()
    for row in WRENS_BOARD:
        for sign in row.rstrip("."):
            waiter.keyboard.press(f"Shift+{sign.upper()}" if sign.islower() else sign)
        waiter.keyboard.press("Enter")
    expect(waiter.locator("#word-count")).to_have_text("46 words")
    # 566 for the words, ROTARY 100, TURTLE 50, less J 8 and I 1.
    expect(waiter.locator("#total")).to_have_text("707")
    lines = waiter.locator("#lines")
    for line in ("ROTARY: R1×2 O1 T1 A1 R1 Y4 = 10, ×2 = 20", "ROTARY at L8: +100", "TURTLE at J8: +50"):
        expect(lines).to_contain_text(line)
    expect(lines.locator("tr").filter(has_text=re.compile("unplayed|left"))).to_contain_text("9")
    problems = waiter.locator("#problems")
    expect(problems).to_contain_text("ACMES")
    expect(problems.locator("#all-problems .fault")).to_contain_text("REGULATIONS has 11 letters")
    expect(waiter.locator("[data-sq=H4]")).to_have_attribute("data-problem", "")
    expect(waiter.locator("#loose li")).to_have_text(["I", "J"])
    expect(waiter.locator("#saved")).to_have_text(re.compile(r"^All saved"))
    waiter.locator("#member").select_option("Clara")
    waiter.locator("button[value=submit]").click()
    expect(waiter.locator("#member")).to_have_count(0)


def accept_the_long_word(judge: Page) -> None:
    """REGULATIONS goes to the judges, who let it count this once."""
    waiting = judge.locator(".queue > li").filter(has_text="REGULATIONS")
    waiting.get_by_label("Reason").fill("the emcee had said eleven")
    waiting.locator("button[value=accept]").click()
    expect(waiting).to_have_count(0)


def answer_the_peek(judge: Page, waiter: Page) -> None:
    """The judge's answer is final, and stands on the Word Waiter's page."""
    expect(waiter.locator("#peeks")).to_contain_text("OCCURED waiting for the judge")
    judge.locator(".queue > li").filter(has_text="OCCURED").locator("button[value=bad]").click()
    wait_to_hear(waiter, "OCCURED ✗ not good")


def challenge_a_word(team: Page, judge: Page) -> None:
    """A word of the Owls is brought to the judges, who find it not good: its points change hands."""
    team.context.add_init_script(LISTEN)
    team.reload()
    team.locator("#challenge-1 > summary").click()
    form = team.locator("#challenge-1 form")
    form.locator("select[name=member]").select_option("Ada")
    form.locator("select[name=challenged]").select_option(label="Owls")
    form.locator("input[name=place]").fill("8D")
    form.locator("input[name=word]").fill("irregards")
    form.get_by_role("button", name="Challenge").click()
    expect(judge.locator("#queue .word")).to_have_text("IRREGARDS")
    expect(judge.locator("#queue")).to_contain_text("Owls has not handed in its board yet")
    expect(judge.locator("#queue button[value=bad]")).to_have_count(0)
    # Another one this round is not offered, and refused where an older page sends it.
    expect(team.locator("section.my-seat")).to_contain_text("Your team has used its challenge")
    expect(team.locator("#challenge-1")).to_have_count(0)
    answer = team.evaluate(
        """async () => {
          const word = { challenged: 4, place: '3C', word: 'thrum' };
          const body = new URLSearchParams({ challenger: 1, member: 'Bert', ...word });
          const headers = { Accept: 'application/json' };
          return (await fetch(location.pathname, { method: 'POST', body, headers })).text();
        }"""
    )
    assert "no-challenge-left" in answer
    assert "bee-challenge" in answer


def rule_on_a_total(team: Page, judge: Page, director: Page) -> None:
    """The Owls handed in a total alone: a judge enters the word's points, and the director confirms them."""
    waiting = judge.locator(".queue > li").filter(has_text="IRREGARDS")
    expect(waiting).to_contain_text("Owls handed in only a total")
    waiting.get_by_label("Points of the word").fill("14")
    waiting.locator("button[value=bad]").click()
    expect(waiting).to_contain_text("Another official must confirm this.")
    expect(waiting.locator("button[value=confirm]")).to_have_count(0)
    director.get_by_role("button", name="Confirm 14 points").click()
    expect(judge.locator("#queue")).to_contain_text("Nothing is waiting")
    expect(team.locator("section.my-seat")).to_contain_text("its points are yours")
    wait_to_hear(team, "its points are yours")


def challenge_at_the_desk(director: Page) -> None:
    """An Owl without a phone comes to the director; the word is good, and costs the Owls 25."""
    director.locator("#challenges summary").click()
    form = director.locator("#challenges form")
    form.locator("select[name=challenger]").select_option(label="Kezia")
    form.locator("select[name=challenged]").select_option(label="Wrens")
    form.locator("input[name=place]").fill("H8")
    form.locator("input[name=word]").fill("turtle")
    form.get_by_role("button", name="Send to the judges").press("Enter")
    made = director.locator("#challenges li")
    expect(made).to_contain_text("Kezia (Owls) challenged H8 TURTLE on the board of Wrens.")
    expect(made).to_be_focused()
    expect(form.locator("input[name=word]")).to_have_value("")


def buy(treasurer: Page) -> None:
    """A target, a sponsor's check, the hat, a peek, a tile, all tiles: 2,500 + 559 + 1 + 5 + 150 dollars."""
    treasurer.locator("#target > summary").click()
    treasurer.fill("#target-amount", "3000")
    treasurer.get_by_role("button", name="Set target").click()
    raised = treasurer.locator("#raised")
    expect(raised).to_contain_text("of $3,000")
    with answers_lost(treasurer, "**/treasurer/*"):
        treasurer.fill("#amount", "2,500")
        treasurer.locator("#fund").select_option("sponsor")
        treasurer.get_by_role("button", name="Save payment").click()
    expect(raised).to_contain_text("$2,500")
    amount = treasurer.locator("#amount")
    expect(amount).to_have_value("")  # nobody takes it once more by pressing again
    expect(treasurer.locator("#fund")).to_have_value("donation")
    treasurer.fill("#amount", "559")
    treasurer.locator("#fund").select_option("donation")
    treasurer.get_by_role("button", name="Save payment").click()
    expect(raised).to_contain_text("$3,059")
    expect(amount).to_have_value("")
    expect(amount).to_be_focused()
    # Entrants are numbered as they were entered: the Wrens 1, the Larks 4.
    treasurer.locator("#buys-1 > summary").click()
    treasurer.fill("#word-1", "occured")
    treasurer.locator("#buys-1 button[value=peek]").click()
    expect(raised).to_contain_text("$3,060")
    expect(treasurer.locator("#buys-1")).to_contain_text("Tiles to buy back (20 are out)")
    treasurer.locator("#buys-1 button[value=tiles]").click()
    expect(raised).to_contain_text("$3,065")
    treasurer.locator("#buys-4 > summary").click()
    treasurer.locator("#buys-4 button[value=all-tiles]").click()
    expect(raised).to_contain_text("$3,215")


def tiles_beside(waiter: Page) -> Counter[str]:
    """The tiles that lie beside the board of the Wrens."""
    kinds = waiter.locator("#loose li").all_inner_texts()
    pairs = [kind.replace("\n", "").partition("×")[::2] for kind in kinds]
    return Counter({tile.strip(): int(many or 1) for tile, many in pairs})


def look_at_the_money(treasurer: Page) -> None:
    """By kind and by team: 1 + 5 + 150 + 2,500 + 559 dollars."""
    expect(treasurer.locator("#raised dl.sums dd").nth(1)).to_have_text(
        "$156"
    )  # on tabs: the Wrens' 6 and 150
    kinds = treasurer.locator("#raised dl.sums > div")
    for kind, sum_of_it in (
        ("Peeks", "$1"),
        ("Tiles", "$5"),
        ("All tiles", "$150"),
        ("Sponsor", "$2,500"),
        ("Donation", "$559"),
    ):
        named = treasurer.get_by_text(kind, exact=True)
        expect(kinds.filter(has=named).locator("dd")).to_have_text(sum_of_it)
    teams = treasurer.locator("#accounts tbody tr")
    for name, raised in (("Wrens", "$6"), ("Larks", "$150"), ("Terns", "$0")):
        expect(teams.filter(has_text=name).locator("td").first).to_have_text(raised)


def play_as_tortoises(director: Page, emcee: Page, url: str) -> None:
    """The one game that counts. It is not timed, ends when its team says so, and no other has to follow."""
    emcee.reload()
    emcee.fill("#starting-2", "GLOW")
    emcee.locator("#sponsors-2").get_by_label("B&B").uncheck()  # nobody can lay it
    emcee.locator("#words-2").get_by_label("There is no surprise word").check()
    emcee.locator("#words-2 button[value=announce]").click()
    expect(emcee.locator("#announced-2")).to_contain_text("GLOW")
    director.goto(f"{url}/director/tournament-1/rounds/2")
    director.get_by_role("button", name="Publish round 1").click()
    said(director, "round 1 is published")
    next_button(director).click()
    said(director, "round 1 in progress")
    expect(emcee.locator("#announced-2")).to_be_empty()
    expect(emcee.locator("#words-2 form")).to_have_count(0)
    totals = (611, 640, 580, 630, 500, 499)
    hand_in_totals(director, dict(zip(TORTOISES, totals, strict=True)))
    said(director, "all results for round 1 are in")
    next_button(director).click()
    said(director, "all rounds that count are closed")
    expect(next_button(director)).to_have_text("See the standings")
    expect(director.get_by_role("button", name="Play round 2 for fun")).to_be_visible()


def look_at_the_standings(director: Page, url: str, bought: str) -> None:
    """Hare by the sum of three boards, Tortoise by the first game, and without bought tiles."""
    director.goto(f"{url}/director/tournament-1/standings")
    hare, tortoise, without = director.locator("#standings table").all()
    # Larks 640 + 700 + 560, Jays 790 + 600 + 504, Wrens 707 + 14 for IRREGARDS + 610 + 500.
    expect(hare.locator("tbody summary bdi")).to_have_text(
        ["Larks", JAYS, "Wrens", "Robins", "Doves", "Finches", "Crows", "Terns", "Owls"]
    )
    expect(hare.locator("tbody tr td:last-child")).to_have_text(
        ["1,900", "1,894", "1,831", "1,700", "1,580", "1,575", "1,460", "1,200", "0"]
    )
    expect(tortoise.locator("tbody summary bdi")).to_have_text(
        ["Slugs", "Turtles", "Snails", "Sloths", "Koalas", "Limpets"]
    )
    expect(tortoise.locator("tbody tr td:last-child").nth(2)).to_have_text("611")
    # The Wrens have one tile more: what is printed on it comes off. Which ten the Larks kept was never drawn.
    value = HARE.table.tile_set.values.get(bought, 0)
    wrens = without.locator("tbody tr").filter(has_text="Wrens").locator("td")
    expect(wrens).to_have_text(["1,831", f"{value}", f"{1831 - value:,}"])
    expect(without.locator("tbody th").first).to_have_text(JAYS)
    expect(without.locator("tbody tr").last.locator("td")).to_have_text(["1,900", "not known"])


def count_the_cash(treasurer: Page) -> None:
    """The Wrens pay their tab in cash, and the box is counted."""
    treasurer.get_by_role("button", name="Pay the tab of Wrens: cash").click()
    expect(treasurer.locator("#cash p").first).to_contain_text("the box should hold $3,065")
    treasurer.fill("#cash input[name=amount]", "3065")
    treasurer.get_by_role("button", name="Compare").click()
    expect(treasurer.locator("#cash")).to_contain_text("matches the ledger")
    expect(treasurer.locator("#cash input[name=amount]")).to_have_value("")
