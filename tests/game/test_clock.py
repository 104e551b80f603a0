"""Clocks, with numbers worked out by hand: a turn's limit, a table's allowance, the room's, a chess clock."""

import pytest

from game.vocabulary import ann_and_ben, late_in_the_game, ms, newcomers, owls, refused
from wordwaiter.game import commands as c
from wordwaiter.game.clock import ClockKind, Countdown, Stopwatch, minutes_begun
from wordwaiter.game.facts import TurnTimedOut
from wordwaiter.game.queries import left, turn_text
from wordwaiter.game.result import Won, outcome
from wordwaiter.game.table import EndReason, Passed


def test_a_stopwatch_adds_up_what_it_ran() -> None:
    watch = Stopwatch().running(True, 1_000).running(False, 4_000).running(False, 5_000).running(True, 9_000)
    assert (watch.elapsed_ms(9_000), watch.elapsed_ms(9_001)) == (3_000, 3_001)


def test_overtime_is_negative() -> None:
    clock = Countdown(60_000).running(True, 0)
    assert [clock.remaining_ms(at) for at in (0, 59_999, 60_000, 61_500)] == [60_000, 1, 0, -1_500]


@pytest.mark.parametrize(
    ("over_ms", "minutes"),
    [(-5, 0), (0, 0), (999, 0), (1000, 1), (60_999, 1), (61_000, 2), (120_999, 2), (121_000, 3)],
)
def test_each_minute_over_that_has_begun_counts_in_full_seconds(over_ms: int, minutes: int) -> None:
    assert minutes_begun(over_ms) == minutes


@pytest.mark.parametrize("rulebook", ["iowa", "grand-island", "ontario", "androscoggin", "club"])
def test_the_clock_starts_with_the_draw_that_decides_who_begins(rulebook: str) -> None:
    game = newcomers(rulebook).at("1:00").draws("Ann", "E").at("2:00").draws("Ben", "E")
    game.at("3:00").draws("Ann", "E").at("4:00").draws("Ben", "K").at("4:30")
    clocks = game.left
    running = [left_ms for left_ms in (clocks.room_ms, clocks.table_ms, *clocks.sides_ms) if left_ms]
    whole = {"ontario": ["50:00"], "androscoggin": ["30:00"], "club": ["25:00", "25:30"]}.get(rulebook, [])
    assert running == [ms(time) - ms("0:30") for time in whole]


def test_time_does_not_go_back() -> None:
    game = ann_and_ben("iowa").at("1:00").plays("Ann", "8D RETINA").at("0:59")
    with refused(game, "time-went-back"):
        game.passes("Ben")


# ---------------------------------------------------------------- the turn's limit

three_minutes = pytest.mark.parametrize(
    ("rulebook", "clause"),
    [
        pytest.param("grand-island", "grand-island-setup", marks=pytest.mark.clause("grand-island-setup")),
        pytest.param("androscoggin", "androscoggin-3", marks=pytest.mark.clause("androscoggin-3")),
    ],
)


@three_minutes
def test_a_turn_has_three_minutes_from_the_announcement_before_it(rulebook: str, clause: str) -> None:
    del clause
    game = ann_and_ben(rulebook).at("1:00")
    assert game.left.turn_ms == ms("2:00")
    game.plays("Ann", "8D RETINA")
    assert game.left.turn_ms == ms("3:00")
    game.at("3:50")
    assert game.left.turn_ms == ms("0:10")
    # The draw and tentative tiles start nothing anew.
    game.fills("Ann").lays("Ben", "D8 .A").at("4:00").lifts("Ben")
    assert game.left.turn_ms == 0


@three_minutes
def test_a_play_at_three_minutes_sharp_counts_and_one_later_does_not(rulebook: str, clause: str) -> None:
    sharp = ann_and_ben(rulebook).at("3:00").plays("Ann", "8D RETINA")
    assert sharp.score("Ann") == 14
    late = ann_and_ben(rulebook).at("2:59").lays("Ann", "8D RETINA").at("3:20")
    assert late.left.turn_ms == ms("-0:20")
    with refused(late, "turn-overtime", clause):
        late.announces("Ann")
    with refused(late, "turn-overtime", clause):
        late.exchanges("Ann", 2)


@three_minutes
def test_a_turn_that_overran_ends_as_a_pass(rulebook: str, clause: str) -> None:
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA").at("3:20").passes("Ann")
    assert game.table.turns[0].move == Passed(clause=clause)
    assert game.board.is_empty
    assert (game.score("Ann"), game.turn, game.left.turn_ms) == (0, "Ben", ms("3:00"))


@three_minutes
def test_the_clock_records_the_pass_when_the_next_side_acts(rulebook: str, clause: str) -> None:
    """Grand Island: "Each team will have no more than 3 minutes to complete their turn." """
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA").at("2:59")
    with refused(game, "not-your-turn"):
        game.plays("Ben", "8D RETAIN")
    game.at("3:20").plays("Ben", "8D RETAIN")
    assert (game.score("Ann"), game.score("Ben"), game.turn) == (0, 14, "Ann")
    assert game.table.turns[0].move == Passed(clause=clause)
    timed_out = next(fact for fact in game.facts if isinstance(fact, TurnTimedOut))
    assert (timed_out.by, timed_out.seat, timed_out.clause) == ("clock", 0, clause)
    assert turn_text(game.table, 1) == f"passed, out of time ({clause})"
    # It can be undone like any turn.
    assert game.undoes().undoes().turn == "Ann"


@three_minutes
def test_a_late_play_is_allowed_until_the_next_side_acts(rulebook: str, clause: str) -> None:
    del clause
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA").at("3:20").allows()
    with refused(game, "not-your-turn"):
        game.passes("Ben")
    game.announces("Ann")
    assert (game.score("Ann"), game.turn) == (14, "Ben")


@three_minutes
def test_the_scorekeeper_or_a_judge_may_let_a_late_play_stand_and_the_log_says_so(
    rulebook: str, clause: str
) -> None:
    game = ann_and_ben(rulebook).lays("Ann", "8D RETINA").at("3:20")
    game.does(c.Allow("scorekeeper", "this once")).announces("Ann")
    assert game.score("Ann") == 14
    allowed = next(fact for fact in game.facts if fact.KIND == "game.late_allowed")
    assert (allowed.by, allowed.at_ms) == ("scorekeeper", ms("3:20"))
    # It was for one turn.
    game.at("6:21").lays("Ben", "D8 RATE")
    with refused(game, "turn-overtime", clause):
        game.announces("Ben")


@three_minutes
def test_the_turns_clock_stops_while_a_judge_decides(rulebook: str, clause: str) -> None:
    del clause
    game = ann_and_ben(rulebook).at("0:30").plays("Ann", "8D RETINA").at("1:30").challenges("Ben", "RETINA")
    assert game.left.turn_ms == ms("2:00")
    game.at("5:00")
    assert game.left.turn_ms == ms("2:00")
    # Bad: it is still Ben's turn, of which he has used a minute.
    game.rules_bad().at("5:10")
    assert game.left.turn_ms == ms("1:50")


@pytest.mark.clause("bee-tortoise-7-8")
def test_a_tortoise_table_is_untimed() -> None:
    game = owls().at("600:00")
    clocks = game.left
    assert (clocks.room_ms, clocks.table_ms, clocks.sides_ms, clocks.turn_ms) == (None, None, (), None)
    game.plays("Ann", "H8 .O")
    with refused(game, "untimed", "bee-tortoise-7-8"):
        game.time()


# ---------------------------------------------------------------- the table's allowance


@pytest.mark.clause("androscoggin-9")
def test_at_androscoggin_the_minutes_of_a_ruling_are_given_back() -> None:
    # 40 seconds have run when the hand goes up; the judge rules after 2:10.
    game = ann_and_ben("androscoggin").at("0:30").plays("Ann", "8D RETINA").at("0:40")
    game.challenges("Ben", "RETINA")
    assert game.left.table_ms == ms("29:20")
    game.at("2:50").rules_good()
    assert (game.turn, game.left.table_ms, game.left.turn_ms) == ("Ann", ms("29:20"), ms("3:00"))
    # So this table ends 2:10 after the rest.
    game.at("32:09")
    assert game.left.table_ms == ms("0:01")
    with refused(game, "time-is-not-up", "androscoggin-9"):
        game.time()
    game.at("32:10").time()
    assert game.ended == "time"


@pytest.mark.clause("androscoggin-3")
def test_after_thirty_minutes_nothing_is_announced_any_more() -> None:
    game = ann_and_ben("androscoggin").at("28:00").passes("Ann").lays("Ben", "8D RETINA").at("30:00")
    too_late: tuple[c.Command, ...] = (c.Announce(1), c.Pass(1), c.Exchange(1, 1), c.SayCannotPlay(1))
    for command in too_late:
        with refused(game, "time-is-up", "androscoggin-3"):
            game.does(command)
    # Nor can anybody allow it.
    game.allows()
    with refused(game, "time-is-up", "androscoggin-3"):
        game.announces("Ben")
    game.time()
    assert game.ended == "time"
    assert game.board.is_empty
    assert game.rack("Ben") == 7


def test_a_pause_stops_the_tables_clocks_and_says_why() -> None:
    game = ann_and_ben("androscoggin").at("1:00").pauses("a spilled bag").at("6:00")
    assert (game.left.table_ms, game.left.turn_ms) == (ms("29:00"), ms("2:00"))
    assert game.table.pause == "a spilled bag"
    with refused(game, "paused"):
        game.plays("Ann", "8D RETINA")
    with refused(game, "paused-already"):
        game.pauses()
    game.resumes().at("6:30")
    assert (game.left.table_ms, game.left.turn_ms) == (ms("28:30"), ms("1:30"))
    with refused(game, "not-paused"):
        game.resumes()
    with refused(game, "no-reason"):
        game.pauses(" ")


def test_a_ruling_in_a_pause_starts_no_clock() -> None:
    game = ann_and_ben("androscoggin").plays("Ann", "8D RETINA").at("1:00").pauses()
    game.challenges("Ben", "RETINA").at("2:00").rules_bad().at("3:00")
    assert game.left.table_ms == ms("29:00")
    game.resumes().at("3:01")
    assert game.left.table_ms == ms("28:59")


# ---------------------------------------------------------------- the room's clock


@pytest.mark.clause("ontario-b-games")
def test_in_ontario_a_game_has_fifty_minutes_of_the_rooms_clock_which_never_stops() -> None:
    game = ann_and_ben("ontario").at("10:00").plays("Ann", "8D RETINA").challenges("Ben", "RETINA")
    game.at("14:00").rules_good().pauses().at("20:00").resumes()
    assert game.left.room_ms == ms("30:00")
    game.at("50:00")
    with refused(game, "time-is-up", "ontario-b-games"):
        game.passes("Ann")


@pytest.mark.clause("grand-island-setup")
@pytest.mark.clause("grand-island-end")
def test_at_grand_island_the_organiser_sets_the_round_and_a_ruling_gives_nothing_back() -> None:
    game = ann_and_ben("grand-island", room_ms=ms("40:00")).at("1:00").plays("Ann", "8D RETINA")
    game.challenges("Ben", "RETINA").at("5:00").rules_bad()
    assert game.left.room_ms == ms("35:00")
    game.at("40:00")
    with refused(game, "time-is-up", "grand-island-end"):
        game.passes("Ben")


def test_the_rooms_clock_may_run_before_a_table_begins() -> None:
    game = newcomers("ontario", room_running=True).at("5:00").draws("Ann", "A").draws("Ben", "B")
    assert game.left.room_ms == ms("45:00")


def test_without_a_set_length_the_round_lasts_until_time_is_called() -> None:
    game = ann_and_ben("grand-island").at("1:00").passes("Ann")
    assert game.left.game_ms is None
    assert game.at("2:00").time().ended == "time"


# ---------------------------------------------------------------- a chess clock


def test_a_sides_budget_runs_while_it_is_to_move() -> None:
    game = ann_and_ben("club").at("1:00").plays("Ann", "8D RETINA").at("3:30").plays("Ben", "D8 RATE")
    game.at("3:40")
    assert game.left.sides_ms == (ms("23:50"), ms("22:30"))


def test_a_sides_budget_stops_while_words_are_looked_up_and_in_a_pause() -> None:
    game = ann_and_ben("club").at("1:00").plays("Ann", "8D RETINA").at("1:20").challenges("Ben", "RETINA")
    game.at("4:00").rules_bad().at("4:05").pauses().at("9:00").resumes().at("9:01")
    assert game.left.sides_ms == (ms("24:00"), ms("24:34"))


def test_a_side_over_its_time_plays_on_and_loses_ten_points_for_each_minute_begun() -> None:
    game = late_in_the_game("club", "S" + "QE", ann="S", scores=(300, 290)).at("26:00")
    assert game.left.sides_ms == (ms("-1:00"), ms("25:00"))
    game.plays("Ann", "8D RETINAS")
    # 300 and 7 for RETINAS, twice Q10 and E1, and one minute over.
    assert game.score("Ann") == 300 + 7 + 22 - 10
    assert game.score("Ben") == 290


def test_one_second_into_the_second_minute_over_costs_twenty() -> None:
    game = late_in_the_game("club", "S" + "QE", ann="S", scores=(300, 290))
    game.now_ms = ms("26:01")
    game.plays("Ann", "8D RETINAS")
    assert game.score("Ann") == 300 + 7 + 22 - 20


@pytest.mark.clause("iowa-2")
def test_in_iowa_announcing_starts_the_opponents_clock_where_a_table_has_one() -> None:
    game = ann_and_ben("iowa", side_ms=ms("25:00")).at("2:00").plays("Ann", "8D RETINA").at("2:30")
    assert game.left.sides_ms == (ms("23:00"), ms("24:30"))
    assert ann_and_ben("iowa").left.sides_ms == ()


# ---------------------------------------------------------------- set by an official


@pytest.mark.parametrize(
    ("rulebook", "kind", "side"),
    [
        ("androscoggin", ClockKind.TABLE, None),
        ("androscoggin", ClockKind.TURN, None),
        ("ontario", ClockKind.ROOM, None),
        ("club", ClockKind.SIDE, 1),
    ],
)
def test_an_official_sets_a_clock_and_says_why(rulebook: str, kind: ClockKind, side: int | None) -> None:
    game = ann_and_ben(rulebook).at("1:00")

    def shown() -> int:
        clock = game.table.clocks.of(kind, side)
        assert clock is not None
        return clock.remaining_ms(game.now_ms)

    before = shown()
    game.adjusts(kind, "1:00", side)
    assert shown() == before + ms("1:00")
    game.adjusts(kind, "-0:30", side)
    assert shown() == before + ms("0:30")


def test_a_clock_that_a_table_does_not_have_is_not_set() -> None:
    game = ann_and_ben("ontario")
    for kind in (ClockKind.TABLE, ClockKind.TURN, ClockKind.SIDE):
        with refused(game, "no-such-clock", "ontario-b-games"):
            game.adjusts(kind, "1:00", 0)
    club = ann_and_ben("club")
    for side in (None, 2, -1):
        with refused(club, "no-such-clock"):
            club.adjusts(ClockKind.SIDE, "1:00", side)
    with refused(club, "no-reason"):
        club.does(c.AdjustClock("director", ClockKind.SIDE, 1, "", 0))


def test_what_is_left_is_a_function_of_the_facts_and_now() -> None:
    game = ann_and_ben("androscoggin").at("1:00").plays("Ann", "8D RETINA")
    assert left(game.table, ms("2:00")).table_ms == ms("28:00")
    assert left(game.table, ms("31:00")).game_ms == ms("-1:00")


def test_time_that_one_side_is_given_is_not_given_to_the_other() -> None:
    for side, given in ((0, ("26:00", "25:00")), (1, ("25:00", "26:00"))):
        game = ann_and_ben("club").adjusts(ClockKind.SIDE, "1:00", side)
        assert game.left.sides_ms == tuple(map(ms, given))


def test_the_organiser_may_set_another_length_than_the_rulebook_names() -> None:
    assert ann_and_ben("ontario", room_ms=ms("40:00")).left.room_ms == ms("40:00")
    assert ann_and_ben("ontario", room_ms=ms("60:00")).left.room_ms == ms("60:00")


@three_minutes
def test_a_turn_that_comes_back_by_an_undo_has_its_whole_time(rulebook: str, clause: str) -> None:
    del clause
    game = ann_and_ben(rulebook).plays("Ann", "8D RETINA").challenges("Ben", "RETINA").rules_good()
    assert game.at("1:00").turn == "Ann"
    game.undoes()
    assert (game.turn, game.left.turn_ms) == ("Ann", ms("3:00"))


# ---------------------------------------------------------------- increments, and overtime that loses


def test_each_turn_adds_its_increment_to_the_clock_of_its_side() -> None:
    game = ann_and_ben("club@5+10").at("1:00").plays("Ann", "8D RETINA")
    # Ann used 1:00 of 5:00 and got 0:10; then Ben uses 0:30 and gets 0:10.
    assert game.left.sides_ms == (ms("4:10"), ms("5:00"))
    game.at("1:30").plays("Ben", "D8 RATE")
    assert game.left.sides_ms == (ms("4:10"), ms("4:40"))


def test_a_turn_that_is_undone_takes_its_increment_back() -> None:
    game = ann_and_ben("club@5+10").at("1:00").plays("Ann", "8D RETINA").at("1:30")
    before = game.left.sides_ms
    game.undoes()
    assert sum(game.left.sides_ms) == sum(before) - ms("0:10")


def test_a_side_that_is_as_long_over_its_time_as_loses_the_game_loses_with_its_next_act() -> None:
    game = ann_and_ben("club@5/1").at("5:59").plays("Ann", "8D RETINA")
    assert game.table.ending is None  # 59 seconds over, which cost 10 points
    game.at("11:59").plays("Ben", "D8 RATE")
    assert game.table.ending is not None
    assert (game.table.ending.reason, game.table.ending.loser) == (EndReason.OVERTIME, 1)
    result = outcome(game.table)
    assert result is not None
    assert result.verdict == Won(0)


def test_the_other_side_claims_a_game_that_is_lost_by_overtime() -> None:
    game = ann_and_ben("club@5/1").at("5:59")
    with refused(game, "not-left-yet"):
        game.does(c.ClaimWin(1))
    game.at("6:00").does(c.ClaimWin(1))
    assert game.table.ending is not None
    assert (game.table.ending.reason, game.table.ending.loser) == (EndReason.OVERTIME, 0)
