"""A layer's weights as the product reads them: 8 bits each, with a scale for each of its answers."""

import numpy as np
from numpy.typing import NDArray


def layer_arrays(
    name: str, weight: NDArray[np.float32], bias: NDArray[np.float32]
) -> dict[str, NDArray[np.generic]]:
    """Returns `name.w`, the weight (height × width × in × out), `name.s`, its scale, and `name.b`, a bias."""
    scale = np.maximum(np.abs(weight).max(axis=(0, 1, 2), keepdims=True), 1e-8) / 127
    return {
        f"{name}.w": np.round(weight / scale).astype(np.int8),
        f"{name}.s": scale.ravel().astype(np.float32),
        f"{name}.b": bias.astype(np.float32),
    }
