"""Trains the three networks on made-up photographs, and writes the weights that the product ships.

    PYTHONPATH=tools python -m board_photos.train --fonts FOLDER --out FOLDER

Workers draw photographs all the while. Which of them a step learns from depends on the seed alone, not on the
speed of the machine: learning waits for photographs that are not drawn yet.
"""

import argparse
import math
import multiprocessing
import os
import threading
import time
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from board_photos.camera import square_pixels
from board_photos.export import save_weights
from board_photos.fonts import Fonts, fonts_in
from board_photos.nets import Finder, Fitter, Reader
from board_photos.photo import made_up_photo
from board_photos.pool import Pool
from board_photos.samples import finder_batch, fitter_batch, reader_batch, standard
from board_photos.tiles import BLANK, PLAIN

FIRST_TEST_SEED = 90_000_000
SMALLEST_SQUARE = 25
AVERAGED = 0.9985
TURNS = {"finder": (2, 0), "fitter": (2, 1), "reader": (1, 0)}
"""How often each network learns: the reader at each step, the others at every second one."""
SAID_EVERY_S = 15
SAVED_EVERY_S = 120
PHOTOS_DRAWN_BY = 0.9
"""The part of all steps after which all photographs are there."""


def draw_photos(fonts: Fonts, first_seed: int, places: range, outbox: Any) -> None:
    """Draws the photographs that belong at some places of the pool."""
    os.nice(5)
    for place in places:
        photo = made_up_photo(first_seed + place, fonts, board=place % 20 != 0)
        outbox.put((place, np.asarray(photo.image), photo.board, photo.letters.astype(np.int8)))


def reader_loss(net: nn.Module, pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    return reader_loss_of(net, *reader_batch(pool, size))


def reader_loss_of(net: nn.Module, pictures: Tensor, truth: Tensor, turned: Tensor) -> tuple[Tensor, Tensor]:
    """Returns the loss of a batch, and the part of its tiles that are read wrongly."""
    first, last = net(standard(pictures))
    weight = torch.ones(len(PLAIN), device=truth.device)
    weight[BLANK] = 2.0
    loss = torch.zeros((), device=truth.device)
    for logits, share in ((first, 0.4), (last, 1.0)):
        inner = logits.float()[:, :, 1:-1, 1:-1]
        plain = functional.cross_entropy(inner, truth, weight, reduction="none", label_smoothing=0.01)
        unsure = -inner.log_softmax(1)[:, 1:27].mean(1)
        lost = torch.where(turned[:, None, None] & (truth > 0), 0.3 * unsure, plain)
        loss = loss + share * lost.mean()
    right = (last[:, :, 1:-1, 1:-1].argmax(1) == truth) & ~turned[:, None, None]
    tiles = (truth > 0) & ~turned[:, None, None]
    return loss, 1 - (right & tiles).sum() / tiles.sum().clamp(min=1)


def _laplace(error: Tensor, log_spread: Tensor) -> Tensor:
    log_spread = log_spread.clamp(-5, 3)
    return error * torch.exp(-log_spread) + log_spread


def finder_loss(net: nn.Module, pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    pictures, inside, place = finder_batch(pool, size)
    answer = net(standard(pictures)).float()
    found = functional.binary_cross_entropy_with_logits(answer[:, 0], inside)
    best, least = None, None
    for _ in range(4):  # the network may count from any corner of the board
        error = (answer[:, 1:3] - place).abs().sum(1) * 15
        lost = (_laplace(error, answer[:, 3]) * inside).sum((1, 2))
        wrong = (error * inside).sum((1, 2))
        least = wrong if best is None else torch.where(lost < best, wrong, least)
        best = lost if best is None else torch.minimum(best, lost)
        place = torch.stack([place[:, 1], 1 - place[:, 0]], 1)
    squares = inside.sum().clamp(min=1)
    return found * 3 + best.sum() / squares, least.sum() / squares


def fitter_loss(net: nn.Module, pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    pictures, inside, off = fitter_batch(pool, size)
    answer = net(standard(pictures)).float()
    error = (answer[:, :2] - off).abs().sum(1)
    squares = inside.sum().clamp(min=1)
    return (_laplace(error, answer[:, 2]) * inside).sum() / squares, (error * inside).sum() / squares


def test_reader(net: nn.Module, fonts: Fonts, device: str, count: int) -> str:
    """Returns how well the reader does on photographs that it has not seen."""
    pool = Pool(count, device)
    seed = FIRST_TEST_SEED
    place = 0
    while place < count:
        photo = made_up_photo(seed, fonts, full=True, clear=True)
        seed += 1
        if photo.board is not None and square_pixels(photo.board) >= SMALLEST_SQUARE:
            pool.put(place, np.asarray(photo.image), photo.board, photo.letters.astype(np.int8))
            place += 1
    pool.held = count
    net.eval()
    squares = tiles = blanks = wrong = wrong_tiles = blanks_found = 0
    with torch.no_grad():
        for start in range(0, count, 20):
            pictures, truth, _ = reader_batch(
                pool, 20, which=torch.arange(start, min(start + 20, count)), exact=True
            )
            said = net(standard(pictures))[1][:, :, 1:-1, 1:-1].argmax(1)
            is_letter, is_blank = (truth > 0) & (truth != BLANK), truth == BLANK
            squares += truth.numel()
            wrong += int((said != truth).sum())
            tiles += int(is_letter.sum())
            wrong_tiles += int(((said != truth) & is_letter).sum())
            blanks += int(is_blank.sum())
            blanks_found += int(((said == truth) & is_blank).sum())
    net.train()
    return (
        f"{count} clear photos of 100 tiles: squares {1 - wrong / squares:.4%}, "
        f"letters {1 - wrong_tiles / tiles:.4%}, "
        f"blanks found {blanks_found}/{blanks}"
    )


class Average:
    """The slow mean of a network's weights over its last steps, which reads better than the weights do."""

    def __init__(self, net: nn.Module) -> None:
        self.net = deepcopy(net).eval()
        self._steps = 0

    @torch.no_grad()
    def follow(self, net: nn.Module) -> None:
        self._steps += 1
        share = max(1 - AVERAGED, 1 / (self._steps + 9))
        for mine, other in zip(self.net.state_dict().values(), net.state_dict().values(), strict=True):
            if mine.is_floating_point():
                mine.lerp_(other, share)
            else:
                mine.copy_(other)


def save(averages: dict[str, Average], folder: Path) -> None:
    """Writes the weights that the product ships."""
    save_weights({name: average.net for name, average in averages.items()}, folder / "weights.npz")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=23_000)
    parser.add_argument("--photos", type=int, default=32_000, help="how many are drawn")
    parser.add_argument("--first", type=int, default=1_000, help="photos that the first step learns from")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--test", type=int, default=40, help="photos that the reader is tried on at the end")
    return parser.parse_args()


def start_drawing(chosen: argparse.Namespace, fonts: Fonts, pool: Pool) -> list[Any]:
    """Starts the workers that draw all photographs, and a thread that puts them into the pool."""
    processes = multiprocessing.get_context("spawn")
    outbox: Any = processes.Queue(32 * chosen.workers)
    drawing = [
        processes.Process(
            target=draw_photos,
            args=(fonts, chosen.seed * 1_000_000, range(worker, chosen.photos, chosen.workers), outbox),
            daemon=True,
        )
        for worker in range(chosen.workers)
    ]
    for process in drawing:
        process.start()

    def receive() -> None:
        for _ in range(chosen.photos):
            pool.put(*outbox.get())

    threading.Thread(target=receive, daemon=True).start()
    return drawing


def main() -> None:
    chosen = options()
    chosen.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(chosen.seed)
    fonts = fonts_in(chosen.fonts)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.monotonic()
    pool = Pool(chosen.photos, device)
    drawing = start_drawing(chosen, fonts, pool)
    nets = {"finder": Finder(), "fitter": Fitter(), "reader": Reader()}
    losses = {"finder": finder_loss, "fitter": fitter_loss, "reader": reader_loss}
    for net in nets.values():
        net.to(device, memory_format=torch.channels_last).train()
    steppers = {
        name: torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=1e-4)
        for name, net in nets.items()
    }
    averages = {name: Average(net) for name, net in nets.items()}
    recent, said, saved = dict.fromkeys(nets, 0.0), time.monotonic(), time.monotonic()
    for step in range(chosen.steps):
        part = step / chosen.steps
        pool.wait_for(min(chosen.photos, int(chosen.first + chosen.photos * part / PHOTOS_DRAWN_BY)))
        rate = chosen.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-6
        for name, net in nets.items():
            if step % TURNS[name][0] != TURNS[name][1]:
                continue
            for group in steppers[name].param_groups:
                group["lr"] = rate
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                loss, error = losses[name](net, pool, chosen.batch)
            steppers[name].zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            steppers[name].step()
            averages[name].follow(net)
            if step % 20 < 2:
                recent[name] += 0.1 * (float(error.detach()) - recent[name])
        if time.monotonic() - said > SAID_EVERY_S:
            said = time.monotonic()
            errors = ", ".join(f"{name} {error:.4f}" for name, error in recent.items())
            print(
                f"{said - began:.0f} s on {device}: step {step}, {pool.drawn} photos drawn, {errors}",
                flush=True,
            )
        if time.monotonic() - saved > SAVED_EVERY_S:
            saved = time.monotonic()
            save(averages, chosen.out)
    for process in drawing:
        process.kill()
    save(averages, chosen.out)
    print(f"{chosen.steps} steps in {time.monotonic() - began:.0f} s", flush=True)
    if chosen.test:
        print(test_reader(averages["reader"].net, fonts, device, chosen.test), flush=True)


if __name__ == "__main__":
    main()
