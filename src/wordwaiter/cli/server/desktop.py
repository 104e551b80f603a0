"""The desktop of whoever starts the program, if it has one."""

import threading
import webbrowser

from wordwaiter.platform import has_desktop


def open_in_browser(link: str) -> None:
    """Opens a link in the browser of this desktop; does nothing where there is none."""
    if has_desktop():
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
