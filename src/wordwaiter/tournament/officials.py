"""Officials: who gives a command, where a rule asks for somebody else than whoever gave another one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ActingOfficial:
    """Who gives a command. The name tells nothing: two may have the same one, and one person may have two."""

    device: str = ""
    """The name of their device in the journal."""
    is_also: Callable[[str], bool] = lambda _device: False
    """Whether another device is theirs, too."""

    def used(self, device: str) -> bool:
        """Checks if a command that came from a device was theirs."""
        return device == self.device or self.is_also(device)


NO_DEVICE: Final = ActingOfficial()
"""Whoever tries a command out, and sends none."""
