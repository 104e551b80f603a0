"""Rounds: who sits where, the room's clock, sheets that agree and differ, decisions and corrections."""

from dataclasses import replace

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk, seniors
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.facts import ResultSettled, SheetHandedIn
from wordwaiter.tournament.rounds import running
from wordwaiter.tournament.rounds.rounds import (
    Cancelled,
    Ground,
    Rest,
    RestKind,
    ResultState,
    RoundStage,
    Scored,
    Seating,
)
from wordwaiter.tournament.rounds.running import missing_lines
from wordwaiter.tournament.rounds.tables import MOST_TABLES, numbers_of_tables
from wordwaiter.tournament.standings.game_lines import game_lines


@pytest.fixture
def club() -> Desk:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob", "Cy", "Di")
    return desk


@pytest.fixture
def ontario() -> Desk:
    desk = Desk()
    desk.open("Open", "ontario")
    desk.enter("Open", [seniors("Ann", "Bob"), seniors("Cy", "Di")])
    return desk


def started(desk: Desk) -> Desk:
    desk.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    desk.do(c.StartRound(DIRECTOR, "Club"))
    return desk


# ---------------------------------------------------------------- seats


@pytest.mark.clause("ontario-b-teams")
def test_partners_neither_meet_nor_sit_at_one_table(ontario: Desk) -> None:
    number = ontario.number
    ann, bob, cy, di = map(number, ("Ann", "Bob", "Cy", "Di"))
    meeting = (Seating(1, (ann, bob)), Seating(2, (cy, di)))
    ontario.refused(c.PublishRound(DIRECTOR, "Open", meeting), "partners-meet", "ontario-2")
    two_boards = (Seating(1, (ann, cy), board=1), Seating(1, (bob, di), board=2))
    ontario.refused(c.PublishRound(DIRECTOR, "Open", two_boards), "partners-at-one-table", "ontario-b-teams")
    ontario.publish("Open", [("Ann", "Cy"), ("Bob", "Di")])
    tables = [
        {each.table for each in ontario.tournament.round("Open", 1).sittings if side in each.sides}
        for side in (ann, bob)
    ]
    assert tables == [{1}, {2}]


def test_everybody_who_is_here_has_one_seat_or_a_rest(club: Desk) -> None:
    ann, bob, cy, di = map(club.number, ("Ann", "Bob", "Cy", "Di"))

    def wanted(*seatings: Seating, rests: tuple[Rest, ...] = ()) -> c.PublishRound:
        return c.PublishRound(DIRECTOR, "Club", seatings, rests)

    refusal = club.refused(wanted(Seating(1, (ann, bob))), "nobody-forgotten")
    assert "Cy, Di" in refusal.sentence
    club.refused(wanted(Seating(1, (ann, bob)), Seating(2, (cy, ann))), "seated-twice")
    club.refused(wanted(Seating(1, (ann, bob)), Seating(1, (cy, di))), "board-taken")
    club.refused(wanted(Seating(1, (ann, bob)), Seating(0, (cy, di))), "bad-table")
    club.refused(wanted(Seating(1, (ann, bob)), Seating(1001, (cy, di))), "bad-table")
    club.refused(wanted(Seating(1, (ann, 99)), Seating(2, (cy, di))), "not-in-division")
    club.refused(wanted(Seating(1, (ann, bob, cy, di))), "wrong-sides")
    club.refused(wanted(Seating(1, (ann, bob), first=cy), Seating(2, (cy, di))), "no-such-side")
    everybody = tuple(Rest(each, RestKind.BYE) for each in (ann, bob, cy, di))
    club.refused(wanted(rests=everybody), "no-games")
    club.do(c.Withdraw("Di", di, "tired"))
    club.refused(wanted(Seating(1, (ann, bob)), Seating(2, (cy, di))), "not-playing")
    club.do(wanted(Seating(1, (ann, bob)), rests=(Rest(cy, RestKind.BYE), Rest(di, RestKind.FORFEIT))))


def test_two_divisions_do_not_sit_at_one_table(club: Desk) -> None:
    started(club)
    club.open("Second", "club")
    eve, flo = club.players("Second", "Eve", "Flo")
    club.refused(c.PublishRound(DIRECTOR, "Second", (Seating(2, (eve, flo)),)), "table-taken")
    club.do(c.PublishRound(DIRECTOR, "Second", (Seating(3, (eve, flo)),)))


def test_a_published_round_can_be_taken_back_until_it_begins(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    club.refused(c.PublishRound(DIRECTOR, "Club", ()), "round-under-way")
    club.do(c.WithdrawRound(DIRECTOR, "Club", "Di has gone for coffee"))
    assert club.tournament.rounds_of("Club") == ()
    started(club)
    club.refused(c.WithdrawRound(DIRECTOR, "Club", "too late"), "wrong-stage")


# ---------------------------------------------------------------- the room's clock


@pytest.mark.clause("ontario-b-games")
def test_one_clock_runs_fifty_minutes_for_the_room(ontario: Desk) -> None:
    ontario.publish("Open", [("Ann", "Cy"), ("Bob", "Di")])
    ontario.refused(c.CallRoundTime(DIRECTOR, "Open"), "wrong-stage")
    ontario.do(c.StartRound(DIRECTOR, "Open"))
    began = ontario.now_ms
    clock = ontario.tournament.round("Open", 1).clock
    assert clock is not None
    assert clock.remaining_ms(began + 20 * MINUTE) == 30 * MINUTE
    ontario.do(c.AdjustRoomClock(DIRECTOR, "Open", 5 * MINUTE, "fire alarm"))
    clock = ontario.tournament.round("Open", 1).clock
    assert clock is not None
    assert clock.remaining_ms(began + 20 * MINUTE) == 35 * MINUTE
    ontario.refused(c.AdjustRoomClock(DIRECTOR, "Open", MINUTE, ""), "no-reason")
    ontario.do(c.CallRoundTime("Dora", "Open"))
    assert ontario.tournament.round("Open", 1).stage is RoundStage.ENDED


def test_the_organiser_sets_a_time_where_the_format_has_none(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    club.refused(c.StartRound(DIRECTOR, "Club", length_ms=0), "bad-time")
    club.do(c.StartRound(DIRECTOR, "Club"))
    assert club.tournament.round("Club", 1).clock is None
    club.refused(c.AdjustRoomClock(DIRECTOR, "Club", MINUTE, "why"), "no-such-clock")


# ---------------------------------------------------------------- results


def test_a_result_stands_when_both_have_signed_the_same_totals(club: Desk) -> None:
    started(club)
    facts = club.sheet("Club", 1, (400, 350), ["Ann"])
    assert [type(fact) for fact in facts] == [SheetHandedIn]
    sitting = club.tournament.round("Club", 1).sittings[0]
    assert sitting.state is ResultState.UNSIGNED
    assert sitting.unsigned == (club.number("Bob"),)
    facts = club.sheet("Club", 1, (400, 350), ["Bob"])
    assert [type(fact) for fact in facts] == [SheetHandedIn, ResultSettled]
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert outcome == Scored((400, 350), Ground.SIGNED, DIRECTOR)
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (1, 2)), "result-stands")


def test_two_sheets_that_differ_wait_for_the_director(club: Desk) -> None:
    started(club)
    club.sheet("Club", 1, (400, 350), ["Ann"])
    club.sheet("Club", 1, (400, 360), ["Bob"])
    sitting = club.tournament.round("Club", 1).sittings[0]
    assert sitting.state is ResultState.DISPUTED
    assert missing_lines(club.tournament, club.tournament.round("Club", 1)) == (
        "table 1 (Ann and Bob): the sheets say 400-350 and 400-360",
        "table 2 (Cy and Di): no result",
    )
    decision = c.DecideResult(DIRECTOR, "Club", 1, 1, (400, 360), "")
    club.refused(decision, "no-reason")
    club.do(c.DecideResult(DIRECTOR, "Club", 1, 1, (400, 360), "Ann had left out a 10"))
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert outcome == Scored((400, 360), Ground.DIRECTOR, DIRECTOR, "Ann had left out a 10")


def test_sheets_that_differ_are_settled_by_one_of_them_or_by_other_totals(club: Desk) -> None:
    started(club)
    club.sheet("Club", 1, (400, 350), ["Ann"])
    settled = c.SettleSheets("Sam", "Club", 1, 1, (400, 360), "Bob's sheet is right")
    club.refused(settled, "sheets-agree")  # one sheet alone waits for its second signature
    club.sheet("Club", 1, (400, 360), ["Bob"])
    club.do(settled)
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert outcome == Scored((400, 360), Ground.CHOSEN, "Sam", "Bob's sheet is right")
    club.refused(settled, "result-stands")
    club.refused(c.SettleSheets("Sam", "Club", 1, 2, (1, 2), "so"), "sheets-agree")


def test_a_side_may_hand_in_a_better_sheet_and_agree(club: Desk) -> None:
    started(club)
    club.sheet("Club", 1, (400, 350), ["Ann"])
    club.sheet("Club", 1, (400, 360), ["Bob"])
    facts = club.sheet("Club", 1, (400, 360), ["Ann"])
    assert isinstance(facts[-1], ResultSettled)


@pytest.mark.clause("ontario-8")
def test_an_unsigned_result_is_marked_until_the_convenor_accepts_it(ontario: Desk) -> None:
    ontario.publish("Open", [("Ann", "Cy"), ("Bob", "Di")])
    ontario.do(c.StartRound(DIRECTOR, "Open"))
    ontario.do(c.HandInSheet("Sam", "Open", 1, 1, (300, 290)))
    sitting = ontario.tournament.round("Open", 1).sittings[0]
    assert sitting.state is ResultState.UNSIGNED
    ontario.sheet("Open", 2, (200, 210), ["Bob", "Di"])
    refusal = ontario.refused(c.CloseRound(DIRECTOR, "Open"), "results-missing")
    assert "table 1 (Ann and Cy): not signed by Ann, Cy" in refusal.sentence
    ontario.do(c.DecideResult(DIRECTOR, "Open", 1, 1, (300, 290), "both went home, the card is clear"))
    ontario.do(c.CloseRound(DIRECTOR, "Open"))


def test_a_tables_own_play_stands_at_once(club: Desk) -> None:
    started(club)
    club.do(c.TakeTableResult("table 1", "Club", 1, 1, (411, 402)))
    outcome = club.tournament.round("Club", 1).sittings[0].outcome
    assert outcome == Scored((411, 402), Ground.TABLE, "table 1")


def test_wrong_totals_and_tables_are_refused(club: Desk) -> None:
    club.publish("Club", [("Ann", "Bob"), ("Cy", "Di")])
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (1, 2)), "not-started")
    club.do(c.StartRound(DIRECTOR, "Club"))
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 3, (1, 2)), "no-such-table")
    club.refused(c.HandInSheet(DIRECTOR, "Club", 2, 1, (1, 2)), "no-such-round")
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (1,)), "wrong-scores")
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (40_000, 300)), "bad-score")
    cy = club.number("Cy")
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (4, 3), signed=(cy,)), "no-such-signer")
    club.refused(c.CorrectResult(DIRECTOR, "Club", 1, 1, (4, 3), "x"), "no-result")


def test_a_result_of_an_earlier_round_is_corrected_and_the_standings_follow(club: Desk) -> None:
    club.play("Club", ["Ann 400 Bob 390", "Cy 300 Di 200"])
    club.play("Club", ["Ann 300 Cy 350", "Bob 400 Di 300"])
    # Cy 2 wins +150; Ann 1 win -40; Bob 1 win +90; Di 0.
    assert club.ranks("Club") == [(1, "Cy"), (2, "Bob"), (3, "Ann"), (4, "Di")]
    club.refused(c.CorrectResult(DIRECTOR, "Club", 1, 1, (390, 400), " "), "no-reason")
    club.do(c.CorrectResult(DIRECTOR, "Club", 1, 1, (390, 400), "the totals were swapped"))
    # Bob 2 wins +110, Cy 2 wins +150, Ann 0 wins -60, Di 0 wins -200.
    assert club.ranks("Club") == [(1, "Cy"), (2, "Bob"), (3, "Ann"), (4, "Di")]
    assert club.values("Club", "Bob") == ((4,), (110,))
    assert club.values("Club", "Ann") == ((0,), (-60,))
    club.check_told_again()


def test_a_cancelled_game_counts_for_nobody(club: Desk) -> None:
    started(club)
    club.sheet("Club", 1, (400, 350), ["Ann", "Bob"])
    club.do(c.CancelGame(DIRECTOR, "Club", 1, 2, "the bag had 98 tiles"))
    club.do(c.CloseRound(DIRECTOR, "Club"))
    assert club.values("Club", "Cy") == ((0,), (0,))
    assert club.ranks("Club") == [(1, "Ann"), (2, "Cy"), (2, "Di"), (4, "Bob")]


@pytest.mark.parametrize(
    ("reason", "told"), [("fire alarm", "round 1: cancelled (fire alarm)"), ("", "round 1: cancelled")]
)
def test_of_a_cancelled_game_the_reason_is_told_where_it_may_be_known(
    club: Desk, reason: str, told: str
) -> None:
    started(club)
    club.do(c.CancelGame(DIRECTOR, "Club", 1, 2, "fire alarm"))
    played = club.tournament.round("Club", 1)
    outcome = Cancelled(DIRECTOR, reason)
    sittings = tuple(replace(each, outcome=outcome) for each in played.sittings)
    known = replace(club.tournament, rounds={"Club": (replace(played, sittings=sittings),)})
    assert {line.sentence for line in game_lines(known, "Club")} == {told}


def test_a_round_that_was_closed_too_early_is_opened_again(club: Desk) -> None:
    club.play("Club", ["Ann 400 Bob 390", "Cy 300 Di 200"])
    club.do(c.ReopenRound(DIRECTOR, "Club", "table 2 still plays"))
    assert club.tournament.round("Club", 1).stage is RoundStage.ENDED
    club.do(c.CloseRound(DIRECTOR, "Club"))


def test_a_name_with_a_comma_stays_one_name_in_what_is_missing() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Amberly, Ada", "Bob")
    desk.publish("Club", [("Amberly, Ada", "Bob")])
    assert missing_lines(desk.tournament, desk.tournament.round("Club", 1)) == (
        "table 1 (Amberly, Ada and Bob): no result",
    )


@pytest.mark.parametrize(
    "command",
    [
        c.WithdrawRound(DIRECTOR, "Club", "by mistake", 1),
        c.StartRound(DIRECTOR, "Club", round=1),
        c.HaltRound(DIRECTOR, "Club", "too early", 1),
        c.AdjustRoomClock(DIRECTOR, "Club", MINUTE, "late", 1),
        c.CallRoundTime(DIRECTOR, "Club", 1),
        c.ResumeRound(DIRECTOR, "Club", "by mistake", 1),
        c.CloseRound(DIRECTOR, "Club", 1),
        c.ReopenRound(DIRECTOR, "Club", "too early", 1),
        c.PublishRound(DIRECTOR, "Club", (Seating(1, (1, 2)), Seating(2, (3, 4))), round=1),
    ],
    ids=lambda command: type(command).__name__,
)
def test_what_means_one_round_is_not_done_to_the_next(club: Desk, command: c.Command) -> None:
    club.play("Club", ["Ann 300 Bob 200", "Cy 300 Di 200"])
    club.publish("Club", [("Ann", "Cy"), ("Bob", "Di")])
    refusal = club.refused(command, "other-round")
    assert refusal.facts["round"] == 1
    assert "reload the page" in refusal.sentence


def test_what_means_the_round_that_is_on_is_done(club: Desk) -> None:
    ann, bob, cy, di = map(club.number, ("Ann", "Bob", "Cy", "Di"))
    seatings = (Seating(1, (ann, bob)), Seating(2, (cy, di)))
    club.refused(c.PublishRound(DIRECTOR, "Club", seatings, round=2), "other-round")
    club.do(c.PublishRound(DIRECTOR, "Club", seatings, round=1))
    club.do(c.StartRound(DIRECTOR, "Club", round=1))
    club.do(c.CallRoundTime(DIRECTOR, "Club", 1))
    assert club.tournament.round("Club", 1).stage is RoundStage.ENDED


def test_a_tables_own_play_does_not_replace_a_result_that_stands(club: Desk) -> None:
    started(club)
    club.sheet("Club", 1, (300, 200), ["Ann", "Bob"])
    club.refused(c.TakeTableResult("table", "Club", 1, 1, (301, 200)), "result-stands")
    club.refused(c.DecideResult(DIRECTOR, "Club", 1, 1, (301, 200), "so"), "result-stands")


def test_a_result_is_withdrawn_only_while_its_round_is_open(club: Desk) -> None:
    club.play("Club", ["Ann 400 Bob 300", "Cy 350 Di 340"])
    withdrawal = c.WithdrawResult(DIRECTOR, "Club", 1, 1, "misread")
    club.refused(withdrawal, "round-closed")
    club.do(c.ReopenRound(DIRECTOR, "Club", "misread"))
    club.do(withdrawal)
    club.refused(withdrawal, "no-result")


def test_no_more_rounds_are_published_than_the_format_has(club: Desk) -> None:
    count = club.tournament.division("Club").format.rounds.count
    for _ in range(count):
        club.play("Club", ["Ann 400 Bob 300", "Cy 350 Di 340"])
    seatings = tuple(Seating(each.table, each.sides) for each in club.tournament.round("Club", 1).sittings)
    club.refused(c.PublishRound(DIRECTOR, "Club", seatings), "no-more-rounds")


@pytest.mark.parametrize("total", [-1_000, 10_000, 99_999])
def test_a_total_that_nobody_makes_is_refused(club: Desk, total: int) -> None:
    started(club)
    club.refused(c.HandInSheet(DIRECTOR, "Club", 1, 1, (total, 200), ()), "bad-score")


def test_a_table_of_any_number_does_not_make_a_million_tables(
    club: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier version took it: pages that offer all tables took 22 seconds then, and everybody waited."""
    ann, bob, cy, di = map(club.number, ("Ann", "Bob", "Cy", "Di"))
    assert numbers_of_tables(club.tournament, 3) == (1, 2, 3)
    assert len(numbers_of_tables(club.tournament, 1_000_000)) == MOST_TABLES
    monkeypatch.setattr(running, "MOST_TABLES", 1_000_000)
    club.do(c.PublishRound(DIRECTOR, "Club", (Seating(1, (ann, bob)), Seating(999_999, (cy, di)))))
    assert numbers_of_tables(club.tournament, 3) == (*range(1, MOST_TABLES + 1), 999_999)
