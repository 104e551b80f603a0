"""What would be on the disk had the power failed: the journal's files made again from recorded system calls.

`strace` records every write and sync of a program and each acknowledgement that it gives. The disk modelled
here is as bad as a disk may be: what was not synced when the power failed is gone, or is there in part, and a
file that was made is there only when its folder was synced.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SECTOR = 512

_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\) += (?P<result>-?\d+)")
_UNFINISHED = re.compile(r"(?P<begun>\w+\(.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>(?P<rest>.*)$")
_HANDLE = re.compile(r"^\d+<(?P<path>[^>]*)>")
_BYTES = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(?P<cut>\.\.\.)?')


@dataclass(frozen=True)
class Call:
    """A system call that succeeded: when it began and ended (as numbers of lines), and what it was given."""

    began: int
    ended: int
    name: str
    path: str
    """Of the file that it was for; the result's, where the call opened one."""
    arguments: str

    @property
    def content(self) -> bytes:
        """The bytes that it wrote."""
        found = _BYTES.search(self.arguments)
        if found is None or found["cut"]:
            raise ValueError(f"no whole content in {self.arguments[:80]}")
        return bytes.fromhex(found[1].replace("\\x", ""))

    @property
    def numbers(self) -> list[int]:
        """The numbers at the end of its arguments: length, offset."""
        return [int(number) for number in re.findall(r", (\d+)", self.arguments)]


def read_calls(record: Path) -> Iterator[Call]:
    """The calls in what `strace -f -y -xx` wrote, in the order in which they ended."""
    begun: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(record.read_text("ascii").splitlines()):
        thread, _, text = line.partition(" ")
        began, text = number, text.strip()
        if unfinished := _UNFINISHED.match(text):
            begun[thread] = (number, unfinished["begun"])
            continue
        if resumed := _RESUMED.match(text):
            began, first = begun.pop(thread)
            text = first + resumed["rest"]
        called = _CALL.match(text)
        if called is None or int(called["result"]) < 0:
            continue
        opened = re.search(r"= \d+<([^>]*)>$", text)
        handle = _HANDLE.match(called["arguments"])
        path = opened[1] if opened else handle["path"] if handle else ""
        yield Call(began, number, called["name"], _plain(path), called["arguments"])


def _plain(path: str) -> str:
    """A path as strace writes it with -xx, in signs."""
    return re.sub(r"\\x([0-9a-f]{2})", lambda sign: chr(int(sign[1], 16)), path)


@dataclass
class _File:
    synced: bytearray = field(default_factory=bytearray)
    unsynced: list[Call] = field(default_factory=list)
    is_named: bool = True
    """Whether its name in the folder was synced."""


class Disk:
    """Some files, of which we know what was synced and what was not."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """Everything that is there at the beginning is on the disk."""
        self._files = {path: _File(bytearray(content)) for path, content in files.items()}
        self.syncs = 0

    def take(self, call: Call) -> None:
        """What a call that has ended did to the files."""
        file = self._files.get(call.path)
        match call.name:
            case "openat" if "O_CREAT" in call.arguments and file is None:
                self._files[call.path] = _File(is_named=False)
            case "pwrite64" | "ftruncate" if file is not None:
                file.unsynced.append(call)
            case "write" if file is not None:
                raise ValueError(f"{call.path} was written to without an offset")
            case "fdatasync" | "fsync":
                self._sync(call)

    def _sync(self, call: Call) -> None:
        self.syncs += 1
        for path, file in self._files.items():
            if path == call.path:
                # Only what had ended when the sync began is sure to be part of it.
                for change in file.unsynced:
                    if change.ended < call.began:
                        _apply(file.synced, change)
                file.unsynced = [change for change in file.unsynced if change.ended >= call.began]
            elif str(Path(path).parent) == call.path:
                file.is_named = True

    def after_power_loss(self, chance: random.Random | None) -> dict[str, bytes]:
        """The files as they may be found; with chance, some of what was not synced has got through."""
        found: dict[str, bytes] = {}
        for path, file in self._files.items():
            if not file.is_named and (chance is None or chance.random() < 0.5):
                continue
            content = bytearray(file.synced)
            if chance is not None:
                for change in file.unsynced:
                    _apply(content, change, chance)
            found[path] = bytes(content)
        return found


def _apply(content: bytearray, change: Call, chance: random.Random | None = None) -> None:
    """Make a change; with chance, only such sectors of it as got through."""
    if change.name == "ftruncate":
        if chance is None or chance.random() < 0.5:
            size = change.numbers[-1]
            content[size:] = b""
            content.extend(bytes(size - len(content)))
        return
    written, offset = change.content, change.numbers[-1]
    for start in range(0, len(written), SECTOR):
        if chance is None or chance.random() < 0.5:
            sector = written[start : start + SECTOR]
            end = offset + start + len(sector)
            content.extend(bytes(max(end - len(content), 0)))
            content[offset + start : end] = sector
