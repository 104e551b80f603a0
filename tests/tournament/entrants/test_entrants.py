"""Who takes part: entries, ages, names, equipment, coming late, leaving, divisions moved and merged."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.errors import MalformedError
from wordwaiter.rules.announcement import NOTHING_ANNOUNCED, AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.divisions import open_tournament
from wordwaiter.tournament.entrants.entrants import (
    AgeBand,
    Application,
    Profile,
    PublicNames,
    ages_of_text,
    pair_of,
    single,
)
from wordwaiter.tournament.entrants.finding import overlapping
from wordwaiter.tournament.entrants.registration import refusals
from wordwaiter.tournament.equipment import equipment
from wordwaiter.tournament.facts import DivisionsMerged, EntrantsRegistered, FormatChanged
from wordwaiter.tournament.formats.choices import PairingMethod
from wordwaiter.tournament.formats.reading import changed_format, shipped_format
from wordwaiter.tournament.log import log_of
from wordwaiter.tournament.money.ledger import Fund, Method
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.undoing import undo_command


def aged(name: str, age: int | None, *, brings_set: bool = False, brings_clock: bool = False) -> Application:
    return single(Profile(name, age=age, brings_set=brings_set, brings_clock=brings_clock))


@pytest.fixture
def iowa() -> Desk:
    desk = Desk()
    desk.open("55-64", "iowa", AgeBand(55, 64))
    desk.open("65-74", "iowa", AgeBand(65, 74))
    desk.open("75+", "iowa", AgeBand(75))
    return desk


# ---------------------------------------------------------------- entries


def test_entrants_and_contenders_are_numbered_in_one_sequence() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.open("Club", "club")
    assert desk.enter("Open", [seniors("Ann", "Bob"), seniors("Cy", "Di")]) == [2, 3, 5, 6]
    assert desk.players("Club", "Eve") == [7]
    assert desk.tournament.entrant(1).name == "Ann & Bob"
    assert desk.tournament.partner_of(2) == 3
    assert desk.tournament.partner_of(7) is None


@pytest.mark.clause("iowa-format")
def test_an_age_division_takes_only_its_ages(iowa: Desk) -> None:
    iowa.enter("65-74", [aged("Ann", 65), aged("Bob", 74)])
    iowa.refused(c.Register(DIRECTOR, "65-74", (aged("Cy", 64),)), "other-age", "iowa-format")
    iowa.refused(c.Register(DIRECTOR, "75+", (aged("Cy", None),)), "no-age")
    assert str(iowa.tournament.division("75+").ages) == "75+"


@pytest.mark.clause("ontario-b-teams")
def test_a_pair_is_two_players_of_55_or_over() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    young = pair_of(Profile("Ann", age=55), Profile("Bob", age=54))
    desk.refused(c.Register(DIRECTOR, "Open", (young,)), "too-young", "ontario-b-teams")
    alone = single(Profile("Ann", age=60))
    desk.refused(c.Register(DIRECTOR, "Open", (alone,)), "wrong-number", "ontario-b-teams")
    (told,) = refusals(alone, desk.tournament.divisions["Open"], set())
    assert str(told).startswith("Ann has 1 person, but an entry in Open needs 2")
    desk.enter("Open", [pair_of(Profile("Ann", age=55), Profile("Bob", age=99))])


@pytest.mark.clause("bee-teams")
@pytest.mark.parametrize(("members", "fits"), [(3, False), (4, True), (6, True), (7, False)])
def test_a_team_of_the_bee_has_four_to_six_members(members: int, fits: bool) -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    command = c.Register(DIRECTOR, "Hare", (team("Owls", *"ABCDEFG"[:members]),))
    if fits:
        assert isinstance(desk.do(command)[0], EntrantsRegistered)
    else:
        desk.refused(command, "team-size", "bee-teams")


def test_two_people_of_one_name_are_told_apart() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann Lee")
    refusal = desk.refused(c.Register(DIRECTOR, "Club", (single(Profile("ANN LEE")),)), "name-taken")
    assert "tell them apart" in refusal.sentence
    same = (single(Profile("Bo")), single(Profile("Bo")))
    desk.refused(c.Register(DIRECTOR, "Club", same), "name-taken")


def test_a_wrong_entry_among_many_enters_nobody() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.refused(c.Register(DIRECTOR, "Club", (single(Profile("Ann")), single(Profile(" ")))), "no-name")
    assert desk.tournament.entrants_of("Club") == ()
    desk.refused(c.Register(DIRECTOR, "Club", ()), "nobody")
    desk.refused(c.Register(DIRECTOR, "Pub", (single(Profile("Ann")),)), "no-such-division")


def test_a_misspelt_name_is_put_right_and_a_pair_that_is_called_by_it_follows() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("An", "Bob"), seniors("Cy", "Di", "Aces")])
    desk.do(c.ChangeProfile(DIRECTOR, desk.number("An"), Profile("Ann", "Ames", 62, brings_set=True)))
    assert desk.tournament.entrant(1).name == "Ann & Bob"
    assert desk.tournament.contender(desk.number("Ann")).profile.club == "Ames"
    desk.do(c.ChangeProfile(DIRECTOR, desk.number("Cy"), Profile("Cyd", age=60)))
    assert desk.tournament.entrant(4).name == "Aces"
    cyd = desk.number("Cyd")
    desk.refused(c.ChangeProfile(DIRECTOR, cyd, Profile("Cyd", age=60)), "no-change")
    desk.refused(c.ChangeProfile(DIRECTOR, cyd, Profile("bob", age=60)), "name-taken")
    desk.refused(c.ChangeProfile(DIRECTOR, cyd, Profile("Cyd", age=50)), "too-young", "ontario-b-teams")
    desk.do(c.ChangeProfile(DIRECTOR, cyd, Profile("Cyd", age=60), "Kings"))
    assert desk.tournament.entrant(4).name == "Kings"
    desk.do(undo_command(desk.facts, DIRECTOR, "a slip"))
    assert desk.tournament.entrant(4).name == "Aces"
    desk.do(c.ChangeProfile(DIRECTOR, cyd, Profile("Cyd", age=60), ""))
    assert desk.tournament.entrant(4).name == "Cyd & Di"
    desk.refused(c.ChangeProfile(DIRECTOR, cyd, Profile("Cyd", age=60), "ann & bob"), "name-taken")
    desk.check_told_again()


def test_who_was_entered_by_mistake_is_taken_out_and_nobody_gets_the_number() -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, bob, cy = desk.players("Club", "Ann", "Bob", "Cy")
    desk.do(c.Withdraw(DIRECTOR, cy, "ill"))
    desk.refused(c.RemoveEntrants(DIRECTOR, (cy,), " "), "no-reason")
    desk.refused(c.RemoveEntrants(DIRECTOR, (), "typed twice"), "nobody")
    desk.do(c.RemoveEntrants(DIRECTOR, (cy,), "typed twice"))
    assert list(desk.tournament.entrants) == [ann, bob]
    assert cy not in desk.tournament.here | desk.tournament.departures.keys()
    desk.refused(c.RemoveEntrants(DIRECTOR, (cy,), "again"), "no-such-entrant")
    assert desk.players("Club", "Cy") == [4]
    desk.do(c.TakeMoney(DIRECTOR, Fund.DONATION, 500, Method.CASH, 4))
    desk.refused(c.RemoveEntrants(DIRECTOR, (4,), "typed twice"), "has-an-account")
    desk.publish("Club", [("Ann", "Bob")], byes=["Cy"])
    desk.refused(c.RemoveEntrants(DIRECTOR, (ann,), "typed twice"), "has-a-seat")
    desk.check_told_again()


def test_a_list_that_was_entered_by_mistake_is_taken_back_whole() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.do(c.Register(DIRECTOR, "Open", (seniors("Ann", "Bob"), seniors("Cy", "Di"))))
    assert isinstance(undo_command(desk.facts, DIRECTOR, "the list of last year"), c.RemoveEntrants)
    desk.do(undo_command(desk.facts, DIRECTOR, "the list of last year"))
    assert not desk.tournament.entrants
    *_, line = log_of(desk.facts)
    assert line.sentence == "taken out, entered by mistake: Ann & Bob, Cy & Di (the list of last year)"


@pytest.mark.parametrize("text", ["31.12.2026", "2026-02-30", "20260620", "2026-W01-1", "tomorrow"])
def test_a_day_is_written_in_one_way(text: str) -> None:
    with pytest.raises(MalformedError) as refusal:
        open_tournament(c.OpenTournament(DIRECTOR, "Cup", text, names=PublicNames.FULL), 0)
    assert refusal.value.code == "bad-date"


# ---------------------------------------------------------------- equipment


@pytest.mark.clause("iowa-equipment")
def test_sets_needed_stand_against_sets_brought_and_provided() -> None:
    desk = Desk(sets=1, clocks=0)
    desk.open("All", "iowa")
    entries = [aged(f"P{index}", 70, brings_set=index < 3, brings_clock=index < 2) for index in range(11)]
    desk.enter("All", entries)
    at_hand = equipment(desk.tournament)
    assert (at_hand.boards, at_hand.sets_brought, at_hand.sets_provided) == (5, 3, 1)
    assert at_hand.sets_missing == 1
    assert at_hand.boards_without_clock == 3
    desk.do(c.ProvideEquipment(DIRECTOR, sets=2, clocks=9))
    assert equipment(desk.tournament).sets_missing == 0
    assert equipment(desk.tournament).boards_without_clock == 0
    # One who has left takes the set along.
    desk.do(c.Withdraw(DIRECTOR, desk.number("P0"), "ill"))
    assert equipment(desk.tournament).sets_brought == 2


def test_a_clock_is_missed_only_where_the_rules_have_one_at_the_board() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls"), team("Jays")])
    at_hand = equipment(desk.tournament)
    assert (at_hand.boards, at_hand.boards_with_clock, at_hand.boards_without_clock) == (2, 0, 0)
    desk.open("Teams", "androscoggin")
    desk.enter("Teams", [team("Loons"), team("Moose")])
    assert equipment(desk.tournament).boards_without_clock == 1


# ---------------------------------------------------------------- divisions


@pytest.mark.clause("iowa-format")
def test_a_division_that_is_too_small_is_merged_and_the_log_says_so(iowa: Desk) -> None:
    iowa.enter("65-74", [aged(f"A{index}", 70) for index in range(11)])
    iowa.enter("75+", [aged(f"B{index}", 80) for index in range(3)])
    (fact,) = iowa.do(c.MergeDivisions(DIRECTOR, "75+", "65-74", "three entries"))
    assert isinstance(fact, DivisionsMerged)
    assert (fact.by, fact.reason) == (DIRECTOR, "three entries")
    assert list(iowa.tournament.divisions) == ["55-64", "65+"]
    assert len(iowa.tournament.entrants_of("65+")) == 14
    assert iowa.tournament.division("65+").ages == AgeBand(65)
    iowa.check_told_again()


def test_an_empty_division_without_ages_is_merged_away_and_the_other_keeps_its_ages(iowa: Desk) -> None:
    iowa.open("Open", "iowa")
    iowa.do(c.MergeDivisions(DIRECTOR, "Open", "75+", "not wanted"))
    assert iowa.tournament.division("75+").ages == AgeBand(75)
    iowa.open("Any age", "iowa")
    iowa.enter("Any age", [aged("Cy", 30)])
    iowa.do(c.MergeDivisions(DIRECTOR, "Any age", "75+", "one entry"))
    assert iowa.tournament.division("Any age").ages is None, "75+ would not be true of Cy"


def test_a_division_that_was_merged_empty_gives_no_prize_its_name(iowa: Desk) -> None:
    iowa.enter("65-74", [aged("Ann", 70)])
    iowa.do(c.MergeDivisions(DIRECTOR, "75+", "65-74", "nobody came"))
    assert iowa.tournament.division("65+").category == "65-74"
    iowa.enter("65+", [aged("Cy", 80)])
    assert iowa.tournament.division("65+").category == "65-74, 75+"


def test_a_division_gets_another_name_and_other_ages_until_its_first_round(iowa: Desk) -> None:
    iowa.enter("75+", [aged("Cy", 80), aged("Di", 78)])
    iowa.do(c.ChangeDivision(DIRECTOR, "75+", "Masters", AgeBand(70)))
    assert list(iowa.tournament.divisions) == ["55-64", "65-74", "Masters"]
    assert iowa.tournament.division("Masters").ages == AgeBand(70)
    assert [each.name for each in iowa.tournament.entrants_of("Masters")] == ["Cy", "Di"]
    iowa.check_told_again()
    iowa.refused(c.ChangeDivision(DIRECTOR, "Masters", "Masters", AgeBand(79)), "other-age")
    iowa.refused(c.ChangeDivision(DIRECTOR, "Masters", "65-74", AgeBand(70)), "division-exists")
    iowa.refused(c.ChangeDivision(DIRECTOR, "Masters", "Masters", AgeBand(70)), "no-change")
    iowa.publish("Masters", [("Cy", "Di")])
    iowa.refused(c.ChangeDivision(DIRECTOR, "Masters", "Oldest", AgeBand(70)), "division-has-rounds")


def test_divisions_that_have_an_age_in_common_are_named() -> None:
    desk = Desk()
    for name in ("55-64", "65-74", "60-70"):
        desk.open(name, "iowa", ages_of_text("", name))
    named = [(one.name, other.name) for one, other in overlapping(desk.tournament)]
    assert named == [("55-64", "60-70"), ("65-74", "60-70")]
    desk.do(c.ChangeDivision(DIRECTOR, "60-70", "All", None))
    assert overlapping(desk.tournament) == (), "ages no longer decide who is where"


@pytest.mark.parametrize(
    ("name", "ages", "both"),
    [("Seniors, 65 to 74", "65-74", "Seniors, 65+"), ("Masters", "65-74", "Masters"), ("75+", "", "75+")],
)
def test_two_divisions_that_are_merged_are_called_by_the_ages_of_both(
    name: str, ages: str, both: str
) -> None:
    desk = Desk()
    desk.open(name, "bee-hare", ages_of_text(ages, "-") if ages else None)
    desk.open("Oldest", "bee-hare", AgeBand(75) if ages else None)
    without = (AnnouncedKind.SPONSORS,)
    desk.do(c.AnnounceWords(DIRECTOR, name, 1, "reader", "snail", without=without))
    desk.do(c.MergeDivisions(DIRECTOR, "Oldest", name, "few"))
    assert list(desk.tournament.divisions) == [both]
    assert desk.tournament.announcement(both, 1).starting_word == "READER"
    assert desk.tournament.words_without == {(both, 1): without}


def test_words_of_a_division_that_is_no_more_are_those_of_no_other() -> None:
    desk = Desk()
    for name in ("First", "Second"):
        desk.open(name, "bee-hare")
    desk.do(c.AnnounceWords(DIRECTOR, "Second", 1, "reader", "snail"))
    desk.do(c.MergeDivisions(DIRECTOR, "Second", "First", "few"))
    desk.open("Second", "bee-hare")
    assert desk.tournament.announcement("Second", 1) == NOTHING_ANNOUNCED
    assert desk.tournament.announcement("First", 1) == NOTHING_ANNOUNCED


def test_divisions_of_other_entrants_or_with_rounds_are_not_merged(iowa: Desk) -> None:
    iowa.open("Open", "ontario")
    iowa.enter("Open", [seniors("Ann", "Bob")])
    iowa.refused(c.MergeDivisions(DIRECTOR, "Open", "75+", "few"), "other-entrants")
    iowa.refused(c.MergeDivisions(DIRECTOR, "75+", "75+", "few"), "same-division")
    iowa.refused(c.MergeDivisions(DIRECTOR, "75+", "65-74", " "), "no-reason")
    iowa.enter("75+", [aged("Cy", 80), aged("Di", 81)])
    iowa.publish("75+", [("Cy", "Di")])
    iowa.refused(c.MergeDivisions(DIRECTOR, "75+", "65-74", "few"), "division-has-rounds")


@pytest.mark.clause("iowa-format")
def test_the_format_of_one_division_changes_between_rounds_and_the_change_is_logged(iowa: Desk) -> None:
    iowa.enter("75+", [aged("Cy", 80), aged("Di", 81)])
    iowa.play("75+", ["Cy 300 Di 200"])
    shorter = changed_format(
        shipped_format("iowa"),
        "two entries",
        rounds_count=2,
        pairing_later=PairingMethod.ROUND_ROBIN,
        rounds_lengths=(30 * 60_000,),
    )
    (fact,) = iowa.do(c.ChangeFormat(DIRECTOR, "75+", shorter, "two entries"))
    assert isinstance(fact, FormatChanged)
    assert fact.settings == ("rounds.count", "rounds.lengths", "pairing.later")
    assert iowa.tournament.division("75+").format.rounds.count == 2
    assert iowa.tournament.division("65-74").format.rounds.count == 5
    iowa.play("75+", ["Cy 300 Di 200"])
    iowa.refused(c.PublishRound(DIRECTOR, "75+", ()), "no-more-rounds", "iowa:rounds.count")
    iowa.check_told_again()


def test_a_format_does_not_change_while_a_round_runs_or_below_what_was_played(iowa: Desk) -> None:
    iowa.enter("75+", [aged("Cy", 80), aged("Di", 81)])
    iowa.play("75+", ["Cy 300 Di 200"])
    iowa.play("75+", ["Cy 300 Di 200"])
    one = changed_format(shipped_format("iowa"), "late", rounds_count=1)
    iowa.refused(c.ChangeFormat(DIRECTOR, "75+", one, "late"), "rounds-played", "iowa-format")
    iowa.refused(c.ChangeFormat(DIRECTOR, "75+", shipped_format("iowa"), "?"), "same-format")
    iowa.refused(c.ChangeFormat(DIRECTOR, "75+", shipped_format("ontario"), "?"), "other-entrants")
    iowa.publish("75+", [("Cy", "Di")])
    iowa.do(c.StartRound(DIRECTOR, "75+"))
    three = changed_format(shipped_format("iowa"), "late", rounds_count=3)
    iowa.refused(c.ChangeFormat(DIRECTOR, "75+", three, "late"), "round-under-way")


def test_nobody_is_seated_by_twos_at_boards_that_each_team_builds_by_itself() -> None:
    """No table could be opened for such a round, and no page of it shown."""
    desk = Desk("Bee")
    two, one = shipped_format("club"), shipped_format("bee-hare")
    opening = c.OpenDivision(DIRECTOR, "Club", two, "bee-hare")
    desk.refused(opening, "board-of-one-team", "bee-teams")
    desk.do(c.OpenDivision(DIRECTOR, "Hare", one))
    desk.refused(c.ChangeFormat(DIRECTOR, "Hare", two, "?"), "board-of-one-team", "bee-teams")
    desk.do(c.OpenDivision(DIRECTOR, "Paper", one, "club"))


def test_an_entrant_moves_before_it_has_played(iowa: Desk) -> None:
    iowa.enter("55-64", [aged("Ann", 64)])
    number = iowa.number("Ann")
    iowa.refused(c.MoveEntrant(DIRECTOR, number, "75+", "asked"), "other-age", "iowa-format")
    iowa.refused(c.MoveEntrant(DIRECTOR, number, "55-64", "asked"), "there-already")
    iowa.open("Club", "club")
    iowa.players("Club", "Bo")
    iowa.do(c.MoveEntrant(DIRECTOR, number, "Club", "asked to play Bo"))
    assert iowa.tournament.entrant(number).division == "Club"
    iowa.play("Club", ["Ann 400 Bo 300"])
    iowa.refused(c.MoveEntrant(DIRECTOR, number, "55-64", "back"), "has-a-seat")


# ---------------------------------------------------------------- coming and going


@pytest.mark.clause("ontario-a-default")
def test_coming_late_is_a_default_unless_the_convenor_decides_otherwise() -> None:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Bob"), seniors("Cy", "Di")])
    late = desk.enter("Open", [seniors("Ed", "Flo")], here=False)
    desk.publish("Open", [("Ann", "Cy"), ("Bob", "Di")])
    desk.do(c.StartRound(DIRECTOR, "Open"))
    desk.refused(c.CheckIn("Ed", tuple(late)), "too-late", "ontario-a-default")
    desk.refused(
        c.Register(DIRECTOR, "Open", (seniors("Gus", "Hal"),)), "entries-closed", "ontario-a-default"
    )
    desk.do(c.CheckIn(DIRECTOR, tuple(late), late_reason="the bus was late"))
    assert {each.number for each in desk.tournament.playing("Open")} >= set(late)


def test_elsewhere_a_late_entrant_plays_from_the_next_round_on() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob")
    desk.play("Club", ["Ann 300 Bob 200"])
    facts = desk.do(c.Register(DIRECTOR, "Club", (single(Profile("Cy")),)))
    assert isinstance(facts[0], EntrantsRegistered)
    assert facts[0].late
    desk.do(c.CheckIn(DIRECTOR, (desk.number("Cy"),)))
    desk.play("Club", ["Ann 300 Cy 400"], byes=["Bob"])
    # Wins 1 each, spreads: Ann +100 - 100, Bob -100 + 50, Cy +100.
    assert desk.ranks("Club") == [(1, "Cy"), (2, "Ann"), (3, "Bob")]


def test_who_comes_late_has_no_bye_in_the_next_round() -> None:
    desk = Desk()
    desk.open("Open", "androscoggin")
    desk.enter("Open", map(team, ("Ann", "Bob", "Cy", "Di", "Fay", "Gus")))
    desk.play("Open", ["Ann 300 Bob 200", "Cy 310 Di 210", "Fay 320 Gus 220"])
    (late,) = desk.enter("Open", [team("Eve")])
    command = propose_round(desk.tournament, "Open", DIRECTOR, desk.rng).command
    (rest,) = command.rests
    # Eve stands last, where a bye would go; but a round without a game has been hers already. Ann, Cy and Fay
    # stand in medal places; of the others Bob is the lowest.
    assert desk.tournament.contender(rest.contender).name == "Bob"
    assert late in {side for each in command.seatings for side in each.sides}


def test_checking_in_twice_or_unknown_people_is_refused() -> None:
    desk = Desk()
    desk.open("Club", "club")
    (ann,) = desk.players("Club", "Ann")
    desk.refused(c.CheckIn(DIRECTOR, (ann,)), "here-already")
    desk.refused(c.CheckIn(DIRECTOR, (99,)), "no-such-contender")
    desk.refused(c.CheckIn(DIRECTOR, ()), "nobody")
    desk.do(c.CancelCheckIn(DIRECTOR, (ann,)))
    desk.refused(c.CancelCheckIn(DIRECTOR, (ann,)), "not-here")
    desk.refused(c.CancelCheckIn(DIRECTOR, (98,)), "no-such-contender")


def test_one_who_withdrew_is_not_seated_and_can_come_back() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy")
    cy = desk.number("Cy")
    desk.do(c.Withdraw("Cy", cy, "a call from home"))
    desk.refused(c.Withdraw("Cy", cy, "again"), "gone-already")
    desk.play("Club", ["Ann 300 Bob 200"])
    desk.do(c.Reinstate(DIRECTOR, cy, "is back"))
    desk.refused(c.Reinstate(DIRECTOR, cy, "is back"), "not-gone")
    assert cy in {each.number for each in desk.tournament.playing("Club")}
    desk.refused(c.Withdraw("Cy", cy, ""), "no-reason")
