"""The program behind a bad network: every answer and all news come late, each by another time.

Run in the place of `wordwaiter`, by `make test-slow-network`: tests that pass so wait for what they need.
"""

import asyncio
import os
import random
from typing import Any, Final

from wordwaiter.cli.main import run
from wordwaiter.web.http.request_log import WatchedApp

SEED: Final = "WORDWAITER_SLOW_NETWORK"
"""The variable of the environment that asks for a slow network, with a number to start chance from."""

MOST_S: Final = 0.3
MOST_FOR_SCRIPTS_S: Final = 0.8
"""Long enough for a page to be read and pressed before its scripts are there."""

_chance: Final = random.Random(os.environ.get(SEED))
_at_once: Final = WatchedApp.__call__


async def _late(app: WatchedApp, scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        return await _at_once(app, scope, receive, send)
    most_s = MOST_FOR_SCRIPTS_S if scope["path"].endswith(".js") else MOST_S

    async def send_late(message: Any) -> None:
        await asyncio.sleep(_chance.uniform(0, most_s))
        await send(message)

    await asyncio.sleep(_chance.uniform(0, most_s))
    return await _at_once(app, scope, receive, send_late)


# Here, and not below: the program's workers begin by reading this file.
WatchedApp.__call__ = _late  # type: ignore[assignment, method-assign]

if __name__ == "__main__":
    run()
