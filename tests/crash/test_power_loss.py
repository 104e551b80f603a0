"""Nothing is acknowledged before it is synced: when the power fails, all that was acknowledged is there."""

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from child import child_environment
from lacking import lacking
from wordwaiter.service.streams import all_families
from wordwaiter.store.journal import Journal, JournalReader
from wordwaiter.store.verify import verify_journal

from .acknowledging import ENTRIES, TABLES
from .power_loss import Call, Disk, read_calls

TESTS = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes, list[Call]]:
    """The journal's file, its content before the program began, and all calls of the program."""
    strace = shutil.which("strace")
    if strace is None:
        lacking("strace is missing; install it with: sudo apt install strace")
    folder = tmp_path_factory.mktemp("power")
    journal, record = folder / "wordwaiter.db", folder / "calls"
    with Journal.open(journal):
        pass
    before = journal.read_bytes()
    traced = "trace=openat,pwrite64,write,ftruncate,fdatasync,fsync"
    subprocess.run(
        [strace, "-f", "-y", "-xx", "-s", "10000000", "-e", traced, "-o", record,
         sys.executable, "-m", "crash.acknowledging", journal],
        cwd=TESTS,
        env=child_environment(),
        stdout=subprocess.DEVNULL,
        check=True,
    )  # fmt: skip
    ours = (str(journal), f"{journal}-wal", str(folder))
    calls = [call for call in read_calls(record) if call.path in ours or _acknowledged(call)]
    return journal, before, calls


def _acknowledged(call: Call) -> int | None:
    """The position that a call told somebody of."""
    if call.name != "write" or not call.arguments.startswith("1<"):
        return None
    return int(call.content.decode().removeprefix("kept "))


@pytest.mark.parametrize("luck", [None, 1, 2, 3])
def test_all_that_was_acknowledged_is_there_whenever_the_power_fails(
    recorded: tuple[Path, bytes, list[Call]], tmp_path: Path, luck: int | None
) -> None:
    path, before, calls = recorded
    chance = None if luck is None else random.Random(luck)
    disk = Disk({str(path): before})
    told: list[int] = []
    # An acknowledgement is out when its call begins; everything else has happened when its call has ended.
    for call in sorted(calls, key=lambda call: call.began if _acknowledged(call) else call.ended):
        position = _acknowledged(call)
        if position is None:
            disk.take(call)
            continue
        told.append(position)
        found = tmp_path / str(len(told))
        found.mkdir()
        for file, content in disk.after_power_loss(chance).items():
            (found / Path(file).name).write_bytes(content)
        with JournalReader.open(found / path.name) as journal:
            assert journal.position() >= max(told)
            if len(told) % 10 == 0:
                assert verify_journal(journal, all_families()).problems == ()
    assert len(told) == TABLES * ENTRIES
    assert disk.syncs > 0


def test_the_disk_modelled_here_forgets_what_was_not_synced() -> None:
    def call(number: int, name: str, arguments: str, path: str = "/d/f") -> Call:
        return Call(number, number, name, path, arguments)

    disk = Disk({"/d/f": b"old"})
    disk.take(call(1, "openat", "AT_FDCWD, O_RDWR|O_CREAT", "/d/new"))
    disk.take(call(2, "pwrite64", r'3</d/f>, "\x4e\x45\x57", 3, 0'))
    assert disk.after_power_loss(None) == {"/d/f": b"old"}
    disk.take(call(3, "fdatasync", "3</d/f>"))
    assert disk.after_power_loss(None) == {"/d/f": b"NEW"}
    disk.take(call(4, "fsync", "4</d>", "/d"))
    assert disk.after_power_loss(None) == {"/d/f": b"NEW", "/d/new": b""}
