"""The three networks with numpy alone: they find a board, fit its squares, and read them.

tools/board_photos/nets.py has the same networks for training; weights.npz comes from there.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wordwaiter.photo.geometry import SIZE, Pixels

PLAIN: Final = ("", *"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "?", "Ñ", "CH", "LL", "RR", "Ä", "Ö", "Ü")
"""Contents of a square in the order of the reader's answers: nothing, a letter, a blank, other letters."""

ACCENTED: Final = dict(zip("ĄĆĘŁŃÓŚŹŻ", "ACELNOSZZ", strict=True))
"""Letters that a part of its own tells from the plain ones, for sets that have them, and what each is like.

That part learnt from boards with as many Ą as A.
"""

LABELS: Final = (*PLAIN, *ACCENTED)

NEAR: Final = 8
"""Places of the features near the pixels on a square, each way."""
_LARGEST_ODDS: Final = 20.0
"""The natural logarithm of them."""

_WEIGHTS: Final = Path(__file__).with_name("weights.npz")
_NEAR: Final = 200_000
"""Numbers that a processor keeps close by: larger steps of a convolution take longer."""


@cache
def _weights() -> Mapping[str, tuple[Pixels, Pixels]]:
    """Returns each layer's weight (height × width × in × out) and bias."""
    with np.load(_WEIGHTS, allow_pickle=False) as file:
        names = {name.rpartition(".")[0] for name in file.files}
        return {
            name: (file[f"{name}.w"].astype(np.float32) * file[f"{name}.s"], file[f"{name}.b"])
            for name in names
        }


def standard(pixels: Pixels) -> Pixels:
    """Returns pixels with mean 0 and about the same contrast in every photo."""
    result: Pixels = (pixels - pixels.mean()) / (pixels.std() + 8)
    return result


def _layer(x: Pixels, name: str, stride: int = 1, spread: int = 1, *, ramp: bool = True) -> Pixels:
    """Returns the convolution of x (height × width × channels) with a layer's weight."""
    weight, bias = _weights()[name]
    size, _, ins, outs = weight.shape
    if size == 1:
        y = (x.reshape(-1, ins) @ weight.reshape(-1, outs)).reshape(*x.shape[:2], outs)
    else:
        edge = spread * (size // 2)
        y = _convolved(np.pad(x, ((edge, edge), (edge, edge), (0, 0))), weight, stride, spread)
    y += bias
    if ramp:
        np.maximum(y, 0, out=y)
    return y


def _convolved(x: Pixels, weight: Pixels, stride: int, spread: int) -> Pixels:
    """Returns a convolution of padded x, some rows at a time, which stay near the processor."""
    size, _, ins, outs = weight.shape
    high, wide = ((side - spread * (size - 1) - 1) // stride + 1 for side in x.shape[:2])
    at_once = max(1, _NEAR // (wide * size * size * ins))
    y = np.empty((high, wide, outs), np.float32)
    patches = np.empty((at_once, wide, size * size, ins), np.float32)
    for top in range(0, high, at_once):
        part = patches[: min(at_once, high - top)]
        for index, (row, column) in enumerate(np.ndindex(size, size)):
            down, right = row * spread + stride * top, column * spread
            part[:, :, index] = x[
                down : down + stride * (len(part) - 1) + 1 : stride,
                right : right + stride * (wide - 1) + 1 : stride,
            ]
        y[top : top + len(part)] = part.reshape(*part.shape[:2], -1) @ weight.reshape(-1, outs)
    return y


def _pair(x: Pixels, name: str, spread: int = 1) -> Pixels:
    """Returns two convolutions of x beside a shortcut."""
    y = _layer(_layer(x, f"{name}.a", spread=spread), f"{name}.b", ramp=False)
    y += x
    return np.maximum(y, 0, out=y)


def _with_whole(x: Pixels, name: str) -> Pixels:
    """Returns x with something about the whole picture added at each place."""
    return x + _layer(x.mean((0, 1), keepdims=True), name, ramp=False)


def find(pixels: Pixels) -> Pixels:
    """Returns for 32 × 32 places of a photo (256 × 256): board or not, place on it (0 to 1), log spread."""
    x = _layer(standard(pixels), "finder.near.0", 2)
    x = _pair(_layer(x, "finder.near.1", 2), "finder.near.2")
    near = _pair(_layer(x, "finder.near.3", 2), "finder.near.4")
    far = _pair(_layer(near, "finder.far.0", 2), "finder.far.1")
    far = _with_whole(_pair(_pair(far, "finder.far.2", 2), "finder.far.3", 4), "finder.whole")
    both = np.concatenate([far.repeat(2, 0).repeat(2, 1), near], 2)
    return _layer(_layer(both, "finder.join"), "finder.out", ramp=False)


def fit(pixels: Pixels) -> Pixels:
    """Returns for 18 × 18 places of a rough board (288 × 288): how far off it is, and log spread."""
    x = _layer(standard(pixels), "fitter.body.0", 4)
    x = _pair(_layer(x, "fitter.body.1", 2), "fitter.body.2")
    x = _pair(_layer(x, "fitter.body.3", 2), "fitter.body.4")
    x = _pair(_pair(x, "fitter.body.5", 2), "fitter.body.6", 4)
    return _layer(_pair(_with_whole(x, "fitter.whole"), "fitter.join"), "fitter.out", ramp=False)


def read(pixels: Pixels, *, accents: bool = False) -> NDArray[np.float32]:
    """Returns how likely each label is on the squares of a flat board (544 × 544, a square of margin).

    With `accents` these are the LABELS, else those of them that are PLAIN.
    """
    plain, near, context = seen(pixels)
    if not accents:
        return plain
    strokes = _layer(near, "accents.near")[NEAR:-NEAR, NEAR:-NEAR]
    of_squares = strokes.reshape(SIZE, NEAR, SIZE, NEAR, -1).swapaxes(1, 2).reshape(SIZE, SIZE, -1)
    hidden = _layer(np.concatenate([of_squares, context], 2), "accents.hidden")
    odds = _layer(hidden, "accents.out", ramp=False)
    both = np.concatenate([plain, np.exp(np.clip(odds, -_LARGEST_ODDS, _LARGEST_ODDS))], 2)
    result: Pixels = both / both.sum(-1, keepdims=True)
    return result


def seen(pixels: Pixels) -> tuple[Pixels, Pixels, Pixels]:
    """Returns how likely each plain label is on the squares, features near pixels, and those of squares."""
    x = _layer(standard(pixels), "reader.body.0", 2)
    if "reader.fine.a" in _weights():
        x = _pair(x, "reader.fine")
    near = x = _pair(_layer(x, "reader.body.1", 2), "reader.body.2")
    for finer, kept in ((3, 4), (5, 6), (7, 8)):
        x = _pair(_layer(x, f"reader.body.{finer}", 2), f"reader.body.{kept}")
    x = _pair(x, "reader.body.9", 2)
    x = x[1:-1, 1:-1]
    empty = _likely(_layer(x, "reader.first", ramp=False))[..., :1]
    beside = [x - _mean(x, weight) for weight in (1 - empty, empty)]
    context = _layer(np.concatenate([x, *beside], 2), "reader.context")
    return _likely(_layer(context, "reader.out", ramp=False)), near, context


def _mean(x: Pixels, weight: Pixels) -> Pixels:
    result: Pixels = (x * weight).sum((0, 1)) / (weight.sum() + 0.5)
    return result


def _likely(logits: Pixels) -> Pixels:
    """Returns probabilities of logits, over the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    result: Pixels = powers / powers.sum(-1, keepdims=True)
    return result
