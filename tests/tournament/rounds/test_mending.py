"""A no-show after publishing: the bye that it leaves still never goes to a medal contender without need."""

from dataclasses import replace

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.entrants import Profile, single
from wordwaiter.tournament.formats.choices import PairingMethod, Players
from wordwaiter.tournament.formats.reading import shipped_format
from wordwaiter.tournament.next_step import next_step
from wordwaiter.tournament.rounds.proposals import pairing_contenders, propose_round

OPEN = "Open"
HIGHEST = (
    "After the first game, the 2 players with the highest scores will play against each other and so on "
    "until all have been allocated to a table."
)


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.open(OPEN, "ontario")
    pairs = (("Ann", "Abe"), ("Bea", "Bob"), ("Cat", "Cy"), ("Dan", "Di"), ("Eve", "Ed"))
    desk.enter(OPEN, [seniors(*each) for each in pairs])
    return desk


def contenders(desk: Desk) -> set[str]:
    return {each.name for each in pairing_contenders(desk.tournament, OPEN) if each.in_medal_place}


def second_round(desk: Desk) -> None:
    """Ann's and Bea's pairs have 4 points, Cat's 2, the others none; Bob is to meet Eve."""
    desk.play(
        OPEN, ["Ann 400 Dan 300", "Abe 390 Eve 310", "Bea 380 Di 280", "Cat 360 Ed 290", "Bob 350 Cy 340"]
    )
    desk.publish(OPEN, [("Ann", "Bea"), ("Abe", "Cat"), ("Bob", "Eve"), ("Cy", "Dan"), ("Di", "Ed")])


@pytest.mark.clause("ontario-2", HIGHEST)
def test_a_no_show_does_not_leave_the_bye_to_a_medal_contender(desk: Desk) -> None:
    second_round(desk)
    assert contenders(desk) == {"Ann", "Abe", "Bea", "Bob", "Cat", "Cy"}
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Eve"), "went home"))
    refusal = desk.refused(c.StartRound(DIRECTOR, OPEN), "bye-to-mend", "ontario-2")
    assert "Bob, a medal contender, would have the bye, and Ed can take it" in refusal.sentence
    step = next_step(desk.tournament, desk.now_ms, shipped_rulebook)
    assert step is not None
    assert step.mend is not None
    assert (step.mend.who, step.mend.instead) == (desk.number("Bob"), desk.number("Ed"))
    desk.do(c.WithdrawRound(DIRECTOR, OPEN, "Eve has left"))
    again = propose_round(desk.tournament, OPEN, DIRECTOR, desk.rng)
    assert [(each.contender, each.why) for each in again.command.rests] == [
        (desk.number("Ed"), "Ed cannot be ranked, so that the bye decides no medal (ontario-2)")
    ]
    desk.do(again.command)
    desk.do(c.StartRound(DIRECTOR, OPEN))


@pytest.mark.clause("ontario-2")
def test_who_sat_against_one_who_left_may_rest_where_that_decides_no_medal(desk: Desk) -> None:
    second_round(desk)
    # Ed, whose partner Eve is still there, is no medal contender, and takes the bye that Di leaves.
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Di"), "went home"))
    desk.do(c.StartRound(DIRECTOR, OPEN))


@pytest.mark.clause("ontario-2")
def test_nobody_rests_where_two_no_shows_leave_two_who_can_play(desk: Desk) -> None:
    second_round(desk)
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Eve"), "went home"))
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Dan"), "went home"))
    refusal = desk.refused(c.StartRound(DIRECTOR, OPEN), "bye-to-mend")
    assert "all can play; pair round 2 again" in refusal.sentence


@pytest.mark.clause("ontario-2")
def test_once_the_games_have_begun_nobody_else_can_take_the_bye(desk: Desk) -> None:
    second_round(desk)
    desk.do(c.StartRound(DIRECTOR, OPEN))
    desk.do(c.ForfeitGame(DIRECTOR, OPEN, 2, 3, (desk.number("Eve"),), "not seen since lunch"))
    step = next_step(desk.tournament, desk.now_ms, shipped_rulebook)
    assert step is not None
    assert step.mend is None


@pytest.mark.clause("ontario-b-points")
def test_who_is_level_with_the_last_medal_place_is_a_contender(desk: Desk) -> None:
    # Four points for Ann's pair; two each for Bea's, Cat's and Dan's. Cat and Dan have the same games.
    desk.play(
        OPEN, ["Ann 400 Eve 300", "Abe 390 Ed 310", "Bea 380 Di 290", "Cat 370 Bob 280", "Dan 370 Cy 290"]
    )
    assert contenders(desk) == {"Ann", "Abe", "Bea", "Bob", "Cat", "Cy", "Dan", "Di"}


@pytest.mark.clause("ontario-2", HIGHEST)
@pytest.mark.parametrize("later", [PairingMethod.LAST_SCORES, PairingMethod.BY_HAND])
def test_a_published_bye_goes_to_no_medal_contender_however_it_was_paired(later: PairingMethod) -> None:
    # Singles: Ann, Bob and Cat won by 40, 30 and 20 points; Dan, Eve and Fay lost, and Fay has gone home.
    desk = Desk()
    ontario = shipped_format("ontario")
    entry = replace(ontario.entry, kind=Players(), least_age=None)
    desk.open(OPEN, replace(ontario, entry=entry, pairing=replace(ontario.pairing, later=later)))
    desk.enter(OPEN, [single(Profile(name)) for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")])
    desk.play(OPEN, ["Ann 340 Dan 300", "Bob 330 Eve 300", "Cat 320 Fay 300"])
    desk.do(c.DeclareDefault(DIRECTOR, desk.number("Fay"), "went home"))
    desk.publish(OPEN, [("Bob", "Cat"), ("Dan", "Eve")], byes=["Ann"])
    refusal = desk.refused(c.StartRound(DIRECTOR, OPEN), "bye-to-mend", "ontario-2")
    assert "Ann, a medal contender, would have the bye" in refusal.sentence
    desk.do(c.WithdrawRound(DIRECTOR, OPEN, "Ann must play"))
    desk.publish(OPEN, [("Ann", "Bob"), ("Cat", "Dan")], byes=["Eve"])
    desk.do(c.StartRound(DIRECTOR, OPEN))
