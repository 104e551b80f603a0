"""Chances to win that the engine thinks about: in a queue of their own, so that no other page waits."""

import asyncio
from collections.abc import Callable
from typing import Final

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.rounds.known_chances import KnownChances
from wordwaiter.web.http.aside import CHANCES
from wordwaiter.web.http.client_device import asker_of
from wordwaiter.web.render.templates import AnyRequest

_LOOKER_WAITS_S: Final = 3
"""How long a page waits for what the engine thinks."""


async def chances_in_turn(
    request: AnyRequest, make: Callable[[], KnownChances | None]
) -> KnownChances | None:
    """Returns the chances, made when it is their turn; nothing where that takes too long."""
    try:
        return await asyncio.wait_for(CHANCES.made(make, asker_of(request)), _LOOKER_WAITS_S)
    except (WordwaiterError, TimeoutError):  # it is there when the page is loaded again
        return None
