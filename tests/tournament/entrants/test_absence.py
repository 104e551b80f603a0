"""Absence: in default without anybody's word where the rules say so, games that fall away, coming back."""

import pytest

from tournament.vocabulary import DIRECTOR, Desk, seniors, team
from wordwaiter.paper import pairings_by_table, score_cards
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.entrants.absence import not_come, not_there, resting, would_default
from wordwaiter.tournament.entrants.entrants import Departure, Leaving
from wordwaiter.tournament.facts import ContenderLeft, GameForfeited, RoundStarted
from wordwaiter.tournament.files.exports import results_csv
from wordwaiter.tournament.files.t_file import t_text
from wordwaiter.tournament.log import log_of
from wordwaiter.tournament.next_step import next_step
from wordwaiter.tournament.rounds.proposals import pairing_contenders, propose_round
from wordwaiter.tournament.rounds.rounds import Forfeited, RestKind, RoundStage
from wordwaiter.tournament.standings.standings import preview_default, standings
from wordwaiter.tournament.undoing import undo_command


@pytest.fixture
def doubles() -> Desk:
    """Four pairs, of whom B2 and both of D have not come."""
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors(f"{letter}1", f"{letter}2", letter) for letter in "ABCD"], here=False)
    desk.do(c.CheckIn(DIRECTOR, tuple(desk.number(name) for name in ("A1", "A2", "B1", "C1", "C2"))))
    desk.publish("Open", [("A1", "B1"), ("A2", "C1")], byes=["C2"])
    return desk


def start(desk: Desk) -> None:
    desk.do(c.StartRound(DIRECTOR, "Open"))


def notes(desk: Desk, division: str = "Open") -> dict[str, str]:
    return {line.name: line.note for line in standings(desk.tournament, division).lines}


def takes_back(desk: Desk, reason: str = "a slip") -> None:
    desk.do(undo_command(desk.facts, DIRECTOR, reason))


@pytest.mark.clause("ontario-a-default")
def test_whoever_is_not_there_when_play_begins_is_in_default_without_anybodys_word(doubles: Desk) -> None:
    assert [each.name for each in would_default(doubles.tournament, "Open")] == ["B2", "D1", "D2"]
    assert not doubles.tournament.departures
    start(doubles)
    assert {doubles.tournament.contender(each).name for each in doubles.tournament.departures} == {
        "B2", "D1", "D2",
    }  # fmt: skip
    gone = Departure(Leaving.DEFAULTED, 0, "not here when play began")
    assert doubles.tournament.departures[doubles.number("B2")] == gone
    assert notes(doubles)["B"] == "not ranked: B2 defaulted (not here when play began) (ontario-a-default)"
    assert notes(doubles)["A"] == ""
    # The partner who came plays on, unranked.
    assert doubles.number("B1") in {each.number for each in doubles.tournament.playing("Open")}
    assert would_default(doubles.tournament, "Open") == ()
    doubles.check_told_again()


@pytest.mark.clause("ontario-a-default")
def test_the_convenor_lets_a_late_one_play_with_one_command(doubles: Desk) -> None:
    start(doubles)
    late = doubles.number("B2")
    doubles.refused(c.CheckIn(DIRECTOR, (late,)), "too-late", "ontario-a-default")
    doubles.do(c.CheckIn(DIRECTOR, (late,), late_reason="the bus was late"))
    assert late not in doubles.tournament.departures
    assert notes(doubles)["B"] == ""
    assert [line.sentence for line in log_of(doubles.facts)][-2:] == [
        "B2 is back: the bus was late",
        "here: B2 (the bus was late)",
    ]


def test_a_start_that_is_taken_back_leaves_nobody_in_default_by_it(doubles: Desk) -> None:
    doubles.do(c.DeclareDefault(DIRECTOR, doubles.number("D1"), "called to say so"))
    start(doubles)
    doubles.do(c.HaltRound(DIRECTOR, "Open", "ten minutes too early"))
    # The convenor's own word stands; B2 and D2 are expected again.
    assert set(doubles.tournament.departures) == {doubles.number("D1")}
    doubles.do(c.CheckIn(DIRECTOR, (doubles.number("B2"),)))
    doubles.check_told_again()


def test_one_who_is_taken_back_and_still_does_not_come_is_in_default_with_the_next_round(
    doubles: Desk,
) -> None:
    start(doubles)
    doubles.do(c.Reinstate(DIRECTOR, doubles.number("B2"), "rang: comes for game two"))
    doubles.sheet("Open", 1, (400, 300), ["A1", "B1"])
    doubles.sheet("Open", 2, (350, 300), ["A2", "C1"])
    doubles.do(c.CloseRound(DIRECTOR, "Open"))
    doubles.publish("Open", [("A1", "C1"), ("A2", "C2")], byes=["B1"])
    start(doubles)
    assert doubles.tournament.departures[doubles.number("B2")].reason == "not here when round 2 began"


def test_undo_of_a_start_halts_the_round_and_those_who_come_then_play(doubles: Desk) -> None:
    start(doubles)
    assert isinstance(doubles.facts[-1], RoundStarted)
    takes_back(doubles)
    assert doubles.tournament.round("Open", 1).stage is RoundStage.PUBLISHED
    doubles.do(c.CheckIn(DIRECTOR, (doubles.number("B2"),)))
    assert doubles.number("B2") not in doubles.tournament.departures


def test_elsewhere_one_who_does_not_come_is_only_not_ranked() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob")
    desk.players("Club", "Cy", here=False)
    desk.publish("Club", [("Ann", "Bob")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    assert [each.name for each in not_come(desk.tournament, "Club")] == ["Cy"]
    assert not desk.tournament.departures
    assert notes(desk, "Club")["Cy"] == "not ranked: has not played"


def test_whoever_leaves_before_a_round_begins_has_no_bye_in_it() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy")
    desk.publish("Club", [("Ann", "Bob")], byes=["Cy"])
    cy = desk.number("Cy")
    assert [each.contender for each in resting(desk.tournament, desk.tournament.round("Club", 1))] == [cy]
    desk.do(c.Withdraw(DIRECTOR, cy, "went home"))
    assert resting(desk.tournament, desk.tournament.round("Club", 1)) == ()
    desk.do(c.StartRound(DIRECTOR, "Club"))
    assert [each.kind for each in desk.tournament.round("Club", 1).rests] == [RestKind.ABSENT]
    desk.do(c.HaltRound(DIRECTOR, "Club", "too early"))
    desk.do(c.Reinstate(DIRECTOR, cy, "the bus was missed"))
    desk.do(c.StartRound(DIRECTOR, "Club"))
    assert [each.kind for each in desk.tournament.round("Club", 1).rests] == [RestKind.BYE]


# ---------------------------------------------------------------- during play


@pytest.mark.clause("ontario-a-default")
@pytest.mark.clause("ontario-2")
def test_a_default_during_a_game_gives_the_opponent_a_bye_and_can_be_taken_back(doubles: Desk) -> None:
    start(doubles)
    doubles.sheet("Open", 2, (350, 300), ["A2", "C1"])
    gone = doubles.number("C1")
    preview = preview_default(doubles.tournament, doubles.number("B1"))
    assert preview.after.line_of(1).values[0] == (4,)  # the pair A: a win and a bye
    doubles.do(c.DeclareDefault(DIRECTOR, doubles.number("B1"), "went home ill"))
    sitting = doubles.tournament.round("Open", 1).sittings[0]
    assert sitting.outcome == Forfeited((doubles.number("B1"),), DIRECTOR, "went home ill")
    line = standings(doubles.tournament, "Open").line_of(1)
    assert line.values == ((4,), (350,))
    assert any(each.endswith(": round 1: bye, B1 was not there") for each in line.why)
    # C1's game has a result, which the opponent keeps.
    doubles.do(c.DeclareDefault(DIRECTOR, gone, "went home too"))
    assert standings(doubles.tournament, "Open").line_of(1).values == ((4,), (350,))
    takes_back(doubles)
    doubles.do(c.Reinstate(DIRECTOR, doubles.number("B1"), "a mix-up"))
    assert doubles.tournament.round("Open", 1).sittings[0].outcome is None
    assert standings(doubles.tournament, "Open").line_of(1).values == ((2,), (350,))
    doubles.check_told_again()


@pytest.mark.clause("ontario-a-default")
def test_nobody_withdraws_part_way_for_that_is_a_default(doubles: Desk) -> None:
    who = doubles.number("C2")
    start(doubles)
    refusal = doubles.refused(c.Withdraw(DIRECTOR, who, "bored"), "must-finish", "ontario-a-default")
    assert "does not allow withdrawing; record a default for C2 instead" in refusal.sentence
    refusal = doubles.refused(c.CancelCheckIn(DIRECTOR, (who,)), "has-a-seat")
    assert "declare a default instead" in refusal.sentence


@pytest.mark.clause("ontario-a-default")
def test_a_game_that_was_not_played_tells_who_was_absent_and_that_is_a_default(doubles: Desk) -> None:
    start(doubles)
    absent = doubles.number("B1")
    facts = doubles.do(c.ForfeitGame(DIRECTOR, "Open", 1, 1, (absent,), "did not come back from lunch"))
    assert [type(fact) for fact in facts] == [GameForfeited, ContenderLeft]
    assert doubles.tournament.departures[absent].how is Leaving.DEFAULTED
    takes_back(doubles)
    assert not doubles.tournament.round("Open", 1).sittings[0].outcome
    assert absent not in doubles.tournament.departures


def test_elsewhere_an_absent_player_loses_that_game_alone() -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, bob = desk.players("Club", "Ann", "Bob")
    desk.publish("Club", [("Ann", "Bob")])
    not_begun = c.ForfeitGame(DIRECTOR, "Club", 1, 1, (bob,), "overslept")
    desk.refused(not_begun, "not-started")
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.refused(c.ForfeitGame(DIRECTOR, "Club", 1, 7, (bob,), "overslept"), "no-such-table")
    desk.refused(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (99,), "overslept"), "no-such-side")
    desk.refused(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (), "overslept"), "no-such-side")
    desk.refused(c.ForfeitGame(DIRECTOR, "Club", 1, 1, (bob,), " "), "no-reason")
    desk.do(not_begun)
    assert not desk.tournament.departures
    # By the club's bye: a win by 50, and the opposite.
    assert desk.values("Club", "Ann") == ((2,), (50,))
    assert desk.values("Club", "Bob") == ((0,), (-50,))
    desk.do(c.CloseRound(DIRECTOR, "Club"))
    assert "1,1,1,Ann,Bob,,,forfeited,without Bob: overslept" in results_csv(desk.tournament, "Club")
    assert [line.split(";")[:2] for line in t_text(desk.tournament, "Club").splitlines()] == [
        ["Ann                        0 0", " 50"],
        ["Bob                        0 0", " -50"],
    ]
    # They have yet to meet, and Ann has had a bye.
    assert [each.byes for each in pairing_contenders(desk.tournament, "Club")] == [1, 0]
    assert "again" not in propose_round(desk.tournament, "Club", DIRECTOR, desk.rng).command.seatings[0].why
    desk.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (300, 310), "they played after all"))
    assert desk.values("Club", "Bob") == ((2,), (10,))
    takes_back(desk)
    outcome = desk.tournament.round("Club", 1).sittings[0].outcome
    assert isinstance(outcome, Forfeited)
    assert outcome.absent == (bob,)
    assert ann not in outcome.absent


def test_where_both_are_gone_nobody_has_a_bye_and_each_comes_back_alone() -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, bob, *_ = desk.players("Club", "Ann", "Bob", "Cy", "Dee")
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Dee")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    desk.do(c.DeclareDefault(DIRECTOR, ann, "ill"))
    desk.do(c.DeclareDefault(DIRECTOR, bob, "ill too"))

    def absent() -> tuple[int, ...] | None:
        outcome = desk.tournament.round("Club", 1).sittings[0].outcome
        return outcome.absent if isinstance(outcome, Forfeited) else None

    assert absent() == (ann, bob)
    desk.do(c.Reinstate(DIRECTOR, ann, "well again"))
    assert absent() == (bob,)
    assert desk.values("Club", "Ann")[0] == (2,)
    desk.do(c.Reinstate(DIRECTOR, bob, "well again"))
    assert absent() is None
    assert len(desk.tournament.round("Club", 1).outstanding) == 2


def test_one_who_left_after_the_pairing_costs_the_opponent_no_round() -> None:
    desk = Desk()
    desk.open("Club", "club")
    ann, *_ = desk.players("Club", "Ann", "Bob", "Cy", "Dee")
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Dee")])
    desk.do(c.Withdraw(DIRECTOR, ann, "a call from home"))
    facts = desk.do(c.StartRound(DIRECTOR, "Club"))
    assert [type(fact) for fact in facts] == [GameForfeited, RoundStarted]
    assert desk.values("Club", "Bob") == ((2,), (50,))
    # Started by mistake, it can still be halted, paired anew, or the leaving taken back.
    takes_back(desk)
    desk.do(c.Reinstate(DIRECTOR, ann, "it was nothing"))
    assert len(desk.tournament.round("Club", 1).outstanding) == 2


def test_the_board_of_a_team_that_defaults_falls_away_and_comes_back() -> None:
    desk = Desk()
    desk.open("Hare", "bee-hare")
    owls, _ = desk.enter("Hare", [team("Owls"), team("Jays")])
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "GLOW", without=tuple(AnnouncedKind)))
    desk.publish("Hare", [("Owls",), ("Jays",)])
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    desk.do(c.DeclareDefault(DIRECTOR, owls, "fire alarm at work"))
    assert len(desk.tournament.round("Hare", 1).outstanding) == 1
    takes_back(desk)
    assert len(desk.tournament.round("Hare", 1).outstanding) == 2


def test_the_undo_of_a_return_brings_the_first_reason_back(doubles: Desk) -> None:
    start(doubles)
    who = doubles.number("C1")
    doubles.do(c.DeclareDefault(DIRECTOR, who, "went home ill"))
    doubles.do(c.Reinstate(DIRECTOR, who, "is back"))
    takes_back(doubles, "it was somebody else")
    assert doubles.tournament.departures[who].reason == "went home ill (again: it was somebody else)"


@pytest.mark.clause("ontario-a-default")
def test_a_default_before_the_start_leaves_a_table_empty_on_pages_and_paper(doubles: Desk) -> None:
    gone = doubles.number("B1")
    doubles.do(c.DeclareDefault(DIRECTOR, gone, "went home"))
    step = next_step(doubles.tournament, 0)
    assert step is not None
    assert (step.tables, step.gone) == ((1,), (gone,))
    published = doubles.tournament.round("Open", 1)
    assert not_there(doubles.tournament, published, published.sittings[0]) == (gone,)
    assert not_there(doubles.tournament, published, published.sittings[1]) == ()
    on_the_wall = set(pairings_by_table(doubles.tournament, "Open", 1).words())
    assert {"A1 has a bye.", "B1 is not here."} <= on_the_wall
    cards = set(score_cards(doubles.tournament, "Open", 1, shipped_rulebook("ontario")).words())
    assert "Table 2" in cards
    assert "Table 1" not in cards
    start(doubles)
    started = doubles.tournament.round("Open", 1)
    assert not_there(doubles.tournament, started, started.sittings[0]) == (gone,)


@pytest.mark.clause("ontario-a-default")
def test_a_sheet_that_says_how_a_game_went_outlives_a_default_of_one_who_played_it(doubles: Desk) -> None:
    start(doubles)
    doubles.sheet("Open", 1, (300, 280), ["B1"])
    doubles.do(c.DeclareDefault(DIRECTOR, doubles.number("A1"), "went home ill"))
    sitting = doubles.tournament.round("Open", 1).sitting_at(1, 1)
    assert sitting is not None
    assert (sitting.outcome, len(sitting.sheets)) == (None, 1)
