"""Measures the pairing of 1,000 and 999 contenders, method by method, and prints one JSON object.

Swiss is measured round by round over a made-up event, since what is to be avoided grows with it; and every
method with a part of the field in one club, whose members are kept apart. Times are those of one run, and
of the processor, so that others who use the machine change little.
"""

import json
import os
import platform
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from wordwaiter.tournament.pairing.contenders import PairingContender, PairingHistory
from wordwaiter.tournament.pairing.methods import METHODS
from wordwaiter.tournament.pairing.pairings import Pairings
from wordwaiter.tournament.pairing.rules import Concern

ROOT = Path(__file__).resolve().parent.parent
SWISS_ROUNDS = 12
LARGE_CLUBS = (1 / 6, 1 / 3, 0.45, 0.6)


def seconds(work: Callable[[], Pairings]) -> tuple[float, Pairings]:
    """How long `work` takes, and what it gives."""
    start = time.process_time()
    pairings = work()
    return round(time.process_time() - start, 3), pairings


def crowd(count: int, clubs: int) -> list[PairingContender]:
    """Players in pairs and clubs who have just played a game."""
    rng = Random(count)
    return [
        PairingContender(
            id=f"p{number}",
            last_score=rng.randint(200, 500),
            group=f"pair {number // 2}",
            club=f"club {number % clubs}",
        )
        for number in range(count)
    ]


@dataclass
class Event:
    """A Swiss with results by chance."""

    players: dict[str, PairingContender]
    rounds: list[list[tuple[str, str]]] = field(default_factory=list)
    rng: Random = field(default_factory=lambda: Random(1))

    def play(self, pairings: Pairings) -> None:
        """Give every game a result."""
        for game in pairings.games:
            spread = self.rng.randint(-150, 150)
            first, second = self.players[game.first], self.players[game.second]
            floated = first.standing[0] != second.standing[0]
            self._credit(replace(first, firsts=first.firsts + 1, floated=floated), spread)
            self._credit(replace(second, seconds=second.seconds + 1, floated=floated), -spread)
        for bye in pairings.byes:
            rested = self.players[bye.contender]
            self._credit(replace(rested, byes=rested.byes + 1, floated=False), 50)
        self.rounds.append([(game.first, game.second) for game in pairings.games])

    def _credit(self, player: PairingContender, spread: int) -> None:
        half_points, total = player.standing
        won = (spread > 0) + (spread >= 0)
        self.players[player.id] = replace(player, standing=(half_points + won, total + spread))


def swiss_seconds(count: int, clubs: int) -> list[float]:
    """The time of each round of a Swiss."""
    start = [replace(player, standing=(0, 0)) for player in crowd(count, clubs)]
    event = Event({player.id: player for player in start})
    swiss = METHODS["swiss"]
    times: list[float] = []
    for _ in range(SWISS_ROUNDS):
        history = PairingHistory.of(event.rounds)
        players = list(event.players.values())
        taken, pairings = seconds(lambda: swiss.method.pair(players, history, swiss.usual_rules, Random(1)))  # noqa: B023
        times.append(taken)
        event.play(pairings)
    repeats = Counter(frozenset(game) for games in event.rounds for game in games)
    if max(repeats.values()) > 1:
        raise SystemExit("somebody met twice, though a thousand others were there")
    return times


def one_large_club(count: int, share: float) -> list[PairingContender]:
    """Players after five rounds, of whom a part are in one club and the others in forty."""
    rng = Random(count)
    return [
        replace(
            player,
            standing=(sum(rng.choice((0, 2)) for _ in range(5)), rng.randint(-500, 500)),
            club="large" if rng.random() < share else f"club {rng.randrange(40)}",
        )
        for player in crowd(count, 1)
    ]


def large_club_seconds(count: int) -> dict[str, float]:
    """The time of each method by the part of the field that is in one club."""
    figures: dict[str, float] = {}
    for share in LARGE_CLUBS:
        players = one_large_club(count, share)
        for name in ("random", "last-scores", "king-of-the-hill", "swiss"):
            method, usual = METHODS[name], METHODS[name].usual_rules
            order = (Concern.CLUB_MATES, *(each for each in usual.order if each is not Concern.CLUB_MATES))
            rules = replace(usual, order=order)
            taken, _ = seconds(lambda: method.method.pair(players, PairingHistory(), rules, Random(1)))  # noqa: B023
            figures[f"{name}_{round(100 * share)}_percent_s"] = taken
    return figures


def measure(count: int) -> dict[str, object]:
    """Figures for so many contenders."""
    players = crowd(count, clubs=20)
    figures: dict[str, object] = {}
    for name in ("random", "last-scores", "king-of-the-hill", "round-robin"):
        method = METHODS[name]
        history, rules = PairingHistory(), method.usual_rules
        figures[f"{name}_s"], _ = seconds(lambda: method.method.pair(players, history, rules, Random(1)))  # noqa: B023
    figures["swiss_by_round_s"] = swiss_seconds(count, clubs=60)
    figures["swiss_of_20_clubs_by_round_s"] = swiss_seconds(count, clubs=20)
    figures["one_large_club"] = large_club_seconds(count)
    return figures


def main() -> None:
    """Print the figures, and of what and on what they were measured."""
    commit = subprocess.run(
        ("git", "describe", "--always", "--dirty"), cwd=ROOT, capture_output=True, check=True, text=True
    )
    report = {
        "bench": "pairing",
        "commit": commit.stdout.strip(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": {"system": platform.platform(), "load": round(os.getloadavg()[0], 1)},
        "python": platform.python_version(),
        "contenders": {str(count): measure(count) for count in (1000, 999)},
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
