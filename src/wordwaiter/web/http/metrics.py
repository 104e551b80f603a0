"""Counts and durations of this process, for Prometheus. With several workers each counts for itself."""

import os
import time
from collections.abc import Callable
from functools import cache
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
"""The upper limits of the durations that are counted, in seconds."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counts of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "wordwaiter_requests",
            "Requests that were answered.",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._durations = Histogram(
            "wordwaiter_request_seconds",
            "How long answers took.",
            ("route",),
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._counts_of = cache(
            lambda method, route, status: (
                self._requests.labels(method, route, status),
                self._durations.labels(route),
            )
        )
        """What counts answers of a kind. Methods, routes and codes are few."""
        self._refusals = Counter(
            "wordwaiter_refusals", "Requests that ended with a problem.", ("code",), registry=self._registry
        )
        began = time.monotonic()
        uptime = Gauge("wordwaiter_uptime_seconds", "Since it began.", ("pid",), registry=self._registry)
        uptime.labels(os.getpid()).set_function(lambda: time.monotonic() - began)
        ProcessCollector(registry=self._registry)

    def answered(self, method: str, route: str, status: int, took_ns: int) -> None:
        """Counts an answer; `route` is the pattern of its address, since addresses themselves are endless."""
        requests, durations = self._counts_of(method, route, status)
        requests.inc()
        durations.observe(took_ns / 1e9)

    def refused(self, code: str) -> None:
        """Counts a request that ended with a problem of that code."""
        self._refusals.labels(code).inc()

    def gauge(self, name: str, words: str, ask: Callable[[], int]) -> None:
        """Adds a number that goes up and down; `ask` returns it when somebody wants to know."""
        Gauge(f"wordwaiter_{name}", words, registry=self._registry).set_function(ask)

    def text(self) -> str:
        """Returns all of it in the text format of Prometheus."""
        return generate_latest(self._registry).decode()
