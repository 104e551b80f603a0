"""Work that is spread over the cores of a machine, or over a Dask cluster, with its word lists."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from wordwaiter.errors import MalformedError, UnavailableError
from wordwaiter.lexicon import Lexicon, Shelf

Task = TypeVar("Task")
Done = TypeVar("Done")

Doing = Callable[[Sequence[Task]], Iterator[tuple[int, Done]]]
"""Does tasks in any order, and tells what came of each with its place among them."""

CONNECTING_S: Final = 10
"""How long a cluster may take to answer."""


@dataclass(frozen=True, slots=True)
class ListVersion:
    """A word list by name and hash, so that a worker elsewhere with another one is found out."""

    name: str
    sha256: str


@cache
def lists_used(lists: tuple[ListVersion, ...]) -> tuple[Lexicon, ...]:
    """These very lists, opened where the work is done."""
    shelf = Shelf.of_user()
    opened = tuple(shelf.open(used.name) for used in lists)
    for used, lexicon in zip(lists, opened, strict=True):
        if lexicon.hash != used.sha256:
            raise MalformedError(
                "other-list",
                f"a worker has a different word list {used.name} ({lexicon.hash[:12]}, not "
                f"{used.sha256[:12]}); import the same list there",
            )
    return opened


def on_pool(pool: Callable[[], Executor], work: Callable[[Task], Done]) -> Doing[Task, Done]:
    """On the threads or processes of a pool, which is made when the work begins."""

    def doing(tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        with pool() as workers:
            futures = {workers.submit(work, task): place for place, task in enumerate(tasks)}
            try:
                for future in as_completed(futures):
                    yield futures[future], future.result()
            finally:
                workers.shutdown(wait=False, cancel_futures=True)

    return doing


def on_cluster(address: str, work: Callable[[Task], Done]) -> Doing[Task, Done]:
    """On the workers of a Dask cluster; each needs this package and the same word lists."""
    try:
        from distributed import Client
        from distributed import as_completed as as_cluster_completes
        from distributed.comm.addressing import get_address_host_port
    except ImportError as error:
        raise UnavailableError(
            "no-cluster-part", "a cluster needs Dask; install it with: pip install 'wordwaiter[cluster]'"
        ) from error

    def doing(tasks: Sequence[Task]) -> Iterator[tuple[int, Done]]:
        try:
            get_address_host_port(address)  # a client of a bad one never ends
            client = Client(address, timeout=CONNECTING_S, set_as_default=False)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise UnavailableError(
                "no-cluster", f"there is no cluster at {address}; start one with: dask scheduler ({error})"
            ) from error
        with client:
            futures = client.map(work, tasks, pure=False)
            places = {future.key: place for place, future in enumerate(futures)}
            done = as_cluster_completes(futures, loop=client.loop, with_results=True)  # type: ignore[no-untyped-call]
            for future, told in done:
                yield places[future.key], told

    return doing
