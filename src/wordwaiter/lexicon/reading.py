"""Files of words that an organiser owns, text or KWG, as words."""

from pathlib import Path
from typing import Final

from wordwaiter._core import GraphError, WordGraph
from wordwaiter.errors import MalformedFileError
from wordwaiter.lexicon.textlist import Omission, Reading, fault, is_utf16, parse_text_list
from wordwaiter.lexicon.tiles import TileSet

LARGEST_FILE: Final = 256 * 1024 * 1024
"""Bytes of a text; the largest lists that are played with have some 60 million with their definitions."""


def read_word_list(path: Path, tile_set: TileSet, *, lenient: bool = False) -> Reading:
    """The words of a file, which is recognised as text or KWG by what is in it, or by the ending `.kwg`."""
    with path.open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if not content:
        raise MalformedFileError("empty-list", path, "the file is empty")
    if path.suffix.lower() == ".kwg" or _is_kwg(content):
        return _parse_kwg(content, path, tile_set, lenient=lenient)
    if len(content) > LARGEST_FILE:
        raise MalformedFileError("large-list", path, f"the file is larger than {LARGEST_FILE:,} bytes")
    return parse_text_list(content, path, tile_set, lenient=lenient)


def _is_kwg(content: bytes) -> bool:
    """Checks if these bytes may be a KWG: its first two nodes have no letter; a text has no zero bytes."""
    return len(content) >= 8 and content[3] == content[7] == 0 and not is_utf16(content)


def _parse_kwg(content: bytes, path: Path, tile_set: TileSet, *, lenient: bool) -> Reading:
    try:
        graph = WordGraph.read(content, tile_set.labels)
    except GraphError as error:
        code, sentence = error.args
        raise MalformedFileError(code, path, f"this KWG file cannot be used: {sentence}") from error

    words: set[str] = set()
    omissions: list[Omission] = []
    for word in graph.words():
        if reason := fault(word, tile_set):
            if not lenient:
                raise MalformedFileError("bad-word", path, reason)
            omissions.append(Omission("bad-word", reason))
        else:
            words.add(word)
    if not words:
        raise MalformedFileError("empty-list", path, "the file has no words")
    return Reading(tuple(tile_set.in_order(words)), omissions=tuple(omissions))
