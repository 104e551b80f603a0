"""Bad files and machines without space: one clear line, status 2, no traceback, never a wrong verdict."""

import os
import resource
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.conftest import Run
from lexicon import kwg
from wordwaiter.lexicon import open_lexicon

NO_CHANGE = b"HELLO\nWORLD\n"


def no_space() -> None:
    """From now on no file of this process can grow."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def own_lists(data_folder: Path) -> list[Path]:
    return sorted(path for path in data_folder.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", None, "empty"),
        (b"# nothing\n", None, "no words"),
        (b"\x7fELF\x02\x01\x01" + bytes(range(256)), 1, "byte 0x7f"),
        (b"HELLO\n" + b"x" * 10_485_760 + b"\nWORLD\n", 2, "10,485,760 signs"),
        (b"HELLO\nAB3\n", 2, "'AB3' has '3'"),
        ("HELLO\nCAFÉ\n".encode(), 2, "'É'"),
        ("HELLO\nCAFÉ\n".encode("latin-1"), 2, "'É'"),
        (b"HELLO\nWORLD\n\nhello\n", 4, "it is in line 1 too"),
        (b"HELLO\nCAN'T\n", 2, "apostrophe"),
        (b"HELLO\r\nA\r\n", 2, "one tile only"),
        (b"HELLO\r" + b"A" * 10_000 + b"\r", 2, "10,000 tiles"),
        ("HELLO\n".encode("utf-16"), None, "UTF-16"),
    ],
)
def test_a_bad_text_is_refused_with_file_line_and_reason(
    run: Run, tmp_path: Path, data_folder: Path, content: bytes, line: int | None, reason: str
) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    place = f"{path}:{line}: " if line else f"{path}: "
    run("lexicon", "add", path, "--name", "club").refused(place, reason)
    assert own_lists(data_folder) == []


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        (lambda: open_lexicon("modern").kwg()[:-400], "node"),
        (lambda: open_lexicon("modern").kwg()[:-1], "cut short"),
        (lambda: b"\0\0\0", "cut short"),
        (lambda: kwg.kwg(kwg.CYCLE), "come back to itself"),
        (lambda: kwg.kwg(kwg.CHILD_OUT_OF_RANGE), "child 4000000"),
        (lambda: kwg.kwg(kwg.EXPLOSION), "more than"),
        (lambda: os.urandom(1 << 20) * 100, "are too many: a word graph has at most"),
    ],
    ids=["cut", "cut in a node", "tiny", "cycle", "child out of range", "too many words", "100 MB of noise"],
)
def test_a_bad_kwg_file_is_refused_with_file_and_reason(
    run: Run, tmp_path: Path, data_folder: Path, nodes: Callable[[], bytes], reason: str
) -> None:
    path = tmp_path / "words.kwg"
    path.write_bytes(nodes())
    run("lexicon", "add", path, "--name", "club").refused(f"{path}: ", reason)
    assert own_lists(data_folder) == []


def test_noise_that_says_nothing_of_what_it_is_is_refused(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "download"
    path.write_bytes(bytes(range(1, 256)) * 400_000)
    run("lexicon", "add", path, "--name", "club").refused(f"{path}:1: ", "byte 0x01", "KWG")


def test_a_file_without_end_is_refused(start: Run) -> None:
    start("lexicon", "add", "/dev/zero", "--name", "club").refused("/dev/zero: ")


@pytest.mark.parametrize("name", ["missing.txt", ".", "missing/words.txt", "words.txt/words.txt", "a\nb"])
def test_what_is_no_file_is_refused_by_its_name(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    run("lexicon", "add", tmp_path / name, "--name", "club").refused(str(tmp_path))


@pytest.mark.parametrize("name", ["", "a b", "../club", "x" * 50])
def test_a_bad_name_is_refused(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    run("lexicon", "add", tmp_path / "words.txt", "--name", name).refused(
        "cannot be a list name; use letters, digits and hyphens, like club-2026"
    )


def test_no_space_for_the_cache_still_gives_the_verdict(start: Run, cache_folder: Path) -> None:
    for arguments, status in ((["HELLO", "WORLD"], 0), (["HELLO", "QXZ"], 1)):
        end = start("judge", *arguments, before=no_space)
        assert (end.status, end.err) == (status, "")
    assert [path for path in cache_folder.rglob("*") if path.is_file()] == []


def test_no_space_for_the_cache_is_told_to_those_who_ask(start: Run, cache_folder: Path) -> None:
    end = start("--verbose", "judge", "HELLO", before=no_space)
    assert end.status == 0
    assert end.err.count("\n") == 1
    assert end.err.startswith("wordwaiter: continuing without the cache: ")
    assert str(cache_folder) in end.err


def test_no_space_for_a_list_leaves_no_part_of_it(start: Run, tmp_path: Path, data_folder: Path) -> None:
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    start("lexicon", "add", tmp_path / "words.txt", "--name", "club", before=no_space).refused(
        str(data_folder)
    )
    assert own_lists(data_folder) == []
    assert start("lexicon", "list").out.count("\n") == 2


def test_no_space_for_its_replacement_leaves_a_list_as_it_was(
    start: Run, tmp_path: Path, data_folder: Path
) -> None:
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    start("lexicon", "add", tmp_path / "words.txt", "--name", "club")
    before = {path: path.read_bytes() for path in own_lists(data_folder)}
    (tmp_path / "words.txt").write_bytes(b"OTHER\n")
    start("lexicon", "add", tmp_path / "words.txt", "--name", "club", "--replace", before=no_space).refused()
    assert {path: path.read_bytes() for path in own_lists(data_folder)} == before


def test_no_space_for_an_export_is_refused_and_leaves_the_old_file(start: Run, tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes(NO_CHANGE)
    start("lexicon", "export", "modern", "--out", tmp_path / "old.txt", before=no_space).refused(
        f"{tmp_path / 'old.txt'}: "
    )
    assert (tmp_path / "old.txt").read_bytes() == NO_CHANGE
    start("lexicon", "export", "modern", "--out", "/dev/full").refused("No space left on device")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["old.txt"]


@pytest.mark.parametrize("home", ["a file", "not writable", "missing"])
def test_a_home_that_cannot_be_written_still_gives_the_verdict(start: Run, tmp_path: Path, home: str) -> None:
    folder = tmp_path / "home"
    if home == "a file":
        folder.write_text("no folder")
    elif home == "not writable":
        folder.mkdir(mode=stat.S_IRUSR | stat.S_IXUSR)
    env = {"HOME": str(folder), "WORDWAITER_CACHE": "", "WORDWAITER_DATA": "", "XDG_CACHE_HOME": ""}
    if home == "missing":
        env["HOME"] = "/proc/nowhere"
    for arguments, status in ((["HELLO", "WORLD"], 0), (["HELLO", "QXZ"], 1)):
        end = start("judge", *arguments, env=env)
        assert (end.status, end.err) == (status, "")


def test_a_home_that_cannot_be_written_refuses_a_list(start: Run, tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    env = {"HOME": str(tmp_path / "home"), "WORDWAITER_DATA": "", "XDG_DATA_HOME": ""}
    start("lexicon", "add", tmp_path / "words.txt", "--name", "club", env=env).refused("Not a directory")


def test_a_damaged_cache_never_gives_a_wrong_verdict(start: Run, cache_folder: Path) -> None:
    start("judge", "QI", "--lexicon", "modern")
    (path,) = cache_folder.rglob("*.graph")
    whole = path.read_bytes()
    for damaged in (whole[:1000], whole[:-4] + b"\0\0\0\0"):
        path.write_bytes(damaged)
        assert start("judge", "QI", "ZA", "--lexicon", "modern").out == "good\n"
        path.write_bytes(damaged)
        assert start("judge", "QI", "QXZ", "--lexicon", "modern").out == "not good\n"


def test_a_word_of_10_000_letters_is_refused_and_not_repeated(start: Run) -> None:
    start("judge", "HELLO", "A" * 10_000).refused("at most 64 letters, not 10,000")


def test_a_damaged_list_is_refused_and_never_judged_by(
    start: Run, tmp_path: Path, data_folder: Path, cache_folder: Path
) -> None:
    (tmp_path / "words.txt").write_bytes(NO_CHANGE)
    start("lexicon", "add", tmp_path / "words.txt", "--name", "club")
    for path in cache_folder.rglob("*.graph"):
        path.unlink()
    (words,) = data_folder.rglob("*.gz")
    words.write_bytes(words.read_bytes()[:-9])
    start("judge", "HELLO", "--lexicon", "club").refused(str(words), "add it again")
    start("lexicon", "export", "club").refused(str(words))
