"""Word graphs kept in the user's cache folder, so that each list is built once.

A file is a header of 64 bytes and the nodes as KWG, which start at a multiple of four and are used where the
memory map has them. The file's name and its header say which words, which tiles and which builder it is of.
What is wrong in any way is built again and replaced by a rename, so that any number of processes may start at
once. Where nothing can be written, the graph is built and not kept.
"""

import logging
import mmap
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wordwaiter._core import FORMAT, WordGraph, checksum
from wordwaiter.lexicon.folders import write_whole

_MAGIC: Final = b"WWGRAPH\n"
_VERSION: Final = 1
_HEADER: Final = struct.Struct("<8sII32sQQ")  # magic, our version, the builder's, key, nodes' bytes, checksum

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GraphKey:
    """Which graph: that of the words with this SHA-256, spelled with these tiles."""

    sha256: str
    labels: tuple[str, ...]

    @property
    def file_name(self) -> str:
        return f"{self.sha256[:32]}-{self._labels_check:016x}-{FORMAT}.graph"

    @property
    def _labels_check(self) -> int:
        return checksum("\n".join(self.labels).encode())

    def header(self, nodes: bytes | memoryview) -> bytes:
        """Returns the header that precedes `nodes` in the file of this key."""
        key = bytes.fromhex(self.sha256[:48]) + self._labels_check.to_bytes(8, "little")
        return _HEADER.pack(_MAGIC, _VERSION, FORMAT, key, len(nodes), checksum(nodes))


def cached_graph(key: GraphKey, folder: Path, build: Callable[[], WordGraph]) -> WordGraph:
    """The graph of `key`: from the cache in `folder`, or built and kept there if possible."""
    path = folder / key.file_name
    graph = _open(path, key)
    if graph is None:
        graph = build()
        nodes = graph.write()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, key.header(nodes) + nodes, durable=False)
        except OSError as error:
            _log.debug("continuing without the cache: %s", error)
    return graph


def _open(path: Path, key: GraphKey) -> WordGraph | None:
    """The graph in the file, if it is there and right in every byte."""
    try:
        with path.open("rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        header, nodes = content[: _HEADER.size], content[_HEADER.size :]
        if header != key.header(nodes):
            _log.debug("rebuilding the damaged cached graph %s", path)
            return None
        return WordGraph.open(nodes, key.labels)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped, or no graph is in it
        _log.debug("the cached graph %s cannot be used: %s", path, error)
        return None
