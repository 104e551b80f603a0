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
    terminal_name: str | None = None
    """The name they gave in a terminal, where whoever has the journal's file names the officials."""

    def gave(self, device: str, name: str) -> bool:
        """Checks if a command was theirs that came from a device, in a name."""
        if self.terminal_name is not None and device == self.device:
            return name == self.terminal_name
        return device == self.device or self.is_also(device)


NO_DEVICE: Final = ActingOfficial()
"""Whoever tries a command out, and sends none."""
