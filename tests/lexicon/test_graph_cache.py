"""Cached graphs: built once, believed only when whole, and never needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wordwaiter import _core
from wordwaiter._core import WordGraph
from wordwaiter.lexicon import Shelf, shipped_tile_set
from wordwaiter.lexicon.graphs import GraphKey, cached_graph

LABELS = shipped_tile_set("english").labels
KEY = GraphKey("ab" * 32, LABELS)
OTHER = GraphKey("cd" * 32, LABELS)
WORDS = ["HELLO", "WORLD"]

ASK = """
from wordwaiter.lexicon import open_lexicon
lexicon = open_lexicon("modern")
print(len(lexicon), "QI" in lexicon, "QXZ" in lexicon)
"""


class Builder:
    """Builds the graph, and counts how often."""

    def __init__(self) -> None:
        self.builds = 0

    def __call__(self) -> WordGraph:
        self.builds += 1
        return WordGraph.build(WORDS, LABELS)


def opened(folder: Path, key: GraphKey = KEY) -> int:
    """How often the graph had to be built; it is right in any case."""
    builder = Builder()
    assert cached_graph(key, folder, builder).words() == WORDS
    return builder.builds


def ask_in_processes(count: int, environ: dict[str, str]) -> list[str]:
    """What so many processes answer that start at once, all without a word on standard error."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", ASK],
            env=os.environ | environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(count)
    ]
    ends = [process.communicate() for process in processes]
    assert [errors for _, errors in ends] == [""] * count
    return [answer for answer, _ in ends]


def test_a_graph_is_built_once(tmp_path: Path) -> None:
    assert [opened(tmp_path), opened(tmp_path)] == [1, 0]
    assert [path.name for path in tmp_path.iterdir()] == [KEY.file_name]


def test_the_nodes_lie_where_a_memory_map_can_use_them(tmp_path: Path) -> None:
    opened(tmp_path)
    content = (tmp_path / KEY.file_name).read_bytes()
    assert content[64:] == WordGraph.build(WORDS, LABELS).write()


def test_other_words_other_tiles_or_another_builder_have_another_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = {KEY.file_name, OTHER.file_name, GraphKey(KEY.sha256, ("A", "B")).file_name}
    monkeypatch.setattr("wordwaiter.lexicon.graphs.FORMAT", _core.FORMAT + 1)
    assert len(names | {KEY.file_name}) == 4


@pytest.mark.parametrize("length", [0, 1, 8, 63, 64, 68, -4, -1])
def test_a_file_that_was_cut_short_is_built_again(tmp_path: Path, length: int) -> None:
    opened(tmp_path)
    path = tmp_path / KEY.file_name
    whole = path.read_bytes()
    path.write_bytes(whole[:length])
    assert opened(tmp_path) == 1
    assert path.read_bytes() == whole


def test_a_file_with_one_wrong_byte_anywhere_is_built_again(tmp_path: Path) -> None:
    opened(tmp_path)
    path = tmp_path / KEY.file_name
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        assert opened(tmp_path) == 1, f"byte {place}"


def test_a_file_with_more_than_it_should_have_is_built_again(tmp_path: Path) -> None:
    opened(tmp_path)
    path = tmp_path / KEY.file_name
    path.write_bytes(path.read_bytes() + b"\0\0\0\0")
    assert opened(tmp_path) == 1


def test_a_file_of_another_list_under_this_name_is_built_again(tmp_path: Path) -> None:
    opened(tmp_path, OTHER)
    (tmp_path / OTHER.file_name).rename(tmp_path / KEY.file_name)
    assert opened(tmp_path) == 1


def test_a_graph_in_use_survives_that_its_file_is_replaced_or_removed(tmp_path: Path) -> None:
    opened(tmp_path)
    graph = cached_graph(KEY, tmp_path, Builder())
    (tmp_path / KEY.file_name).unlink()
    assert opened(tmp_path) == 1
    assert graph.words() == WORDS


def test_a_folder_in_the_place_of_the_file_is_no_harm(tmp_path: Path) -> None:
    (tmp_path / KEY.file_name).mkdir()
    assert opened(tmp_path) == 1
    assert list(tmp_path.iterdir()) == [tmp_path / KEY.file_name]


def test_a_file_in_the_place_of_the_folder_is_no_harm(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    assert opened(tmp_path / "cache") == 1
    assert opened(tmp_path / "cache" / "deeper") == 1


@pytest.mark.process
def test_ten_processes_that_start_at_once_all_get_the_graph(tmp_path: Path) -> None:
    assert set(ask_in_processes(10, {"WORDWAITER_CACHE": str(tmp_path)})) == {"292 True False\n"}
    assert len(list(tmp_path.rglob("*.*"))) == 1


@pytest.mark.process
def test_ten_processes_that_meet_a_damaged_file_all_get_the_graph(tmp_path: Path) -> None:
    environ = {"WORDWAITER_CACHE": str(tmp_path)}
    ask_in_processes(1, environ)
    (path,) = tmp_path.rglob("*.graph")
    whole = path.read_bytes()
    path.write_bytes(whole[:1000])
    assert set(ask_in_processes(10, environ)) == {"292 True False\n"}
    assert path.read_bytes() == whole
    assert len(list(path.parent.iterdir())) == 1


def test_the_shelf_rebuilds_a_damaged_graph_from_the_words(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "own", tmp_path / "cache")
    shelf.open("modern")
    (path,) = shelf.cache.iterdir()
    path.write_bytes(b"WWGRAPH\n" + bytes(1000))
    assert "QI" in shelf.open("modern")
    assert path.stat().st_size > 1008
