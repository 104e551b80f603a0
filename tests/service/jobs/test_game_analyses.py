"""Many games: the same result whoever analyses them, kept as they are done, and what they tell of players."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import LocalCluster

from wordwaiter.engine import SimulationEffort
from wordwaiter.engine.analysis import Mistake
from wordwaiter.engine.review.mistake_kinds import MistakeKind
from wordwaiter.errors import MalformedError
from wordwaiter.lexicon import Shelf
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion
from wordwaiter.service.jobs.game_analyses import (
    GameOrder,
    GameReport,
    TurnReport,
    analyse_games,
    analyse_order,
    in_processes,
    in_this_process,
    on_cluster,
    order_of,
)
from wordwaiter.service.jobs.player_reports import player_reports

PLAYERS = "#player1 Ada Ada\n#player2 Bo Bo\n"
GAMES = (
    f"{PLAYERS}>Ada: AEINRTE 8H EAR +6 6\n>Bo: AEGNRST - +0 0\n",
    f"{PLAYERS}>Ada: AEGNRST 8D ARGENTS +62 62\n>Bo: AEINRTE -E +0 0\n",
    f"{PLAYERS}>Ada: EINTTUV -UV +0 0\n>Bo: AEGNRST -AEG +0 0\n",
)


def orders(draws: int = 20) -> tuple[GameOrder, ...]:
    card = Shelf.of_user().open("enable").card
    lists = (ListVersion(card.name, card.sha256),)
    rules, effort = shipped_rulebook("club"), SimulationEffort(draws)
    return tuple(
        order_of(f"evening/{number}.gcg", text.encode(), rules, lists, effort)
        for number, text in enumerate(GAMES, 1)
    )


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.json")}


def interrupted(after: int, asked: Sequence[GameOrder]) -> Iterator[tuple[int, GameReport]]:
    """As a run that somebody ends."""
    for place, game in in_this_process(asked):
        if place == after:
            raise KeyboardInterrupt
        yield place, game


def test_two_processes_find_the_same_as_one() -> None:
    assert analyse_games(orders(), in_processes(2)) == analyse_games(orders(), in_this_process)


@pytest.mark.process
def test_a_dask_cluster_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "CONNECTING_S", 600)  # it answers, however busy the machine is
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        found = analyse_games(orders(), on_cluster(cluster.scheduler_address))
    assert found == analyse_games(orders(), in_this_process)


def test_a_run_that_was_ended_goes_on_and_keeps_the_same_bytes(tmp_path: Path) -> None:
    whole = analyse_games(orders(), in_this_process, tmp_path / "whole")
    heard: list[int] = []
    some = analyse_games(orders(), lambda asked: interrupted(1, asked), tmp_path / "ended")
    assert [game.file for game in some] == ["evening/1.gcg"]
    asked_again: list[str] = []

    def rest(asked: Sequence[GameOrder]) -> Iterator[tuple[int, GameReport]]:
        asked_again.extend(order.file for order in asked)
        return in_this_process(asked)

    assert analyse_games(orders(), rest, tmp_path / "ended", heard.append) == whole
    assert asked_again == ["evening/2.gcg", "evening/3.gcg"], "the first is not analysed again"
    assert heard == [1, 2, 3]
    assert files(tmp_path / "ended") == files(tmp_path / "whole")
    assert len(files(tmp_path / "whole")) == len(GAMES)


@pytest.mark.parametrize("change", ["other effort", "other record", "damaged file"])
def test_what_was_kept_of_something_else_is_analysed_again(tmp_path: Path, change: str) -> None:
    analyse_games(orders()[:1], in_this_process, tmp_path)
    kept, order = tmp_path / "evening" / "1.gcg.json", orders()[0]
    if change == "other effort":
        order = replace(order, effort=SimulationEffort(21))
    elif change == "other record":
        order = replace(order, record=GAMES[2].encode())
    else:
        kept.write_bytes(kept.read_bytes()[:-40])
    found = analyse_games([order], in_this_process, tmp_path)
    assert found == (analyse_order(order),)
    assert analyse_games([order], lambda _orders: iter(()), tmp_path) == found


def test_three_players_are_refused_before_anything_is_analysed() -> None:
    with pytest.raises(MalformedError) as refused:
        order_of(
            "x.gcg", f"{PLAYERS}#player3 Cy Cy\n".encode(), shipped_rulebook("club"), (), SimulationEffort()
        )
    assert refused.value.code == "not-two-players"


# ---------------------------------------------------------------- players


def turn(
    player: int, lost: float, kind: MistakeKind | None, *, line: int = 3, known: bool = True
) -> TurnReport:
    mistake = None if kind is None else Mistake.LARGE
    return TurnReport(
        line,
        player,
        "",
        "8D A",
        "8D A",
        0.5,
        "8D B",
        "8D B",
        0.5 + lost,
        lost,
        mistake,
        kind,
        "",
        known,
        False,
        1.0,
    )


def test_players_are_told_their_costliest_kinds_of_mistakes_first() -> None:
    games = [
        GameReport(
            "1.gcg",
            ("Ada", "Bo"),
            (
                turn(0, 0.1, MistakeKind.LEAVE),
                turn(0, 0.1, MistakeKind.LEAVE, line=5),
                turn(0, 0.6, MistakeKind.FULL_RACK, line=7),
                turn(1, 0.0, None),
            ),
            (10.0, -4.0),
            (),
        ),
        GameReport(
            "2.gcg", ("Bo", " ADA "), (turn(1, 0.3, MistakeKind.LEAVE), turn(1, 0, None)), (0.0, 2.0), ()
        ),
    ]
    bo, ada = player_reports(games)
    assert (bo.name, bo.accuracy, bo.lost, bo.luck, bo.habits) == ("Bo", 1.0, 0.0, -2.0, ())
    assert (ada.name, ada.games, ada.turns, ada.mistakes) == ("Ada", 2, 5, 4)
    assert ada.lost == pytest.approx(1.1 / 5)
    assert [(habit.kind, habit.count) for habit in ada.habits] == [
        (MistakeKind.FULL_RACK, 1),
        (MistakeKind.LEAVE, 3),
    ]
    assert ada.habits[1].share == pytest.approx(0.5 / 1.1)
    assert (ada.habits[1].worst.file, ada.habits[1].worst.line) == ("2.gcg", 3)


def test_turns_with_a_part_of_the_rack_count_for_nobody() -> None:
    game = GameReport("1.gcg", ("Ada", "Bo"), (turn(0, 0.5, None, known=False),), (0.0, 0.0), ())
    assert [each.turns for each in player_reports([game])] == [0, 0]


@pytest.mark.long
def test_kinds_of_mistakes_of_a_real_game() -> None:
    first, *_ = analyse_games(orders(150), in_this_process)
    assert [each.kind for each in first.turns] == [MistakeKind.FULL_RACK, MistakeKind.FULL_RACK]
    exchanged = analyse_games(orders(150)[1:2], in_this_process)[0].turns[1]
    assert exchanged.kind is MistakeKind.FULL_RACK
