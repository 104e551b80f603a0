"""A loop beside the one that may be running here already."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def aside(work: Coroutine[Any, Any, Result]) -> Result:
    """What it returns, run in a thread of its own: where a browser is open, this one has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
