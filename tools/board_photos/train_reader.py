"""Trains the shipped reader further: half on boards that are drawn beside it, half on made-up photographs.

    PYTHONPATH=tools python -m board_photos.train_reader --fonts FOLDER --start WEIGHTS --out FOLDER

It ends after so many seconds, and keeps the weights that read made-up photographs with other seeds best.
"""

import argparse
import math
import multiprocessing
import os
import threading
import time
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from board_photos.camera import some_view, square_pixels
from board_photos.chance import Chance
from board_photos.device_boards import Drawer
from board_photos.export import save_reader
from board_photos.fonts import Fonts, fonts_in
from board_photos.nets import Conv, Reader
from board_photos.photo import made_up_photo
from board_photos.pool import Pool
from board_photos.samples import changed, reader_batch, standard
from board_photos.stock import Job, draw_part, gathered, stock_jobs
from board_photos.tiles import BLANK
from board_photos.train import FIRST_TEST_SEED, SMALLEST_SQUARE, Average, reader_loss_of

SETTLING = 12
"""Batches that the normalisation learns its means from before the first step."""
FROM_POOL = 0.4
FEWEST = 150
"""Photographs that must be there before any is learnt from."""
TURNED = 0.1


def work(fonts: Fonts, jobs: list[Job], tests: list[int], first: int, step: int, outbox: Any) -> None:
    """Draws a part of the stock, then test photographs, then others for as long as it runs."""
    os.nice(5)
    torch.set_num_threads(1)
    for job in jobs:
        outbox.put(("stock", draw_part(fonts, job)))
    for seed in tests:
        photo = made_up_photo(seed, fonts, full=True, english=True, clear=True)
        outbox.put(("test", (np.asarray(photo.image), photo.board, photo.letters.astype(np.int8))))
    while True:
        photo = made_up_photo(first, fonts)
        outbox.put(("photo", (np.asarray(photo.image), photo.board, photo.letters.astype(np.int8))))
        first += step


class Inbox:
    """What the workers drew, sorted by what it is for."""

    def __init__(self, outbox: Any, pool: Pool, tests: Pool, parts: int) -> None:
        self.parts: list[tuple[Job, list[Any]]] = []
        self.pool, self.tests = pool, tests
        self._outbox, self._wanted = outbox, parts
        self.stocked = threading.Event()
        threading.Thread(target=self._receive, daemon=True).start()

    def _receive(self) -> None:
        while True:
            kind, what = self._outbox.get()
            if kind == "stock":
                self.parts.append(what)
                if len(self.parts) == self._wanted:
                    self.stocked.set()
                continue
            image, board, letters = what
            pool = self.tests if kind == "test" else self.pool
            if pool.drawn < len(pool.pictures):
                at = pool.drawn
                pool.put(at, image, board, letters)
                pool.held = at + 1


def unfolded(path: Path) -> Reader:
    """Returns the reader of a file of weights, with its normalisation as a first step finds it."""
    net = Reader()
    with np.load(path, allow_pickle=False) as file:
        for name, part in net.named_modules():
            if not isinstance(part, (Conv, nn.Conv2d)) or name.endswith(".conv"):
                continue
            if f"reader.{name}.w" not in file:  # a part that those weights do not have yet
                continue
            weight = file[f"reader.{name}.w"].astype(np.float32) * file[f"reader.{name}.s"]
            weights = torch.from_numpy(weight.transpose(3, 2, 0, 1).copy())
            bias = torch.from_numpy(file[f"reader.{name}.b"].copy())
            if isinstance(part, Conv):
                part.conv.weight.data = weights
                part.norm.bias.data = bias
                part.norm.running_var.fill_(1 - part.norm.eps)
            else:
                part.weight.data, part.bias.data = weights, bias
    return net


@torch.no_grad()
def settle(net: Reader, batches: list[Tensor]) -> None:
    """Gives each normalisation the means and spreads of its inputs, so that the answers stay as they are."""
    layers = [part for part in net.modules() if isinstance(part, Conv)]
    known = [layer for layer in layers if bool((layer.norm.running_var != 1).all())]
    sums: dict[Conv, list[Tensor]] = {layer: [] for layer in layers}

    def note(layer: Conv) -> Any:
        def hook(_: nn.Module, __: Any, out: Tensor) -> None:
            out = out.float()
            sums[layer].append(torch.stack([out.mean((0, 2, 3)), (out**2).mean((0, 2, 3))]))

        return hook

    hooks = [layer.conv.register_forward_hook(note(layer)) for layer in layers]
    net.eval()
    for batch in batches:
        net(standard(batch))
    for hook in hooks:
        hook.remove()
    for layer in layers:
        mean, square = torch.stack(sums[layer]).mean(0)
        spread = (square - mean**2).clamp(min=1e-6)
        layer.norm.running_mean.copy_(mean)
        layer.norm.running_var.copy_(spread)
        if layer in known:
            layer.norm.weight.copy_((spread + layer.norm.eps).sqrt())
            layer.norm.bias.add_(mean)


def mixed_batch(drawer: Drawer, pool: Pool, size: int) -> tuple[Tensor, Tensor, Tensor]:
    """Returns boards drawn on the device and boards of photographs, with their letters."""
    from_pool = int(size * FROM_POOL) if pool.held >= FEWEST else 0
    pictures, letters = drawer.boards(size - from_pool)
    turned = torch.rand(len(pictures), device=pictures.device) < TURNED
    quarters = int(torch.randint(1, 4, ()))
    chosen = turned[:, None, None]
    pictures = torch.where(chosen[:, None], torch.rot90(pictures, quarters, (2, 3)), pictures)
    letters = torch.where(chosen, torch.rot90(letters, quarters, (1, 2)), letters)
    pictures = changed(pictures)
    if not from_pool:
        return pictures, letters, turned
    others = reader_batch(pool, from_pool)
    return tuple(torch.cat(pair) for pair in zip((pictures, letters, turned), others, strict=True))


@torch.no_grad()
def mistakes(net: nn.Module, tests: Pool, drawn: tuple[Tensor, Tensor]) -> tuple[float, str]:
    """Returns how many squares of a board are read wrongly, and sentences about letters and blanks."""
    net.eval()
    torch.manual_seed(1)
    counted = []
    for name, pictures, truth in (
        ("photos", *reader_batch(tests, tests.held, torch.arange(tests.held), exact=True)[:2]),
        ("drawn boards", *drawn),
    ):
        said = torch.cat(
            [net(standard(part))[1][:, :, 1:-1, 1:-1].float().softmax(1) for part in pictures.split(12)]
        )
        sure, label = said.max(1)
        letter, blank, wrong = (truth > 0) & (truth != BLANK), truth == BLANK, label != truth
        counted.append(
            (
                float(wrong.sum()) / len(truth),
                f"{len(truth)} {name}: letters {1 - float((wrong & letter).sum() / letter.sum()):.3%}, "
                f"blanks {1 - float((wrong & blank).sum() / blank.sum()):.2%}, "
                f"a board: {float(wrong.sum()) / len(truth):.2f} wrong, "
                f"{float((wrong & (sure > 0.9)).sum()) / len(truth):.2f} of them sure, "
                f"{float((sure < 0.9).sum()) / len(truth):.2f} unsure",
            )
        )
    return counted[0][0] + 0.5 * counted[1][0], "; ".join(text for _, text in counted)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--start", type=Path, required=True, help="weights to begin with")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=1_500)
    parser.add_argument("--photos", type=int, default=12_000, help="room for so many photographs")
    parser.add_argument("--batch", type=int, default=48)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--rate", type=float, default=1.2e-3)
    parser.add_argument("--boards", type=int, default=1_200, help="empty boards in the stock")
    parser.add_argument("--tests", type=int, default=48, help="photographs that weights are judged by")
    parser.add_argument("--judged-every", type=float, default=60, help="seconds")
    return parser.parse_args()


def _is_large(seed: int) -> bool:
    """Whether the squares of that photograph are as large as the reader asks for."""
    return square_pixels(some_view(Chance(seed)).at(0)) >= SMALLEST_SQUARE


def start_workers(chosen: argparse.Namespace, fonts: Fonts, device: str) -> tuple[list[Any], Inbox]:
    processes = multiprocessing.get_context("spawn")
    outbox: Any = processes.Queue(64 * chosen.workers)
    jobs = stock_jobs(fonts, chosen.seed * 1_000_000, chosen.boards, 4_000, 1_500, 2_000)
    tests = list(islice(filter(_is_large, count(FIRST_TEST_SEED)), chosen.tests))
    inbox = Inbox(outbox, Pool(chosen.photos, device), Pool(chosen.tests, device), len(jobs))
    workers = [
        processes.Process(
            target=work,
            args=(
                fonts, jobs[index :: chosen.workers], tests[index :: chosen.workers],
                chosen.seed * 1_000_000 + index, chosen.workers, outbox,
            ),
            daemon=True,
        )
        for index in range(chosen.workers)
    ]  # fmt: skip
    for worker in workers:
        worker.start()
    return workers, inbox


def main() -> None:
    chosen = options()
    began = time.monotonic()
    chosen.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(chosen.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    fonts = fonts_in(chosen.fonts)
    workers, inbox = start_workers(chosen, fonts, device)
    net = unfolded(chosen.start).to(device, memory_format=torch.channels_last)

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:.0f} s on {device}: {text}", flush=True)

    say(f"{len(fonts.sans)} fonts without serifs, {len(fonts.serif)} with, {len(fonts.hand)} by hand")
    inbox.stocked.wait()
    drawer = Drawer(gathered(inbox.parts), device)
    held_out = drawer.boards(chosen.tests)
    while inbox.tests.held < chosen.tests:
        time.sleep(0.2)
    tests = inbox.tests
    say(f"stock and {tests.held} tests are there")
    least, text = mistakes(net, tests, held_out)
    say(f"at the start: {text}")
    settle(net, [changed(drawer.boards(max(2, chosen.batch // 4))[0]) for _ in range(SETTLING)])
    say(f"settled: {mistakes(net, tests, held_out)[1]}")
    net.train()
    stepper = torch.optim.AdamW(net.parameters(), chosen.rate, weight_decay=1e-4)
    average = Average(net)
    torch.manual_seed(chosen.seed + 1)
    step, judged, recent = 0, time.monotonic(), 0.0
    while (part := (time.monotonic() - began) / chosen.seconds) < 1:
        rate = chosen.rate * min(1, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * part)) + 1e-6
        for group in stepper.param_groups:
            group["lr"] = rate
        batch = mixed_batch(drawer, inbox.pool, chosen.batch)
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss, error = reader_loss_of(net, *batch)
        stepper.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        stepper.step()
        average.follow(net)
        if step % 20 == 0:
            recent += 0.1 * (float(error.detach()) - recent)
        step += 1
        if time.monotonic() - judged > chosen.judged_every:
            least = judge(average.net, chosen, tests, held_out, least, say, step, recent, inbox.pool.held)
            judged = time.monotonic()
    judge(average.net, chosen, tests, held_out, least, say, step, recent, inbox.pool.held)
    for worker in workers:
        worker.kill()


def judge(
    net: nn.Module, chosen: argparse.Namespace, tests: Pool, held_out: tuple[Tensor, Tensor], least: float,
    say: Any, step: int, recent: float, photos: int,
) -> float:  # fmt: skip
    """Writes the weights, and says how well they read; those that read best so far are `best.npz`."""
    with torch.random.fork_rng():
        wrong, text = mistakes(net, tests, held_out)
    save_reader(net, chosen.start, chosen.out / "last.npz")
    if wrong < least:
        save_reader(net, chosen.start, chosen.out / "best.npz")
    say(f"step {step}, {photos} photos, {recent:.4f} wrong: {text}")
    return min(least, wrong)


if __name__ == "__main__":
    main()
