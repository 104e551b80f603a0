"""Bytes that graphs are read from and opened in: maps, copies, odd places."""

import array
import mmap
import struct
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import numpy
import pytest
from typing_extensions import Buffer

from wordwaiter._core import GraphError, WordGraph, WordIndex, checksum

LAST = 1 << 22


@pytest.mark.parametrize("is_view", [False, True])
def test_a_memory_map_is_used_where_it_lies(
    tmp_path: Path, cars: WordGraph, english: list[str], *, is_view: bool
) -> None:
    path = tmp_path / "cars.kwg"
    path.write_bytes(cars.write())
    with path.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    graph = WordGraph.open(memoryview(content) if is_view else content, english)
    with pytest.raises(BufferError):
        content.close()
    assert graph.words() == cars.words()
    del graph
    content.close()


@pytest.mark.parametrize("offset", [0, 1, 2, 3, 4, 64])
def test_nodes_may_begin_anywhere(cars: WordGraph, english: list[str], offset: int) -> None:
    content = memoryview(bytes(offset) + cars.write())[offset:]
    assert WordGraph.open(content, english).words() == cars.words()
    assert WordGraph.read(content, english).words() == cars.words()


def test_a_buffer_that_was_copied_may_be_resized(cars: WordGraph, english: list[str]) -> None:
    content = bytearray(cars.write())
    graph = WordGraph.open(content, english)
    content.clear()
    assert graph.words() == cars.words()


Lend = Callable[[bytearray], Buffer]
"""Makes an object that has the bytes of a bytearray, and changes with it."""


def array_of(content: bytearray, *, writeable: bool) -> Buffer:
    view = numpy.frombuffer(content, numpy.uint8)
    view.flags.writeable = writeable
    return cast("Buffer", view)


LENT: dict[str, Lend] = {
    "bytearray": lambda content: content,
    "view": memoryview,
    "read-only view": lambda content: memoryview(content).toreadonly(),
    "array": lambda content: array_of(content, writeable=True),
    "read-only array": lambda content: array_of(content, writeable=False),
    "view of a read-only array": lambda content: memoryview(array_of(content, writeable=False)),
}
lent = pytest.mark.parametrize("lend", LENT.values(), ids=LENT.keys())


@lent
@pytest.mark.parametrize("make", [WordGraph.open, WordGraph.read])
def test_a_graph_keeps_its_words_when_the_buffer_changes(
    cars: WordGraph,
    english: list[str],
    make: Callable[[Buffer, list[str]], WordGraph],
    lend: Lend,
) -> None:
    content = bytearray(cars.write())
    graph = make(lend(content), english)
    content[:] = bytes(len(content))
    assert graph.words() == cars.words()


def test_a_graph_keeps_its_words_when_a_writable_map_changes(cars: WordGraph, english: list[str]) -> None:
    nodes = cars.write()
    with mmap.mmap(-1, len(nodes)) as content:
        content[:] = nodes
        graph = WordGraph.open(content, english)
        content[:] = bytes(len(nodes))
        assert graph.words() == cars.words()


@lent
def test_an_index_keeps_its_words_when_the_buffer_changes(cars: WordGraph, lend: Lend) -> None:
    content = WordIndex.build(cars).write()
    before = bytes(content)
    index = WordIndex.read(lend(content))
    content[:] = bytes(len(content))
    assert index.write() == before


@lent
def test_another_thread_cannot_change_bytes_that_are_being_read(lend: Lend) -> None:
    """One thread writes all bytes at once, so a reader sees them as they were before or after."""
    old, new = bytes(8 << 20), b"\xff" * (8 << 20)
    content = bytearray(old)
    read_enough = threading.Event()

    def write() -> None:
        while not read_enough.is_set():
            content[:] = new
            content[:] = old

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = {checksum(lend(content)) for _ in range(30)}
    finally:
        read_enough.set()
        writer.join()
    assert found <= {checksum(old), checksum(new)}


def test_bytes_with_gaps_are_refused(cars: WordGraph, english: list[str]) -> None:
    with pytest.raises(BufferError):
        WordGraph.open(memoryview(cars.write())[::2], english)
    with pytest.raises(BufferError):
        checksum(memoryview(b"ABCD")[::-1])


def test_a_file_that_was_cut_short_is_refused(cars: WordGraph, english: list[str]) -> None:
    content = cars.write()
    for size in range(len(content)):
        with pytest.raises(GraphError):
            WordGraph.read(content[:size], english)


def test_a_hundred_megabytes_of_noise_are_refused(english: list[str]) -> None:
    noise = bytes(range(256)) * (100 * 4096)
    with pytest.raises(GraphError) as caught:
        WordGraph.read(noise, english)
    assert caught.value.args[0] == "too-large"


def test_an_error_says_which_node(english: list[str]) -> None:
    with pytest.raises(GraphError) as caught:
        WordGraph.read(struct.pack("<3I", LAST | 2, LAST, 1 << 24 | LAST | 2), english)
    assert caught.value.args[0] == "cycle"
    assert "node 2" in caught.value.args[1]


def test_an_opened_graph_that_lies_is_found_out_when_it_is_counted(english: list[str]) -> None:
    graph = WordGraph.open(struct.pack("<3I", LAST | 2, LAST, 1 << 24 | LAST | 2), english)
    with pytest.raises(GraphError):
        len(graph)
    with pytest.raises(GraphError):
        graph.words()


def test_a_graph_is_shared_between_threads(english: list[str], cars: WordGraph) -> None:
    graph = WordGraph.open(cars.write(), english)
    answers: list[list[str]] = []

    def ask() -> None:
        answers.extend(graph.words() for _ in range(50))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [cars.words()] * 200


def test_the_check_value_is_that_of_the_bytes() -> None:
    content = bytes(range(256))
    assert checksum(content) == checksum(bytearray(content)) == checksum(memoryview(content))
    assert checksum(content) != checksum(content + b"\0")
    assert checksum(b"WORDWAITER") == 5582689717060685093
    assert checksum(array.array("B", content)) == checksum(content)
