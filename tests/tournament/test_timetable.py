"""The day as a timetable, made from the divisions' rounds and moved in one step."""

import pytest

from tournament.vocabulary import DIRECTOR, MINUTE, Desk, team
from wordwaiter.errors import WordwaiterError
from wordwaiter.rules.announcement import AnnouncedKind
from wordwaiter.tournament import commands as c
from wordwaiter.tournament.rounds.proposals import propose_round
from wordwaiter.tournament.state import Slot, SlotKind
from wordwaiter.tournament.timetable import DayWish, Pause, laid_out, next_part, part_under_way, position_at

WISH = DayWish(begins_ms=0, between_ms=15 * MINUTE, untimed_ms=40 * MINUTE, ceremony_ms=20 * MINUTE)


def told(slots: tuple[Slot, ...]) -> list[tuple[str, int, int]]:
    return [(slot.name, slot.starts_ms // MINUTE, slot.ends_ms // MINUTE) for slot in slots]


def test_three_games_of_fifty_minutes_with_lunch_after_the_second() -> None:
    desk = Desk("Doubles")
    desk.open("Open", "ontario")
    lunch = Pause(2, "Lunch", 45 * MINUTE)
    wish = DayWish(0, 15 * MINUTE, 40 * MINUTE, (lunch,), 20 * MINUTE)
    slots = laid_out(desk.tournament, wish)
    assert told(slots) == [
        ("Round 1", 0, 50),
        ("Round 2", 65, 115),
        ("Lunch", 115, 160),
        ("Round 3", 160, 210),
        ("Ceremony", 225, 245),
    ]
    kinds = [slot.kind for slot in slots]
    assert kinds == [SlotKind.ROUND, SlotKind.ROUND, SlotKind.BREAK, SlotKind.ROUND, SlotKind.CEREMONY]


def test_divisions_play_at_once_and_the_longest_round_counts_but_none_that_is_for_fun() -> None:
    desk = Desk("Bee")
    desk.open("Hare", "bee-hare")
    desk.open("Tortoise", "bee-tortoise")
    assert told(laid_out(desk.tournament, WISH))[:3] == [
        ("Round 1", 0, 40),
        ("Round 2 (Hare)", 55, 70),
        ("Round 3 (Hare)", 85, 95),
    ]


def test_a_round_for_fun_keeps_nobody_waiting() -> None:
    desk = Desk("Bee")
    desk.open("Hare", "bee-hare")
    desk.open("Tortoise", "bee-tortoise")
    desk.enter("Hare", [team("Owls")])
    desk.enter("Tortoise", [team("Snails")])
    desk.do(c.SetTimetable(DIRECTOR, laid_out(desk.tournament, WISH)))
    for division in ("Hare", "Tortoise"):
        desk.do(propose_round(desk.tournament, division, DIRECTOR, desk.rng).command)
        desk.do(c.AnnounceWords(DIRECTOR, division, 1, "GLOW", without=tuple(AnnouncedKind)))
        desk.do(c.StartRound(DIRECTOR, division))
    first, second, *_ = desk.tournament.timetable
    assert position_at(desk.tournament, first.ends_ms).overdue is None
    desk.do(c.CallRoundTime(DIRECTOR, "Hare"))
    desk.sheet("Hare", 1, (500,), ["Owls"])
    desk.do(c.CloseRound(DIRECTOR, "Hare"))
    assert position_at(desk.tournament, second.starts_ms).overdue == second
    desk.do(propose_round(desk.tournament, "Hare", DIRECTOR, desk.rng).command)
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 2, "GLOW", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    assert position_at(desk.tournament, second.starts_ms).overdue is None


def test_a_round_that_lasts_longer_than_planned_is_on_until_it_is_closed() -> None:
    desk = Desk("Bee")
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls")])
    desk.do(c.SetTimetable(DIRECTOR, laid_out(desk.tournament, WISH)))
    first, second, *_ = desk.tournament.timetable
    assert part_under_way(desk.tournament, first.starts_ms) is None  # it has not begun
    desk.do(propose_round(desk.tournament, "Hare", DIRECTOR, desk.rng).command)
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "GLOW", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    assert part_under_way(desk.tournament, first.starts_ms) == first
    desk.do(c.CallRoundTime(DIRECTOR, "Hare"))
    assert part_under_way(desk.tournament, second.starts_ms) == first
    desk.sheet("Hare", 1, (500,), ["Owls"])
    desk.do(c.CloseRound(DIRECTOR, "Hare"))
    assert part_under_way(desk.tournament, second.starts_ms) is None
    assert part_under_way(desk.tournament, first.starts_ms) is None  # it was closed before its end


def test_a_day_that_cannot_be_laid_out_says_why() -> None:
    desk = Desk("Nothing")
    with pytest.raises(WordwaiterError) as refused:
        laid_out(desk.tournament, WISH)
    assert refused.value.code == "no-division"
    desk.open("Open", "ontario")
    for wish, code in (
        (DayWish(0, -1, 0), "bad-time"),
        (DayWish(0, 0, 0, (Pause(4, "Tea", MINUTE),)), "no-such-round"),
    ):
        with pytest.raises(WordwaiterError) as refused:
            laid_out(desk.tournament, wish)
        assert refused.value.code == code


def test_what_moves_when_the_day_runs_late_is_the_next_part_and_all_after_it() -> None:
    desk = Desk("Doubles")
    desk.open("Open", "ontario")
    desk.do(c.SetTimetable(DIRECTOR, laid_out(desk.tournament, WISH)))
    place = next_part(desk.tournament, 70 * MINUTE)
    desk.do(c.ShiftTimetable(DIRECTOR, place, 10 * MINUTE, "a long game"))
    assert [start for _, start, _ in told(desk.tournament.timetable)] == [0, 65, 140, 205]
    with pytest.raises(WordwaiterError) as refused:
        next_part(desk.tournament, 300 * MINUTE)
    assert refused.value.code == "day-over"


def test_a_round_that_should_have_begun_is_what_moves_first_when_the_day_runs_late() -> None:
    desk = Desk("Late")
    desk.open("Hare", "bee-hare")
    desk.enter("Hare", [team("Owls")])
    desk.do(c.SetTimetable(DIRECTOR, laid_out(desk.tournament, WISH)))
    assert next_part(desk.tournament, 10 * MINUTE) == 0
    desk.do(propose_round(desk.tournament, "Hare", DIRECTOR, desk.rng).command)
    desk.do(c.AnnounceWords(DIRECTOR, "Hare", 1, "GLOW", without=tuple(AnnouncedKind)))
    desk.do(c.StartRound(DIRECTOR, "Hare"))
    assert next_part(desk.tournament, 10 * MINUTE) == 1
