"""Kill the program in the middle of its work, start it again, and compare the journal with what was told.

Run as `python -m crash.rounds --rounds 200` (`make test-crash`); it ends with 1 when anything was lost,
doubled or damaged, or when a restart took three seconds.
"""

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from io import BufferedRWPair
from pathlib import Path

from wordwaiter.service.streams import all_families
from wordwaiter.store.journal import JournalReader
from wordwaiter.store.verify import verify_journal

from .games import recorded_game

TABLES = 20
SEEDS = 5
"""So many different games are played."""
ROUNDS_OF_A_JOURNAL = 10
"""Then a new one is begun, so that going through all of it stays quick."""
MOST_ANSWERS = 150
"""The program is killed after so many answers at the latest."""
LONGEST_RESTART_S = 3.0

TESTS = Path(__file__).resolve().parent.parent

Told = list[list[object]]
"""What a client was told of a move: position, version and kind of each of its facts."""


@dataclass
class Client:
    """The scorekeeper of one table, who sends each move until it is answered."""

    table: int
    chance: random.Random
    game: int = 0
    number: int = 0
    stream: str | None = None
    """Of the table at which the game is played, once it was told."""
    told: dict[str, Told] = field(default_factory=dict)
    sent_again: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def key(self) -> str:
        return f"table/{self.table}/{self.game}/{self.number}"

    def play(self, address: Path, count: Callable[[], None]) -> None:
        """Send moves until the program is gone."""
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.connect(str(address))
                with connection.makefile("rwb") as lines:
                    while self._send_next(lines):
                        count()
        except OSError:
            return

    def _send_next(self, lines: BufferedRWPair) -> bool:
        """Send the next move; False when the program is gone."""
        seed, key = self.table % SEEDS, self.key
        move: dict[str, object] = {"stream": self.stream, "seed": seed, "number": self.number, "key": key}
        answer = self._ask(lines, move)
        if answer is None:
            return False
        self.told[key] = answer
        self.number += 1
        if self.number > len(recorded_game(seed)):
            self.game, self.number, self.stream = self.game + 1, 0, None
        if self.chance.random() < 0.1:  # the answer got lost on the way, as far as the phone knows
            self.sent_again += 1
            if self._ask(lines, move) not in (None, answer):
                self.wrong.append(f"{key} was answered otherwise when it was sent again")
        return True

    def _ask(self, lines: BufferedRWPair, move: dict[str, object]) -> Told | None:
        lines.write(json.dumps(move).encode() + b"\n")
        lines.flush()
        line = lines.readline()
        if not line.endswith(b"\n"):  # cut short: not an answer
            return None
        answer = json.loads(line)
        if "error" in answer:
            self.wrong.append(f"{move['key']} was refused: {answer['error']}")
            return None
        if move["number"] == 0 and self.number == 0:
            self.stream = answer["stream"]
        told: Told = answer["facts"]
        return told


@dataclass
class Report:
    """What came of all rounds."""

    rounds: int = 0
    acknowledged: int = 0
    """Moves that were answered."""
    sent_again: int = 0
    facts: int = 0
    written_and_not_answered: int = 0
    """Moves that were in the journal before their answer was out; sent again, they were answered."""
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)
    longest_load_s: float = 0.0
    """Opening the journal and folding the open tables."""
    longest_restart_s: float = 0.0
    """From the start of the process until it takes moves, Python and all."""

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.wrong)


def run_rounds(rounds: int, seed: int, folder: Path, progress: Callable[[int], None]) -> Report:
    """Kill the program so many times, and check after each one."""
    report = Report()
    chance = random.Random(seed)
    clients: list[Client] = []
    for number in range(rounds):
        journal = folder / f"{number // ROUNDS_OF_A_JOURNAL}.db"
        if number % ROUNDS_OF_A_JOURNAL == 0:
            clients = [Client(table, random.Random(chance.random())) for table in range(TABLES)]
        _work_and_kill(journal, folder / "socket", clients, chance.randrange(1, MOST_ANSWERS), report)
        facts = compare(journal, clients, report)
        if (number + 1) % ROUNDS_OF_A_JOURNAL == 0 or number + 1 == rounds:
            report.facts += facts
            report.acknowledged += sum(len(client.told) for client in clients)
            report.sent_again += sum(client.sent_again for client in clients)
        report.rounds += 1
        progress(report.rounds)
    return report


def _work_and_kill(journal: Path, address: Path, clients: list[Client], answers: int, report: Report) -> None:
    address.unlink(missing_ok=True)
    begun = time.perf_counter()
    program = subprocess.Popen(
        [sys.executable, "-m", "crash.server", journal, address],
        cwd=TESTS,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    with program.stdout as output:
        load_s = float(output.readline())
    report.longest_load_s = max(report.longest_load_s, load_s)
    report.longest_restart_s = max(report.longest_restart_s, round(time.perf_counter() - begun, 3))
    left = threading.Semaphore(0)
    players = [threading.Thread(target=client.play, args=(address, left.release)) for client in clients]
    for player in players:
        player.start()
    for _ in range(answers):
        while not left.acquire(timeout=1.0):
            if not any(player.is_alive() for player in players):
                break
    program.send_signal(signal.SIGKILL)
    program.wait()
    for player in players:
        player.join()


def compare(journal: Path, clients: list[Client], report: Report) -> int:
    """Note whatever is not as the clients were told; gives how many facts there are."""
    entries: dict[str, Told] = defaultdict(list)
    with JournalReader.open(journal) as reader:
        for row in reader.rows():
            if row.key is not None:  # the house's own notes have none
                entries[row.key].append([row.position, row.version, row.kind])
        found = verify_journal(reader, all_families())
    report.wrong += [f"{problem.code}: {problem.sentence}" for problem in found.problems]
    for client in clients:
        report.wrong += client.wrong
        client.wrong.clear()
        # The one that is not answered yet may be written or not; nothing else may be there.
        unanswered = entries.pop(client.key, None)
        report.written_and_not_answered += unanswered is not None
        for key, told in client.told.items():
            kept = entries.pop(key, [])
            report.lost += not kept
            report.doubled += len(kept) > len(told)
            if kept and kept != told:
                report.wrong.append(f"{key} was told as {told} and kept as {kept}")
    report.doubled += len(entries)
    return found.facts


def main() -> int:
    """The long form."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()

    def show(done: int) -> None:
        end = "\n" if done == chosen.rounds else ""
        sys.stderr.write(f"\rkilled {done} of {chosen.rounds} times{end}")
        sys.stderr.flush()

    with tempfile.TemporaryDirectory(prefix="wordwaiter-crash-") as folder:
        report = run_rounds(chosen.rounds, chosen.seed, Path(folder), show)
    sys.stdout.write(json.dumps(asdict(report) | {"seed": chosen.seed}, indent=2) + "\n")
    return 0 if report.good and report.longest_load_s < LONGEST_RESTART_S else 1


if __name__ == "__main__":
    sys.exit(main())
