"""The shelf of word lists: those that come with the package, and the organiser's own.

An own list is a folder with `list.toml`, the card, and the words that it speaks of, compressed, in a file
named after their hash. The card is written last and removed first, so a list is there as a whole or not at
all, whatever happens in between.
"""

import contextlib
import os
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Self

from wordwaiter.errors import ConflictError, IllegalError, MalformedError, MalformedFileError
from wordwaiter.lexicon.cards import (
    ListCard,
    canonical_text,
    content_hash,
    format_card,
    parse_card,
    parse_list_name,
)
from wordwaiter.lexicon.folders import write_new, write_whole
from wordwaiter.lexicon.graphs import GraphKey, cached_graph
from wordwaiter.lexicon.lexicon import Lexicon, build_graph
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.platform import cache_folder, data_folder

_SHIPPED: Final = Path(__file__).parent / "lists"
_CARD: Final = "list.toml"
_GZIP: Final = 31
"""The number zlib has for gzip; it writes no time into it, so the same words give the same file."""


@dataclass(frozen=True, slots=True)
class DamagedList:
    """A list whose card cannot be read."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The lists that there are: the shipped ones and those in `own`. Their graphs are kept in `cache`."""

    own: Path
    cache: Path

    @classmethod
    def of_user(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """The shelf of whoever runs the program."""
        return cls(data_folder(environ) / "lists", cache_folder(environ) / "graphs")

    def cards(self) -> tuple[ListCard | DamagedList, ...]:
        """The cards of all lists by name, the shipped ones first."""
        own = sorted(path.parent.name for path in self.own.glob(f"*/{_CARD}"))
        return tuple(self._card_or_damage(name) for name in (*shipped_lists(), *own))

    def card(self, name: str) -> ListCard:
        """The card of one list."""
        name = parse_list_name(name)
        path = self._card_path(name)
        try:
            card = parse_card(path.read_text("utf-8"), path)
        except (FileNotFoundError, NotADirectoryError):
            known = ", ".join(card.name for card in self.cards())
            raise MalformedError(
                "no-such-list", f"there is no word list {name!r}; choose from: {known}", name=name
            ) from None
        except UnicodeDecodeError as error:
            raise MalformedFileError("damaged-list", path, "the word list's card is damaged") from error
        if card.name != name:
            raise MalformedFileError(
                "damaged-list", path, f"this card belongs to another list, {card.name!r}"
            )
        return card

    def open(self, name: str) -> Lexicon:
        """The list of that name, ready to be asked."""
        card = self.card(name)
        tile_set = shipped_tile_set(card.letters)
        graph = cached_graph(
            GraphKey(card.sha256, tile_set.labels),
            self.cache,
            lambda: build_graph(self._words(card), tile_set),
        )
        return Lexicon(card, tile_set, graph)

    def add(self, card: ListCard, words: Sequence[str], *, replace: bool = False) -> Lexicon:
        """Put a list on the shelf; `card` was made of these words."""
        if card.name in shipped_lists():
            raise IllegalError(
                "shipped-list", f"{card.name!r} comes with the program; choose another name", name=card.name
            )
        path = self._card_path(card.name)
        taken = ConflictError(
            "list-exists",
            f"there is already a list {card.name!r}; choose another name, or use --replace",
            name=card.name,
        )
        previous = self._card_or_damage(card.name) if path.exists() else None
        if previous and not replace:
            raise taken
        tile_set = shipped_tile_set(card.letters)
        graph = build_graph(words, tile_set)

        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write_whole(self._words_path(card), zlib.compress(canonical_text(words), 9, wbits=_GZIP))
            (write_whole if replace else write_new)(path, format_card(card).encode())
        except OSError as error:
            self._drop_words(card)
            if isinstance(error, FileExistsError):
                raise taken from None
            raise
        if isinstance(previous, ListCard):
            self._drop_words(previous)
        key = GraphKey(card.sha256, tile_set.labels)
        return Lexicon(card, tile_set, cached_graph(key, self.cache, lambda: graph))

    def remove(self, name: str) -> None:
        """Take an own list off the shelf, a damaged one too."""
        name = parse_list_name(name)
        if name in shipped_lists():
            raise IllegalError(
                "shipped-list", f"{name!r} comes with the program and cannot be removed", name=name
            )
        path = self._card_path(name)
        if not path.exists():
            self.card(name)  # says that there is none
        path.unlink()
        shutil.rmtree(path.parent)

    def _card_or_damage(self, name: str) -> ListCard | DamagedList:
        try:
            return self.card(name)
        except MalformedError as error:
            return DamagedList(name, error.sentence)
        except OSError as error:
            return DamagedList(name, f"{error.filename}: {error.strerror}")

    def _card_path(self, name: str) -> Path:
        return _SHIPPED / f"{name}.toml" if name in shipped_lists() else self.own / name / _CARD

    def _words_path(self, card: ListCard) -> Path:
        if card.name in shipped_lists():
            return next(_SHIPPED.glob(f"{card.name}.txt*"))
        return self.own / card.name / f"{card.sha256[:32]}.txt.gz"

    def text(self, card: ListCard) -> bytes:
        """The words that the card speaks of, and no others, as one text."""
        path = self._words_path(card)
        try:
            content = path.read_bytes()
            text = content if path.suffix == ".txt" else zlib.decompress(content, wbits=_GZIP)
        except (FileNotFoundError, zlib.error) as error:
            raise _damaged(card, path) from error
        if words_of(card, text) is None:
            raise _damaged(card, path)
        return text

    def _words(self, card: ListCard) -> list[str]:
        return self.text(card).decode().split()

    def _drop_words(self, card: ListCard) -> None:
        """Remove the words of a card that is not on the shelf, or no longer."""
        with contextlib.suppress(OSError):
            now = self._card_or_damage(card.name)
            if not isinstance(now, ListCard) or now.sha256 != card.sha256:
                self._words_path(card).unlink(missing_ok=True)
            self._card_path(card.name).parent.rmdir()  # which does nothing while anything is in it


def words_of(card: ListCard, text: bytes) -> list[str] | None:
    """The words of a text, if they are those that the card speaks of."""
    if content_hash(text) != card.sha256:
        return None
    words = text.decode().split()
    return words if len(words) == card.count else None


def _damaged(card: ListCard, path: Path) -> MalformedFileError:
    return MalformedFileError(
        "damaged-list", path, f"the word list {card.name!r} is damaged; add it again from its file"
    )


@cache
def shipped_lists() -> tuple[str, ...]:
    """The names of the lists that come with the package."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def open_lexicon(name: str = "enable") -> Lexicon:
    """The word list of that name, ready to be asked: one that is shipped, or one of the user's own.

    >>> enable = open_lexicon("enable")
    >>> "QUIXOTRY" in enable, "QI" in enable
    (True, False)
    """
    return Shelf.of_user().open(name)
