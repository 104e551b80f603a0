"""Batches for the three networks, cut out of the pool's photographs and changed at random."""

import math

import torch
from torch import Tensor
from torch.nn import functional

from board_photos.pool import Pool

_QUARTER = torch.tensor([[0.0, -1, 15], [1, 0, 0], [0, 0, 1]])


def standard(pictures: Tensor) -> Tensor:
    """Returns pictures with mean 0 and about the same contrast each."""
    mean = pictures.mean((1, 2, 3), keepdim=True)
    return ((pictures - mean) / (pictures.std((1, 2, 3), keepdim=True) + 8)).contiguous(
        memory_format=torch.channels_last
    )


def _grid(count: int, size: int, low: float, high: float, device: str) -> Tensor:
    """Returns the middles of size × size pixels that cover low to high, as count × size × size × 2."""
    middles = low + (torch.arange(size, device=device) + 0.5) * (high - low) / size
    y, x = torch.meshgrid(middles, middles, indexing="ij")
    return torch.stack([x, y], -1).expand(count, size, size, 2)


def _project(matrix: Tensor, points: Tensor) -> Tensor:
    spread = torch.cat([points, torch.ones_like(points[..., :1])], -1)
    spread = torch.einsum("bij,bhwj->bhwi", matrix, spread)
    depth = spread[..., 2:]
    return spread[..., :2] / torch.where(depth.abs() < 1e-6, torch.full_like(depth, 1e-6), depth)


def _homographies(source: Tensor, target: Tensor) -> Tensor:
    """Returns the homographies that send four points to four points, for each of a batch."""
    x, y = source.double().unbind(-1)
    u, v = target.double().unbind(-1)
    one, zero = torch.ones_like(x), torch.zeros_like(x)
    rows = torch.cat(
        [torch.stack([x, y, one, zero, zero, zero, -u * x, -u * y], -1),
         torch.stack([zero, zero, zero, x, y, one, -v * x, -v * y], -1)], 1,
    )  # fmt: skip
    answer = torch.linalg.solve(rows, torch.cat([u, v], 1))
    return torch.cat([answer, one[:, :1]], 1).reshape(-1, 3, 3).float()


def _look(pool: Pool, which: Tensor, places: Tensor, pictures: Tensor | None = None) -> Tensor:
    """Returns the photographs' pixels at places (in pixels), zero outside."""
    if pictures is None:
        pictures = pool.pictures[which].permute(0, 3, 1, 2).float()
    side = pool.pictures.shape[1]
    inside = ((places > 0) & (places < pool.sizes[which][:, None, None])).all(-1)[:, None]
    border = "border" if torch.rand(()) < 0.5 else "zeros"
    seen = functional.grid_sample(
        pictures, places * 2 / side - 1, mode="bilinear", padding_mode="zeros", align_corners=False
    )
    if border == "border":
        limited = torch.minimum(places.clamp(min=0.5), pool.sizes[which][:, None, None] - 0.5)
        return functional.grid_sample(pictures, limited * 2 / side - 1, mode="bilinear", align_corners=False)
    return seen * inside


def changed(pictures: Tensor) -> Tensor:
    """Returns pictures with other light, colours, sharpness and noise."""
    count, device = len(pictures), pictures.device

    def chance(of: float) -> Tensor:
        return (torch.rand(count, 1, 1, 1, device=device) < of).float()

    def between(low: float, high: float, parts: int = 1) -> Tensor:
        return low + (high - low) * torch.rand(count, parts, 1, 1, device=device)

    kernel = torch.tensor([1.0, 4, 6, 4, 1], device=device) / 16
    soft = functional.pad(pictures, (2, 2, 2, 2), mode="replicate")
    soft = functional.conv2d(soft, kernel.view(1, 1, 1, 5).repeat(3, 1, 1, 1), groups=3)
    soft = functional.conv2d(soft, kernel.view(1, 1, 5, 1).repeat(3, 1, 1, 1), groups=3)
    pictures = pictures + (soft - pictures) * chance(0.25) * between(0, 1)
    pictures = pictures + (pictures - soft) * chance(0.15) * between(0, 1.2)
    pictures = 255 * (pictures.clamp(0, 255) / 255 + 1e-4) ** torch.exp(between(-0.35, 0.35))
    pictures = pictures * between(0.7, 1.3) * between(0.9, 1.1, 3) + between(-25, 25)
    grey = pictures.mean(1, keepdim=True)
    pictures = grey + (pictures - grey) * (1 - chance(0.15) * between(0.6, 1))
    swapped = pictures.flip(1)
    pictures = torch.where(chance(0.06) > 0, swapped, pictures)
    pictures = torch.where(chance(0.03) > 0, 255 - pictures, pictures)
    noise = torch.randn_like(pictures) * between(0, 10) * chance(0.4)
    return (pictures + noise).clamp(0, 255)


def _corners(count: int, device: str) -> Tensor:
    return torch.tensor([[0.0, 0], [15, 0], [15, 15], [0, 15]], device=device).expand(count, 4, 2)


def _choose(pool: Pool, size: int, smallest: float) -> Tensor:
    """Returns the places of photographs that show a board with squares of that many pixels at least."""
    good = torch.nonzero(pool.has_board[: pool.held] & (pool.square[: pool.held] >= smallest))[:, 0]
    return good[torch.randint(len(good), (size,), device=good.device)]


def _turn(count: int, quarters: Tensor, device: str) -> Tensor:
    turns = [torch.eye(3, device=device)]
    for _ in range(3):
        turns.append(turns[-1] @ _QUARTER.to(device))
    return torch.stack(turns)[quarters] if count else torch.empty(0, 3, 3)


def reader_batch(
    pool: Pool, size: int, which: Tensor | None = None, *, exact: bool = False
) -> tuple[Tensor, Tensor, Tensor]:
    """Returns flattened boards (17 squares of 32 pixels), their letters, and which of them are turned."""
    device = pool.device
    which = _choose(pool, size, 20) if which is None else which.to(device)
    count = len(which)
    spread = torch.tensor([0.02, 0.05, 0.1], device=device)[torch.randint(3, (count, 1, 1), device=device)]
    target = _corners(count, device) + torch.randn(count, 4, 2, device=device) * spread
    target = target + torch.randn(count, 1, 2, device=device) * spread * 0.7
    turned = torch.rand(count, device=device) < 0.1
    quarters = torch.where(turned, torch.randint(1, 4, (count,), device=device), 0)
    matrix = (
        pool.boards[which] @ _turn(count, quarters, device) @ _homographies(_corners(count, device), target)
    )
    points = _grid(count, 544, -1, 16, device)
    if exact:
        turned = torch.zeros_like(turned)
        return _look(pool, which, _project(pool.boards[which], points)), pool.letters[which], turned
    bend = (
        functional.interpolate(torch.randn(count, 2, 4, 4, device=device), (544, 544), mode="bicubic") * 0.03
    )
    points = points + (bend * (torch.rand(count, 1, 1, 1, device=device) < 0.4)).permute(0, 2, 3, 1)
    letters = pool.letters[which]
    for quarter in (1, 2, 3):  # a board turned by a quarter shows the letters of its row in a column
        letters = torch.where(
            (quarters == quarter)[:, None, None], torch.rot90(pool.letters[which], quarter, (1, 2)), letters
        )
    return changed(_look(pool, which, _project(matrix, points))), letters, turned


def fitter_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Returns roughly flattened boards, which of 18 × 18 places are board, and how far off each is."""
    device = pool.device
    which = _choose(pool, size, 9)
    count = len(which)
    spread = torch.tensor([0.08, 0.2, 0.5, 0.9], device=device)[
        torch.randint(4, (count, 1, 1), device=device)
    ]
    target = _corners(count, device) + torch.randn(count, 4, 2, device=device) * spread * 0.6
    target = target + torch.randn(count, 1, 2, device=device) * spread * 0.7
    whole = torch.randint(-1, 2, (count, 1, 2), device=device) * (
        torch.rand(count, 1, 1, device=device) < 0.35
    )
    wrong = _homographies(_corners(count, device), target + whole)
    quarters = torch.randint(4, (count,), device=device)
    matrix = pool.boards[which] @ _turn(count, quarters, device) @ wrong
    pictures = pool.pictures[which].permute(0, 3, 1, 2).float()
    pooled = functional.interpolate(functional.avg_pool2d(pictures, 2), scale_factor=2.0, mode="bilinear")
    pictures = torch.where((pool.square[which] > 24)[:, None, None, None], pooled, pictures)
    seen = _look(pool, which, _project(matrix, _grid(count, 288, -1.5, 16.5, device)), pictures)
    middles = _grid(count, 18, -1.5, 16.5, device)
    true = _project(wrong, middles)
    inside = ((true > -0.2) & (true < 15.2)).all(-1).float()
    return changed(seen), inside, (true - middles).permute(0, 3, 1, 2)


def finder_batch(pool: Pool, size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Returns whole photos, which of 32 × 32 places show a board, and the place on it (0 to 1)."""
    device = pool.device
    with_board = _choose(pool, size, 4)
    without = torch.nonzero(~pool.has_board[: pool.held])[:, 0]
    which = with_board
    if len(without):
        drawn = without[torch.randint(len(without), (size,), device=device)]
        which = torch.where(torch.rand(size, device=device) < 0.08, drawn, with_board)
    seen, inside, place = _framed(pool, which)
    pair = torch.rand(size, device=device) < 0.05
    if pair.any():  # two photos beside each other: two boards
        other = (seen.roll(1, 0), inside.roll(1, 0), place.roll(1, 0))
        halves = [
            torch.cat([_half(a), _half(b)], -1)
            for a, b in zip(
                (seen, inside[:, None], place), (other[0], other[1][:, None], other[2]), strict=True
            )
        ]
        chosen = pair[:, None, None, None]
        seen = torch.where(chosen, halves[0], seen)
        inside = torch.where(pair[:, None, None], halves[1][:, 0], inside)
        place = torch.where(chosen, halves[2], place)
    return changed(seen), inside, place


def _half(values: Tensor) -> Tensor:
    """Returns a batch half as wide, and as high as before: every second row is at the top, then nothing."""
    small = values[..., ::2, ::2] if values.shape[-1] <= 32 else functional.avg_pool2d(values, 2)
    return functional.pad(small, (0, 0, small.shape[-2] // 2, small.shape[-2] - small.shape[-2] // 2))


def _framed(pool: Pool, which: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Returns photos turned, mirrored, moved and cut, at 256 × 256, with the truth about them."""
    count, device = len(which), pool.device
    sizes = pool.sizes[which]
    zoom = sizes.max(1).values / 256
    free = torch.rand(count, device=device)
    zoom = zoom * torch.where(
        free < 0.5, 1 / (0.6 + 0.4 * torch.rand(count, device=device)), torch.ones_like(zoom)
    )
    cut = torch.rand(count, device=device)
    zoom = torch.where(cut < 0.25, zoom * (0.55 + 0.45 * torch.rand(count, device=device)), zoom)
    angle = torch.randint(4, (count,), device=device) * (math.pi / 2)
    angle = angle + torch.randn(count, device=device) * 0.12
    mirror = torch.where(torch.rand(count, device=device) < 0.5, -1.0, 1.0)
    slack = (sizes - 256 * zoom[:, None]).abs() / 2
    centre = sizes / 2 + (torch.rand(count, 2, device=device) * 2 - 1) * slack
    cosine, sine, zero, one = (
        angle.cos() * zoom,
        angle.sin() * zoom,
        torch.zeros_like(zoom),
        torch.ones_like(zoom),
    )
    matrix = torch.stack(
        [cosine * mirror, -sine, centre[:, 0], sine * mirror, cosine, centre[:, 1], zero, zero, one], -1
    ).reshape(count, 3, 3)
    pictures = pool.pictures[which].permute(0, 3, 1, 2).float()
    pooled = functional.interpolate(functional.avg_pool2d(pictures, 2), scale_factor=2.0, mode="bilinear")
    pictures = torch.where((zoom > 1.4)[:, None, None, None], pooled, pictures)
    seen = _look(pool, which, _project(matrix, _grid(count, 256, -128, 128, device)), pictures)
    places = _project(matrix, _grid(count, 32, -128, 128, device))
    on_board = _project(torch.linalg.inv(pool.boards[which].double()).float(), places) / 15
    shown = ((places > 0) & (places < sizes[:, None, None])).all(-1)
    inside = ((on_board > 0) & (on_board < 1)).all(-1) & shown & pool.has_board[which][:, None, None]
    place = torch.where(
        mirror[:, None, None, None] > 0, on_board, torch.stack([1 - on_board[..., 0], on_board[..., 1]], -1)
    )
    return seen, inside.float(), place.clamp(-1, 2).permute(0, 3, 1, 2)
