"""The Bee's evening through the pages alone: director, emcee, treasurer, judge, a team's phone, a screen."""

from playwright.sync_api import Page, expect

from .day import (
    Hall,
    answers_lost,
    correct_result,
    declare_default,
    enter_alone,
    make_tournament,
    next_button,
    preview_list,
    said,
)
from .station import LAPTOP, PHONE, PROJECTOR, TABLET

TEAMS = """name,members,division
Owls,Ada/Bert/Clara/Dev,Hare
"Jays & ""Co"" <i>",Edna/Felix/Gwen/Hugo,Hare
Wrens,Ines/Jonas/Kezia/Lars,Hare
"""


def announce(emcee: Page, number: int) -> None:
    """The words of a round, looked at first: B&B cannot be made of tiles."""
    emcee.fill("#starting-1", "LITERACY")
    emcee.fill("#surprise-1", "turtle")
    emcee.fill("#sponsors-1", "Rotary\nAcme\nB&B")
    emcee.locator("#words-1 button[value=check]").click()
    expect(emcee.locator("#words-1 [role=status]")).to_contain_text("No team can lay B&B")
    emcee.fill("#sponsors-1", "Rotary\nAcme")
    emcee.locator("#words-1").get_by_role("button", name=f"Announce for round {number}").click()
    expect(emcee.locator("#announced-1")).to_contain_text("LITERACY")


def test_the_evening_from_the_first_word_to_the_sum(hall: Hall) -> None:
    url = hall.url
    director = hall.device(LAPTOP)
    make_tournament(director, url, "bee", "Bee for literacy")
    preview_list(director, TEAMS)
    director.get_by_role("button", name="Enter all 3").click()
    director.get_by_role("button", name="All of them are here").click()
    expect(director.locator("tbody td").filter(has_text="✓")).to_have_count(3)

    emcee = hall.joined(director, TABLET, "emcee")
    expect(emcee).to_have_url(f"{url}/emcee/tournament-1")
    treasurer = hall.joined(director, LAPTOP, "treasurer")
    team = hall.joined(director, PHONE, "player", entrant="Owls")
    judge = hall.joined(director, TABLET, "judge")
    screen = hall.device(PROJECTOR)
    screen.goto(f"{url}/screen/tournament-1")

    for number in range(1, 4):
        if number == 3:
            declare_default(director, url, "Wrens", "two of them are ill")
        director.goto(f"{url}/director/tournament-1")
        expect(next_button(director)).to_have_text(f"Pair round {number}")
        next_button(director).click()
        director.get_by_role("button", name=f"Publish round {number}").click()
        if number == 1:
            said(director, "needs its starting word")
            announce(emcee, 1)
        # The emcee gives the signals for the whole room; phones and the screen follow.
        expect(next_button(emcee)).to_have_text(f"Start round {number}")
        next_button(emcee).click()
        expect(team.locator("section.my-seat ww-clock")).to_be_visible()
        expect(screen.locator("[data-panel=clock] ww-clock")).to_be_attached()
        if number == 2:
            buy(treasurer)
        emcee.locator("#early-1 > summary").click()
        emcee.locator("#early-1 button[value=call-time]").click()
        said(director, f"results of round {number} come in")
        if number == 1:
            challenge_a_word(team, judge)
        if number == 2:
            challenge_at_the_desk(director, judge)
        for table in range(1, 4) if number < 3 else (1, 2):
            enter_alone(director, table, 300 + 10 * table + number)
        if number == 1:
            correct_result(director, 2, 329, 0, "ROTARY was counted twice")
        said(director, f"all results of round {number} are in")
        next_button(director).click()
        expect(director.locator("#next .button", has_text="Close round")).to_have_count(0)

    director.goto(f"{url}/director/tournament-1")
    said(director, "Time for the medals")
    director.goto(f"{url}/director/tournament-1/paper")
    director.get_by_role("button", name="Ceremony").click()
    expect(screen.locator("[data-panel=ceremony] li.gold")).to_be_visible()
    expect(screen.locator("#foot b")).to_have_text("$1,656 of $3,000")
    count_the_cash(treasurer)
    report = treasurer.request.get(f"{url}/paper/tournament-1/treasurer")
    assert report.body().startswith(b"%PDF-")


def challenge_a_word(team: Page, judge: Page) -> None:
    """A word of the Wrens is brought to the judges, who find it not good: its points change hands."""
    team.reload()
    team.locator("#challenge-1 > summary").click()
    form = team.locator("#challenge-1 form")
    form.locator("select[name=member]").select_option("Ada")
    form.locator("select[name=challenged]").select_option(label="Wrens")
    form.locator("input[name=place]").fill("8D")
    form.locator("input[name=word]").fill("irregards")
    form.locator("input[name=points]").fill("14")
    form.get_by_role("button", name="Challenge").click()
    expect(judge.locator("[data-now] .word")).to_have_text("IRREGARDS")
    judge.keyboard.press("n")
    expect(judge.locator("#queue")).to_contain_text("Nothing waits")
    expect(team.locator("section.my-seat")).to_contain_text("its points are yours")


def challenge_at_the_desk(director: Page, judge: Page) -> None:
    """A Wren without a phone comes to the director; the word is good, and costs the Wrens 25."""
    director.locator("#challenges summary").click()
    form = director.locator("#challenges form")
    form.locator("select[name=challenger]").select_option(label="Kezia")
    form.locator("select[name=challenged]").select_option(label="Owls")
    form.locator("input[name=place]").fill("H8")
    form.locator("input[name=word]").fill("turtle")
    form.locator("input[name=points]").fill("6")
    form.get_by_role("button", name="Bring it to the judges").press("Enter")
    made = director.locator("#challenges li")
    expect(made).to_contain_text("Kezia (Wrens) challenged H8 TURTLE on the board of Owls.")
    expect(made).to_be_focused()
    expect(form.locator("input[name=word]")).to_have_value("")
    # The Owls' peek came first and waits; this one is ruled on before it.
    judge.locator(".queue > li").filter(has_text="TURTLE").locator("button[value=good]").click()
    expect(made).to_contain_text("Good. Wrens −25 bee-challenge")
    expect(made).to_be_focused()


def buy(treasurer: Page) -> None:
    """A sponsor's check, a target, a peek, a tile, all tiles: 1,500 + 1 + 5 + 150 dollars."""
    treasurer.locator("#target > summary").click()
    treasurer.fill("#target-amount", "3000")
    treasurer.get_by_role("button", name="Set the target").click()
    expect(treasurer.locator("#raised")).to_contain_text("of $3,000")
    with answers_lost(treasurer, "**/treasurer/*"):
        treasurer.fill("#amount", "1,500")
        treasurer.locator("#fund").select_option("sponsor")
        treasurer.get_by_role("button", name="Take it").click()
    expect(treasurer.locator("#raised")).to_contain_text("$1,500")
    owls, _, wrens = treasurer.locator("#accounts details").evaluate_all(
        "all => all.map((each) => each.id.replace('buys-', ''))"
    )
    treasurer.locator(f"#buys-{owls} > summary").click()
    treasurer.fill(f"#word-{owls}", "occured")
    treasurer.locator(f"#buys-{owls} button[value=peek]").click()
    expect(treasurer.locator("#raised")).to_contain_text("$1,501")
    treasurer.locator(f"#buys-{owls} button[value=tiles]").click()
    expect(treasurer.locator("#raised")).to_contain_text("$1,506")
    treasurer.locator(f"#buys-{wrens} > summary").click()
    treasurer.locator(f"#buys-{wrens} button[value=all-tiles]").click()
    expect(treasurer.locator("#raised")).to_contain_text("$1,656")


def count_the_cash(treasurer: Page) -> None:
    """The Owls pay their tab in cash, and the box is counted."""
    treasurer.get_by_role("button", name="Owls pays the tab: cash").click()
    expect(treasurer.locator("#cash p").first).to_contain_text("there must be $1,506 in the box")
    treasurer.fill("#cash input[name=amount]", "1506")
    treasurer.get_by_role("button", name="Compare").click()
    expect(treasurer.locator("#cash")).to_contain_text("agrees with the ledger")
    expect(treasurer.locator("#cash input[name=amount]")).to_have_value("")
