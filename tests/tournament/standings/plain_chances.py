"""Rounds played out in plain Python: what the core must find, place by place."""

from collections.abc import Sequence

_GOLDEN = 0x9E3779B97F4A7C15
_BITS = (1 << 64) - 1


def _mixed(number: int) -> int:
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & _BITS
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _BITS
    return number ^ number >> 31


class Lot:
    """xorshift64*, seeded through splitmix64."""

    def __init__(self, seed: int, number: int) -> None:
        mixed = (_mixed((seed + _GOLDEN) & _BITS) + number * _GOLDEN) & _BITS
        self.state = _mixed((mixed + _GOLDEN) & _BITS) | 1

    def bits(self) -> int:
        self.state ^= self.state >> 12
        self.state = (self.state ^ self.state << 25) & _BITS
        self.state ^= self.state >> 27
        return (self.state * 0x2545F4914F6CDD1D) & _BITS


def plain_places(
    field: tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int], int],
    *,
    left: int,
    known: Sequence[tuple[int, int]] | None,
    runs: int,
    seed: int,
) -> list[list[int]]:
    """How often of `runs` each player ends at each place."""
    start, spread_at_start, chances, margins, bye = field
    players = len(start)
    counts = [[0] * players for _ in range(players)]
    for run in range(runs):
        lot, points, spreads = Lot(seed, run), list(start), list(spread_at_start)
        for to_go in range(left, 0, -1):
            order = _ranked(points, spreads)
            games = known if known is not None and to_go == left else _paired(order, to_go)
            for one, other in games:
                bits = lot.bits()
                margin = margins[(bits % 2**32) * len(margins) // 2**32]
                one_wins = bits // 2**32 < chances[one * players + other]
                winner, loser = (one, other) if one_wins else (other, one)
                points[winner] += 2 if margin else 1
                points[loser] += 0 if margin else 1
                spreads[winner] += margin
                spreads[loser] -= margin
            if players % 2 and games is not known:
                points[order[-1]] += 2
                spreads[order[-1]] += bye
        for place, player in enumerate(_ranked(points, spreads)):
            counts[player][place] += 1
    return counts


def _ranked(points: Sequence[int], spreads: Sequence[int]) -> list[int]:
    return sorted(range(len(points)), key=lambda player: (-points[player], -spreads[player], player))


def _paired(order: Sequence[int], rounds_left: int) -> list[tuple[int, int]]:
    """The leaders meet whoever is as many places below as rounds are left; neighbours meet below them."""
    factor = min(rounds_left, len(order) // 2)
    top = [(order[place], order[place + factor]) for place in range(factor)]
    below = order[2 * factor :]
    return top + list(zip(below[::2], below[1::2], strict=False))
