"""The day: calls that queue, are answered and logged; a timetable that moves in one step."""

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.day import waiting_calls
from wordwaiter.tournament.state import Official, Screen, Slot, SlotKind
from wordwaiter.tournament.undoing import undo_command

HOUR = 60 * MINUTE


@pytest.mark.clause("ontario-1")
def test_a_table_calls_the_convenor_and_the_call_is_queued_answered_and_logged() -> None:
    desk = Desk()
    desk.do(c.CallOfficial("Ann", 9, Official.CONVENOR, "a tile is under the table"))
    desk.do(c.CallOfficial("Bob", 4, Official.JUDGE, "a word"))
    desk.do(c.CallOfficial("Cy", 2, Official.CONVENOR, "noise"))
    assert [call.table for call in waiting_calls(desk.tournament)] == [9, 4, 2]
    assert [call.table for call in waiting_calls(desk.tournament, Official.CONVENOR)] == [9, 2]
    desk.refused(c.CallOfficial("Ann", 9, Official.CONVENOR, "again"), "called-already")
    desk.do(c.AnswerCall(DIRECTOR, 1))
    desk.refused(c.AnswerCall("Eve", 1), "answered-already")
    assert [call.table for call in waiting_calls(desk.tournament)] == [4, 2]
    desk.refused(c.EndCall(DIRECTOR, 1, " "), "no-reason")
    desk.do(c.EndCall(DIRECTOR, 1, "found it, play goes on"))
    call = desk.tournament.calls[0]
    assert (call.answered_by, call.note, call.is_open) == (DIRECTOR, "found it, play goes on", False)
    assert call.answered_at_ms is not None
    assert call.answered_at_ms - call.at_ms == 3 * MINUTE
    desk.refused(c.EndCall(DIRECTOR, 1, "again"), "call-over")
    desk.refused(c.AnswerCall(DIRECTOR, 7), "no-such-call")
    desk.check_told_again()


def test_only_a_table_at_which_somebody_sits_calls() -> None:
    desk = Desk()
    desk.open("Club", "club")
    desk.players("Club", "Ann", "Bob")
    desk.play("Club", ["Ann 300 Bob 200"])
    desk.refused(c.CallOfficial("Ann", 11, Official.CONVENOR, "a question"), "no-such-table")
    desk.do(c.CallOfficial("Ann", 1, Official.CONVENOR, "a question"))


def test_a_call_can_end_without_anybody_on_the_way() -> None:
    desk = Desk()
    desk.do(c.CallOfficial("Ann", 9, Official.CONVENOR, "a question"))
    desk.do(c.EndCall("Ann", 1, "settled among ourselves"))
    assert waiting_calls(desk.tournament) == ()


@pytest.fixture
def day() -> Desk:
    desk = Desk()
    slots = (
        Slot("Game 1", SlotKind.ROUND, 9 * HOUR, HOUR),
        Slot("Coffee", SlotKind.BREAK, 10 * HOUR, 15 * MINUTE),
        Slot("Game 2", SlotKind.ROUND, 10 * HOUR + 15 * MINUTE, HOUR),
        Slot("Medals", SlotKind.CEREMONY, 12 * HOUR, 30 * MINUTE),
    )
    desk.do(c.SetTimetable(DIRECTOR, slots))
    return desk


def test_the_rest_of_the_day_moves_in_one_step(day: Desk) -> None:
    facts = day.do(c.ShiftTimetable(DIRECTOR, 1, 20 * MINUTE, "game 1 ran late"))
    assert len(facts) == 1
    assert [slot.starts_ms for slot in day.tournament.timetable] == [
        9 * HOUR,
        10 * HOUR + 20 * MINUTE,
        10 * HOUR + 35 * MINUTE,
        12 * HOUR + 20 * MINUTE,
    ]
    assert day.tournament.timetable[-1].ends_ms == 12 * HOUR + 50 * MINUTE


def test_a_timetable_stays_in_order(day: Desk) -> None:
    day.refused(c.ShiftTimetable(DIRECTOR, 1, -2 * HOUR, "why not"), "not-in-order")
    day.refused(c.ShiftTimetable(DIRECTOR, 4, MINUTE, "late"), "no-such-slot")
    day.refused(c.ShiftTimetable(DIRECTOR, 0, MINUTE, ""), "no-reason")
    backwards = tuple(reversed(day.tournament.timetable))
    day.refused(c.SetTimetable(DIRECTOR, backwards), "not-in-order")
    day.refused(c.SetTimetable(DIRECTOR, (Slot(" ", SlotKind.OTHER, 0, 1),)), "bad-slot")
    for never in (-1, 10**14 + 1):
        day.refused(c.SetTimetable(DIRECTOR, (Slot("Lunch", SlotKind.OTHER, never, 1),)), "bad-slot")
    day.do(c.SetTimetable(DIRECTOR, (Slot("Lunch", SlotKind.OTHER, 0, 1),)))
    day.refused(c.ShiftTimetable(DIRECTOR, 0, -MINUTE, "early"), "bad-slot")


def test_time_does_not_go_back(day: Desk) -> None:
    day.now_ms = 0
    day.refused(c.SetTarget(DIRECTOR, 100), "time-went-back")


def test_the_big_screen_follows_the_choice_and_can_be_set_back(day: Desk) -> None:
    before = day.tournament.screen
    assert before is Screen.ROTATE
    day.do(c.ChooseScreen(DIRECTOR, Screen.STANDINGS))
    chosen = day.tournament.screen
    assert chosen is Screen.STANDINGS
    day.refused(c.ChooseScreen(DIRECTOR, Screen.STANDINGS), "shown-already")
    day.do(undo_command(day.facts, DIRECTOR, "too early"))
    assert day.tournament.screen is before
    day.check_told_again()


def test_overlays_show_racks_late_and_the_delay_can_be_set_back(day: Desk) -> None:
    assert day.tournament.racks_delay_ms is None
    day.refused(c.HideRacks(DIRECTOR), "shown-already")
    for minutes in (0, 61):
        day.refused(c.ShowRacks(DIRECTOR, minutes * 60_000), "bad-delay")
    day.do(c.ShowRacks(DIRECTOR, 900_000))
    day.refused(c.ShowRacks(DIRECTOR, 900_000), "shown-already")
    day.do(c.ShowRacks(DIRECTOR, 60_000))
    day.do(undo_command(day.facts, DIRECTOR, "a slip"))
    assert day.tournament.racks_delay_ms == 900_000
    day.do(c.HideRacks(DIRECTOR))
    day.do(undo_command(day.facts, DIRECTOR, "a slip"))
    assert day.tournament.racks_delay_ms == 900_000
    day.do(undo_command(day.facts, DIRECTOR, "a slip"))
    assert day.tournament.racks_delay_ms is None


def test_the_director_opens_and_closes_analysis_during_rounds(day: Desk) -> None:
    assert not day.tournament.allows_analysis
    day.refused(c.ForbidAnalysis(DIRECTOR), "analysis-set")
    day.do(c.AllowAnalysis(DIRECTOR))
    assert day.tournament.allows_analysis
    day.refused(c.AllowAnalysis(DIRECTOR), "analysis-set")
    day.do(undo_command(day.facts, DIRECTOR, "a slip"))
    assert not day.tournament.allows_analysis
    day.do(undo_command(day.facts, DIRECTOR, "after all"))
    assert day.tournament.allows_analysis
    day.check_told_again()
