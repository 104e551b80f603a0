"""Word indexes in the cache: found again, and built again whenever anything about the file is wrong."""

import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from engine.compare import enable_sample
from wordwaiter._core import INDEX_FORMAT, EngineError, WordGraph, WordIndex
from wordwaiter.engine import Engine
from wordwaiter.engine.index import cached_index, index_of
from wordwaiter.lexicon import Lexicon
from wordwaiter.rules.board import empty_board
from wordwaiter.rules.rack import parse_rack
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

CLUB = shipped_rulebook("club")
GRAPH = Lexicon.of_words("sample", enable_sample(500)).graph
OTHER = Lexicon.of_words("other", ["CAT", "DOG"]).graph
BUILT = bytes(WordIndex.build(GRAPH).write())


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """The file of the graph's index."""
    cached_index(GRAPH, tmp_path)
    [file] = tmp_path.iterdir()
    return file


def plays(index: WordIndex) -> list[tuple[int, int]]:
    engine = Engine(index, CLUB)
    here = engine.at(empty_board(engine.layout, engine.tile_set))
    rack = parse_rack("AEINRT?", engine.tile_set)
    return [(play.score, play.equity_thousandths) for play in (*here.plays(rack), *here.best(rack, 5))]


def test_what_was_kept_is_read_and_not_built_again(kept: Path) -> None:
    before = kept.stat()
    index = cached_index(GRAPH, kept.parent)
    assert index.write() == BUILT
    assert (kept.stat().st_ino, kept.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert plays(index) == plays(WordIndex.build(GRAPH)) != []


def test_each_list_has_its_own_file(kept: Path) -> None:
    assert cached_index(OTHER, kept.parent).write() != BUILT
    assert len(list(kept.parent.iterdir())) == 2
    assert cached_index(GRAPH, kept.parent).write() == BUILT


def test_the_same_nodes_of_another_alphabet_are_another_index(kept: Path) -> None:
    labels = [chr(0x4E00 + number) for number in range(40)]
    other = WordGraph.open(GRAPH.write(), labels)
    assert cached_index(other, kept.parent).write() == WordIndex.build(other).write() != BUILT


def damaged(content: bytes, other: bytes) -> dict[str, bytes]:
    """What may stand in a file instead of what was written there."""
    flipped = bytearray(content)
    flipped[len(content) // 2] ^= 1
    old = content[:8] + struct.pack("<I", INDEX_FORMAT - 1) + content[12:]
    return {
        "nothing": b"",
        "a beginning": content[:30],
        "the header alone": content[:60],
        "half": content[: len(content) // 2],
        "all but a byte": content[:-1],
        "a byte more": content + b"\0",
        "another bit": bytes(flipped),
        "an older version": old,
        "the index of another list": other,
        "text": b"no index at all\n" * 100,
    }


def test_a_file_that_is_wrong_is_built_again(kept: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("other")
    cached_index(OTHER, elsewhere)
    [other] = elsewhere.iterdir()
    right = kept.read_bytes()
    for what, content in damaged(right, other.read_bytes()).items():
        kept.write_bytes(content)
        assert cached_index(GRAPH, kept.parent).write() == BUILT, what
        assert kept.read_bytes() == right, what


def test_many_may_start_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        indexes = list(pool.map(lambda _: cached_index(GRAPH, tmp_path), range(24)))
    assert all(index.write() == BUILT for index in indexes)
    assert len(list(tmp_path.iterdir())) == 1


def test_where_nothing_can_be_written_it_works_without(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert cached_index(GRAPH, tmp_path / "file" / "folder").write() == BUILT


def test_a_folder_in_the_place_of_the_file_is_no_trouble(kept: Path) -> None:
    kept.unlink()
    kept.mkdir()
    assert cached_index(GRAPH, kept.parent).write() == BUILT


def test_a_few_words_leave_nothing_in_the_cache(cache_folder: Path) -> None:
    index_of(OTHER)
    assert not cache_folder.exists()


def test_bytes_that_are_no_index_are_refused() -> None:
    for size in (0, 3, 12, 24, 100, len(BUILT) // 2, len(BUILT) - 1):
        with pytest.raises(EngineError, match="word-index"):
            WordIndex.read(BUILT[:size])
    for place in range(0, 24, 4):  # what the bytes begin with: version, letters, map, roots, cells
        with pytest.raises(EngineError, match="word-index"):
            WordIndex.read(BUILT[:place] + b"\xfe\xff\xff\x7f" + BUILT[place + 4 :])
