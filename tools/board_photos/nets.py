"""The three networks in PyTorch; `wordwaiter.photo.network` runs them with numpy."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from board_photos.tiles import PLAIN


class Conv(nn.Module):
    """A convolution with batch normalisation and, unless told, a ramp."""

    def __init__(
        self, ins: int, outs: int, size: int = 3, stride: int = 1, spread: int = 1, *, ramp: bool = True
    ) -> None:
        super().__init__()
        self.conv = nn.Conv2d(ins, outs, size, stride, spread * (size // 2), spread, bias=False)
        self.norm = nn.BatchNorm2d(outs)
        self.ramp = ramp

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm(self.conv(x))
        return functional.relu(x) if self.ramp else x


class Pair(nn.Module):
    """Two convolutions beside a shortcut."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.a, self.b = Conv(width, width, spread=spread), Conv(width, width, ramp=False)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.b(self.a(x)))


class Finder(nn.Module):
    """256 × 256 pixels of a whole photo to 32 × 32 places: is it board (logit), where on it, how sure."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            Conv(3, 16, 5, 2), Conv(16, 32, 3, 2), Pair(32), Conv(32, 64, 3, 2), Pair(64)
        )
        self.far = nn.Sequential(Conv(64, 128, 3, 2), Pair(128), Pair(128, 2), Pair(128, 4))
        self.whole = nn.Linear(128, 128)
        self.join = Conv(192, 64)
        self.out = nn.Conv2d(64, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        near = self.near(x)
        far = self.far(near)
        far = far + self.whole(far.mean((2, 3)))[:, :, None, None]
        return self.out(self.join(torch.cat([functional.interpolate(far, scale_factor=2.0), near], 1)))


class Fitter(nn.Module):
    """288 × 288 pixels of a roughly flattened board to 18 × 18 places: how far off, and how sure."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 32, 7, 4),
            Conv(32, 64, 3, 2),
            Pair(64),
            Conv(64, 96, 3, 2),
            Pair(96),
            Pair(96, 2),
            Pair(96, 4),
        )
        self.whole = nn.Linear(96, 96)
        self.join = Pair(96)
        self.out = nn.Conv2d(96, 3, 1)

    def forward(self, x: Tensor) -> Tensor:
        x = self.body(x)
        return self.out(self.join(x + self.whole(x.mean((2, 3)))[:, :, None, None]))


class Reader(nn.Module):
    """544 × 544 pixels of a flat board to the labels' logits of 17 × 17 squares, before and after context."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            Conv(3, 16, 5, 2), Conv(16, 40, 3, 2), Pair(40), Conv(40, 80, 3, 2), Pair(80),
            Conv(80, 144, 3, 2), Pair(144), Conv(144, 208, 3, 2), Pair(208), Pair(208, 2),
        )  # fmt: skip
        self.fine = Pair(16)
        # A reader that goes on from one without this part begins with that one's answers.
        nn.init.zeros_(self.fine.b.norm.weight)
        self.first = nn.Conv2d(208, len(PLAIN), 1)
        self.context = Conv(624, 160, 1)
        self.out = nn.Conv2d(160, len(PLAIN), 1)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        x = self.body[1:](self.fine(self.body[0](x)))
        first = self.first(x)
        empty = first.detach().float().softmax(1)[:, :1]
        inner = torch.zeros_like(empty)
        inner[:, :, 1:-1, 1:-1] = 1
        return first, self.out(
            self.context(torch.cat([x, x - _mean(x, inner * (1 - empty)), x - _mean(x, inner * empty)], 1))
        )


def _mean(x: Tensor, weight: Tensor) -> Tensor:
    """Returns the mean of the features where `weight` is, for each board."""
    return ((x * weight).sum((2, 3), keepdim=True) / (weight.sum((2, 3), keepdim=True) + 0.5)).to(x.dtype)
