"""What a camera, its light and its file make of flat boards, on the device that learns from them."""

import math
from typing import Final

import torch
from torch import Tensor
from torch.nn import functional

SMALLEST: Final = 18.0
LARGEST: Final = 44.0
"""Pixels of a square in the photo, at least and at most."""
_AT_ONCE: Final = 12
"""Boards that are seen in photos of one size."""
_FLAT: Final = 544
_ACROSS: Final = 17
_BLOCK: Final = 8
_QUANTA: Final = (
    (16, 11, 10, 16, 24, 40, 51, 61), (12, 12, 14, 19, 26, 58, 60, 55), (14, 13, 16, 24, 40, 57, 69, 56),
    (14, 17, 22, 29, 51, 87, 80, 62), (18, 22, 37, 56, 68, 109, 103, 77), (24, 35, 55, 64, 81, 104, 113, 92),
    (49, 64, 78, 87, 103, 121, 120, 101), (72, 92, 95, 98, 112, 100, 103, 99),
)  # fmt: skip


def photographed(boards: Tensor) -> Tensor:
    """Returns flat boards as they are after a photo of them was flattened again, not quite in place."""
    return torch.cat([_photographed(part) for part in boards.split(_AT_ONCE)])


def _photographed(boards: Tensor) -> Tensor:
    count, device = len(boards), boards.device
    square = SMALLEST * (LARGEST / SMALLEST) ** float(torch.rand(()))
    to_board, side = _cameras(count, square, device)
    fine = boards.shape[-1] / _ACROSS
    if square < 0.9 * fine:
        boards = blurred(boards, torch.full((count,), 0.42 * (fine / square - 1) + 0.25, device=device))
    at = (torch.arange(side, device=device) + 0.5) * 2 / side - 1
    y, x = torch.meshgrid(at, at, indexing="ij")
    photo = functional.grid_sample(
        boards, _sent(to_board, torch.stack([x, y], -1)), padding_mode="border", align_corners=False
    )
    photo = _developed(_lit(photo), square)
    # Back to the board from above, from where a fit that is a little wrong takes it to be.
    at = (torch.arange(_FLAT, device=device) + 0.5) * 2 / _FLAT - 1
    y, x = torch.meshgrid(at, at, indexing="ij")
    places = torch.stack([x, y], -1).expand(count, _FLAT, _FLAT, 2)
    spread = torch.tensor([0.02, 0.05, 0.1], device=device)[torch.randint(3, (count, 1, 1, 1), device=device)]
    off = torch.randn(count, 2, 2, 2, device=device) * spread
    off = functional.interpolate(off, (_FLAT, _FLAT), mode="bilinear", align_corners=True)
    off = off + torch.randn(count, 2, 1, 1, device=device) * spread * 0.7
    bend = functional.interpolate(torch.randn(count, 2, 4, 4, device=device), (_FLAT, _FLAT), mode="bicubic")
    off = off + bend * 0.03 * (torch.rand(count, 1, 1, 1, device=device) < 0.4)
    places = places + off.permute(0, 2, 3, 1) * (2 / _ACROSS)
    seen = functional.grid_sample(
        photo, _sent(torch.linalg.inv(to_board), places), padding_mode="border", align_corners=False
    )
    return seen.clamp(0, 255)


def _cameras(count: int, square: float, device: torch.device) -> tuple[Tensor, int]:
    """Returns homographies from places in the photo to places on the board (both -1 to 1), and its size."""
    turn = torch.randn(count, device=device) * 0.12
    turn = torch.where(
        torch.rand(count, device=device) < 0.25, turn + math.pi / 4 * torch.randn(count, device=device), turn
    )
    room = (turn.cos().abs() + turn.sin().abs()).clamp(max=1.25)
    tilt = torch.randn(count, 2, device=device).clamp(-2, 2) * 0.09
    matrix = torch.zeros(count, 3, 3, device=device)
    matrix[:, 0, 0], matrix[:, 0, 1] = turn.cos() * room, -turn.sin() * room
    matrix[:, 1, 0], matrix[:, 1, 1] = turn.sin() * room, turn.cos() * room
    matrix[:, 2, :2], matrix[:, 2, 2] = tilt, 1
    return matrix, round(square * _ACROSS * float(room.mean()))


def _sent(matrix: Tensor, places: Tensor) -> Tensor:
    if places.dim() == 3:
        places = places.expand(len(matrix), *places.shape)
    x, y = places[..., 0], places[..., 1]
    m = matrix[:, :, :, None, None]
    depth = (m[:, 2, 0] * x + m[:, 2, 1] * y + m[:, 2, 2]).clamp(min=0.2)
    return torch.stack(
        [
            (m[:, 0, 0] * x + m[:, 0, 1] * y + m[:, 0, 2]) / depth,
            (m[:, 1, 0] * x + m[:, 1, 1] * y + m[:, 1, 2]) / depth,
        ],
        -1,
    )


def _between(count: int, low: float, high: float, device: torch.device, parts: int = 1) -> Tensor:
    return low + (high - low) * torch.rand(count, parts, 1, 1, device=device)


def _lit(photo: Tensor) -> Tensor:
    """Returns the photo under lamps, shadows and glare, in the colours of a camera."""
    count, device = len(photo), photo.device
    high, wide = photo.shape[-2:]

    def between(low: float, high: float, parts: int = 1) -> Tensor:
        return _between(count, low, high, device, parts)

    def chance(of: float) -> Tensor:
        return (torch.rand(count, 1, 1, 1, device=device) < of).float()

    across = torch.linspace(-0.5, 0.5, wide, device=device).view(1, 1, 1, wide)
    down = torch.linspace(-0.5, 0.5, high, device=device).view(1, 1, high, 1)

    def slope() -> Tensor:
        angle = between(0, 2 * math.pi)
        return across * angle.cos() + down * angle.sin()

    harsh = 0.5 + 0.5 * chance(0.25)
    cloud = functional.interpolate(torch.randn(count, 1, 3, 3, device=device), (high, wide), mode="bicubic")
    light = (1 + between(0, 0.3) * harsh * cloud) * (1 + between(0, 0.4) * slope())
    edge = torch.sigmoid((slope() - between(-0.4, 0.4)) * between(10, 120))
    light = light * (1 - chance(0.35) * between(0.1, 0.5) * edge)
    photo = photo * light.clamp(0.25, 2)
    for _ in range(2):
        x, y = between(-0.5, 0.5), between(-0.5, 0.5)
        spot = ((across - x) / between(0.03, 0.25)) ** 2 + ((down - y) / between(0.03, 0.25)) ** 2
        photo = photo + torch.exp(-spot) * between(20, 150) * harsh * chance(0.35)
    strong = chance(0.15)
    red = between(0.88, 1.15) * (1 - strong) + between(0.7, 1.35) * strong
    blue = between(0.75, 1.15) * (1 - strong) + between(0.4, 1.35) * strong
    photo = photo * torch.cat([red, torch.ones_like(red), blue], 1)
    grey = photo.mean(1, keepdim=True)
    photo = (grey + (photo - grey) * between(0.35, 1.4)).clamp(0, 255) / 255
    photo = (photo + 1e-4) ** (1 + between(-0.4, 0.6) * harsh)
    photo = (photo - 0.5) * between(0.7, 1.25) + 0.5 + between(-0.1, 0.1) * harsh
    return photo.clamp(0, 1) * 255


def blurred(pictures: Tensor, spread: Tensor) -> Tensor:
    """Returns pictures blurred by a bell of so many pixels, each by its own."""
    count, parts, high, wide = pictures.shape
    reach = max(1, min(9, math.ceil(2.5 * float(spread.max()))))
    at = torch.arange(-reach, reach + 1, device=pictures.device)
    bell = torch.exp(-0.5 * (at / spread.clamp(min=0.05)[:, None]) ** 2)
    bell = (bell / bell.sum(1, keepdim=True)).repeat_interleave(parts, 0)
    flat = functional.pad(pictures, [reach] * 4, mode="replicate").reshape(
        1, count * parts, high + 2 * reach, -1
    )
    flat = functional.conv2d(flat, bell[:, None, None], groups=count * parts)
    flat = functional.conv2d(flat, bell[:, None, :, None], groups=count * parts)
    return flat.reshape(count, parts, high, wide)


def _developed(photo: Tensor, square: float) -> Tensor:
    """Returns the photo after lens, sensor and file."""
    count, device = len(photo), photo.device

    def between(low: float, high: float, parts: int = 1) -> Tensor:
        return _between(count, low, high, device, parts)

    def chance(of: float) -> Tensor:
        return (torch.rand(count, 1, 1, 1, device=device) < of).float()

    soft = torch.where(
        torch.rand(count, device=device) < 0.7, torch.rand(count, device=device) * 0.032 * square, 0.05
    )
    photo = blurred(photo, soft.clamp(min=0.05))
    shaken = _shaken(photo, square)
    photo = photo + (shaken - photo) * chance(0.12)
    sharper = photo + (photo - blurred(photo, torch.full((count,), 1.2, device=device))) * between(0.3, 1.2)
    photo = photo + (sharper - photo) * chance(0.3)
    noise = torch.randn_like(photo[:, :1]) * between(0, 9) + torch.randn_like(photo) * between(0, 5)
    photo = photo + noise * between(0, 1)
    return _stored(photo.clamp(0, 255), 40 + 57 * torch.rand(count, device=device)).clamp(0, 255)


def _shaken(photo: Tensor, square: float) -> Tensor:
    """Returns photos blurred along a line, as by an unsteady hand."""
    count, device = len(photo), photo.device
    reach = square * (0.03 + 0.1 * torch.rand(count, device=device))
    angle = 2 * math.pi * torch.rand(count, device=device)
    total = torch.zeros_like(photo)
    for part in (-0.5, -0.17, 0.17, 0.5):
        matrix = torch.zeros(count, 2, 3, device=device)
        matrix[:, 0, 0] = matrix[:, 1, 1] = 1
        matrix[:, 0, 2] = part * reach * angle.cos() * 2 / photo.shape[-1]
        matrix[:, 1, 2] = part * reach * angle.sin() * 2 / photo.shape[-2]
        grid = functional.affine_grid(matrix, list(photo.shape), align_corners=False)
        total += functional.grid_sample(photo, grid, padding_mode="border", align_corners=False) / 4
    return total


def _stored(photo: Tensor, quality: Tensor) -> Tensor:
    """Returns photos as a JPEG file of that quality keeps them, about."""
    count, _, high, wide = photo.shape
    device = photo.device
    padded = functional.pad(photo, [0, -wide % (2 * _BLOCK), 0, -high % (2 * _BLOCK)], mode="replicate")
    red, green, blue = padded[:, :1], padded[:, 1:2], padded[:, 2:]
    grey = 0.299 * red + 0.587 * green + 0.114 * blue
    colours = torch.cat([(blue - grey) * 0.564, (red - grey) * 0.713], 1)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50).view(count, 1, 1, 1)
    steps = torch.tensor(_QUANTA, dtype=torch.float32, device=device).view(1, 64, 1, 1)
    grey = _rounded(grey - 128, (steps * scale).clamp(min=1)) + 128
    small = functional.avg_pool2d(colours, 2)
    of_colours = (steps.clamp(min=17).clamp(max=99) * scale).clamp(min=1)
    small = torch.cat([_rounded(small[:, part : part + 1], of_colours) for part in (0, 1)], 1)
    colours = functional.interpolate(small, scale_factor=2.0, mode="bilinear", align_corners=False)
    blueness, redness = colours[:, :1] / 0.564, colours[:, 1:] / 0.713
    red, blue = grey + redness, grey + blueness
    green = (grey - 0.299 * red - 0.114 * blue) / 0.587
    return torch.cat([red, green, blue], 1)[..., :high, :wide]


def _rounded(plane: Tensor, steps: Tensor) -> Tensor:
    """Returns a plane whose waves in blocks of 8 × 8 are rounded to whole steps."""
    waves = _waves(plane.device)
    parts = functional.conv2d(plane, waves, stride=_BLOCK)
    return functional.conv_transpose2d((parts / steps).round() * steps, waves, stride=_BLOCK)


def _waves(device: torch.device) -> Tensor:
    at = torch.arange(_BLOCK, device=device, dtype=torch.float32)
    basis = torch.cos((2 * at[None] + 1) * at[:, None] * math.pi / (2 * _BLOCK)) * math.sqrt(2 / _BLOCK)
    basis[0] /= math.sqrt(2)
    return torch.einsum("ix,jy->ijxy", basis, basis).reshape(64, 1, _BLOCK, _BLOCK)
