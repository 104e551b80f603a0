"""Boards that are drawn where the reader learns, as it sees them: many in the time that one photograph takes.

What stands still is drawn beforehand (`stock`); tiles, light, lens and file are different on each board.
"""

import math
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

from board_photos.device_camera import photographed
from board_photos.stock import (
    CAPITAL,
    GLYPH,
    MAKE_FIELDS,
    QUEUES,
    TOP,
    VALUE,
    VALUE_TOP,
    VALUE_WIDE,
    Stock,
)
from board_photos.tiles import BLANK, COUNTS, PLAIN, VALUES

SQUARE: Final = 40
_EDGE: Final = 8
_PATCH: Final = SQUARE + 2 * _EDGE
_SIDE: Final = 17 * SQUARE
_Q: Final = PLAIN.index("Q")
_PENS: Final = ((25, 25, 30), (30, 50, 150), (170, 30, 40), (90, 90, 95), (30, 110, 60))


class Drawer:
    """Draws boards from a stock."""

    def __init__(self, stock: Stock, device: str) -> None:
        self.device = device
        self.stock = stock.on(device)
        counts = torch.tensor(COUNTS, dtype=torch.float32, device=device)
        self._weights = torch.stack([counts, torch.ones_like(counts), counts.sqrt()])
        values = [0, *VALUES.values()]
        self._values = torch.tensor(values + [8] * (len(PLAIN) - len(values)), device=device)
        self._pens = torch.tensor(_PENS, dtype=torch.float32, device=device)
        self._grain = _grain(24, device)

    def boards(self, count: int) -> tuple[Tensor, Tensor]:
        """Returns flat boards (17 squares of 32 pixels) as a camera saw them, and their letters."""
        with torch.no_grad():
            letters = self._letters(count)
            return photographed(self._laid(letters)), letters

    def _rand(self, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
        return low + (high - low) * torch.rand(*shape, device=self.device)

    def _some(self, most: int, count: int) -> Tensor:
        return torch.randint(most, (count,), device=self.device)

    def _letters(self, count: int) -> Tensor:
        """Returns letters at random on squares that a game might cover."""
        covered = self.stock.layouts[self._some(len(self.stock.layouts), count)]
        turns = self._some(2, count).bool()
        covered = torch.where(turns[:, None, None], covered.transpose(1, 2), covered)
        kinds = torch.multinomial(
            torch.tensor([0.15, 0.65, 0.2], device=self.device), count, replacement=True
        )
        letters = 1 + torch.multinomial(self._weights[kinds], 225, replacement=True).view(count, 15, 15)
        foreign = self._rand(count, 15, 15) < 0.12 * (self._rand(count, 1, 1) < 0.12)
        other = torch.randint(BLANK + 1, len(PLAIN), (count, 15, 15), device=self.device)
        letters = torch.where(foreign, other, letters)
        rates = torch.tensor([0.02, 0.05, 0.12, 0.3], device=self.device)
        rate = rates[
            torch.multinomial(torch.tensor([3.0, 3, 3, 1], device=self.device), count, replacement=True)
        ]
        letters = torch.where(self._rand(count, 15, 15) < rate[:, None, None], BLANK, letters)
        return torch.where(covered, letters, 0)

    def _laid(self, letters: Tensor) -> Tensor:
        """Returns the boards with their tiles, 40 pixels a square and a square of margin."""
        count = len(letters)
        which = self._some(len(self.stock.boards), count)
        board = self.stock.boards[which].permute(0, 3, 1, 2).float()
        walls = self.stock.walls[which].float()[:, None] / 255
        makes = self.stock.makes[(chosen := self._some(len(self.stock.makes), count))]
        dents = self.stock.dents[chosen]
        sheet = self._sheet(letters, makes, dents)
        cover = sheet[:, 3:].clamp(max=1)
        sheet = torch.cat([sheet[:, :3] / sheet[:, 3:].clamp(min=1), cover], 1)
        shade = self._shade(cover)
        picture = board * (1 - shade)
        tops = self._seen_from_aside(count)
        side = makes[:, :3, None, None] * self._rand(count, 1, 1, 1, low=0.4, high=0.8)
        for part in (0.0, 0.33, 0.66):
            moved = _moved(cover, tops * part)
            picture = picture * (1 - moved) + side * moved
        moved = _moved(sheet, tops)
        picture = picture * (1 - moved[:, 3:]) + moved[:, :3]
        # Walls between the squares stand before the sides of low tiles.
        return torch.where((walls > 0.5) & (self._rand(count, 1, 1, 1) < 0.3), board, picture)

    def _seen_from_aside(self, count: int) -> Tensor:
        """Returns how far the tops of tiles are from their feet, in squares, at each pixel."""
        high = self._rand(count, 1, 1, 1, low=0.02, high=0.3)
        at = torch.linspace(-1, 1, _SIDE, device=self.device)
        y, x = torch.meshgrid(at, at, indexing="ij")
        away = torch.stack([x, y], -1)[None] * self._rand(count, 1, 1, 1, low=0, high=0.5)
        tilt = torch.randn(count, 1, 1, 2, device=self.device) * 0.3
        return high * (away + tilt)

    def _shade(self, cover: Tensor) -> Tensor:
        """Returns how much of the light the tiles take from the board beside them."""
        count = len(cover)
        small = functional.avg_pool2d(cover, 4)
        small = functional.avg_pool2d(functional.pad(small, (1, 1, 1, 1), mode="replicate"), 3, 1)
        soft = functional.interpolate(small, scale_factor=4.0, mode="bilinear")
        sharp = functional.avg_pool2d(functional.pad(cover, (2, 2, 2, 2), mode="replicate"), 5, 1)
        mix = self._rand(count, 1, 1, 1)
        reach = torch.where(
            self._rand(count, 1, 1, 1) < 0.6,
            self._rand(count, 1, 1, 1, high=0.3),
            self._rand(count, 1, 1, 1, low=0.2, high=0.6),
        )
        angle = self._rand(count, 1, 1, 1, high=2 * math.pi)
        way = torch.cat([angle.cos(), angle.sin()], -1) * reach
        moved = _moved(soft * mix + sharp * (1 - mix), way.expand(count, _SIDE, _SIDE, 2))
        return moved * self._rand(count, 1, 1, 1, low=0.1, high=0.75)

    def _sheet(self, letters: Tensor, makes: Tensor, dents: Tensor) -> Tensor:
        """Returns all tiles seen from above: colours times cover, and cover."""
        count = len(letters)
        on, row, column = torch.nonzero(letters, as_tuple=True)
        tiles = self._tiles(letters[on, row, column], on, makes, dents)
        patches = torch.zeros(count, 225, 4 * _PATCH * _PATCH, device=self.device)
        patches[on, row * 15 + column] = tiles.reshape(len(tiles), -1)
        whole = functional.fold(
            patches.transpose(1, 2), 15 * SQUARE + 2 * _EDGE, (_PATCH, _PATCH), stride=SQUARE
        )
        return functional.pad(whole, [SQUARE - _EDGE] * 4)

    def _tiles(self, labels: Tensor, on: Tensor, makes: Tensor, dents: Tensor) -> Tensor:
        """Returns a picture of each tile in the middle of its square."""
        device, count = self.device, len(labels)
        make = _Make(makes[on])
        place = (torch.arange(_PATCH, device=device) + 0.5 - _EDGE) / SQUARE
        y, x = torch.meshgrid(place, place, indexing="ij")
        shift_of = self._rand(len(makes), low=0, high=0.045)[on] * (1 + (self._rand(count) < 0.02) * 1.5)
        turn_of = self._rand(len(makes))
        turn_of = torch.where(turn_of < 0.5, 3 * turn_of, 1.5 + 9 * (turn_of - 0.5))[on]
        turn_of = torch.where(self._rand(count) < 0.03, 9.0, turn_of)
        turn = torch.randn(count, device=device) * turn_of * math.pi / 180
        right = _wide(torch.randn(count, device=device) * shift_of)
        down = _wide(torch.randn(count, device=device) * shift_of)
        a, b = x - 0.5 - right, y - 0.5 - down
        cosine, sine = _wide(turn.cos()), _wide(turn.sin())
        u = (a * cosine + b * sine) / make.tile + 0.5
        v = (b * cosine - a * sine) / make.tile + 0.5
        inward_x, inward_y = (u - 0.5).abs() - 0.5 + make.corner, (v - 0.5).abs() - 0.5 + make.corner
        outside = torch.hypot(inward_x.clamp(min=0), inward_y.clamp(min=0)) - make.corner
        outside = (outside + torch.maximum(inward_x, inward_y).clamp(max=0)) * make.tile * SQUARE
        cover = (0.5 - outside).clamp(0, 1)
        face = self._faces(count, make, on, len(makes))
        light = 1 - make.edge * (1 - (-outside / 2.4).clamp(0, 1))
        angle = self._rand(len(makes), high=2 * math.pi)[on]
        slope = _wide(angle.cos()) * (u - 0.5) + _wide(angle.sin()) * (v - 0.5)
        bevel = _wide((self._rand(len(makes), high=0.5) * (self._rand(len(makes)) < 0.4))[on])
        light = light * (1 + bevel * slope * (outside > -2.5))
        for dent in range(dents.shape[1]):
            across, along, radius = (_wide(dents[on, dent, part]) for part in range(3))
            near, below = (u - across), (v - along)
            inside = ((radius - torch.hypot(near, below)) * make.tile * SQUARE + 0.5).clamp(0, 1)
            lean = (near * _wide(angle.cos()) + below * _wide(angle.sin())) / radius.clamp(min=0.01)
            light = light * (1 + make.dent_depth * inside * lean * (radius > 0))
        tile = face * light[:, None]
        ink, colour = self._ink(labels, on, make, u, v, len(makes))
        tile = tile * (1 - ink[:, None]) + colour[:, :, None, None] * ink[:, None]
        return torch.cat([tile * cover[:, None], cover[:, None]], 1)

    def _faces(self, count: int, make: "_Make", on: Tensor, boards: int) -> Tensor:
        tint = 1 + torch.randn(count, 3, 1, 1, device=self.device) * make.unlike[:, None] * 0.25
        light = 1 + torch.randn(count, 1, 1, 1, device=self.device) * make.unlike[:, None]
        which = self._some(len(self._grain), boards)[on][:, None, None]
        edge = self._grain.shape[-1] - _PATCH
        top, left = self._some(edge, count), self._some(edge, count)
        steps = torch.arange(_PATCH, device=self.device)
        grain = self._grain[which, (top[:, None] + steps)[:, :, None], (left[:, None] + steps)[:, None, :]]
        strength = make.grain * _wide(self._rand(boards, low=0.4, high=1.3)[on])
        return make.face[:, :, None, None] * tint * light * (1 + strength * grain)[:, None]

    def _ink(
        self, labels: Tensor, on: Tensor, make: "_Make", u: Tensor, v: Tensor, boards: int
    ) -> tuple[Tensor, Tensor]:
        """Returns how much of each pixel is ink, and the ink's colour."""
        count = len(labels)
        other_q = self._some(QUEUES * 2, boards)[on]  # half of the sets have the font's own Q
        mark = torch.where((labels == _Q) & (other_q < QUEUES), len(PLAIN) + other_q, labels)
        smaller = self.stock.smaller[labels]
        capital = make.capital * _wide(smaller)
        x = GLYPH / 2 + (u - 0.5 - make.left) * CAPITAL / (capital * make.stretch)
        y = TOP + CAPITAL / 2 + (v - 0.5 - make.up) * CAPITAL / capital
        letter = _picked(self.stock.letters[make.font, mark], x, y)
        value = torch.where(
            make.strange & (self._rand(count) < 0.9), 1 + self._some(10, count), self._values[labels]
        )
        x = VALUE_WIDE / 2 + (u - make.value_x) * VALUE / make.value_capital
        y = VALUE_TOP + VALUE + (v - make.value_y) * VALUE / make.value_capital
        number = _picked(self.stock.values[make.value_font, value], x, y) * make.has_values
        bolder = _wide((torch.randn(boards, device=self.device) * 0.16)[on])
        crisp = _wide(self._rand(boards, low=1.6, high=4)[on])
        ink = ((torch.maximum(letter, number) - 0.5 + bolder) * crisp + 0.5).clamp(0, 1)
        worn = self._rand(count) < 0.03
        strength = torch.where(
            worn, self._rand(count, low=0.3, high=0.8), self._rand(count, low=0.85, high=1)
        )
        ink = ink * _wide(strength)
        colour = make.ink.clone()
        blank = labels == BLANK
        if blank.any():
            ink[blank], colour[blank] = self._blanks(on[blank], make.of(blank), u[blank], v[blank], boards)
        return ink, colour

    def _blanks(self, on: Tensor, make: "_Make", u: Tensor, v: Tensor, boards: int) -> tuple[Tensor, Tensor]:
        """Returns the ink of blanks: the same on all of a set, but for letters by hand."""
        count = len(on)
        of_set = self._some(len(self.stock.blanks), boards)[on]
        by_hand = self.stock.blank_kinds == 4
        hands = torch.nonzero(by_hand)[:, 0]
        any_hand = hands[self._some(len(hands), count)]
        is_hand = by_hand[of_set] | (self._rand(count) < 0.08)
        design = torch.where(is_hand, any_hand, of_set)
        ink = _picked(self.stock.blanks[design], u * GLYPH, v * GLYPH)
        plain = (self._rand(boards) < 0.45)[on] & ~(is_hand & ~by_hand[of_set])
        ink = ink * _wide(~plain & (self._rand(count) < 0.95))
        kind = self._some(10, boards)[on][:, None]
        pen = self._pens[self._some(len(self._pens), boards)[on]]
        faint = make.face + torch.randn(boards, 3, device=self.device)[on] * 30
        light = torch.full_like(pen, 235)
        colour = torch.where(kind < 5, make.ink, torch.where(kind < 8, pen, faint))
        dark = make.face.sum(1, keepdim=True) < 330
        colour = torch.where(is_hand[:, None], torch.where(dark, light, pen), colour)
        return ink, colour.clamp(0, 255)


class _Make:
    """The columns of makes, one row for each tile; numbers that are used at every pixel are wide."""

    def __init__(self, rows: Tensor) -> None:
        self._rows = rows
        if rows.shape[1] != MAKE_FIELDS:
            raise ValueError(rows.shape)
        self.face, self.ink = rows[:, :3], rows[:, 3:6]
        self.font, self.value_font = rows[:, 6].long(), rows[:, 7].long()
        (
            self.tile,
            self.corner,
            self.capital,
            self.value_capital,
            self.left,
            self.up,
            self.stretch,
            self.has_values,
            self.value_x,
            self.value_y,
        ) = (_wide(rows[:, column]) for column in range(8, 18))
        self.strange = rows[:, 18] > 0
        self.edge, self.unlike = _wide(rows[:, 19]), _wide(rows[:, 20])
        self.dent_depth, self.grain = _wide(rows[:, 23]), _wide(rows[:, 24])

    def of(self, which: Tensor) -> "_Make":
        return _Make(self._rows[which])


def _wide(numbers: Tensor) -> Tensor:
    return numbers[:, None, None]


def _picked(pages: Tensor, x: Tensor, y: Tensor) -> Tensor:
    """Returns the pages' values (0 to 255, told as 0 to 1) at places in their pixels, 0 outside."""
    high, wide = pages.shape[-2:]
    places = torch.stack([x * 2 / wide - 1, y * 2 / high - 1], -1)
    seen = functional.grid_sample(pages[:, None].float() / 255, places, align_corners=False)
    return seen[:, 0]


def _moved(pictures: Tensor, by: Tensor) -> Tensor:
    """Returns pictures of the whole board, each pixel taken from `by` squares before it."""
    side = pictures.shape[-1]
    at = (torch.arange(side, device=pictures.device) + 0.5) * 2 / side - 1
    y, x = torch.meshgrid(at, at, indexing="ij")
    places = torch.stack([x, y], -1)[None] - by * (2 * SQUARE / side)
    return functional.grid_sample(pictures, places, align_corners=False)


def _grain(count: int, device: str) -> Tensor:
    """Returns textures of wood, around 0."""
    side = 400
    total = torch.zeros(count, 1, side, side, device=device)
    for long, wide, share in ((60, 3, 1.0), (150, 8, 0.6), (80, 80, 0.4)):
        coarse = torch.randn(count, 1, side // wide + 2, side // long + 2, device=device)
        total += share * functional.interpolate(coarse, (side, side), mode="bicubic")
    upright = torch.rand(count, 1, 1, device=device) < 0.5
    flat = total[:, 0]
    return torch.where(upright, flat.transpose(1, 2), flat)
