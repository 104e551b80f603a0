"""Asking a real program, and waiting for its answer as long as a busy machine takes."""

from functools import partial
from typing import Final

import httpx

# Without this httpx gives up after five seconds.
get: Final = partial(httpx.get, timeout=None)
post: Final = partial(httpx.post, timeout=None)
stream: Final = partial(httpx.stream, timeout=None)
client: Final = partial(httpx.Client, timeout=None)
