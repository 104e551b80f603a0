"""The desktop of whoever starts the program, if it has one."""

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping


def open_in_browser(link: str) -> None:
    """Opens a link in the browser of this desktop; does nothing where there is none."""
    if has_desktop(sys.platform, os.environ):
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()


def has_desktop(platform: str, environment: Mapping[str, str]) -> bool:
    """Checks if a browser would open before whoever started the program, and not on a computer far away."""
    if "SSH_CONNECTION" in environment:
        return False
    is_unix = platform not in ("darwin", "win32")
    return not is_unix or "DISPLAY" in environment or "WAYLAND_DISPLAY" in environment
