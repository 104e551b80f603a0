"""Measures the reader on photographs whose boards are known, and prints each square that it gets wrong.

    PYTHONPATH=tools python -m board_photos.measure real PHOTOS_JSON TRUTH_FOLDER PHOTO_FOLDER [--taps]
    PYTHONPATH=tools python -m board_photos.measure made-up --fonts FOLDER --photos 50

In a truth, `?` or a small letter is a blank and `#` is not counted.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from board_photos.camera import CORNERS, project, square_pixels
from board_photos.fonts import fonts_in
from board_photos.photo import made_up_photo, photo_of_set
from board_photos.tiles import LABELS
from wordwaiter.lexicon.tiles import shipped_tile_set, shipped_tile_sets
from wordwaiter.photo import read_board
from wordwaiter.photo.image import PhotoSource
from wordwaiter.photo.reading import Reading
from wordwaiter.photo.showing import signs_of

SMALLEST_SQUARE = 25
TEST_SEED = 97_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """A photograph, its board's corners in pixels, and what lies on its squares."""

    name: str
    photo: PhotoSource
    corners: tuple[tuple[float, float], ...] | None
    truth: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class Tally:
    """What was right and wrong so far."""

    photos: int = 0
    located: int = 0
    misplaced: int = 0
    squares: int = 0
    wrong: int = 0
    letters: int = 0
    letters_wrong: int = 0
    blanks: int = 0
    blanks_found: int = 0
    doubtful: int = 0
    unsaid: int = 0
    perfect: int = 0
    seconds: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        boards = max(1, self.located)
        return (
            f"located {self.located} of {self.photos}, {self.misplaced} of them in a wrong place; "
            f"squares {1 - self.wrong / max(1, self.squares):.3%}, "
            f"letters {1 - self.letters_wrong / max(1, self.letters):.3%} of {self.letters}, "
            f"blanks {self.blanks_found} of {self.blanks}; "
            f"a board: {self.doubtful / boards:.2f} doubtful, "
            f"{self.unsaid / boards:.3f} wrong and not doubtful; "
            f"{self.perfect} boards without a mistake; "
            f"processor {np.median(self.seconds):.2f} s, at most {max(self.seconds):.2f} s"
        )


def real_cases(listed: Path, truths: Path, photos: Path) -> Iterator[Case]:
    """Yields the photographs of a list whose files are there."""
    for name, entry in sorted(json.loads(listed.read_text(encoding="utf-8")).items()):
        files = sorted(photos.glob(f"{name}.*"))
        truth = truths / f"{name}.txt"
        if files and truth.exists():
            rows = tuple(tuple(row) for row in truth.read_text().split())
            corners = tuple((x, y) for x, y in entry["corners"]["corners"]) if entry.get("corners") else None
            yield Case(name, files[0], corners, rows)


def made_up_cases(
    fonts: list[Path], count: int, first: int, tiles: str | None, *, clear: bool
) -> Iterator[Case]:
    """Yields made-up photographs whose squares are as large as the reader asks for.

    They show the tiles of a set, or else 100 English letters.
    """
    bag = None if tiles is None else shipped_tile_set(tiles)
    signs = "AÑÜ" if bag is None else "".join({*"AÑÜ", *"".join(bag.labels)})
    known, seed = fonts_in(fonts, signs), first
    while count:
        if bag is None:
            photo = made_up_photo(seed, known, full=True, english=True, clear=clear)
        else:
            photo = photo_of_set(seed, known, bag, clear=clear)
        seed += 1
        if photo.board is None or square_pixels(photo.board) < SMALLEST_SQUARE:
            continue
        count -= 1
        corners = tuple((float(x), float(y)) for x, y in project(photo.board, CORNERS))
        truth = tuple(tuple(LABELS[label] or "." for label in row) for row in photo.letters)
        yield Case(str(seed - 1), photo.image, corners, truth)


def count(tally: Tally, case: Case, reading: Reading) -> str:
    """Adds a reading to the tally, and returns a line about it."""
    tally.photos += 1
    tally.seconds.append(reading.seconds)
    if not reading.located:
        return f"{case.name}: not located: {reading.problem}"
    tally.located += 1
    off = _off(case, reading)
    tally.misplaced += off > 0.5
    said = [signs_of(line) for line in reading.board]
    doubtful = set(reading.doubtful)
    tally.doubtful += len(doubtful)
    wrong = []
    for row in range(15):
        for column in range(15):
            true, got = case.truth[row][column], said[row][column]
            if true == "#":
                continue
            true = "?" if true.islower() else true
            tally.squares += 1
            tally.letters += true not in ".?"
            tally.blanks += true == "?"
            tally.blanks_found += true == got == "?"
            if true != got:
                tally.wrong += 1
                tally.letters_wrong += true not in ".?"
                tally.unsaid += (row, column) not in doubtful
                sure = reading.confidence[row][column]
                mark = "" if (row, column) in doubtful else "!"
                wrong.append(f"({row},{column}) {true}>{got} {sure:.2f}{mark}")
    tally.perfect += not wrong
    return f"{case.name}: off {off:.2f}, {len(doubtful)} doubtful, {reading.seconds:.2f} s; {' '.join(wrong)}"


def _off(case: Case, reading: Reading) -> float:
    """Returns how far the corners are from the true ones, in squares, whichever side is up."""
    if case.corners is None or reading.corners is None:
        return 0.0
    true, found = np.array(case.corners), np.array(reading.corners)
    x, y = true.T
    square = np.sqrt(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2) / 15
    return float(min(np.abs(np.roll(found, turn, 0) - true).max() for turn in range(4)) / square)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = options.add_subparsers(dest="kind", required=True)
    real = kinds.add_parser("real")
    for name in ("listed", "truths", "photos"):
        real.add_argument(name, type=Path)
    made = kinds.add_parser("made-up")
    made.add_argument("--fonts", type=Path, nargs="+", required=True)
    made.add_argument("--photos", type=int, default=50)
    made.add_argument("--first", type=int, default=TEST_SEED)
    made.add_argument("--tiles", choices=shipped_tile_sets(), help="all tiles of a set, read as that")
    made.add_argument("--clear", action="store_true", help="photos as the guide asks for them")
    for each in (real, made):
        each.add_argument("--taps", action="store_true", help="give the true corners")
    chosen = options.parse_args()
    if chosen.kind == "real":
        tiles, cases = None, real_cases(chosen.listed, chosen.truths, chosen.photos)
    else:
        tiles = chosen.tiles
        cases = made_up_cases(chosen.fonts, chosen.photos, chosen.first, tiles, clear=chosen.clear)
    tally = Tally()
    for case in cases:
        corners = case.corners if chosen.taps else None
        reading = read_board(case.photo, corners=corners, tile_set=tiles or "english")
        print(count(tally, case, reading), flush=True)
    print(tally)


if __name__ == "__main__":
    main()
