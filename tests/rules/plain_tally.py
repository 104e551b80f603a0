"""A second tally of a Hare board, written from the rules alone: it shares nothing with the package.

It works on fifteen strings, colours squares by the printed board, and knows the English tiles only.
"""

from collections import Counter
from dataclasses import dataclass

SIZE = 15

# One eighth of the board; the rest is its mirror image. Row 1 to row 8, column A to column H.
CORNER = (
    "R  l   R",
    " p   b  ",
    "  p   l ",
    "l  p   l",
    "    p   ",
    " b   b  ",
    "  l   l ",
    "R  l   p",
)

POINTS = {
    letter: points
    for points, letters in {
        1: "AEIOULNRST",
        2: "DG",
        3: "BCMP",
        4: "FHVWY",
        5: "K",
        8: "JX",
        10: "QZ",
    }.items()
    for letter in letters
}

PIECES = Counter(
    "AAAAAAAAABBCCDDDDEEEEEEEEEEEEFFGGGHHIIIIIIIIIJKLLLLMMNNNNNNOOOOOOOOPPQRRRRRRSSSSTTTTTTUUUUVVWWXYYZ??"
)


@dataclass(frozen=True)
class PlainTally:
    words: list[tuple[str, str, str, int]]
    """Word, square as `8H`, `across` or `down`, points."""
    bonus: int
    unplayed: int
    problems: set[str]

    @property
    def total(self) -> int:
        return sum(points for _, _, _, points in self.words) + self.bonus - self.unplayed


def colour(row: int, col: int) -> str:
    return CORNER[min(row, SIZE - 1 - row)][min(col, SIZE - 1 - col)]


def plain_tally(
    rows: list[str], start: str | None, surprise: str | None, sponsors: list[str], removed: str
) -> PlainTally:
    grid = {(r, c): rows[r][c] for r in range(SIZE) for c in range(SIZE) if rows[r][c] != "."}
    runs = []
    for direction, (down, right) in (("across", (0, 1)), ("down", (1, 0))):
        for r, c in sorted(grid):
            if (r - down, c - right) in grid:
                continue
            cells = []
            while (r, c) in grid:
                cells.append((r, c))
                r, c = r + down, c + right
            if len(cells) >= 2:
                runs.append((direction, cells))

    words, laid = [], []
    for direction, cells in runs:
        points, times = 0, 1
        for cell in cells:
            tile, under = grid[cell], colour(*cell)
            value = POINTS.get(tile, 0)
            points += {"l": 2, "b": 3}.get(under, 1) * value
            times *= {"p": 2, "R": 3}.get(under, 1)
        text = "".join(grid[cell] for cell in cells)
        laid.append(text)
        r, c = cells[0]
        words.append((text.upper(), f"{r + 1}{'ABCDEFGHIJKLMNO'[c]}", direction, points * times))

    bonus = sum(100 for name in set(sponsors) if name in laid)
    bonus += 50 if surprise in [text.upper() for text in laid] else 0

    used = Counter("?" if tile.islower() else tile for tile in grid.values())
    team = PIECES - Counter(removed)
    unplayed = sum(POINTS.get(tile, 0) for tile in (team - used).elements())

    problems = set()
    if not grid:
        return PlainTally([], bonus, unplayed, {"empty-board"})
    if pieces(grid) > 1:
        problems.add("not-connected")
    if any(len(text) > 10 for text in laid):
        problems.add("word-too-long")
    for tile, count in used.items():
        if count > PIECES[tile]:
            problems.add("too-many-tiles")
        elif count > team[tile]:
            problems.add("removed-tile-used")
    if start is not None and rows[7][7 : 7 + len(start)].upper() != start:
        problems.add("starting-word-moved")
    for name, capitals in [(name, False) for name in sponsors] + [(surprise, True)] * (surprise is not None):
        assert name is not None
        texts = [text.upper() for text in laid] if capitals else laid
        if name in texts:
            continue
        if name in [text.upper() for text in laid]:
            problems.add("bonus-word-with-blank")
        elif any(name in text.upper() for text in laid):
            problems.add("bonus-word-altered")
    return PlainTally(words, bonus, unplayed, problems)


def pieces(grid: dict[tuple[int, int], str]) -> int:
    """How many groups of tiles there are, by giving each tile the lowest number in reach until all agree."""
    number = {cell: place for place, cell in enumerate(grid)}
    settled = False
    while not settled:
        settled = True
        for r, c in grid:
            for near in ((r + 1, c), (r, c + 1)):
                if near in grid and number[near] != number[r, c]:
                    number[near] = number[r, c] = min(number[near], number[r, c])
                    settled = False
    return len(set(number.values()))
