"""Word indexes: what searches need of a list, kept in the user's cache folder so that each is built once.

A file is a header and the bytes of the index. The header says of which graph it is, by a SHA-256 of its
nodes, and which version wrote it, and it has a check of the bytes. What is wrong in any way is built again
and replaced by a rename, so that any number of processes may start at once. Where nothing can be written, the
index is built and not kept.
"""

import hashlib
import logging
import struct
from pathlib import Path
from typing import Final

from wordwaiter._core import INDEX_FORMAT, EngineError, WordGraph, WordIndex, checksum
from wordwaiter.lexicon.folders import write_whole
from wordwaiter.platform import cache_folder

_MAGIC: Final = b"WWINDEX\n"
_HEADER: Final = struct.Struct("<8sI32sQQ")  # magic, version, key, bytes, their check

_FEWEST_NODES: Final = 50_000
"""The index of a smaller graph is built in a few milliseconds."""

_log = logging.getLogger(__name__)


def index_of(graph: WordGraph) -> WordIndex:
    """The index of a graph: that of a large one from the cache, or built and kept there if possible."""
    if graph.node_count < _FEWEST_NODES:
        return WordIndex.build(graph)
    return cached_index(graph, cache_folder() / "indexes")


def cached_index(graph: WordGraph, folder: Path) -> WordIndex:
    """The index of a graph: from the cache in `folder`, or built and kept there if possible."""
    key = _key(graph)
    path = folder / f"{key.hex()[:40]}.index"
    index = _open(path, key)
    if index is None:
        index = WordIndex.build(graph)
        file = index.write(_HEADER.size)
        file[: _HEADER.size] = _header(key, memoryview(file)[_HEADER.size :])
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, file, durable=False)
        except OSError as error:
            _log.debug("continuing without the cache: %s", error)
    return index


def _key(graph: WordGraph) -> bytes:
    """Returns which index: a hash of the graph's nodes, and of how many letters they are read by."""
    return hashlib.sha256(graph.letter_count.to_bytes(8, "little") + graph.write()).digest()


def _header(key: bytes, content: memoryview) -> bytes:
    return _HEADER.pack(_MAGIC, INDEX_FORMAT, key, len(content), checksum(content))


def _open(path: Path, key: bytes) -> WordIndex | None:
    """The index in the file, if it is there and right in every byte."""
    try:
        file = memoryview(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.debug("the cached index %s cannot be read: %s", path, error)
        return None
    content = file[_HEADER.size :]
    try:
        if file[: _HEADER.size] == _header(key, content):
            return WordIndex.read(content)
    except EngineError as error:
        _log.debug("the cached index %s cannot be used: %s", path, error)
    _log.debug("rebuilding the cached index %s: wrong version or damaged", path)
    return None
