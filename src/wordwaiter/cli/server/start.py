"""`wordwaiter` alone: the program on a club's laptop, without a terminal and without options."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wordwaiter.cli.server.desktop import open_in_browser
from wordwaiter.errors import ConflictError, WordwaiterError
from wordwaiter.platform import documents_folder, try_lock

if TYPE_CHECKING:
    from wordwaiter.service.context import Context
    from wordwaiter.service.laptop import Laptop

_PORTS: Final = (*range(8080, 8090), 0)
_RUNNING: Final = ".running"
_JOIN: Final = "/join/"


def start(brought: Path | None = None) -> None:
    """Serves the tournaments in the user's documents, and opens the director's page in the browser.

    `brought` is a file from another laptop, which is opened in the place of what is here.
    """
    from wordwaiter.cli.server.serve import ServeOptions, run_program
    from wordwaiter.service.clock import system_clock
    from wordwaiter.service.laptop import Laptop

    folder = documents_folder() / "Wordwaiter"
    folder.mkdir(parents=True, exist_ok=True)
    laptop = Laptop(folder)
    with _running(folder / _RUNNING) as mark:
        if not mark.is_first:
            address = mark.address()
            if brought is not None:  # the page asks whether it may take the place of what is there
                open_in_browser(f"{address}/laptop")
                raise ConflictError(
                    "already-running",
                    f"Wordwaiter is already running; to open {brought.name}, drop it on {address}/laptop",
                )
            print(f"Wordwaiter is already running at {address}")
            open_in_browser(address)
            return
        if brought is not None:
            laptop.ask_to_restore(brought)
        while True:
            is_restored = laptop.to_restore is not None
            laptop.restore(system_clock())
            opening = _Opening(laptop, mark, needs_director=is_restored)
            run_program(ServeOptions(str(laptop.journal), ports=_PORTS, laptop=laptop, when_ready=opening))
            if laptop.to_restore is None:
                break
    sys.stdout.flush()
    os._exit(0)  # see `serve`: a thread of the native server may still be on its way out


class _Opening:
    """Tells that the program answers, and opens the page that its user wants to see."""

    def __init__(self, laptop: "Laptop", mark: "_Mark", *, needs_director: bool) -> None:
        self._laptop = laptop
        self._mark = mark
        self._needs_director = needs_director

    def __call__(self, address: str, context: "Context") -> None:
        from wordwaiter.cli.server.serve import WAY_BACK_LASTS

        page = f"{address}{self._page(context)}"
        self._mark.note(address)
        print(f"Wordwaiter is running at {address}")
        print(f"If no browser opens, open {page}")
        if _JOIN not in page:
            way_back = context.devices.new_director(WAY_BACK_LASTS)
            print(f"If the director was signed out, open {address}{_JOIN}{way_back.secret}")
        print(f"Data in {self._laptop.folder}; to stop, press Ctrl-C or close this window.", flush=True)
        self._keep_copies(context)
        open_in_browser(page)

    def _keep_copies(self, context: "Context") -> None:
        """Goes on with copies where they went before; a stick may be missing, and that is told."""
        try:
            self._laptop.keep_copies(context.journal, self._laptop.settings.copies)
        except WordwaiterError as error:
            print(f"No copies are made: {error}", flush=True)

    def _page(self, context: "Context") -> str:
        from wordwaiter.service.tournaments.first_steps import known_tournaments

        devices = context.devices
        link = devices.new_director() if self._needs_director else devices.first_link()
        if link is not None:
            return f"{_JOIN}{link.secret}"
        latest = next((each for each in known_tournaments(context) if not each.is_example), None)
        return "/" if latest is None else f"/director/{latest.stream}"


class _Mark:
    """A file that one program holds while it runs, with its address for those that are started after it."""

    def __init__(self, handle: int) -> None:
        self._handle = handle
        self.is_first = try_lock(handle)

    def note(self, address: str) -> None:
        """Writes down where the program answers."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.ftruncate(self._handle, 0)
        os.write(self._handle, address.encode("ascii"))

    def address(self) -> str:
        """Returns where the program answers that holds the file."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.read(self._handle, 200).decode("ascii", errors="replace") or "http://127.0.0.1:8080"


@contextmanager
def _running(path: Path) -> Iterator[_Mark]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _Mark(handle)
    finally:
        os.close(handle)
