"""The hall's clock jumps from happening to happening, and people queue for officials."""

from wordwaiter.tournament.rehearsal.hall import Ended, Hall, Officials, Served, Steps, Until, Visit


def test_things_happen_in_the_order_of_their_times_whoever_began_first() -> None:
    hall, told = Hall(100), list[tuple[str, int]]()

    def walk(name: str, *times: int) -> Steps:
        for time in times:
            yield Until(time)
            told.append((name, hall.now_ms))

    hall.begin(walk("a", 300, 500))
    hall.begin(walk("b", 200, 500))
    hall.run()
    assert told == [("b", 200), ("a", 300), ("b", 500), ("a", 500)]


def test_a_time_that_has_passed_is_now() -> None:
    hall = Hall(100)

    def late() -> Steps:
        yield Until(10)

    hall.begin(late())
    hall.run()
    assert hall.now_ms == 100


def test_with_one_judge_the_second_call_waits_until_the_first_is_ruled_on() -> None:
    hall, judges = Hall(0), Officials(1)

    def table(at_ms: int) -> Steps:
        yield Until(at_ms)
        yield Served(judges, 60, "challenge")

    for at_ms in (0, 10, 100):
        hall.begin(table(at_ms))
    hall.run()
    assert judges.visits == [
        Visit(0, 0, 60, "challenge"),
        Visit(10, 60, 120, "challenge"),
        Visit(100, 120, 180, "challenge"),
    ]
    assert [visit.waited_ms for visit in judges.visits] == [0, 50, 20]


def test_with_two_judges_nobody_waits_while_one_of_them_is_free() -> None:
    hall, judges = Hall(0), Officials(2)

    def table() -> Steps:
        yield Served(judges, 60, "challenge")

    for _ in range(3):
        hall.begin(table())
    hall.run()
    assert [visit.begun_ms for visit in judges.visits] == [0, 0, 60]


def test_a_round_goes_on_until_its_last_table_has_finished() -> None:
    hall, told = Hall(0), list[int]()

    def table(ends_ms: int) -> Steps:
        yield Until(ends_ms)

    def round_() -> Steps:
        yield Ended([hall.begin(table(each)) for each in (30, 10, 20)])
        told.append(hall.now_ms)
        yield Ended([])
        told.append(hall.now_ms)

    hall.begin(round_())
    hall.run()
    assert told == [30, 30]
