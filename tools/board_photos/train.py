"""Trains the three networks on made-up photographs, and writes the weights that the product ships.

    PYTHONPATH=tools python -m board_photos.train --fonts FOLDER --minutes 9 --out FOLDER

Workers draw photographs all the while; the networks learn from all that are there so far.
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
from board_photos.tiles import BLANK, LABELS

FIRST_TEST_SEED = 90_000_000
SMALLEST_SQUARE = 25
AVERAGED = 0.9985
TURNS = {"finder": (2, 0), "fitter": (2, 1), "reader": (1, 0)}
"""How often each network learns: the reader at each step, the others at every second one."""
SAVED_EVERY_S = 120


def draw_photos(fonts: Fonts, first: int, step: int, outbox: Any) -> None:
    """Draws photographs for ever, a few to a parcel."""
    os.nice(5)
    seed = first
    while True:
        parcel = []
        for _ in range(8):
            photo = made_up_photo(seed, fonts, board=seed % 20 != 0)
            parcel.append((np.asarray(photo.image), photo.board, photo.letters.astype(np.int8)))
            seed += step
        outbox.put(parcel)


def reader_loss(net: nn.Module, pool: Pool, size: int) -> tuple[Tensor, Tensor]:
    pictures, truth, turned = reader_batch(pool, size)
    first, last = net(standard(pictures))
    weight = torch.ones(len(LABELS), device=truth.device)
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
    while pool.count < count:
        photo = made_up_photo(seed, fonts, full=True)
        seed += 1
        if photo.board is not None and square_pixels(photo.board) >= SMALLEST_SQUARE:
            pool.add(np.asarray(photo.image), photo.board, photo.letters.astype(np.int8))
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
        f"{count} photos of 100 tiles: squares {1 - wrong / squares:.4%}, "
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
    """Writes the weights that the product ships, and what a later run may go on from."""
    state = {
        name: {
            key: value.half() if value.is_floating_point() else value
            for key, value in average.net.state_dict().items()
        }
        for name, average in averages.items()
    }
    torch.save(state, folder / "state.pt")
    save_weights({name: average.net for name, average in averages.items()}, folder / "weights.npz")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fonts", type=Path, nargs="+", required=True)
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--minutes", type=float, default=9)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--photos", type=int, default=26_000, help="how many are kept for learning")
    options.add_argument("--batch", type=int, default=48)
    options.add_argument("--first", type=int, default=1_000, help="photos to wait for before learning begins")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rate", type=float, default=2e-3)
    options.add_argument(
        "--only", choices=("finder", "fitter", "reader"), help="teach one network, and keep the others"
    )
    options.add_argument("--test", type=int, default=40, help="photos that the reader is tried on at the end")
    options.add_argument("--resume", type=Path, help="state.pt of an earlier run")
    chosen = options.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(chosen.seed)
    fonts = fonts_in(chosen.fonts)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    began = time.monotonic()
    processes = multiprocessing.get_context("spawn")
    outbox: Any = processes.Queue(4 * chosen.workers)
    drawing = [
        processes.Process(
            target=draw_photos,
            args=(fonts, chosen.seed * 1_000_000 + worker, chosen.workers, outbox),
            daemon=True,
        )
        for worker in range(chosen.workers)
    ]
    for process in drawing:
        process.start()
    pool = Pool(chosen.photos, device)

    def receive() -> None:
        while True:
            for image, board, letters in outbox.get():
                pool.add(image, board, letters)

    threading.Thread(target=receive, daemon=True).start()
    nets = {"finder": Finder(), "fitter": Fitter(), "reader": Reader()}
    if chosen.resume:
        state = torch.load(chosen.resume, map_location="cpu")
        for name, net in nets.items():
            net.load_state_dict(
                {
                    key: value.float() if value.is_floating_point() else value
                    for key, value in state[name].items()
                }
            )
    losses = {"finder": finder_loss, "fitter": fitter_loss, "reader": reader_loss}
    for net in nets.values():
        net.to(device, memory_format=torch.channels_last).train()
    steppers = {
        name: torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=1e-4)
        for name, net in nets.items()
    }
    averages = {name: Average(net) for name, net in nets.items()}
    while pool.count < chosen.first:
        time.sleep(0.5)
    print(f"{pool.count} photos after {time.monotonic() - began:.0f} s on {device}", flush=True)
    step, recent, said, saved = 0, dict.fromkeys(nets, 0.0), time.monotonic(), time.monotonic()
    learning = time.monotonic()
    allowed = chosen.minutes * 60 - (learning - began)
    while (part := (time.monotonic() - learning) / allowed) < 1:
        rate = chosen.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-6
        for name, net in nets.items():
            if chosen.only not in (None, name) or step % TURNS[name][0] != TURNS[name][1]:
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
        step += 1
        if time.monotonic() - said > 15:
            said = time.monotonic()
            errors = ", ".join(f"{name} {error:.4f}" for name, error in recent.items())
            print(f"{said - began:.0f} s: step {step}, {pool.count} photos drawn, {errors}", flush=True)
        if time.monotonic() - saved > SAVED_EVERY_S:
            saved = time.monotonic()
            save(averages, chosen.out)
    for process in drawing:
        process.kill()
    save(averages, chosen.out)
    if chosen.test:
        print(test_reader(averages["reader"].net, fonts, device, chosen.test), flush=True)
    os._exit(0)  # the thread that receives photos waits for ever


if __name__ == "__main__":
    main()
