"""The same days for a seed, whoever plays them: this process, several, or a Dask cluster."""

import pytest
from distributed import LocalCluster

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion
from wordwaiter.service.jobs.rehearsals import (
    Order,
    RehearsalRequest,
    in_processes,
    in_this_process,
    on_cluster,
    play_day,
    rehearse,
)
from wordwaiter.tournament.rehearsal.plan import Plan, PlannedDivision

PLAN = Plan("Small", (PlannedDivision("Open", "iowa", 4, rounds=1),))
WISH = RehearsalRequest(PLAN, days=3, seed=5)


@pytest.mark.long
def test_two_processes_give_the_same_report_as_one() -> None:
    heard: list[tuple[int, int]] = []
    alone = rehearse(WISH, in_this_process, lambda done, total: heard.append((done, total)))
    assert heard == [(done, 9) for done in range(1, 10)]
    assert rehearse(WISH, in_processes(2)) == alone
    assert [(each.division, each.more) for each in alone.variants] == [("Open", -1), ("Open", 1)]
    # One less or one more of four makes an odd number, so somebody rests.
    assert [each.summary.byes.usual for each in alone.variants] == [1, 1]
    assert alone.summary.byes.high == 0


@pytest.mark.process
def test_a_dask_cluster_gives_the_same_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "CONNECTING_S", 600)  # it answers, however busy the machine is
    wish = RehearsalRequest(PLAN, days=2, seed=5, with_variants=False)
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        assert rehearse(wish, on_cluster(cluster.scheduler_address)) == rehearse(wish, in_this_process)


@pytest.mark.long
def test_a_cluster_that_does_not_answer_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "CONNECTING_S", 0.2)
    with pytest.raises(UnavailableError) as refused:
        rehearse(WISH, on_cluster("tcp://127.0.0.1:1"))
    assert refused.value.code == "no-cluster"


def test_a_worker_with_another_list_of_that_name_says_so() -> None:
    with pytest.raises(MalformedError) as refused:
        play_day(Order(PLAN, (ListVersion("enable", "0" * 64),), seed=1, run=0))
    assert refused.value.code == "other-list"
