"""Writes the networks' weights as the product reads them: 8 bits a weight, normalisation folded in."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from board_photos.nets import Conv
from board_photos.quantised import layer_arrays


def save_weights(nets: Mapping[str, nn.Module], path: Path) -> None:
    """Writes one file with all layers; `name.w` is the weight, `name.s` its scale and `name.b` the bias."""
    np.savez_compressed(path, **_arrays(nets))


def save_reader(net: nn.Module, others: Path, path: Path) -> None:
    """Writes a file with a new reader, and the other networks of an older file."""
    with np.load(others, allow_pickle=False) as file:
        kept = {name: file[name] for name in file.files if not name.startswith("reader.")}
    np.savez_compressed(path, **kept, **_arrays({"reader": net}))


def _arrays(nets: Mapping[str, nn.Module]) -> dict[str, NDArray[np.generic]]:
    arrays: dict[str, NDArray[np.generic]] = {}
    for net_name, net in nets.items():
        for name, weight, bias in _layers(net):
            arrays |= layer_arrays(f"{net_name}.{name}", weight, bias)
    return arrays


def _layers(net: nn.Module) -> Iterator[tuple[str, NDArray[np.float32], NDArray[np.float32]]]:
    """Yields each layer's name, its weight as height × width × in × out, and its bias."""
    for name, part in net.named_modules():
        if isinstance(part, Conv):
            factor = part.norm.weight / torch.sqrt(part.norm.running_var + part.norm.eps)
            weight = part.conv.weight * factor[:, None, None, None]
            bias = part.norm.bias - part.norm.running_mean * factor
        elif isinstance(part, nn.Linear):
            weight, bias = part.weight[:, :, None, None], part.bias
        elif isinstance(part, nn.Conv2d) and not name.endswith(".conv"):
            weight, bias = part.weight, part.bias
        else:
            continue
        yield (
            name,
            weight.detach().cpu().float().permute(2, 3, 1, 0).numpy(),
            bias.detach().cpu().float().numpy(),
        )
