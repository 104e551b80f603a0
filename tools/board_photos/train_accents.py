"""Trains the part of the reader that tells Ą from A and Ł from L: with numpy alone, on made-up boards.

    PYTHONPATH=tools python -m board_photos.train_accents --fonts FOLDER --start WEIGHTS --out FOLDER

All other weights stay as they are, so that sets without such letters are read as before. What the reader sees
on the squares is kept in `--out`, some photographs a file: a run that was broken off goes on from there.
"""

import argparse
import math
import multiprocessing
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from board_photos.camera import Matrix, some_view, square_pixels
from board_photos.chance import Chance
from board_photos.fonts import Fonts, fonts_in
from board_photos.photo import Photo, made_up_photo
from board_photos.quantised import layer_arrays
from board_photos.tiles import ACCENTED, LABELS, PLAIN, dealt, laid_out
from wordwaiter.lexicon.tiles import shipped_tile_set
from wordwaiter.photo import network
from wordwaiter.photo.geometry import View
from wordwaiter.photo.network import NEAR
from wordwaiter.photo.reading import possible_labels

SIGNS: Final = "".join({*"AÑÜ", *ACCENTED})
"""What a font must have."""
FIRST_SEED: Final = 23_000_000
TEST_SEED: Final = 94_000_000
SMALLEST_SQUARE: Final = 18
MAKES: Final = 4
"""Of the tiles on a board that is learnt from: a make has one font."""
IN_A_FILE: Final = 40
NOISE: Final = np.float32(0.3)
LEFT_OUT: Final = np.float32(0.2)
"""Of the hidden features, in each step others."""
CONTEXT: Final = 160
"""Features of a whole square."""
EMPTY_SHARE: Final = 0.12
"""Of the empty squares, those that are learnt from."""
_ALIKE: Final = "ACELNOSZ"
"""Letters that have a relative with an accent."""

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Squares:
    """What the reader sees on squares, what it takes them for without accents, and what lies there."""

    features: NDArray[np.float16]
    plain: Array
    """Logarithms of the chances of the plain labels."""
    truth: NDArray[np.int64]


def lesson(seed: int, fonts: Fonts, makes: int) -> Photo:
    """Returns a photograph with as many accented letters as their relatives, and half as many others."""
    polish = shipped_tile_set("polish")
    chance = Chance(seed)
    others = sorted(set(polish.labels) - set(ACCENTED) - set(_ALIKE))
    tiles = [*ACCENTED] * 4 + [*_ALIKE] * 4 + others * 2 + ["?", "?"]
    letters = dealt(chance, laid_out(chance, full=True) > 0, tiles)
    return made_up_photo(
        seed, fonts, letters=letters, values=polish.values, makes=makes, clear=chance.of(0.75)
    )


def squares_of(photo: Photo, board: Matrix, chance: Chance) -> Squares:
    """Returns all tiles and some empty squares of a photograph, with its board fitted a little off."""
    right, down = chance.near(0, 0.06), chance.near(0, 0.06)
    wide, high = 1 + chance.near(0, 0.004), 1 + chance.near(0, 0.004)
    nudge = np.array([[wide, 0, right], [0, high, down], [0, 0, 1]])
    plain, near, context = network.seen(View(photo.image).flattened(board @ nudge, 32, 1))
    windows = np.lib.stride_tricks.sliding_window_view(near, (NEAR + 2, NEAR + 2), (0, 1))
    of_squares = windows[NEAR - 1 :: NEAR, NEAR - 1 :: NEAR].reshape(*context.shape[:2], -1)
    features = np.concatenate([of_squares, context], 2)
    here = (photo.letters > 0) | (chance.field.random(photo.letters.shape) < EMPTY_SHARE)
    return Squares(features[here].astype(np.float16), np.log(plain[here] + 1e-9), photo.letters[here])


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the photographs: where their squares are kept, and how they are drawn."""

    file: Path
    first: int
    makes: int

    def draw(self, fonts: Fonts) -> None:
        """Draws the photographs, unless that was done before."""
        if self.file.exists():
            return
        began, drawn, seed = time.process_time(), list[Squares](), self.first
        while len(drawn) < IN_A_FILE:
            board = some_view(Chance(seed)).at(0)
            if square_pixels(board) >= SMALLEST_SQUARE:
                drawn.append(squares_of(lesson(seed, fonts, self.makes), board, Chance(seed)))
            seed += 1
        unfinished = self.file.with_suffix(".part.npz")
        columns: dict[str, Any] = {
            key: np.concatenate([getattr(each, key) for each in drawn]) for key in Squares.__slots__
        }
        np.savez(unfinished, **columns)
        unfinished.rename(self.file)
        print(f"{self.file.name}: {time.process_time() - began:.0f} s of a processor", flush=True)

    def squares(self) -> Squares:
        with np.load(self.file) as stored:
            return Squares(*(stored[key] for key in Squares.__slots__))


def parts_of(folder: Path, photos: int, first: int, makes: int) -> list[Part]:
    """Returns the parts that so many photographs make, each with seeds of its own."""
    firsts = range(first, first + math.ceil(photos / IN_A_FILE) * 1_000, 1_000)
    return [Part(folder / f"squares-{seed}.npz", seed, makes) for seed in firsts]


def together(parts: Iterable[Part]) -> Squares:
    """Returns the squares of all these photographs, with the chances of the set alone."""
    columns = zip(
        *((each.features, each.plain, each.truth) for each in map(Part.squares, parts)), strict=True
    )
    return of_the_set(Squares(*map(np.concatenate, columns)))


class Accents:
    """A convolution, a hidden layer and the odds of each accented letter, with steps of Adam."""

    def __init__(self, lessons: Squares, chosen: argparse.Namespace) -> None:
        some = lessons.features[:: max(1, len(lessons.truth) // 10_000)].astype(np.float32)
        windows, context = _halves(some)
        self._near_spread = windows.std((0, 2, 3)) + np.float32(0.02)
        self._mean, self._spread = context.mean(0), context.std(0) + np.float32(0.05)
        dice, taps = np.random.default_rng(chosen.seed), 9 * len(self._near_spread)
        seen = NEAR * NEAR * chosen.strokes + context.shape[1]
        sizes = {"near": (taps, chosen.strokes), "hidden": (seen, chosen.hidden)}
        self.weights = {
            f"{name}.w": dice.standard_normal(size, np.float32) * np.float32((2 / size[0]) ** 0.5)
            for name, size in sizes.items()
        } | {
            "near.b": np.zeros(chosen.strokes, np.float32),
            "hidden.b": np.zeros(chosen.hidden, np.float32),
            "out.w": dice.standard_normal((chosen.hidden, len(ACCENTED)), np.float32) * np.float32(0.1),
            "out.b": np.full(len(ACCENTED), -3, np.float32),
        }
        self._steps = 0
        self._first = {name: np.zeros_like(weight) for name, weight in self.weights.items()}
        self._second = {name: np.zeros_like(weight) for name, weight in self.weights.items()}

    def _layers(self, features: NDArray[np.float16], dice: np.random.Generator | None = None) -> list[Array]:
        """Returns each layer's answers, the odds' logarithms last, and which hidden ones stay.

        With `dice`, noise is added, and some hidden features are left out.
        """
        windows, context = _halves(features.astype(np.float32))
        windows /= self._near_spread[:, None, None]
        if dice is not None:
            windows += dice.standard_normal(windows.shape, np.float32) * NOISE
        taps = np.lib.stride_tricks.sliding_window_view(windows, (3, 3), (2, 3))
        pixels = taps.transpose(0, 2, 3, 4, 5, 1).reshape(-1, 9 * windows.shape[1])
        strokes = np.maximum(pixels @ self.weights["near.w"] + self.weights["near.b"], 0)
        seen = np.concatenate([strokes.reshape(len(context), -1), (context - self._mean) / self._spread], 1)
        hidden = np.maximum(seen @ self.weights["hidden.w"] + self.weights["hidden.b"], 0)
        kept = np.ones_like(hidden)
        if dice is not None:
            kept = (dice.random(hidden.shape, np.float32) > LEFT_OUT).astype(np.float32) / (1 - LEFT_OUT)
        hidden *= kept
        return [pixels, strokes, seen, kept, hidden, hidden @ self.weights["out.w"] + self.weights["out.b"]]

    def odds(self, features: NDArray[np.float16]) -> Array:
        """Returns the logarithms of the odds of each accented letter."""
        return self._layers(features)[-1]

    def learn(self, squares: Squares, rate: float, dice: np.random.Generator) -> float:
        """Takes one step, and returns the loss before it."""
        pixels, strokes, seen, kept, hidden, odds = self._layers(squares.features, dice)
        chances, here = likely(squares.plain, odds), np.arange(len(squares.truth))
        wanted = np.zeros_like(chances)
        wanted[here, squares.truth] = 1
        slope = (chances - wanted)[:, len(PLAIN) :] / np.float32(len(here))
        back = (slope @ self.weights["out.w"].T) * (hidden > 0) * kept
        of_strokes = (back @ self.weights["hidden.w"].T)[:, : strokes.size // len(here)]
        first = of_strokes.reshape(strokes.shape) * (strokes > 0)
        slopes = {
            "near.w": pixels.T @ first,
            "near.b": first.sum(0),
            "hidden.w": seen.T @ back,
            "hidden.b": back.sum(0),
            "out.w": hidden.T @ slope,
            "out.b": slope.sum(0),
        }
        self._step(slopes, rate)
        return float(-np.log(chances[here, squares.truth] + 1e-9).mean())

    def _step(self, slopes: Mapping[str, Array], rate: float) -> None:
        self._steps += 1
        for name, weight in self.weights.items():
            first, second = self._first[name], self._second[name]
            first += 0.1 * (slopes[name] - first)
            second += 0.001 * (slopes[name] ** 2 - second)
            step = first / (1 - 0.9**self._steps)
            step /= np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            weight -= np.float32(rate) * (step + (0.02 * weight if name.endswith("w") else 0))

    def arrays(self) -> dict[str, Any]:
        """Returns the layers as the product reads them, for features as they are."""
        channels = len(self._near_spread)
        near = self.weights["near.w"].reshape(3, 3, channels, -1) / self._near_spread[:, None]
        hidden, bias = self.weights["hidden.w"].copy(), self.weights["hidden.b"]
        of_context = hidden[-len(self._mean) :]
        of_context /= self._spread[:, None]
        bias = bias - self._mean @ of_context
        return {
            **layer_arrays("accents.near", near, self.weights["near.b"]),
            **layer_arrays("accents.hidden", hidden[None, None], bias),
            **layer_arrays("accents.out", self.weights["out.w"][None, None], self.weights["out.b"]),
        }


def _halves(features: Array) -> tuple[Array, Array]:
    """Returns the features near the pixels, as squares with a rim, and those of the whole square."""
    near = features[:, :-CONTEXT].reshape(len(features), -1, NEAR + 2, NEAR + 2)
    return near, features[:, -CONTEXT:]


def likely(plain: Array, odds: Array) -> Array:
    """Returns the chances of all labels."""
    both = np.concatenate([np.exp(plain), np.exp(np.clip(odds, -20, 20))], 1)
    result: Array = both / both.sum(1, keepdims=True)
    return result


def of_the_set(squares: Squares) -> Squares:
    """Returns the squares with the chances of those plain labels alone that the set has."""
    possible = possible_labels(shipped_tile_set("polish"))[: len(PLAIN)]
    chances = np.exp(squares.plain) * possible + 1e-9
    return Squares(squares.features, np.log(chances), squares.truth)


def said_wrongly(net: Accents, squares: Squares) -> str:
    """Returns how many accented and how many other letters are read wrongly, and which."""
    wrong: dict[str, int] = {}
    accented = others = lost = harmed = quiet = 0
    for at in range(0, len(squares.truth), 1_000):
        part = np.s_[at : at + 1_000]
        chances = likely(squares.plain[part], net.odds(squares.features[part]))
        truth, label = squares.truth[part], chances.argmax(1)
        is_accented = truth >= len(PLAIN)
        is_letter = (truth > 0) & ~is_accented & (truth != LABELS.index("?"))
        accented, others = accented + int(is_accented.sum()), others + int(is_letter.sum())
        lost += int((is_accented & (label != truth)).sum())
        harmed += int((is_letter & (label >= len(PLAIN))).sum())
        quiet += int(((label != truth) & (is_accented | is_letter) & (chances.max(1) >= 0.9)).sum())
        for true, got in zip(truth[label != truth], label[label != truth], strict=True):
            if max(true, got) >= len(PLAIN):
                pair = f"{LABELS[true]}>{LABELS[got]}"
                wrong[pair] = wrong.get(pair, 0) + 1
    worst = " ".join(f"{pair} {n}" for pair, n in sorted(wrong.items(), key=lambda item: -item[1])[:12])
    return (
        f"{lost} of {accented} accented wrong, {harmed} of {others} others made accented, "
        f"{quiet} wrong and certain; {worst}"
    )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--fonts", type=Path, nargs="+", required=True)
    options.add_argument("--start", type=Path, required=True, help="weights to add to")
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--photos", type=int, default=480)
    options.add_argument("--tests", type=int, default=80)
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--strokes", type=int, default=24, help="features of the convolution")
    options.add_argument("--hidden", type=int, default=64)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--batch", type=int, default=128)
    options.add_argument("--rate", type=float, default=1e-3)
    options.add_argument("--seed", type=int, default=FIRST_SEED)
    chosen = options.parse_args()
    chosen.out.mkdir(parents=True, exist_ok=True)
    fonts = fonts_in(chosen.fonts, SIGNS)
    print(f"{len(fonts.sans)} fonts without serifs, {len(fonts.serif)} with", flush=True)
    judged_by = parts_of(chosen.out, chosen.tests, TEST_SEED, 1)
    learnt_from = parts_of(chosen.out, chosen.photos, chosen.seed, MAKES)
    with multiprocessing.get_context("spawn").Pool(chosen.workers) as workers:
        workers.map(partial(Part.draw, fonts=fonts), [*judged_by, *learnt_from], chunksize=1)
    layers = learnt(chosen, together(judged_by), together(learnt_from))
    with np.load(chosen.start, allow_pickle=False) as file:
        others = {name: file[name] for name in file.files if not name.startswith("accents.")}
    np.savez_compressed(chosen.out / "weights.npz", **others, **layers)


def learnt(chosen: argparse.Namespace, tests: Squares, lessons: Squares) -> dict[str, Any]:
    """Returns the layers after all rounds, and says after each how well they read the tests."""
    net, dice = Accents(lessons, chosen), np.random.default_rng(chosen.seed)
    began = time.process_time()
    for number in range(chosen.rounds):
        order, losses = dice.permutation(len(lessons.truth)), []
        for at in range(0, len(order) - chosen.batch, chosen.batch):
            part = (number + at / len(order)) / chosen.rounds
            rate = chosen.rate * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * part)))
            some = np.sort(order[at : at + chosen.batch])
            batch = Squares(lessons.features[some], lessons.plain[some], lessons.truth[some])
            losses.append(net.learn(batch, rate, dice))
        said, spent = said_wrongly(net, tests), time.process_time() - began
        print(f"round {number + 1}, {spent:.0f} s, loss {np.mean(losses):.4f}: {said}", flush=True)
    return net.arrays()


if __name__ == "__main__":
    main()
