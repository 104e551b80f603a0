"""The laptop of a club that runs the program: its folder, whether phones may come in, and where copies go.

What is chosen here belongs to the computer and not to a tournament, so it is a file beside the journal.
"""

import json
import shutil
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Final

from wordwaiter.errors import MalformedError, MalformedFileError, UnavailableError, WordwaiterError
from wordwaiter.lexicon import Shelf
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.platform import delete_if_closed, open_private, removable_folders
from wordwaiter.service.clock import system_clock
from wordwaiter.service.moving import MOVING, MovedList, is_moved, lists_in, take_journal
from wordwaiter.service.streams import require_known
from wordwaiter.store.backup import SET_ASIDE, Copying, FoundCopy, copies_in, opened_apart, restore
from wordwaiter.store.database import Place
from wordwaiter.store.journal import Journal

_JOURNAL: Final = "wordwaiter.db"
_SETTINGS: Final = "laptop.json"
_BROUGHT: Final = ".brought"
"""How the names of files begin that are deleted at the next start."""
_MOST_SHOWN: Final = 10


@dataclass(frozen=True, slots=True)
class LaptopSettings:
    """Choices that hold at the next start too."""

    uses_wifi: bool | None = None
    """Whether phones may come in; nothing until somebody was asked."""
    copies: str = ""
    """The folder for copies, if one was chosen."""


class Laptop:
    """One laptop while the program runs on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = _read_settings(folder / _SETTINGS)
        self.to_restore: Path | None = None
        """The copy that is put back once the program has closed its journal."""
        self._moved: Path | None = None
        """The file that it came in, with word lists, if it was made on another laptop."""
        self._signs_out = False
        """Whether devices that had joined when it was made are signed out."""
        self._copying: Copying | None = None
        self._lock = threading.Lock()

    @property
    def journal(self) -> Path:
        """The file with all data."""
        return self.folder / _JOURNAL

    def choose_wifi(self, uses_wifi: bool) -> None:
        """Notes whether phones may come in."""
        self._keep(replace(self.settings, uses_wifi=uses_wifi))

    def choose_copies(self, journal: Journal, folder: str) -> None:
        """Keeps copies in that folder from now on; in none if it is empty."""
        chosen = folder.strip()
        if chosen and not Path(chosen).is_absolute():
            raise MalformedError(
                "bad-copy-folder", "type the whole path of a folder, or choose one of the list"
            )
        self.keep_copies(journal, chosen)
        self._keep(replace(self.settings, copies=chosen))

    def keep_copies(self, journal: Journal, folder: str) -> None:
        """Begins to copy to a folder, once the first copy is there; ends what went elsewhere."""
        begun = Copying(journal, Path(folder), system_clock).__enter__() if folder else None
        with self._lock:
            earlier, self._copying = self._copying, begun
        if earlier is not None:
            earlier.__exit__()

    def close(self) -> None:
        """Makes the last copy."""
        with self._lock:
            earlier, self._copying = self._copying, None
        if earlier is not None:
            earlier.__exit__()

    def copies_found(self) -> tuple[FoundCopy, ...]:
        """Returns copies on sticks, in the chosen folder and in our own, the newest first."""
        folders = {self.folder, *self.copy_folders()}
        if self.settings.copies:
            folders.add(Path(self.settings.copies))
        found = {copy.path: copy for folder in folders for copy in copies_in(folder)}
        return tuple(
            sorted(found.values(), key=lambda copy: (copy.made, copy.facts), reverse=True)[:_MOST_SHOWN]
        )

    def copy_folders(self) -> tuple[Path, ...]:
        """Returns folders that could hold copies: sticks, and the folders in them that were used for it."""
        found: list[Path] = []
        for place in removable_folders():
            with suppress(OSError):
                found += (
                    [place] if place.parent == place else [each for each in place.iterdir() if each.is_dir()]
                )
        return tuple(sorted(found))

    def bring(self, content: IO[bytes]) -> Path:
        """Returns a file of ours with a copy that somebody brought; the next start deletes it."""
        brought = self.folder / f"{_BROUGHT}.file"
        try:
            with open(brought, "wb", opener=open_private) as file:
                shutil.copyfileobj(content, file)
        except OSError as error:
            raise self._not_written() from error
        return brought

    def ask_to_restore(self, copy: Path, *, signs_out: bool = False) -> int:
        """Notes a copy to put back, and returns how many facts it has; refuses one that cannot be opened.

        `signs_out` ends what its devices may do: somebody else has them.
        """
        moved = copy if is_moved(copy) else None
        if moved is not None:
            copy = self.folder / f"{_BROUGHT}.db"
            take_journal(moved, copy)
            for _ in lists_in(moved):
                pass  # one that cannot be used is told now
        try:
            with opened_apart(copy, self.folder) as reader:
                require_known(reader)
                facts = reader.position()
        except MalformedFileError as error:
            raise _not_opened(error) from error
        if not facts:
            raise MalformedError("empty-copy", "there is nothing in this file; choose another copy")
        self.to_restore, self._moved, self._signs_out = copy, moved, signs_out
        return facts

    def restore(self, now: datetime) -> None:
        """Puts the copy back that was asked for; the data of before is moved aside, never deleted."""
        copy, self.to_restore = self.to_restore, None
        moved, self._moved = self._moved, None
        aside = self.folder / f"{SET_ASIDE}{now.astimezone():%Y-%m-%d %H-%M-%S}"
        try:
            if copy is not None:
                if moved is not None:
                    _put_lists_back(Shelf.of_user(), lists_in(moved), aside)
                self._put_back(copy, aside)
        finally:
            for brought in self.folder.glob(f"{_BROUGHT}*"):
                delete_if_closed(brought)
            for left_behind in self.folder.glob(f"{MOVING}*"):
                shutil.rmtree(left_behind, ignore_errors=True)

    def _put_back(self, copy: Path, aside: Path) -> None:
        moved = [path for path in self.folder.glob(f"{_JOURNAL}*") if path.is_file()]
        if moved:
            aside.mkdir(exist_ok=True)
        for path in moved:
            path.rename(aside / path.name)
        try:
            restore(copy, self.journal)
            if self._signs_out:
                sign_out_copied(self.journal)
        except WordwaiterError:
            for path in moved:
                (aside / path.name).rename(path)
            raise

    def _keep(self, settings: LaptopSettings) -> None:
        try:
            write_whole(self.folder / _SETTINGS, json.dumps(asdict(settings)).encode())
        except OSError as error:
            raise self._not_written() from error
        self.settings = settings

    def _not_written(self) -> UnavailableError:
        return UnavailableError(
            "laptop-not-written",
            f"{self.folder}: cannot be written; check the free space",
            folder=str(self.folder),
        )


def sign_out_copied(place: Place) -> None:
    """Signs out the devices of a copy that was put back, before anybody is answered."""
    from wordwaiter.service.context import Context

    with Journal.open(place) as journal:
        Context.at_desk(journal).devices.sign_everybody_out("came with a copy")


def _put_lists_back(shelf: Shelf, lists: Iterable[MovedList], aside: Path) -> None:
    """Puts word lists on the shelf. Another list of the same name is moved aside."""
    here = {card.name: card for card in shelf.cards()}
    for card, words in lists:
        if here.get(card.name) == card:
            continue
        if card.name in here:
            aside.mkdir(exist_ok=True)
            shutil.move(shelf.own / card.name, aside / f"list {card.name}")
        shelf.add(card, words)


def _not_opened(error: MalformedFileError) -> MalformedError:
    """Says it without the path, which is that of a file of ours."""
    if error.code == "newer-journal":
        return MalformedError(
            "newer-copy", "this file is from a newer Wordwaiter; update this one, then try again"
        )
    return MalformedError("not-a-copy", "this file is damaged or not from Wordwaiter; choose another")


def _read_settings(path: Path) -> LaptopSettings:
    """Returns what was chosen; a file that is damaged chooses nothing."""
    try:
        kept = json.loads(path.read_text("utf-8"))
        wifi, copies = kept.get("uses_wifi"), kept.get("copies", "")
    except (OSError, ValueError, AttributeError):
        return LaptopSettings()
    return LaptopSettings(wifi if isinstance(wifi, bool) else None, copies if isinstance(copies, str) else "")
