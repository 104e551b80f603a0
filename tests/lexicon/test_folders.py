"""Where files lie, and how they are written."""

import os
import threading
from pathlib import Path

import pytest

from wordwaiter.lexicon.folders import write_new, write_whole
from wordwaiter.platform import cache_folder, data_folder


def test_our_own_variables_name_the_folders() -> None:
    environ = {
        "WORDWAITER_DATA": "/a",
        "WORDWAITER_CACHE": "b",
        "XDG_DATA_HOME": "/c",
        "XDG_CACHE_HOME": "/d",
    }
    assert data_folder(environ) == Path("/a")
    assert cache_folder(environ) == Path("b")


def test_otherwise_those_of_the_desktop_do_if_they_are_absolute() -> None:
    assert data_folder({"XDG_DATA_HOME": "/c"}) == Path("/c/wordwaiter")
    assert cache_folder({"XDG_CACHE_HOME": "/d"}) == Path("/d/wordwaiter")
    assert data_folder({"XDG_DATA_HOME": "c"}) != Path("c/wordwaiter")


@pytest.mark.parametrize(
    ("platform", "data", "cache"),
    [
        ("linux", "/home/ann/.local/share/wordwaiter", "/home/ann/.cache/wordwaiter"),
        (
            "darwin",
            "/home/ann/Library/Application Support/wordwaiter",
            "/home/ann/Library/Caches/wordwaiter",
        ),
        ("win32", "/local/wordwaiter", "/local/wordwaiter/cache"),
    ],
)
def test_otherwise_the_system_says_where(
    monkeypatch: pytest.MonkeyPatch, platform: str, data: str, cache: str
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", "/home/ann")
    environ = {"LOCALAPPDATA": "/local"}
    assert data_folder(environ) == Path(data)
    assert cache_folder(environ) == Path(cache)


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_readable_to_those_to_whom_new_files_are(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    write_whole(tmp_path / "whole", b"")
    assert (tmp_path / "whole").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    write_whole(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"content")
    reader.join()
    assert read == [b"content"]
    assert pipe.is_fifo()


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_new(path, b"first")
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_never_replaces_another_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr("os.link", no_links)
    path = tmp_path / "file"
    write_new(path, b"first")
    with pytest.raises(FileExistsError):
        write_new(path, b"second")
    assert path.read_bytes() == b"first"


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    for write in (write_whole, write_new):
        with pytest.raises(FileNotFoundError) as caught:
            write(tmp_path / "nowhere" / "file", b"")
        assert caught.value.filename == str(tmp_path / "nowhere" / "file")
