"""Candidates ranked by the best board that each allows: the same order on threads and on a Dask cluster."""

import threading
from collections.abc import Generator
from dataclasses import replace

import pytest
from distributed import LocalCluster

from wordwaiter.engine.hare import Effort
from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon import open_lexicon
from wordwaiter.rules.announcement import announce
from wordwaiter.rules.finished_board import RemovedTiles
from wordwaiter.rules.rulebooks.reading import shipped_rulebook
from wordwaiter.service.jobs import executors as spreading
from wordwaiter.service.jobs.executors import ListVersion
from wordwaiter.service.jobs.hare_ranking import Candidate, look_at, on_cluster, on_threads, rank

BEE = shipped_rulebook("bee-hare")


def candidate(start: str, removed: str = "") -> Candidate:
    enable = open_lexicon("enable")
    announcement = announce(BEE.table.tile_set, start)
    lists = (ListVersion("enable", enable.hash),)
    return Candidate(BEE, announcement, lists, Effort(steps=150), RemovedTiles(tuple(removed)))


CANDIDATES = ["READ", "GRAND", "LITERACY", "JAZZ"]


@pytest.mark.process
def test_threads_and_a_cluster_give_the_same_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "CONNECTING_S", 600)  # it answers, however busy the machine is
    candidates = [candidate(word) for word in CANDIDATES]
    heard: list[int] = []
    here = rank(candidates, on_threads(2), heard.append)
    assert heard == [1, 2, 3, 4]
    totals = [ranked.total or 0 for ranked in here]
    assert totals == sorted(totals, reverse=True)
    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as cluster:
        assert rank(candidates, on_cluster(cluster.scheduler_address)) == here


@pytest.mark.long
def test_a_candidate_without_a_board_comes_last_and_says_why() -> None:
    ranked = rank([candidate("QUIZ", "Q??"), candidate("READ"), candidate("REAQ")], on_threads(1))
    assert [each.candidate.announcement.starting_word for each in ranked][-1] == "QUIZ"
    assert ranked[-1].total is None
    assert "QUIZ lacks Q" in ranked[-1].problem
    [unlisted] = [each for each in ranked if each.candidate.announcement.starting_word == "REAQ"]
    assert unlisted.problem == "REAQ is in none of the word lists"


@pytest.mark.long
def test_searches_end_when_nobody_waits_for_them() -> None:
    endless = replace(candidate("GRAND"), effort=Effort(seconds=1e6))
    telling = on_threads(2)([endless, candidate("READ"), endless])
    assert isinstance(telling, Generator)
    assert next(telling)[0] == 1
    telling.close()  # comes back, and leaves no thread at work
    assert not [each for each in threading.enumerate() if each.name.startswith("hare-ranking")]


@pytest.mark.long
def test_an_interrupt_leaves_the_ranking_of_those_that_are_done() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    endless = replace(candidate("GRAND"), effort=Effort(seconds=1e6))
    [done] = rank([endless, candidate("READ")], on_threads(2), interrupt)
    assert done.candidate.announcement.starting_word == "READ"


def test_a_cluster_that_does_not_answer_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreading, "CONNECTING_S", 0.2)
    with pytest.raises(UnavailableError) as refused:
        rank([candidate("READ")], on_cluster("tcp://127.0.0.1:1"))
    assert refused.value.code == "no-cluster"


def test_a_worker_with_another_list_of_that_name_says_so() -> None:
    wrong = Candidate(
        BEE, announce(BEE.table.tile_set, "READ"), (ListVersion("enable", "0" * 64),), Effort(steps=0)
    )
    with pytest.raises(MalformedError) as refused:
        look_at(wrong)
    assert refused.value.code == "other-list"
