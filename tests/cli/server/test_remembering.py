"""What several workers remember together is in a process of its own, which ends with the first one."""

import pytest

from wordwaiter.cli.server import workers
from wordwaiter.service.moments import SharedMoments
from wordwaiter.web.http.limits import Limits


@pytest.mark.process
def test_whatever_one_worker_keeps_the_others_find() -> None:
    with workers._Remembering() as remembering:
        shared = remembering.moments()  # type: ignore[attr-defined]
        first, second = SharedMoments(shared), SharedMoments(shared)
        first.keep("page", b"refused")
        assert (second.find("page"), second.take("page"), first.find("page")) == (
            b"refused",
            b"refused",
            None,
        )
    first.keep("page", b"refused")
    assert (first.find("page"), first.take("page"), first.find("page")) == (b"refused", b"refused", None)
    assert second.find("page") is None, "where nobody remembers for all, each does by itself"


def test_several_workers_together_allow_little_more_than_one() -> None:
    whole, shared = Limits(), Limits.of_one_of(4)
    for name in ("joins", "strangers", "games", "thoughts", "guest_bytes"):
        one, part = getattr(whole, name).rate, getattr(shared, name).rate
        assert one.burst <= 4 * part.burst <= 1.6 * one.burst
        assert one.per_second <= 4 * part.per_second <= 1.6 * one.per_second
    assert 2 * 2 * Limits.of_one_of(2).games.rate.burst <= 2 * 300, "others find a place"
    assert Limits.of_one_of(64).strangers.rate.burst == 20, "chance hands out unevenly"
    assert shared.writes.rate == whole.writes.rate
