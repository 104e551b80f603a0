"""The forms of a board from a photo: the photo, what was tapped, and what was answered about squares."""

import base64
import binascii
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from litestar.datastructures import UploadFile

from wordwaiter.errors import MalformedError
from wordwaiter.rules.board import Board
from wordwaiter.service.jobs.photo_process import AskedSquare, Corner, PhotoRead, PhotoToRead, turned
from wordwaiter.service.tables.board_photos import BLANK, EMPTY, Answers
from wordwaiter.web.pages.forms import LONGEST_FIELD, Fields
from wordwaiter.web.render.boards import square_name
from wordwaiter.web.render.templates import AnyRequest

SQUARE: Final = 32
"""Pixels of a square in the flat picture."""
TAPPED_WIDTH: Final = 320
"""Pixels that the photo is wide where somebody taps its corners: a browser tells the place in these."""
CORNERS: Final = 4
_MOST_CANDIDATES: Final = 8
"""The most candidates a page of ours has for a square: the reader offers fewer."""
_FEW_SQUARES: Final = 30
_LARGEST_PICTURE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """One step: a photo or the picture of an earlier one, and what was tapped or answered."""

    fields: Fields
    upload: UploadFile | None
    picture: bytes
    """Of the step before; empty where the form brings a photo."""

    def photo(self, board: Board) -> PhotoToRead:
        """Returns the photo to read. It waits on the disk until then: whole photos in memory are few."""
        content = self.picture if self.upload is None else self.upload.file.read()
        if not content:
            raise MalformedError("photo-none", "choose a photo first")
        corners, is_turn = self._corners(board), self.fields.text("do") == "turn"
        return PhotoToRead(content, board.layout.name, board.tile_set.name, corners, exact=is_turn)

    def _corners(self, board: Board) -> tuple[Corner, ...]:
        if self.fields.text("do") == "turn":
            side = float(SQUARE * board.layout.width)
            return turned(((0, 0), (side, 0), (side, side), (0, side)), 1)
        if not self.fields.has("tap.x"):
            return ()
        scale = self.fields.number("width") / TAPPED_WIDTH
        return tuple((x * scale, y * scale) for x, y in self.tapped)

    @property
    def asks_much(self) -> bool:
        """Whether more squares are asked about than of any good photo: that takes as long as reading one."""
        return sum(name.startswith("may-") for name in self.fields.names) > _FEW_SQUARES

    @property
    def tapped(self) -> tuple[Corner, ...]:
        """The corners that were tapped so far, the last one with this form."""
        taps = self.fields.text("corners").replace(";", " ").split()
        try:
            points = [tuple(float(part) for part in tap.split(",")) for tap in taps]
            last = (float(self.fields.number("tap.x")), float(self.fields.number("tap.y")))
            return (*((x, y) for x, y in points), last)
        except ValueError:
            raise MalformedError("photo-corners", "tap the four corners again") from None

    def answers(self, board: Board) -> Answers:
        """Returns what somebody chose for single squares, or typed for one more."""
        chosen = {(each.row, each.column): self._chosen(each) for each in self._asked(board)}
        return chosen | dict(self._added(board))

    def _chosen(self, asked: AskedSquare) -> str:
        at = f"{asked.row}-{asked.column}"
        return self.fields.text(f"other-{at}") or self.fields.text(f"at-{at}")

    def _added(self, board: Board) -> Iterator[tuple[tuple[int, int], str]]:
        """The letter that was typed for a square of which nothing was asked."""
        name, letter = self.fields.text("square").upper(), self.fields.text("letter")
        if not name:
            return
        squares = {square_name(square): square for square in board.layout.squares()}
        if name not in squares:
            raise MalformedError("photo-square", f"{name} is not a square; write it like H8", square=name)
        yield (squares[name].row, squares[name].col), letter or EMPTY

    def read(self, board: Board) -> PhotoRead:
        """Returns what was read, as the page of the step before has it, with what was chosen there."""
        lines = tuple(line.strip() for line in self.fields.text("board").splitlines())
        asked = tuple(
            replace(each, candidates=tuple(dict.fromkeys((self._chosen(each) or BLANK, *each.candidates))))
            for each in self._asked(board)
        )
        unlike = tuple(self._squares("unlike", board))
        return PhotoRead(lines, asked, self.picture, SQUARE * board.layout.width, unlike=unlike)

    def _asked(self, board: Board) -> Iterator[AskedSquare]:
        return self._squares("may", board)

    def _squares(self, name: str, board: Board) -> Iterator[AskedSquare]:
        for square in board.layout.squares():
            if may := self.fields.text(f"{name}-{square.row}-{square.col}").split():
                yield AskedSquare(square.row, square.col, tuple(may[:_MOST_CANDIDATES]))


async def photo_form(request: AnyRequest) -> PhotoForm:
    """Returns the form that a request brings."""
    sent: dict[str, list[str]] = {}
    upload, picture = None, b""
    for name, value in (await request.form()).multi_items():
        if isinstance(value, UploadFile):
            upload = value
        elif name == "picture":
            picture = _decoded(value)
        elif len(value) > LONGEST_FIELD:
            raise MalformedError("too-long", "a field is too long; shorten it")
        else:
            sent.setdefault(name, []).append(value)
    return PhotoForm(Fields(sent, request.url.path), upload, picture)


def _decoded(text: str) -> bytes:
    try:
        if len(text) > _LARGEST_PICTURE:
            raise ValueError(text[:20])
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        raise MalformedError("photo-lost", "take the photo again; its picture was lost") from None
