"""Joining by a PIN: every wrong one is answered after the same time, so that the time tells nothing."""

import asyncio

from wordwaiter.errors import WordwaiterError
from wordwaiter.service.access.devices import Devices, Joined, Joining
from wordwaiter.web.http.limits import let_others_go_first


async def joined_by_pin(devices: Devices, number: int, pin: str, joining: Joining) -> Joined:
    """A token in exchange for a PIN; a refusal waits until its time has come."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        return await asyncio.to_thread(devices.join_by_pin, number, pin, joining)
    except WordwaiterError:
        let_others_go_first()
        await asyncio.sleep(max(0.0, began + devices.pin_delay_s(number) - loop.time()))
        raise
