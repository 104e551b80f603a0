"""Pictures taken apart, so that tests can ask what is on them."""

import io
from dataclasses import dataclass
from xml.etree import ElementTree

from PIL import Image

from wordwaiter.rules.board import Board, empty_board
from wordwaiter.rules.placement import Placement, parse_play
from wordwaiter.rules.rulebooks.reading import shipped_rulebook

CLUB = shipped_rulebook("club")
_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True)
class Drawing:
    """An SVG picture as a tree."""

    root: ElementTree.Element

    def all(self, kind: str, **attributes: str) -> list[ElementTree.Element]:
        """Its elements of a kind that have these attributes; `data_tile` is `data-tile`."""
        wanted = {key.replace("_", "-"): value for key, value in attributes.items()}
        return [
            each
            for each in self.root.iter(f"{_SVG}{kind}")
            if all(each.get(key) == value for key, value in wanted.items())
        ]

    def having(self, attribute: str) -> list[ElementTree.Element]:
        """Its elements that have an attribute at all."""
        return [each for each in self.root.iter() if each.get(attribute) is not None]

    @property
    def title(self) -> str:
        return self.all("title")[0].text or ""

    @property
    def description(self) -> str:
        return self.all("desc")[0].text or ""

    @property
    def words(self) -> list[str]:
        """What is written on it."""
        return [each.text or "" for each in self.all("text")]


def drawing(svg: str) -> Drawing:
    """The picture, which must be well-formed and stand alone."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own
    assert root.tag == f"{_SVG}svg"
    assert root.get("role") == "img"
    found = Drawing(root)
    names = {each.get("id") for each in root.iter()}
    assert set((root.get("aria-labelledby") or "").split()) <= names
    assert not found.all("image")
    assert not found.all("script")
    assert not [each for each in root.iter() if "href" in "".join(each.keys())]
    return found


def pixels(content: bytes) -> Image.Image:
    """A picture as pixels."""
    return Image.open(io.BytesIO(content)).convert("RGB")


def played(*plays: str) -> tuple[Board, Placement]:
    """The board after these plays, and the last of them."""
    board = empty_board(CLUB.table.layout, CLUB.table.tile_set)
    last = Placement(())
    for play in plays:
        last = parse_play(play, board)
        board = board.with_tiles(last.laid)
    return board, last
