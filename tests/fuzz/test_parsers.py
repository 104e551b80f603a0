"""Parsers of files from elsewhere refuse what they cannot read, with a sentence, and never crash.

This is a short run; `make fuzz-files` feeds a million broken files to each.
"""

import random
import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from fuzz.mutation import broken_copy
from fuzz.parsers import PARSERS
from wordwaiter.errors import MalformedError, WordwaiterError
from wordwaiter.service.moving import take_journal

SHORT = {"backup": 60, "journal-lines": 60, "photo": 100}
"""How many broken files in a short run, where a good one takes long to read."""


def is_read(name: str, content: bytes) -> bool:
    """Returns whether a file could be read; if not, it was refused with an error for people."""
    try:
        PARSERS[name].read(content)
    except WordwaiterError:
        return False
    return True


@pytest.mark.parametrize("name", PARSERS)
def test_good_files_are_read(name: str) -> None:
    assert any(is_read(name, sample) for sample in PARSERS[name].samples())


@pytest.mark.parametrize("name", PARSERS)
def test_a_broken_file_is_read_or_refused(name: str) -> None:
    rng = random.Random(1)
    samples = PARSERS[name].samples()
    read = [is_read(name, broken_copy(samples, rng)) for _ in range(SHORT.get(name, 300))]
    assert not all(read)


def test_a_move_file_whose_journal_begins_before_it_is_refused() -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("journal.db", b"")
    good = file.getvalue()
    end = good.rindex(b"PK\x05\x06")
    said = int.from_bytes(good[end + 16 : end + 20], "little") + 10
    assert not is_read("move-file", good[: end + 16] + said.to_bytes(4, "little") + good[end + 20 :])


@pytest.mark.parametrize("packed", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("broken", [False, True])
def test_a_move_file_that_is_packed_in_another_way_is_refused(packed: int, broken: bool) -> None:
    """A broken part of such a file crashed the reader, and one that is whole takes any amount of memory."""
    (sample,) = PARSERS["move-file"].samples()
    file = BytesIO()
    with zipfile.ZipFile(BytesIO(sample)) as ours, zipfile.ZipFile(file, "w") as theirs:
        for name in ours.namelist():
            theirs.writestr(name, ours.read(name), packed if name.endswith(".txt") else None)
        start = theirs.getinfo("lists/ours.txt").header_offset + 30 + len("lists/ours.txt")
    content = bytearray(file.getvalue())
    if broken:
        content[start : start + 20] = b"\xff" * 20
    assert not is_read("move-file", bytes(content))


def test_a_small_move_file_that_would_fill_the_disk_is_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("journal.db", bytes(50_000_000))
    source, target = tmp_path / "moved", tmp_path / "taken.db"
    source.write_bytes(file.getvalue())
    with pytest.raises(MalformedError) as refused:
        take_journal(source, target)
    assert refused.value.code == "not-a-copy"
    assert not target.exists() or target.stat().st_size == 0
