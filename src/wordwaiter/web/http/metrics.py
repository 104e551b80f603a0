"""What the program counts of itself, as Prometheus reads it: text, a number a line.

It is counted in the one thread of the event loop, so that nothing needs a lock. With several workers each
counts for itself, and says which it is.
"""

import os
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

BUCKETS_MS: Final = (1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 5_000)
"""How long an answer took at most, in milliseconds."""

MEDIA_TYPE: Final = "text/plain; version=0.0.4"


@dataclass(slots=True)
class _Durations:
    """How often an address was asked, and how long that took."""

    buckets: list[int] = field(default_factory=lambda: [0] * len(BUCKETS_MS))
    count: int = 0
    sum_ns: int = 0

    def add(self, took_ns: int) -> None:
        self.count += 1
        self.sum_ns += took_ns
        for index, most in enumerate(BUCKETS_MS):
            if took_ns <= most * 1_000_000:
                self.buckets[index] += 1
                return


class Metrics:
    """Counts of one process."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._durations: dict[str, _Durations] = {}
        self._refusals: Counter[str] = Counter()
        self._gauges: dict[str, tuple[str, Callable[[], int]]] = {}
        self._began = time.monotonic()

    def answered(self, method: str, route: str, status: int, took_ns: int) -> None:
        """Count an answer; `route` is the pattern of its address, since addresses themselves are endless."""
        self._requests[method, route, status] += 1
        self._durations.setdefault(route, _Durations()).add(took_ns)

    def refused(self, code: str) -> None:
        """Count a request that ended with a problem of that code."""
        self._refusals[code] += 1

    def gauge(self, name: str, words: str, ask: Callable[[], int]) -> None:
        """Tell a number that goes up and down; `ask` gives it when somebody wants to know."""
        self._gauges[name] = (words, ask)

    def text(self) -> str:
        """All of it."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield from _head("wordwaiter_requests_total", "counter", "Requests that were answered.")
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'wordwaiter_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("wordwaiter_request_seconds", "histogram", "How long answers took.")
        for route, durations in sorted(self._durations.items()):
            yield from _histogram(route, durations)
        yield from _head("wordwaiter_refusals_total", "counter", "Requests that ended with a problem.")
        for code, count in sorted(self._refusals.items()):
            yield f'wordwaiter_refusals_total{{code="{code}"}} {count}'
        for name, (words, ask) in sorted(self._gauges.items()):
            yield from _head(f"wordwaiter_{name}", "gauge", words)
            yield f"wordwaiter_{name} {ask()}"
        yield from self._process_lines()

    def _process_lines(self) -> Iterator[str]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        yield from _head("wordwaiter_uptime_seconds", "gauge", "Since this process began.")
        yield f'wordwaiter_uptime_seconds{{pid="{os.getpid()}"}} {time.monotonic() - self._began:.3f}'
        yield from _head("process_cpu_seconds_total", "counter", "Time of the processor that was used.")
        yield f"process_cpu_seconds_total {used.ru_utime + used.ru_stime:.3f}"
        yield from _head("process_resident_memory_max_bytes", "gauge", "The most memory that was used.")
        yield f"process_resident_memory_max_bytes {used.ru_maxrss * 1024}"


def _head(name: str, kind: str, words: str) -> Iterator[str]:
    yield f"# HELP {name} {words}"
    yield f"# TYPE {name} {kind}"


def _histogram(route: str, durations: _Durations) -> Iterator[str]:
    name = "wordwaiter_request_seconds"
    so_far = 0
    for most_ms, count in zip(BUCKETS_MS, durations.buckets, strict=True):
        so_far += count
        yield f'{name}_bucket{{route="{route}",le="{most_ms / 1000:g}"}} {so_far}'
    yield f'{name}_bucket{{route="{route}",le="+Inf"}} {durations.count}'
    yield f'{name}_sum{{route="{route}"}} {durations.sum_ns / 1e9:.6f}'
    yield f'{name}_count{{route="{route}"}} {durations.count}'
